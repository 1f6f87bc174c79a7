"""Facts of an example position, written as a tag and its fields: `battle winner=1 powers=650,450 points=2`.

Seats are counted from 1, cards told by set number, lists parted by commas; of rolls one entry a roll, parted
by slashes: `rolls=4,4/2,5`. Fields that are left out keep their defaults.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, get_args

import msgspec

from bot.engine.decks import Card
from bot.games.arclash.facts import ArclashFact, MatchOver

_KINDS: Mapping[str, type[Any]] = MappingProxyType(
    {kind.__struct_config__.tag: kind for kind in get_args(ArclashFact) if kind is not MatchOver}
)
_SEATS = ("seat", "target", "winner", "guesser")
_SHOWN = ("shown",)
_CARDS = ("cards", "characters", "paid", "milled", "discarded")
_NUMBERS = ("powers", "levels", "dice")
_WORDS = ("against",)


def read_fact(tag: str, words: str, find: Callable[[str], Card]) -> Any:
    """Return a fact; `find` gives the number in the match of a card told by set number.

    Raises `ValueError`.
    """
    if tag not in _KINDS:
        raise ValueError(f'"{tag[:20]}" is not something that happens: {", ".join(_KINDS)}.')
    fields: dict[str, Any] = {"fact": tag}
    for word in words.split():
        name, sign, value = word.partition("=")
        if not sign:
            raise ValueError(f'"{word[:20]}" is not a field: write winner=1.')
        fields[name] = _value(name, value, find)
    try:
        return msgspec.convert(fields, _KINDS[tag], strict=False)
    except msgspec.ValidationError as error:
        raise ValueError(f"{tag}: {error}.") from None


def _value(name: str, value: str, find: Callable[[str], Card]) -> Any:
    def shown(number: str) -> Any:
        return None if number == "-" else {"card": find(number), "number": number}

    each = value.split(",") if value else []
    if name in _SEATS:
        return _seat(value)
    if name in ("seats", "order"):
        return [_seat(one) for one in each]
    if name in _SHOWN:
        return shown(value)
    if name in _CARDS:
        return [shown(number) for number in each]
    if name in (*_NUMBERS, *_WORDS):
        return each
    return [roll.split(",") for roll in value.split("/")] if name == "rolls" else value


def _seat(word: str) -> int:
    if not word.isdecimal() or not 1 <= int(word) <= 6:
        raise ValueError(f'"{word[:20]}" is not a seat, 1 to 6.')
    return int(word) - 1
