"""Which cards are meant, and where they are: "a [Tidal] Character of Level 1 or 2", "in your stack"."""

from __future__ import annotations

from bot.engine.cards.nodes import Cards, Filter
from bot.engine.cards.text.grammar import Noun, plain, quantity
from bot.engine.cards.text.people import Person, together
from bot.engine.cards.text.terms import VOICE, Voice
from bot.engine.phrases import listed

_HELD = {"hand": "hand", "deck": "deck", "discard": "discard pile"}


def describe_filter(which: Filter, count: int = 1, voice: Voice = VOICE, *, up_to: bool = False) -> str:
    """Return so many of these cards: "a [Tidal] Character of Level 1 or 2", "up to 2 Supports".

    One of them needs no "up to": who may take it, may leave it.
    """
    return f"{'up to ' if up_to and count > 1 else ''}{quantity(count, filter_noun(which, voice))}"


def filter_noun(which: Filter, voice: Voice, zone: str = "") -> Noun:
    """Return what these cards are called; in some zones there are but Characters or Supports."""
    noun = kind_noun(which, voice, zone)
    before = f"[{plain(which.word)}] " if which.word else ""
    after = f" of {levels(which, voice)}" if which.level else ""
    after += f" with the trait {plain(which.trait)}" if which.trait else ""
    after += f' named "{plain(which.name)}"' if which.name else ""
    return Noun(f"{before}{noun.one}{after}", f"{before}{noun.many}{after}")


def from_hand(which: Filter, person: Person, voice: Voice) -> str:
    """Return " from your hand" for Characters, which could as well be those in play; "" for other cards."""
    of_play = kind_noun(which, voice) == voice.terms.character
    return f" from {person.own} hand" if of_play else ""


def kind_noun(which: Filter, voice: Voice, zone: str = "") -> Noun:
    """Return "Character", "Support" or "card"."""
    terms = voice.terms
    if which.kind:
        return terms.character if which.kind == "character" else terms.support
    if which.level or zone in ("stack", "current"):
        return terms.character
    return terms.support if zone == "supports" else terms.card


def levels(which: Filter, voice: Voice) -> str:
    """Return the levels of a filter: "Level 1, 2 or 3"."""
    return f"{voice.terms.level} {listed([str(level) for level in sorted(set(which.level))], 'or')}"


def counted_cards(cards: Cards, voice: Voice, *, every: str = "each") -> str:
    """Return cards as they are counted: "each [Tidal] Character in your stack".

    With `every` of "every two" the noun stands in the plural.
    """
    noun = filter_noun(cards.which, voice, cards.zone)
    words = noun.one if every == "each" else noun.many
    return f"{every} {words} {_place(cards, together(cards.whose, voice), voice)}"


def _place(cards: Cards, person: Person, voice: Voice) -> str:
    stack = voice.terms.stack.many if person.plural else voice.terms.stack.one
    if cards.zone == "stack":
        return f"in {person.thing(stack)}"
    if cards.zone == "current":
        return f"on top of {person.thing(stack)}"
    if cards.zone in ("supports", "play"):
        who = person.subject.removesuffix(" together")
        return f"{_among(cards, voice)}{who} {person.verb('have', 'has')} in play"
    return f"in {person.thing(_HELD[cards.zone] + ('s' if person.plural else ''))}"


def owned_place(cards: Cards, person: Person, voice: Voice) -> str:
    """Return where somebody has cards, behind "you have ...": "in hand", "in their discard pile"."""
    stack = voice.terms.stack.many if person.plural else voice.terms.stack.one
    if cards.zone == "hand":
        return "in hand"
    if cards.zone in ("supports", "play"):
        return f"{_among(cards, voice)}in play"
    if cards.zone in ("stack", "current"):
        return f"{'in' if cards.zone == 'stack' else 'on top of'} {person.own} {stack}"
    return f"in {person.own} {_HELD[cards.zone]}{'s' if person.plural else ''}"


def _among(cards: Cards, voice: Voice) -> str:
    """Return what keeps Characters looked for among Supports apart from Characters in play."""
    support = voice.terms.support
    odd = cards.zone == "supports" and kind_noun(cards.which, voice, cards.zone) != support
    return f"among the {support.many} " if odd else ""
