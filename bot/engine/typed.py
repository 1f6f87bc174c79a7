"""Actions as typed words: a game declares the kind of word for each field of its actions.

`Commands` formats an action field by field and parses it again. The kinds of words are `Thing` (one of
several named things) and `Square`; a game may derive its own from `Word`.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Generic, NamedTuple, TypeVar

from bot.engine.contract import Action, Seat
from bot.engine.errors import UnreadableAction
from bot.engine.grid import Grid, column_name
from bot.engine.language import N_, gettext
from bot.engine.phrases import SEAT_MARKS, cut, echo, either, listed
from bot.engine.spelling import nearest

_SHOWN = 8
"""The greatest number of things that an error lists."""
_LONGEST = 120
"""Characters of a word that are looked at: no name is longer."""
_TOKEN = re.compile(r"[^\W\d_]+|(?!0\d)\d+|[^\w\s!-/:-@\[-`{-~\ufe0e\ufe0f]")
"""Letters, a number without zeros before it, or a sign that is no punctuation, such as ♥ and ●."""
_SQUARE = re.compile(r"([a-z]{1,2}) ([0-9]{1,3})", re.ASCII)
_TURNED = re.compile(r"([0-9]{1,3}) ([a-z]{1,2})", re.ASCII)

_NONE: Mapping[str, Any] = MappingProxyType({})

ValueT = TypeVar("ValueT")


class Asked(NamedTuple):
    """What a word is formatted and parsed with."""

    view: Any
    """What a game passes to its `Commands`: the view, perhaps with a table of names."""
    seat: Seat | None
    """Who types; None where an action is formatted, which does not depend on it."""
    kind: type[Any]
    """The type of the action."""
    values: Mapping[str, Any] = _NONE
    """The fields known already: those declared before this one, or all where an action is formatted."""
    words: Mapping[str, str] = _NONE
    """The same fields as they are formatted, for sentences."""


class Word(ABC):
    """What kind of word a field of an action is."""

    missing: str
    """What is said where it was left out, as marked for translation."""

    @abstractmethod
    def format(self, asked: Asked, value: Any) -> str:
        """Return a value as a player would type it."""

    @abstractmethod
    def parse(self, asked: Asked, word: str) -> Any:
        """Parse a typed word. Raises `UnreadableAction` with the possible words."""


class Commands:
    """The words for the actions of a game, by field: {"unit": ..., (Heal, "target"): ..., "target": ...}.

    An action's fields are parsed in the order in which they are declared. A field with a default may be left
    out.
    """

    def __init__(self, words: Mapping[str | tuple[type[Any], str], Word]) -> None:
        self._words = words
        self._order = list(dict.fromkeys([key if isinstance(key, str) else key[1] for key in words]))

    def format(self, view: Any, action: Action) -> dict[str, str]:
        """Return each field of an action as a player would type it, "" for one that is left out."""
        kind = type(action)
        values = {field: getattr(action, field) for field in kind.__struct_fields__}
        asked = Asked(view, None, kind, values)
        defaults = _defaults(kind).items()
        return {
            field: "" if (field, value) in defaults else self._word(kind, field).format(asked, value)
            for field, value in values.items()
        }

    def parse(self, view: Any, seat: Seat, kind: type[Any], words: Mapping[str, str]) -> Any:
        """Parse a typed action. Raises `UnreadableAction` with the possible words."""
        values: dict[str, Any] = {}
        formatted: dict[str, str] = {}
        asked = Asked(view, seat, kind, values, formatted)
        for field in [field for field in self._order if field in kind.__struct_fields__]:
            declared, word = self._word(kind, field), words.get(field, "").strip()
            if word:
                values[field] = declared.parse(asked, word)
                formatted[field] = declared.format(asked, values[field])
            elif field not in _defaults(kind):
                raise UnreadableAction.translated(declared.missing)
        return kind(**values)

    def _word(self, kind: type[Any], field: str) -> Word:
        return self._words.get((kind, field)) or self._words[field]


def _defaults(kind: type[Any]) -> Mapping[str, Any]:
    """Return the defaults of the fields that may be left out."""
    defaults = kind.__struct_defaults__
    return dict(zip(kind.__struct_fields__[-len(defaults) :], defaults, strict=True)) if defaults else {}


# Named things


class Named(NamedTuple, Generic[ValueT]):
    """Something that a word can mean. Case, blanks and punctuation of its names do not matter."""

    value: ValueT
    formatted: str
    """What to type for it."""
    called: Sequence[str] = ()
    """Names of which a part is enough: the beginning, or a later word."""
    codes: Sequence[str] = ()
    """What else it may be called, in full."""
    apart: str = ""
    """How it is listed with others that the same word fits; as it is formatted unless told."""
    seat: Seat | None = None
    """Whose it is, where that may be typed before or after its name: "2:SMG-1", "■SMG-1", "7h of seat 2"."""


@dataclass(frozen=True, kw_only=True)
class Thing(Word):
    """One of several things with names. Its sentences are marked for translation where they are declared."""

    missing: str
    among: Callable[[Asked], Iterable[Any]]
    """Returns what there is to choose among; may raise `UnreadableAction` where that is nothing yet."""
    name: Callable[[Asked, Any], Named[Any]]
    unknown: str
    """Says that `{word}` is no such thing, without a full stop."""
    there: str = N_("choose among {known}")
    """Goes on with the things that are `{known}`; may name the fields before this one, such as `{at}`."""
    elsewhere: Callable[[Asked, str, str], Any] | None = None
    """Is given a word that names none of them, and the known ones as a list. Returns what else it means, for
    the rules to judge, or None; raises `UnreadableAction` where it knows a better sentence."""
    synonyms: Callable[[], Mapping[str, str]] = dict
    """Returns single words that mean another one, or nothing: {"hearts": "h", "of": ""}."""
    formatted: Callable[[Asked, Any], str] | None = None
    """Returns what to type for a thing, as `name` does, where that is quicker than to find all its names."""
    quoted: bool = False
    """Whether names are quoted in lists, because there are commas in them."""

    def format(self, asked: Asked, value: Any) -> str:
        """Return what to type for a thing."""
        return (
            self.formatted(asked, value) if self.formatted is not None else self.name(asked, value).formatted
        )

    def parse(self, asked: Asked, word: str) -> Any:
        """Return the one thing that a word means. Raises `UnreadableAction`."""
        word = word[:_LONGEST]
        among = [self.name(asked, value) for value in self.among(asked)]
        found = candidates(word, among, self.synonyms())
        if len(found) == 1:
            return found[0].value
        if found:
            choices = self._list(
                [one._replace(formatted=one.apart or one.formatted) for one in found], either
            )
            raise UnreadableAction.translated(
                "{word} could be more than one: say {choices}.", word=echo(word), choices=choices
            )
        known = self._list(among, listed)
        other = self.elsewhere(asked, word, known) if self.elsewhere is not None else None
        if other is None:
            raise UnreadableAction(self._unknown(asked, word, among, known))
        return other

    def _unknown(self, asked: Asked, word: str, among: Sequence[Named[Any]], known: str) -> str:
        """Return the sentence with the name that may be meant, or the names there are."""
        sentence = gettext(self.unknown, word=echo(word))
        near = meant(word, among)
        if near is not None:
            name = self._list([near], listed)
            return gettext("{sentence}: did you mean {name}?", sentence=sentence, name=name)
        if not known:
            return f"{sentence}. {gettext(self.missing)}"
        return f"{sentence}: {gettext(self.there, known=known, **asked.words)}."

    def _list(self, among: Sequence[Named[Any]], joined: Callable[[Sequence[str]], str]) -> str:
        shown, more = cut(among, _SHOWN)
        names = [one.formatted for one in shown]
        words = [gettext('"{name}"', name=name) for name in names] if self.quoted else names
        if more:
            words.append(gettext("{number} more", number=more))
        return joined(words)


def candidates(
    word: str, among: Iterable[Named[ValueT]], synonyms: Mapping[str, str] = _NONE
) -> list[Named[ValueT]]:
    """Return what a word can mean: what is called so, else begins so, else has such words in it.

    Words may be cut short, numbers may not, and a number alone is no part of a name.
    """
    named = list(among)
    if any(one.seat is not None for one in named):
        seat, word = split_seat(word)
        named = [one for one in named if seat in (None, one.seat)]
    wanted = _replaced(word, synonyms)
    if not wanted:
        return []
    found = [
        one
        for one in named
        if any(_replaced(name, synonyms) == wanted for name in (one.formatted, *one.called, *one.codes))
    ]
    return found if found or wanted.isdecimal() else _in_part(wanted, named, synonyms)


def _in_part(wanted: str, named: Sequence[Named[ValueT]], synonyms: Mapping[str, str]) -> list[Named[ValueT]]:
    tokens = [rf"{re.escape(token)}{'' if token.isdecimal() else '[^ ]*'}" for token in wanted.split()]
    part = re.compile(rf"(?<![^ ]){' '.join(tokens)}(?![^ ])")
    called = [(one, [_replaced(name, synonyms) for name in one.called]) for one in named]
    begun = [one for one, names in called if any(part.match(name) for name in names)]
    return begun or [one for one, names in called if any(part.search(name) for name in names)]


def meant(word: str, among: Sequence[Named[ValueT]]) -> Named[ValueT] | None:
    """Return the thing with a name that is formatted like the word, None where none is."""
    formatted = {one.formatted: one for one in reversed(among)}
    called = {name: one for one in reversed(among) for name in one.called}
    return formatted.get(nearest(word, formatted)) or called.get(nearest(word, called))


def fold(word: str) -> str:
    """Return a word in small letters, numbers set apart, without punctuation: "smg 3" for "SMG-3"."""
    return _tokens(word[:_LONGEST])


@lru_cache(maxsize=16384)
def _tokens(word: str) -> str:
    return " ".join(_TOKEN.findall(word.casefold()))


def only(word: str, among: Iterable[Named[ValueT]]) -> ValueT | None:
    """Return the one thing that a word names; None where it names none or several."""
    found = candidates(word, list(among))
    return found[0].value if len(found) == 1 else None


def split_seat(word: str) -> tuple[Seat | None, str]:
    """Return the seat that is typed before or after a name, None for none, and the name."""
    seat = rf"(?:seat|{re.escape(gettext('seat'))})"
    marks = "".join(SEAT_MARKS)
    found = re.fullmatch(rf"\s*(?:(?:{seat}\s*)?(?P<number>[1-6])\s*:|(?P<mark>[{marks}]))(.+)", word, re.I)
    if found:
        return int(found["number"]) - 1 if found["number"] else SEAT_MARKS.index(found["mark"]), found[3]
    found = re.fullmatch(rf"(.+?)(?:\s+(?:of|from))?\s+{seat}\s*([1-6])\s*", word, re.I)
    return (int(found[2]) - 1, found[1]) if found else (None, word)


def _replaced(name: str, synonyms: Mapping[str, str]) -> str:
    folded = fold(name)
    if not synonyms:
        return folded
    return " ".join([word for token in folded.split() if (word := synonyms.get(token, token))])


# Squares


class Board(NamedTuple):
    """The squares that can be named."""

    grid: Grid
    example: int
    """A square that there is, for sentences."""
    has: Callable[[int], bool] = lambda _square: True
    """Whether a square of the grid is one of the board."""
    small: bool = False
    """Whether columns are written in small letters."""

    def name(self, square: int) -> str:
        """Return a square as it is called here: "C7", "c7"."""
        return self._cased(self.grid.name(square))

    def square(self, word: str) -> int | None:
        """Return the square of this name, None for none."""
        found = _SQUARE.fullmatch(fold(word))
        try:
            square = self.grid.parse(f"{found[1]}{found[2]}") if found else None
        except ValueError:
            return None
        return square if square is not None and self.has(square) else None

    def refusal(self, word: str) -> UnreadableAction:
        """Return the error for a word that is none of the squares."""
        turned = _TURNED.fullmatch(fold(word))
        near = self.square(f"{turned[2]}{turned[1]}") if turned else None
        if near is not None:
            return UnreadableAction.translated(
                "{word} is not a square: did you mean {square}?", word=echo(word), square=self.name(near)
            )
        return UnreadableAction.translated(
            "{word} is not a square here: columns are {first} to {last}, rows 1 to {row}, as in {square}.",
            word=echo(word),
            first=self._cased("A"),
            last=self._cased(column_name(self.grid.width - 1)),
            row=self.grid.height,
            square=self.name(self.example),
        )

    def _cased(self, name: str) -> str:
        return name.lower() if self.small else name


@dataclass(frozen=True, kw_only=True)
class Square(Word):
    """A square of the board, by its name."""

    missing: str
    board: Callable[[Any], Board]
    """Returns the squares of what is handed in as `Asked.view`."""

    def format(self, asked: Asked, value: int) -> str:
        """Return the name of a square."""
        return self.board(asked.view).name(value)

    def parse(self, asked: Asked, word: str) -> int:
        """Return the square of this name. Raises `UnreadableAction`."""
        board = self.board(asked.view)
        square = board.square(word)
        if square is None:
            raise board.refusal(word)
        return square
