"""The calendar file: the start, the deadlines, one's own matches; read back by the library."""

from __future__ import annotations

from datetime import timedelta

import pytest
from icalendar import Calendar, Event

from tests.cogs.club import Club
from tests.cogs.league import keeper
from tests.cogs.players import click, labels_of, said
from tests.parts.tournaments.cogs.hall import Hall


@pytest.fixture
def hall(club: Club) -> Hall:
    return Hall(club, people=4)


def events_in(content: bytes) -> dict[str, Event]:
    """Return the entries by their titles; each must be valid for any program."""
    assert all(len(line) <= 75 for line in content.split(b"\r\n"))
    calendar = Calendar.from_ical(content)
    assert (calendar["version"], calendar["method"]) == ("2.0", "PUBLISH")
    for each in calendar.events:
        assert {"uid", "dtstamp", "dtstart", "dtend", "sequence"} <= {key.lower() for key in each}
        assert "duration" not in each
        # readers take these apart, or a reminder's words for the event's (findings/club-in-two.sh)
        assert {"categories", "organizer", "location"}.isdisjoint(key.lower() for key in each)
        assert not each.subcomponents
        assert all(each[key].dt.utcoffset() == timedelta() for key in ("dtstamp", "dtstart", "dtend"))
        assert each.end - each.start == timedelta(hours=1)
    assert len({str(each["uid"]) for each in calendar.events}) == len(calendar.events)
    return {str(each["summary"]): each for each in calendar.events}


async def calendar_of(hall: Hall, member: object) -> dict[str, Event]:
    shown = await member.slash(hall.club.channel, "tournament calendar", tournament=hall.id)  # type: ignore[attr-defined]
    (file,) = shown.response.attachments
    assert file.filename.endswith(".ics")
    return events_in(await file.read())


async def test_the_start_then_the_deadlines_and_ones_own_match(hall: Hall) -> None:
    club = hall.club
    await hall.opened("swiss")
    told = said(await club.ann.slash(club.channel, "tournament calendar", tournament=hall.id))
    assert "Nothing of this tournament has a time" in told
    for each in hall.people:
        await each.slash(club.channel, "tournament join", tournament=hall.id)
    day = (club.bot.clock() + timedelta(days=3)).date().isoformat()
    await club.ann.slash(club.channel, "tournament schedule", tournament=hall.id, day=day, time="18:00")
    at = (await hall.now()).starts_at
    assert at is not None
    assert {title: each.start for title, each in (await calendar_of(hall, club.ann)).items()} == {
        "Swiss 1 begins": at
    }
    await club.ann.slash(club.channel, "tournament start", tournament=hall.id)
    found = await hall.now()
    mine = next(each for each in found.open_games if found.of_user(club.ann.id).number in each.seats)  # type: ignore[union-attr]
    ann, stranger = await calendar_of(hall, club.ann), await calendar_of(hall, club.eve)
    assert list(stranger) == ["Swiss 1, round 1: deadline"]
    assert len(ann) == 2
    own = next(each for title, each in ann.items() if title.startswith("Deadline: Swiss 1, round 1: "))
    assert own.end == found.rounds[0].deadline.replace(microsecond=0)
    assert str(own["url"]).endswith(f"/{mine.channel}")
    await keeper(club).slash(club.channel, "tournament extend", tournament=hall.id, days=2)
    later = await calendar_of(hall, club.ann)
    assert {each["uid"] for each in later.values()} == {each["uid"] for each in ann.values()}
    assert all(later[title].end == each.end + timedelta(days=2) for title, each in ann.items())
    assert all(later[title]["sequence"] > each["sequence"] for title, each in ann.items())


async def test_the_button_speaks_the_language_of_who_presses(hall: Hall) -> None:
    club = hall.club
    await hall.opened("cup", size=4)
    await hall.enter()
    club.speaks(club.ann, "de")
    found = await hall.now()
    post = next(each for each in club.channel.history() if each.id == found.post)
    assert "Add to calendar" in labels_of(post)
    shown = await click(club.ann, post, "Add to calendar")
    (file,) = shown.response.attachments
    titles = list(events_in(await file.read()))
    assert "Pokal 1: Frist" in titles
    assert sum(title.startswith("Frist: Pokal 1, Runde ") for title in titles) == 3
