"""The texts of a composed page, and the values that its controls send."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

from bot.base.language import speaking
from bot.base.languages.catalogues import codes, language
from bot.games.computers import COMPUTERS
from bot.games.registry import GAMES
from cogs.kit.layout import OutgoingMessage, components_of
from tests.languages.marked import MARKED, unmarked

PROPER = (
    *[word for game in GAMES.values() if game.key != "free-table" for word in game.name.split("-")],
    *[player.title for player in COMPUTERS.values()],
    "Tablepost",
    "Discord",
    "Ann",
    "Ben",
    "Cleo",
    "Dan",
    "Eve",
    "Fay",
)
"""Names that are the same in every language."""
_SAID = ("content", "label", "placeholder", "description", "title")


def words(page: OutgoingMessage) -> list[str]:
    """Return every text of a page: content, controls, menus and alt texts."""
    alts = [each.alt for each in page.attachments if each.alt]
    return [*texts(components_of(page.view)), *alts]


def contents(page: OutgoingMessage) -> list[str]:
    """Return the texts of a page in which Discord parses markup: all but those of its controls."""
    return [*texts(components_of(page.view), ("content",))]


def keys(page: OutgoingMessage) -> list[str]:
    """Return what the controls of a page send: custom_ids, menu values and file names."""
    return [*_keys(components_of(page.view)), *[each.filename for each in page.attachments]]


def check_marked(compose: Callable[[], OutgoingMessage], names: tuple[str, ...] = ()) -> OutgoingMessage:
    """Check that all words of a page are messages, and that its controls are the same in every language."""
    with speaking(MARKED):
        page = compose()
    left = {text: found for text in words(page) if (found := unmarked(text, (*PROPER, *names)))}
    assert not left, left
    for code in codes():  # composing checks Discord's limits
        with speaking(language(code)):
            assert keys(compose()) == keys(page)
    return page


def texts(part: Any, said: tuple[str, ...] = _SAID) -> Iterator[str]:
    """Yield every text under these keys in a part of a message or a form."""
    for key, value in _entries(part):
        if key in said and isinstance(value, str):
            yield value
        else:
            yield from texts(value, said)


def _keys(part: Any) -> Iterator[str]:
    for key, value in _entries(part):
        if key in ("custom_id", "value"):
            yield str(value)
        else:
            yield from _keys(value)


def _entries(part: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(part, dict):
        yield from part.items()
    elif isinstance(part, list):
        yield from (("", each) for each in part)


MARKS = ("**", "__", "~~", "||", "`")


def open_marks(words: str) -> list[str]:
    """Return the marks that a text opens and does not close, parsed character by character as by Discord."""
    left, begun, at = re.sub(r"\\.", "x", words, flags=re.DOTALL), list[str](), 0
    while at < len(left):
        mark = next((each for each in MARKS if left.startswith(each, at)), "")
        if mark == "`":
            end = left.find("`", at + 1)
            if end < 0:
                return [*begun, mark]
            at = end + 1
            continue
        if mark:
            begun.remove(mark) if mark in begun else begun.append(mark)
        at += len(mark) or 1
    return begun


@lru_cache(maxsize=4096)
def whole(words: str) -> bool:
    """Whether a text closes everything that it opens: marks, mentions, links, escapes."""
    bare = re.sub(r"`[^`]*`", "", re.sub(r"\\.", "x", words, flags=re.DOTALL))
    begun = re.search(r"<[@#t/:][^>]*$|\]\([^)]*$|\\$", bare)
    return not open_marks(words) and begun is None
