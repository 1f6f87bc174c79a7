"""Positions of Crossfire as text: the table drawn in rows, or its layout, and the cards on it.

    _   .   ...               rows of the table, the far one first, squares separated by spaces
    4h1 7d2 ??n 9sn . _ #

A square is `.` or `_` (empty), `#` (no square of the table), a node such as `7h1` (the 7 of hearts of
seat 1; `Td1` is a 10, `Jo2` a Joker), `??n` (a neutral, face down) or `9sn` (a neutral that was probed).
The other lines have a colon and are optional. Their cards may omit the suit (hearts) and the seat of their
pack (that of the line). Lines replace drawn squares:

    options: layout=four      the options, also `grid=bbb/222/.../111/aaa`; by default the first layout of
                              the drawn size, or the standard one
    seats: 4                  if the table is not drawn
    seat 1: b2:4 c5:9s2+Jd    piles of seat 1: a node, a seized pile with its lowest card first,
            c4:Kd^Ts2         a tower; a card of another pack has its seat
    bases: J                  the card on each base without a pile
    neutrals: c5:9s1          the cards of face-down neutrals; `probed: c5:9s2` for those face up
    contest: c5 Jd1 Qs2       the cards of a contest, oldest first; the last one leads. `, lapsed`: the
                              answer was missed. On a neutral also cards that did not beat it. `Jd1/3` was
                              laid by seat 3
    phase: bases              or turn, over
    deciding: 1               the seats that still redeal or keep their bases
    turn: seat 1, number 12, first 2
    start: 4h 9s, 7d -        the draws to start, one card for each seat, `-` for no further draw
    points: 1 2 0, 0 0 2      the last count of each team: bases, chain, middle
    hand 1: 7h Kd Jo          the hand of seat 1; cards missing to 3, or 4 on turn, come from its pack
    shown 1: 7h2              cards of its hand that all players know
    pack 1: 9h 2c             the top cards of its pack
    discards 1: 5d            its discards
    cards: told               only the listed cards exist; they need not be whole packs

The position is checked: a repeated card or an impossible pile is an error.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import cast, get_args

from msgspec.structs import replace

from bot.engine.contract import Outcome, Seat
from bot.engine.decks import Deck
from bot.engine.errors import Refusal
from bot.engine.positions import at_line, carry_out, numbered, parts, read_options, read_seat, write_options
from bot.games.crossfire.rules import piles, scoring
from bot.games.crossfire.rules.cards import (
    SHORT_RANKS,
    SHORT_SUITS,
    Card,
    back,
    card,
    joker,
    name,
    pack_of,
    rank,
    short,
)
from bot.games.crossfire.rules.layout import SEATS_OF_FORM, Layout
from bot.games.crossfire.rules.normalize import normalize
from bot.games.crossfire.rules.opening import FIRST_HAND, bases_of, may_redeal, whole_pack
from bot.games.crossfire.rules.options import FIRST_OF_FORM, Options
from bot.games.crossfire.rules.piles import Board, beats_neutral, unknown
from bot.games.crossfire.rules.state import CrossfireState
from bot.games.crossfire.rules.table import table_of
from bot.games.crossfire.rules.view import NOBODY, LaidCard, Phase, Pile, PileKind, Tally

# Writing positions of Crossfire in the notation of `position`.


_JOINED = {"node": "", "neutral": "", "seized": "+", "tower": "^"}


def write_position(state: CrossfireState) -> str:
    """Return a position of a match in progress, in the notation of `read_position`."""
    seats = range(state.seats)
    piles = {square: pile for square, pile in enumerate(state.board) if pile is not None}
    hidden = zip(state.table.neutrals, state.neutrals, strict=False)  # no neutrals before they are dealt
    lines = [
        ("options", write_options(state.options)),
        ("seats", str(state.seats)),
        ("phase", state.phase),
        *[(f"seat {seat + 1}", _piles(state, piles, seat)) for seat in seats],
        ("probed", _piles(state, {at: pile for at, pile in piles.items() if not unknown(pile)}, NOBODY)),
        (
            "neutrals",
            " ".join([f"{state.table.name(at)}:{_card(card)}" for at, card in hidden if card is not None]),
        ),
        *[("contest", _contest(state.table.name(at), pile)) for at, pile in piles.items() if pile.laid],
        ("deciding", " ".join([str(seat + 1) for seat in seats if state.deciding[seat]])),
        ("start", ", ".join([_cards(draw) for draw in state.start])),
        ("points", ", ".join([f"{its.bases} {its.chain} {its.middle}" for its in state.tallies])),
        *[(f"hand {seat + 1}", _cards(state.hands[seat])) for seat in seats],
        *[(f"shown {seat + 1}", _cards(state.shown[seat])) for seat in seats],
        *[(f"pack {seat + 1}", _cards(state.decks[seat].order)) for seat in seats],
        *[(f"discards {seat + 1}", _cards(state.decks[seat].discard)) for seat in seats],
    ]
    if state.turn != NOBODY:
        lines.append(("turn", f"seat {state.turn + 1}, number {state.turns}, first {state.first + 1}"))
    return "\n".join([f"{word}: {rest}" for word, rest in lines])


def _piles(state: CrossfireState, piles: dict[int, Pile], owner: Seat) -> str:
    own = [(at, pile) for at, pile in piles.items() if pile.owner == owner]
    return " ".join(
        [f"{state.table.name(at)}:{_JOINED[pile.kind].join(map(_card, pile.cards))}" for at, pile in own]
    )


def _contest(where: str, pile: Pile) -> str:
    cards = [f"{_card(one.card)}/{one.seat + 1}" for one in pile.laid]
    return " ".join([where, *cards]) + (", lapsed" if pile.lapsed else "")


def _card(card: Card | None) -> str:
    return "-" if card is None else f"{short(card)}@{pack_of(card) + 1}"


def _cards(cards: Iterable[Card | None]) -> str:
    return " ".join([_card(card) for card in cards])


_CELL = re.compile(r"[._#]|\?\?n|(?:[A2-9TJQK][cdhs]|Jo)[1-4n]")
_CARD = re.compile(r"(10|[A2-9TJQK]|Jo)([cdhs])?@?([1-4])?")
_RANKS: Mapping[str, int] = {
    "10": 10,
    **{letter: number for number, letter in enumerate(SHORT_RANKS, start=1)},
}
_EMPTY = "._#"
_OTHERWISE = "neither a row of the table, "


def read_position(text: str, layouts: Mapping[str, Layout]) -> CrossfireState:
    """Return the state. Raises `ValueError` with the line at fault."""
    return _Reading(text, layouts).state()


class _Reading:
    """The contents of the lines."""

    def __init__(self, text: str, layouts: Mapping[str, Layout]) -> None:
        self._rows: list[tuple[int, list[str]]] = []
        self._agreed, self._seats = Options(), 2
        self._phase: Phase = "turn"
        self._turn = {"seat": 1, "number": 1}
        self._hands: dict[Seat, tuple[Card, ...]] = {}
        self._packs: dict[Seat, tuple[Card, ...]] = {}
        self._discards: dict[Seat, tuple[Card, ...]] = {}
        self._shown: dict[Seat, tuple[Card, ...]] = {}
        self._deciding: tuple[Seat, ...] | None = None
        self._start: tuple[tuple[Card | None, ...], ...] = ()
        self._tallies: tuple[Tally, ...] = ()
        self._hidden: dict[int, Card] = {}
        self._told_alone = False
        later = self._sort(text)
        options = self._normalized(layouts)
        self._table = table_of(options, self._seats)
        self._options = options
        self._board: list[Pile | None] = [None] * self._table.grid.size
        for row, (number, cells) in enumerate(reversed(self._rows)):
            with at_line(number):
                for column, cell in enumerate(cells):
                    self._lay_cell(self._table.grid.at(column, row), cell)
        for number, line in later:
            carry_out(self._lines, number, line, _OTHERWISE)

    def _sort(self, text: str) -> list[tuple[int, str]]:
        """Read the rows and the lines that define the table; return the other lines, contests last."""
        first = {"options": self._say_options, "seats": self._say_seats}
        lines = []
        for number, line in numbered(text):
            cells, word = line.split(), line.partition(":")[0]
            if all(_CELL.fullmatch(cell) for cell in cells):
                self._rows.append((number, cells))
            elif word in first:
                carry_out(first, number, line, _OTHERWISE)
            else:
                lines.append((number, line))
        return sorted(lines, key=lambda one: one[1].startswith("contest"))

    @property
    def _lines(self) -> Mapping[str, Callable[[str], object]]:
        seats = range(self._seats)
        return {
            **{f"seat {seat + 1}": partial(self._say_piles, seat) for seat in seats},
            "bases": self._say_bases,
            "neutrals": self._say_neutrals,
            "probed": self._say_probed,
            "contest": self._say_contest,
            "phase": self._say_phase,
            "turn": self._say_turn,
            "deciding": self._say_deciding,
            "start": self._say_start,
            "points": self._say_points,
            **{f"shown {seat + 1}": partial(self._say_cards, self._shown, seat) for seat in seats},
            **{f"hand {seat + 1}": partial(self._say_cards, self._hands, seat) for seat in seats},
            **{f"pack {seat + 1}": partial(self._say_cards, self._packs, seat) for seat in seats},
            **{f"discards {seat + 1}": partial(self._say_cards, self._discards, seat) for seat in seats},
            "cards": self._say_told_alone,
        }

    def _normalized(self, layouts: Mapping[str, Layout]) -> Options:
        """Return the options with the given layout, or the first one of the size of the drawn table."""
        size = len(self._rows[0][1]) if self._rows else 0, len(self._rows)
        for number, cells in self._rows:
            if len(cells) != size[0]:
                raise ValueError(f"line {number}: the row has {len(cells)} squares, the first one {size[0]}.")
        if self._rows and not self._agreed.grid:
            return self._as_large(size, layouts)
        if re.search("[34]", self._agreed.grid):
            self._seats = 4
        try:
            options = normalize(self._agreed, self._seats, layouts)
        except Refusal as refusal:
            raise ValueError(f"the options: {refusal}") from None
        if self._rows and _size(options.grid) != size:
            raise ValueError("the layout is not as large as the table drawn.")
        return options

    def _as_large(self, size: tuple[int, int], layouts: Mapping[str, Layout]) -> Options:
        for key, layout in layouts.items():
            if self._agreed.layout in (FIRST_OF_FORM, key) and _size(layout.grid) == size:
                self._seats = SEATS_OF_FORM[layout.form]
                options = replace(self._agreed, ultimate=layout.form == "ultimate", layout=key)
                return normalize(options, self._seats, layouts)
        raise ValueError(
            f"no layout has {size[0]} columns and {size[1]} rows: write options: grid=bbb/222/..."
        )

    # The lines

    def _say_options(self, rest: str) -> None:
        self._agreed = read_options(Options, rest)

    def _say_seats(self, rest: str) -> None:
        self._seats = read_seat(rest, 4) + 1

    def _say_piles(self, seat: Seat, rest: str) -> None:
        for word in rest.split():
            where, _, what = word.partition(":")
            kind: PileKind = "tower" if "^" in what else "seized" if "+" in what else "node"
            cards = tuple([self._card(one, seat) for one in re.split(r"[+^]", what)])
            self._lay(self._square(where), Pile(seat, kind, cards))

    def _say_bases(self, rest: str) -> None:
        for seat, bases in enumerate(self._table.bases):
            for square in bases:
                if self._board[square] is None:
                    self._lay(square, piles.node(seat, self._card(rest, seat)))

    def _say_neutrals(self, rest: str) -> None:
        for word in rest.split():
            where, _, what = word.partition(":")
            square, card = self._square(where), self._card(what, 0)
            self._lay(square, piles.neutral(back(pack_of(card))))
            self._hidden[square] = card

    def _say_probed(self, rest: str) -> None:
        for word in rest.split():
            where, _, what = word.partition(":")
            self._lay(self._square(where), piles.neutral(self._card(what, 0)))

    def _say_contest(self, rest: str) -> None:
        first, *marks = parts(rest) or [""]
        where, *words = first.split() or [""]
        if not words or marks not in ([], ["lapsed"]):
            raise ValueError(f'"{rest[:40]}" is not a contest: write "c5 Jd1 Qs2" or "c5 Jd1, lapsed".')
        square = self._square(where)
        pile = self._board[square]
        if pile is None:
            raise ValueError(f"nothing lies at {where}.")
        laid = [self._laid(*word.partition("/")[::2]) for word in words]
        leader, rival = _parties(pile, laid, where)
        self._board[square] = replace(pile, laid=tuple(laid), leader=leader, rival=rival, lapsed=bool(marks))

    def _laid(self, word: str, by: str) -> LaidCard:
        card = self._card(word)
        return LaidCard(read_seat(by, self._seats) if by else pack_of(card), card)

    def _say_deciding(self, rest: str) -> None:
        self._deciding = tuple([read_seat(word, self._seats) for word in rest.split()])

    def _say_start(self, rest: str) -> None:
        self._start = tuple([self._draw(words.split()) for words in parts(rest)])

    def _draw(self, words: Sequence[str]) -> tuple[Card | None, ...]:
        return tuple([None if word == "-" else self._card(word, seat) for seat, word in enumerate(words)])

    def _say_points(self, rest: str) -> None:
        self._tallies = tuple([Tally(*[int(word) for word in team.split()]) for team in parts(rest)])

    def _say_phase(self, rest: str) -> None:
        if rest not in get_args(Phase):
            raise ValueError(f'"{rest[:40]}" is not a phase: write {", ".join(get_args(Phase))}.')
        self._phase = cast("Phase", rest)

    def _say_turn(self, rest: str) -> None:
        for part in parts(rest):
            words = re.fullmatch(r"(seat|number|first) (\d{1,3})", part)
            if words is None:
                raise ValueError(f'"{part[:40]}" is not known of a turn: write "seat 1, number 12".')
            self._turn[words[1]] = int(words[2])
        read_seat(str(self._turn["seat"]), self._seats)

    def _say_cards(self, held: dict[Seat, tuple[Card, ...]], seat: Seat, rest: str) -> None:
        held[seat] = tuple([self._card(word, seat) for word in rest.split()])

    def _say_told_alone(self, rest: str) -> None:
        if rest != "told":
            raise ValueError(f'"{rest[:40]}" says nothing of the cards: write told.')
        self._told_alone = True

    # Squares and cards

    def _square(self, name: str) -> int:
        square = self._table.grid.parse(name)
        if not self._table.has(square):
            raise ValueError(f"{name} is no square of this table.")
        return square

    def _card(self, word: str, seat: Seat | None = None) -> Card:
        return read_card(word, self._seats, seat)

    def _lay_cell(self, square: int, cell: str) -> None:
        if cell == "??n":
            place = self._table.neutrals.index(square) if square in self._table.neutrals else 0
            self._lay(square, piles.neutral(back(place % self._seats)))
        elif cell[-1] == "n":
            self._lay(square, piles.neutral(self._card(cell[:-1], 0)))
        elif cell not in _EMPTY:
            of = self._card(cell)
            self._lay(square, piles.node(pack_of(of), of))

    def _lay(self, square: int, pile: Pile) -> None:
        """Put a pile on a square that may hold it."""
        where = self._table.name(square)
        if not self._table.has(square):
            raise ValueError(f"{where} is no square of this table.")
        if pile.kind == "neutral" and square not in self._table.neutrals:
            raise ValueError(f"{where} is no square of a neutral.")
        if pile.kind == "tower" and [rank(one) > 10 for one in pile.cards] != [True, False]:
            raise ValueError("a tower is a royal and a 10, in this order.")
        self._board[square] = pile

    # The result

    def state(self) -> CrossfireState:
        """Return the position. Raises `ValueError`."""
        for seat, bases in enumerate(self._table.bases):
            for square in bases:
                if self._board[square] is None:
                    raise ValueError(f"the base {self._table.name(square)} of seat {seat + 1} is missing.")
        playing, seats, board = self._phase == "turn", range(self._seats), tuple(self._board)
        turn, number = self._turn["seat"] - 1, self._turn["number"]
        begun = self._phase != "bases"
        dealt = [self._dealt(seat, FIRST_HAND + (playing and seat == turn) if begun else 0) for seat in seats]
        tallies = self._tallies or scoring.count_points(self._table, board)
        neutrals = [self._hidden.get(square) for square in self._table.neutrals]
        first = self._turn.get("first", (turn - number + 1) % self._seats + 1) - 1
        return CrossfireState(
            options=self._options,
            seats=self._seats,
            phase=self._phase,
            board=board,
            neutrals=tuple(neutrals) if begun or self._hidden else (),
            hands=tuple([tuple(sorted(hand)) for hand, _ in dealt]),
            shown=tuple([self._shown.get(seat, ()) for seat in seats]),
            decks=tuple([deck for _, deck in dealt]),
            deciding=tuple([not begun and self._decides(seat) for seat in seats]),
            start=self._start,
            first=first if begun else NOBODY,
            turn=turn if playing else NOBODY,
            turns=number if begun else 0,
            tallies=tallies,
            outcome=self._outcome(board, tallies) if self._phase == "over" else None,
        )

    def _outcome(self, board: Board, tallies: tuple[Tally, ...]) -> Outcome:
        if self._options.end == "points":
            return scoring.pack_ran_out_of_two(scoring.claims_of(self._table, board))
        return scoring.pack_ran_out(self._seats, tallies)

    def _decides(self, seat: Seat) -> bool:
        if self._deciding is not None:
            return seat in self._deciding
        return may_redeal(bases_of(self._table, self._board, seat))

    def _dealt(self, seat: Seat, held: int) -> tuple[tuple[Card, ...], Deck]:
        """Return the hand and the pack of a seat, with its neutrals put face down."""
        hand, pack = self._hands.get(seat, ()), self._packs.get(seat, ())
        discards = self._discards.get(seat, ())
        if self._told_alone:
            return hand, Deck(pack, discards)
        whole = whole_pack(self._options, seat)
        left = list((Counter(whole) - self._seen(seat, whole)).elements())
        for square in self._table.neutrals:
            pile = self._board[square]
            if pile and unknown(pile) and pack_of(pile.cards[0]) == seat and square not in self._hidden:
                self._hidden[square] = left.pop()
        missing = max(0, held - len(hand))
        return (*hand, *left[:missing]), Deck((*pack, *left[missing:]), discards)

    def _seen(self, seat: Seat, whole: Sequence[Card]) -> Counter[Card]:
        """Return the named cards of a pack. Raises `ValueError` for a card named too often."""
        told = [
            one
            for held in (self._hands, self._packs, self._discards)
            for cards in held.values()
            for one in cards
        ]
        told += [one for pile in self._board if pile for one in pile.all_cards] + list(self._hidden.values())
        seen = Counter([one for one in told if one >= 0 and pack_of(one) == seat])
        for one, times in sorted((seen - Counter(whole)).items()):
            wanted = whole.count(one)
            often = "once" if wanted == 1 else f"{wanted} times"
            raise ValueError(
                f"the {name(one)} of seat {seat + 1}'s pack is there {wanted + times} times, not {often}."
            )
        return seen


def read_card(word: str, seats: int, seat: Seat | None = None) -> Card:
    """Return the card of "7h1", or of "7" if the seat of its pack is known. Raises `ValueError`."""
    said = _CARD.fullmatch(word)
    pack = read_seat(said[3], seats) if said and said[3] else seat
    if said is None or pack is None:
        raise ValueError(f'"{word[:20]}" is not a card: write 7h1, with the seat of its pack.')
    return joker(pack) if said[1] == "Jo" else card(pack, _RANKS[said[1]], SHORT_SUITS.index(said[2] or "h"))


def _parties(pile: Pile, laid: Sequence[LaidCard], where: str) -> tuple[Seat, Seat]:
    """Return the leader of a contest, and the rival that may answer."""
    leader = laid[-1].seat
    if pile.kind == "neutral":
        if unknown(pile):
            raise ValueError(f"the neutral at {where} has been probed, so its card is known: write 9sn.")
        return (leader if beats_neutral(laid[-1].card, pile.cards[0]) else NOBODY), NOBODY
    others = [one.seat for one in laid if one.seat != pile.owner]
    if not others:
        raise ValueError(f"nobody attacks at {where}: the first card is an enemy's.")
    return leader, pile.owner if leader != pile.owner else others[-1]


def _size(grid: str) -> tuple[int, int]:
    rows = re.split(r"[/\s]+", grid.strip())
    return len(rows[0]), len(rows)
