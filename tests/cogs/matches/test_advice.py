"""`/match hint`: what a computer would do, if all agree; and why a computer did what it did."""

from __future__ import annotations

from tests.cogs.club import Club
from tests.cogs.players import click, said, words_of

UNRATED = {"rated": False, "options": "squad=2 width=8 height=6"}


async def unrated(club: Club) -> None:
    await club.ann.slash(club.channel, "match new", game="papyrus", seats=2, **UNRATED)
    await club.ben.slash(club.channel, "match join")
    await club.ann.slash(club.channel, "match start")


async def test_hints_need_the_agreement_of_all_players(club: Club) -> None:
    await unrated(club)
    before = len(club.channel.history())
    asked = said(await club.ann.slash(club.channel, "match hint"))
    assert "The others would not learn of it. Has to agree: Ben." in asked
    assert "Has to agree: Ann" not in said(await club.ann.slash(club.channel, "match status"))
    post = club.channel.history()[-1]
    assert len(club.channel.history()) == before + 1
    assert "asks for hints" in words_of(post)
    assert "You have asked for this already" in said(await club.ann.slash(club.channel, "match hint"))
    await click(club.ben, post, "Agree")
    assert "**Hints** allowed" in said(await club.ben.slash(club.channel, "match status"))
    assert "Hints are allowed" in said(await club.cleo.slash(club.channel, "match past history"))

    seen = len(club.channel.history()), len(club.ben.user.dm_channel.history())
    hint = said(await club.ann.slash(club.channel, "match hint"))
    assert "What Skirmisher would do in your place" in hint
    assert "`/papyrus preset squad:" in hint
    assert "A ready squad, chosen among those it trusts." in hint
    assert hint == said(await club.ann.slash(club.channel, "match hint")), "the same place, the same hint"
    assert seen == (len(club.channel.history()), len(club.ben.user.dm_channel.history())), "nobody is told"
    assert "You have no seat" in said(await club.cleo.slash(club.channel, "match hint"))
    assert "Only computer players say why" in said(
        await club.ann.slash(club.channel, "match hint", why="Ben")
    )
    club.speaks(club.ann, "de")
    assert "Skirmisher" in said(await club.ann.slash(club.channel, "match hint"))
    await club.ben.slash(club.channel, "match resign")
    await club.service.play.resign((await club.here()).id, club.ben.id, request="ben")
    assert "/match past review" in said(await club.ann.slash(club.channel, "match hint"))
    club.speaks(club.ann, "en-US")
    await club.started(club.ben)
    assert "This match is rated" in said(await club.ann.slash(club.channel, "match hint"))


async def test_against_a_computer_no_agreement_is_needed_and_it_gives_reasons(club: Club) -> None:
    await club.lobby(options="", game="crossfire", seats=2)
    await club.ann.slash(club.channel, "match add-computer")
    refused = said(await club.ann.slash(club.channel, "match hint", why="Sapper"))
    assert "Only computer players say why" in refused
    await club.ann.slash(club.channel, "match start")
    hint = said(await club.ann.slash(club.channel, "match hint"))
    assert "What Sapper would do in your place" in hint
    told = said(await club.cleo.slash(club.channel, "match hint", why="2"))
    assert "Why Sapper did this" in told
    assert "Sapper" in told.split("\n")[1], "what it did"
    assert told.endswith(".**"), "and why"
    (choice,) = await club.ann.autocomplete(club.channel, "match hint", "why", "sa")
    assert (choice["name"], choice["value"]) == ("Sapper", "2")


async def test_a_computer_reveals_secret_choices_only_after_the_end(club: Club) -> None:
    await club.alone(options="", game="arclash")
    kept = said(await club.ann.slash(club.channel, "match hint", why="Duellist"))
    assert "has done nothing yet of which all know what it was" in kept
    assert "One ready deck is as good as another" in said(await club.ann.slash(club.channel, "match hint"))
    await club.service.play.resign((await club.here()).id, club.ann.id, request="ann")
    told = said(await club.cleo.slash(club.channel, "match hint", why="Duellist"))
    assert "One ready deck is as good as another" in told
