"""Why an action is impossible, in sentences, from public knowledge and the player's own cards."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from bot.base.language import N_, gettext, messages, ngettext
from bot.engine.cards.costs import discards
from bot.engine.cards.nodes import CostNode as Cost
from bot.engine.cards.printed import card_name
from bot.engine.cards.text.amounts import describe_cost, describe_filter
from bot.engine.cards.words.counting import HaveCost
from bot.engine.contract import Seat
from bot.engine.decks import Card, without
from bot.engine.errors import IllegalAction, Refusals
from bot.engine.sentences import echo, either, listed
from bot.engine.spelling import did_you_mean
from bot.games.arclash.cards.cards import Advancement, Character, can_advance, entered_from
from bot.games.arclash.cards.words import VOICE
from bot.games.arclash.cards.words.abilities import DiscardCost
from bot.games.arclash.rules.advancements import (
    advancement,
    cards_owed,
    held,
    in_deck_and_discard,
    lacking,
    ways,
)
from bot.games.arclash.rules.queries import ArclashQueries
from bot.games.arclash.rules.state import UNDECIDED


def _name(queries: ArclashQueries, card: Card) -> str:
    return card_name(queries.face(card))


_WORDS = Refusals[ArclashQueries]({"card": _name, "placed": _name})
refusal = _WORDS.refusal


def wrong_phase(queries: ArclashQueries, belongs: str) -> IllegalAction:
    """Refuse an action: a message says when it is possible; the current phase is added."""
    return IllegalAction(f"{gettext(belongs)}: {gettext(_NOW[queries.state.phase])}.")


def no_such_deck(key: str, decks: Sequence[str]) -> IllegalAction:
    """Refuse an unknown ready deck."""
    return IllegalAction(
        did_you_mean(
            gettext("There is no ready deck {deck}.", deck=echo(key)),
            key,
            decks,
            gettext("The decks are: {decks}.", decks=", ".join(decks)),
        )
    )


def check_held(queries: ArclashQueries, seat: Seat, card: Card) -> None:
    """Raise unless the player has this card in hand, neither face down nor chosen as payment."""
    side = queries.side(seat)
    if card not in side.hand:
        raise IllegalAction.translated("That card is not in your hand: choose one that is.")
    if card == side.placed:
        message = N_("{card} is your face-down card: choose another card.")
        raise refusal(queries, message, card=card)
    if card in side.paying:
        raise refusal(queries, N_("You have chosen {card} already: choose another card."), card=card)


def not_level_one(queries: ArclashQueries, card: Card) -> IllegalAction:
    """Refuse a card: a stack begins with a Level 1 Character (ARC-05, ARC-13)."""
    message, face = N_("{card} is a Support: a stack begins with a Level 1 Character."), queries.face(card)
    if face.kind != "support":
        message = N_("{card} is a Level {level} Character: a stack begins with a Level 1 Character.")
    return refusal(queries, message, card=card, level=face.level)


def finish_first(queries: ArclashQueries, seat: Seat) -> IllegalAction:
    """Refuse an action because the face-down card has no Advancement or full payment yet."""
    side = queries.side(seat)
    if side.way == UNDECIDED:
        message = N_("{card} is already face down: choose the way in which it advances, or withdraw it.")
        return refusal(queries, message, card=side.placed)
    costs = advancement(queries, side.placed, side.way).costs
    return IllegalAction(
        ngettext(
            "{card} lies face down already: choose {number} card to discard for it, or withdraw it.",
            "{card} lies face down already: choose {number} cards to discard for it, or withdraw it.",
            cards_owed(costs) - len(side.paying),
            card=_name(queries, side.placed),
        )
    )


def cannot_pay(queries: ArclashQueries, seat: Seat, card: Card) -> IllegalAction:
    """Refuse a card that does not match a remaining discard."""
    side = queries.side(seat)
    cost = _discards(advancement(queries, side.placed, side.way).costs)
    message = N_("{card} does not count for {placed}, which asks you to {cost}.")
    return refusal(queries, message, card=card, placed=side.placed, cost=cost)


def cannot_advance(queries: ArclashQueries, seat: Seat, card: Card) -> IllegalAction:
    """Refuse to put a card face down: it does not fit, or its costs cannot be paid (ARC-07)."""
    face = queries.face(card)
    if not isinstance(face, Character):
        message = N_("{card} is a Support: it is played in the battle, not put on your stack.")
        return refusal(queries, message, card=card)
    if not face.advances:
        message = N_("{card} advances from no Character: it can only begin a stack.")
        return refusal(queries, message, card=card)
    fitting = ways(queries, seat, card)
    if not fitting:
        return _does_not_fit(queries, seat, face)
    lacks = [_lack(queries, seat, card, advancement(queries, card, place)) for place in fitting]
    return refusal(queries, N_("{card} {lacks}."), card=card, lacks=either(lacks))


def _does_not_fit(queries: ArclashQueries, seat: Seat, face: Character) -> IllegalAction:
    current = queries.current(seat)
    assert not can_advance(face, current)
    wanted = either(list(dict.fromkeys([_entry(face, way) for way in face.advances])))
    return IllegalAction.translated(
        "{card} advances from {wanted}, and your current Character is {current}, Level {level}.",
        card=card_name(face),
        wanted=wanted,
        current=card_name(current),
        level=current.level,
    )


def _entry(face: Character, way: Advancement) -> str:
    """Return the Character that an Advancement requires: "a [Serpent] Character of Level 2"."""
    which = replace(way.which, kind="character", level=(entered_from(face, way),))
    return describe_filter(which, 1, VOICE, "accusative")


def _lack(queries: ArclashQueries, seat: Seat, card: Card, way: Advancement) -> str:
    """Return the missing part of an Advancement's costs, as the continuation of the card's name."""
    hand = without(queries.side(seat).hand, (card,))
    cost = lacking(queries, seat, way.costs, hand)
    if cost is None:
        # The number of hand cards that match any of the discards.
        wanted = discards(way.costs)
        return _too_few(
            _discards(way.costs),
            sum([any(which.matches(queries.face(card)) for which in wanted) for card in hand]),
        )
    words = describe_cost(cost, VOICE)
    if not isinstance(cost, HaveCost):
        return ngettext(
            "asks you to {cost}, and with the discard pile only {number} is left",
            "asks you to {cost}, and with the discard pile only {number} are left",
            in_deck_and_discard(queries, seat),
            cost=words,
        )
    have = held(queries, seat, cost, hand)
    if not have:
        return gettext("asks that {needed}, and you have none", needed=words)
    return gettext("asks that {needed}, and you have {number}", needed=words, number=have)


def _too_few(cost: str, fitting: int) -> str:
    if not fitting:
        return gettext("asks you to {cost}, and you have no other such card", cost=cost)
    return ngettext(
        "asks you to {cost}, and besides it you have {number} such card",
        "asks you to {cost}, and besides it you have {number} such cards",
        fitting,
        cost=cost,
    )


def _discards(costs: Sequence[Cost]) -> str:
    """Return the discards from the hand in words: "discard 2 cards"."""
    return listed([describe_cost(cost, VOICE) for cost in costs if isinstance(cost, DiscardCost)])


_NOW = messages("arclash", "now", dict[str, str])
