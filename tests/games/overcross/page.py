"""docs/CARDS_OVERCROSS.md: its examples, with the texts that the bot writes on such cards.

`python -m tests.games.overcross.page` writes these texts anew into the page, after a change that is meant.
"""

from __future__ import annotations

import re
from pathlib import Path

from bot.cardfiles import ReadResult, read_card_set
from bot.games.overcross.cards.cardtext import ability_texts
from bot.games.overcross.cards.checks import FORMAT

PAGE = Path(__file__).parents[3] / "docs" / "CARDS_OVERCROSS.md"

_BLOCK = re.compile(r"```toml ?(?P<kind>\w*)\n(?P<content>.*?)```\n(?P<text>(?:\n> [^\n]*\n)*)", re.DOTALL)
_FACE = 'number = "TST-01"\nname = "Example"\ndeck = 2\nplay = 1\n'
_KINDS = {
    "character": "[[characters]]\nspeed = 3\ndefense = 3\n",
    "edit": "[[edits]]\n",
    "terrain": "[[terrains]]\n",
    "event": "[[events]]\n",
}


def examples(page: str) -> list[tuple[str, str]]:
    """The examples: whole files (""), and the abilities of a kind of card."""
    return [(found["kind"], found["content"]) for found in _BLOCK.finditer(page)]


def reading_of(kind: str, content: str) -> ReadResult:
    """Read a set with an example in it."""
    whole = f'key = "example"\ntitle = "Example"\n{_KINDS[kind]}{_FACE}{content}' if kind else content
    return read_card_set(whole, "example.toml", FORMAT)


def written(page: str) -> str:
    """The page with the text of every example behind it."""
    return _BLOCK.sub(_with_text, page)


def _with_text(found: re.Match[str]) -> str:
    kind, content = found["kind"], found["content"]
    if not kind:
        return found.group()
    reading = reading_of(kind, content)
    assert reading.set is not None, [str(each) for each in reading.findings]
    (card,) = [card for _, card in FORMAT.cards_of(reading.set)]
    quoted = "".join([f"\n> {text}\n" for text in ability_texts(card)])
    return f"```toml {kind}\n{content}```\n{quoted}"


if __name__ == "__main__":
    PAGE.write_text(written(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
