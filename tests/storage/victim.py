"""A program that plays at random through the match service, and is killed at any instant.

It is started once and forks a player for each input line "play N", so that no new interpreter is needed for
each kill. A player writes "ready", then one line for each action that the service has accepted: `did
{"match": ..., "seq": ..., "seat": ..., "action": ..., "request": ...}`.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import sys
from typing import Any

import msgspec

from bot.base.clock import wall_clock
from bot.engine.errors import Unavailable
from bot.games.papyrus.rules.rules import PapyrusRules
from bot.matches.deliveries import Delivery
from bot.matches.errors import MatchRefusal, NoMatchHere
from bot.matches.model import MatchInfo, Person
from bot.matches.outbox import Outbox
from bot.matches.service import MatchService
from bot.matches.store import SqlMatchStore
from tests.matches.dicey import DiceyRules

GAMES: dict[str, Any] = {"dicey": DiceyRules(), "papyrus": PapyrusRules({}, {})}
PEOPLE = [Person(user, f"Player {user}") for user in (1, 2, 3)]
TABLES = {
    1: ("dicey", {"rounds": 1}, 3),
    2: ("dicey", {"rounds": 20}, 2),
    3: ("papyrus", {"squad": 3, "width": 8, "height": 6}, 2),
    4: ("papyrus", {"squad": 5, "rounds": 8}, 3),
}
"""The game, options and seats of each channel."""


def say(line: str) -> None:
    os.write(1, f"{line}\n".encode())


class Player:
    """Plays all seats of the match in one channel, and opens the next one after the end."""

    def __init__(
        self, store: SqlMatchStore, service: MatchService, outbox: Outbox, channel: int, luck: str
    ) -> None:
        self.store, self.service, self.outbox = store, service, outbox
        self.channel = channel
        self.luck = random.Random(luck)
        self.label = luck
        self.requests = 0

    def request(self) -> str:
        self.requests += 1
        return f"{self.label}/{self.requests}"

    async def play(self) -> None:
        while True:
            info = await self.match()
            await self.act(info)
            await self.outbox.drain(self.deliver, info.id)

    async def match(self) -> MatchInfo:
        """Return the open match of the channel; open, fill and start one if necessary."""
        game, options, seats = TABLES[self.channel]
        try:
            info = await self.service.in_channel(self.channel)
        except NoMatchHere:
            info = None
        if info is None or info.stage.ended:
            info = await self.service.lobby.open(
                game,
                options,
                seats=seats,
                host=PEOPLE[0],
                guild=1,
                channel=self.channel,
                request=self.request(),
            )
        for person in PEOPLE[len(info.seats) : seats]:
            info = await self.service.lobby.join(info.id, person, word="luck", request=self.request())
        if info.stage == "lobby":
            info = await self.service.lobby.start(info.id, PEOPLE[0].user, request=self.request())
        return info

    async def act(self, info: MatchInfo) -> None:
        match_view = await self.service.match_view(info.id, None)
        seat = self.luck.choice(sorted(match_view.awaited))
        user = info.seats[seat].user
        legal = (await self.service.match_view(info.id, user)).legal
        action = legal[self.luck.randrange(len(legal))]
        loaded = await self.store.load(info.id)
        assert loaded is not None
        request = self.request()
        await self.service.play.act(info.id, user, [action], version=None, request=request)
        done = {"match": info.id, "seq": loaded[0].seq + 1, "seat": seat, "request": request}
        say("did " + json.dumps({**done, "action": msgspec.to_builtins(action)}))

    async def deliver(self, delivery: Delivery) -> None:
        await asyncio.sleep(0)


async def play_everywhere(url: str, label: str) -> None:
    store = SqlMatchStore.at(url)
    service = MatchService(store, GAMES, wall_clock)
    outbox = Outbox(store, wall_clock)
    say("ready")
    try:
        async with asyncio.TaskGroup() as group:
            for channel in TABLES:
                player = Player(store, service, outbox, channel, f"{label}/{channel}")
                group.create_task(player.play())
    except* (MatchRefusal, Unavailable) as refusals:
        say(f"refused {refusals.exceptions}")
    finally:
        await store.close()


def main(url: str) -> None:
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            asyncio.run(play_everywhere(url, line.split()[1]))
            os._exit(1)
        say(f"player {child}")
        os.waitpid(child, 0)
        say("dead")


if __name__ == "__main__":
    main(sys.argv[1])
