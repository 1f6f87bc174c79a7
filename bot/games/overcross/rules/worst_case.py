"""The worst case of a set (`bot.engine.worstcase`): a full grid of its costliest cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import cycle, islice
from typing import Any

from bot.base.language import N_
from bot.engine.cards import machine
from bot.engine.cards.bounds import Work
from bot.engine.cards.nodes import Fault, Node
from bot.engine.cards.program import Due
from bot.engine.fair import Stream
from bot.engine.grid import grid_of
from bot.engine.worstcase import WorstPlay
from bot.games.overcross.cards.cards import AnyCard, CardSet, Pool
from bot.games.overcross.cards.field import SELF, Attached, Piece, Placed, Trigger
from bot.games.overcross.cards.words import Pieces
from bot.games.overcross.rules.options import Options
from bot.games.overcross.rules.rules import OvercrossRules
from bot.games.overcross.rules.standing import Sources, gathered
from bot.games.overcross.rules.state import OvercrossState
from bot.games.overcross.rules.table import Table
from bot.games.overcross.rules.view import SEAT_CARDS, Side

SEATS = 4
SIZE = 21
CHARACTERS = 12
"""The number of each seat's Characters in play, side by side in the middle; twice the usual number."""
TERRAINS = ((7, 9), (14, 9))
"""Columns and rows, from 0, of the centres of terrains: as many as fit among the Characters."""
HURT = 3
"""Counters on each Character: low enough for further damage, and high enough for healing."""
SPREADING: tuple[Trigger, ...] = ("always", "damaged", "dies", "entered")
"""Triggers that can occur during another effect."""
MOMENTS: tuple[Trigger, ...] = (
    "turn", "end-of-turn", "played", "activated", "deployed", "attached", "entered", "attacks", "hits",
    "rolled", "damaged", "dies", "kills", "acts",
)  # fmt: skip


def worst_case(own: CardSet, base: Sequence[CardSet]) -> Iterator[Fault]:
    """Yield the findings of `WorstPlay`. Takes about 20 ms of CPU time, about 500 ms for the worst sets."""
    return _WorstPlay(own, base).faults()


class _WorstPlay(WorstPlay[Pool, AnyCard]):
    """Fills the grid with the costliest cards of a set, and plays them."""

    pool_type, rules_type, moments, rehearsed, asked = Pool, OvercrossRules, MOMENTS, 12, 100
    too_much = N_(
        "on a grid full of such cards this takes {number} units of work, and {most} is the most: be about "
        "fewer pieces, or ask for less."
    )
    more = N_(
        "on a grid full of such cards this takes more than {most} units of work, which is the most: be about"
        " fewer pieces, or ask for less."
    )

    def of_node(self, node: Node) -> int:
        """Return the number of Characters for nodes about pieces."""
        return SEATS * CHARACTERS if isinstance(node, Pieces) else 1

    def standing(self, card: AnyCard, work: Work) -> int:
        """Return the work of all effects in force."""
        table = self._table(("always",), card)
        gathered(table, Sources(table), work)
        return work.spent

    def begun(self, trigger: Any, cards: Sequence[AnyCard]) -> Table:
        """Return a table on which the costliest card is triggered."""
        table = self._table((trigger, *SPREADING), cards[0])
        table.state.program = machine.begin_all(table.state.program, _dues(table, trigger, cards[0]))
        return table

    def rehearsals(self) -> Iterator[Table]:
        """Yield a table for each of the strongest cards."""
        doing = [card for each in MOMENTS for card in self.costliest(each)[:1]]
        for first in {card.number: card for card in doing}.values():
            yield self._table(MOMENTS, first)

    def _chosen(self, kind: str, triggers: Sequence[Trigger], most: int, first: AnyCard) -> list[str]:
        """Return this number of set numbers of a kind: the costliest card of each trigger, in rotation."""
        cards = [card for card in self.pool.cards.values() if card.kind == kind]
        ranked = [self.by_weight(cards, each) for each in triggers]
        by_turns = [card.number for each in zip(*ranked, strict=True) for card in each]
        numbers = list(dict.fromkeys([first.number, *by_turns] if first.kind == kind else by_turns))
        return list(islice(cycle(numbers), most)) if numbers else []

    def _table(self, triggers: Sequence[Trigger], first: AnyCard) -> Table:
        """Return a grid on which each seat has the costliest cards in play, starting with a given one."""
        people = list(dict.fromkeys(self._chosen("character", triggers, CHARACTERS, first)))
        edits = self._chosen("edit", triggers, len(people), first)
        lands = self._chosen("terrain", triggers, len(TERRAINS), first)
        happening = [first.number] if first.kind == "event" else []
        options = Options(cards=self.pool.hash, objective="deathmatch", width=SIZE, height=SIZE, rounds=60)
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
        return Table(state, self.pool, Stream("worst case", bytes(32)))


def _pieces(people: int, edits: int) -> Iterator[Piece]:
    """Yield the Characters, a row for each seat, each with an edit if there are any."""
    grid, column = grid_of(SIZE, SIZE), (SIZE - CHARACTERS) // 2
    for seat in range(SEATS):
        begin = seat * SEAT_CARDS
        for at in range(people):
            worn = (Attached(begin + people + at),) if edits else ()
            yield Piece(begin + at, seat, grid.at(column + at, 8 + seat), HURT, edits=worn)


def _dues(table: Table, trigger: Trigger, card: AnyCard) -> Iterator[Due]:
    """Yield the abilities of a card with a trigger; for triggers of the turn, of all cards of a seat."""
    pieces = [piece for piece in table.state.pieces if piece.seat == 0]
    if trigger not in ("turn", "end-of-turn"):
        pieces = pieces[:1]
    target = table.state.pieces[-1].card
    if card.kind == "event":
        last = len(table.state.lists[0]) - 1
        yield from table.doing(trigger, last, 0, ((SELF, (last,)),))
    elif card.kind == "terrain":
        for piece in pieces:
            yield from table.of_terrain(trigger, table.state.terrains[0], piece)
    for piece in pieces:
        yield from table.about(trigger, piece, (target,))
