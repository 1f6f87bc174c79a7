"""Forged custom_ids: every press is answered in a sentence, and nothing happens."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing

import pytest
from simcord import ChannelHandle, MemberActor, ResponseMessage
from structlog.testing import capture_logs

from cogs.kit.controls import CUSTOM_ID_LIMIT
from tests.cogs.club import Club
from tests.cogs.forging import answered, press_forged

NO_MATCH = "abcdefghjkmn"
PATHS = (
    "zzz",
    "zzz.zzz.zzz.zzz.zzz",
    "9223372036854775808",
    "9" * 23,
    "...",
    "standard..zzz.999999999",
    "here.99999999999.0.papyrus",
    "papyrus.999999999",
    "\ud800",
    "a\x00b",
)
"""Paths that no menu has, and numbers beyond all ranges."""


def forms(verb: str, match: str, version: int) -> Iterator[str]:
    """Return custom_ids with a verb and a match that none of our controls has."""
    head = f"tp:{verb}:{match}:{version}:"
    yield f"tp:{verb}"
    yield f"tp:{verb}:{match}"
    yield f"tp:{verb}:{match}:99999999999999999999"
    yield f"tp:{verb}:{match}:-1:zzz:slot:more:and more"
    yield from (head + path for path in PATHS)
    yield (head + "x" * CUSTOM_ID_LIMIT)[:CUSTOM_ID_LIMIT]
    yield (head + "1." * CUSTOM_ID_LIMIT)[:CUSTOM_ID_LIMIT]
    yield head + "x" * 4000


def some(custom_ids: Iterable[str], number: int) -> Sequence[str]:
    """Return every fourth of these, others for each number: the next verbs get the rest."""
    return list(custom_ids)[number % 4 :: 4]


def kept(club: Club) -> Sequence[str]:
    """Return all rows of the database."""
    with closing(sqlite3.connect(club.url.removeprefix("sqlite+aiosqlite:///"))) as reading:
        return list(reading.iterdump())


def verbs(club: Club) -> Sequence[str]:
    """Return every handled verb, those of former versions too, and two unknown ones."""
    return (*sorted(club.bot.handlers), "", "zzz")


class Forger:
    """Forges controls in a channel, and stores the faults of the answers."""

    def __init__(
        self, club: Club, caplog: pytest.LogCaptureFixture, who: MemberActor, channel: ChannelHandle
    ) -> None:
        self.club, self.caplog, self.who, self.channel = club, caplog, who, channel
        self.wrong: list[str] = []

    async def message(self) -> ResponseMessage:
        """Return a message of the bot's in front of the forger."""
        shown = (await self.who.slash(self.channel, "help")).response
        assert shown is not None
        return shown

    async def press(self, custom_ids: Iterable[str], *, changes: bool = False) -> None:
        """Press each as a button; with `changes` the state may change."""
        under, before = await self.message(), kept(self.club)
        for custom_id in custom_ids:
            await self.press_one(under, custom_id)
        if not changes and kept(self.club) != before:
            self.wrong.append(f"{custom_id!r} or one before it has changed the database")

    async def press_one(
        self, under: ResponseMessage, custom_id: str, value: str | None = None, offered: str | None = None
    ) -> None:
        since = len(self.club.env.http_requests)
        self.caplog.clear()
        with capture_logs() as told:
            await press_forged(self.club, self.who, under, custom_id, value=value, offered=offered)
        if not answered(self.club, since):
            self.wrong.append(f"{custom_id[:120]!r} {value} {offered}: no answer")
        errors = [repr(each.get("exc_info", each)) for each in told if each["log_level"] == "error"]
        errors += [each.getMessage() for each in self.caplog.records if each.levelno >= logging.ERROR]
        self.wrong += [f"{custom_id[:120]!r} {value} {offered}: {each}" for each in errors]


async def test_controls_forged_by_an_outsider_are_answered_and_change_nothing(
    club: Club, caplog: pytest.LogCaptureFixture
) -> None:
    """Without a path, with a too long one, with random text, with another server's match."""
    lobby = await club.lobby(club.ben, seats=3)
    elsewhere = club.env.create_guild("Elsewhere")
    zoe = elsewhere.add_member(club.env.create_user("Zoe"))
    forger = Forger(club, caplog, zoe, elsewhere.create_text_channel("hall"))
    await forger.message()
    for number, verb in enumerate(verbs(club)):
        theirs = [f"tp:{verb}:{lobby.id}", f"tp:{verb}:{lobby.id}:{lobby.version}:1"]
        none = [f"tp:{verb}:{match}" for match in (NO_MATCH, "../x", lobby.id.upper())]
        await forger.press([*theirs, *some([*none, *forms(verb, "", 0)], number)])
    assert forger.wrong == []


async def test_values_outside_of_a_menu_are_answered_and_change_nothing(
    club: Club, caplog: pytest.LogCaptureFixture
) -> None:
    """Chosen from a menu with other options, and from a forged menu with this one."""
    lobby = await club.lobby(club.ben, seats=3)
    forger = Forger(club, caplog, club.cleo, club.channel)
    under = await forger.message()
    before = kept(club)
    for verb in verbs(club):
        for custom_id in (f"tp:{verb}", f"tp:{verb}::0:zzz", f"tp:{verb}:{lobby.id}:{lobby.version}"):
            await forger.press_one(under, custom_id, "zzz", "other")
        await forger.press_one(under, f"tp:{verb}", "zzz" * 30)
        await forger.press_one(under, f"tp:{verb}::0:zzz", "99999999999999999999")
    assert forger.wrong == []
    assert kept(club) == before


async def test_controls_forged_by_a_player_are_answered(club: Club, caplog: pytest.LogCaptureFixture) -> None:
    """Legal actions of the player may happen; everything else is only a sentence."""
    info = await club.started(club.ben, game="arclash", options="")
    forger = Forger(club, caplog, club.ann, club.channel)
    for number, verb in enumerate(verbs(club)):
        if (await club.here()).stage.ended:
            info = await club.started(club.ben, game="arclash", options="")
        version = (await club.match_view(club.ann)).match.version
        await forger.press(some(forms(verb, info.id, version), number), changes=True)
    assert forger.wrong == []
