"""The bot greets a new server, and a match against the computer is two taps away."""

from __future__ import annotations

from bot.games.registry import GAMES
from bot.matches.model import Stage
from cogs.help.greeting import Greeting
from tests.cogs.club import Club
from tests.cogs.league import keeper
from tests.cogs.players import click, labels_of, said, words_of


async def greeted(club: Club) -> None:
    """Send the event that the bot was invited."""
    guild = club.bot.get_guild(club.guild.id)
    assert guild is not None
    await club.bot.cog(Greeting).on_guild_join(guild)


async def test_from_the_greeting_a_match_against_the_computer_takes_two_taps(club: Club) -> None:
    """In the language of the server."""
    await greeted(club)
    (post,) = club.channel.history()
    assert all(game.title in words_of(post) for game in GAMES.values())
    assert "/roll" in words_of(post)
    assert len(post.attachments) == len(GAMES)
    assert labels_of(post)[:2] == ["Learn a game", "Play alone now"]
    which = await click(club.ann, post, "Play alone now")
    assert len(club.channel.history()) == 1
    assert labels_of(which.response) == [*(game.title for game in GAMES.values() if game.computers), "Back"]
    begun = said(await click(club.ann, which.response, "Papyrus"))
    assert "Papyrus against Recruit has begun in" in begun
    assert (await club.here()).stage is Stage.PLAYING
    await keeper(club).slash(club.channel, "table language", language="de")
    await greeted(club)
    post = club.channel.history()[-1]
    assert labels_of(post)[:2] == ["Ein Spiel lernen", "Jetzt allein spielen"]
    assert "**Würfel** für jedes Spiel" in words_of(post)


async def test_play_begins_at_once_and_refuses_an_unknown_game(club: Club) -> None:
    refused = said(await club.ann.slash(club.channel, "play", game="chess"))
    assert refused.startswith('There is no game "chess". The games are: papyrus,')
    asked = (await club.ann.slash(club.channel, "play")).response
    assert labels_of(asked) == [*(game.title for game in GAMES.values() if game.computers), "Back"]
    assert "against" in said(await club.ann.slash(club.channel, "play", game="arclash"))
    assert (await club.here()).game == "arclash"
