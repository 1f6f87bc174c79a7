"""The beginning of a turn, the end of the match, and resignation."""

from __future__ import annotations

from msgspec import UNSET

from bot.base.language import N_
from bot.engine.cards import machine
from bot.engine.contract import Seat, set_at
from bot.engine.decks import Card, Deck, without
from bot.engine.facts import Resigned
from bot.games.arclash.cards.cards import DECK_SIZE, HAND_SIZE
from bot.games.arclash.rules import facts
from bot.games.arclash.rules.options import Options
from bot.games.arclash.rules.state import NO_CARD, ArclashState, Side, moved_last, owner_of
from bot.games.arclash.rules.table import ArclashTable
from bot.games.arclash.rules.triggers import set_off

# The Recover phase: Supports and Level 4 are discarded, hands refilled, stacks renewed (ARC-12, ARC-13).


def recover(table: ArclashTable) -> bool:
    """Discard the cards of the battle, draw, and let all choose whether to renew their stacks.

    After the agreed last turn the match ends instead (ARC-14).
    """
    _discard_supports(table)
    for seat in table.seats:
        if table.level(seat) == 4:
            table.go_down(seat, "level-4")
    state = table.state
    table.end_effects(lambda one: one.ends == state.turn)
    if state.turn == state.options.rounds:
        end_by_points(table)
        return False
    for seat in table.seats:
        missing = HAND_SIZE - len(table.side(seat).hand)
        if missing > 0:
            table.draw_cards(seat, missing, table.rng)
    state.phase = "renew"
    return False


def _discard_supports(table: ArclashTable) -> None:
    played = 0
    for seat in table.seats:
        side = table.side(seat)
        if side.supports:
            played += len(side.supports)
            table.change(seat, supports=(), deck=side.deck.discarded(side.supports))
    if played:
        table.record(facts.Recovered(played))


def choose(table: ArclashTable, seat: Seat, card: Card = NO_CARD) -> None:
    """Put a Level 1 face down to renew the stack, or nothing to keep it (ARC-13)."""
    if card != NO_CARD:
        table.change(seat, placed=card, hand=moved_last(table.side(seat).hand, card))
    table.finish_choice(seat, "renew", card)


def after_renewing(table: ArclashTable) -> bool:
    """When all have chosen, reveal together, and begin the next turn."""
    if not all_ready(table):
        return False
    placed = [side.placed for side in table.state.sides]
    table.reveal("renew", placed)
    nobody_ready(table)
    for seat, card in enumerate(placed):
        if card != NO_CARD:
            side = table.side(seat)
            gone = side.deck.discarded(side.stack)
            table.change(seat, hand=without(side.hand, (card,)), stack=(card,), deck=gone)
            table.end_with(side.stack)
            table.record(facts.Renewed(seat, table.all_shown(side.stack), table.shown(card)))
    begin_turn(table)
    return True


# The opening: decks, the first Level 1 Characters, and the first hands (ARC-01, ARC-05).


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


def begin_turn(table: ArclashTable) -> None:
    """Begin the next turn with the abilities that trigger then (ARC-06)."""
    state = table.state
    state.phase, state.turn, state.used, state.spent = "start", state.turn + 1, (), UNSET
    table.record(facts.TurnBegan(state.turn))
    set_off(table, "start-of-turn")


def nobody_ready(table: ArclashTable) -> None:
    """Clear all choices of a phase that ends or restarts."""
    for seat in range(table.state.seats):
        table.clear_choice(seat)


def all_ready(table: ArclashTable) -> bool:
    """Whether every seat that must choose in this phase has chosen (ARC-15)."""
    return all(side.ready or side.done or side.out for side in table.state.sides)


def end_by_points(table: ArclashTable) -> None:
    """End the match after its last turn: the most points win; equal points are a draw (ARC-14)."""
    scores = {seat: table.score(seat) for seat in table.seats}
    leaders = tuple([seat for seat, score in scores.items() if score == max(scores.values())])
    if len(leaders) > 1:
        table.end((), N_("All turns are played: a tie"))
    else:
        table.end(leaders, N_("The most points after the last turn"))


def resign(table: ArclashTable, seat: Seat) -> None:
    """Remove a seat from the match: its cards are out, and their effects in progress are dropped."""
    table.record(Resigned(seat))
    side = table.side(seat)
    gone = side.deck.discarded((*side.stack, *side.supports))
    table.change(seat, out=True, done=False, stack=(), supports=(), deck=gone)
    table.clear_choice(seat)
    table.end_effects(lambda one: seat in (owner_of(one.card), one.target))
    if len(table.seats) == 1:
        table.end(table.seats, N_("Everybody else has resigned"))
    elif not table.state.program.idle:
        table.state.answers = ()
        table.state.program = machine.leave(table.state.program, seat, table, table.rng)
