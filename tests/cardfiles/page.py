"""docs/CARDS.md: its examples, with the texts that the bot writes on such cards.

`python -m tests.cardfiles.page` writes these texts anew into the page, after a change to them that is meant.
"""

from __future__ import annotations

import re
from pathlib import Path

from bot.cardfiles import ReadResult
from bot.games.arclash.cards.cardtext import rules_text
from tests.cardfiles.sound import SOUND, read

PAGE = Path(__file__).parents[2] / "docs" / "CARDS.md"

_BLOCK = re.compile(r"```toml ?(?P<kind>\w*)\n(?P<content>.*?)```\n(?P<text>(?:\n> [^\n]*\n)*)", re.DOTALL)
_LINE = {
    "support": re.compile(r'^abilities = .*"played".*$', re.MULTILINE),
    "character": re.compile(r"^abilities = .*by = 30.*$", re.MULTILINE),
    "way": re.compile(r"^advances = .*Patient.*$", re.MULTILINE),
}
"""The line of the sound set in whose place an example stands: of its Support, or of its Level 3."""


def examples(kind: str) -> list[str]:
    """The examples of a kind: whole files (""), abilities (`support`, `character`), a `way` to advance."""
    page = PAGE.read_text(encoding="utf-8")
    return [found["content"] for found in _BLOCK.finditer(page) if found["kind"] == kind]


def reading_of(kind: str, content: str) -> ReadResult:
    """Read the sound set with an example in it."""
    return read(_LINE[kind].sub(lambda _: content, SOUND))


def texts(kind: str, content: str) -> list[str]:
    """What the bot writes on such a card: a paragraph for each way or ability of the example."""
    card_set = reading_of(kind, content).set
    assert card_set is not None, content
    card = card_set.supports[0] if kind == "support" else card_set.characters[2]
    paragraphs = list(rules_text(card))
    abilities = len(paragraphs) - len(card.abilities)
    return paragraphs[:abilities] if kind == "way" else paragraphs[abilities:]


def written(page: str) -> str:
    """The page with the text of every example behind it."""
    return _BLOCK.sub(_with_text, page)


def _with_text(found: re.Match[str]) -> str:
    kind, content = found["kind"], found["content"]
    if not kind:
        return found.group()
    quoted = "".join([f"\n> {text}\n" for text in texts(kind, content)])
    return f"```toml {kind}\n{content}```\n{quoted}"


if __name__ == "__main__":
    PAGE.write_text(written(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
