"""The stored texts of all shipped cards of Overcross, in both languages.

`python -m tests.games.overcross.card_texts` generates them. Read `git diff` before you commit: these texts
are on the cards.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from bot.base.language import ENGLISH, speaking
from bot.base.languages.catalogues import language
from bot.engine.cards.printed import card_name
from bot.games.overcross.cards.cards import AnyCard, Pool
from bot.games.overcross.cards.cardtext import costs, rules_text, stats
from tests.games.overcross.chance import POOL

FILES: Final = Path(__file__).parent / "files"
LANGUAGES: Final = ("en", "de")

_HEAD: Final = """\
# Every card that comes with Overcross, with its text (OVC-30).
# Written by `python -m tests.games.overcross.card_texts`; read what it changes.
"""


def path_of(code: str) -> Path:
    """Return the file of a language."""
    return FILES / f"card_texts.{code}.txt"


def written(pool: Pool, code: str) -> str:
    """Return the file's text: the cards in the order of their numbers."""
    with speaking(ENGLISH if code == "en" else language(code)):
        blocks = ["\n".join(_lines(pool.cards[number])) + "\n" for number in sorted(pool.cards)]
    return "\n".join([_HEAD, *blocks])


def _lines(card: AnyCard) -> Iterator[str]:
    yield f"{card.number} {card_name(card)}: {', '.join([stats(card), *costs(card)])}"
    yield from [f"    {paragraph}" for paragraph in rules_text(card)]


if __name__ == "__main__":
    FILES.mkdir(exist_ok=True)
    for each in LANGUAGES:
        path_of(each).write_text(written(POOL, each), "utf-8")
