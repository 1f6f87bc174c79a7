"""What stands on a card of Arclash in words, written from its data (ARC-02, ARC-18)."""

from __future__ import annotations

from bot.engine.cards.nodes import Filter
from bot.engine.cards.text.abilities import explain
from bot.engine.cards.text.costs import payments, requirements
from bot.engine.cards.text.filters import describe_filter, filter_noun
from bot.engine.cards.text.grammar import Noun, a, cut, plain, sentence
from bot.engine.cards.text.terms import TERMS, VOICE, Voice
from bot.games.arclash.cards import Advancement, AnyCard, Character

LINE_LENGTH = 100
"""Characters of a card on one line."""


def rules_text(card: AnyCard) -> tuple[str, ...]:
    """Return the text of a card: a paragraph for each way to advance to it, then one for each ability."""
    advances = [advancement(one, card) for one in card.advances] if isinstance(card, Character) else []
    return (*advances, *[explain(ability) for ability in card.abilities])


def one_line(card: AnyCard) -> str:
    """Return what a card does on a line of at most `LINE_LENGTH` characters, to stand beside name and power.

    What does not fit is cut behind a whole word, with an ellipsis. How to advance to the card is left out. A
    card that does nothing has but its kind, level and power.
    """
    if card.abilities:
        return cut(" ".join([explain(ability) for ability in card.abilities]), LINE_LENGTH)
    return f"Level {card.level}, {card.power} power." if isinstance(card, Character) else "A Support."


def typed_name(card: AnyCard) -> str:
    """Return a card as it is named where two may have one name: "Gust (WND-04)" (ARC-01)."""
    return f"{plain(card.name)} ({card.number})"


def advancement(way: Advancement, card: Character) -> str:
    """Return one way to advance to a Character: "Advance from a [Tidal] Level 1 and discard 2 cards."."""
    needs, price = requirements(way.costs, VOICE), payments(way.costs, VOICE)
    needed = f" if {needs}" if needs else ""
    paid = f"{',' if needed else ''} and {price}" if price else ""
    return sentence(f"advance from {_from(way, card)}{needed}{paid}")


def _from(way: Advancement, card: Character) -> str:
    """Return what is advanced from: "a [Tidal] Level 1", "any Level 2"."""
    level = way.level or card.level - 1
    which = Filter(word=way.which.word, trait=way.which.trait, name=way.which.name)
    if which == Filter():
        words = f"any {TERMS.level} {level}"
    else:
        noun = Noun(f"{TERMS.level} {level}", f"{TERMS.level} {level}s")
        words = a(filter_noun(which, Voice(TERMS._replace(card=noun))).one)
    return f"{words}{_besides(way.which, level)}"


def _besides(which: Filter, level: int) -> str:
    """Return what else the filter asks for that no Character of this level can be; "" in a sound card."""
    if which.kind != "support" and (not which.level or level in which.level):
        return ""
    return f" that is {describe_filter(Filter(kind=which.kind, level=which.level))}"
