"""Which cards somebody has, as a condition: "you have 3 or more [Stone] Characters in your stack"."""

from __future__ import annotations

from bot.engine.cards.nodes import Filter, Holds
from bot.engine.cards.text.filters import called, card_word, levels, owned_cards
from bot.engine.cards.text.grammar import Called, Case, article, between
from bot.engine.cards.text.people import Person, any_of, none_of, together
from bot.engine.cards.text.terms import Voice
from bot.engine.language import N_, gettext, pgettext


def holdings(test: Holds, voice: Voice, *, no: bool = False) -> str:
    """Return the clause, or with `no` that it does not hold."""
    return _without(test, voice) if no else _cards(test, voice)


def _cards(test: Holds, voice: Voice) -> str:
    some, none = test.at_most is None and test.at_least == 1, (test.at_least, test.at_most) == (0, 0)
    cards = called(test.cards.which, voice, test.cards.zone)
    nobody = none_of(test.cards.whose, voice) if none else None
    person = nobody or (any_of if some else together)(test.cards.whose, voice)
    if test.cards.zone == "current" and (some or none):
        return _current(person, test.cards.which, voice, no=none and nobody is None)
    words = cards.a("accusative") if nobody else _so_many(test, cards)
    return has(person, owned_cards(test.cards, words, person, voice))


def has(person: Person, cards: str) -> str:
    """Return "you have 2 cards in hand", "each opponent has ..."."""
    if person.second:
        return gettext("you have {cards}", cards=cards)
    if person.plural:
        return gettext("{player} have {cards}", player=person.subject, cards=cards)
    return gettext("{player} has {cards}", player=person.subject, cards=cards)


def _without(test: Holds, voice: Voice) -> str:
    """Return that there are fewer of the cards, or more, or not such a number of them."""
    low, high = test.at_least, test.at_most
    if low and high is None:
        return _cards(Holds(test.cards, at_least=0, at_most=low - 1), voice)
    if not low and high is not None:
        return _cards(Holds(test.cards, at_least=high + 1), voice)
    return gettext("it is not so that ({condition})", condition=_cards(test, voice))


def _so_many(test: Holds, cards: Called) -> str:
    """Return a number of cards in a range: "a Support", "no cards", "3 or more cards"."""
    bounds = (test.at_least, test.at_most)
    if bounds == (1, None):
        return cards.a("accusative")
    if bounds == (0, 0):
        return cards.none("accusative")
    if bounds == (0, 1):
        return cards.in_range(gettext("at most {number}", number=1), "accusative", one=True)
    span = between(test.at_least, test.at_most)
    if not span:
        return cards.any_number("accusative")
    return cards.in_range(span, "accusative", one=bounds == (1, 1))


# What a Character is


def _current(person: Person, which: Filter, voice: Voice, *, no: bool) -> str:
    """Return what somebody's Character is: "your Character is a [Tidal]", "... is not Level 1 or 2"."""
    character = person.thing(voice.terms.character.one, "nominative")
    if which.level and which == Filter(level=which.level):
        return is_of_level(character, levels(which, voice), no=no)
    if no:
        nature = _nature(which, voice, "negative")
        return gettext("{character} is not {nature}", character=character, nature=nature)
    return gettext("{character} is {nature}", character=character, nature=_nature(which, voice, "nominative"))


def is_of_level(character: str, level: str, *, no: bool) -> str:
    """Return of which level a Character is, or is not."""
    if no:
        return gettext("{character} is not {level}", character=character, level=level)
    return gettext("{character} is {level}", character=character, level=level)


def _nature(which: Filter, voice: Voice, case: Case) -> str:
    """Return what one Character is: "a [Tidal]", 'named "Finn"', "a Character with the trait Book"."""
    if which.word and which == Filter(word=which.word, level=which.level):
        word = card_word(which.word)
        nature = pgettext(case, _BEARS[article(word)], word=word)
        if not which.level:
            return nature
        return gettext("{cards} of {levels}", cards=nature, levels=levels(which, voice))
    if which.name and which == Filter(name=which.name):
        return pgettext(case, _NAMED, name=card_word(which.name))
    return called(which, voice, "current").a(case)


_BEARS = {"a": N_("a [{word}]", "nominative", "negative"), "an": N_("an [{word}]", "nominative", "negative")}
_NAMED = N_('named "{name}"', "nominative", "negative")
