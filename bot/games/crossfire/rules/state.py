"""The state of a match."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from bot.engine.contract import Outcome, Seat, set_at
from bot.engine.decks import Deck
from bot.games.crossfire.rules.cards import Card, pack_of, with_card, without_card
from bot.games.crossfire.rules.options import Options
from bot.games.crossfire.rules.piles import Board
from bot.games.crossfire.rules.table import Table, make_table
from bot.games.crossfire.rules.view import NOBODY, Phase, Pile, Tally

NO_POINTS = (Tally(), Tally())


class CrossfireState(msgspec.Struct, forbid_unknown_fields=True):
    """A whole match. All values are immutable, so that a copy of the struct is a clone."""

    options: Options
    """Normalized: `grid` is the grid of the layout in play."""
    seats: int
    phase: Phase
    board: Board
    """The pile on each square, by public knowledge: unprobed neutrals show their backs."""
    neutrals: tuple[Card | None, ...]
    """The cards of the neutrals, in the order of `Table.neutrals`; None once the board shows the card."""
    hands: tuple[tuple[Card, ...], ...]
    """The cards in hands, in numerical order."""
    shown: tuple[tuple[Card, ...], ...]
    decks: tuple[Deck, ...]
    """Each seat's pack, and the discards of that pack."""
    deciding: tuple[bool, ...]
    start: tuple[tuple[Card | None, ...], ...] = ()
    first: Seat = NOBODY
    turn: Seat = NOBODY
    turns: int = 0
    tallies: tuple[Tally, ...] = NO_POINTS
    outcome: Outcome | None = None

    @property
    def table(self) -> Table:
        """The table of the layout in play."""
        return make_table(self.options.grid, self.seats)


def put(state: CrossfireState, square: int, pile: Pile) -> None:
    """Replace the pile on a square."""
    state.board = set_at(state.board, square, pile)


def take_from_hand(state: CrossfireState, seat: Seat, card: Card) -> None:
    """Take a card out of a hand; it is then no longer publicly known to be there."""
    state.hands = set_at(state.hands, seat, without_card(state.hands[seat], card))
    if card in state.shown[seat]:
        state.shown = set_at(state.shown, seat, without_card(state.shown[seat], card))


def take_in_hand(state: CrossfireState, seat: Seat, card: Card) -> None:
    """Put a drawn card into a hand."""
    state.hands = set_at(state.hands, seat, with_card(state.hands[seat], card))


def show_in_hand(state: CrossfireState, seat: Seat, card: Card) -> None:
    """Put a card into a hand in public (CRF-13)."""
    take_in_hand(state, seat, card)
    state.shown = set_at(state.shown, seat, with_card(state.shown[seat], card))


def discard(state: CrossfireState, cards: Sequence[Card]) -> None:
    """Put cards on the discards of their packs (CRF-18)."""
    decks = list(state.decks)
    for card in cards:
        pack = pack_of(card)
        decks[pack] = decks[pack].discarded((card,))
    state.decks = tuple(decks)
