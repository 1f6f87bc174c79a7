"""The options of a match: from what a person typed to the game's struct, with a sentence for each fault."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import inspect
from rapidfuzz import fuzz, process

from bot.engine.contract import Rules
from bot.engine.errors import BadOptions

_SHOWN = 40
_ALIKE = 60.0


def read_options(rules: Rules[Any, Any, Any, Any], given: Mapping[str, Any], seats: int) -> Any:
    """Return the settled options of a game. Raises `BadOptions` naming the option and what is possible."""
    fields = {field.encode_name: field for field in msgspec.structs.fields(rules.Options)}
    known = [name for name, field in fields.items() if not name.startswith("_")]
    values = {}
    for name, value in given.items():
        if name not in fields:
            title = rules.key.title()
            raise BadOptions(f"{title} has no option {shown(name)}{meant(name, known)}. {_list(known)}")
        values[fields[name].name] = _read(name, fields[name].type, value)
    try:
        options = rules.Options(**values)
    except (TypeError, ValueError) as error:
        raise BadOptions(f"These options do not fit {rules.key.title()}: {error}.") from None
    return rules.settle(options, seats)


def meant(given: str, known: Iterable[str]) -> str:
    """Return " (did you mean ...?)" when a known name is like the given one, else nothing."""
    found = process.extractOne(given.lower(), list(known), scorer=fuzz.WRatio, score_cutoff=_ALIKE)
    return f" (did you mean {found[0]}?)" if found else ""


def shown(value: Any) -> str:
    """Return what a person gave, short and in quotes if it is text, to be repeated in a sentence."""
    text = "".join(letter if letter.isprintable() else " " for letter in str(value))
    text = text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"
    return f'"{text}"' if isinstance(value, str) else text


def one_of(words: Sequence[str]) -> str:
    """Return "a, b or c"."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"


def _list(known: Sequence[str]) -> str:
    return f"Its options are: {', '.join(known)}." if known else "It has no options."


def _read(name: str, kind: Any, value: Any) -> Any:
    try:
        return msgspec.convert(value, kind, strict=False)
    except msgspec.ValidationError:
        possible = _possible(inspect.type_info(kind), value)
        raise BadOptions(f"The option {name} must be {possible}, not {shown(value)}.") from None


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
        return "true or false"
    if isinstance(kind, inspect.StrType):
        return f"text of at most {kind.max_length} characters" if kind.max_length else "text"
    if isinstance(kind, inspect.UnionType):
        return " or ".join(_possible(each, value) for each in kind.types)
    return "nothing" if isinstance(kind, inspect.NoneType) else "a list of values"


def _number(kind: inspect.IntType | inspect.FloatType) -> str:
    noun = "a whole number" if isinstance(kind, inspect.IntType) else "a number"
    low = kind.ge if kind.gt is None else kind.gt + 1
    high = kind.le if kind.lt is None else kind.lt - 1
    if low is not None and high is not None:
        return f"{noun} from {low} to {high}"
    if low is not None:
        return f"{noun} of {low} or more"
    return noun if high is None else f"{noun} of {high} or less"


def _choice(words: Sequence[str], value: Any) -> str:
    return one_of(words) + meant(str(value), words)
