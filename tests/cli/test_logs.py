"""The log reports events and contains no secrets."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from typing import Literal

import pytest
import structlog

from bot.base.logs import start_logging
from tests.cli.conftest import logging_as_it_was

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


def test_each_json_line_is_an_object(capsys: pytest.CaptureFixture[str]) -> None:
    start_logging("INFO", "json")
    structlog.get_logger("bot.matches").warning("a post failed", match="abc", attempts=2)
    logging.getLogger("discord").info("connected")
    first, second = (json.loads(line) for line in capsys.readouterr().err.splitlines())
    assert (first["event"], first["match"], first["attempts"]) == ("a post failed", "abc", 2)
    assert (first["level"], first["logger"]) == ("warning", "bot.matches")
    assert second["event"] == "connected"
