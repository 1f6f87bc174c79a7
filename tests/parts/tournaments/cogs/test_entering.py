"""A director enters many people at once; each is told by one direct message and can decline."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from tests.cogs.club import Club
from tests.cogs.players import click, labels_of, said, words_of
from tests.parts.tournaments.cogs.hall import Hall


@pytest.fixture
def hall(club: Club) -> Hall:
    return Hall(club, people=6)


async def entered(hall: Hall, by: Any = None, **options: Any) -> str:
    who = by or hall.club.ann
    told = said(await who.slash(hall.club.channel, "tournament enter", tournament=hall.id, **options))
    await hall.step()
    return told


def told(member: Any, part: str) -> list[discord.Message]:
    there = member.user.dm_channel
    return [each for each in there.history() if part in words_of(each)] if there is not None else []


async def test_each_gets_one_message_and_can_decline(hall: Hall) -> None:
    club = hall.club
    await hall.opened("swiss")
    answer = await entered(
        hall, people=f"<@{club.ben.id}>, {club.cleo.id} <@!{club.dan.id}> <@{club.ben.id}>"
    )
    assert "Entered: Ben, Cleo, Dan." in answer
    assert [each.user for each in (await hall.now()).players] == [club.ben.id, club.cleo.id, club.dan.id]
    await club.restart()
    await hall.step()
    posts = {each: told(each, "has entered you") for each in (club.ben, club.cleo, club.dan)}
    assert [len(each) for each in posts.values()] == [1, 1, 1]
    assert "No, thanks" in labels_of(posts[club.ben][0])
    assert "You are out of it again." in said(await click(club.ben.user, posts[club.ben][0], "No, thanks"))
    assert club.ben.id not in [each.user for each in (await hall.now()).players]
    assert "Ben has left this tournament" in await entered(hall, people=f"<@{club.ben.id}>")
    assert "Cleo has entered this tournament already" in await entered(hall, people=f"<@{club.cleo.id}>")
    assert "entered 3 people" in said(
        await club.ann.slash(club.channel, "tournament log", tournament=hall.id)
    )


async def test_a_block_has_the_words_of_a_setting(hall: Hall) -> None:
    """Of those who cannot be entered the director learns no more than by an invitation."""
    club = hall.club
    await hall.opened("swiss")
    await club.ben.slash(club.channel, "me block", player=club.ann)
    await club.cleo.slash(club.channel, "me invitations", on=False)
    answer = await entered(
        hall, people=f"<@{club.ben.id}> <@{club.cleo.id}> <@{club.dan.id}> Zed 123456789012345678"
    )
    assert "Ben takes no invitations at present." in answer
    assert "Cleo takes no invitations at present." in answer
    assert "<@123456789012345678> is not on this server." in answer
    assert "Not understood: Zed" in answer
    assert "Entered: Dan." in answer
    assert not told(club.ben, "has entered you")


async def test_who_directs_not_and_pairs_are_refused(hall: Hall) -> None:
    club = hall.club
    await hall.opened("swiss")
    assert "Only the director" in await entered(hall, by=club.eve, people=f"<@{club.ben.id}>")
    assert "Nobody is named" in await entered(hall, people="Ben")
    many = " ".join([str(10**17 + each) for each in range(51)])
    assert "At most 50 people" in await entered(hall, people=many)
    assert not (await hall.now()).players


async def test_a_csv_file_in_german(hall: Hall) -> None:
    """Other columns may have anything; a line without a person is told."""
    club = hall.club
    await club.bot.servers.set_language(club.guild.id, "de")
    for each in hall.people:
        club.speaks(each, "de")
        await each.slash(club.channel, "tournament list")  # so that the bot knows the language
    await hall.opened("swiss")
    rows = f"Name;Discord\r\nBen;{club.ben.id}\r\n=1+1;<@{club.cleo.id}>\r\nZed;unbekannt\r\n"
    answer = await entered(hall, file=("leute.csv", b"\xef\xbb\xbf" + rows.encode()))
    assert "Angemeldet: Ben, Cleo." in answer
    assert "Nicht verstanden: Name;Discord Zed;unbekannt" in answer
    assert len(told(club.ben, "hat dich für dieses Turnier (Papyrus) angemeldet")) == 1
    large = ("leute.csv", b"x" * 70_000)
    assert "Die Datei ist zu groß." in await entered(hall, file=large)
    assert len((await hall.now()).players) == 2
