"""Messages in time and true: clocks, ends and turns as players hear of them, in both languages."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from msgspec.structs import replace

from bot.matches.model import Stage
from bot.people.notices import warning_due
from bot.people.preferences import PLAIN, Leave, Preferences, Quiet
from tests.cogs.club import SMALL, Club
from tests.cogs.days import pass_by
from tests.cogs.league import resigned
from tests.cogs.matches.test_clocks import timed
from tests.cogs.nonces import live
from tests.cogs.players import (
    board_post,
    click,
    labels_of,
    panel_in_dm,
    pictures_of,
    press_end_turn,
    said,
    words_of,
)
from tests.cogs.skirmish import begun, other_than, picked_and_placed

LANGUAGES = ["en-US", "de"]
BERLIN = "Europe/Berlin"
NIGHT = Quiet(22 * 60, 7 * 60)


def last_dm(member: Any) -> Any:
    return member.user.dm_channel.history()[-1]


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(BERLIN)).astimezone(UTC)


WARNINGS = [
    # settings, start of the turn, end of its time, instant of the warning
    (PLAIN, "2026-05-05 18:00", "2026-05-06 18:00", "2026-05-06 12:00"),
    (Preferences(digest="instead"), "2026-05-05 18:00", "2026-05-06 18:00", "2026-05-06 12:00"),
    (Preferences(quiet=NIGHT, zone=BERLIN), "2026-05-05 09:00", "2026-05-06 09:00", "2026-05-06 07:00"),
    (Preferences(quiet=NIGHT, zone=BERLIN), "2026-05-05 08:00", "2026-05-06 08:00", "2026-05-05 21:50"),
    (Preferences(quiet=NIGHT, zone=BERLIN), "2026-05-05 23:00", "2026-05-06 05:00", "2026-05-06 03:30"),
    (Preferences(quiet=NIGHT, zone=BERLIN), "2026-10-24 08:00", "2026-10-25 10:00", "2026-10-25 07:00"),
]


@pytest.mark.parametrize(("preferences", "began", "end", "due"), WARNINGS)
def test_a_warning_is_sent_a_quarter_before_and_earlier_before_quiet_hours(
    preferences: Preferences, began: str, end: str, due: str
) -> None:
    wanted = at(end) - (at(end) - at(began)) / 4
    assert warning_due(preferences, at(began), wanted, at(end)) == at(due)


@pytest.mark.parametrize("locale", LANGUAGES)
async def test_times_are_in_the_player_s_time_zone(club: Club, locale: str) -> None:
    spoken = "de" if locale == "de" else ""
    await club.bot.people.keep(club.ben.id, replace(PLAIN, zone=BERLIN, language=spoken))
    await timed(club, "1 day a turn", "resign")
    there = (club.env.now() + timedelta(days=1)).astimezone(ZoneInfo(BERLIN))
    days = {
        "en-US": ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"),
        "de": ("Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag", "Sonntag"),
    }
    weekday, time = days[locale][there.weekday()], f"{there.hour}:{there.minute:02}"
    wanted = f"Zeit bis {weekday}, {time} Uhr (" if locale == "de" else f"You have until {weekday} {time} ("
    assert wanted in words_of(panel_in_dm(club.ben.user))


async def test_no_setting_delays_the_warning(club: Club) -> None:
    """Neither digests, nor the channel, nor a leave that stops no clock, nor that the match is muted."""
    today = club.env.now().date()
    leave = Leave(today, today + timedelta(days=9))
    await timed(club, "1 day a turn", "resign", leave=False)
    member = await picked_and_placed(club)
    await club.bot.people.keep(member.id, Preferences(digest="instead", where="channel", leaves=(leave,)))
    await member.slash(club.channel, "match watch", on=False)
    await pass_by(club, hours=19)
    posts = [*member.user.dm_channel.history(), *club.channel.history()]
    (warning,) = [words_of(post) for post in posts if "our time is running out in" in words_of(post)]
    assert "then you resign" in warning


async def test_a_loss_by_time_is_announced_by_dm_and_call(club: Club) -> None:
    words = {"options": SMALL, "clock": "1 day a turn", "at-zero": "resign"}
    await club.ann.slash(club.channel, "match new", game="papyrus", seats=3, **words)
    for other in (club.ben, club.cleo):
        await other.slash(club.channel, "match join")
    await club.ann.slash(club.channel, "match start")
    board = board_post(club)
    for member in (club.ann, club.ben):
        await member.slash(club.channel, "papyrus preset", squad="balanced")
        await member.slash(club.channel, "papyrus ready")
        assert board_post(club).id == board.id, "what all choose at once is one post that is edited"
    assert "Cleo" in words_of(board_post(club)).split("Waiting for", 1)[-1]
    since = len(club.env.http_requests)
    await pass_by(club, days=1, hours=1)
    assert (await club.here()).stage is Stage.PLAYING
    assert board_post(club).id != board.id
    told = words_of(last_dm(club.cleo))
    assert "Your time was up, so you have resigned. The others play on." in told
    assert f"<@{club.cleo.id}>: your time was up, Cleo, so you have resigned." in words_of(board_post(club))
    called = [each.json for each in club.env.http_requests[since:] if isinstance(each.json, dict)]
    assert any(str(club.cleo.id) in str((each.get("allowed_mentions") or {}).get("users")) for each in called)


async def test_joining_shows_the_clock_and_asks_for_confirmation_if_it_is_hard_to_keep(club: Club) -> None:
    club.speaks(club.cleo, "de")
    await club.bot.people.keep(club.ben.id, replace(PLAIN, quiet=NIGHT, zone=BERLIN))
    words = {"clock": "5 hours a turn", "at-zero": "resign"}
    await club.ann.slash(club.channel, "match new", game="papyrus", seats=3, options=SMALL, **words)
    joined = await club.ben.slash(club.channel, "match join")
    told = said(joined).replace("**", "")
    assert "Clock 5 hours a turn; then the player resigns." in told
    assert "Your quiet hours from 22:00 to 7:00" in told
    assert "Do you want to play all the same?" in told
    await click(club.ben, joined.response, "Leave")
    assert "Ben" not in (await club.here()).names
    easily = said(await club.cleo.slash(club.channel, "match join")).replace("**", "")
    assert "?" not in easily
    assert "Uhr 5 Stunden je Zug; danach: der Spieler gibt auf." in easily


async def test_the_last_dm_has_the_result_with_picture_rating_and_buttons(club: Club) -> None:
    """To each in their own language, also after an unrated match."""
    club.speaks(club.ben, "de")
    member = await begun(club)
    for actor in (member, other_than(club, member)):
        await actor.slash(club.channel, "papyrus end-turn")
    await resigned(club, club.ann)
    won, lost = last_dm(club.ben), last_dm(club.ann)
    assert "Du hast gewonnen" in words_of(won)
    assert "Wertung" in words_of(won)
    assert "you have lost" in words_of(lost)
    assert "Ratings" in words_of(lost)
    for each, dm in ((club.ben, won), (club.ann, lost)):
        assert (len(pictures_of(dm)), len(labels_of(dm))) == (1, 5)
        assert live(each.user.dm_channel.history(), "pick") == []
    before = await club.here()
    asked = said(await click(club.ben.user, won, "Revanche"))
    assert "#table" in asked
    assert (await club.here()).match_terms.after == before.id

    await club.ann.slash(club.channel, "match join")
    await club.ben.slash(club.channel, "match start")
    await resigned(club, club.ann)
    assert "sie endete, bevor alle etwas getan hatten" in words_of(last_dm(club.ben))
    assert "it ended before everybody had acted" in words_of(club.channel.history()[-1])


async def test_a_dm_never_has_outdated_text(club: Club) -> None:
    member = await begun(club)
    dm = panel_in_dm(member.user)
    await member.slash(club.channel, "papyrus end-turn")
    now = next(post for post in member.user.dm_channel.history() if post.id == dm.id)
    assert "it was your turn in" in words_of(now)
    assert (labels_of(now), pictures_of(now)) == ([], [])
    other = other_than(club, member)
    dm = panel_in_dm(other.user)
    await press_end_turn(other.user, dm)
    dms = {post.id: words_of(post) for post in other.user.dm_channel.history()}
    assert "The position after your turn" in dms[dm.id]
    assert not [words for words in dms.values() if "It is your turn in" in words]


def test_a_choice_of_a_former_phase_is_not_announced() -> None:
    """It never says "Have chosen: Eve and Dan. Waiting for Cleo, Dan and Eve"."""
    from bot.engine.facts import SeatReady
    from bot.games.registry import GAMES
    from cogs.kit.sentences import weighed_lines
    from tests.cogs.publishing.test_post_languages import begun

    match_view = replace(begun(), seat=None, awaited=frozenset({0}))
    told = weighed_lines(GAMES["papyrus"], [SeatReady(0), SeatReady(1)], match_view)
    assert told == []
