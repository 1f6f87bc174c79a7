"""A program whose processes play the same matches on one PostgreSQL, and may be killed at any instant.

It is started once and forks a process for each input line "play NAME SHARDS URL", so that no new interpreter
is needed for each process. The bot in a process is the real one without Discord: it prints what it would
post. A process prints these lines:

    NAME did MATCH        it acted for a person in a match
    NAME leads            it is the leader from now on
    NAME made KEY [?]     it made a delivery; a question mark marks a doubtful one
    NAME thought MATCH N  a computer player chose in a match at its revision N
    NAME late MATCH       it handled a timeout
    NAME told KEY         it told a watcher about a match or its end
    NAME over             all matches have ended, and nothing is pending
    NAME ends             the process ends
"""

from __future__ import annotations

import asyncio
import os
import random
import sys
import traceback
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any

from discord.ext import commands

from bot.base.clock import wall_clock
from bot.base.ids import MatchId
from bot.base.logs import start_logging
from bot.database.coordination import Shards
from bot.database.postgres_coordination import SharedCoordination
from bot.engine.errors import Refusal
from bot.games.game import Game
from bot.host.client import Tablepost
from bot.host.wiring import make_bot
from bot.matches.clocks import ClockTerms
from bot.matches.deliveries import Delivery
from bot.matches.loaded_match import LoadedMatch
from bot.matches.model import MatchInfo, MatchTerms, Person
from bot.matches.store import SqlMatchStore
from cogs.kit.layout import OutgoingMessage
from cogs.matches.timekeeper import Timekeeping
from cogs.publishing import due_notices
from cogs.publishing.due_notices import DueNotices
from cogs.publishing.other_processes import OtherProcesses
from cogs.publishing.publisher import Publisher
from cogs.publishing.reach import Reach as RealReach
from tests.matches.dicey import DiceyRules

ANN, BEN = Person(1, "Ann"), Person(2, "Ben")
WATCHERS = 1_000
"""The user ids of watchers, one for each match, are above this number."""
GAMES = {"dicey": Game("dicey", "Dicey", "", DiceyRules(), None, None)}  # type: ignore[arg-type]
MINUTE = MatchTerms(ClockTerms("turn", 60, at_zero="default"))
FAST = 30
"""The factor by which the bot's clock is faster than the machine's."""
BEGUN = datetime(2026, 5, 1, tzinfo=UTC)
ROUND = 0.25
"""Seconds of the machine's clock between two rounds of a process."""
PAUSE = (0.3, 1.0)
"""Seconds of the machine's clock between two actions of a process in a match."""
MOST_ACTIONS = 1000
AT_ONCE = 8
"""The number of matches that a process plays at the same time."""
ABSENT = 10
"""In each match whose number is divisible by this, only the clock and the computer play."""


def fast_clock() -> datetime:
    """Return the same clock in all processes."""
    return BEGUN + FAST * (wall_clock() - BEGUN)


class Reach(commands.Cog):
    """Stands for `cogs.publishing.reach`: without a Discord, everybody can act."""

    async def rests(self, match: str, *, decisive: bool) -> None:
        """Find nobody who cannot."""


class Process:
    """One of the processes that play."""

    def __init__(self, name: str, bot: Tablepost) -> None:
        self.name = name
        self.bot = bot
        self.luck = random.Random(name)
        self.requests = 0
        self.places = asyncio.Semaphore(AT_ONCE)
        self.publisher = Publisher(bot)
        self.timekeeping = Timekeeping(bot)
        self.notices = DueNotices(bot)
        bot.publisher = self.publisher
        self._write_down()

    def say(self, *words: object) -> None:
        os.write(1, (" ".join(map(str, (self.name, *words))) + "\n").encode())

    def _write_down(self) -> None:
        """Replace the bot's calls to Discord by output lines."""
        play, keeper = self.bot.service.play, self.bot.service.timekeeper
        chosen, expire = play._chosen, keeper.expire

        async def thought(position: LoadedMatch, seat: int) -> Any:
            self.say("thought", position.info.id, position.record.revision)
            return await chosen(position, seat)

        async def late(match: MatchId) -> bool:
            done = await expire(match)
            if done:
                self.say("late", match)
            return done

        async def made(delivery: Delivery) -> bool:
            await asyncio.sleep(self.luck.random() / 100)
            self.say("made", delivery.key, *("?" if delivery.doubtful else ""))
            info = await self.bot.service.info(delivery.match)
            if delivery.kind == ("result" if info.stage.ended else "board"):
                await self.bot.people.call_watchers(info)
            return False

        sent = set[str]()

        async def told(_user: int, _page: OutgoingMessage, key: str, **_rest: Any) -> None:
            await asyncio.sleep(self.luck.random() / 100)
            if key not in sent:  # after a retry Discord recognizes the nonce
                sent.add(key)
                self.say("told", key)

        async def sees(_client: object, _info: MatchInfo, _user: int) -> bool:
            return True  # there is no Discord

        due_notices.can_see = sees
        play._chosen = thought  # type: ignore[method-assign]
        keeper.expire = late  # type: ignore[method-assign]
        self.publisher.deliver = made  # type: ignore[method-assign]
        self.notices.mailbox.write = told  # type: ignore[method-assign, assignment]

    async def run(self) -> None:
        """Take part until all matches are over."""
        reach = Reach()
        self.bot.cog = lambda kind: reach if kind is RealReach else self.publisher  # type: ignore
        await self.bot.add_cog(OtherProcesses(self.bot))
        cogs = self.publisher, self.timekeeping, self.notices
        rounds = [asyncio.create_task(self._round(each)) for each in cogs]
        rounds.append(asyncio.create_task(self._lead()))
        infos = await self.bot.service.open_matches()
        matches = [info.id for info in infos]
        self.luck.shuffle(matches)
        await asyncio.gather(*[self._play(match) for match in matches])
        await asyncio.gather(*[self._all_told(info) for info in infos])
        for each in rounds:
            each.cancel()
        await asyncio.gather(*rounds, return_exceptions=True)
        self.say("over")

    async def _lead(self) -> None:
        async with self.bot.coordination.leading():
            self.say("leads")

    async def _round(self, cog: Any) -> None:
        while True:
            await type(cog).task.coro(cog)
            await asyncio.sleep(ROUND)

    async def _play(self, match: MatchId) -> None:
        """Play for the people of a match until it is over and announced, as the other processes do."""
        async with self.places:
            for _ in range(MOST_ACTIONS):
                if await self._over(match):
                    break
                await asyncio.sleep(self.luck.uniform(*PAUSE))
            await self.bot.publish_here(match)

    async def _all_told(self, info: MatchInfo) -> None:
        """Wait until the leader has told the watcher of a match about its end."""
        while await self._held(WATCHERS + info.channel):  # noqa: ASYNC110 - another process does it
            await asyncio.sleep(ROUND)

    async def _held(self, user: int) -> bool:
        """Whether the database has a pending notice for somebody."""
        try:
            return bool(await self.bot.people.store.held(user))
        except Refusal:
            return True

    async def _over(self, match: MatchId) -> bool:
        """Return whether a match is over; if not, act once."""
        with suppress(Refusal):  # another process was faster, or the machine is slow
            info = await self.bot.service.info(match)
            if info.stage.ended:
                return True
            if info.channel % ABSENT:
                await self._act(info)
        return False

    async def _act(self, info: MatchInfo) -> None:
        """Act for one of the awaited people of a match, if there is one, and publish the action."""
        awaited = (await self.bot.service.match_view(info.id, None)).awaited
        users = [info.seats[seat].user for seat in sorted(awaited) if info.seats[seat].user]
        user = self.luck.choice(users) if users else 0
        legal = (await self.bot.service.match_view(info.id, user)).legal
        if legal:
            self.requests += 1
            action, request = legal[-1 if self.luck.random() < 0.7 else 0], f"{self.name}/{self.requests}"
            await self.bot.service.play.act(info.id, user, [action], version=None, request=request)
            self.say("did", info.id)
            await self.bot.publish_pending(info.id)


async def open_matches(url: str, number: int, rounds: int = 1) -> list[MatchId]:
    """Open and start this number of matches.

    Each has Ann, Ben, a computer player, a watcher and a server of its own.
    """
    store = SqlMatchStore.at(url)
    bot, opened = make_bot(store, fast_clock, games=GAMES), []
    lobby = bot.service.lobby
    for channel in range(1, number + 1):
        match = f"{channel}"
        info = await lobby.open(
            "dicey",
            {"rounds": rounds},
            seats=3,
            host=ANN,
            guild=channel << 22,
            channel=channel,
            match_terms=MINUTE,
            request=f"{match} open",
        )
        await lobby.join(info.id, BEN, request=f"{match} join")
        await lobby.add_computer(info.id, ANN.user, "random", request=f"{match} computer")
        await lobby.start(info.id, ANN.user, request=f"{match} start")
        await bot.people.follow(WATCHERS + channel, info, "watch")
        opened.append(info.id)
    await store.close()
    return opened


async def take_part(url: str, name: str, shards: Shards) -> None:
    store = SqlMatchStore.at(url)
    try:
        # Not `coordinated`, which refuses a second process with the same shards: here any may take any match.
        async with SharedCoordination.opened(store.database, shards) as coordination:
            bot = make_bot(
                store, fast_clock, shards=shards.count or 1, games=GAMES, coordination=coordination
            )
            await Process(name, bot).run()
    finally:
        await store.close()


def main() -> None:
    start_logging("ERROR", "text")
    for line in sys.stdin:
        _, name, key, url = line.split()
        child = os.fork()
        if child == 0:
            try:
                asyncio.run(take_part(url, name, Shards.of_key(key)))
            except Exception:
                traceback.print_exc()
            os.write(1, f"{name} ends\n".encode())
            os._exit(0)
        os.write(1, f"{name} is {child}\n".encode())


if __name__ == "__main__":
    main()
