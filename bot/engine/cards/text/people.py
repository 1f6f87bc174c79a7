"""Players, and what is theirs: "you", "each opponent", "the leading opponent's Character"."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from bot.engine.cards.nodes import Whose
from bot.engine.cards.text.terms import Voice


class Person(NamedTuple):
    """One player or several, as the subject of a sentence."""

    subject: str
    possessive: str = ""
    """"your", "an opponent's"; "" where only "the hand of ..." will do."""
    own: str = "their"
    """What is theirs, later in the sentence."""
    plural: bool = False
    """Whether verbs and what they have stand in the plural."""
    second: bool = False
    """Whether this is the reader, "you"."""

    def does(self, base: str, third: str) -> str:
        """Return the person with a verb: "you draw", "each opponent draws"."""
        return f"{self.subject} {self.verb(base, third)}"

    def verb(self, base: str, third: str) -> str:
        """Return the verb alone, as this person needs it."""
        return base if self.plural or self.second else third

    def thing(self, noun: str) -> str:
        """Return what is theirs: "your Character", "the Character of an opponent of your choice"."""
        return f"{self.possessive} {noun}" if self.possessive else f"the {noun} of {self.subject}"


_YOU = Person("you", "your", "your", second=True)
_CHOSEN = Person("that opponent", "that opponent's")
_STRONGEST = Person("the opponent with the most power", "the strongest opponent's")
_WEAKEST = Person("the opponent with the least power", "the weakest opponent's")
_LEADING = Person("the opponent with the most points", "the leading opponent's")
_CHOICE = Person("an opponent of your choice")

_TARGETS: Mapping[Whose, Person] = MappingProxyType(
    {
        "you": _YOU,
        "opponent": Person("an opponent", "an opponent's"),
        "chosen": _CHOSEN,
        "opponents": Person("each opponent", "each opponent's"),
        "everyone": Person("each player", "each player's"),
        "strongest-opponent": _STRONGEST,
        "weakest-opponent": _WEAKEST,
        "leading-opponent": _LEADING,
    }
)
_TOGETHER: Mapping[Whose, Person] = MappingProxyType(
    {
        **_TARGETS,
        "opponent": _CHOICE,
        "opponents": Person("your opponents together", "all opponents'", plural=True),
        "everyone": Person("all players together", "all players'", plural=True),
    }
)
_ANY: Mapping[Whose, Person] = MappingProxyType(
    {
        **_TARGETS,
        "opponent": _CHOICE,
        "opponents": Person("any opponent", "any opponent's"),
        "everyone": Person("any player", "any player's"),
    }
)


def target(whose: Whose, voice: Voice) -> Person:
    """Return whom something happens to, each of them for themselves."""
    return _told(_TARGETS[whose], voice)


def together(whose: Whose, voice: Voice) -> Person:
    """Return whose cards, levels or points are added up."""
    return _told(_TOGETHER[whose], voice)


def any_of(whose: Whose, voice: Voice) -> Person:
    """Return for one of whom something has to hold."""
    return _told(_ANY[whose], voice)


def doing(base: str, third: str, voice: Voice) -> str:
    """Return what the controller of the card does: "draw", or "you draw", or "Ann draws"."""
    you = target("you", voice)
    return base if you.second and not voice.explicit else you.does(base, third)


def _told(person: Person, voice: Voice) -> Person:
    """Return the person as this reader knows them."""
    if not voice.you:
        return person
    if person.second:
        return Person(voice.you, f"{voice.you}'s")
    theirs = f"{voice.you}'s"
    return person._replace(subject=person.subject.replace("your", theirs))
