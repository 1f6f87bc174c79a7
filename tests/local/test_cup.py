"""A cup on the local table: people and computers play it from the command to the title."""

from __future__ import annotations

from bot.base.clock import wall_clock
from bot.host.local.world import World
from bot.host.wiring import make_bot
from bot.matches.store import SqlMatchStore
from bot.parts.tournaments.model import Tournament
from bot.parts.tournaments.service import Competitions
from cogs.tournaments.tasks import TournamentTasks
from tests.cogs.players import said, words_of
from tests.matches.conftest import url

__all__ = ["url"]

SHORT = "squad=1 width=8 height=6 rounds=1"


async def test_two_people_and_two_computers_play_a_whole_cup(url: str) -> None:
    store = SqlMatchStore.at(url)
    bot = make_bot(store, wall_clock)
    world = World(bot, ("Ann", "Ben"))
    await world.start()
    table = world.channels[0]
    ann = world.people[0].member

    async def now() -> Tournament:
        return (await bot.services.of(Competitions).on_server(world.guild.id, 1))[0]

    async with world.turn() as env:
        shown = await ann.slash(table, "tournament new", game="papyrus", format="cup", size=4, rated=False)
        await ann.submit_modal(shown, {"options": SHORT})
        for person in world.people:
            assert "You have entered" in said(await person.member.slash(table, "tournament join"))
        await ann.slash(table, "tournament fill", computer="easy")
        await env.settle()
    begun = await now()
    assert (begun.stage, len(begun.games)) == ("playing", 6)
    for game in begun.games:  # of two people the later one resigns; against a computer all do
        friends = [begun.entrant(each).user for each in game.seats if begun.entrant(each).user]
        async with world.turn() as env:
            if friends:
                await bot.service.play.resign(game.match, max(friends), request=f"gives-up-{game.number}")
                await bot.publish_pending(game.match)
            await env.settle()
    await bot.cog(TournamentTasks).step(begun.id)
    over = await now()
    assert over.stage == "ended", over.open_games
    assert over.entrants[0].place < over.entrants[1].place
    assert any("has won." in words_of(post) for post in table.history())
    await world.close()
    await store.close()
