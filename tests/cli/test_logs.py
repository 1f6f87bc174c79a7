"""The log reports events and contains no secrets."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import pytest
import structlog

from bot.base.logs import start_logging
from tests.cli.conftest import Run, logging_as_it_was

TOKEN = "MTE4NzY1NDMyMTA5ODc2NTQzMjE" + ".GabcdE." + "abcdefghijklmnopqrstuvwxyz0123456789AB"


@pytest.fixture(autouse=True)
def _logging_as_it_was() -> Iterator[None]:
    with logging_as_it_was():
        yield


@pytest.mark.parametrize("form", ["text", "json"])
def test_a_token_or_a_password_never_reaches_the_log(
    form: Literal["text", "json"], capsys: pytest.CaptureFixture[str]
) -> None:
    start_logging("DEBUG", form)
    structlog.get_logger("bot").info(f"logging in as {TOKEN}", url="postgresql+asyncpg://me:hunter2@db/x")
    logging.getLogger("elsewhere").warning("sent %s", TOKEN)
    try:
        raise RuntimeError(f"refused {TOKEN}")
    except RuntimeError:
        structlog.get_logger("bot").exception("it went wrong")
    told = capsys.readouterr().err
    assert "logging in as [redacted]" in told
    assert "RuntimeError: refused [redacted]" in told
    assert "hunter2" not in told
    assert TOKEN not in told


@pytest.mark.parametrize(("level", "told"), [("DEBUG", True), ("ERROR", False)])
def test_a_quiet_log_stays_quiet_and_no_log_has_request_bodies(
    level: str, told: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    start_logging(level)
    structlog.get_logger("bot").info("chatter")
    logging.getLogger("discord.shard").debug("something harmless")
    logging.getLogger("discord.http").info("chatter")
    logging.getLogger("discord.http").debug("POST with a body")
    log = capsys.readouterr().err
    assert ("chatter" in log) == ("something harmless" in log) == told
    assert "POST with a body" not in log


def test_a_line_for_people_begins_with_date_and_time(capsys: pytest.CaptureFixture[str]) -> None:
    """A log of several days is read, and a line without a date says nothing there."""
    start_logging("INFO")
    structlog.get_logger("bot").info("a post failed")
    assert re.match(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d info +a post failed", capsys.readouterr().err)


def test_with_json_the_first_and_the_last_line_are_objects_too(bot: Run, tmp_path: Path) -> None:
    """Every sentence of a start that fails: settings, and what they ignore."""
    (tmp_path / ".env").write_text("LOG_FORMAT=json\nLOCAL_PROT=8000\nDISCORD_TOKEN=stand.in.token\n")
    told = bot("run", DATABASE_URL="sqlite:///nowhere/at.all")
    assert (told.returncode, told.stdout) == (1, "")
    lines = [json.loads(line) for line in told.stderr.splitlines()]
    assert lines[0]["event"] == "Tablepost is starting"
    assert "LOCAL_PROT" in lines[1]["event"]
    assert lines[-1]["event"].startswith("There is no folder nowhere for the database.")
    assert lines[-1]["exit_code"] == 1
    refused = bot("run", METRICS_PORT="many")
    assert "METRICS_PORT cannot be used" in json.loads(refused.stderr.splitlines()[-1])["event"]


def test_each_json_line_is_an_object(capsys: pytest.CaptureFixture[str]) -> None:
    start_logging("INFO", "json")
    structlog.get_logger("bot.matches").warning(
        "a post failed", match="abc", attempts=2, guild=1234567890123456789, users=[1234567890123456789, 5]
    )
    logging.getLogger("discord").info("connected")
    first, second = (json.loads(line) for line in capsys.readouterr().err.splitlines())
    assert (first["event"], first["match"], first["attempts"]) == ("a post failed", "abc", 2)
    assert (first["level"], first["logger"]) == ("warning", "bot.matches")
    assert (first["guild"], first["users"]) == ("1234567890123456789", ["1234567890123456789", 5])
    assert second["event"] == "connected"
