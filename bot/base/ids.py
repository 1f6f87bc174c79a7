"""Unguessable ids, for use in custom_ids, file names and commands."""

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
