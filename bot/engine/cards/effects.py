"""What each effect does (ARC-18).

An effect finds out whom it means, then how much, then what is chosen, and changes the table only after that.
One whose group is empty does nothing, and neither does an amount of 0. An effect that leads to others returns
them; they are carried out in its place.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from bot.engine.cards import costs
from bot.engine.cards.amounts import amount_of
from bot.engine.cards.attempt import Attempt
from bot.engine.cards.conditions import holds
from bot.engine.cards.discarding import discard
from bot.engine.cards.filters import fitting, is_any
from bot.engine.cards.nodes import (
    Buff,
    Choose,
    Debuff,
    DiscardCards,
    DrawCards,
    Effect,
    Guess,
    If,
    LevelDown,
    May,
    Reroll,
    Search,
    Shield,
)
from bot.engine.decks import Card


def _buff(attempt: Attempt, buff: Buff) -> Sequence[Effect]:
    targets = attempt.players(buff.whose)
    by = amount_of(attempt, buff.by) if targets else 0
    for target in targets if by else ():
        attempt.table.change_power(attempt.card, target, by, buff.until)
    return ()


def _debuff(attempt: Attempt, debuff: Debuff) -> Sequence[Effect]:
    """Take power; where a shield prevents it the table says so."""
    targets = attempt.players(debuff.whose)
    by = amount_of(attempt, debuff.by) if targets else 0
    for target in targets if by else ():
        attempt.table.change_power(attempt.card, target, -by, debuff.until)
    return ()


def _draw(attempt: Attempt, draw: DrawCards) -> Sequence[Effect]:
    targets = attempt.players(draw.whose)
    count = amount_of(attempt, draw.count) if targets else 0
    for target in targets if count else ():
        attempt.table.draw(attempt.card, target, count, attempt.rng)
    return ()


def _search(attempt: Attempt, search: Search) -> Sequence[Effect]:
    """Let who controls the card take up to `count` of the cards that fit, none if they like.

    Who looks into a deck is asked even if nothing in it fits, and until they have all they may take or say
    that it is enough: others can only tell what was taken. Taking it is told even if it is nothing, and the
    deck is shuffled. Only cards of the discard pile can go to the deck.
    """
    looked = _looked_at(attempt, search)
    if not looked:
        return ()
    zone: Any = "discard" if search.where == "discard" else "deck"
    blind = zone == "deck"
    taken = attempt.choose_cards(
        attempt.seat,
        fitting(attempt.look, looked, search.which),
        search.count,
        "search",
        blind=blind,
        may_stop=True,
        looking=tuple(sorted(looked)),
    )
    to: Any = "hand" if blind else search.to
    attempt.table.take(attempt.card, attempt.seat, zone, taken, to, attempt.rng)
    return ()


def _looked_at(attempt: Attempt, search: Search) -> Sequence[Card]:
    if search.where == "discard":
        return attempt.look.cards("discard", attempt.seat)
    deck = attempt.look.cards("deck", attempt.seat)
    if search.where == "top":
        return deck[: search.top]
    return deck if search.where == "deck" else deck[: (len(deck) + 1) // 2]


def _level_down(attempt: Attempt, down: LevelDown) -> Sequence[Effect]:
    for target in attempt.players(down.whose):
        attempt.table.level_down(attempt.card, target)
    return ()


def _guess(attempt: Attempt, guess: Guess) -> Sequence[Effect]:
    """Let the opponent guess where the marked card lies.

    The hand's owner marks the card. That is asked even of who has one such card only, since others shall not
    know how many there are; a hand of one card leaves nothing to mark nor to guess.
    """
    hand = attempt.look.cards("hand", attempt.seat)
    marks = fitting(attempt.look, hand, guess.which)
    guessers = attempt.players(guess.whose) if hand else ()
    if not guessers or not marks:
        return ()
    if len(hand) == 1:
        marked, place, position = marks[0], 0, 0
    else:
        (marked,) = attempt.choose_cards(attempt.seat, marks, 1, "guess")
        place = attempt.place(marked, hand, "guess")
        position = attempt.ask(guessers[0], "guess", range(len(hand)), "guess", of=attempt.seat)
    right = position == place
    attempt.table.guessed(attempt.card, guessers[0], position, marked if right else None)
    return guess.right if right else guess.wrong


def _shield(attempt: Attempt, shield: Shield) -> Sequence[Effect]:
    for target in attempt.players(shield.whose):
        attempt.table.shield(attempt.card, target, shield.against, shield.until)
    return ()


def _reroll(attempt: Attempt, reroll: Reroll) -> Sequence[Effect]:  # noqa: ARG001
    """Do nothing: dice are rolled again when they have been rolled (`Attempt.roll`), at no other time."""
    return ()


def _if(attempt: Attempt, branch: If) -> Sequence[Effect]:
    return branch.then if holds(attempt, branch.test) else branch.otherwise


def _may(attempt: Attempt, may: May) -> Sequence[Effect]:
    """Let who controls the card pay for it, or not.

    It cannot be paid: that is passed over in silence where everybody can see it. Where it depends on what a
    hand or deck holds they are asked all the same, and can only say no.
    """
    if not costs.openly_payable(attempt.look, attempt.seat, may.pay):
        return ()
    options = (0, 1) if costs.payable(attempt.look, attempt.seat, may.pay) else (0,)
    if not attempt.ask(attempt.seat, "may", options, "may"):
        return ()
    cards, milled = _price(attempt, may), costs.milled(may.pay)
    if cards or milled:
        attempt.table.paid(attempt.card, attempt.seat, cards, milled)
    return may.then


def _price(attempt: Attempt, may: May) -> tuple[Card, ...]:
    """Return the cards of the hand that are paid, chosen one after another so that all costs can be met.

    A whole hand that may be any cards goes without asking.
    """
    wanted = costs.discards(may.pay)
    left = attempt.look.cards("hand", attempt.seat)
    if len(wanted) == len(left) and all(is_any(which) for which in wanted):
        return tuple(left)
    paid: list[Card] = []
    while len(paid) < len(wanted):
        fits = sorted(costs.fitting(attempt.look, left, wanted[len(paid) :]))
        card = attempt.ask(attempt.seat, "card", fits, "cost", left=len(wanted) - len(paid))
        paid.append(card)
        left = tuple([other for other in left if other != card])
    return tuple(paid)


def _choose(attempt: Attempt, choose: Choose) -> Sequence[Effect]:
    for seat in attempt.players(choose.who):
        return choose.options[attempt.ask(seat, "option", range(len(choose.options)), "option")]
    return ()


Doing = Callable[[Attempt, Any], Sequence[Effect]]

EFFECTS: Mapping[type, Doing] = {
    Buff: _buff,
    Debuff: _debuff,
    DrawCards: _draw,
    Search: _search,
    DiscardCards: discard,
    LevelDown: _level_down,
    Guess: _guess,
    Shield: _shield,
    Reroll: _reroll,
    If: _if,
    May: _may,
    Choose: _choose,
}
"""How each effect is carried out; what is returned comes next, before the effects that follow."""
