"""Messages about turns: events, calls, digests, messages to watchers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Literal, TypeAlias

from msgspec.structs import replace

from bot.base.language import N_, gettext, ngettext
from bot.engine.phrases import all_of
from bot.games.game import Game
from bot.matches.model import MatchInfo, MatchView
from cogs.kit.clock_words import own_deadline_in_words
from cogs.kit.controls import play_button
from cogs.kit.layout import OutgoingMessage, message_of, safe, text
from cogs.kit.match_lists import Named, listed
from cogs.kit.sentences import accent, outcome_in_words

Why: TypeAlias = Literal["turn", "reminder", "clock"]
"""Why a player is notified of a turn: it has begun, it still waits, its time is running out."""
_CALLS: Mapping[Why, str] = {
    "turn": N_("{mention}: it is your turn in {game}, {player}."),
    "reminder": N_("{mention}: the match still waits for you in {game}, {player}."),
    "clock": N_("{mention}: your time is running out in {game}, {player}."),
}


def compose_call(game: Game, match_view: MatchView, user: int, why: Why, now: datetime) -> OutgoingMessage:
    """Return the post that calls one player in the match's channel. It is public information only."""
    seat = match_view.match.seat_of(user)
    assert seat is not None
    values = {"mention": f"<@{user}>", "game": game.title, "player": safe(match_view.match.names[seat])}
    clock = own_deadline_in_words(replace(match_view, seat=seat), now)
    return message_of(
        text(f"{gettext(_CALLS[why], **values)}\n{clock}".rstrip()),
        play_button(match_view.match.id),
        accent=accent([seat]),
        pings=[user],
    )


def compose_watched(game: Game, info: MatchInfo, link: str, waits_for: Sequence[str]) -> OutgoingMessage:
    """Return the message to a watcher of a match: the awaited players or the outcome, and a link."""
    if info.stage.ended:
        watched = gettext("You watched it in {place}.", place=link)
        return message_of(text(f"{outcome_in_words(game, info)}\n{watched}"))
    head = gettext("### {game} in {place}", game=game.title, place=link)
    return message_of(
        text(f"{head}\n{_waiting_for([safe(name) for name in waits_for])}"),
        text(gettext("-# You watch this match. `/match watch on:False` there ends it.")),
    )


def _waiting_for(names: Sequence[str]) -> str:
    if not names:
        return gettext("The match waits for nobody now.")
    return gettext("The match waits for {players} now.", players=all_of(names))


def compose_digest(named: Sequence[Named]) -> OutgoingMessage:
    """Return the digest of a player who is awaited in at least one of these matches."""
    waiting = [each for each in named if each.table.mine]
    others = len(named) - len(waiting)
    head = ngettext("## {number} match waits for you", "## {number} matches wait for you", len(waiting))
    rest = ngettext(
        "In {number} other match it is not your turn.",
        "In {number} other matches it is not your turn.",
        others,
    )
    end = gettext("-# /me matches lists them all, /me digest sets when this comes.")
    return message_of(text(head), text(listed(waiting)), text(f"{rest}\n{end}" if others else end))
