"""The difference between two texts of a playthrough, in a few lines."""

from __future__ import annotations

from difflib import unified_diff

from tests.golden.recording import BLOCK

_MOST_LINES = 24
_MOST_CHARACTERS = 220


def first_difference(kept: str, played: str) -> str:
    """Return the first block in which the file and the replay differ; "" if they do not."""
    if kept == played:
        return ""
    before, after = _blocks(kept), _blocks(played)
    for old, new in zip(before, after, strict=False):
        if old != new:
            return _shown(old, new)
    same = min(len(before), len(after))
    if len(before) > same:
        return f"The match played again ends early; the file goes on:\n{before[same]}"
    return f"The file ends early; the match played again goes on:\n{after[same]}"


def _blocks(text: str) -> list[str]:
    """Return the head and the blocks of the actions, each with its first line."""
    head, *blocks = f"\n{text}".split(f"\n{BLOCK}")
    return [head.lstrip("\n"), *[BLOCK + block for block in blocks]]


def _shown(old: str, new: str) -> str:
    title = new.splitlines()[0] if new.startswith(BLOCK) else "the head of the file"
    lines = list(unified_diff(old.splitlines(), new.splitlines(), "file", "played again", lineterm="", n=1))
    short = [line if len(line) <= _MOST_CHARACTERS else f"{line[:_MOST_CHARACTERS]}..." for line in lines]
    if len(short) > _MOST_LINES:
        short[_MOST_LINES:] = [f"... and {len(short) - _MOST_LINES} lines more"]
    return "\n".join([f"The first difference is in {title}", *short])
