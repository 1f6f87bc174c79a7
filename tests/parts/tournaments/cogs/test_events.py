"""A scheduled event shows when a tournament begins: one event, moved with the start, deleted at the start."""

from __future__ import annotations

from typing import Any

import discord
import pytest
from simcord.backend.models.scheduled_event import ScheduledEvent
from simcord.http.router import RequestContext

from tests.cogs.calls import stop_rounds
from tests.cogs.club import Club
from tests.cogs.days import pass_by
from tests.cogs.kit.test_admission import hide
from tests.cogs.losses import LOSSES, Lossy
from tests.cogs.players import said
from tests.parts.tournaments.cogs.hall import Hall

NEEDS = {"manage_events": "create_events"}
"""Discord needs Create Events to make events and to change the bot's own; SimCord needs Manage Events."""


@pytest.fixture
def hall(club: Club, monkeypatch: pytest.MonkeyPatch) -> Hall:
    asked = RequestContext.require_guild_permissions

    def as_documented(context: RequestContext, guild: int, *names: str) -> None:
        asked(context, guild, *[NEEDS.get(name, name) for name in names])

    monkeypatch.setattr(RequestContext, "require_guild_permissions", as_documented)
    allow(club, events=True)
    return Hall(club, people=4)


def allow(club: Club, *, events: bool) -> None:
    """Give or remove the bot's permission Create Events on the server."""
    backend = club.env.backend
    guild = backend.get_guild(club.guild.id)
    role = next(each for each in guild.roles.values() if each.managed)
    granted = discord.Permissions(role.permissions)
    granted.update(create_events=events, administrator=False)
    backend.edit_role(guild.id, role.id, {"permissions": granted.value})


def events(hall: Hall) -> list[ScheduledEvent]:
    return list(hall.club.env.backend.get_guild(hall.club.guild.id).scheduled_events.values())


def calls(hall: Hall, *methods: str) -> list[str]:
    found = [each for each in hall.club.env.http_requests if "scheduled-events" in each.path]
    return [each.method for each in found if each.method in (methods or (each.method,))]


async def scheduled(hall: Hall, day: str = "3 days", **options: Any) -> str:
    club = hall.club
    return said(await club.ann.slash(club.channel, "tournament schedule", day=day, **options))


async def test_an_event_is_made_moved_and_deleted_when_the_tournament_begins(hall: Hall) -> None:
    """In the language of the server."""
    club = hall.club
    club.env.backend.edit_guild(club.guild.id, {"preferred_locale": "de"})
    await hall.opened("cup", size=8)
    assert (events(hall), calls(hall)) == ([], [])
    await scheduled(hall, time="20:15")
    (event,) = events(hall)
    assert (event.name, event.creator_id) == ("Papyrus: Pokal 1", club.env.backend.bot_user.id)
    assert "Melde dich" in str(event.description)
    start = (await hall.now()).starts_at
    assert event.scheduled_start_time == start.isoformat()
    assert (start.hour, start.minute) == (20, 15)
    await scheduled(hall, day="5 days")
    (moved,) = events(hall)
    assert (moved.id, moved.scheduled_start_time > start.isoformat()) == (event.id, True)
    await hall.enter()
    await pass_by(club, days=6)
    await hall.step()
    assert (await hall.now()).stage == "playing"
    assert events(hall) == []
    assert calls(hall, "POST", "PATCH", "DELETE") == ["POST", "PATCH", "DELETE"]


async def test_an_event_is_deleted_with_its_tournament_or_its_start(hall: Hall) -> None:
    """A deleted event is not made again."""
    club = hall.club
    await hall.opened("cup", size=8)
    await scheduled(hall)
    told = said(await club.ann.slash(club.channel, "tournament schedule", time="20:00"))
    assert told == "Give the day too, such as tomorrow. Nothing was changed."
    told = said(await club.ann.slash(club.channel, "tournament schedule"))
    assert "It begins when you start it." in told
    assert events(hall) == []
    await scheduled(hall)
    (event,) = events(hall)
    assert event.name == "Papyrus: Cup 1"
    assert "Enter by the button" in str(event.description)
    await club.ann.slash(club.channel, "tournament end")
    assert ((await hall.now()).stage, events(hall)) == ("cancelled", [])

    await hall.opened("cup", size=8)
    await scheduled(hall)
    (event,) = events(hall)
    club.env.backend.delete_scheduled_event(club.guild.id, event.id)
    await scheduled(hall, day="4 days")
    await hall.step()
    assert events(hall) == []


async def test_after_a_lost_response_a_restart_makes_no_second_event(
    hall: Hall,
) -> None:
    club = hall.club
    await hall.opened("cup", size=8)
    backend, made = club.env.backend, club.env.backend.create_scheduled_event

    def made_and_lost(*args: Any, **named: Any) -> Any:
        made(*args, **named)
        raise ConnectionResetError

    backend.create_scheduled_event = made_and_lost  # type: ignore[method-assign]
    try:
        await scheduled(hall)
    finally:
        backend.create_scheduled_event = made  # type: ignore[method-assign]
    assert len(events(hall)) == 1
    await club.restart()
    stop_rounds(club)
    await hall.step()
    assert len(events(hall)) == 1
    await hall.step()
    looked = len(calls(hall))
    await hall.step()
    assert len(calls(hall)) == looked, "what is as it should be costs no call"


@pytest.mark.parametrize("kind", LOSSES)
async def test_an_event_is_made_once_whatever_becomes_of_the_answer(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    await hall.opened("cup", size=8)
    lossy = Lossy(monkeypatch)
    lossy.lose(kind, "POST", "/scheduled-events")
    await scheduled(hall)
    assert lossy.hits == 1
    assert len(events(hall)) == 1


@pytest.mark.parametrize(
    ("why", "locale", "line"),
    [("permission", "en-US", "no scheduled event"), ("hidden", "de", "kein geplantes")],
)
async def test_an_impossible_event_is_only_logged(hall: Hall, why: str, locale: str, line: str) -> None:
    club = hall.club
    if why == "permission":
        allow(club, events=False)
    await hall.opened("cup", size=8)
    if why == "hidden":
        hide(club, club.channel, but_for=(club.ann,))
    await scheduled(hall)
    await hall.step()
    assert (events(hall), calls(hall)) == ([], [])
    club.speaks(club.ann, locale)
    log = said(await club.ann.slash(club.channel, "tournament log"))
    assert log.count(line) == 1
    assert "event-" not in log
    assert not any("event" in words.lower() for words in hall.posts())


async def test_an_invalid_day_is_refused_in_a_sentence_and_changes_nothing(hall: Hall) -> None:
    await hall.opened("cup", size=8)
    assert '"soonish" is no day' in await scheduled(hall, day="soonish")
    assert "is no time of day" in await scheduled(hall, time="25:99")
    assert "at least 10 minutes" in await scheduled(hall, day="2020-01-01")
    assert "at most a year" in await scheduled(hall, day="2999-01-01")
    told = said(await hall.club.ben.slash(hall.club.channel, "tournament schedule", day="3 days"))
    assert "Only the director" in told
    assert (await hall.now()).starts_at is None
    assert calls(hall) == []
