"""A tournament as a calendar file (RFC 5545): its start, the deadlines of its rounds, and one's own matches.

All times are UTC, and each entry has an end, not a duration: some programs take a duration of 24 hours for a
day, which is longer or shorter when the clocks change. An entry that is added again replaces the former one.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from bot.base.language import gettext
from bot.parts.tournaments.model import Tournament
from bot.parts.tournaments.schedule import round_of
from cogs.tournaments.words import match_title, title_of

LENGTH = timedelta(hours=1)
"""The length of an entry: the first hour after a start, and the last hour before a deadline."""


def as_calendar(tournament: Tournament, game: str, user: int, now: datetime) -> bytes | None:
    """Return the calendar for a person, in the current language; None if nothing has a time.

    `game` is the title of its game.
    """
    from icalendar import Calendar, Event  # half a megabyte of code, for a button that few press

    calendar = Calendar()
    calendar.add("prodid", "-//Tablepost//Tournaments//EN")
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")

    def add(key: str, title: str, begin: datetime, end: datetime, channel: int) -> None:
        event = Event()
        event.add("uid", f"{tournament.id}-{key}@tablepost")
        event.add("dtstamp", now)
        event.add("sequence", tournament.revision)
        event.add("dtstart", begin)
        event.add("dtend", end)
        event.add("summary", title)
        event.add("description", game)
        event.add("url", f"https://discord.com/channels/{tournament.guild}/{channel}")
        event.add("transp", "TRANSPARENT")
        calendar.add_component(event)

    name, here = title_of(tournament), tournament.channel
    if tournament.stage == "open" and tournament.starts_at is not None:
        at = tournament.starts_at
        add("start", gettext("{tournament} begins", tournament=name), at, at + LENGTH, here)
    if tournament.stage == "playing":
        for each in tournament.rounds:
            title = gettext("{tournament}, round {round}: deadline", tournament=name, round=each.number)
            if len(tournament.rounds) == 1 and tournament.rounds_planned == 0:
                title = gettext("{tournament}: deadline", tournament=name)
            add(f"round-{each.number}", title, each.deadline - LENGTH, each.deadline, here)
        for one in tournament.open_games:
            if user in [tournament.entrant(each).user for each in one.seats]:
                end = round_of(tournament, one).deadline
                title = gettext("Deadline: {match}", match=match_title(tournament, one))
                add(f"match-{one.number}", title, end - LENGTH, end, one.channel or here)
    return calendar.to_ical() if calendar.events else None
