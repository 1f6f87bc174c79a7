"""Finds matches for operators, by id, person, server or channel, with what is public of them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

import msgspec

from bot.engine.contract import Seat
from bot.engine.errors import Refusal, Unavailable
from bot.matches.errors import NoMatchHere
from bot.matches.model import MatchInfo, Stage
from bot.matches.outbox import Outbox
from bot.matches.ports import Parked
from bot.matches.service import MatchService


class Found(msgspec.Struct, frozen=True):
    """A match as operators see it: nothing hidden."""

    info: MatchInfo
    awaited: frozenset[Seat] | None = frozenset()
    """The seats that are publicly awaited; None where the match's rules are not available."""
    posted: datetime | None = None
    """When its board or its lobby was last posted."""
    parked: tuple[Parked, ...] = ()
    """Its deliveries that were given up."""


async def find(
    matches: MatchService,
    outbox: Outbox,
    *,
    match: str = "",
    person: int = 0,
    server: int = 0,
    channel: int = 0,
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
    return [await _found(matches, outbox, info, given_up) for info in infos]


async def _found(matches: MatchService, outbox: Outbox, info: MatchInfo, given_up: Sequence[Parked]) -> Found:
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
    return Found(info, awaited, None if post is None else post.posted_at, parked)
