"""What happened last, told in lines of shapes, cards and dice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from bot.games.arclash import facts
from bot.games.arclash.view import Shown
from renderers.arclash.lines import Change, Coin, Die, Line, Mark, Named, Only, Quiet, Then, Word

_MANY = 3
"""Cards from this number on are told by their sigils alone."""


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


def _source(card: str) -> Line:
    return (Quiet("by"), Named(card)) if card else ()


def _count(number: int, word: str) -> str:
    return f"{number} {word}{'s' * (number != 1)}"


def _opened(fact: facts.Opened) -> list[Line]:
    words: list[Word] = [Quiet("All open with")]
    few = len(fact.characters) < _MANY
    for seat, card in enumerate(fact.characters):
        if card is not None:
            words += (Mark(seat), Named(card.number) if few else Only(card.number))
    return [tuple(words)]


def _tie(fact: facts.TieRolled) -> list[Line]:
    words: list[Word] = [Quiet("Tie")]
    for at, seat in enumerate(fact.seats):
        words += [Mark(seat), *[Die(roll[at]) for roll in fact.rolls if roll[at]]]
    end = "wins" if fact.why == "battle" else "goes first"
    return [(*words, Then(), Mark(fact.seat), end)]


def _revealed(fact: facts.Revealed) -> list[Line]:
    words: list[Word] = [Quiet("Turned over")]
    for seat, card in enumerate(fact.cards):
        words += (Mark(seat), Quiet("none") if card is None else Only(card.number))
    return [tuple(words)]


def _advanced(fact: facts.Advanced) -> list[Line]:
    paid = (*fact.paid, *fact.milled)
    price: Line = (Quiet("for"), *[Only(shown.number) for shown in paid]) if paid else ()
    return [(Mark(fact.seat), "advances to", Named(fact.shown.number), *price)]


def _stage(fact: facts.SupportStage) -> list[Line]:
    words: list[Word] = [Quiet("Supports, in this order")]
    for at, seat in enumerate(fact.order):
        words += ([Then()] if at else []) + [Mark(seat)]
    return [tuple(words)]


def _rolled(fact: facts.Rolled) -> list[Line]:
    verb = "rolls again" if fact.again else "rolls"
    return [(Mark(fact.seat), verb, *[Die(one, fact.sides) for one in fact.dice], *_for(fact.card))]


def _for(card: str) -> Line:
    return (Quiet("for"), Named(card)) if card else ()


def _power(fact: facts.PowerChanged) -> list[Line]:
    return [(Mark(fact.target), Change(fact.by), Then(), f"{fact.power}", *_source(fact.card))]


def _drew(fact: facts.Drew) -> list[Line]:
    return (
        [(Mark(fact.seat), f"draws {_count(fact.count, 'card')}", *_source(fact.card))] if fact.card else []
    )


def _took(fact: facts.Took) -> list[Line]:
    where = "deck" if fact.zone == "deck" else "discard pile"
    if not fact.cards:
        return [(Mark(fact.seat), f"takes nothing from the {where}")]
    end = " into the deck" if fact.to == "deck" else ""
    return [(Mark(fact.seat), f"takes from the {where}{end}", *_cards(fact.cards))]


def _discarded(fact: facts.Discarded | facts.Milled) -> list[Line]:
    if not fact.cards:
        return []
    where = "discards from the deck" if isinstance(fact, facts.Milled) else "discards"
    return [(Mark(fact.seat), where, *_cards(fact.cards))]


def _levelled(fact: facts.LevelledDown) -> list[Line]:
    return [(Mark(fact.seat), "goes down from", Named(fact.shown.number), *_source(fact.card))]


def _decided(fact: facts.Decided) -> list[Line]:
    """Tell what all may know of an answer; of cards that were chosen, nothing."""
    if fact.answer is None:
        return []
    who, card = Mark(fact.seat), Named(fact.card)
    if fact.kind == "seat":
        return [(who, "chooses", Mark(fact.answer), *_for(fact.card))]
    if fact.kind == "option":
        return [(who, f"takes option {fact.answer + 1} of", card)]
    return [(who, "uses" if fact.answer else "does without", card)] if fact.kind == "may" else []


def _guessed(fact: facts.Guessed) -> list[Line]:
    guess = f"guesses {fact.position + 1} of {fact.size}:"
    if fact.shown is None:
        return [(Mark(fact.guesser), guess, "wrong")]
    return [(Mark(fact.guesser), guess, "right", Named(fact.shown.number))]


def _battle(fact: facts.Beaten) -> list[Line]:
    power = fact.powers[fact.winner] if fact.winner < len(fact.powers) else 0
    gain = f"+{_count(fact.points, 'point')}"
    return [(Mark(fact.winner), f"wins with {power}:", gain, Quiet(f"now {fact.score}"))]


_TELLERS: dict[type, Callable[[Any], list[Line]]] = {
    facts.Opened: _opened,
    facts.TieRolled: _tie,
    facts.Revealed: _revealed,
    facts.Advanced: _advanced,
    facts.AdvanceFailed: lambda fact: [(Mark(fact.seat), "cannot pay for", Named(fact.shown.number))],
    facts.SupportStage: _stage,
    facts.Played: lambda fact: [(Mark(fact.seat), "plays", Named(fact.shown.number))],
    facts.Passed: lambda fact: [(Mark(fact.seat), Quiet("passes"))],
    facts.Rolled: _rolled,
    facts.Tossed: lambda fact: [(Mark(fact.seat), "tosses", Coin(fact.heads), *_for(fact.card))],
    facts.PowerChanged: _power,
    facts.Prevented: lambda fact: [
        (Mark(fact.target), f"is guarded from a {fact.against}", *_source(fact.card))
    ],
    facts.Drew: _drew,
    facts.Refilled: lambda fact: [
        (Mark(fact.seat), Quiet(f"shuffles {_count(fact.count, 'card')} into a new deck"))
    ],
    facts.Took: _took,
    facts.Discarded: _discarded,
    facts.Milled: _discarded,
    facts.LevelledDown: _levelled,
    facts.Guessed: _guessed,
    facts.Decided: _decided,
    facts.CutShort: lambda fact: [("Too much at once: cut short at", Named(fact.card))],
    facts.Shielded: lambda fact: [
        (Mark(fact.seat), f"is guarded: {', '.join(fact.against)}", *_source(fact.card))
    ],
    facts.Beaten: _battle,
    facts.Renewed: lambda fact: [(Mark(fact.seat), "begins anew with", Named(fact.shown.number))],
    facts.Resigned: lambda fact: [(Mark(fact.seat), "has resigned")],
}
