"""Unguessable ids, for use in custom_ids, file names and commands; Discord's ids in JSON."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

MatchId: TypeAlias = str
"""`ID_LENGTH` lower-case letters and digits, unguessable; safe in a custom_id and a file name."""

ID_LENGTH = 12
_LETTERS = "0123456789abcdefghijklmnopqrstuvwxyz"
_BYTES = 16


def new_id(entropy: Callable[[int], bytes]) -> str:
    """Return an id of `ID_LENGTH` lower-case letters and digits; `entropy` returns random bytes."""
    return id_of(int.from_bytes(entropy(_BYTES)))


def id_of(number: int) -> str:
    """Return the id for a large number: its last digits to base 36, the lowest first."""
    letters = []
    for _ in range(ID_LENGTH):
        number, letter = divmod(number, len(_LETTERS))
        letters.append(_LETTERS[letter])
    return "".join(letters)


_DOUBLE = 2**53
"""From here on a double has not every whole number."""


def exact(value: object) -> object:
    """Return a value of JSON with texts for the whole numbers that readers of JSON change.

    JavaScript, jq and others read each number as a double; Discord's ids would get other last digits.

    >>> exact({"user": 1152921504606846977, "seats": [1, 2]})
    {'user': '1152921504606846977', 'seats': [1, 2]}
    """
    if isinstance(value, dict):
        return {key: exact(each) for key, each in value.items()}
    if isinstance(value, list):
        return [exact(each) for each in value]
    return str(value) if isinstance(value, int) and abs(value) >= _DOUBLE else value
