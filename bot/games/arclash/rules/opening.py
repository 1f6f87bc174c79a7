"""The opening: decks, the first Level 1 Characters, and the first hands (ARC-01, ARC-05)."""

from __future__ import annotations

from bot.engine.contract import Seat
from bot.engine.decks import Card, Deck
from bot.engine.standardrules import set_at
from bot.games.arclash.cards.cards import DECK_SIZE, HAND_SIZE
from bot.games.arclash.rules import facts
from bot.games.arclash.rules.options import Options
from bot.games.arclash.rules.state import ArclashState, Side
from bot.games.arclash.rules.table import ArclashTable
from bot.games.arclash.rules.turns import all_ready, begin_turn, nobody_ready


def new_match(options: Options, seats: int) -> ArclashState:
    """Return a match whose seats choose their decks."""
    nothing = ((),) * seats
    return ArclashState(
        options=options, seats=seats, phase="decks", sides=(Side(),) * seats, lists=nothing, numbers=nothing
    )


def choose_deck(table: ArclashTable, seat: Seat, cards: tuple[str, ...], title: str) -> None:
    """Give a seat a deck of these cards, in secret."""
    table.state.lists = set_at(table.state.lists, seat, tuple(sorted(cards)))
    table.finish_choice(seat, "deck", deck=title)


def take_back_deck(table: ArclashTable, seat: Seat) -> None:
    """Take back a seat's choice of deck."""
    table.state.lists = set_at(table.state.lists, seat, ())


def choose_opener(table: ArclashTable, seat: Seat, card: Card) -> None:
    """Put the first Level 1 Character face down (ARC-05)."""
    table.change(seat, placed=card)
    table.finish_choice(seat, "opener", card)


def after_decks(table: ArclashTable) -> bool:
    """When all have a deck, number the cards in random order, and begin the choice of openers."""
    if not all_ready(table):
        return False
    nobody_ready(table)
    state = table.state
    lists = enumerate(state.lists)
    state.numbers = tuple(
        [tuple(table.rng.shuffle(f"numbers of seat {seat + 1}", cards)) for seat, cards in lists]
    )
    for seat in table.seats:
        first = seat * DECK_SIZE
        table.change(seat, deck=Deck(tuple(range(first, first + DECK_SIZE))))
    state.phase = "openers"
    return False


def after_openers(table: ArclashTable) -> bool:
    """When all have chosen, reveal, shuffle the rest, draw, and begin the first turn (ARC-05)."""
    if not all_ready(table):
        return False
    openers = {seat: table.side(seat).placed for seat in table.seats}
    nobody_ready(table)
    revealed = [table.shown(openers[seat]) if seat in openers else None for seat in range(table.state.seats)]
    table.record(facts.Opened(tuple(revealed)))
    for seat, card in openers.items():
        deck = table.side(seat).deck.take((card,)).shuffled(table.rng, f"deck of seat {seat + 1}")
        table.change(seat, stack=(card,), deck=deck)
    for seat in openers:
        table.draw_cards(seat, HAND_SIZE, table.rng)
    begin_turn(table)
    return True
