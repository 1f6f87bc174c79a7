"""Filters for cards of Arclash, and the zones of cards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, ClassVar, Generic, Literal

from msgspec import Meta

from bot.base.language import N_, gettext, pgettext
from bot.engine.cards.matching import has_words, same
from bot.engine.cards.nodes import FilterNode, WhoseT
from bot.engine.cards.text.amounts import card_word
from bot.engine.cards.text.grammar import Called, Case, Noun, article
from bot.engine.cards.text.people import Person
from bot.engine.cards.text.terms import CARD, Voice
from bot.engine.cards.words import counting
from bot.engine.sentences import either
from bot.games.arclash.cards.words.field import (
    CHARACTER,
    LEVEL,
    STACK,
    SUPPORT,
    CardLevel,
    Face,
    Zone,
    most_players,
)


class Filter(FilterNode, frozen=True):
    """A filter for cards: a card matches if all given fields hold."""

    word: Annotated[str, Meta(max_length=40)] = ""
    """The [bracketed] words, in the traits or in the name; whole words, ignoring case (ARC-03)."""
    trait: Annotated[str, Meta(max_length=40)] = ""
    name: Annotated[str, Meta(max_length=40)] = ""
    """The whole name, ignoring case."""
    kind: Literal["", "character", "support"] = ""
    level: Annotated[tuple[CardLevel, ...], Meta(max_length=4)] = ()
    """Characters of one of these levels."""

    @property
    def is_any(self) -> bool:
        """Whether every card matches."""
        return not (self.word or self.trait or self.name or self.kind or self.level)

    @property
    def sought(self) -> tuple[str, ...]:
        """The words on cards that it asks for."""
        return tuple([words for words in (self.word, self.trait, self.name) if words])

    def matches(self, face: Face) -> bool:
        """Whether a card matches: all given fields hold (ARC-03)."""
        return (
            (not self.kind or face.kind == self.kind)
            and (not self.level or (face.level in self.level and face.kind == "character"))
            and (not self.name or same(face.name, self.name))
            and (not self.trait or any(same(self.trait, trait) for trait in face.traits))
            and (not self.word or has_words((face.name, *face.traits), self.word))
        )

    def called(self, voice: Voice, zone: str = "") -> Called:  # noqa: ARG002 - they are called so by all
        """Return the noun phrase for these cards; some zones contain only Characters or only Supports."""
        return Called(
            self.noun(zone),
            card_word(self.word),
            self.levels() if self.level else "",
            card_word(self.trait),
            card_word(self.name),
        )

    def noun(self, zone: str = "") -> Noun:
        """Return "Character", "Support" or "card"."""
        if self.kind:
            return CHARACTER if self.kind == "character" else SUPPORT
        if self.level or zone in ("stack", "current"):
            return CHARACTER
        return SUPPORT if zone == "supports" else CARD

    def known_in_play(self) -> bool:
        """Whether the noun alone means cards in play: Characters."""
        return self.noun() == CHARACTER

    def levels(self) -> str:
        """Return the levels in words: "Level 1, 2 or 3"."""
        numbers = either([str(level) for level in sorted(set(self.level))])
        return gettext("{level} {number}", level=gettext(LEVEL), number=numbers)


class Cards(counting.Cards[WhoseT], Generic[WhoseT], frozen=True):
    """Cards in a zone."""

    zone: Zone
    whose: WhoseT = "you"  # type: ignore[assignment] # who controls the card is a word of every game
    which: Filter = Filter()

    places: ClassVar[Mapping[str, tuple[str, Noun]]] = {
        **counting.Cards.places,
        "stack": ("in", STACK),
        "current": ("on top of", STACK),
    }

    @property
    def most(self) -> int | None:
        """The maximum number of these cards: each player has one current Character."""
        return most_players(self.whose) if self.zone == "current" else None

    @property
    def always_there(self) -> bool:
        """Whether there is always one: a Character."""
        return self.zone in ("current", "stack", "play") and self.which.is_any

    def not_always(self) -> tuple[str, str] | None:
        """Return a reason against `always`: power would reveal hidden cards."""
        if self.zone in self.hidden and not self.which.is_any:
            return "E410", gettext(_GIVEN_AWAY[self.zone])
        return None

    def lying(self, words: str, noun: str, person: Person, voice: Voice) -> str:
        """Return the cards with their zone; in play as a clause that some languages start with a pronoun."""
        if self.zone not in ("supports", "play"):
            return super().lying(words, noun, person, voice)
        who = 0 if person.second else 2 if person.plural else 1
        player = person.apart or person.subject
        if self._among_supports():
            supports = Called(SUPPORT).many("dative")
            return gettext(_AMONG[who], cards=words, supports=supports, player=player)
        return pgettext(noun, _IN_PLAY[who], cards=words, player=player)

    def owned(self, words: str, person: Person, voice: Voice) -> str:
        """Return the cards with a player's zone, for use after "you have"."""
        if self._among_supports():
            supports = Called(SUPPORT).many("dative")
            return gettext("{cards} among the {supports} in play", cards=words, supports=supports)
        if self.zone in ("supports", "play"):
            return gettext("{cards} in play", cards=words)
        return super().owned(words, person, voice)

    def _among_supports(self) -> bool:
        """Whether other cards are counted among Supports: Characters in play are counted separately."""
        return self.zone == "supports" and self.which.noun(self.zone) != SUPPORT

    def being(self, person: Person, voice: Voice, *, no: bool) -> str:
        """Return a statement about a Character: "your Character is a [Tidal]", "... is not Level 1 or 2"."""
        if self.zone != "current":
            return ""
        which, character = self.which, person.thing(CHARACTER.one, "nominative")
        if which.level and which == Filter(level=which.level):
            return is_of_level(character, which.levels(), no=no)
        if no:
            nature = _nature(which, voice, "negative")
            return gettext("{character} is not {nature}", character=character, nature=nature)
        return gettext(
            "{character} is {nature}", character=character, nature=_nature(which, voice, "nominative")
        )


_GIVEN_AWAY = {
    "hand": N_("everybody would see by the power which cards are in a hand: count them all."),
    "deck": N_("everybody would see by the power which cards are in a deck: count them all."),
}
_IN_PLAY = (
    N_("{cards} you have in play", "Character", "Characters", "Support", "Supports", "card", "cards"),
    N_("{cards} {player} has in play", "Character", "Characters", "Support", "Supports", "card", "cards"),
    N_("{cards} {player} have in play", "Character", "Characters", "Support", "Supports", "card", "cards"),
)
"""For you, for another player, for several; the contexts are the nouns of Arclash."""
_AMONG = (
    N_("{cards} among the {supports} you have in play"),
    N_("{cards} among the {supports} {player} has in play"),
    N_("{cards} among the {supports} {player} have in play"),
)


def is_of_level(character: str, level: str, *, no: bool) -> str:
    """Return the level of a Character in words, or its negation."""
    if no:
        return gettext("{character} is not {level}", character=character, level=level)
    return gettext("{character} is {level}", character=character, level=level)


def _nature(which: Filter, voice: Voice, case: Case) -> str:
    """Return the description of one Character: "a [Tidal]", 'named "Finn"', "a Character with the trait
    Book".
    """
    if which.word and which == Filter(word=which.word, level=which.level):
        word = card_word(which.word)
        nature = pgettext(case, _BEARS[article(word)], word=word)
        if not which.level:
            return nature
        return gettext("{cards} of {levels}", cards=nature, levels=which.levels())
    if which.name and which == Filter(name=which.name):
        return pgettext(case, _NAMED, name=card_word(which.name))
    return which.called(voice, "current").a(case)


_BEARS = {"a": N_("a [{word}]", "nominative", "negative"), "an": N_("an [{word}]", "nominative", "negative")}
_NAMED = N_('named "{name}"', "nominative", "negative")
