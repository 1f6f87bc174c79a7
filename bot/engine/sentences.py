"""Words and marks of all games; sentences for facts: who resigned, who is awaited, how a match ended.

A game says once how each word of its sentences follows from a fact, and then describes most of its facts by
a message alone:

    SENTENCES = Sentences({"player": lambda fact, talk: talk.who(fact.seat), "square": ...})
    DESCRIBERS = {**BASE_DESCRIBERS, facts.Laid: SENTENCES.plain(N_("{player} lays a card on {square}."))}
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from string import Formatter
from typing import Any, Generic, NamedTuple, Protocol, TypeAlias, TypeVar
from unicodedata import category

from bot.base.language import N_, current, gettext, ngettext
from bot.engine.contract import Outcome, Seat, Viewer
from bot.engine.facts import Resigned, SeatOut, SeatReady

# Words that all games use: marks of the seats, lists, and quoted input of a player.


# Cleaning of people's texts: nothing that reverses, hides or blanks text for other readers.


_UNSEEN = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
"""Control characters, direction marks and other formats, surrogates, unassigned ones, line separators."""
_BLANK = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0\U0001d159"
    + "".join(map(chr, (*range(0xFE00, 0xFE0E), *range(0xE0100, 0xE01F0))))
)
"""Letters, marks and symbols that show nothing: Hangul fillers, the empty Braille pattern, selectors."""
_JOINERS = "\u200c\u200d"
"""Characters that join or separate two letters: some emoji and scripts need them."""
_STYLES = "\ufe0e\ufe0f"
"""Selectors after a symbol: whether it is shown as an emoji."""


def hidden(letter: str) -> bool:
    """Whether a character controls, reverses or hides text instead of being visible; spaces do not."""
    return letter in _BLANK or category(letter) in _UNSEEN


def visible(text: str) -> str:
    """Return text on one line, with single spaces, without hidden characters; joiners are kept between
    letters.
    """
    if text.isascii() and text.isprintable():
        return " ".join(text.split())
    kept = ""
    for place, letter in enumerate(text):
        if letter.isspace():
            kept += " "
        elif letter in _JOINERS:
            after = text[place + 1 : place + 2]
            kept += letter if _seen(kept[-1:]) and _seen(after) and after not in _STYLES else ""
        elif letter in _STYLES:
            kept += letter if _seen(kept[-1:]) and kept[-1:] not in _STYLES else ""
        elif not hidden(letter):
            kept += letter
    return " ".join(kept.split())


def _seen(letter: str) -> bool:
    return bool(letter) and not letter.isspace() and not hidden(letter)


ItemT = TypeVar("ItemT")
Called: TypeAlias = Callable[[Seat], str]
"""How a seat is called: by its mark, or by its player's name, too."""

SEAT_MARKS = ("●", "■", "▲", "◆", "★", "⬢")
"""The symbol of each seat, as drawn on the board: circle, square, triangle, diamond, star, hexagon."""

LONG_WORD = 20
"""The characters of a word from which on it may be cut in two."""
ECHO_LENGTH = 30
"""The maximum length of a typed word repeated in an error, in characters."""


def player(seat: Seat, names: Sequence[str]) -> str:
    """Return a player's name with the seat's mark, the name in bold."""
    return f"{SEAT_MARKS[seat]} **{names[seat]}**"


def listed(words: Sequence[str]) -> str:
    """Return words as a list joined with "and": "Ann, Ben and Cleo"."""
    return _joined(words, gettext("and"))


def either(words: Sequence[str]) -> str:
    """Return words as a list joined with "or": "move, shoot or rest"."""
    return _joined(words, gettext("or"))


def all_of(names: Sequence[str]) -> str:
    """Return names joined with "and" without commas: "Ann and Ben and Cleo"."""
    return f" {gettext('and')} ".join(names)


def alternatives(words: Sequence[str]) -> str:
    """Return words to type joined with "or" without commas: "Ks or Kh or Kd"."""
    return f" {gettext('or')} ".join(words)


def by_seat(values: Iterable[tuple[Seat, object]]) -> str:
    """Return a value for each seat behind the seat's mark: "● 3, ■ 1"."""
    return ", ".join([f"{SEAT_MARKS[seat]} {value}" for seat, value in values])


def retried(tries: Sequence[str]) -> str:
    """Return results that were repeated until one was decisive, such as rolls: "4 and 4; again 2 and 5"."""
    again = [gettext("again {words}", words=words) for words in tries[1:]]
    return "; ".join([*tries[:1], *again])


def may_be_typed(words: str) -> list[str]:
    """Return the words of a marked list ("off, none") in English and in the current language."""
    return [*words.split(", "), *gettext(words).lower().split(", ")]


def _joined(words: Sequence[str], last: str) -> str:
    return f" {last} ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else "".join(words)


def echo(word: str) -> str:
    """Return typed text in quotes, short and on one line."""
    text = visible(word)
    shown = text if len(text) <= ECHO_LENGTH else f"{text[: ECHO_LENGTH - 1]}…"
    return gettext('"{words}"', words=shown)


def dice_shown(dice: Sequence[int], sides: int = 6, face: Callable[[int], str] = str) -> str:
    """Return rolled dice with their sum: "**4**", "3 + 5 = **8**", "**17** on a die of 20".

    `face` formats the result of a die with six sides.
    """
    shown = [face(die) if sides == 6 else str(die) for die in dice]
    added = f"{' + '.join(shown)} = **{sum(dice)}**" if len(dice) > 1 else f"**{''.join(shown)}**"
    if sides == 6:
        return added
    return ngettext(
        "{dice} on a die of {sides}", "{dice} on dice of {sides}", len(dice), dice=added, sides=sides
    )


def cut(items: Sequence[ItemT], most: int) -> tuple[Sequence[ItemT], int]:
    """Return at most this many items, and the number left out, which is never 1."""
    shown = items if len(items) <= most + 1 else items[:most]
    return shown, len(items) - len(shown)


# Escaping of people's texts in Discord messages, and cutting of sentences to a length.


_SPECIAL = re.compile(r"([\\*_~`|<>\[\]@]|^[#+-]|(?<=:)/(?=/))")
_NUMBERED = re.compile(r"^(\d+)\.")
OWN = "\u2060"
"""An invisible character after a seat's mark that a person wrote: it does not denote a seat."""
_SEAT = re.compile(f"([{''.join(SEAT_MARKS)}])")
_MENTION = re.compile(r"@(?=everyone|here|[!&]?\d)")
_WHOLE = re.compile(r"\\.|(`+)(?!`).+?(?<!`)\1(?!`)|<[^<>\s][^<>\n]*>|\[[^\[\]\n]*\]\([^()\s]*\)", re.DOTALL)
"""Parts that must not be cut: an escaped letter, code, a mention or timestamp, a link."""
_PAIR = re.compile(r"\*\*|__|~~|\|\||\*")
"""The marks of bold, underlined, struck out, hidden or italic text."""


class _Span(NamedTuple):
    """A part of a text between two equal marks."""

    start: int
    end: int
    mark: str
    """The mark; "" for a part that is kept whole or removed."""


@lru_cache(maxsize=256)  # the same few names stand in all sentences of a message
def safe(words: str) -> str:
    """Return a person's text so that Discord prints it unchanged: no markup, no mention, one line."""
    return escaped(visible(words))


def escaped(words: str) -> str:
    """Return visible text so that Discord prints it unchanged, spaces included."""
    marked = _SEAT.sub(rf"\1{OWN}", words)
    return _MENTION.sub("@\u200b", _NUMBERED.sub(r"\1\\.", _SPECIAL.sub(r"\\\1", marked)))


def fit(words: str, limit: int) -> str:
    """Return text, also escaped text, cut to a number of characters, and never inside its markup.

    It is cut between two words, unless a word is long. Bold or struck-out text is closed by its mark; code, a
    link or a mention is kept whole or removed.
    """
    if len(words) <= limit:
        return words
    spans, at = list(_spans(words)), limit - 1
    space = words.rfind(" ", max(0, at - LONG_WORD), at + 1)
    at = space if space > 0 else at
    while at > 0:
        cut = _outside(spans, at)
        ends = "".join(span.mark for span in reversed(spans) if span.mark and span.start < cut < span.end)
        if cut + len(ends) < limit:
            return f"{words[:cut]}…{ends}"
        at = min(cut, limit - len(ends)) - 1
    return "…"


def _outside(spans: list[_Span], at: int) -> int:
    """Return the last position up to this one that is in no mark and in no part that is kept whole."""
    for span in spans:
        first, last = span.start + len(span.mark), span.end - len(span.mark)
        if span.start < at < span.end and (not span.mark or at <= first or at > last):
            return _outside(spans, span.start if at <= first or not span.mark else last)
    return at


def _spans(words: str) -> Iterator[_Span]:
    """Yield the spans of a text that are closed, in the order of their starts."""
    spans, begun, at = list[_Span](), dict[str, int](), 0
    while at < len(words):
        if whole := _WHOLE.match(words, at):
            spans.append(_Span(*whole.span(), ""))
            at = whole.end()
        elif pair := _PAIR.match(words, at):
            mark, at = pair[0], pair.end()
            if mark in begun:
                spans.append(_Span(begun.pop(mark), at, mark))
            else:
                begun[mark] = pair.start()
        else:
            at += 1
    yield from sorted(spans)


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
        needed = _needed(self, message)
        if not values:
            return {name: word(fact, talk) for name, word in needed}
        return {**values, **{name: word(fact, talk) for name, word in needed if name not in values}}

    def needed(self, message: str) -> tuple[tuple[str, Word], ...]:
        """Return the placeholders of a message that follow from a fact, and how."""
        names = [name for _, name, _, _ in Formatter().parse(message) if name in self._words]
        return tuple([(str(name), self._words[str(name)]) for name in names])


_needed = lru_cache(maxsize=1024)(Sentences.needed)
"""A message is read once: there are some hundred."""


def waiting_for(talk: Talk[Any], seats: Sequence[Seat], chosen: int = 0) -> str:
    """Return the seats to act, after the number of seats that have `chosen` in the same decision."""
    waits = gettext("Waiting for {players}.", players=talk.everyone(seats))
    if not chosen or not seats:
        return waits
    several = {"all": chosen + len(seats)}
    have = ngettext("{number} of {all} has chosen.", "{number} of {all} have chosen.", chosen, **several)
    return f"{have} {waits}"


def scored(outcome: Outcome, called: Called) -> str:
    """Return each seat, as it is called, with its score: "● 3, ■ 1"."""
    return ", ".join([f"{called(seat)} {score}" for seat, score in enumerate(outcome.scores)])


def no_tally(_talk: Talk[Any], _outcome: Outcome, _called: Called) -> str:
    """Return the tally of a game in which nothing is counted at the end."""
    return ""


def outcome_words(
    talk: TalkT, outcome: Outcome, tally: Callable[[TalkT, Outcome, Called], str] = no_tally
) -> str:
    """Name the winners and the reason, and what was counted, by the marks of the seats."""
    won = gettext("A draw.")
    if outcome.winners:
        winners = talk.everyone(outcome.winners)
        won = ngettext("{players} wins.", "{players} win.", len(outcome.winners), players=winners)
    return f"{won} {_reason(outcome)} {tally(talk, outcome, SEAT_MARKS.__getitem__)}".rstrip()


def over_words(outcome: Outcome, names: Sequence[str]) -> str:
    """Name the winners and the reason, as the heading of a position in plain text."""
    over = gettext("Over: a draw.")
    if outcome.winners:
        winners = ", ".join([names[seat] for seat in outcome.winners])
        over = ngettext("Over: {players} won.", "Over: {players} won.", len(outcome.winners), players=winners)
    return f"{over} {_reason(outcome)}"


def stands(
    talk: TalkT, status: Callable[[TalkT], str], tally: Callable[[TalkT, Outcome, Called], str] = no_tally
) -> str:
    """Return the standing or the result of a match, as the first lines of a plain-text board."""
    plain = replace(talk, names=[safe(name) for name in talk.names])
    outcome = talk.view.outcome
    return unmarked(status(plain) if outcome is None else outcome_words(plain, outcome, tally))


def _reason(outcome: Outcome) -> str:
    """Return the reason for the end of a match, with one full stop."""
    return f"{gettext(outcome.why).rstrip('.')}."


_SENTENCES = Sentences({"player": lambda fact, talk: talk.who(fact.seat)})

BASE_DESCRIBERS: Mapping[type, Describer] = {
    SeatReady: _SENTENCES.plain(N_("{player} is ready.")),
    SeatOut: _SENTENCES.plain(N_("{player} is out.")),
    Resigned: _SENTENCES.plain(N_("{player} resigns.")),
}
"""The describers of the facts that games share; `Wording` describes the outcome."""
