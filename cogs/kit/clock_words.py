"""Deadlines in words: instants in a user's own time zone, or as Discord timestamps."""

from __future__ import annotations

from datetime import datetime

from bot.base.language import gettext, messages
from bot.matches.clocks import deadline, ends, rests_until
from bot.matches.model import MatchInfo, MatchView
from bot.matches.terms import clock_in_words
from bot.matches.timing import running
from bot.people.days import suggest_moments
from bot.people.preferences import PLAIN, Preferences
from bot.people.reading import in_words
from cogs.kit.client import Interaction
from cogs.kit.forms import read_first
from cogs.kit.replies import Choices, offer, suggesting

# The autocomplete of options for a day: what a typed phrase means, in full, before it counts.


@suggesting
async def suggest_day(interaction: Interaction, typed: str) -> Choices:
    """Offer the days that a phrase may mean on the calendar of the asker."""
    now = await clock_of(interaction)
    return offer([(str(each), each.typed) for each in suggest_moments(typed or "tomorrow", now)])


async def clock_of(interaction: Interaction) -> datetime:
    """Return the time by the clock of the asker. Raises `Refusal` where the database is too slow."""
    people = interaction.client.people
    preferences = await read_first(people.preferences(interaction.user.id))
    return interaction.client.clock().astimezone(preferences.tzinfo)


WEEK = 7
"""The number of days within which a weekday alone is clear."""
_WEEKDAYS = messages("posts", "weekdays", tuple[str, ...])
_WITH_GRACE = messages("posts", "with-grace", dict[str, str])
_WITHOUT_GRACE = messages("posts", "without-grace", dict[str, str])


def stamp(at: datetime, style: str = "f") -> str:
    """Return an instant as a Discord timestamp, shown in each reader's own time; `R` is "in 3 hours"."""
    return f"<t:{int(at.timestamp())}:{style}>"


def instant_in_words(at: datetime, preferences: Preferences, now: datetime) -> str:
    """Return an instant in words: "Tuesday 18:40" where the user's time zone is known.

    Otherwise it is a Discord timestamp, shown in the time of the user's device.
    """
    if not preferences.zone_known:
        return stamp(at)
    there, today = at.astimezone(preferences.tzinfo), now.astimezone(preferences.tzinfo).date()
    weekday, time = gettext(_WEEKDAYS[there.weekday()]), in_words(there.hour * 60 + there.minute)
    if 0 <= (there.date() - today).days < WEEK:
        return gettext("{weekday} {time}", weekday=weekday, time=time)
    return gettext("{weekday}, {day}, {time}", weekday=weekday, day=there.date().isoformat(), time=time)


def clock_line(info: MatchInfo) -> str:
    """Return the line that describes a match's clock."""
    return gettext("**Clock** {clock}.", clock=clock_in_words(info.match_terms.clock_terms))


def clock_told(info: MatchInfo) -> str:
    """Return `clock_line`; "" for a match without a clock."""
    return "" if info.match_terms.clock_terms.kind == "none" else clock_line(info)


def own_deadline_in_words(match_view: MatchView, now: datetime, preferences: Preferences = PLAIN) -> str:
    """Return the viewer's deadline and what happens then, or that the match is paused.

    "" where the viewer has no clock or window.
    """
    info, seat = match_view.match, match_view.seat
    terms, state = info.match_terms.clock_terms, info.match_terms.clocks
    if seat is None or info.stage.ended or seat not in match_view.awaited:
        return ""
    if state.paused:
        return gettext("⏸ The match is paused: no clock runs.")
    rest = info.present_rest
    if rest is not None and seat in rest.seats:
        return gettext(
            "⏸ None of your time has counted since {time}, because I could not reach you.",
            time=instant_in_words(rest.since, preferences, now),
        )
    window = info.match_terms.window
    if window is not None and window.seat == seat and window.until is not None:
        time, left = instant_in_words(window.until, preferences, now), stamp(window.until, "R")
        return gettext(
            "⏳ You may answer until {time} ({left}); then I take the least action for you.",
            time=time,
            left=left,
        )
    leave = info.match_terms.leave_of(seat).until
    if leave is not None and terms.kind != "none":
        return gettext(
            "⏸ You are on leave: your clock is stopped until {time} ({left}).",
            time=instant_in_words(leave, preferences, now),
            left=stamp(leave, "R"),
        )
    until, end = deadline(terms, state, seat), ends(terms, state, seat)
    if until is None or end is None or seat not in running(info, [seat]):
        return ""
    time, left = instant_in_words(until, preferences, now), stamp(until, "R")
    if seat in state.lapsed:
        return gettext("⏳ Your time has been up since {time} ({left}).", time=time, left=left)
    last, rests = instant_in_words(end, preferences, now), rests_until(terms, now)
    own = _WITHOUT_GRACE if end == until else _WITH_GRACE
    words = gettext(own[terms.at_zero], time=time, left=left, end=last)
    if rests is None:
        return words
    again = instant_in_words(rests, preferences, now)
    return "\n".join([words, gettext("⏸ It is the weekend: no time runs until {time}.", time=again)])
