"""Drawing a state with the same view for a viewer: unknown parts are drawn at random (OVC-29)."""

from __future__ import annotations

import copy
from collections.abc import Sequence

from bot.engine.cards.replay import dealt_until_alike, program_like
from bot.engine.contract import Seat, shared
from bot.engine.decks import Card
from bot.engine.fair import Stream
from bot.games.overcross.cards.cards import Pool
from bot.games.overcross.cards.decks import ready_decks
from bot.games.overcross.rules.deckbuilding import deck_rules, nameable
from bot.games.overcross.rules.state import OvercrossState
from bot.games.overcross.rules.table import Table
from bot.games.overcross.rules.view import SEAT_CARDS, SHARED, OvercrossView, in_play


def resample(view: OvercrossView, pool: Pool, rng: Stream) -> OvercrossState:
    """Return such a state: others' hands and decks are random ones that match the view."""
    return dealt_until_alike(lambda: _dealt(view, pool, rng), view.question)


def _dealt(view: OvercrossView, pool: Pool, rng: Stream) -> OvercrossState:
    """Return a state with this view. Raises `Unlike` if its view differs."""
    dealt = [_deal(view, seat, rng) for seat in range(view.seats)]
    lists, chosen = view.lists, view.chosen
    if view.phase == "decks":
        secret = [_choice(view, seat, pool, rng) for seat in range(view.seats)]
        lists, chosen = tuple([one[0] for one in secret]), tuple([one[1] for one in secret])
    state = OvercrossState(
        **shared(view, SHARED),
        hands=tuple([hand for hand, _ in dealt]),
        decks=tuple([deck for _, deck in dealt]),
        lists=lists,
        chosen=chosen,
    )
    table = Table(copy.copy(state), pool, rng)
    state.program = program_like(view, table, rng, lambda: table.state == state)
    return state


def _choice(
    view: OvercrossView, seat: Seat, pool: Pool, rng: Stream
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return a seat's deck and named Characters: the viewer's own, or random ones if the seat is ready."""
    if seat == view.viewer:
        return view.lists[seat], view.chosen[seat]
    if not view.ready[seat]:
        return (), ()
    cards = rng.pick("resample deck", tuple(ready_decks(pool, deck_rules(view.options)).values()))
    names = [rng.pick("resample name", nameable(pool, mark, cards)) for mark in view.options.marks]
    return cards, tuple(names)


def _deal(view: OvercrossView, seat: Seat, rng: Stream) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """Deal the hidden cards of a seat to its hand and its deck."""
    if not view.hands[seat] and not view.decks[seat]:
        return (), ()
    held = _held(view, seat)
    hidden = rng.shuffle(f"resample cards {seat + 1}", _unseen(view, seat, held))
    missing = view.hands[seat] - len(held)
    # The cards that the viewer looks at in its deck during a search: they are on top.
    question = view.question
    if seat != view.viewer or question is None or question.seat != seat or question.of is not None:
        looked: tuple[Card, ...] = ()
    else:
        elsewhere = {*view.hand, *view.sides[seat].discard}
        looked = tuple([card for card in question.looking if card not in elsewhere])
    deck = [card for card in hidden if card not in looked]
    hand = (*held, *deck[:missing])
    rest = deck[missing:]
    return hand, (*looked, *rest)


def _unseen(view: OvercrossView, seat: Seat, held: Sequence[Card]) -> list[Card]:
    """Return the cards of a seat's deck that are in its hand or deck, by the viewer's knowledge."""
    begin = seat * SEAT_CARDS
    open_cards = {
        *held,
        *in_play(view),
        *[card for side in view.sides for card in (*side.discard, *side.aside)],
    }
    return [card for card in range(begin, begin + len(view.lists[seat])) if card not in open_cards]


def _held(view: OvercrossView, seat: Seat) -> tuple[Card, ...]:
    """Return the cards known by the viewer to be in a hand."""
    if seat == view.viewer:
        return view.hand
    question = view.question
    if question is not None and question.of == seat and question.seat == view.viewer:
        return question.looking
    return ()
