"""Discarding by an effect: from a hand by its owner's choice, by yours or by lot, or from the top of a deck.

Whether somebody is asked tells others nothing about a hand but how many cards are in it. So who has to
discard certain cards is asked even if there is no choice: else others would know that these are all of them.
Only a player who has none of them is passed over, as all will see. A hand that goes as a whole, whatever is
in it, goes without asking.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from bot.engine.cards.amounts import amount_of
from bot.engine.cards.attempt import Attempt
from bot.engine.cards.filters import fitting, is_any
from bot.engine.cards.nodes import DiscardCards
from bot.engine.contract import Seat
from bot.engine.decks import Card


def discard(attempt: Attempt, effect: DiscardCards) -> tuple[()]:
    """Let players discard; several one after another, clockwise from who controls the card.

    All choices are made before any card is discarded. Who is shielded is left out, which is told.
    """
    targets = attempt.players(effect.whose)
    count = amount_of(attempt, effect.count) if targets else 0
    if not count:
        return ()
    guarded = [target for target in targets if attempt.table.shielded(target, attempt.seat, "discard")]
    open_to_it = [target for target in targets if target not in guarded]
    if effect.zone == "deck":
        _mill(attempt, open_to_it, count)
    else:
        _from_hands(attempt, effect, open_to_it, count)
    for target in guarded:
        attempt.table.prevented(attempt.card, target, "discard")
    return ()


def _mill(attempt: Attempt, targets: Sequence[Seat], count: int) -> None:
    for target in targets:
        if attempt.look.cards("deck", target):
            attempt.table.mill(attempt.card, target, count)


def _from_hands(attempt: Attempt, effect: DiscardCards, targets: Sequence[Seat], count: int) -> None:
    choose = _HOW[effect.how]
    chosen = [(target, choose(attempt, effect, target, count)) for target in targets]
    for target, cards in chosen:
        if cards:
            by = attempt.seat if effect.how == "you" else target
            attempt.table.discard(attempt.card, by, target, cards)


def _by_owner(attempt: Attempt, effect: DiscardCards, target: Seat, count: int) -> tuple[Card, ...]:
    """Let the owner of a hand choose; nobody else sees more than what is discarded."""
    hand = attempt.look.cards("hand", target)
    if is_any(effect.which) and count >= len(hand):
        return tuple(hand)
    fits = fitting(attempt.look, hand, effect.which)
    return attempt.choose_cards(target, fits, min(count, len(fits)), "discard")


def _by_you(attempt: Attempt, effect: DiscardCards, target: Seat, count: int) -> tuple[Card, ...]:
    """Let who controls the card look at a hand and choose; who finds nothing that fits has looked all the
    same, and says so."""
    hand = attempt.look.cards("hand", target)
    if is_any(effect.which) and count >= len(hand):
        return tuple(hand)
    fits = fitting(attempt.look, hand, effect.which)
    wanted = min(count, max(1, len(fits)) if hand else 0)
    more: dict[str, Any] = {"blind": True, "may_stop": not fits}
    if target != attempt.seat:
        more |= {"of": target, "looking": tuple(sorted(hand))}
    return attempt.choose_cards(attempt.seat, fits, wanted, "discard", **more)


def _by_lot(attempt: Attempt, effect: DiscardCards, target: Seat, count: int) -> tuple[Card, ...]:  # noqa: ARG001
    """Draw cards of a hand by one lot. Nobody is asked while it is done, so no tape need bear it."""
    hand = attempt.look.cards("hand", target)
    if count >= len(hand):
        return tuple(hand)
    if count == 1:
        return (attempt.rng.pick(attempt.label("discard"), hand),)
    return tuple(attempt.rng.shuffle(attempt.label("discard"), hand)[:count])


_HOW: Mapping[str, Callable[[Attempt, DiscardCards, Seat, int], tuple[Card, ...]]] = {
    "owner": _by_owner,
    "you": _by_you,
    "random": _by_lot,
}
"""Who chooses from a hand."""
