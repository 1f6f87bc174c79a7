"""Settings are typed in the user's language or in English, and refused in the user's language."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime
from typing import Any

import pytest

from bot.base.language import speaking
from bot.base.languages.catalogues import language
from bot.matches.model import MatchInfo, SeatHolder, Stage
from bot.people.days import read_return
from bot.people.preferences import Quiet
from bot.people.reading import UnreadableSetting, read_quiet, read_reminder, read_time
from bot.people.service import NothingToFollow, People
from bot.people.zone_words import read_zone
from bot.servers.service import ServerRefusal, Servers
from bot.servers.settings import MOST_CHANNELS, ServerSettings
from tests.languages.marked import MARKED

GERMAN = language("de")
NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)


def back(typed: str) -> date | None:
    return read_return(typed, NOW)


READERS: dict[str, Callable[[str], object]] = {
    "zone": read_zone,
    "quiet": read_quiet,
    "time": read_time,
    "reminder": read_reminder,
    "back": back,
}


@pytest.mark.parametrize(
    ("what", "german", "english"),
    [
        ("quiet", "22 bis 7", "22 to 7"),
        ("quiet", "22:30 Uhr bis 6 Uhr", "22:30-6"),
        ("quiet", "Aus", "off"),
        ("time", "18 Uhr", "18"),
        ("time", "7:30 Uhr", "7:30"),
        ("reminder", "12 Stunden", "12h"),
        ("reminder", "1 Stunde", "1 hour"),
        ("reminder", "2 Tage", "2 days"),
        ("reminder", "1 Woche", "1w"),
        ("reminder", "keine", "off"),
        ("reminder", "aus", "off"),
        ("back", "morgen", "tomorrow"),
        ("back", "5 Tage", "5 days"),
        ("back", "zurück", "back"),
        ("zone", "Wien", "Europe/Vienna"),
        ("back", "aus", "never"),
    ],
)
def test_in_german_german_and_english_words_are_accepted(what: str, german: str, english: str) -> None:
    read = READERS[what]
    meant = read(english)
    with speaking(GERMAN):
        assert read(german) == read(english) == meant
    with pytest.raises(UnreadableSetting):
        read(german)


def test_stored_settings_are_the_same_in_every_language() -> None:
    for spoken in (GERMAN, MARKED):
        with speaking(spoken):
            assert read_quiet("22-7") == Quiet(1320, 420)
            assert read_zone("europe/berlin") == "Europe/Berlin"
            assert read_reminder("2 weeks") == 336
            assert read_return("2026-05-08", NOW) == date(2026, 5, 8)


class Full:
    """A store with the maximum of watched matches for a person and of allowed channels for a server."""

    async def follow(self, _follower: Any, *, most: int) -> bool:
        return most == 0

    async def settings(self, _guild: int) -> ServerSettings:
        return ServerSettings(channels=tuple(range(MOST_CHANNELS)))


FULL: Any = Full()


def now() -> datetime:
    return datetime(2026, 5, 1, tzinfo=UTC)


def a_match(stage: Stage) -> MatchInfo:
    return MatchInfo(
        id="m",
        game="papyrus",
        rules="1",
        cards=None,
        guild=1,
        channel=2,
        host=11,
        stage=stage,
        version=1,
        options=None,
        wanted=2,
        seats=(SeatHolder(11, "Ann"), SeatHolder(12, "Ben")),
        commitment="c",
        outcome=None,
        opened_at=now(),
        ended_at=None,
    )


@pytest.mark.parametrize(
    ("user", "stage", "following", "sentence"),
    [
        (11, Stage.FINISHED, "mute", "Diese Partie ist zu Ende, von ihr gibt es nichts mehr zu berichten."),
        (
            11,
            Stage.PLAYING,
            "watch",
            "Du spielst in dieser Partie mit und erfährst sowieso von ihr: siehe /me notices.",
        ),
        (
            13,
            Stage.PLAYING,
            "mute",
            "Du hast in dieser Partie keinen Platz und erfährst sowieso nichts von ihr.",
        ),
        (13, Stage.PLAYING, "watch", "Du siehst schon 25 Partien zu. Hör erst bei einer davon auf."),
    ],
)
async def test_a_refused_follow_is_translated(user: int, stage: Stage, following: Any, sentence: str) -> None:
    people = People(FULL, now)
    with speaking(GERMAN), pytest.raises(NothingToFollow) as refused:
        await people.follow(user, a_match(stage), following)
    assert refused.value.sentence == sentence


async def test_a_refused_channel_is_translated() -> None:
    servers = Servers(FULL, now)
    with speaking(GERMAN), pytest.raises(ServerRefusal) as refused:
        await servers.allow(1, 99)
    assert refused.value.sentence == "Es können höchstens 50 Kanäle genannt werden. Nimm erst einen heraus."
    with pytest.raises(ServerRefusal):
        await servers.disallow(1, 99)
