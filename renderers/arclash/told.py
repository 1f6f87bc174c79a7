"""What happened last, told in lines of shapes, cards and dice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from bot.engine.language import N_, gettext, ngettext, pgettext
from bot.games.arclash import facts
from bot.games.arclash.view import Shown
from renderers.arclash.lines import (
    Change,
    Coin,
    Die,
    Line,
    Mark,
    Named,
    Only,
    Quiet,
    Then,
    Word,
    line,
    quietly,
)
from renderers.arclash.names import dangers

_MANY = 3
"""Cards from this number on are told by their sigils alone."""
_PLAYER = "{player}"
"""Keeps the player's place in a message with numbers, for the mark to be put there."""
_TOOK = {
    ("deck", "hand"): N_("{player} takes from the deck {cards}"),
    ("deck", "deck"): N_("{player} takes from the deck into the deck {cards}"),
    ("discard", "hand"): N_("{player} takes from the discard pile {cards}"),
    ("discard", "deck"): N_("{player} takes from the discard pile into the deck {cards}"),
}
_TOOK_NOTHING = {
    "deck": N_("{player} takes nothing from the deck"),
    "discard": N_("{player} takes nothing from the discard pile"),
}
_PREVENTED = {
    "debuff": N_("{player} is guarded from a debuff"),
    "level-down": N_("{player} is guarded from a level-down"),
    "discard": N_("{player} is guarded from a discard"),
}


def told(recent: Sequence[Any]) -> list[Line]:
    """Return a line for each fact worth one, the oldest first."""
    lines = []
    for fact in recent:
        tell = _TELLERS.get(type(fact))
        if tell is not None:
            lines += tell(fact)
    return lines


def _cards(cards: Sequence[Shown]) -> list[Word]:
    if len(cards) < _MANY:
        return [Named(shown.number) for shown in cards]
    return [Only(shown.number) for shown in cards]


def _by(card: str) -> Line:
    return quietly(gettext("by {card}"), card=Named(card)) if card else ()


def _for(card: str) -> Line:
    return quietly(gettext("for {card}"), card=Named(card)) if card else ()


def _opened(fact: facts.Opened) -> list[Line]:
    words: list[Word] = []
    few = len(fact.characters) < _MANY
    for seat, card in enumerate(fact.characters):
        if card is not None:
            words += (Mark(seat), Named(card.number) if few else Only(card.number))
    return [quietly(gettext("All open with {characters}"), characters=words)]


def _tie(fact: facts.TieRolled) -> list[Line]:
    dice: list[Word] = []
    for at, seat in enumerate(fact.seats):
        dice += [Mark(seat), *[Die(roll[at]) for roll in fact.rolls if roll[at]]]
    end = gettext("{player} wins") if fact.why == "battle" else gettext("{player} goes first")
    return [(*quietly(gettext("Tie {dice}"), dice=dice), Then(), *line(end, player=Mark(fact.seat)))]


def _revealed(fact: facts.Revealed) -> list[Line]:
    words: list[Word] = []
    for seat, card in enumerate(fact.cards):
        none = Quiet(pgettext("turned over", "none"))
        words += (Mark(seat), none if card is None else Only(card.number))
    return [quietly(gettext("Turned over {cards}"), cards=words)]


def _advanced(fact: facts.Advanced) -> list[Line]:
    who, card = Mark(fact.seat), Named(fact.shown.number)
    price: list[Word] = [Only(shown.number) for shown in (*fact.paid, *fact.milled)]
    paid = quietly(gettext("for {cards}"), cards=price) if price else ()
    return [(*line(gettext("{player} advances to {card}"), player=who, card=card), *paid)]


def _stage(fact: facts.SupportStage) -> list[Line]:
    words: list[Word] = []
    for at, seat in enumerate(fact.order):
        words += ([Then()] if at else []) + [Mark(seat)]
    return [quietly(gettext("Supports, in this order {players}"), players=words)]


def _rolled(fact: facts.Rolled) -> list[Line]:
    said = gettext("{player} rolls again {dice}") if fact.again else gettext("{player} rolls {dice}")
    dice: list[Word] = [Die(one, fact.sides) for one in fact.dice]
    return [(*line(said, player=Mark(fact.seat), dice=dice), *_for(fact.card))]


def _tossed(fact: facts.Tossed) -> list[Line]:
    said = line(gettext("{player} tosses {coin}"), player=Mark(fact.seat), coin=Coin(fact.heads))
    return [(*said, *_for(fact.card))]


def _power(fact: facts.PowerChanged) -> list[Line]:
    return [(Mark(fact.target), Change(fact.by), Then(), f"{fact.power}", *_by(fact.card))]


def _prevented(fact: facts.Prevented) -> list[Line]:
    said = line(gettext(_PREVENTED[fact.against]), player=Mark(fact.target))
    return [(*said, *_by(fact.card))]


def _shielded(fact: facts.Shielded) -> list[Line]:
    said = gettext("{player} is guarded: {dangers}", player=_PLAYER, dangers=dangers(fact.against))
    return [(*line(said, player=Mark(fact.seat)), *_by(fact.card))]


def _drew(fact: facts.Drew) -> list[Line]:
    if not fact.card:
        return []
    said = ngettext(
        "{player} draws {number} card", "{player} draws {number} cards", fact.count, player=_PLAYER
    )
    return [(*line(said, player=Mark(fact.seat)), *_by(fact.card))]


def _refilled(fact: facts.Refilled) -> list[Line]:
    said = ngettext(
        "{player} shuffles {number} card into a new deck",
        "{player} shuffles {number} cards into a new deck",
        fact.count,
        player=_PLAYER,
    )
    return [quietly(said, player=Mark(fact.seat))]


def _took(fact: facts.Took) -> list[Line]:
    if not fact.cards:
        return [line(gettext(_TOOK_NOTHING[fact.zone]), player=Mark(fact.seat))]
    return [line(gettext(_TOOK[fact.zone, fact.to]), player=Mark(fact.seat), cards=_cards(fact.cards))]


def _discarded(fact: facts.Discarded | facts.Milled) -> list[Line]:
    if not fact.cards:
        return []
    said = gettext("{player} discards {cards}")
    if isinstance(fact, facts.Milled):
        said = gettext("{player} discards from the deck {cards}")
    return [line(said, player=Mark(fact.seat), cards=_cards(fact.cards))]


def _levelled(fact: facts.LevelledDown) -> list[Line]:
    said = gettext("{player} goes down from {card}")
    return [(*line(said, player=Mark(fact.seat), card=Named(fact.shown.number)), *_by(fact.card))]


def _decided(fact: facts.Decided) -> list[Line]:
    """Tell what all may know of an answer; of cards that were chosen, nothing."""
    if fact.answer is None:
        return []
    who, card = Mark(fact.seat), Named(fact.card)
    if fact.kind == "seat":
        said = line(gettext("{player} chooses {other}"), player=who, other=Mark(fact.answer))
        return [(*said, *_for(fact.card))]
    if fact.kind == "option":
        option = gettext(
            "{player} takes option {number} of {card}",
            player=_PLAYER,
            number=fact.answer + 1,
            card="{card}",
        )
        return [line(option, player=who, card=card)]
    if fact.kind != "may":
        return []
    used = gettext("{player} uses {card}") if fact.answer else gettext("{player} does without {card}")
    return [line(used, player=who, card=card)]


def _guessed(fact: facts.Guessed) -> list[Line]:
    said = gettext(
        "{player} guesses {number} of {size}:", player=_PLAYER, number=fact.position + 1, size=fact.size
    )
    guess = line(said, player=Mark(fact.guesser))
    if fact.shown is None:
        return [(*guess, pgettext("guess", "wrong"))]
    return [(*guess, pgettext("guess", "right"), Named(fact.shown.number))]


def _battle(fact: facts.Beaten) -> list[Line]:
    power = fact.powers[fact.winner] if fact.winner < len(fact.powers) else 0
    won = line(gettext("{player} wins with {power}:", player=_PLAYER, power=power), player=Mark(fact.winner))
    gain = ngettext("+{number} point", "+{number} points", fact.points)
    return [(*won, gain, Quiet(gettext("now {score}", score=fact.score)))]


def _card_of(fact: Any, message: str) -> list[Line]:
    """Return the line for a seat and a card that all see."""
    return [line(message, player=Mark(fact.seat), card=Named(fact.shown.number))]


_TELLERS: dict[type, Callable[[Any], list[Line]]] = {
    facts.Opened: _opened,
    facts.TieRolled: _tie,
    facts.Revealed: _revealed,
    facts.Advanced: _advanced,
    facts.AdvanceFailed: lambda fact: _card_of(fact, gettext("{player} cannot pay for {card}")),
    facts.SupportStage: _stage,
    facts.Played: lambda fact: _card_of(fact, gettext("{player} plays {card}")),
    facts.Passed: lambda fact: [quietly(gettext("{player} passes"), player=Mark(fact.seat))],
    facts.Rolled: _rolled,
    facts.Tossed: _tossed,
    facts.PowerChanged: _power,
    facts.Prevented: _prevented,
    facts.Drew: _drew,
    facts.Refilled: _refilled,
    facts.Took: _took,
    facts.Discarded: _discarded,
    facts.Milled: _discarded,
    facts.LevelledDown: _levelled,
    facts.Guessed: _guessed,
    facts.Decided: _decided,
    facts.CutShort: lambda fact: [
        line(gettext("Too much at once: cut short at {card}"), card=Named(fact.card))
    ],
    facts.Shielded: _shielded,
    facts.Beaten: _battle,
    facts.Renewed: lambda fact: _card_of(fact, gettext("{player} begins anew with {card}")),
    facts.Resigned: lambda fact: [line(gettext("{player} has resigned"), player=Mark(fact.seat))],
}
