"""Matches played on the service without Discord, for tests of later steps; posts come at the end."""

from __future__ import annotations

import itertools
import random
from collections.abc import Mapping

from bot.matches.model import MatchInfo, MatchTerms, Person
from tests.cogs.club import Club
from tests.cogs.players import Until, never

ACTIONS_AT_MOST = 2000
_REQUESTS = itertools.count()


async def open_quickly(
    club: Club,
    *people: Person,
    options: Mapping[str, str],
    game: str = "papyrus",
    seats: int = 0,
    channel: int = 0,
    guild: int = 0,
    terms: MatchTerms | None = None,
) -> MatchInfo:
    """Let the first of these open a lobby, the others join it, and the match begin if all seats are taken.

    It is in the club's channel by default. Nothing is posted yet.
    """
    lobby, label = club.service.lobby, f"quick {next(_REQUESTS)}"
    info = await lobby.open(
        game,
        dict(options),
        seats=seats or len(people),
        host=people[0],
        guild=guild or club.guild.id,
        channel=channel or club.channel.id,
        match_terms=terms or MatchTerms(),
        request=label,
    )
    for other in people[1:]:
        info = await lobby.join(info.id, other, request=f"{label} {other.user}")
    full = len(info.seats) == info.wanted
    return await lobby.start(info.id, people[0].user, request=f"{label} start") if full else info


async def play_quickly(
    club: Club, seed: int, *, until: Until = never, most: int = ACTIONS_AT_MOST
) -> MatchInfo:
    """Play the channel's match to its end, for this number of actions, or until `until`; then publish it."""
    luck, info = random.Random(seed), await club.here()
    for number in range(most):
        match_view = await club.match_view(None)
        if match_view.match.stage.ended or until(match_view):
            break
        holder = match_view.match.seats[luck.choice(sorted(match_view.awaited))]
        if holder.computer:
            await club.service.play.step_computer(info.id)
            continue
        legal = (await club.service.match_view(info.id, holder.user)).legal
        action = legal[luck.randrange(len(legal))]
        await club.service.play.act(
            info.id, holder.user, [action], version=None, request=f"quick {seed} {info.id} {number}"
        )
    await club.publish(info.id)
    return await club.here()


async def resign_all_but_one(club: Club) -> MatchInfo:
    """Let everybody but the last player resign, and the bot publish the result."""
    info = await club.here()
    for holder in info.seats[:-1]:
        if holder.user:
            await club.service.play.resign(info.id, holder.user, request=f"resign {info.id} {holder.user}")
    await club.publish(info.id)
    return await club.here()
