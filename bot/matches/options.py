"""The options of a match: from what a person typed to the game's struct, with a sentence for each fault."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import inspect
from rapidfuzz import fuzz, process

from bot.engine.contract import Rules
from bot.engine.errors import BadOptions
from bot.engine.language import N_, gettext
from bot.engine.phrases import alternatives, either

_SHOWN = 40
_ALIKE = 60.0
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


def read_options(rules: Rules[Any, Any, Any, Any], given: Mapping[str, Any], seats: int) -> Any:
    """Return the settled options of a game. Raises `BadOptions` naming the option and what is possible."""
    fields = {field.encode_name: field for field in msgspec.structs.fields(rules.Options)}
    known = [name for name, field in fields.items() if not name.startswith("_")]
    values = {}
    for name, value in given.items():
        if name not in fields:
            raise BadOptions(_unknown(rules.key.title(), name, known))
        values[fields[name].name] = _read(name, fields[name].type, value)
    try:
        options = rules.Options(**values)
    except (TypeError, ValueError) as error:
        raise BadOptions(
            gettext("These options do not fit {game}: {fault}.", game=rules.key.title(), fault=error)
        ) from None
    return rules.settle(options, seats)


def meant(given: str, known: Iterable[str]) -> str:
    """Return " (did you mean ...?)" when a known name is like the given one, else nothing."""
    found = process.extractOne(given.lower(), list(known), scorer=fuzz.WRatio, score_cutoff=_ALIKE)
    return " " + gettext("(did you mean {word}?)", word=found[0]) if found else ""


def shown(value: Any) -> str:
    """Return what a person gave, short and in quotes if it is text, to be repeated in a sentence."""
    text = "".join(letter if letter.isprintable() else " " for letter in str(value))
    text = text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"
    return gettext('"{words}"', words=text) if isinstance(value, str) else text


def _unknown(game: str, name: str, known: Sequence[str]) -> str:
    """Return the sentence for an option that a game does not have."""
    if not known:
        return gettext("{game} has no option {option}. It has no options.", game=game, option=shown(name))
    return gettext(
        "{game} has no option {option}. Its options are: {options}.",
        game=game,
        option=shown(name) + meant(name, known),
        options=", ".join(known),
    )


def _read(name: str, kind: Any, value: Any) -> Any:
    try:
        return msgspec.convert(value, kind, strict=False)
    except msgspec.ValidationError:
        possible = _possible(inspect.type_info(kind), value)
        raise BadOptions(
            gettext(
                "The option {option} must be {possible}, not {value}.",
                option=name,
                possible=possible,
                value=shown(value),
            )
        ) from None


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
        return _text(kind)
    if isinstance(kind, inspect.UnionType):
        return alternatives([_possible(each, value) for each in kind.types])
    return gettext("nothing") if isinstance(kind, inspect.NoneType) else gettext("a list of values")


def _text(kind: inspect.StrType) -> str:
    if not kind.max_length:
        return gettext("text")
    return gettext("text of at most {length} characters", length=kind.max_length)


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
