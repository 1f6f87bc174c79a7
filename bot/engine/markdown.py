"""Words of people in sentences that Discord prints."""

from __future__ import annotations

import re

_SPECIAL = re.compile(r"([\\*_~`|<>\[\]@]|^[#+-]|(?<=:)/(?=/)|(?<=^\d)\.)")
_MENTION = re.compile(r"@(?=everyone|here|[!&]?\d)")


def safe(words: str) -> str:
    """Return what a person wrote so that Discord prints it as it is: no markup, no mention, one line."""
    return _MENTION.sub("@\u200b", _SPECIAL.sub(r"\\\1", " ".join(words.split())))


def fit(words: str, limit: int) -> str:
    """Return words, safe ones too, cut to a number of characters."""
    return words if len(words) <= limit else words[: limit - 1].rstrip("\\") + "…"
