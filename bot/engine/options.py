"""The allowed values of options, as declared by a game's `Options`, and the sentences for invalid ones."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from math import ceil
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta, inspect

from bot.base.language import N_, gettext, ngettext
from bot.engine.errors import BadOptions
from bot.engine.sentences import alternatives, either, may_be_typed, visible
from bot.engine.spelling import name_key, ranked, typed

# Named set-ups of a game: quick, usual, long and by the book, each with its measured duration.


FEWEST: Final = 2
"""The number of seats whose values stand in a set-up itself, not in its table `seats`."""
TURNS_A_DAY: Final = 2

NAMES: Mapping[str, str] = {
    "quick": N_("quick"),
    "usual": N_("usual"),
    "long": N_("long"),
    "book": N_("by the book"),
    "extended": N_("by the book, extended"),
}
"""The names of set-ups, messages."""


class Sized(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The options of a set-up for one number of seats; the other options have their defaults."""

    hand_offs: Annotated[int, Meta(ge=1)]
    """The median number of hand-offs of all seats together, between normal players
    (`bot.parts.workshop.lab.tallies.hand_offs`).
    """
    matches: Annotated[int, Meta(ge=1)]
    """The number of measured matches."""
    options: dict[str, bool | int | str] = msgspec.field(default_factory=dict)


class Setup(Sized, frozen=True, forbid_unknown_fields=True):
    """A named combination of options: for two seats, and in `seats` for each larger number."""

    seats: dict[int, Sized] = msgspec.field(default_factory=dict)

    def of(self, seats: int) -> Sized:
        """Return the set-up for a number of seats; without a table for it, the one for two."""
        return self.seats.get(seats, self)

    def length(self, seats: int) -> str:
        """Return the duration of a match with so many seats, in the current language."""
        turns = ceil(self.of(seats).hand_offs / seats)
        days = ceil(turns / TURNS_A_DAY)
        return ngettext(
            "about {turns} turns each, {number} day at two a day",
            "about {turns} turns each, {number} days at two a day",
            days,
            turns=turns,
        )


class Setups(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file `setups.toml` of a game."""

    quick: Setup
    usual: Setup
    long: Setup
    book: Setup
    """The rulebook's own game; what the rulebook leaves open has its plainest value (PAP-30)."""
    extended: Setup | None = None
    """The same with the rules that the rulebook leaves to choice (PAP-15, NEO-16d)."""

    def by_name(self) -> Mapping[str, Setup]:
        """Return the set-ups by name, the shortest first, those by the book last."""
        return {name: setup for name in NAMES if (setup := getattr(self, name)) is not None}


def described(name: str, setup: Setup, seats: int) -> str:
    """Return a set-up's name and its duration with so many seats, in the current language."""
    return f"{gettext(NAMES[name])}: {setup.length(seats)}"


_SHOWN = 40
_TRUE = N_("true, yes, on")
_FALSE = N_("false, no, off")
_WHOLE = (
    N_("a whole number"),
    N_("a whole number of {low} or more"),
    N_("a whole number of {high} or less"),
    N_("a whole number from {low} to {high}"),
)
_NUMBER = (
    N_("a number"),
    N_("a number of {low} or more"),
    N_("a number of {high} or less"),
    N_("a number from {low} to {high}"),
)


def check_options(options: msgspec.Struct) -> None:
    """Check each given option against its declared type: range, length, choices.

    Raises `BadOptions` with the option, the value and the allowed values.
    """
    for field in fields_of(type(options)):
        value = getattr(options, field.name)
        if value is not msgspec.UNSET:
            read_option(field.encode_name, field.type, value)


def check_seats(game: str, possible: range, seats: int) -> None:
    """Raise `BadOptions` unless the game allows this number of seats; `game` is its title."""
    if seats not in possible:
        raise BadOptions.translated(
            "{game} is for {fewest} to {most} seats, not {seats}.",
            game=game,
            fewest=possible[0],
            most=possible[-1],
            seats=seats,
        )


def read_option(name: str, kind: Any, value: Any) -> Any:
    """Convert an option's value to its type. Raises `BadOptions` with the allowed values."""
    if isinstance(value, str):
        value = _meant_value(typed(value).strip(), inner_type(kind))
    try:
        return msgspec.convert(value, kind, strict=False)
    except msgspec.ValidationError:
        possible = _possible(type_info(kind), value)
        raise BadOptions.translated(
            "The option {option} must be {possible}, not {value}.",
            option=name,
            possible=possible,
            value=shown(value),
        ) from None


def _meant_value(word: str, kind: inspect.Type) -> str:
    """Return a typed value in the spelling of the option: yes as true, "Shared" as "shared"."""
    if isinstance(kind, inspect.BoolType):
        for value, words in (("true", _TRUE), ("false", _FALSE)):
            if name_key(word) in may_be_typed(words):
                return value
    if isinstance(kind, inspect.EnumType | inspect.LiteralType):
        spelt = {name_key(each): each for each in choices_of(kind)}
        return spelt.get(name_key(word), word)
    return word


def meant(given: str, known: Iterable[str]) -> str:
    """Return " (did you mean ...?)" if a known name is similar to the given one, else ""."""
    found = ranked(given, {word: word for word in known}, most=1, alike=60)
    return " " + gettext("(did you mean {word}?)", word=found[0]) if found else ""


def shown(value: Any) -> str:
    """Return a person's input for use in a sentence: short, and in quotes if it is text."""
    text = visible(str(value))
    text = text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"
    return gettext('"{words}"', words=text) if isinstance(value, str) else text


def _possible(kind: inspect.Type, value: Any) -> str:
    if isinstance(kind, inspect.Metadata):
        return _possible(kind.type, value)
    if isinstance(kind, inspect.IntType | inspect.FloatType):
        return _number(kind)
    if isinstance(kind, inspect.EnumType):
        return _choice([str(member.value) for member in kind.cls], value)
    if isinstance(kind, inspect.LiteralType):
        return _choice([str(member) for member in kind.values], value)
    if isinstance(kind, inspect.BoolType):
        return either(["true", "false"])
    if isinstance(kind, inspect.StrType):
        if not kind.max_length:
            return gettext("text")
        return gettext("text of at most {length} characters", length=kind.max_length)
    if isinstance(kind, inspect.UnionType):
        return alternatives([_possible(each, value) for each in kind.types])
    return gettext("nothing") if isinstance(kind, inspect.NoneType) else gettext("a list of values")


def _number(kind: inspect.IntType | inspect.FloatType) -> str:
    low = kind.ge if kind.gt is None else kind.gt + 1
    high = kind.le if kind.lt is None else kind.lt - 1
    free, at_least, at_most, between = _WHOLE if isinstance(kind, inspect.IntType) else _NUMBER
    if low is not None and high is not None:
        return gettext(between, low=low, high=high)
    if low is not None:
        return gettext(at_least, low=low)
    return gettext(free) if high is None else gettext(at_most, high=high)


def _choice(words: Sequence[str], value: Any) -> str:
    return either(words) + meant(str(value), words)


def fields_of(struct: Any) -> tuple[msgspec.structs.FieldInfo, ...]:
    """Return the fields of a struct type; its annotations are read at the first call."""
    return _fields_of(struct)  # mypy counts no type as hashable, which the cache wants of its callers


@lru_cache(maxsize=1024)
def _fields_of(struct: Any) -> tuple[msgspec.structs.FieldInfo, ...]:
    return msgspec.structs.fields(struct)


KEPT: Mapping[str, bool] = {"kept": True}
"""The `extra` of a field of options that no person chooses: it keeps the rules a match was opened with."""


def choosable(struct: Any) -> tuple[msgspec.structs.FieldInfo, ...]:
    """Return the fields of options that a person chooses: all but those marked as `KEPT`."""
    return tuple([field for field in fields_of(struct) if not _is_kept(field.type)])


def _is_kept(kind: Any) -> bool:
    info = type_info(kind)
    return isinstance(info, inspect.Metadata) and info.extra == KEPT


@lru_cache(maxsize=1024)
def type_info(kind: Any) -> inspect.Type:
    """Return msgspec's type information, with the description."""
    return inspect.type_info(kind)


def inner_type(kind: Any) -> inspect.Type:
    """Return msgspec's type information, without the description."""
    info = type_info(kind)
    return info.type if isinstance(info, inspect.Metadata) else info


def choices_of(kind: Any) -> list[str]:
    """Return the values of an enumeration or literal type, else nothing."""
    info = kind if isinstance(kind, inspect.Type) else inner_type(kind)
    if isinstance(info, inspect.EnumType):
        return [str(member.value) for member in info.cls]
    return [str(value) for value in info.values] if isinstance(info, inspect.LiteralType) else []
