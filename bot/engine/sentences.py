"""Sentences for facts, and those that games have alike: who resigned, who is awaited, how a match ended.

A game says once how each word of its sentences follows from a fact, and then describes most of its facts by
a message alone:

    SENTENCES = Sentences({"player": lambda fact, talk: talk.who(fact.seat), "square": ...})
    DESCRIBERS = {**BASE_DESCRIBERS, facts.Laid: SENTENCES.plain(N_("{player} lays a card on {square}."))}
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from string import Formatter
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from bot.base.language import N_, current, gettext, ngettext
from bot.engine.contract import Outcome, Seat, Viewer
from bot.engine.facts import Resigned, SeatOut, SeatReady
from bot.engine.markdown import OWN, safe
from bot.engine.phrases import listed, player, retried

# Printing of the things that sentences name: for a channel, as plain text, or as symbols in a picture.
#
# The same sentence describes an event in the channel and in the picture. The things it names are typed
# words (`Talk.who`, `Talk.thing`). A printer returns their form for a channel, for plain text, or for a
# picture (`renderers.kit.lines.SignPrinter`).


class Printer:
    """Prints the things that a sentence names, by default for a channel."""

    brief = False
    """Whether only the first sentence for a fact is printed, without its consequences."""

    def player(self, seat: Seat, names: Sequence[str]) -> str:
        """Return the form of a player."""
        return player(seat, names)

    def thing(self, kind: str, value: Hashable, words: str) -> str:  # noqa: ARG002 - here the words say it all
        """Return the form of a thing of a kind, such as a card: its words, or a symbol for its value."""
        return words


class PlainPrinter(Printer):
    """Prints for text without formatting: players by their names alone."""

    def __init__(self, *, brief: bool = False) -> None:
        self.brief = brief

    def player(self, seat: Seat, names: Sequence[str]) -> str:
        """Return the name of a player."""
        return names[seat]


CHANNEL, PLAIN, BRIEF = Printer(), PlainPrinter(), PlainPrinter(brief=True)
"""For posts; for the board as text; for alt texts, which are short."""


_MARKUP = re.compile(rf"\\(.)|\*+|{OWN}")


def unmarked(sentence: str) -> str:
    """Return a sentence without markup; escaped words become the original text."""
    return _MARKUP.sub(r"\1", sentence)


class MatchView(Protocol):
    """The fields that the views of all games have."""

    @property
    def viewer(self) -> Viewer:
        """The viewer."""

    @property
    def seats(self) -> int:
        """The number of seats."""

    @property
    def outcome(self) -> Outcome | None:
        """The outcome; None while the match goes on."""


MatchViewT = TypeVar("MatchViewT", bound=MatchView)


@dataclass(frozen=True)
class Talk(Generic[MatchViewT]):
    """The context of every sentence: the reader's view, and the names of players."""

    view: MatchViewT
    names: Sequence[str]
    """The players' names by seat, safe to print."""
    printer: Printer = field(default=CHANNEL, kw_only=True)
    """The printer of the things that sentences name."""

    def who(self, seat: Seat) -> str:
        """Return a player, in a channel with the mark of the seat."""
        return self.printer.player(seat, self.names)

    def thing(self, kind: str, value: Hashable, words: str) -> str:
        """Return a thing in a sentence: its words, or in a picture the symbol of its value."""
        return self.printer.thing(kind, value, words)

    def die(self, value: int) -> str:
        """Return the result of a die with six sides."""
        return self.thing("die", value, str(value))

    def further(self, sentence: str) -> str:
        """Return a further sentence for a fact; "" where it is not printed."""
        return f" {sentence}" if sentence and not self.printer.brief else ""

    def own(self, seat: Seat) -> bool:
        """Whether this is the reader's seat."""
        return seat == self.view.viewer

    def everyone(self, seats: Iterable[Seat]) -> str:
        """Return several players, each once: "Ann, Ben and Cleo"."""
        return listed([self.who(seat) for seat in dict.fromkeys(seats)])

    def rolls(self, rolls: Iterable[Iterable[tuple[Seat, object]]]) -> str:
        """Return who rolled or drew what, repeated until a result was decisive."""
        return retried([", ".join([f"{self.who(seat)} {one}" for seat, one in roll]) for roll in rolls])


TalkT = TypeVar("TalkT", bound=Talk[Any])
Describer: TypeAlias = Callable[[Any, Any], str]
"""Returns the sentence for a fact, given the fact and the game's `Talk`."""
Word: TypeAlias = Callable[[Any, Any], object]
"""Returns the value of a placeholder in a sentence, given the fact and the game's `Talk`."""


class Sentences:
    """Describers made of messages whose placeholders always follow from a fact in the same way."""

    def __init__(self, words: Mapping[str, Word]) -> None:
        self._words = words

    def say(self, message: str, fact: Any, talk: Any, **values: object) -> str:
        """Return a message in the current language: its placeholders follow from the fact, except these
        values.
        """
        return gettext(message).format_map(self._values(message, fact, talk, values))

    def count(self, message: tuple[str, str], number: int, fact: Any, talk: Any, **values: object) -> str:
        """Return the plural form of a message (`NN_`) for a number."""
        words = self._values(message[1], fact, talk, {"number": number, **values})
        return current().ngettext(*message, number).format_map(words)

    def plain(self, message: str) -> Describer:
        """Return the describer that uses this message."""
        return lambda fact, talk: self.say(message, fact, talk)

    def by(self, choice: str | Callable[[Any, Any], Hashable], messages: Mapping[Any, str]) -> Describer:
        """Return the describer that selects the message by the value of a field of the fact, or by the result
        of `choice` for fact and talk.
        """
        key = (lambda fact, _: getattr(fact, choice)) if isinstance(choice, str) else choice
        return lambda fact, talk: self.say(messages[key(fact, talk)], fact, talk)

    def counted(self, message: tuple[str, str], number: Callable[[Any], int]) -> Describer:
        """Return the describer that uses the plural form of a message (`NN_`) for a number of the fact."""
        return lambda fact, talk: self.count(message, number(fact), fact, talk)

    def then(self, first: str | Describer, *follows: str | Describer) -> Describer:
        """Return the describer that tells `first`, and the further sentences where they are printed.

        Each is a message or a describer.
        """
        told, *further = [self.plain(each) if isinstance(each, str) else each for each in (first, *follows)]
        return lambda fact, talk: "".join(
            [told(fact, talk), *[talk.further(each(fact, talk)) for each in further]]
        )

    def _values(self, message: str, fact: Any, talk: Any, values: Mapping[str, object]) -> dict[str, object]:
        others = [name for name in _names_in(message) if name in self._words and name not in values]
        return {**values, **{name: self._words[name](fact, talk) for name in others}}


@lru_cache(maxsize=1024)
def _names_in(message: str) -> tuple[str, ...]:
    return tuple([name for _, name, _, _ in Formatter().parse(message) if name])


def waiting_for(talk: Talk[Any], seats: Sequence[Seat], chosen: int = 0) -> str:
    """Return the seats to act, after the number of seats that have `chosen` in the same decision."""
    waits = gettext("Waiting for {players}.", players=talk.everyone(seats))
    if not chosen or not seats:
        return waits
    several = {"all": chosen + len(seats)}
    have = ngettext("{number} of {all} has chosen.", "{number} of {all} have chosen.", chosen, **several)
    return f"{have} {waits}"


def outcome_words(talk: Talk[Any], outcome: Outcome) -> str:
    """Name the winners and the reason."""
    won = gettext("A draw.")
    if outcome.winners:
        winners = talk.everyone(outcome.winners)
        won = ngettext("{players} wins.", "{players} win.", len(outcome.winners), players=winners)
    return f"{won} {_reason(outcome)}"


def over_words(outcome: Outcome, names: Sequence[str]) -> str:
    """Name the winners and the reason, as the heading of a position in plain text."""
    over = gettext("Over: a draw.")
    if outcome.winners:
        winners = ", ".join([names[seat] for seat in outcome.winners])
        over = ngettext("Over: {players} won.", "Over: {players} won.", len(outcome.winners), players=winners)
    return f"{over} {_reason(outcome)}"


def stands(
    talk: TalkT, status: Callable[[TalkT], str], ended: Callable[[TalkT, Outcome], str] = outcome_words
) -> str:
    """Return the standing or the result of a match, as the first lines of a plain-text board."""
    plain = replace(talk, names=[safe(name) for name in talk.names])
    outcome = talk.view.outcome
    return unmarked(status(plain) if outcome is None else ended(plain, outcome))


def _reason(outcome: Outcome) -> str:
    """Return the reason for the end of a match, with one full stop."""
    return f"{gettext(outcome.why).rstrip('.')}."


_SENTENCES = Sentences({"player": lambda fact, talk: talk.who(fact.seat)})

BASE_DESCRIBERS: Mapping[type, Describer] = {
    SeatReady: _SENTENCES.plain(N_("{player} is ready.")),
    SeatOut: _SENTENCES.plain(N_("{player} is out.")),
    Resigned: _SENTENCES.plain(N_("{player} resigns.")),
}
"""The describers of the facts that games share; `StandardWording` describes the outcome."""
