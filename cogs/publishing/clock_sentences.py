"""Clocks and terms of a match in words, with instants as Discord timestamps."""

from __future__ import annotations

from datetime import datetime

from bot.base.language import gettext
from bot.matches.clocks import deadline, ends
from bot.matches.model import MatchInfo, MatchView
from bot.matches.terms import clock_in_words, duration
from bot.matches.timing import running
from cogs.kit.clock_words import stamp
from cogs.kit.layout import safe
from cogs.kit.sentences import window_in_words


def terms_in_words(info: MatchInfo) -> str:
    """Return the terms of a match on one line: clock, rating, hints and leave."""
    hints = gettext(" · **Hints** allowed") if info.match_terms.hints is True else ""
    leave = (
        gettext(" · **Leave** stops no clock")
        if info.match_terms.no_leave or info.match_terms.anonymous
        else ""
    )
    return _clock_and_rating(info) + hints + leave


def _clock_and_rating(info: MatchInfo) -> str:
    clock = clock_in_words(info.match_terms.clock_terms)
    if not info.match_terms.rated:
        return gettext("**Clock** {clock} · **Rated** no", clock=clock)
    if any(holder.computer for holder in info.seats):
        return gettext("**Clock** {clock} · **Rated** no, a computer plays", clock=clock)
    return gettext("**Clock** {clock} · **Rated** yes", clock=clock)


def deadlines_in_words(match_view: MatchView) -> str:
    """Return the deadline of each awaited player, or that the match is paused; "" without a clock.

    The awaited players and the begin of their turns are public: a clock reveals nothing about secret actions.
    """
    info, match_terms = match_view.match, match_view.match.match_terms
    terms = match_terms.clock_terms
    if info.stage.ended:
        return ""
    if match_terms.clocks.paused:
        return gettext(
            "⏸ The match is paused: no clock runs. Any player can resume it with `/match ask resume`."
        )
    window = window_in_words(info)
    lines = [window] if window else []
    lines += [
        _stopped(safe(info.names[leave.seat]), leave.until)
        for leave in (match_terms.present_leaves if terms.kind != "none" else ())
        if leave.seat in match_view.awaited and leave.until is not None
    ]
    rest = info.present_rest
    if rest is not None and info.resting & match_view.awaited:
        lines += [
            gettext(
                "⏸ {player}: no time has counted since {time}, because I cannot reach them.",
                player=safe(info.names[seat]),
                time=stamp(rest.since),
            )
            for seat in sorted(info.resting & match_view.awaited)
        ]
    for seat in sorted(running(info, match_view.awaited)):
        until, end = deadline(terms, match_terms.clocks, seat), ends(terms, match_terms.clocks, seat)
        if until is None or end is None:
            continue
        lines.append(_deadline(safe(info.names[seat]), until, end))
    return "\n".join(lines)


def _stopped(player: str, until: datetime) -> str:
    """Return until when a player's clock is stopped by a leave."""
    return gettext(
        "⏸ {player}: on leave, the clock is stopped until {time} ({left})",
        player=player,
        time=stamp(until),
        left=stamp(until, "R"),
    )


def _deadline(player: str, until: datetime, end: datetime) -> str:
    """Return the deadline of a player, without and with the grace, if there is any."""
    time, left = stamp(until), stamp(until, "R")
    if end == until:
        return gettext("⏳ {player}: until {time} ({left})", player=player, time=time, left=left)
    return gettext(
        "⏳ {player}: until {time} ({left}), with grace until {end}",
        player=player,
        time=time,
        left=left,
        end=stamp(end),
    )


def banks_in_words(match_view: MatchView) -> str:
    """Return the banks of those whose clocks are stopped now; "" where there are none."""
    info, match_terms = match_view.match, match_view.match.match_terms
    if info.stage.ended or match_terms.clock_terms.kind != "bank" or not match_terms.clocks.left:
        return ""
    still = [
        f"{safe(holder.called)} {duration(match_terms.clocks.left[seat])}"
        for seat, holder in enumerate(info.seats)
        if holder.user
        and seat not in match_terms.resigned
        and (seat not in running(info, match_view.awaited) or match_terms.clocks.paused)
    ]
    return gettext("In the bank: {players}", players=", ".join(still)) if still else ""
