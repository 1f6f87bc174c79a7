"""A set played at its worst: a full grid of its costliest cards, in the budget that every match has.

What cards do is counted in units of work (`bot.engine.cards.bounds`). Where the budget is used up a match
goes on without the rest; a set in which that would happen is not taken in.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import cycle, islice
from typing import Any

from bot.engine.cardgames import PoolLibrary
from bot.engine.cards import bounds, machine
from bot.engine.cards.bounds import Work
from bot.engine.cards.format import placed
from bot.engine.cards.nodes import Fault, Node, NodePath
from bot.engine.cards.program import Due
from bot.engine.cards.replay import DEAD_END, comes_to_a_dead_end, exhausts, weight
from bot.engine.fair import Stream
from bot.engine.grid import grid_of
from bot.engine.language import N_, gettext, grouped
from bot.games.overcross.cards.cards import AnyCard, CardSet, Pool
from bot.games.overcross.cards.field import SELF, Attached, Piece, Placed, Trigger
from bot.games.overcross.cards.words import Pieces
from bot.games.overcross.rules.options import Options
from bot.games.overcross.rules.rules import OvercrossRules
from bot.games.overcross.rules.standing import Sources, gathered, standing
from bot.games.overcross.rules.state import OvercrossState
from bot.games.overcross.rules.table import Table
from bot.games.overcross.rules.view import SEAT_CARDS, Side

SEATS = 4
SIZE = 21
CHARACTERS = 12
"""Characters that each seat has in play, shoulder to shoulder in the middle; twice as many as is usual."""
TERRAINS = ((7, 9), (14, 9))
"""Columns and rows, from 0, of the centres of terrains: as many as lie among the Characters."""
HURT = 3
"""Counters on each Character: few enough for it to be hurt, and enough to be healed."""
SPREADING: tuple[Trigger, ...] = ("always", "damaged", "dies", "entered")
"""What happens by itself while something else does."""
MOMENTS: tuple[Trigger, ...] = (
    "turn", "end-of-turn", "played", "activated", "deployed", "attached", "entered", "attacks", "hits",
    "rolled", "damaged", "dies", "kills", "acts",
)  # fmt: skip
_REHEARSED = 12
"""Actions that are played to see that a match goes on."""
_ASKED = 100
"""Questions that are answered before a card is let go."""
_TOO_MUCH = N_(
    "on a grid full of such cards this takes {number} units of work, and {most} is the most: be about fewer"
    " pieces, or ask for less."
)
_MORE = N_(
    "on a grid full of such cards this takes more than {most} units of work, which is the most: be about"
    " fewer pieces, or ask for less."
)


def worst_case(own: CardSet, base: Sequence[CardSet]) -> Iterator[Fault]:
    """Yield E421 with the card and the figure where the cards of a set take too much work, and E422 where a
    match with them stops.

    Nothing else may be wrong with the set. Takes some 20 milliseconds of CPU time, for the worst some 500.
    """
    play = _WorstPlay(own, Pool([*[one for one in base if one.key != own.key], own]))
    yield from play.standing_faults()
    for trigger in MOMENTS:
        yield from play.moment_faults(trigger)
    yield from play.dead_ends()


class _WorstPlay:
    """Puts the costliest cards of a set on the grid, and plays them."""

    def __init__(self, own: CardSet, pool: Pool) -> None:
        self._pool = pool
        self._places: dict[str, NodePath] = {card.number: place for place, card in placed(own, Pool.fields)}

    def standing_faults(self) -> Iterator[Fault]:
        """Yield the faults of static abilities."""
        costliest = self._costliest("always")
        if costliest is None:
            return
        # Beyond the limit it is counted on to ten times as much, to say how much it is.
        found = Work(10 * bounds.STANDING)
        table = self._table(("always",), costliest)
        gathered(table, Sources(table, standing(table)), found)
        if found.spent >= bounds.STANDING:
            most, number = grouped(bounds.STANDING), grouped(found.spent)
            yield "E421", self._places[costliest.number], gettext(_TOO_MUCH, number=number, most=most)

    def moment_faults(self, trigger: Trigger) -> Iterator[Fault]:
        """Yield the faults of triggered abilities and their consequences."""
        costliest = self._costliest(trigger)
        if costliest is None:
            return
        table = self._table((trigger, *SPREADING), costliest)
        table.state.program = machine.begin_all(table.state.program, _dues(table, trigger, costliest))
        if exhausts(table, _ASKED):
            yield "E421", self._places[costliest.number], gettext(_MORE, most=grouped(bounds.STEP))

    def dead_ends(self) -> Iterator[Fault]:
        """Yield a fault where play stops while the strongest abilities are in play."""
        doing = [card for each in MOMENTS if (card := self._costliest(each)) is not None]
        rules = OvercrossRules(PoolLibrary(self._pool))
        for first in {card.number: card for card in doing}.values():
            table = self._table(MOMENTS, first)
            if comes_to_a_dead_end(rules, table.state, table.rng, _REHEARSED):
                yield "E422", (), gettext(DEAD_END)
                return

    def _costliest(self, trigger: Trigger) -> AnyCard | None:
        """Return the card of the set that does most at a moment; None where none does anything."""
        own = [card for card in self._pool.cards.values() if card.number in self._places]
        doing = [card for card in own if _weight(card, (trigger,))]
        return max(doing, key=lambda card: (_weight(card, (trigger,)), card.number), default=None)

    def _chosen(self, kind: str, triggers: Sequence[Trigger], most: int, first: AnyCard) -> list[str]:
        """Return so many set numbers of a kind: what does most at each of these moments, by turns."""
        cards = [card for card in self._pool.cards.values() if card.kind == kind]
        ranked = [sorted(cards, key=lambda card: (-_weight(card, (each,)), card.number)) for each in triggers]
        by_turns = [card.number for each in zip(*ranked, strict=True) for card in each]
        numbers = list(dict.fromkeys([first.number, *by_turns] if first.kind == kind else by_turns))
        return list(islice(cycle(numbers), most)) if numbers else []

    def _table(self, triggers: Sequence[Trigger], first: AnyCard) -> Table:
        """Return a grid on which each seat has the costliest cards in play, a certain one before all."""
        people = list(dict.fromkeys(self._chosen("character", triggers, CHARACTERS, first)))
        edits = self._chosen("edit", triggers, len(people), first)
        lands = self._chosen("terrain", triggers, len(TERRAINS), first)
        happening = [first.number] if first.kind == "event" else []
        options = Options(cards=self._pool.hash, objective="deathmatch", width=SIZE, height=SIZE, rounds=60)
        nothing: tuple[Any, ...] = ((),) * SEATS
        state = OvercrossState(
            options=options, seats=SEATS, phase="minor", sides=(Side(),) * SEATS,
            hands=nothing, decks=nothing, chosen=nothing, ready=(True,) * SEATS,
            lists=((*people, *edits, *lands, *happening),) * SEATS,
            round=30, turn=120, first=0, current=0,
            pieces=tuple(_pieces(len(people), len(edits))),
        )  # fmt: skip
        grid, place = grid_of(SIZE, SIZE), len(people) + len(edits)
        centres = [grid.at(column, row) for column, row in TERRAINS]
        state.terrains = tuple([Placed(place + at, centres[at]) for at in range(len(lands))])
        return Table(state, self._pool, Stream("worst case", bytes(32)))


def _pieces(people: int, edits: int) -> Iterator[Piece]:
    """Yield the Characters, a row for each seat, each with an edit where there are any."""
    grid, column = grid_of(SIZE, SIZE), (SIZE - CHARACTERS) // 2
    for seat in range(SEATS):
        begin = seat * SEAT_CARDS
        for at in range(people):
            worn = (Attached(begin + people + at),) if edits else ()
            yield Piece(begin + at, seat, grid.at(column + at, 8 + seat), HURT, edits=worn)


def _dues(table: Table, trigger: Trigger, card: AnyCard) -> Iterator[Due]:
    """Yield the abilities of a card at a moment; at moments of the turn, those of all cards of a seat."""
    pieces = [piece for piece in table.state.pieces if piece.seat == 0]
    target = table.state.pieces[-1].card
    alone = trigger not in ("turn", "end-of-turn")
    if card.kind == "event":
        last = len(table.state.lists[0]) - 1
        yield from table.doing(trigger, last, 0, ((SELF, (last,)),))
    elif card.kind == "terrain":
        yield from _of_terrains(table, trigger, pieces[:1] if alone else pieces)
    for piece in pieces[:1] if alone else pieces:
        yield from table.about(trigger, piece, (target,))


def _of_terrains(table: Table, trigger: Trigger, pieces: Iterable[Piece]) -> Iterator[Due]:
    for piece in pieces:
        yield from table.of_terrain(trigger, table.state.terrains[0], piece)


def _weight(card: AnyCard, triggers: Sequence[Trigger]) -> int:
    """Return about how much work the abilities of a card are at these moments."""
    return weight(card, triggers, _of_node)


def _of_node(node: Node) -> int:
    return SEATS * CHARACTERS if isinstance(node, Pieces) else 1
