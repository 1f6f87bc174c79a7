"""Why something cannot be done, in the game's words, from what lies open or is the player's own."""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from bot.engine.cards.costs import discards
from bot.engine.cards.filters import matches
from bot.engine.cards.nodes import Cost, DiscardCost, HaveCost
from bot.engine.cards.program import Question
from bot.engine.cards.text.costs import describe_cost
from bot.engine.cards.text.filters import describe_filter
from bot.engine.contract import Seat
from bot.engine.decks import Card, without
from bot.engine.errors import IllegalAction
from bot.engine.phrases import count, echo, listed
from bot.games.arclash import actions
from bot.games.arclash.advances import advancement, entered_from, fits, ways
from bot.games.arclash.cards import Advancement, Character
from bot.games.arclash.costs import cards_owed, held, in_deck_and_discard, lacking
from bot.games.arclash.facts import Choosing
from bot.games.arclash.look import ArclashLook

SECRET: Mapping[str, Choosing] = {
    "decks": "deck",
    "openers": "opener",
    "advance": "advance",
    "renew": "renew",
}
"""What is chosen in each secret phase."""


def wrong_phase(phase: str, action: object) -> IllegalAction:
    """Say that an action belongs to another phase."""
    return IllegalAction(f"{_BELONGS[type(action)]}: {_NOW[phase]}.")


def another_is_asked(look: ArclashLook, question: Question) -> IllegalAction:
    """Say that somebody else has to answer a card first."""
    name = look.face(question.card).name
    return IllegalAction(
        f"{name} asks seat {question.seat + 1} something: the match goes on after the answer."
    )


def answer_first(look: ArclashLook, question: Question) -> IllegalAction:
    """Say that the player has to answer a card before anything else."""
    return IllegalAction(f"{look.face(question.card).name} asks you something: answer that first.")


def no_such_answer(look: ArclashLook, question: Question) -> IllegalAction:
    """Say that an answer is none of those offered."""
    name = look.face(question.card).name
    return IllegalAction(f"{name} does not offer that: choose one of the answers shown.")


def no_such_deck(key: str, decks: Sequence[str]) -> IllegalAction:
    """Say that there is no such ready deck."""
    near = difflib.get_close_matches(key[:40].lower(), decks, n=1)
    hint = f'Did you mean "{near[0]}"? ' if near else ""
    return IllegalAction(f"There is no ready deck {echo(key)}. {hint}The decks are: {', '.join(decks)}.")


def check_held(look: ArclashLook, seat: Seat, card: Card) -> None:
    """Raise unless the player has this card in hand, and has not put it face down or chosen it to pay."""
    side = look.side(seat)
    if card not in side.hand:
        raise IllegalAction("That card is not in your hand: choose one that is.")
    if card == side.placed:
        raise IllegalAction(f"{_name(look, card)} is what you have put face down: choose another card.")
    if card in side.paying:
        raise IllegalAction(f"You have chosen {_name(look, card)} already: choose another card.")


def not_level_one(look: ArclashLook, card: Card) -> IllegalAction:
    """Say that a stack begins with a Level 1 Character (ARC-05, ARC-13)."""
    face = look.face(card)
    what = "a Support" if face.kind == "support" else f"a Level {face.level} Character"
    return IllegalAction(f"{face.name} is {what}: a stack begins with a Level 1 Character.")


def no_support(look: ArclashLook, card: Card) -> IllegalAction:
    """Say that only Supports are played in the Support stage (ARC-10)."""
    return IllegalAction(f"{_name(look, card)} is a Character: only Supports are played in a battle.")


def pay_first(look: ArclashLook, seat: Seat) -> IllegalAction:
    """Say that a card lies face down and is not paid for yet."""
    side = look.side(seat)
    costs = advancement(look, side.placed, side.way).costs
    left = count(cards_owed(costs) - len(side.paying), "card")
    name = _name(look, side.placed)
    return IllegalAction(f"{name} lies face down already: choose {left} to discard for it, or withdraw it.")


def cannot_pay(look: ArclashLook, seat: Seat, card: Card) -> IllegalAction:
    """Say that a card does not count for what is still to be discarded."""
    side = look.side(seat)
    costs = advancement(look, side.placed, side.way).costs
    return IllegalAction(
        f"{_name(look, card)} does not count for {_name(look, side.placed)}, "
        f"which asks you to {_discards(costs)}."
    )


def cannot_advance(look: ArclashLook, seat: Seat, card: Card) -> IllegalAction:
    """Say why a card of the hand cannot be put face down: it does not fit, or cannot be paid for (ARC-07)."""
    face = look.face(card)
    if not isinstance(face, Character):
        return IllegalAction(f"{face.name} is a Support: it is played in the battle, not put on your stack.")
    if not face.advances:
        return IllegalAction(f"{face.name} advances from no Character: it can only begin a stack.")
    fitting = ways(look, seat, card)
    if not fitting:
        return _does_not_fit(look, seat, face)
    lacks = [_lack(look, seat, card, advancement(look, card, place)) for place in fitting]
    return IllegalAction(f"{face.name} {listed(lacks, 'or')}.")


def _does_not_fit(look: ArclashLook, seat: Seat, face: Character) -> IllegalAction:
    current = look.current(seat)
    assert not any(fits(face, way, current) for way in face.advances)
    wanted = listed(list(dict.fromkeys([_entry(face, way) for way in face.advances])), "or")
    return IllegalAction(
        f"{face.name} advances from {wanted}, and your current Character is "
        f"{current.name}, Level {current.level}."
    )


def _entry(face: Character, way: Advancement) -> str:
    """Return what an Advancement asks of the current Character: "a [Serpent] Character of Level 2"."""
    return describe_filter(replace(way.which, kind="character", level=(entered_from(face, way),)))


def _lack(look: ArclashLook, seat: Seat, card: Card, way: Advancement) -> str:
    """Return what is missing to pay for an Advancement, as it goes on behind the card's name."""
    hand = without(look.side(seat).hand, (card,))
    cost = lacking(look, seat, way.costs, hand)
    if cost is None:
        have = _fitting(look, way.costs, hand)
        return f"asks you to {_discards(way.costs)}, and besides it you have {have}"
    if isinstance(cost, HaveCost):
        return f"asks that {describe_cost(cost)}, and you have {held(look, seat, cost, hand) or 'none'}"
    left = in_deck_and_discard(look, seat)
    return f"asks you to {describe_cost(cost)}, and with the discard pile only {left} are left"


def _discards(costs: Sequence[Cost]) -> str:
    """Return what is to be discarded of the hand: "discard 2 cards"."""
    return listed([describe_cost(cost) for cost in costs if isinstance(cost, DiscardCost)])


def _fitting(look: ArclashLook, costs: Sequence[Cost], hand: Sequence[Card]) -> str:
    """Return how many cards of a hand count for any of the discards: "1 such card"."""
    wanted = discards(costs)
    number = sum([any(matches(look.face(card), which) for which in wanted) for card in hand])
    return count(number, "such card")


def _name(look: ArclashLook, card: Card) -> str:
    return look.face(card).name


_BELONGS: Mapping[type, str] = {
    actions.TakeDeck: "Decks are chosen before the match begins",
    actions.BringDeck: "Decks are chosen before the match begins",
    actions.Open: "The Character to begin with is chosen once all have a deck",
    actions.Place: "Characters are put face down in the Advance phase",
    actions.Pay: "Costs are chosen in the Advance phase",
    actions.Stand: "You stand in the Advance phase",
    actions.Play: "Supports are played in the Support stage",
    actions.Pass: "You pass in the Support stage",
    actions.Renew: "A stack is renewed at the end of the Recover phase",
    actions.Stay: "You keep or renew your stack at the end of the Recover phase",
}
_NOW = {
    "decks": "now all choose their decks",
    "openers": "now all choose the Character they begin with",
    "start": "now effects happen as the turn starts",
    "advance": "now is the Advance phase",
    "battle": "now effects happen as the battle begins",
    "support": "now is the Support stage",
    "end": "now effects happen after the battle",
    "renew": "now all choose whether to keep their stack",
}
