"""Players and their possessions in words: "you", "each opponent", "the leading opponent's Character"."""

from __future__ import annotations

from typing import NamedTuple

from bot.base.language import N_, gettext, pgettext
from bot.engine.cards.text.grammar import Case
from bot.engine.cards.text.terms import Voice
from bot.engine.cards.vocabulary import Who


class Person(NamedTuple):
    """One player or several, in the current language."""

    subject: str
    """The subject; "" for "you", which has messages of its own."""
    owner: str
    """In the genitive: "an opponent's"; "" for "you"."""
    possessive: bool = True
    """Whether the owner precedes the thing; else "the hand of an opponent of your choice"."""
    plural: bool = False
    """Whether verbs and possessions are in the plural."""
    apart: str = ""
    """The subject without "together"; "" if they are the same."""

    @property
    def second(self) -> bool:
        """Whether this is the reader, "you"."""
        return not self.owner

    def thing(self, noun: str, case: Case) -> str:
        """Return a possession: "your Character", "the Character of an opponent of your choice"."""
        message = self._theirs(noun)
        return pgettext(case, message, owner=self.owner)

    def own(self, noun: str, case: Case) -> str:
        """Return a possession, later in the sentence: "your deck", "their deck"."""
        message = self._own(noun)
        return pgettext(case, message)

    def place(self, where: str, noun: str) -> str:
        """Return a place of the person: "in your deck", "on top of an opponent's stack"."""
        message = f"{where} {self._theirs(noun)}"
        return gettext(message, owner=self.owner)

    def own_place(self, where: str, noun: str) -> str:
        """Return a place of the person, later in the sentence: "in their deck"."""
        message = f"{where} {self._own(noun)}"
        return gettext(message)

    def _theirs(self, noun: str) -> str:
        if self.second:
            return f"your {noun}"
        return f"{{owner}} {noun}" if self.possessive else f"the {noun} of {{owner}}"

    def _own(self, noun: str) -> str:
        return f"your {noun}" if self.second else f"their {noun}"


_ANOTHER = Who(N_("another player", "nominative"), N_("another player's", "genitive"))


def target(whose: str, voice: Voice) -> Person:
    """Return the target of an effect, each player separately."""
    return _person(voice.vocabulary.players[whose].target, voice)


def together(whose: str, voice: Voice) -> Person:
    """Return the players whose cards, levels or points are added up."""
    word = voice.vocabulary.players[whose]
    return _person(word.together or word.target, voice)


def any_of(whose: str, voice: Voice) -> Person:
    """Return the phrase for a condition that one of the players must meet."""
    word = voice.vocabulary.players[whose]
    return _person(word.any_of or word.target, voice)


def none_of(whose: str, voice: Voice) -> Person | None:
    """Return the phrase for a condition that none of the players may meet; None for a single player."""
    nobody = voice.vocabulary.players[whose].none_of
    return _person(nobody, voice) if nobody else None


def held_for(whose: str, voice: Voice, *, no: bool) -> tuple[Person, bool]:
    """Return the players of a state, and whether it is negated: "no opponent" negates it already."""
    nobody = none_of(whose, voice) if no else None
    return (nobody, False) if nobody else (any_of(whose, voice), no)


def another(voice: Voice) -> Person:
    """Return any one of the other players whom a card could affect."""
    return _person(_ANOTHER, voice)


def you(voice: Voice) -> Person:
    """Return the controller of the card."""
    return _person(None, voice)


def _person(who: Who | None, voice: Voice) -> Person:
    """Return the person as named for this reader; None for the card's controller."""
    if who is None:
        return Person(voice.you, gettext("{name}'s", name=voice.of)) if voice.you else Person("", "")
    subject, apart = who.subject, who.apart
    if voice.you:
        subject, apart = who.named or subject, who.named_apart or apart
    return Person(
        pgettext("nominative", subject, name=voice.of),
        pgettext("genitive", who.owner or subject, name=voice.of),
        possessive=bool(who.owner),
        plural=who.plural,
        apart=pgettext("nominative", apart, name=voice.of) if apart else "",
    )
