"""Example positions written as text, for the pages of the rules and for tests.

    _   .   ...               rows of the table, the far one first, squares parted by blanks
    4h1 7d2 ??n 9sn + . _ #
    contest: c5 Jd1 Qs2
    hand: 7h Kd Jo
    focus: 7h

A square holds `.` or `_` (empty), `#` (no square of the table), a node such as `7h1` (the 7 of hearts of seat
1; `Td1` is a 10, `Jo2` a Joker), `??n` (a neutral, face down), `9sn` (a neutral that was probed), or `+`: a
line says what lies there, its cards with the seat of their pack:

    c5 = seized 1: 9s2 Jd1    a seized pile of seat 1, bottom first
    c5 = tower 1: Kd1 Ts2     royal and 10
    c5 = node 1: 7h2          a node of one seat, of the other's pack
    c5 = neutral: 9s2         a neutral that was probed, and whose card it is (else of seat 1's pack)

Lines with a colon say the rest, each of them optional:

    names: Ann, Ben           the players by seat
    layout: two               a named layout, or rows such as bbb/222/.../111/aaa; without it the first
                              layout as large as the table drawn
    contest: c5 Jd1 Qs2       the cards laid in a contest, oldest first; the last one leads. `, lapsed`
                              says that the answer was missed. On a neutral also cards that did not beat it
    under: c5 9s1             the card of a neutral that lies face down, for a play that probes it
    phase: bases              or turn, over
    turn: seat 1, number 12
    play: lay 7h c3           a fact: an action by the seat on turn, as typed; the position is that after it
    win: c5                   a fact: the leader of the contest wins the pile
    hand: 7h Kd Jo            the hand of the seat on turn, who then is the viewer; it is that after all plays
    focus: 7h                 what this card can do; `focus: 7h, reach` and `focus: 7h, targets` show less;
                              `focus: c5` points out a square
    mark: c4 dead             a label on a square

A position is checked by the rules: a card that lies twice, a play that is not allowed are faults.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from bot.engine.contract import Seat
from bot.engine.errors import Refusal
from bot.engine.language import gettext
from bot.engine.wording import Scene
from bot.games.crossfire import piles
from bot.games.crossfire.cards import Card, back, from_short
from bot.games.crossfire.layout import SEATS_OF_FORM, Layout, read_layout, square_name, write_rows
from bot.games.crossfire.options import Options
from bot.games.crossfire.stage import Stage
from bot.games.crossfire.view import NOBODY, Pile

_CELL = re.compile(r"[._#+]|\?\?n|[A2-9TJQK][cdhs][1-4n]|Jo[1-4n]")
_SAID = re.compile(r"([a-z]\d{1,2})\s*=\s*(.+)", re.ASCII)
_LINE = re.compile(r"([a-z]+)\s*:\s*(.+)", re.ASCII)
_PILE = re.compile(r"(node|seized|tower|neutral)(?:\s+([1-4]))?\s*:\s*(.+)", re.ASCII)
_EMPTY = "._#"


def read_scene(text: str, layouts: Mapping[str, Layout]) -> Scene:
    """Return the position, the facts and the focus. Raises `ValueError` with the line at fault."""
    script = _Script(text)
    stage = Stage(script.options(layouts), script.seats)
    script.furnish(stage)
    script.direct(stage)
    return stage.scene(script.names())


class _Script:
    """The lines of a scene, sorted by what they are."""

    def __init__(self, text: str) -> None:
        self.seats = 2
        self._rows: list[tuple[int, list[str]]] = []
        self._piles: list[tuple[int, str, str]] = []
        self._directions: list[tuple[int, str, str]] = []
        for number, line in enumerate(text.splitlines(), start=1):
            if line.strip():
                self._sort(number, line.strip())
        if not self._rows:
            raise ValueError("the scene has no rows: draw the table, one square after another.")

    def _sort(self, number: int, line: str) -> None:
        cells = line.split()
        if all(_CELL.fullmatch(cell) for cell in cells):
            self._rows.append((number, cells))
        elif said := _SAID.fullmatch(line):
            self._piles.append((number, said[1], said[2]))
        elif (direction := _LINE.fullmatch(line)) and direction[1] in _KNOWN:
            self._directions.append((number, direction[1], direction[2].strip()))
        else:
            raise ValueError(
                f'line {number}: "{line[:40]}" is neither a row of the table, nor "c5 = pile", '
                f"nor one of {', '.join(_KNOWN)} with a colon."
            )

    def _told(self, word: str) -> list[tuple[int, str]]:
        return [(number, rest) for number, name, rest in self._directions if name == word]

    def options(self, layouts: Mapping[str, Layout]) -> Options:
        """Return the options with the layout that is named, written, or as large as the table drawn."""
        height, width = len(self._rows), len(self._rows[0][1])
        for number, cells in self._rows:
            if len(cells) != width:
                raise ValueError(f"line {number}: the row has {len(cells)} squares, the first one {width}.")
        for number, rest in self._told("layout"):
            if rest not in layouts:
                return self._written(number, rest, width, height)
            layouts = {rest: layouts[rest]}
        for layout in layouts.values():
            rows = read_layout(layout.grid, SEATS_OF_FORM[layout.form])
            if (len(rows[0]), len(rows)) == (width, height):
                self.seats = SEATS_OF_FORM[layout.form]
                ultimate = layout.form == "ultimate"
                return Options(ultimate=ultimate, layout=layout.key, grid=write_rows(rows))
        raise ValueError(f"no layout has {width} columns and {height} rows: write one after layout.")

    def _written(self, number: int, text: str, width: int, height: int) -> Options:
        self.seats = 4 if re.search("[34]", text) else 2
        try:
            rows = read_layout(text, self.seats)
        except Refusal as refusal:
            raise ValueError(f"line {number}: {refusal}") from None
        if (len(rows[0]), len(rows)) != (width, height):
            raise ValueError(f"line {number}: the layout is not as large as the table drawn.")
        return Options(grid=write_rows(rows))

    def names(self) -> tuple[str, ...]:
        """Return the players' names."""
        names = [name for _, rest in self._told("names") for name in _parts(rest)]
        unnamed = [gettext("Seat {seat}", seat=seat + 1) for seat in range(len(names), self.seats)]
        return (*names[: self.seats], *unnamed)

    def furnish(self, stage: Stage) -> None:
        """Lay what is drawn and what the lines about piles say."""
        rows = ["".join(cells) for _, cells in self._rows]
        unsaid: dict[str, int] = {}
        for y, (number, cells) in enumerate(self._rows):
            for x, cell in enumerate(cells):
                name = square_name(rows, x, y)
                if cell == "+":
                    unsaid[name] = number
                elif cell not in _EMPTY:
                    _at_line(number, _lay_cell, stage, name, cell)
        for number, name, rest in self._piles:
            unsaid.pop(name, None)
            _at_line(number, _lay_pile, stage, name, rest)
        for name, number in unsaid.items():
            raise ValueError(f'line {number}: no line says what lies at {name}: write "{name} = ...".')

    def direct(self, stage: Stage) -> None:
        """Carry out the lines that set the stage or tell what happened: first what lies, then the rest."""
        for names in (_LYING, _HAPPENING, _SHOWING):
            for number, name, rest in self._directions:
                if name in names:
                    _at_line(number, names[name], stage, rest)
            stage.check_cards()


def _at_line(number: int, carry_out: Callable[..., Any], *words: Any) -> None:
    try:
        carry_out(*words)
    except (ValueError, Refusal) as error:
        raise ValueError(f"line {number}: {error}") from None


def _parts(rest: str) -> list[str]:
    return [part.strip() for part in rest.split(",") if part.strip()]


def _card(word: str, seats: int) -> Card:
    """Return the card of "7h1": rank, suit, seat of the pack."""
    pack = word[-1:]
    if not pack.isdecimal() or not 1 <= int(pack) <= seats:
        raise ValueError(f'"{word[:20]}" is not a card with the seat of its pack: write 7h1.')
    return from_short(int(pack) - 1, word[:-1])


def _lay_cell(stage: Stage, name: str, cell: str) -> None:
    if cell == "??n":
        stage.lay(name, piles.neutral(back(stage.pack_of_neutral(name))))
    elif cell.endswith("n"):
        stage.lay(name, piles.neutral(from_short(0, cell[:-1])))
    else:
        card = _card(cell, stage.seats)
        stage.lay(name, piles.node(int(cell[-1]) - 1, card))


def _lay_pile(stage: Stage, name: str, rest: str) -> None:
    said = _PILE.fullmatch(rest)
    if said is None or (said[1] == "neutral") == bool(said[2]):
        raise ValueError(f'"{rest[:40]}" is not a pile: write "seized 1: 9s2 Jd1", tower, node or neutral.')
    cards = tuple([_card(word, stage.seats) for word in said[3].split()])
    owner = _seat(stage, int(said[2])) if said[2] else NOBODY
    stage.lay(name, Pile(owner, said[1], cards))  # type: ignore[arg-type]  # the pattern knows the kinds


def _seat(stage: Stage, number: int) -> Seat:
    if not 1 <= number <= stage.seats:
        raise ValueError(f"there is no seat {number} here.")
    return number - 1


def _say_contest(stage: Stage, rest: str) -> None:
    first, *marks = _parts(rest)
    where, *words = first.split()
    if not words or marks not in ([], ["lapsed"]):
        raise ValueError(f'"{rest[:40]}" is not a contest: write "c5 Jd1 Qs2" or "c5 Jd1, lapsed".')
    laid = [_card(word, stage.seats) for word in words]
    stage.contest(where, laid, lapsed=bool(marks))


def _say_under(stage: Stage, rest: str) -> None:
    where, _, word = rest.partition(" ")
    stage.hide(where, _card(word.strip(), stage.seats))


def _say_phase(stage: Stage, rest: str) -> None:
    if rest not in ("bases", "turn", "over"):
        raise ValueError(f'"{rest[:40]}" is not a phase: write bases, turn or over.')
    stage.phase = rest  # type: ignore[assignment]  # one of the three


def _say_turn(stage: Stage, rest: str) -> None:
    for part in _parts(rest):
        words = re.fullmatch(r"(seat|number) (\d{1,3})", part)
        if words is None:
            raise ValueError(f'"{part[:40]}" is not known of a turn: write "seat 1, number 12".')
        if words[1] == "seat":
            stage.turn = _seat(stage, int(words[2]))
        else:
            stage.number = int(words[2])


def _say_play(stage: Stage, rest: str) -> None:
    kind, *words = rest.split()
    stage.play(kind, words)


def _say_hand(stage: Stage, rest: str) -> None:
    words = [word if word[-1:].isdecimal() else f"{word}{stage.turn + 1}" for word in rest.split()]
    stage.hand = tuple(sorted([_card(word, stage.seats) for word in words]))


def _say_focus(stage: Stage, rest: str) -> None:
    what, *shown = _parts(rest)
    odd = [word for word in shown if word not in ("reach", "targets")]
    if odd:
        raise ValueError(f'"{odd[0][:40]}" cannot be pointed out: write reach or targets.')
    stage.point_out(what, frozenset(shown or ("reach", "targets")))


def _say_mark(stage: Stage, rest: str) -> None:
    square, _, label = rest.partition(" ")
    stage.mark(square, label.strip())


_Directions = Mapping[str, Callable[[Stage, str], None]]
_LYING: _Directions = {"contest": _say_contest, "under": _say_under}
_HAPPENING: _Directions = {
    "phase": _say_phase,
    "turn": _say_turn,
    "play": _say_play,
    "win": lambda stage, rest: stage.win(rest),
}
_SHOWING: _Directions = {"hand": _say_hand, "focus": _say_focus, "mark": _say_mark}
_KNOWN: Sequence[str] = ("names", "layout", *_LYING, *_HAPPENING, *_SHOWING)
