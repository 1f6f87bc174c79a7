"""What a card does, one function for each effect that does something by itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, TypeAlias

from bot.engine.cards.nodes import (
    AmountNode,
    Buff,
    Debuff,
    DiscardCards,
    DrawCards,
    EffectNode,
    LevelDown,
    Reroll,
    Search,
    Shield,
    Until,
)
from bot.engine.cards.text.amounts import Measure, measure
from bot.engine.cards.text.clauses import Clause
from bot.engine.cards.text.costs import top_cards
from bot.engine.cards.text.filters import describe_filter, filter_noun, from_hand
from bot.engine.cards.text.grammar import Noun
from bot.engine.cards.text.people import Person, doing, target
from bot.engine.cards.text.terms import Voice
from bot.engine.phrases import listed

Describer: TypeAlias = Callable[[Any, Voice], Clause]

_BATTLE_BOUND = ("played", "start-of-battle")
"""Triggers of which everybody knows that what they give is for this turn."""


def lasting(until: Until, voice: Voice) -> str:
    """Return how long something lasts: " this turn"; "" for what is so all the time."""
    if voice.static:
        return ""
    if until == "turn":
        return " this turn"
    return (
        " until the end of the next turn" if until == "next-turn" else " as long as this card is in its stack"
    )


# Power and levels


def _buff(effect: Buff, voice: Voice) -> Clause:
    return _power(effect, voice, "has" if voice.static else "gains", "more")


def _debuff(effect: Debuff, voice: Voice) -> Clause:
    return _power(effect, voice, "has" if voice.static else "loses", "less")


def _power(effect: Buff | Debuff, voice: Voice, verb: str, more: str) -> Clause:
    terms = voice.terms
    unit = terms.power
    if voice.static:
        unit = Noun(f"{more} {unit.one}", f"{more} {unit.many}", counted=False)
    amount = measure(effect.by, unit, voice)
    who = f"{target(effect.whose, voice).thing(terms.character.one)} {verb}"
    until = "" if effect.until == "turn" and voice.on in _BATTLE_BOUND else lasting(effect.until, voice)
    return _measured(amount, lambda words: f"{who} {_until(words, until)}", voice)._replace(swift=True)


def _until(amount: str, until: str) -> str:
    return f"{amount},{until}" if until and "," in amount else f"{amount}{until}"


def _measured(amount: Measure, told: Callable[[str], str], voice: Voice, *, bare: bool = False) -> Clause:
    """Return a clause with an amount in it; standing alone, dice are rolled in a sentence of their own."""
    roll = f"{doing('roll', 'rolls', voice)} {amount.first}"
    return Clause(told(amount.words), (roll, told(amount.after)) if amount.first else (), bare=bare)


def _level_down(effect: LevelDown, voice: Voice) -> Clause:
    return Clause(f"{target(effect.whose, voice).thing(voice.terms.character.one)} levels down", swift=True)


def _shield(effect: Shield, voice: Voice) -> Clause:
    until = lasting(effect.until, voice)
    character = voice.terms.character.one
    if effect.whose == "everyone":
        whose, whom, cards = f"another player's {character}", "another player", f"no {voice.terms.card.one}"
    else:
        you = target("you", voice)
        whose, whom, cards = you.thing(character), you.subject, f"{voice.terms.card.many} of others"
    what = {
        "debuff": f"take {voice.terms.power.one} from {whose}",
        "level-down": "level it down" if "debuff" in effect.against else f"level down {whose}",
        "discard": f"make {whom} discard",
    }
    prevented = listed([words for key, words in what.items() if key in effect.against], "or")
    return Clause(f"{cards} {'can' if effect.whose == 'everyone' else 'cannot'} {prevented}{until}")


# Cards


def _draw(effect: DrawCards, voice: Voice) -> Clause:
    amount = measure(effect.count, voice.terms.card, voice)
    who, bare = _who_does(target(effect.whose, voice), "draw", "draws", voice)
    return _measured(amount, lambda words: f"{who} {words}", voice, bare=bare)


def _who_does(person: Person, base: str, third: str, voice: Voice) -> tuple[str, bool]:
    """Return somebody with a verb, and whether it is the bare verb: "draw", "each opponent draws"."""
    bare = person.second and not voice.explicit
    return (base if bare else person.does(base, third)), bare


def _discard(effect: DiscardCards, voice: Voice) -> Clause:
    person = target(effect.whose, voice)
    if effect.zone == "hand" and effect.how == "you" and effect.whose != "you":
        return _from_seen_hand(effect, person, voice)
    who, bare = _who_does(person, "discard", "discards", voice)
    if effect.zone == "deck":
        return _from_deck(effect, who, person, voice)._replace(bare=bare)
    if effect.how == "random":
        return _by_lot(effect, who, voice)._replace(bare=bare)
    amount = measure(effect.count, filter_noun(effect.which, voice), voice)
    hand = from_hand(effect.which, person, voice)
    if not isinstance(effect.count, AmountNode):
        return Clause(f"{who} {amount.words}{hand}", bare=bare)
    return _measured(amount, lambda words: f"{who}{hand} {words}", voice, bare=bare)


def _from_deck(effect: DiscardCards, who: str, person: Person, voice: Voice) -> Clause:
    deck = f"{person.own} deck"
    if not isinstance(effect.count, AmountNode):
        return Clause(f"{who} {top_cards(effect.count, deck, voice)}")
    amount = measure(effect.count, voice.terms.card, voice)
    return _measured(amount, lambda words: f"{who} from the top of {deck} {words}", voice)


def _by_lot(effect: DiscardCards, who: str, voice: Voice) -> Clause:
    amount = measure(effect.count, voice.terms.card, voice)
    if not isinstance(effect.count, AmountNode):
        return Clause(f"{who} {amount.words} at random")
    return _measured(amount, lambda words: f"{who} at random {words}", voice)


def _from_seen_hand(effect: DiscardCards, person: Person, voice: Voice) -> Clause:
    takes = target("you", voice).verb("discard", "discards")
    start = f"{doing('look', 'looks', voice)} at {person.thing('hand')} and {takes}"
    amount = measure(effect.count, filter_noun(effect.which, voice), voice)
    if not isinstance(effect.count, AmountNode):
        return Clause(f"{start} {amount.words} from it", bare=_is_bare(voice))
    return _measured(amount, lambda words: f"{start} from it {words}", voice, bare=_is_bare(voice))


def _is_bare(voice: Voice) -> bool:
    return target("you", voice).second and not voice.explicit


def _search(effect: Search, voice: Voice) -> Clause:
    you = target("you", voice)
    cards = describe_filter(effect.which, effect.count, voice, up_to=True)
    deck, it = f"{you.own} deck", "it" if effect.count == 1 else "them"
    if effect.where == "discard":
        verb, end = ("take", "hand") if effect.to == "hand" else ("shuffle", "deck")
        return Clause(f"{you.subject} may {verb} {cards} from {you.own} discard pile into {you.own} {end}")
    if effect.where == "deck":
        look, among = f"{doing('search', 'searches', voice)} {deck}", ""
    else:
        part = top_cards(effect.top, deck, voice) if effect.where == "top" else f"the top half of {deck}"
        look = f"{doing('look', 'looks', voice)} at {part}"
        among = "" if (effect.where, effect.top) == ("top", 1) else " among them"
    take = f"take {it} into {you.own} hand"
    look = f"{look}; {you.subject} may show {cards}{among} and {take}"
    shuffle = f"{doing('shuffle', 'shuffles', voice)} {deck}"
    return Clause(f"{look}; {shuffle}", (look, shuffle), closed=False)


def _reroll(_effect: Reroll, voice: Voice) -> Clause:
    dice = "them" if voice.on == "roll" else "those dice"
    return Clause(f"{target('you', voice).subject} may roll {dice} again")


SIMPLE: Mapping[type[EffectNode], Describer] = MappingProxyType(
    {
        Buff: _buff,
        Debuff: _debuff,
        DrawCards: _draw,
        Search: _search,
        DiscardCards: _discard,
        LevelDown: _level_down,
        Shield: _shield,
        Reroll: _reroll,
    }
)
"""How each effect is told that has no other effects in it."""
