"""Values computed from the positions of pieces, cached while these are unchanged."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import reduce
from operator import or_
from typing import Any

from msgspec import Struct

from bot.engine.cards.bounds import STANDING, Work
from bot.engine.cards.effect_context import WORKING
from bot.engine.contract import Seat
from bot.engine.decks import Card
from bot.engine.grid import Grid, grid_of, listed
from bot.games.overcross.cards.cards import AnyCard
from bot.games.overcross.cards.field import OFF, Piece, Placed
from bot.games.overcross.cards.statics import AnyStatic
from bot.games.overcross.cards.words import Ability
from bot.games.overcross.rules.standing import SHEET, InForce, Part, Source, Sources, gathered
from bot.games.overcross.rules.terrains import TerrainLayout, layout_of
from bot.games.overcross.rules.view import Lasting, Moving, number_of

DEADLY = 6
"""With this number of counters a Character dies and a terrain is destroyed (OVC-20, OVC-21)."""


class Field:
    """The current state of a match: its pieces by card and square, its terrain, the effects in force."""

    __slots__ = (
        "_bearers", "_before", "_changed", "_in_force", "_names", "_pieces", "by_card", "by_seat",
        "by_square", "free", "layout", "moved", "occupied", "on_grid", "parts", "pool", "queries", "since",
        "unsettled",
    )  # fmt: skip

    _before: tuple[Piece, ...] | None
    """The Characters from whose positions it was computed, and those that are different since then."""
    _changed: Sequence[tuple[Piece, Piece]]
    since: tuple[Piece, ...] | None
    """The Characters at the latest earlier position whose effects in force were found."""
    moved: int | None
    """The squares that Characters have left or entered since then, by seat (`standing.Part.watched`); None if
    it makes a difference in any case, because other Characters or edits are in play, or one came onto or left
    the grid.
    """
    _bearers: dict[Card, Card] | None
    _names: Counter[tuple[Seat, str]] | None
    by_card: dict[Card, Piece]
    by_square: dict[int, Piece]
    by_seat: list[int]
    """The squares of each seat's Characters."""
    unsettled: bool
    """Whether Characters have 6 counters or more, or share a square: a resolution is pending."""
    on_grid: int
    """The number of Characters on the grid."""

    def __init__(self, queries: Any, layout: TerrainLayout, last: Field | None = None) -> None:
        """Compute the positions; from those of an earlier field, if the same Characters were in play then."""
        self.queries = queries
        """The latest match queried that has this state."""
        self.layout = layout
        state = queries.state
        self.pool = queries.pool
        self.parts = (
            state.pieces, state.turn, state.lasting, state.terrains, state.sides, state.hands, state.flags,
            state.lists,
        )  # fmt: skip
        """All of a state that positions and effects in force are computed from."""
        self._pieces: tuple[Piece, ...] = state.pieces
        self._in_force: InForce | None = None
        if last is None or not self._followed(last):
            self._computed(state.seats)
        self.occupied: int = reduce(or_, self.by_seat)
        self.free: int = layout.grid.full & ~(self.occupied | layout.obstructive)
        """The squares without Character or obstructive terrain (OVC-34)."""

    def _computed(self, seats: int) -> None:
        """Compute the positions from all Characters."""
        self._before, self._changed, self.since, self.moved = None, (), None, None
        self._bearers = self._names = None
        self.by_card, self.by_square, self.by_seat = {}, {}, [0] * seats
        most = self.on_grid = 0
        for piece in self._pieces:
            self.by_card[piece.card] = piece
            most = max(most, piece.counters)
            if piece.square != OFF:
                self.on_grid += 1
                self.by_square[piece.square] = piece
                self.by_seat[piece.seat] |= 1 << piece.square
        self.unsettled = most >= DEADLY or len(self.by_square) < self.on_grid

    def _followed(self, last: Field) -> bool:
        """Compute the positions by the difference; return whether that was possible."""
        if last.unsettled or self.parts[-1] is not last.parts[-1]:  # other lists
            return False
        changed = self.queries.memory.differing(last._pieces, self._pieces)
        if changed is None:
            return False
        by_card, by_square, by_seat, bearers = last.by_card, last.by_square, last.by_seat, last._bearers
        since, moved = (last.since, last.moved) if last._in_force is None else (last._pieces, 0)
        if changed:
            by_card, by_square, by_seat = by_card.copy(), by_square.copy(), by_seat.copy()
            arrived: list[Piece] = []
            for old, new in changed:
                if new.counters >= DEADLY:
                    return False
                by_card[new.card] = new
                if new.edits is not old.edits:
                    bearers = None
                    if _cards_of(old) != _cards_of(new):
                        moved = None
                here, there = old.square, new.square
                if here == there:
                    if here != OFF:
                        by_square[here] = new
                    continue
                if here != OFF:
                    del by_square[here]
                    by_seat[old.seat] ^= 1 << here
                if there != OFF:
                    arrived.append(new)
                if here == OFF or there == OFF:
                    moved = None
                elif moved is not None:
                    moved |= (1 << here | 1 << there) << new.seat * SHEET
            for new in arrived:
                if new.square in by_square:
                    return False
                by_square[new.square] = new
                by_seat[new.seat] |= 1 << new.square
        self.by_card, self.by_square, self.by_seat, self.unsettled = by_card, by_square, by_seat, False
        self.on_grid = len(by_square)
        self._names, self._bearers = last._names, bearers
        self._before, self._changed = last._pieces, changed
        self.since, self.moved = since, moved
        return True

    def changed_since(self, pieces: tuple[Piece, ...]) -> Sequence[tuple[Piece, Piece]] | None:
        """Return the former and the new value of each Character that is another object than among these.

        None if other Characters are in play.
        """
        return self._changed if pieces is self._before else _differing(pieces, self._pieces)

    def stood_on(self, squares: int, seat: Seat, whose: str) -> int:
        """Return the squares of these with a Character that is "any", a "friend" of a seat or an "enemy"."""
        if whose == "friend":
            return squares & self.by_seat[seat]
        if whose == "any":
            return squares & self.occupied
        return squares & self.occupied & ~self.by_seat[seat]

    def standing(self, squares: int, seat: Seat, whose: str) -> list[Card]:
        """Return the Characters on these squares (`stood_on`), by number."""
        squares = self.stood_on(squares, seat, whose)
        if not squares:
            return []
        if not self.unsettled:
            by_square = self.by_square
            return sorted([by_square[square].card for square in listed(squares)])
        return [
            piece.card
            for piece in self._pieces
            if piece.square != OFF
            and squares >> piece.square & 1
            and (whose == "any" or (piece.seat == seat) is (whose == "friend"))
        ]

    # No `cached_property`: before Python 3.12 it takes a lock.

    @property
    def bearers(self) -> dict[Card, Card]:
        """The bearer of each attached edit."""
        if self._bearers is None:
            self._bearers = {edit.card: piece.card for piece in self._pieces for edit in piece.edits}
        return self._bearers

    @property
    def names(self) -> Counter[tuple[Seat, str]]:
        """The number of Characters in play of each seat, by name."""
        if self._names is None:
            face = self.queries.face
            self._names = Counter([(piece.seat, face(piece.card).name) for piece in self._pieces])
        return self._names

    @property
    def in_force(self) -> InForce:
        """The effects in force."""
        if self._in_force is None:
            self._in_force = self.queries.memory.in_force(self.queries, self)
        return self._in_force


def _differing(before: Sequence[Piece], after: Sequence[Piece]) -> list[tuple[Piece, Piece]] | None:
    if len(before) != len(after):
        return None
    changed: list[tuple[Piece, Piece]] = []
    for old, new in zip(before, after, strict=True):
        if old is not new:
            if old.card != new.card:
                return None
            changed.append((old, new))
    return changed


def _cards_of(piece: Piece) -> list[Card]:
    """Return the edits on a Character, however long they have been attached."""
    return [edit.card for edit in piece.edits]


class _Gathered(Struct):
    """Effects in force, and all that they depend on if their sources are `local`."""

    sources: Sources
    pieces: tuple[Piece, ...]
    terrains: tuple[Placed, ...]
    lasting: tuple[Lasting, ...]
    parts: list[Part]
    """What each source gives; empty if their budget is used up."""
    watched: int
    """The squares on which Characters make a difference (`standing.Part.watched`)."""
    found: InForce


class Opened:
    """The possibilities of a seat's Characters in a turn that are known (`legal.OpenTo`).

    They are dropped as soon as squares of enemies, terrain or effects in force that bear on them change.
    """

    __slots__ = (
        "able", "by_card", "field", "ground", "late", "moving", "pieces", "seat", "since",
    )  # fmt: skip

    def __init__(self, seat: Seat, since: Any, ground: TerrainLayout, able: dict[Any, Any]) -> None:
        self.seat, self.since, self.ground = seat, since, ground
        self.able = able
        """What they can do in any turn and on any square (`legal.Able`), as far as it is known."""
        self.field: Field | None = None
        """The latest field for which this holds."""
        self.by_card: dict[Card, Any] = {}
        """At the last legal list, those of all its Characters in order."""
        self.pieces: tuple[Piece, ...] = ()
        """The Characters in play at the last legal list; its phase and the move that could be continued."""
        self.late = False
        self.moving: Moving | None = None


class Memory:
    """The last results, reused while the values they depend on are unchanged."""

    def __init__(self) -> None:
        self._field: Field | None = None
        self._terrains: tuple[Any, Any, Any, Any] = (None, None, None, None)
        self._layout: TerrainLayout | None = None
        self._grid = grid_of(1, 1)
        self._lists: tuple[Any, Any, Any, Any] = (None, None, None, None)
        self._faces: dict[Card, AnyCard] = {}
        self._doing: dict[Card, Mapping[str, tuple[Ability, ...]]] = {}
        self._known: dict[tuple[Card, Card], Source] = {}
        self._gathered: _Gathered | None = None
        self._opened: Opened | None = None
        self._able: dict[Any, Any] = {}
        self._put: tuple[Sequence[Piece], Sequence[Piece], Piece, Piece] | None = None

    def put(self, before: Sequence[Piece], after: Sequence[Piece], old: Piece, new: Piece) -> None:
        """Note that these Characters differ from those before in one of them alone."""
        self._put = (before, after, old, new)

    def differing(
        self, before: Sequence[Piece], after: Sequence[Piece]
    ) -> Sequence[tuple[Piece, Piece]] | None:
        """Return the former and the new value of each Character that is another object; None if others are in
        play. After most actions it is the one that was `put`, and no other is looked at.
        """
        if before is after:
            return ()
        put = self._put
        if put is not None and before is put[0] and after is put[1]:
            return (put[2:],)
        return _differing(before, after)

    def printed(
        self, queries: Any
    ) -> tuple[Grid, dict[Card, AnyCard], dict[Card, Mapping[str, tuple[Ability, ...]]]]:
        """Return the grid, and the faces and the abilities of the cards queried so far, by card.

        All that depends on the cards of a match is dropped when another match is queried.
        """
        state, (lists, chosen, pool, options) = queries.state, self._lists
        if (
            state.lists is not lists
            or state.chosen is not chosen
            or queries.pool is not pool
            or state.options is not options
        ):
            self._lists = (state.lists, state.chosen, queries.pool, state.options)
            self._grid = grid_of(state.options.width, state.options.height)
            self._faces, self._doing, self._gathered, self._known = {}, {}, None, {}
            self._able, self._opened = {}, None
        return self._grid, self._faces, self._doing

    def face(self, queries: Any, card: Card) -> AnyCard:
        """Return a card's printed content."""
        _, faces, _ = self.printed(queries)
        found = faces.get(card)
        if found is None:
            found = faces[card] = queries.pool.cards[number_of(queries.state, card)]
        return found

    def does(self, queries: Any, card: Card) -> Mapping[str, tuple[Ability, ...]]:
        """Return the abilities of a card by trigger."""
        _, _, doing = self.printed(queries)
        found = doing.get(card)
        if found is None:
            found = doing[card] = queries.pool.doing[self.face(queries, card).number]
        return found

    def in_force(self, queries: Any, field: Field) -> InForce:
        """Return the effects in force; the same object while nothing they depend on has changed."""
        if queries.faces is not self._faces:
            self.printed(queries)
        state, last = queries.state, self._gathered
        squares = None
        before: Sequence[Part] = ()
        if last is not None and last.pieces is field.since and last.terrains is state.terrains:
            squares = field.moved
        if last is None or squares is None:
            sources = Sources(queries, self._known)
        else:
            sources = last.sources
            if not squares & last.watched and sources.local and last.lasting is state.lasting:
                last.pieces = state.pieces
                return last.found
            if WORKING.get() is None:  # else each card in force is to be told
                before = last.parts
        parts = sources.parts(queries, before, squares or 0)
        if before and last is not None and parts == before and last.lasting is state.lasting:
            last.pieces = state.pieces
            return last.found
        work, watched = Work(STANDING), 0
        statics: list[AnyStatic] = []
        for part in parts:
            work.spent += part.work
            watched |= part.watched
            statics += part.statics
        statics += [each.static for each in state.lasting]
        if work.exhausted:
            parts, watched, work.spent = [], -1, 0
            statics = gathered(queries, sources, work)
        same = last is not None and last.found.all == statics and last.found.work == work.spent
        found = last.found if last is not None and same else InForce(statics, work.spent)
        self._gathered = _Gathered(
            sources, state.pieces, state.terrains, state.lasting, parts, watched, found
        )
        return found

    def opened(self, queries: Any, field: Field, seat: Seat) -> Opened:
        """Return the possibilities of a seat's Characters in this turn that are known, at these positions."""
        last, in_force = self._opened, queries.in_force_on(field)
        if last is not None and last.field is field and last.seat == seat:
            return last
        if queries.faces is not self._faces:
            self.printed(queries)
            last = self._opened
        foes, hidden = field.occupied & ~field.by_seat[seat], []
        if in_force.hidden:
            targets = map(field.by_card.get, in_force.hidden)
            hidden = [piece.square for piece in targets if piece is not None and piece.seat != seat]
        since = (queries.state.turn, foes, hidden, in_force.limits, queries.ends(seat))
        if last is None or last.seat != seat or last.ground is not field.layout or last.since != since:
            self._opened = last = Opened(seat, since, field.layout, self._able)
        last.field = field
        return last

    def field(self, queries: Any) -> Field:
        """Return the field of a match."""
        found, state, layout = self._field, queries.state, None
        if found is not None and found.pool is queries.pool:
            pieces, turn, lasting, terrains, sides, hands, flags, lists = found.parts
            if (  # a loop over the fields takes three times as long, several times an action
                pieces is state.pieces
                and turn is state.turn
                and lasting is state.lasting
                and terrains is state.terrains
                and sides is state.sides
                and hands is state.hands
                and flags is state.flags
                and lists is state.lists
            ):
                found.queries = queries
                return found
            if terrains is state.terrains and lists is state.lists and found.layout.grid is queries.grid:
                layout = found.layout
        self._field = found = Field(queries, layout or self.layout(queries), found)
        return found

    def layout(self, queries: Any) -> TerrainLayout:
        """Return the ground with its terrains."""
        state, found, (terrains, lists, grid, pool) = queries.state, self._layout, self._terrains
        if (
            found is not None
            and state.terrains is terrains
            and state.lists is lists
            and queries.grid is grid
            and queries.pool is pool
        ):
            return found
        self._terrains = (state.terrains, state.lists, queries.grid, queries.pool)
        self._layout = found = layout_of(queries.grid, _terrains_of(queries))
        return found


def _terrains_of(queries: Any) -> tuple[Any, ...]:
    return tuple(
        [
            (queries.face(each.card), each.centre, queries.does(each.card).get("entered", ()))
            for each in queries.state.terrains
        ]
    )
