"""Ctrl+C and SIGTERM end the bot within seconds, without a traceback, and release the database."""

from __future__ import annotations

import signal
import socket
import sqlite3
from contextlib import closing
from pathlib import Path
from subprocess import Popen

import pytest

from bot.host.cli.commands import CannotStart
from bot.host.cli.run import check_token
from tests.cli.conftest import Run, Start


def first_lines(process: Popen[str], count: int) -> list[str]:
    """Return the first lines after the one that reports the start of the bot."""
    assert process.stdout is not None
    assert process.stdout.readline() == "Tablepost is starting …\n", process.communicate()[1]
    return [process.stdout.readline() for _ in range(count)]


def end(process: Popen[str], asked: signal.Signals, folder: Path) -> None:
    """End an open local table, and check its output and that its database is released."""
    process.send_signal(asked)
    said, logged = process.communicate(timeout=120)
    assert process.returncode == 0
    assert said == "The local table is closed. Every match is kept.\n"
    assert logged == ""
    with closing(sqlite3.connect(folder / "tablepost.sqlite3", timeout=0)) as database:
        database.execute("BEGIN IMMEDIATE")
        database.rollback()


def test_without_a_token_the_bare_command_opens_the_local_table_at_the_next_free_port(
    start_bot: Start, tmp_path: Path
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        signal.signal(signal.SIGHUP, signal.SIG_DFL)  # also where these tests run under nohup
        process = start_bot("", LOCAL_PORT=str(port), LOCAL_OPEN_BROWSER="false")
        told, address, advice = first_lines(process, 3)
        assert told.startswith(f"Port {port} is in use, so the page is at port ")
        assert address.startswith("The local table is open at ")
        assert f"127.0.0.1:{port}/" not in address
        assert "Ctrl+C" in advice
        end(process, signal.SIGHUP, tmp_path)  # the terminal was closed; others end it by SIGINT and SIGTERM


def test_with_a_token_and_no_way_to_discord_it_ends_with_a_sentence(start_bot: Start) -> None:
    dead_end = "http://127.0.0.1:9"
    process = start_bot("run", DISCORD_TOKEN="never.sent.out", HTTPS_PROXY=dead_end, https_proxy=dead_end)
    _, logged = process.communicate(timeout=120)
    assert process.returncode == 1
    assert "Traceback" not in logged
    assert "Discord cannot be reached" in logged.splitlines()[-1]
    assert "never.sent.out" not in logged


@pytest.mark.parametrize("token", ["not-a-token", "1187654321098765432", "Bot a.b.c", "0123abcd" * 8, "a.b"])
def test_a_malformed_token_is_reported_at_once_and_not_printed(token: str) -> None:
    with pytest.raises(CannotStart, match="does not look like a bot's token") as told:
        check_token(token)
    assert token not in str(told.value)
    check_token("stand.in.token")


def test_a_metrics_port_in_use_has_a_sentence_with_what_to_do(bot: Run) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        told = bot("run", DISCORD_TOKEN="never.sent.anywhere", METRICS_PORT=str(port))
    assert told.returncode == 1
    assert "a new, empty database is made database=sqlite" in told.stderr  # a typing error would be seen
    assert told.stderr.endswith(
        f"Port {port} is in use, so the metrics cannot be served there. Stop what listens on it, write"
        " another port in METRICS_PORT, or 0 to serve none.\n"
    )
