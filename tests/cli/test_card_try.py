"""`cards try`: a test table on this machine, with card files, a position, or both."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bot.cli import card_try
from bot.cli.card_try import laying, read
from bot.cli.commands import CannotStart
from bot.cli.wiring import make_bot
from bot.clock import wall_clock
from bot.storage.migrate import migrate
from bot.storage.store import SqlMatchStore
from tests.cardsets.uploads import BROKEN, HERONS
from tests.cli.conftest import Run

POSITION = "phase: support, turn 3\norder: 1 2\nseat 1:\nstack: TID-01\nhand: REE-01\nseat 2:\nstack: TID-01"


def file(place: Path, name: str, content: str | bytes) -> Path:
    path = place / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


async def test_a_card_file_and_a_position_are_laid_and_played_at_once(tmp_path: Path) -> None:
    laid = read([file(tmp_path, "reed.toml", HERONS), file(tmp_path, "hand.txt", POSITION)], None)
    assert (laid.game.key, laid.title) == ("arclash", "The Reed Bank")
    url = f"sqlite:///{tmp_path}/tables.db"
    await migrate(url)
    store = SqlMatchStore.at(url)
    bot = make_bot(store, wall_clock)
    await laying(laid)(bot, 7)
    table = await bot.try_tables.own(7)
    assert table.playing
    assert table.text == POSITION
    found = await bot.try_tables.look(table)
    rules = laid.game.rules
    assert rules.cards_of(found.state.options) == table.cards
    assert (
        any(card.number == "REE-01" for card in rules.view(found.state, 0).hand) or found.state.sides[0].hand
    )
    await bot.close()
    await store.close()


async def test_a_card_file_alone_begins_with_a_position_to_be_changed(tmp_path: Path) -> None:
    laid = read([file(tmp_path, "reed.toml", HERONS)], None)
    url = f"sqlite:///{tmp_path}/tables.db"
    await migrate(url)
    store = SqlMatchStore.at(url)
    bot = make_bot(store, wall_clock)
    await laying(laid)(bot, 7)
    table = await bot.try_tables.own(7)
    assert not table.playing
    assert table.text.startswith("phase: advance")
    await bot.close()
    await store.close()


def test_what_cannot_be_laid_is_a_sentence(bot: Run, tmp_path: Path) -> None:
    """With its file and line; the table is not opened, so that the command ends."""
    file(tmp_path, "broken.toml", BROKEN)
    file(tmp_path, "reed.toml", HERONS)
    file(tmp_path, "hand.txt", POSITION)
    file(tmp_path, "bad.txt", "phase: support\nseat 1:\nstack: NOT-01\nseat 2:")
    file(tmp_path, "picture.txt", b"\x89PNG\xff\xfe")
    cases = [
        (["broken.toml"], "broken.toml:"),
        (["hand.txt"], "This can be of several games. Say --game"),
        (["hand.txt", "--game", "arclash"], "there is no card REE-01"),
        (
            ["bad.txt", "--game", "arclash"],
            "bad.txt: This position cannot be read: line 3: there is no card NOT-01",
        ),
        (["bad.txt", "hand.txt", "--game", "arclash"], "one position, and there is one already"),
        (["reed.toml", "--game", "papyrus"], "Papyrus has no cards of one's own"),
        (["hand.txt", "--game", "chess"], 'There is no game "chess"'),
        (["picture.txt", "--game", "arclash"], "no text that can be read"),
        (["missing.txt", "--game", "arclash"], "there is no such file"),
    ]
    for files, sentence in cases:
        ran = bot("cards", "try", *files)
        assert ran.returncode in (1, 2)
        assert sentence in ran.stdout + ran.stderr
        assert "Traceback" not in ran.stderr


def test_the_local_table_is_opened_with_it(bot: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[tuple[Any, Any]] = []

    def open_table(settings: Any, first: Any) -> int:
        opened.append((settings, first))
        return 0

    monkeypatch.setattr(card_try, "open_table", open_table)
    file(tmp_path, "hand.txt", POSITION.replace("hand: REE-01\n", ""))
    assert (
        bot("cards", "try", "hand.txt", "--game", "arclash", "--language", "de", "--port", "0").returncode
        == 0
    )
    ((settings, first),) = opened
    assert (settings.local_language, settings.local_port, first.command) == ("de", 0, "cards try")


def test_a_position_with_a_faulty_line_names_it_in_german(bot: Run, tmp_path: Path) -> None:
    file(tmp_path, "bad.txt", "phase: bogus")
    ran = bot("cards", "try", "bad.txt", "--game", "arclash", "--language", "de")
    assert "Diese Stellung ist nicht zu lesen" in ran.stdout + ran.stderr


def test_too_long_a_position_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CannotStart, match="at most"):
        read([file(tmp_path, "long.txt", "#" * 5000)], "arclash")
