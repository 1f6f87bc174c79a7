"""Runs the unmodified bot against a stand-in on loopback, and lets two people play at SIGUSR1.

`python measures/wire/evening.py PORT FILE`: PORT is that of the stand-in. At the signal the two play each of
five games for a while by random legal actions; each action is committed and published. Then FILE is written.

It imports nothing of `measures`: it also runs the bot of an older checkout, the first in PYTHONPATH.
"""

from __future__ import annotations

import asyncio
import json
import random
import runpy
import signal
import sys
from pathlib import Path
from typing import Any

ANN, BEN = 2 * 10**15 + 5, 2 * 10**15 + 6
"""The first people of the stand-in's servers who own no server."""
SERVER, CHANNEL = 10**15, 3 * 10**15
"""The stand-in's first server, and its first channel."""
GAMES = ("papyrus", "crossfire", "arclash", "neo-combat", "overcross")
"""The games of 1.5.0, so that the evening of an older checkout is the same."""
ACTIONS = 120
"""The actions of each game."""


async def play(bot: Any, game: str, channel: int) -> None:
    """Play this number of actions of a game in a channel, in as many matches as it takes."""
    from bot.matches.model import Person

    lobby, rng, seats = bot.service.lobby, random.Random(game), (Person(ANN, "Ann"), Person(BEN, "Ben"))
    match, played = "", 0
    while played < ACTIONS:
        view = await bot.service.match_view(match, None) if match else None
        if view is None or view.match.stage.ended:
            asked = f"{game}-{played}"
            info = await lobby.open(
                game, {}, seats=2, host=seats[0], guild=SERVER, channel=channel, request=asked
            )
            match = info.id
            await lobby.join(match, seats[1], request=f"{asked}-join")
            await lobby.start(match, ANN, request=f"{asked}-start")
            continue
        seat = min(view.awaited)
        own = await bot.service.match_view(match, seats[seat].user)
        action = own.legal[rng.randrange(len(own.legal))]
        await bot.service.play.act(
            match, seats[seat].user, [action], version=None, request=f"{match}-{played}"
        )
        await bot.publish_pending(match)
        played += 1


async def evening(bot: Any, file: Path) -> None:
    """Play the games one after the other, each in a channel of its own."""
    told: dict[str, Any] = {"actions": 0}
    try:
        for number, game in enumerate(GAMES):
            await play(bot, game, CHANNEL + 1 + number)
            told["actions"] += ACTIONS
    except Exception as fault:
        told["fault"] = repr(fault)
        raise
    finally:
        new = file.with_suffix(".new")
        new.write_text(json.dumps(told))
        new.rename(file)


def main(port: int, file: Path) -> None:
    """Point discord.py at the stand-in, prepare the evening, and run the bot."""
    import discord
    import discord.asset
    import discord.gateway
    import discord.http
    import yarl

    there = f"127.0.0.1:{port}"
    discord.http.Route.BASE = f"http://{there}/api/v10"
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(f"ws://{there}/gateway")
    discord.asset.Asset.BASE = f"http://{there}"
    login, tasks = discord.Client.login, set[asyncio.Task[None]]()

    async def logged_in(self: discord.Client, token: str) -> None:
        loop = asyncio.get_running_loop()
        loop.add_signal_handler(signal.SIGUSR1, lambda: tasks.add(loop.create_task(evening(self, file))))
        await login(self, token)

    discord.Client.login = logged_in  # type: ignore[method-assign]
    sys.argv = ["bot", "run"]
    runpy.run_module("bot", run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main(int(sys.argv[1]), Path(sys.argv[2]))
