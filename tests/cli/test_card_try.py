"""`cards try`: a test table on this machine, with card files, a position, or both."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from bot.base.clock import wall_clock
from bot.database.migrate import migrate
from bot.host.cli.commands import CannotStart
from bot.host.cli.workshop.card_try import laying, read
from bot.host.wiring import make_bot
from bot.matches.store import SqlMatchStore
from bot.parts.workshop.test_table.service import TestTableService
from tests.cli.conftest import Told
from tests.parts.workshop.sets.uploads import BROKEN, HERONS

POSITION = "phase: support, turn 3\norder: 1 2\nseat 1:\nstack: TID-01\nhand: REE-01\nseat 2:\nstack: TID-01"
FILES = {
    "reed.toml": HERONS,
    "broken.toml": BROKEN,
    "hand.txt": POSITION,
    "shipped.txt": POSITION.replace("hand: REE-01\n", ""),
    "bad.txt": "phase: support\nseat 1:\nstack: NOT-01\nseat 2:",
    "long.txt": "#" * 5000,
    "picture.txt": b"\x89PNG\xff\xfe",
}


@pytest.fixture(autouse=True)
def _files(tmp_path: Path) -> None:
    for name, content in FILES.items():
        (tmp_path / name).write_bytes(content if isinstance(content, bytes) else content.encode())


@pytest.mark.parametrize(
    ("names", "title", "begins", "hand"),
    [
        (["reed.toml", "hand.txt"], "The Reed Bank", POSITION, 1),
        (["shipped.txt"], "", FILES["shipped.txt"], 8),
        (["reed.toml"], "The Reed Bank", "phase: advance", 0),
    ],
)
async def test_card_files_and_a_position_are_played_at_once(
    names: Sequence[str], title: str, begins: str, hand: int, tmp_path: Path
) -> None:
    """A card file alone begins with a position that can be changed."""
    laid = read([tmp_path / name for name in names], None if title else "arclash")
    assert (laid.game.key, laid.title) == ("arclash", title)
    url = f"sqlite:///{tmp_path}/tables.db"
    await migrate(url)
    store = SqlMatchStore.at(url)
    bot = make_bot(store, wall_clock)
    await laying(laid)(bot, 7)
    table = await bot.services.of(TestTableService).own(7)
    assert table.text.startswith(begins)
    assert table.playing == bool(laid.position)
    if table.playing:
        state = (await bot.services.of(TestTableService).look(table)).state
        assert laid.game.rules.cards_of(state.options) == table.cards
        assert len(state.sides[0].hand) == hand
    await bot.close()
    await store.close()


@pytest.mark.parametrize(
    ("files", "sentence"),
    [
        ("broken.toml", "broken.toml:"),
        ("hand.txt", "This can be of several games. Say --game"),
        ("hand.txt --game arclash", "there is no card REE-01"),
        ("bad.txt --game arclash", "bad.txt: This position cannot be read: line 3: there is no card NOT-01"),
        ("bad.txt hand.txt --game arclash", "one position, and there is one already"),
        ("reed.toml --game papyrus", "Papyrus has no cards of one's own"),
        ("hand.txt --game chess", 'There is no game "chess"'),
        ("picture.txt --game arclash", "no text that can be read"),
        ("missing.txt --game arclash", "there is no such file"),
        ("long.txt --game arclash", "at most"),
    ],
)
def test_an_invalid_file_is_refused_in_a_sentence(files: str, sentence: str, told: Told) -> None:
    """With its file and line; the table is not opened, so the command ends."""
    code, words = told(f"cards try {files}")
    assert code in (1, 2)
    assert sentence in words


def test_a_position_is_looked_for_in_which_a_card_does_what_it_says(tmp_path: Path) -> None:
    laid = read([tmp_path / "reed.toml"], None, "ree-11")
    assert "REE-11" in laid.position
    for names, card, sentence in (
        (["reed.toml"], "REE-99", 'There is no card "REE-99"'),
        (["reed.toml", "hand.txt"], "REE-11", "there is one already"),
    ):
        with pytest.raises(CannotStart, match=sentence):
            read([tmp_path / name for name in names], None, card)
