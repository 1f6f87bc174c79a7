"""A user over a limit is refused privately, with the time of the next attempt."""

from __future__ import annotations

from typing import Any

from bot.base.limits import Buckets
from bot.parts.dice.service import RollService
from tests.cogs.club import SMALL, Club
from tests.cogs.players import click, control, said
from tests.cogs.quickly import play_quickly
from tests.parts.workshop.sets.uploads import HERONS


async def test_too_many_dice_are_refused_to_their_roller_only(club: Club) -> None:
    club.bot.services.of(RollService)._dice = Buckets(club.bot.clock, 100)
    await club.ann.slash(club.channel, "roll", expression="90d6")
    before = len(club.channel.history())
    told = said(await club.ann.slash(club.channel, "roll", expression="90d6"))
    assert told == "You have rolled very many dice lately. You can roll this number in 50 minutes."
    assert len(club.channel.history()) == before
    shown = (await club.ben.slash(club.channel, "roll", expression="90d6")).response
    assert not shown.ephemeral
    await club.ann.slash(club.channel, "dice save", name="heap", expression="90d6")
    assert "very many dice lately" in said(await club.ann.slash(club.channel, "roll", expression="heap"))
    shown = (await club.ann.slash(club.channel, "dice saved")).response
    pressed = await click(club.ann, shown, "heap")
    assert "very many dice lately" in said(pressed), "saved rolls count like all others"


async def test_too_many_films_are_refused_to_the_asker(club: Club) -> None:
    await club.started(club.ben, options=SMALL.replace("rounds=4", "rounds=1"))
    await play_quickly(club, 31)
    result = club.channel.history()[-1]
    films: Any = club.bot.get_cog("Films")
    films.jobs.asked = Buckets(club.bot.clock, 1)
    film = control(result, "Film")
    assert said(await club.ann.click(result, custom_id=film)) == "The film is in the post with the result."
    shown = (await club.ann.slash(club.channel, "match past replay")).response
    again = said(await click(club.ann, shown, "Film"))
    assert again == "You have asked for very many films lately. The next can be drawn in 60 minutes."


async def test_too_many_uploads_are_refused_before_they_are_read(club: Club) -> None:
    """Card files, maps and positions count together."""
    club.bot.uploads = Buckets(club.bot.clock, 1)
    file = ("reed.toml", HERONS)
    assert "no error" in said(await club.ann.slash(club.channel, "cards check", file=file))
    late = "You have uploaded very many files lately. The next can be read in 60 minutes."
    assert late in said(await club.ann.slash(club.channel, "cards check", file=file))
    assert late in said(await club.ann.slash(club.channel, "maps check", file=("own.toml", b"")))
    position = ("here.txt", b"seat 1:")
    assert late in said(await club.ann.slash(club.channel, "cards try", game="arclash", position=position))
    assert "no error" in said(await club.ben.slash(club.channel, "cards check", file=file))
