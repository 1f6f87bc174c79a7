"""The bot's own pictures of signs, in messages that name them: the suits of cards, and dice.

`python -m bot check --dress` makes them (`renderers.emojis`). At its start the bot asks once which there are;
without them messages say the same by letters and figures.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from discord import ui

SUITS: Final[Mapping[str, str]] = {"♣": "clubs", "♦": "diamonds", "♥": "hearts", "♠": "spades"}
_NAME = re.compile(r"([a-z]+)_[0-9a-f]{4}")
_SUIT = re.compile("[♣♦♥♠]\ufe0e?")
_CODE = re.compile(r"(`+[^`]*`+)")

_known: dict[str, str] = {}
"""How a sign is written, by its name: the same for all that this process sends."""


def learn(found: Iterable[Mapping[str, Any]]) -> int:
    """Use the emojis of the application from now on, as Discord lists them; return how many are ours."""
    _known.clear()
    for each in found:
        if name := _NAME.fullmatch(str(each["name"])):
            _known[name[1]] = f"<:{each['name']}:{each['id']}>"
    return len(_known)


def on_button(name: str) -> str | None:
    """Return a sign for a button, beside its label; None where it is not there."""
    return _known.get(name)


def dress(texts: Sequence[ui.TextDisplay[Any]], most: int) -> None:
    """Show suits as pictures in the texts of a message, where it stays within `most` characters; code stays
    as it is."""
    if not _known:
        return
    dressed = [_dressed(each.content) for each in texts]
    if sum(map(len, dressed)) <= most:
        for each, words in zip(texts, dressed, strict=True):
            each.content = words


def _dressed(words: str) -> str:
    """Return words with suits as pictures, but for those in code: every second part of the split."""
    parts = _CODE.split(words)
    parts[::2] = [_SUIT.sub(_picture, part) for part in parts[::2]]
    return "".join(parts)


def _picture(found: re.Match[str]) -> str:
    return _known.get(SUITS[found[0][0]], found[0])
