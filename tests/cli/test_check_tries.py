"""`check` tries what the start does: where it says that all is right, the bot can begin."""

from __future__ import annotations

import errno
import os
import shutil
import socket
import sqlite3
import tempfile
from collections import namedtuple
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web

from bot.base.metrics import REGISTRY
from bot.database.faults import BadDatabase
from bot.database.migrate import migrate, try_write
from bot.host.cli import check
from bot.host.cli.output import CheckStatus
from tests.cli.conftest import Run
from tests.cli.test_check import Discord, a_discord, row

__all__ = ["a_discord"]

NOBODY = 65534
READ_ONLY = pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="only root can act as another")


@contextmanager
def as_nobody() -> Iterator[Path]:
    """Act within the block as a user without rights, with a folder that this user can enter."""
    place = Path(tempfile.mkdtemp(prefix="tablepost-"))
    place.chmod(0o755)
    try:
        os.seteuid(NOBODY)
        try:
            yield place
        finally:
            os.seteuid(0)
    finally:
        shutil.rmtree(place)


@READ_ONLY
async def test_a_folder_or_a_file_that_cannot_be_written_has_its_remedy() -> None:
    with as_nobody() as place:
        url = f"sqlite:///{place / 'matches.db'}"
        with pytest.raises(
            BadDatabase, match=r"Nothing can be written beside .*Let the user who runs the bot"
        ):
            await try_write(url)
        assert (await check._database(url)).status is CheckStatus.WRONG
        os.seteuid(0)
        await migrate(url)
        (place / "matches.db").chmod(0o644)
        place.chmod(0o777)
        os.seteuid(NOBODY)
        finding = await check._database(url)
        assert finding.status is CheckStatus.WRONG
        assert "cannot be written. Let the user who runs the bot write the file" in finding.found


@READ_ONLY
def test_settings_that_cannot_be_read_have_a_sentence(
    bot: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / ".env").write_bytes(b"\xff")
    for command in ("check", "run"):
        bot(command)  # what they import is loaded: nobody may not enter the folder of the environment
    with as_nobody() as place:
        os.seteuid(0)
        (place / ".env").write_text("DISCORD_TOKEN=stand.in.token\n")
        (place / ".env").chmod(0o600)
        monkeypatch.setattr("tests.cli.conftest.REPOSITORY", place)
        os.seteuid(NOBODY)
        monkeypatch.chdir(place)
        monkeypatch.setattr(
            pytest.MonkeyPatch, "chdir", lambda *_: None
        )  # the fixture's own folder is root's
        for command, code in (("check", 1), ("run", 78)):
            told = bot(command)
            assert told.returncode == code
            said = " ".join((told.stdout + told.stderr).split())
            assert ".env cannot be read (Permission denied)" in said.replace("│ ", "").replace(" │", "")


def test_settings_that_are_no_text_have_a_sentence(bot: Run, tmp_path: Path) -> None:
    (tmp_path / ".env").write_bytes(b"HOST_NAME=\xff\xfe\n")
    assert ".env cannot be read: save it as text in UTF-8." in bot("check").stdout
    told = bot("run")
    assert told.returncode == 78
    assert told.stderr.startswith(".env cannot be read: save it as text in UTF-8.\n")


async def test_a_full_disk_is_found_by_writing_and_by_what_is_free(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    url = f"sqlite:///{tmp_path / 'matches.db'}"
    full = OSError(errno.ENOSPC, "No space left on device")
    with monkeypatch.context() as here:

        def fail(_file: int) -> None:
            raise full

        here.setattr(os, "fsync", fail)
        with pytest.raises(BadDatabase, match=r"is full\. Make room there"):
            await try_write(url)
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(shutil, "disk_usage", lambda _path: usage(10**12, 10**12, 99_000_000))
    (finding,) = check._disk(url)
    assert finding.status is CheckStatus.WRONG
    assert finding.found.startswith("Only 99 MB are free")


async def test_trying_changes_nothing_and_finds_a_file_that_takes_no_writes(tmp_path: Path) -> None:
    file = tmp_path / "matches.db"
    url = f"sqlite:///{file}"
    await try_write(url)
    assert not file.exists()
    await migrate(url)
    with closing(sqlite3.connect(file)) as database:
        before = list(database.iterdump())
    await try_write(url)
    with closing(sqlite3.connect(file)) as database:
        assert list(database.iterdump()) == before


def test_a_folder_that_does_not_exist_is_refused_by_check_and_start(bot: Run, tmp_path: Path) -> None:
    """A typing error would make an empty bot, and the matches would seem lost."""
    settings = {"DATABASE_URL": "sqlite:///datá/tablepost.sqlite3", "DISCORD_TOKEN": "stand.in.token"}
    assert "│ wrong │" in row(bot("check", **{**settings, "DISCORD_TOKEN": ""}).stdout, "Database")
    told = bot("run", **settings)
    assert told.returncode == 1
    assert told.stderr.startswith("There is no folder datá for the database. Correct DATABASE_URL")
    assert list(tmp_path.iterdir()) == []


def test_a_metrics_port_in_use_is_found(bot: Run) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        told = bot("check", METRICS_PORT=port)
    assert told.returncode == 1
    assert "│ wrong │" in row(told.stdout, "Metrics")
    assert "│ ok " in row(bot("check", METRICS_PORT=port).stdout, "Metrics")


async def test_metrics_of_the_bot_that_runs_are_no_fault() -> None:
    async def answer(_request: web.Request) -> web.Response:
        from prometheus_client import generate_latest

        return web.Response(body=generate_latest(REGISTRY))

    runner = web.AppRunner(web.Application())
    runner.app.add_routes([web.get("/metrics", answer)])
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    (finding,) = await check._metrics("127.0.0.1", runner.addresses[0][1])
    await runner.cleanup()
    assert finding.status is CheckStatus.RIGHT
    assert "The bot that runs serves them" in finding.found


def test_the_local_table_is_refused_with_postgresql(bot: Run) -> None:
    url = "postgresql+asyncpg://nobody@127.0.0.1:9/none"
    told = bot("local --no-browser", DATABASE_URL=url)
    assert told.returncode == 78
    assert told.stderr.startswith("The local table keeps its matches in an SQLite file")
    assert "│ wrong │" in row(bot("check", DATABASE_URL=url).stdout, "Local table")


def test_a_token_that_is_none_is_found_before_it_is_sent(bot: Run) -> None:
    told = bot("check", DISCORD_TOKEN="1187654321098765432")
    assert told.returncode == 1
    assert "│ wrong │" in row(told.stdout, "Discord")
    assert "1187654321098765432" not in told.stdout


async def test_an_operators_server_without_the_bot_is_found(a_discord: Discord) -> None:
    def operator(found: list[Any]) -> list[Any]:
        return [each for each in found if each.what == "Operator"]

    assert operator(await check.look_at_discord("good", 11)) == []
    (finding,) = operator(await check.look_at_discord("good", 99))
    assert finding.status is CheckStatus.WRONG
    assert "not on OPERATOR_SERVER (99)" in finding.found


async def test_the_invitation_is_one_line_of_its_own(
    a_discord: Discord, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    check.print_findings(await check.look_at_discord("good"))
    (line,) = [line for line in capsys.readouterr().out.splitlines() if "oauth2/authorize" in line]
    assert line.startswith("Invitation: https://discord.com/")
    assert line.endswith(f"permissions={check.NEEDED.value}")
