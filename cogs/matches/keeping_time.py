"""The clock of a match for a new player, and the question to players who may miss it."""

from __future__ import annotations

from collections.abc import Mapping

from bot.base.language import N_, gettext
from bot.matches.model import MatchInfo
from bot.people.hours import back
from bot.people.notices import hard_to_keep
from bot.people.reading import in_words
from cogs.kit.client import Client
from cogs.kit.clock_words import clock_told, stamp
from cogs.kit.controls import DANGER, SUCCESS, ComponentId, button
from cogs.kit.layout import OutgoingMessage, message_of, rows, text

_WHY: Mapping[str, str] = {
    "away": N_(
        "⚠️ You are away until {day}: your time may be up before you are back. I warn you once before, also"
        " while you are away."
    ),
    "quiet": N_(
        "⚠️ Your quiet hours from {begin} to {end} are as long as the time of a turn: it may be up "
        "in them. I warn you once before, in the quiet hours only if necessary."
    ),
    "digest": N_(
        "⚠️ You get one digest of your turns a day: your time may be up before it comes. I warn you"
        " once before."
    ),
}


async def doubt(bot: Client, info: MatchInfo, user: int) -> str:
    """Return the setting that may keep a user from playing in time; "" for none.

    Also "" where a missed deadline has no effect.
    """
    terms = info.match_terms.clock_terms
    if terms.kind == "none" or terms.at_zero == "remind":
        return ""
    preferences, now = await bot.people.preferences(user), bot.clock()
    leave = info.match_terms.leave_allowed
    why = hard_to_keep(preferences, terms.seconds + terms.grace, now, leave=leave)
    if not why:
        return ""
    returns, quiet = back(preferences, now), preferences.quiet
    return gettext(
        _WHY[why],
        day=stamp(returns, "D") if returns else "",
        begin=in_words(quiet.begin) if quiet else "",
        end=in_words(quiet.end) if quiet else "",
    )


def compose_joined(info: MatchInfo, told: str, why: str) -> OutgoingMessage:
    """Return the answer to a user who has taken a seat, with the question whether they keep it."""
    words = "\n".join([told, why, gettext("Do you want to play all the same?")])
    controls = [
        button(gettext("I stay"), ComponentId("stay", info.id), SUCCESS),
        button(gettext("Leave"), ComponentId("leave", info.id), DANGER),
    ]
    return message_of(text(words), *rows(controls))


def compose_offered(info: MatchInfo, number: int, why: str) -> OutgoingMessage:
    """Return the question to a user who is about to take a seat of a running match."""
    words = "\n".join([clock_told(info), why, gettext("Do you take the seat all the same?")])
    controls = [
        button(
            gettext("Take the seat"), ComponentId("takeseat", info.id, path=(str(number), "sure")), SUCCESS
        ),
        button(gettext("No"), ComponentId("noseat", info.id, path=(str(number),))),
    ]
    return message_of(text(words), *rows(controls))
