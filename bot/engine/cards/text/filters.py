"""Which cards are meant, and where they are: "a [Tidal] Character of Level 1 or 2", "in your stack"."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from bot.engine.cards.nodes import Cards, Filter
from bot.engine.cards.text.grammar import Called, Case, Noun, plain
from bot.engine.cards.text.people import Person, together
from bot.engine.cards.text.terms import VOICE, Voice
from bot.engine.language import N_, gettext, pgettext
from bot.engine.phrases import either

HAND = Noun("hand", "hands")
DECK = Noun("deck", "decks")
PILE = Noun("discard pile", "discard piles")


def describe_filter(
    which: Filter, count: int = 1, voice: Voice = VOICE, case: Case = "nominative", *, up_to: bool = False
) -> str:
    """Return so many of these cards: "a [Tidal] Character of Level 1 or 2", "up to 2 Supports".

    One of them needs no "up to": who may take it, may leave it.
    """
    cards = called(which, voice).several(count, case)
    return gettext("up to {cards}", cards=cards) if up_to and count > 1 else cards


def called(which: Filter, voice: Voice, zone: str = "") -> Called:
    """Return what these cards are called; in some zones there are but Characters or Supports."""
    return Called(
        kind_noun(which, voice, zone),
        card_word(which.word),
        levels(which, voice) if which.level else "",
        card_word(which.trait),
        card_word(which.name),
    )


def card_word(words: str) -> str:
    """Return a word that stands on cards, or a card's name, in the language that is spoken."""
    return pgettext("card", plain(words)) if words else ""


def from_hand(cards: str, which: Filter, person: Person, voice: Voice) -> str:
    """Return Characters "from your hand", for those in play could be meant too; other cards as they are."""
    if not of_play(which, voice):
        return cards
    if person.second:
        return gettext("{cards} from your hand", cards=cards)
    return gettext("{cards} from their hand", cards=cards)


def of_play(which: Filter, voice: Voice) -> bool:
    """Whether such cards are known as those in play: Characters."""
    return kind_noun(which, voice) == voice.terms.character


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
    numbers = either([str(level) for level in sorted(set(which.level))])
    return gettext("{level} {number}", level=gettext(voice.terms.level), number=numbers)


def counted_cards(cards: Cards, voice: Voice, *, in_twos: bool = False) -> str:
    """Return cards as they are counted: "each [Tidal] Character in your stack", "every two cards ..."."""
    each = called(cards.which, voice, cards.zone)
    words = each.every_two("accusative") if in_twos else each.each("accusative")
    person = together(cards.whose, voice)
    if cards.zone in ("supports", "play"):
        return _in_play(cards, words, each.noun.many if in_twos else each.noun.one, person, voice)
    return _at(words, person.place(*_zone(cards, person, voice)))


def _in_play(cards: Cards, words: str, noun: str, person: Person, voice: Voice) -> str:
    """Return cards in play as a clause that some languages begin with a pronoun, for this noun."""
    who = 0 if person.second else 2 if person.plural else 1
    player = person.apart or person.subject
    if among_supports(cards, voice):
        supports = Called(voice.terms.support).many("dative")
        return gettext(_AMONG[who], cards=words, supports=supports, player=player)
    return pgettext(noun, _IN_PLAY[who], cards=words, player=player)


_IN_PLAY = (
    N_("{cards} you have in play", "Character", "Characters", "Support", "Supports", "card", "cards"),
    N_("{cards} {player} has in play", "Character", "Characters", "Support", "Supports", "card", "cards"),
    N_("{cards} {player} have in play", "Character", "Characters", "Support", "Supports", "card", "cards"),
)
"""Of you, of another, of several; the contexts are the nouns of Arclash."""
_AMONG = (
    N_("{cards} among the {supports} you have in play"),
    N_("{cards} among the {supports} {player} has in play"),
    N_("{cards} among the {supports} {player} have in play"),
)


def owned_cards(cards: Cards, words: str, person: Person, voice: Voice) -> str:
    """Return cards with where somebody has them, behind "you have": "2 cards in hand"."""
    if cards.zone == "hand":
        return gettext("{cards} in hand", cards=words)
    if among_supports(cards, voice):
        supports = Called(voice.terms.support).many("dative")
        return gettext("{cards} among the {supports} in play", cards=words, supports=supports)
    if cards.zone in ("supports", "play"):
        return gettext("{cards} in play", cards=words)
    return _at(words, person.own_place(*_zone(cards, person, voice)))


def _zone(cards: Cards, person: Person, voice: Voice) -> tuple[str, str]:
    """Return how the place of cards is called: "in" and "deck", of several players "in" and "decks"."""
    noun = _ZONES.get(cards.zone, voice.terms.stack)
    return "on top of" if cards.zone == "current" else "in", noun.many if person.plural else noun.one


_ZONES: Mapping[str, Noun] = MappingProxyType({"hand": HAND, "deck": DECK, "discard": PILE})


def _at(cards: str, place: str) -> str:
    return gettext("{cards} {place}", cards=cards, place=place)


def among_supports(cards: Cards, voice: Voice) -> bool:
    """Whether other cards are looked for among Supports: that keeps Characters apart from those in play."""
    return cards.zone == "supports" and kind_noun(cards.which, voice, cards.zone) != voice.terms.support
