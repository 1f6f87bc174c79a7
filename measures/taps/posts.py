"""`python -m measures.taps.posts`: count the posts and DMs of a turn, for each game and number of seats.

Easy computers choose for people, who act one by one, and after each action the pending deliveries are
published, as after a press. A turn is what `HABITS` counts: a round of the game with all its seats, in
Crossfire a play.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
from typing import NamedTuple

from bot.games.registry import GAMES
from bot.matches.model import MatchInfo, Person
from measures.club import new_club
from measures.taps.turns import HABITS, easy_player
from tests.cogs.club import Club

TURNS = 3
MOST_ACTIONS = 400


class Sent(NamedTuple):
    """The messages of a match: new posts in the channel, edits there, new DMs, edits of them."""

    turns: int
    posts: int
    edits: int
    dms: int
    dm_edits: int


async def sent_in(key: str, seats: int) -> Sent:
    """Play some turns of a game and count its messages."""
    async with new_club() as club:
        info = await _begun(club, key, seats)
        before = len(club.env.http_requests)
        turns = await _played(club, info)
        made = [(each.method, each.path) for each in club.env.http_requests[before:]]
    there = f"/channels/{club.channel.id}/messages"
    counted = [
        (method, path.startswith(there))
        for method, path in made
        if method in ("POST", "PATCH") and "/messages" in path and path.startswith("/channels")
    ]
    return Sent(
        turns,
        counted.count(("POST", True)),
        counted.count(("PATCH", True)),
        counted.count(("POST", False)),
        counted.count(("PATCH", False)),
    )


async def _begun(club: Club, key: str, seats: int) -> MatchInfo:
    people = (club.ann, club.ben, club.cleo, club.dan, club.eve, club.fay)[:seats]
    lobby = club.service.lobby
    host, *others = [Person(each.id, each.name) for each in people]
    info = await lobby.open(
        key, {}, seats=seats, host=host, guild=club.guild.id, channel=club.channel.id, request="open"
    )
    for other in others:
        await lobby.join(info.id, other, request=f"{other.user}")
    await lobby.start(info.id, host.user, request="start")
    await club.bot.publish_here(info.id)
    await club.env.settle()
    return await club.service.info(info.id)


async def _played(club: Club, info: MatchInfo) -> int:
    """Play until some turns are over, or the match; return the number of counted ones."""
    player, mood, rules = easy_player(info.game), random.Random(1), GAMES[info.game].rules
    turn = HABITS[info.game].turn
    for number in range(MOST_ACTIONS):
        public = await club.service.match_view(info.id, None)
        count = int(getattr(public.view, turn))
        if public.match.stage.ended or count > TURNS * (info.wanted if info.game == "crossfire" else 1):
            break
        seat = mood.choice(sorted(public.awaited))
        user = info.seats[seat].user
        match_view = await club.service.match_view(info.id, user)
        action = player.choose(rules, match_view.view, match_view.legal, mood)
        await club.service.play.act(info.id, user, [action], version=None, request=f"act {number}")
        await club.bot.publish_here(info.id)
        await club.env.settle()
    return max(1, count - 1 if info.game != "crossfire" else count)


async def main(words: list[str]) -> int:
    """Print the table in markdown."""
    parser = argparse.ArgumentParser(prog="python -m measures.taps.posts", description=__doc__)
    parser.add_argument("--games", nargs="*", choices=list(HABITS), default=list(HABITS))
    parser.add_argument("--seats", nargs="*", type=int, default=[2, 3, 4, 5, 6])
    args = parser.parse_args(words)
    print(
        "| game | seats | turns | posts a turn | edits | DMs | edits of DMs |\n|---|---|---|---|---|---|---|"
    )
    for key in args.games:
        for seats in [each for each in args.seats if each in GAMES[key].rules.seats]:
            sent = await sent_in(key, seats)
            cells = [f"{each / sent.turns:.1f}" for each in sent[1:]]
            print(f"| {GAMES[key].title} | {seats} | {sent.turns} | {' | '.join(cells)} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main(sys.argv[1:])))
