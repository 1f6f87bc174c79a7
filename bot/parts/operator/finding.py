"""Finds matches for operators, by id, person, server or channel, with what is public of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Literal, NamedTuple

import msgspec

from bot.engine.contract import Seat
from bot.engine.errors import Refusal, Unavailable
from bot.matches.errors import NoMatchHere
from bot.matches.model import MatchInfo, PlayerMatch, Stage
from bot.matches.outbox import Outbox
from bot.matches.ports import Parked
from bot.matches.service import MatchService
from bot.matches.timing import waits_since
from bot.people.store import SqlPeopleStore


class Notice(NamedTuple):
    """How an awaited player was told of their turn."""

    how: Literal["sent", "held", "called", "refused", "pending", "chosen"]
    at: datetime


class Found(msgspec.Struct, frozen=True):
    """A match as operators see it: nothing hidden."""

    info: MatchInfo
    awaited: frozenset[Seat] | None = frozenset()
    """The seats that are publicly awaited; None where the match's rules are not available."""
    posted: datetime | None = None
    """When its board or its lobby was last posted."""
    parked: tuple[Parked, ...] = ()
    """Its deliveries that were given up."""
    notices: Mapping[Seat, Notice] = {}
    """How each awaited person was told of the turn, or why not."""


async def find(
    matches: MatchService,
    outbox: Outbox,
    *,
    match: str = "",
    person: int = 0,
    server: int = 0,
    channel: int = 0,
    people: SqlPeopleStore,
) -> list[Found]:
    """Return the match with an id, or the lobbies and matches in play of a person, server or channel.

    Of a channel it is the last one, also if it has ended. Raises `Refusal` for an id that no match has.
    """
    if match:
        infos = [await matches.info(match)]
    elif person:
        infos = await matches.matches_of(person)
    elif server:
        infos = await matches.open_matches_on(server)
    else:
        try:
            infos = [await matches.in_channel(channel)]
        except NoMatchHere:
            infos = []
    given_up = await outbox.store.parked() if infos else ()
    return [await _found(matches, outbox, people, info, given_up) for info in infos]


async def _found(
    matches: MatchService,
    outbox: Outbox,
    people: SqlPeopleStore,
    info: MatchInfo,
    given_up: Sequence[Parked],
) -> Found:
    awaited: frozenset[Seat] | None = frozenset()
    if info.stage is Stage.PLAYING:
        try:
            awaited = (await matches.match_view(info.id, None)).awaited
        except Unavailable:
            raise
        except Refusal:
            awaited = None
    post = await outbox.store.post(info.id, "lobby" if info.stage is Stage.LOBBY else "board", 0)
    parked = tuple([each for each in given_up if each.delivery.match == info.id])
    notices = {
        seat: await _notice(outbox, people, PlayerMatch(info, seat, awaited or frozenset()))
        for seat in sorted(awaited or ())
        if info.seats[seat].user
    }
    return Found(info, awaited, None if post is None else post.posted_at, parked, notices)


async def _notice(outbox: Outbox, people: SqlPeopleStore, table: PlayerMatch) -> Notice:
    """Return what became of the notice of a player's turn.

    By a choice of their own none is sent to those who have muted the match or whose standing orders will
    answer. Which of the two it is, is theirs alone.
    """
    info, user = table.info, table.info.seats[table.seat].user
    since = waits_since(table) or info.opened_at
    sent, called = [await outbox.store.post(info.id, kind, user) for kind in ("turn", "call")]
    if sent is not None and sent.message:
        return Notice("sent", sent.posted_at)
    held = [each.due for each in await people.held(user) if each.match == info.id and each.matter == "turn"]
    if held:
        return Notice("held", min(held))
    if called is not None and called.posted_at >= since:
        return Notice("called", called.posted_at)
    if info.seats[table.seat].dm_closed:
        return Notice("refused", since)
    waiting = [each for each in await outbox.store.pending(info.id) if each.delivery.user == user]
    return Notice("pending" if waiting else "chosen", since)
