"""Autocompletes cannot fill the log; an internal error is logged in one line."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from typing import Any

import pytest
from discord import app_commands
from simcord import InteractionResult, MemberActor
from simcord.enums import InteractionType, OptionType
from simcord.interactions import base_payload
from structlog.testing import capture_logs

from tests.cogs.club import Club


def suggesting_options(club: Club) -> Iterator[tuple[list[str], str]]:
    """Return the words of each command with each of its options that has autocomplete."""
    for command in club.bot.tree.walk_commands():
        if isinstance(command, app_commands.Command):
            for option in command.parameters:
                if option.autocomplete:
                    yield command.qualified_name.split(), option.display_name


async def type_in(
    club: Club, who: MemberActor, words: list[str], option: str, typed: Any
) -> InteractionResult:
    """Type in an option as any client may, also one that does not exist."""
    options = [{"name": option, "type": OptionType.STRING, "value": typed, "focused": True}]
    for word in reversed(words[1:]):
        kind = OptionType.SUBCOMMAND if options[0].get("focused") else OptionType.SUBCOMMAND_GROUP
        options = [{"name": word, "type": kind, "options": options}]
    record, payload = base_payload(
        club.env.backend,
        type=InteractionType.APPLICATION_COMMAND_AUTOCOMPLETE,
        channel_id=club.other.id,
        guild_id=club.guild.id,
        user_id=who.id,
        data={"id": "1", "name": words[0], "type": 1, "options": options},
    )
    club.env.backend.emit("INTERACTION_CREATE", payload)
    await club.env.settle()
    return InteractionResult(club.env, record)


async def test_any_typed_text_is_answered_without_an_error_in_the_log(
    club: Club, caplog: pytest.LogCaptureFixture
) -> None:
    """In a channel without a match, where most suggestions are refused."""
    found = list(suggesting_options(club))
    assert (["match", "ask", "time"], "player") in found
    unknown = [
        (["match", "ask", "time"], "gone"),
        (["match", "gone"], "player"),
        (["gone"], "x"),
        (["match"], "x"),
    ]
    with capture_logs() as told:
        for words, option in [*found, *unknown, (["match", "board"], "text")]:
            for typed in ("", "zzz", "9" * 6000, "\u202e@everyone\x00"):
                result = await type_in(club, club.ann, words, option, typed)
                assert result.autocomplete_choices is not None, (words, option, typed)
    assert [each for each in told if each["log_level"] not in ("debug", "info")] == []
    assert [each for each in caplog.records if each.levelno > logging.INFO] == []


async def test_an_internal_error_in_an_autocomplete_is_logged_once_with_an_id(
    club: Club, faults_expected: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    faults_expected.append("ZeroDivisionError")

    async def broken(_channel: int) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(club.service, "in_channel", broken)
    with capture_logs() as told:
        result = await type_in(club, club.ann, ["match", "ask", "time"], "player", "B")
    assert result.autocomplete_choices == []
    (line,) = [each for each in told if each["log_level"] == "error"]
    assert line["event"] == "something went wrong"
    assert line["id"]
    club.bot.note_fault(ZeroDivisionError())  # to the log that the club checks
