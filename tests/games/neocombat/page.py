"""docs/CARDS_NEO_COMBAT.md: its examples, with the texts that the bot writes on such cards.

`python -m tests.games.neocombat.page` writes these texts anew into the page, after a change that is meant.
"""

from __future__ import annotations

import re
from pathlib import Path

from bot.cardfiles import ReadResult, read_card_set
from bot.games.neocombat.cards.cardgame import card_text
from bot.games.neocombat.cards.format import FORMAT

PAGE = Path(__file__).parents[3] / "docs" / "CARDS_NEO_COMBAT.md"

_BLOCK = re.compile(r"```toml ?(?P<kind>\w*)\n(?P<content>.*?)```\n(?P<text>(?:\n> [^\n]*\n)*)", re.DOTALL)
_BEFORE = """key = "example"
title = "Example"
traits = ["shade"]
[[actions]]
number = "TST-01"
name = "Example"
copies = 2
"""


def examples(page: str) -> list[tuple[str, str]]:
    """The examples: whole files (""), and the abilities of an action card."""
    return [(found["kind"], found["content"]) for found in _BLOCK.finditer(page)]


def reading_of(kind: str, content: str) -> ReadResult:
    """Read a set with an example in it."""
    return read_card_set(f"{_BEFORE}{content}" if kind else content, "example.toml", FORMAT)


def written(page: str) -> str:
    """The page with the text of every example behind it."""
    return _BLOCK.sub(_with_text, page)


def _with_text(found: re.Match[str]) -> str:
    kind, content = found["kind"], found["content"]
    if not kind:
        return found.group()
    reading = reading_of(kind, content)
    assert reading.set is not None, [str(each) for each in reading.findings]
    quoted = "".join([f"\n> {text}\n" for text in card_text(reading.set.actions[0])])
    return f"```toml {kind}\n{content}```\n{quoted}"


if __name__ == "__main__":
    PAGE.write_text(written(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
