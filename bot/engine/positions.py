"""Example positions as text, for the pages of the rules and for tests: one notation for all games.

    names: Ann, Ben           the players by seat
    seen by: seat 1           or the public (default)
    ..........                the position, in the game's own notation (`Notated.position`)
    ..S..#.n..
    dice: 4 2                 the dice of the following steps, in their order
    lots: 3                   the item that a random draw takes, counted from 1
    1: attack SMG-1 at H2     a step: the seat and the typed command; its facts are the recent ones
    focus: u0                 the highlights of a menu, by its path of keys: `focus: u0/r3`; with
                              `, reach` or `, targets` only these
    mark: G3 blocked          a label on a square

A command is its name and its fields in their order, each one word, the last one the rest of the line. "at",
"to" and "on" may precede each. If a field has spaces, all fields have names as in a slash command:
`tower at:c4 royal:Kd of seat 2 ten:10s`. The rules carry out the steps; a refused step is an error.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import chain
from typing import Any, Protocol, TypeVar, get_args

import msgspec

from bot.base.language import gettext
from bot.engine.contract import AnyRules, Notated, Seat, Viewer
from bot.engine.errors import Refusal
from bot.engine.fair import Stream
from bot.engine.grid import grid_of
from bot.engine.options import fields_of, read_option
from bot.engine.spelling import typed
from bot.engine.wording import AnyWording, Focus

T = TypeVar("T")
StructT = TypeVar("StructT", bound=msgspec.Struct)

_KIT = re.compile(r"(names|seen by|dice|lots|focus|mark|\d{1,2})\s*:\s*(.*)", re.ASCII)
_SEAT = re.compile(r"seat (\d)\s*:\s*(.*)", re.ASCII)
_HEADER = ("names", "seen by")
_BETWEEN = re.compile(r"\s+(?:(?:at|to|on)\s+)?")


class Scene(msgspec.Struct, frozen=True):
    """An example position to draw."""

    view: Any
    names: tuple[str, ...]
    recent: tuple[Any, ...] = ()
    """The facts of its steps, as known to its viewer."""
    focus: Focus | None = None


class ScriptedStream(Stream):
    """Randomness with prepared results.

    Unprepared dice are a `ValueError`; with `then_by_chance` they are drawn from a fixed seed, and so are
    random picks and shuffles.
    """

    def __init__(self, faces: Iterable[int] = (), *, then_by_chance: bool = False) -> None:
        super().__init__("example", bytes(32))
        self.faces = list(faces)
        """The results of the next dice."""
        self.lots: list[int] = []
        """The items of the next random picks, counted from 1."""
        self._then_by_chance = then_by_chance
        self._told: Sequence[int] = ()

    def roll(self, purpose: str, sides: int = 6, count: int = 1) -> tuple[int, ...]:
        """Roll dice as prepared. Raises `ValueError` for unprepared dice, or a face that the die does not
        have.
        """
        self._told, self.faces = self.faces[:count], self.faces[count:]
        if len(self._told) < count and not self._then_by_chance:
            raise ValueError(f"{purpose}: nobody told what the dice show: write dice: 4.")
        if not all(1 <= face <= sides for face in self._told):
            raise ValueError(f"{purpose}: a die of {sides} sides shows 1 to {sides}.")
        return super().roll(purpose, sides, count)

    def pick(self, purpose: str, items: Sequence[T]) -> T:
        """Return the prepared item. Raises `ValueError` if there are fewer items."""
        self._told, self.lots = self.lots[:1], self.lots[1:]
        if self._told and not 1 <= self._told[0] <= len(items):
            raise ValueError(f"{purpose}: the lot is drawn among 1 to {len(items)}.")
        return super().pick(purpose, items)

    def _open(self, purpose: str) -> Iterator[int]:
        told, self._told = self._told, ()
        return chain([number - 1 for number in told], super()._open(purpose))


def read_scene(text: str, rules: AnyRules, wording: AnyWording) -> Scene:
    """Return the example. Raises `ValueError` with the faulty line and the reason."""
    play = _played(text, rules, wording)
    return Scene(play.view, play.names, tuple(play.recent), play.focus)


def read_state(
    text: str, rules: AnyRules, wording: AnyWording, cards: str | None
) -> tuple[Any, tuple[str, ...]]:
    """Return the final state of an example with these cards, and the players' names.

    Raises `ValueError` with the faulty line and the reason.
    """
    play = _played(text, rules, wording, cards)
    return play.state, play.names


def notated(rules: AnyRules) -> Notated:
    """Return the rules with their notation of positions. Raises `ValueError` for a game without one."""
    if rules.notated is None:
        raise ValueError(f"{rules.key} has no notation for positions")
    return rules.notated


def _played(text: str, rules: AnyRules, wording: AnyWording, cards: str | None = None) -> _Play:
    script = _Script(text)
    state = notated(rules).position(script.position, cards)
    play = _Play(rules, wording, state, script.names(state.seats), script.viewer(state.seats))
    for number, word, rest in script.directions:
        with at_line(number):
            play.direct(word, rest)
    if play.rng.faces or play.rng.lots:
        raise ValueError("dice or lots are told that nothing was done with.")
    return play


def read_command(rules: AnyRules, wording: AnyWording, view: Any, seat: Seat, command: str) -> Any:
    """Return the action of a command as a player types it: "attack SMG-1 at H2".

    Raises `ValueError` for an unknown command, and `UnreadableAction` as `Wording.parse` does.
    """
    kinds = {kind.__struct_config__.tag: kind for kind in get_args(rules.Action) or (rules.Action,)}
    tag, _, rest = command.strip().partition(" ")
    if tag not in kinds:
        raise ValueError(f'"{tag[:20]}" is not a command: {", ".join(kinds)}.')
    kind = kinds[tag]
    return wording.parse(view, seat, kind, _words(kind.__struct_fields__, rest.strip()))


def _words(fields: Sequence[str], rest: str) -> Mapping[str, str]:
    """Return the typed word for each field: by name, and in order before the first name."""
    if not fields:
        if rest:
            raise ValueError(f'nothing stands behind this command, so "{rest[:20]}" means nothing.')
        return {}
    called = {field.replace("_", "-"): field for field in fields} | {field: field for field in fields}
    before, *named = re.split(rf"(?<![\w-])({'|'.join(called)})\s*:\s*", rest)
    words = {called[name]: word.strip() for name, word in zip(named[::2], named[1::2], strict=True)}
    in_order = [field for field in fields if field not in words]
    if len(words) < len(named) // 2:
        raise ValueError(f'"{rest[:40]}" names a field twice.')
    if before.strip() and not in_order:
        raise ValueError(f'"{rest[:40]}" has more words than fields.')
    parted = _BETWEEN.split(f" {before.strip()}", maxsplit=len(in_order))[1:] if before.strip() else []
    return words | dict(zip(in_order, parted, strict=False))


class _Script:
    """The lines of an example: the game's lines with their numbers, and the other lines."""

    def __init__(self, text: str) -> None:
        self.directions: list[tuple[int, str, str]] = []
        self._header: dict[str, tuple[int, str]] = {}
        position = []
        for number, written in enumerate(text.splitlines(), start=1):
            line = typed(written)
            said = _KIT.fullmatch(line.strip())
            position.append("" if said else line)
            if said and said[1] in _HEADER:
                if said[1] in self._header:
                    raise ValueError(f"line {number}: {said[1]} stands here twice.")
                rest = written.partition(":")[2] if said[1] == "names" else said[2]
                self._header[said[1]] = number, rest.strip()
            elif said:
                self.directions.append((number, said[1], said[2]))
            elif line.strip() and self.directions:
                raise ValueError(f"line {number}: the position stands before the first step: move it up.")
        self.position = "\n".join(position)

    def names(self, seats: int) -> tuple[str, ...]:
        """Return the players' names; "Seat 2" for one without."""
        number, written = self._header.get("names", (0, ""))
        names = parts(written)
        if len(names) > seats:
            raise ValueError(f"line {number}: there are {len(names)} names for {seats} seats.")
        unnamed = [gettext("Seat {seat}", seat=seat + 1) for seat in range(len(names), seats)]
        return (*names, *unnamed)

    def viewer(self, seats: int) -> Viewer:
        """Return its viewer."""
        number, who = self._header.get("seen by", (0, "public"))
        if who in ("public", "the public"):
            return None
        with at_line(number):
            return read_seat(who.removeprefix("seat "), seats)


class _Play:
    """A position in which steps are carried out."""

    def __init__(
        self, rules: AnyRules, wording: AnyWording, state: Any, names: tuple[str, ...], viewer: Viewer
    ) -> None:
        self.rng = ScriptedStream()
        self.names, self.viewer, self.state = names, viewer, state
        self.recent: list[Any] = []
        self.focus: Focus | None = None
        self._rules, self._wording = rules, wording

    @property
    def view(self) -> Any:
        """The view of its viewer."""
        return self._rules.view(self.state, self.viewer)

    def direct(self, word: str, rest: str) -> None:
        """Carry out a line. Raises `ValueError` or a `Refusal`."""
        match word:
            case "dice":
                self.rng.faces += _numbers(rest)
            case "lots":
                self.rng.lots += _numbers(rest)
            case "focus":
                self._point_out(*parts(rest))
            case "mark":
                self._mark(*rest.split(maxsplit=1))
            case _:
                self._step(read_seat(word, self.state.seats), rest)

    def _step(self, seat: Seat, command: str) -> None:
        view = self._rules.view(self.state, seat)
        action = read_command(self._rules, self._wording, view, seat, command)
        for event in self._rules.apply(self.state, seat, action, self.rng):
            fact = event.seen_by(self.viewer)
            if fact is not None:
                self.recent.append(fact)

    def _point_out(self, path: str = "", *shown: str) -> None:
        if self.viewer is None:
            raise ValueError("the public has no menu: say who sees it, seen by: seat 1.")
        if not set(shown) <= {"reach", "targets"}:
            raise ValueError(f'"{shown[0][:40]}" cannot be pointed out: write reach or targets.')
        legal, keys = self._rules.legal(self.state, self.viewer), tuple(path.split("/"))
        menu = self._wording.menu(self.view, legal, (), self.names)
        for at, key in enumerate(keys):
            ways = [choice.key for group in menu.groups for choice in group.choices if not choice.actions]
            if key not in ways:
                raise ValueError(f'"{key[:20]}" leads to no menu here: {", ".join(ways) or "none does"}.')
            menu = self._wording.menu(self.view, legal, keys[: at + 1], self.names)
        focus = menu.focus or Focus()
        self.focus = Focus(
            focus.chosen,
            focus.reach if not shown or "reach" in shown else frozenset(),
            focus.targets if not shown or "targets" in shown else {},
        )

    def _mark(self, square: str = "", label: str = "") -> None:
        focus, view = self.focus or Focus(), self.view
        if not hasattr(view, "width"):
            raise ValueError("this game has no squares to mark.")
        at = grid_of(view.width, view.height).parse(square)
        marked = {**focus.targets, at: gettext(label) if label else ""}
        self.focus = msgspec.structs.replace(focus, targets=marked)


# For the games' own notations


def numbered(text: str) -> list[tuple[int, str]]:
    """Return the non-empty lines, each with its number from 1."""
    lines = enumerate(text.splitlines(), start=1)
    return [(number, line.strip()) for number, line in lines if line.strip()]


@contextmanager
def at_line(number: int) -> Iterator[None]:
    """Add the line number to a `ValueError` raised within this block."""
    try:
        yield
    except (ValueError, Refusal) as fault:
        raise ValueError(f"line {number}: {fault}") from None


def carry_out(lines: Mapping[str, Callable[[str], object]], number: int, line: str, otherwise: str) -> None:
    """Carry out a line "word: rest" with the function for its word.

    Raises `ValueError`; `otherwise` names the other possible lines.
    """
    word, colon, rest = line.partition(":")
    if not colon or word.strip() not in lines:
        raise ValueError(
            f'line {number}: "{line[:40]}" is {otherwise}nor one of {", ".join(lines)} with a colon.'
        )
    with at_line(number):
        lines[word.strip()](rest.strip())


class PlayerLines(Protocol):
    """The lines of a position for one player."""

    lines: Mapping[str, Callable[[str], object]]
    """The function for each of its lines, by its word."""


PlayerT = TypeVar("PlayerT", bound=PlayerLines)


def read_players(
    text: str,
    of_match: Mapping[str, Callable[[str], object]],
    begin: Callable[[Seat, str], PlayerT],
    otherwise: str,
) -> list[PlayerT]:
    """Read the lines of a position, where "seat 1:" begins the lines of a player.

    Return the players, which `begin` creates from the text after the colon. Raises `ValueError` with the
    faulty line; `otherwise` names the other possible lines.
    """
    players: list[PlayerT] = []
    for number, line in numbered(text):
        if said := _SEAT.fullmatch(line):
            with at_line(number):
                if int(said[1]) != len(players) + 1:
                    raise ValueError(f"seat {len(players) + 1} comes next, not seat {said[1]}.")
                players.append(begin(len(players), said[2]))
        else:
            of_player = players[-1].lines if players else {}
            carry_out({**of_match, **of_player}, number, line, otherwise)
    return players


def parts(rest: str, mark: str = ",") -> list[str]:
    """Return the parts between commas, or between other separators."""
    return [part.strip() for part in rest.split(mark) if part.strip()]


def read_seat(word: str, seats: int) -> Seat:
    """Return the seat of this number, counted from 1. Raises `ValueError`."""
    if not word.isdecimal() or not 1 <= int(word) <= seats:
        raise ValueError(f"there is no seat {word[:20]} here.")
    return int(word) - 1


def read_options(options: type[StructT], rest: str) -> StructT:
    """Return options written as "critical=true rounds=5". Raises `ValueError` or `BadOptions`."""
    known = {field.encode_name: field for field in fields_of(options)}
    values: dict[str, Any] = {}
    for word in rest.split():
        name, equals, value = word.partition("=")
        if not equals or name not in known or known[name].name in values:
            there = ", ".join(sorted(each for each in known if not each.startswith("_")))
            raise ValueError(
                f'the options: "{word[:40]}" is not one of {there}, each once, with = and a value.'
            )
        values[known[name].name] = read_option(name, known[name].type, value)
    try:
        return options(**values)
    except (TypeError, ValueError) as fault:
        raise ValueError(f"the options: {fault}.") from None


def write_options(options: msgspec.Struct, *told: str) -> str:
    """Return the options that differ from the defaults, in the format of `read_options`, without those
    already written.
    """
    usual = msgspec.to_builtins(type(options)())
    fields = {key: value for key, value in msgspec.to_builtins(options).items() if value != usual.get(key)}
    words = [
        f"{key}={str(value).lower() if value in (True, False) else value}"
        for key, value in fields.items()
        if key not in told
    ]
    return " ".join(words)


def _numbers(rest: str) -> list[int]:
    words = rest.split()
    if not words or not all(word.isdecimal() for word in words):
        raise ValueError(f'"{rest[:20]}" should be numbers with blanks between them.')
    return [int(word) for word in words]
