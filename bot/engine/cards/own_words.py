"""The texts of a card set, and a custom set's own translations of them.

A text is written freely by a designer and read by people: names, traits, flavour, titles, and the words and
names in filters, which are printed on cards in [brackets]. Keys, numbers and words of the card language are
not texts.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from operator import is_
from typing import Annotated, Any, NamedTuple, TypeVar, get_args, get_origin

import msgspec

from bot.base.language import OwnText
from bot.engine.cards.nodes import NodePath

_KEPT_AS_THEY_ARE = ("artist", "lineage", "words")
"""Fields of free text that are not translated: names of people, keys, the catalogue itself."""

SetT = TypeVar("SetT")


class Text(NamedTuple):
    """A text in a card set."""

    place: NodePath
    words: str
    most: int
    """The maximum number of characters at its place."""


def texts(card_set: Any) -> Iterator[Text]:
    """Yield all non-empty texts of a set, in the order of its fields."""
    return _texts(card_set, ())


def _texts(value: Any, place: NodePath) -> Iterator[Text]:
    kind: Any = type(value)
    for name, most in _fields(kind).items():
        yield from _in_field(getattr(value, name), (*place, name), most)


def _in_field(value: Any, place: NodePath, most: int) -> Iterator[Text]:
    if isinstance(value, str):
        if most and value:
            yield Text(place, value, most)
    elif isinstance(value, msgspec.Struct):
        yield from _texts(value, place)
    elif isinstance(value, tuple):
        for number, each in enumerate(value):
            yield from _in_field(each, (*place, number), most)
    elif isinstance(value, Mapping):
        for key, each in value.items():
            yield from _in_field(each, (*place, key), most)


def words_of(card_set: Any) -> Mapping[str, Mapping[str, str]]:
    """Return the catalogue of a set, or an empty one if the game's sets have none."""
    found: Mapping[str, Mapping[str, str]] = getattr(card_set, "words", {})
    return found


def own(card_set: SetT) -> SetT:
    """Return a custom set whose texts are translated only by the set's own catalogue.

    A set that is marked already is returned unchanged.
    """
    if isinstance(getattr(card_set, "title", ""), OwnText):
        return card_set
    words = words_of(card_set)
    mark = hashlib.sha256(msgspec.json.encode(words, order="deterministic")).hexdigest()

    def marked(text: str) -> str:
        return OwnText(text, words, mark)

    changed: SetT = _mapped(card_set, 0, marked)
    return changed


def _mapped(value: Any, most: int, change: Callable[[str], str]) -> Any:
    """Return a value with its texts replaced. A part without texts stays the same object, so that a default
    is still omitted when the set is written.
    """
    if isinstance(value, str):
        return change(value) if most and value else value
    if isinstance(value, msgspec.Struct):
        fields, usual = _fields(type(value)), _usual(type(value))
        # A word that a card has without having said it is one of ours.
        before = {name: getattr(value, name) for name in fields if getattr(value, name) != usual.get(name)}
        after = {name: _mapped(each, fields[name], change) for name, each in before.items()}
        changed = {name: each for name, each in after.items() if each is not before[name]}
        return msgspec.structs.replace(value, **changed) if changed else value
    if isinstance(value, tuple):
        parts = tuple([_mapped(each, most, change) for each in value])
        return value if all(map(is_, parts, value)) else parts
    if isinstance(value, Mapping):
        values = {key: _mapped(each, most, change) for key, each in value.items()}
        return value if all(values[key] is value[key] for key in value) else values
    return value


@cache
def _fields(kind: Any) -> Mapping[str, int]:
    """Return the fields of a struct that can hold texts, with their maximum lengths; 0 for a field with texts
    only in its parts.
    """
    found = msgspec.structs.fields(kind)
    return {field.name: _most(field.type) for field in found if field.name not in _KEPT_AS_THEY_ARE}


@cache
def _usual(kind: Any) -> Mapping[str, str]:
    """Return the default texts of the fields of a struct."""
    found = msgspec.structs.fields(kind)
    return {field.name: field.default for field in found if isinstance(field.default, str)}


def _most(wanted: Any) -> int:
    """Return the maximum length of the free texts in a field; 0 for a field without any."""
    if get_origin(wanted) is not Annotated:
        return max([_most(each) for each in get_args(wanted)], default=0)
    of, *metas = get_args(wanted)
    if of is not str:
        return _most(of)
    free = all(each.pattern is None for each in metas)
    return max([each.max_length or 0 for each in metas]) if free else 0
