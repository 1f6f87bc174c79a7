"""Requests are checked against Discord's API description; those of every other test too, at its end."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from tests.cogs import wire
from tests.cogs.club import Club
from tests.cogs.players import board_post, click


async def test_requests_match_discords_description(club: Club) -> None:
    if wire.description_path() is None:
        pytest.skip("DISCORD_OPENAPI does not name the file of Discord's OpenAPI description")
    await club.started(club.ben, club.cleo, game="arclash", options="")
    for command in ("hand", "match board", "match status", "match past history", "help", "rules"):
        await club.ann.slash(club.channel, command)
    for label in ("Hand", "Board as text", "Rules"):
        await click(club.ben, board_post(club), label)
    await club.ann.slash(club.channel, "match new", game="papyrus", thread=True)
    assert wire.faults(club.env.http_requests) == []
    assert wire.covered(club.env.http_requests) > 25


def sent(body: Any, path: str = "/channels/1/messages", method: str = "POST") -> Any:
    return SimpleNamespace(method=method, path=path, json=body)


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        ({"components": [{"type": 10, "content": "x"}], "flags": 0}, "without its flag"),
        ({"components": [{"type": 10, "content": "x"}], "content": "y", "flags": 1 << 15}, "with content"),
        ({"content": " "}, "an empty message"),
        ({"content": "x" * 2001}, "2001 characters"),
        ({"content": "x", "allowed_mentions": {"parse": ["users"]}}, "mentions are parsed"),
        ({"components": [{"type": 10, "content": "x" * 4001}], "flags": 1 << 15}, "4001 characters of text"),
    ],
)
def test_limits_missing_in_the_description_are_checked_too(body: dict[str, Any], fault: str) -> None:
    assert any(fault in each for each in wire.faults([sent(body)]))


def test_a_modal_has_at_most_five_parts() -> None:
    body = {"type": 9, "data": {"components": [{"type": 18}] * 6}}
    assert any("6 parts" in each for each in wire.faults([sent(body, "/interactions/1/token/callback")]))


def test_the_description_itself_finds_faults() -> None:
    if wire.description_path() is None:
        pytest.skip("DISCORD_OPENAPI does not name the file of Discord's OpenAPI description")
    assert wire.faults([sent({"content": "fine", "tts": 7})])
    assert wire.faults([sent({"components": [{"type": 1, "components": [{"type": 2}]}]})])
    assert wire.faults([sent({"content": "fine"})]) == []
