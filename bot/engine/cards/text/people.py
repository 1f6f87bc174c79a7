"""Players, and what is theirs: "you", "each opponent", "the leading opponent's Character"."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from bot.engine.cards.nodes import Whose
from bot.engine.cards.text.grammar import Case
from bot.engine.cards.text.terms import Voice
from bot.engine.language import N_, gettext, pgettext


class Person(NamedTuple):
    """One player or several, in the language that is spoken."""

    subject: str
    """"" for "you", who have messages of their own."""
    owner: str
    """In the genitive: "an opponent's"; "" for "you"."""
    possessive: bool = True
    """Whether the owner goes before what is theirs; else "the hand of an opponent of your choice"."""
    plural: bool = False
    """Whether verbs and what they have stand in the plural."""
    apart: str = ""
    """The subject without "together", "" where that is not said."""

    @property
    def second(self) -> bool:
        """Whether this is the reader, "you"."""
        return not self.owner

    def thing(self, noun: str, case: Case) -> str:
        """Return what is theirs: "your Character", "the Character of an opponent of your choice"."""
        message = self._theirs(noun)
        return pgettext(case, message, owner=self.owner)

    def own(self, noun: str, case: Case) -> str:
        """Return what is theirs, later in the sentence: "your deck", "their deck"."""
        message = self._own(noun)
        return pgettext(case, message)

    def place(self, where: str, noun: str) -> str:
        """Return a place of theirs: "in your deck", "on top of an opponent's stack"."""
        message = f"{where} {self._theirs(noun)}"
        return gettext(message, owner=self.owner)

    def own_place(self, where: str, noun: str) -> str:
        """Return a place of theirs, later in the sentence: "in their deck"."""
        message = f"{where} {self._own(noun)}"
        return gettext(message)

    def _theirs(self, noun: str) -> str:
        if self.second:
            return f"your {noun}"
        return f"{{owner}} {noun}" if self.possessive else f"the {noun} of {{owner}}"

    def _own(self, noun: str) -> str:
        return f"your {noun}" if self.second else f"their {noun}"


class _Who(NamedTuple):
    """One player or several, as the messages they are told by."""

    subject: str
    owner: str = ""
    """"" where only "the hand of ..." will do."""
    plural: bool = False
    apart: str = ""
    """The subject without "together", where that is said."""
    named: str = ""
    """The subject where "you" have a name, if that changes it."""
    named_apart: str = ""


_CHOICE = _Who(
    N_("an opponent of your choice", "nominative", "genitive"),
    named=N_("an opponent of {name}'s choice", "nominative", "genitive"),
)
_TARGETS: Mapping[Whose, _Who] = MappingProxyType(
    {
        "opponent": _Who(N_("an opponent", "nominative"), N_("an opponent's", "genitive")),
        "chosen": _Who(N_("that opponent", "nominative"), N_("that opponent's", "genitive")),
        "opponents": _Who(N_("each opponent", "nominative"), N_("each opponent's", "genitive")),
        "everyone": _Who(N_("each player", "nominative"), N_("each player's", "genitive")),
        "strongest-opponent": _Who(
            N_("the opponent with the most power", "nominative"), N_("the strongest opponent's", "genitive")
        ),
        "weakest-opponent": _Who(
            N_("the opponent with the least power", "nominative"), N_("the weakest opponent's", "genitive")
        ),
        "leading-opponent": _Who(
            N_("the opponent with the most points", "nominative"), N_("the leading opponent's", "genitive")
        ),
    }
)
_TOGETHER: Mapping[Whose, _Who] = MappingProxyType(
    {
        **_TARGETS,
        "opponent": _CHOICE,
        "opponents": _Who(
            N_("your opponents together", "nominative"),
            N_("all opponents'", "genitive"),
            plural=True,
            apart=N_("your opponents", "nominative"),
            named=N_("{name}'s opponents together", "nominative"),
            named_apart=N_("{name}'s opponents", "nominative"),
        ),
        "everyone": _Who(
            N_("all players together", "nominative"),
            N_("all players'", "genitive"),
            plural=True,
            apart=N_("all players", "nominative"),
        ),
    }
)
_ANY: Mapping[Whose, _Who] = MappingProxyType(
    {
        **_TARGETS,
        "opponent": _CHOICE,
        "opponents": _Who(N_("any opponent", "nominative"), N_("any opponent's", "genitive")),
        "everyone": _Who(N_("any player", "nominative"), N_("any player's", "genitive")),
    }
)
_NONE: Mapping[Whose, _Who] = MappingProxyType(
    {
        "opponents": _Who(N_("no opponent", "nominative"), N_("no opponent's", "genitive")),
        "everyone": _Who(N_("no player", "nominative"), N_("no player's", "genitive")),
    }
)
_ANOTHER = _Who(N_("another player", "nominative"), N_("another player's", "genitive"))


def target(whose: Whose, voice: Voice) -> Person:
    """Return whom something happens to, each of them for themselves."""
    return _told(whose, _TARGETS, voice)


def together(whose: Whose, voice: Voice) -> Person:
    """Return whose cards, levels or points are added up."""
    return _told(whose, _TOGETHER, voice)


def any_of(whose: Whose, voice: Voice) -> Person:
    """Return for one of whom something has to hold."""
    return _told(whose, _ANY, voice)


def none_of(whose: Whose, voice: Voice) -> Person | None:
    """Return for whom something holds if it holds for nobody; None where one player is meant."""
    return _told(whose, _NONE, voice) if whose in _NONE else None


def another(voice: Voice) -> Person:
    """Return whoever of the other players a card could do something to."""
    return _person(_ANOTHER, voice)


def you(voice: Voice) -> Person:
    """Return who controls the card."""
    return target("you", voice)


def _told(whose: Whose, table: Mapping[Whose, _Who], voice: Voice) -> Person:
    """Return the person as this reader knows them."""
    if whose == "you":
        return _you(voice)
    return _person(table[whose], voice)


def _person(who: _Who, voice: Voice) -> Person:
    subject, apart = who.subject, who.apart
    if voice.you:
        subject, apart = who.named or subject, who.named_apart or apart
    return Person(
        pgettext("nominative", subject, name=voice.you),
        pgettext("genitive", who.owner or subject, name=voice.you),
        possessive=bool(who.owner),
        plural=who.plural,
        apart=pgettext("nominative", apart, name=voice.you) if apart else "",
    )


def _you(voice: Voice) -> Person:
    if not voice.you:
        return Person("", "")
    return Person(voice.you, gettext("{name}'s", name=voice.you))
