"""How one process handles notifications of others, and what it leaves to them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from sqlalchemy import func, select

from bot.base.ids import MatchId
from bot.database.coordination import ALL, Alone, GrantLost, News, Shards, Topic
from bot.database.schema import leases
from bot.host.wiring import make_bot
from bot.matches.model import Stage
from bot.matches.store import SqlMatchStore
from cogs.matches.timekeeper import Timekeeping
from cogs.publishing.other_processes import OtherProcesses
from cogs.publishing.publisher import Publisher
from tests.cogs.club import Club
from tests.cogs.matches.test_clocks import timed
from tests.cogs.nonces import live
from tests.cogs.people.test_away import board
from tests.cogs.skirmish import begun, other_than


class Others(Alone):
    """Coordination with other processes, controlled by the test, which stores the requests to them."""

    def __init__(self, shards: Shards) -> None:
        self.shards = shards
        self.asked: list[MatchId] = []
        self.let_go: list[MatchId] = []
        self.lost = False

    @asynccontextmanager
    async def lease(self, match: MatchId) -> AsyncIterator[None]:
        if self.lost:
            raise GrantLost
        yield

    async def abandoned(self) -> list[MatchId]:
        return self.let_go

    async def ask_to_publish(self, match: MatchId) -> None:
        self.asked.append(match)


def shards(club: Club, *, of_the_club: bool) -> Shards:
    """Return one of two halves of all servers."""
    shard = (club.guild.id >> 22) % 2
    return Shards((shard if of_the_club else 1 - shard,), 2)


def boards(club: Club) -> int:
    """Return the number of posts in the channel: no turn here edits one."""
    return len(club.channel.history())


async def tell(club: Club, *news: News) -> None:
    listening = club.bot.cog(OtherProcesses)
    for each in news:
        listening.heard(each)
    await asyncio.gather(*listening._under_way)
    await club.env.settle()


async def test_events_on_servers_of_another_process_are_published_by_it(club: Club) -> None:
    """The leader publishes what it leaves undone."""
    member = await begun(club)
    match = (await club.here()).id
    club.bot.coordination = others = Others(shards(club, of_the_club=False))
    before = boards(club)
    await member.slash(club.channel, "papyrus end-turn")
    assert (others.asked, boards(club)) == ([match], before)
    await tell(club, News(Topic.PUBLISH, match))  # it is notified too, but it is another process
    assert boards(club) == before
    others.shards = shards(club, of_the_club=True)
    others.lost = True
    await tell(club, News(Topic.PUBLISH, match))
    assert boards(club) == before
    assert await club.service.store.pending(match)  # the cancelled work is still to be done
    others.lost = False
    await tell(club, News(Topic.PUBLISH, match))
    assert boards(club) == before + 1
    assert await club.service.store.pending(match) == []

    others.shards = shards(club, of_the_club=False)
    await other_than(club, member).slash(club.channel, "papyrus end-turn")
    publisher = club.bot.cog(Publisher)
    await Publisher.task.coro(publisher)
    assert boards(club) == before + 1  # the other process has ten seconds for it
    others.let_go = [match]
    await Publisher.task.coro(publisher)
    assert boards(club) == before + 2
    others.let_go = []
    await member.slash(club.channel, "papyrus end-turn")
    await Publisher.task.coro(publisher)
    assert boards(club) == before + 2
    others.terms += 1  # the process that should publish it led, and is silent: this one leads now
    await Publisher.task.coro(publisher)
    assert boards(club) == before + 3


async def test_among_several_processes_the_outbox_is_looked_at_more_often(club: Club) -> None:
    """What another process leaves is published after 10 to 15 seconds."""
    assert club.bot.cog(Publisher).task.seconds == 20
    club.bot.coordination = Others(shards(club, of_the_club=True))
    assert Publisher(club.bot).task.seconds == 5
    assert club.bot.cog(Publisher).task.seconds == 20


async def test_a_leave_stops_clocks_at_once_and_the_server_s_process_announces_it(club: Club) -> None:
    await timed(club, "1 day a turn", "resign")
    match = (await club.here()).id
    club.bot.coordination = others = Others(shards(club, of_the_club=False))
    await club.ben.slash(club.channel, "me away", until="5 days")
    assert (await club.here()).match_terms.away == {1}
    assert set(others.asked) == {match}
    assert "on leave" not in board(club)
    others.shards = shards(club, of_the_club=True)
    await tell(club, News(Topic.PUBLISH, match))
    assert "Ben: on leave, the clock is stopped" in board(club)


async def test_an_ended_match_is_dropped_from_memory(club: Club) -> None:
    member = await begun(club)
    turns = club.bot.cog(Publisher).turns
    assert club.bot.shown._messages
    await club.service.play.resign((await club.here()).id, member.id, request="resign")
    await club.bot.publish_pending((await club.here()).id)
    assert (await club.here()).stage is Stage.FINISHED
    assert (turns._posts, turns._chosen, turns._planned) == ({}, set(), {})
    assert not club.bot.shown._messages


@pytest.mark.usefixtures("shared")
async def test_a_change_by_another_process_replaces_cached_data(club: Club) -> None:
    member = await begun(club)
    info = await club.here()
    store = SqlMatchStore.at(club.url)
    elsewhere = make_bot(store, club._now, games=club.games)
    await elsewhere.service.play.resign(info.id, member.id, request="elsewhere")
    known = club.service.known(info.id)
    assert known.stage is Stage.PLAYING
    turns = club.bot.cog(Publisher).turns
    (dm,) = live(member.user.dm_channel.history(), "pick")
    assert (info.id in turns._posts, dm.id in club.bot.shown._messages) == (True, True)
    await tell(club, News(Topic.MATCH, info.id), News(Topic.POST, info.id, dm.id))
    known = club.service.known(info.id)
    assert known.stage is Stage.FINISHED
    assert (info.id in turns._posts, dm.id in club.bot.shown._messages) == (False, False)
    languages = club.bot.languages
    languages._set.update({1: "de", 2: "de"})
    await tell(club, News(Topic.PERSON, number=1))
    assert languages._set == {2: "de"}
    await tell(club, News(Topic.ANYTHING))
    assert (languages._set, club.service.known(info.id)) == ({}, None)  # it is over, so nobody reads it
    await store.close()


async def test_only_the_leader_checks_clocks(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    timekeeping = club.bot.cog(Timekeeping)

    async def look() -> None:
        asked.append("look")

    monkeypatch.setattr(timekeeping, "_look", look)
    club.bot.coordination = others = Others(ALL)
    others.leads = False
    await Timekeeping.task.coro(timekeeping)
    assert asked == []
    others.leads = True
    await Timekeeping.task.coro(timekeeping)
    assert asked == ["look"]
    await begun(club)
    count = select(func.count()).select_from(leases)
    database = club.stores[-1].database
    assert await database.read(lambda connection: connection.execute(count).scalar_one()) == 0
