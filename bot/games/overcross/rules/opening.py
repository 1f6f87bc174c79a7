"""Before the first turn: decks, the first seat, first hands (OVC-05, OVC-07, OVC-08, OVC-23 to OVC-25)."""

from __future__ import annotations

from bot.engine.contract import Seat, set_at
from bot.engine.facts import SeatReady
from bot.games.overcross.cards.field import Piece
from bot.games.overcross.rules import facts, turns
from bot.games.overcross.rules.actions import Begin
from bot.games.overcross.rules.deckbuilding import missing_mark
from bot.games.overcross.rules.geometry import beside_middle, middle
from bot.games.overcross.rules.options import Options
from bot.games.overcross.rules.state import OvercrossState
from bot.games.overcross.rules.table import Table
from bot.games.overcross.rules.view import NOBODY, SEAT_CARDS, Flag, Side, named_cards

HAND = 5
"""The number of cards in a first hand (OVC-08)."""


def new_match(options: Options, seats: int) -> OvercrossState:
    """Return a match in which all choose their decks; the options are normalized."""
    nothing: tuple[tuple[()], ...] = ((),) * seats
    return OvercrossState(
        options=options,
        seats=seats,
        phase="decks",
        sides=(Side(),) * seats,
        hands=nothing,
        decks=nothing,
        lists=nothing,
        chosen=nothing,
        ready=(False,) * seats,
    )


def choose_deck(table: Table, seat: Seat, cards: tuple[str, ...], title: str) -> None:
    """Choose a deck, in secret."""
    table.state.lists = set_at(table.state.lists, seat, tuple(sorted(cards)))
    table.record(None, {seat: facts.ChoseDeck(seat, title)})
    _ready_if_all_is_chosen(table, seat)


def name(table: Table, seat: Seat, number: str) -> None:
    """Name a Leader, Champion or Legend, in secret (OVC-23, OVC-24)."""
    table.state.chosen = set_at(table.state.chosen, seat, (*table.state.chosen[seat], number))
    table.record(None, {seat: facts.Named(seat, number)})
    _ready_if_all_is_chosen(table, seat)


def _ready_if_all_is_chosen(table: Table, seat: Seat) -> None:
    if not missing_mark(table.state, seat):
        table.state.ready = set_at(table.state.ready, seat, True)
        table.record(SeatReady(seat))


def withdraw(table: Table, seat: Seat) -> None:
    """Take back a choice; others see this only if the seat was ready."""
    state = table.state
    fact, ready = facts.Withdrew(seat), state.ready[seat]
    forget(table, seat)
    table.record(fact if ready else None, {seat: fact})


def forget(table: Table, seat: Seat) -> None:
    """Clear a seat's choice."""
    state = table.state
    state.lists, state.chosen = set_at(state.lists, seat, ()), set_at(state.chosen, seat, ())
    state.ready = set_at(state.ready, seat, False)


def all_ready(table: Table) -> bool:
    """Whether every seat still in the match has made its secret choice."""
    return all(table.state.ready[seat] for seat in table.seats)


def after_decks(table: Table) -> bool:
    """Reveal everything when all have chosen, and roll for the first seat (OVC-07)."""
    if not all_ready(table):
        return False
    state = table.state
    state.ready = (False,) * state.seats
    table.record(facts.Revealed(tuple([len(cards) for cards in state.lists]), state.chosen))
    for seat in table.seats:
        _set_up(table, seat)
    _roll_for_first(table)
    state.phase = "first"
    return True


def _set_up(table: Table, seat: Seat) -> None:
    """Shuffle a seat's deck; place Leaders and free Champions, set the Legend aside, put the flag home."""
    state = table.state
    begins = named_cards(state, seat)
    cards = range(seat * SEAT_CARDS, begins.start)
    state.decks = set_at(state.decks, seat, tuple(table.rng.shuffle(f"deck of seat {seat + 1}", cards)))
    if state.options.objective == "summoning":
        table.change(seat, aside=tuple(begins))
    else:
        places = (middle(state.options, seat), beside_middle(state.options, seat))
        pieces = [Piece(card, seat, square) for card, square in zip(begins, places, strict=False)]
        state.pieces = (*state.pieces, *pieces)
    if state.options.objective == "flag":
        state.flags = (*state.flags, Flag(seat, middle(state.options, seat)))


def _roll_for_first(table: Table) -> None:
    """Let all roll a die, tied seats again; the highest chooses (OVC-07)."""
    rolling, rolls = table.seats, []
    while len(rolling) > 1:
        dice = table.rng.roll("who begins", 6, len(rolling))
        shown = dict(zip(rolling, dice, strict=True))
        rolls.append(tuple([shown.get(seat, facts.NO_DIE) for seat in range(table.state.seats)]))
        rolling = tuple([seat for seat in rolling if shown[seat] == max(dice)])
    table.state.first = rolling[0]
    table.record(facts.RolledForFirst(tuple(rolls), rolling[0]))


def begin(table: Table, seat: Seat, action: Begin) -> None:
    """Go first, or let the next seat begin and so go last; then all draw (OVC-07, OVC-08)."""
    first = seat if action.order == "first" else turns.clockwise(table, seat)
    table.record(facts.OrderChosen(seat, action.order, first))
    table.state.first = first
    table.state.phase = "hands"
    for each in table.seats:
        table.draw_cards(each, HAND)


def take_hand(table: Table, seat: Seat, *, redraw: bool) -> None:
    """Keep the first hand, or shuffle it back and draw again; others do not learn the cards (OVC-08)."""
    state = table.state
    if redraw:
        cards = (*state.decks[seat], *state.hands[seat])
        order = tuple(table.rng.shuffle(f"hand of seat {seat + 1}", cards))
        state.hands = set_at(state.hands, seat, order[: len(state.hands[seat])])
        state.decks = set_at(state.decks, seat, order[len(state.hands[seat]) :])
    state.ready = set_at(state.ready, seat, True)
    table.record(SeatReady(seat), {seat: facts.HandTaken(seat, redraw, state.hands[seat])})


def after_hands(table: Table) -> bool:
    """Begin the first turn when all have their hands; the other seats may draw one more card (OVC-42)."""
    if not all_ready(table):
        return False
    state = table.state
    state.ready = (False,) * state.seats
    first = state.first if state.first in table.seats else turns.clockwise(table, state.first)
    state.first, state.current = first, NOBODY
    if state.options.opening == "card":
        for seat in table.seats:
            table.draw_cards(seat, int(seat != first))
    turns.begin_round(table)
    turns.begin_turn(table, first)
    return True
