"""Parts can be left out: each by itself, and all of them."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

import discord
import pytest

from bot.games.arclash.game import CARDS as ARCLASH_CARDS
from bot.games.registry import GAMES
from bot.matches.model import Stage
from bot.parts import PARTS
from bot.parts.part import Part, check_parts
from cogs.kit.controls import ComponentId
from tests.cogs.club import Club
from tests.cogs.players import controls_of, labels_of, said, type_an_action

BELONGING = {
    "dice": {"roll", "dice"},
    "matchmaking": {"find"},
    "operator": {"operator"},
    "decks": {"deck"},
    "ratings": {"leaderboard", "profile", "season", "Profile"},
    "analysis": {"match hint", "match past review"},
    "proofs": {"match past verify"},
    "tournaments": {"tournament"},
    "workshop": {"cards", "maps"},
    "tables": {f"free-table {name}" for name in ("add", "check", "tables", "show", "remove", "convert")},
}
"""The commands of each part."""


@asynccontextmanager
async def opened(database: str, parts: Sequence[Part]) -> AsyncIterator[Club]:
    club = Club(database, parts=parts)
    await club.open()
    try:
        yield club
    finally:
        await club.close()


def without(name: str) -> list[Part]:
    """Return the list without a part, and without those that need it."""
    gone = {name}
    for part in PARTS:  # a part stands behind those that it needs
        gone |= {part.name} if gone & {*part.needs} else set()
    return [part for part in PARTS if part.name not in gone]


def commands_of(club: Club) -> set[str]:
    """Return the qualified names of all commands that are sent to Discord."""
    menus = {command.name for command in club.bot.tree.get_commands(type=discord.AppCommandType.user)}
    return menus | {command.qualified_name for command in club.bot.tree.walk_commands()}


def check_only_own_controls(club: Club, message: object) -> None:
    """Each button and menu of a message has a handler."""
    for part in controls_of(message):
        assert ComponentId.decode(part["custom_id"]).verb in club.bot.handlers, part


def test_every_part_is_known_here() -> None:
    assert {part.name for part in PARTS} == BELONGING.keys()


def test_a_part_stands_behind_those_that_it_needs() -> None:
    with pytest.raises(ValueError, match="The part tournaments needs ratings and proofs, listed before it"):
        check_parts([part for part in PARTS if part.name == "tournaments"])


@pytest.mark.parametrize("name", BELONGING)
async def test_without_a_part_the_commands_of_the_others_are_there(database: str, name: str) -> None:
    parts = without(name)
    async with opened(database, parts) as club:
        there, left = commands_of(club), {part.name for part in parts}
        for part, names in BELONGING.items():
            if part != "operator":  # its commands are on the operators' server alone
                assert names & there == (names if part in left else set()), part
        page = await club.ann.slash(club.channel, "help")
        assert page.response is not None
        check_only_own_controls(club, page.response)
        topics = next(each for each in controls_of(page.response) if each.get("options"))
        for topic in topics["options"]:
            await club.ann.select(page.response, [topic["value"]], custom_id=topics["custom_id"])
        await club.lobby(club.ben)
        assert "1 seat in a lobby" in said(await club.ann.slash(club.channel, "privacy show"))


@pytest.mark.parametrize("game", GAMES)
async def test_without_any_part_each_game_is_played_to_its_result(database: str, game: str) -> None:
    rng = random.Random(7)
    async with opened(database, ()) as club:
        lobby = await club.lobby(club.ben, options="", game=game)
        check_only_own_controls(club, club.channel.history()[-1])
        await club.ann.slash(club.channel, "match start")
        for _ in range(8):
            match_view = await club.match_view(None)
            if not match_view.awaited:  # at a free table an end can be agreed on at once
                break
            member = club.members(match_view.match)[min(match_view.awaited)]
            check_only_own_controls(club, member.user.dm_channel.history()[-1])
            await type_an_action(club, member, rng)
        for post in club.channel.history():
            check_only_own_controls(club, post)
        if (await club.here()).stage is not Stage.FINISHED:
            await club.service.play.resign(lobby.id, club.ben.id, request="over")
        await club.publish(lobby.id)
        assert (await club.here()).stage is Stage.FINISHED
        result = club.channel.history()[-1]
        check_only_own_controls(club, result)
        assert {"Rematch", "Replay"} <= {*labels_of(result)}
        assert f"tablepost-{lobby.id}.json" in [file.filename for file in result.attachments]
        for command in ("match status", "match past history", "match past replay"):
            page = await club.ann.slash(club.channel, command)
            check_only_own_controls(club, page.response)
        assert "makes no films" in said(await club.ann.slash(club.channel, "match past replay", film=True))
        await club.restart()
        assert (await club.here()).id == lobby.id


async def test_without_the_workshop_only_the_cards_of_the_bot_are_known(database: str) -> None:
    async with opened(database, ()) as club:
        told = said(await club.ann.slash(club.channel, "arclash new", seats=2, cards="reed"))
        assert 'There are no cards "reed" here. Choose "standard"' in told
        await club.ann.slash(club.channel, "arclash new", seats=2, cards="Standard")
        assert (await club.here()).cards == ARCLASH_CARDS.standard.hash


LEFT_OUT = """
import asyncio, sys, types
from importlib.abc import MetaPathFinder
from importlib.util import find_spec
from importlib.util import module_from_spec
from pathlib import Path

GONE = ("bot.parts.dice", "cogs.dice", "renderers.dice")

class Deleted(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.startswith(GONE):
            raise ModuleNotFoundError(f"{name} is deleted")

sys.meta_path.insert(0, Deleted())
import bot
folder = Path(bot.__file__).parent / "parts"
parts = sys.modules["bot.parts"] = types.ModuleType("bot.parts")
parts.__path__ = [str(folder)]
lines = (folder / "__init__.py").read_text().splitlines()
exec("\\n".join(line for line in lines if "DICE" not in line), parts.__dict__)
from bot.host.wiring import make_bot
from bot.base.clock import wall_clock
from bot.parts import PARTS
from bot.matches.store import SqlMatchStore

async def main():
    store = SqlMatchStore.at(sys.argv[1])
    bot = make_bot(store, wall_clock, parts=PARTS)
    await bot.load_cogs()
    print(*sorted(command.name for command in bot.tree.get_commands()))
    await bot.close()
    await store.close()

asyncio.run(main())
"""
"""A program in which the folders and the line of the dice are deleted."""


def test_without_their_line_no_file_of_the_dice_is_needed(database: str) -> None:
    """CONTRIBUTING: the files of a part can be deleted with its line."""
    ran = subprocess.run(
        [sys.executable, "-c", LEFT_OUT, database], capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr
    assert {"match", "find", "deck", "cards"} <= {*ran.stdout.split()}
    assert not {"roll", "dice"} & {*ran.stdout.split()}
