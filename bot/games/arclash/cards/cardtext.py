"""The text of an Arclash card, generated from its data (ARC-02, ARC-18)."""

from __future__ import annotations

from bot.base.language import N_, gettext, pgettext
from bot.engine.cards.explaining import explain
from bot.engine.cards.game import CardInWords
from bot.engine.cards.printed import card_name
from bot.engine.cards.text.amounts import describe_filter, payments, requirements
from bot.engine.cards.text.grammar import article, cut, sentence
from bot.games.arclash.cards.cards import Advancement, AnyCard, Character, entered_from
from bot.games.arclash.cards.words import VOCABULARY, VOICE
from bot.games.arclash.cards.words.places import Filter

LINE_LENGTH = 100
"""The maximum length of a card's one-line text, in characters."""


def in_words(card: AnyCard) -> CardInWords:
    """Return all text on a card."""
    if isinstance(card, Character):
        kind = gettext("Level {level} Character, power {power}", level=card.level, power=card.power)
    else:
        kind = gettext("Support")
    return CardInWords(
        card_name(card),
        kind,
        card_traits(card),
        rules_text(card),
        pgettext("card", card.flavour),
    )


def card_traits(card: AnyCard) -> tuple[str, ...]:
    """Return a card's traits in the current language."""
    return tuple([pgettext("card", trait) for trait in card.traits])


def stats(card: AnyCard) -> str:
    """Return a card's kind in short form, for use beside its name: "Level 2, power 450", "Support"."""
    if isinstance(card, Character):
        return gettext("Level {level}, power {power}", level=card.level, power=card.power)
    return gettext("Support")


def rules_text(card: AnyCard) -> tuple[str, ...]:
    """Return the rules text of a card: a paragraph for each Advancement, then one for each ability."""
    advances = [advancement(one, card) for one in card.advances] if isinstance(card, Character) else []
    return (*advances, *[explain(ability, VOCABULARY) for ability in card.abilities])


def one_line(card: AnyCard) -> str:
    """Return a card's effects on one line of at most `LINE_LENGTH` characters, for use beside name and power.

    Longer text is cut after a whole word, with an ellipsis. Advancements are left out. A card without
    abilities has only its kind, level and power.
    """
    if card.abilities:
        return cut(" ".join([explain(ability, VOCABULARY) for ability in card.abilities]), LINE_LENGTH)
    if isinstance(card, Character):
        return gettext("Level {level}, {power} power.", level=card.level, power=card.power)
    return gettext("A Support.")


def advancement(way: Advancement, card: Character) -> str:
    """Return the text of one Advancement: "Advance from a [Tidal] Level 1 and discard 2 cards."."""
    needs, price = requirements(way.costs, VOICE), payments(way.costs, VOICE, "imperative")
    return sentence(
        gettext(_ADVANCE[bool(needs), bool(price)], level=_from(way, card), needs=needs, price=price)
    )


_ADVANCE = {
    (False, False): N_("advance from {level}"),
    (False, True): N_("advance from {level} and {price}"),
    (True, False): N_("advance from {level} if {needs}"),
    (True, True): N_("advance from {level} if {needs}, and {price}"),
}


def _from(way: Advancement, card: Character) -> str:
    """Return the required Character: "a [Tidal] Level 1", "any Level 2"."""
    number = entered_from(card, way)
    which = Filter(word=way.which.word, trait=way.which.trait, name=way.which.name)
    wanted = which.called(VOICE)
    if which.is_any:
        words = gettext("any Level {number}", number=number)
    elif wanted.word:
        words = gettext(_MARKED_LEVEL[article(wanted.word)], word=wanted.word, number=number)
    else:
        words = gettext("a Level {number}", number=number)
    return _besides(wanted.besides(words), way.which, number)


_MARKED_LEVEL = {"a": N_("a [{word}] Level {number}"), "an": N_("an [{word}] Level {number}")}


def _besides(words: str, which: Filter, level: int) -> str:
    """Return `words` with the filter's requirements that no Character of this level can meet, if any."""
    if which.kind != "support" and (not which.level or level in which.level):
        return words
    what = describe_filter(Filter(kind=which.kind, level=which.level), 1, VOICE)
    return gettext("{level} that is {what}", level=words, what=what)
