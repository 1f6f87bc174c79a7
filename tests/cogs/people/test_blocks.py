"""Blocks: two persons are kept apart, and nobody is told; the refusals are the same as for everybody else."""

from __future__ import annotations

from typing import Any

from bot.matches.model import Stage
from tests.cogs.calls import dms, look_at_what_is_due, pass_by, stop_rounds
from tests.cogs.club import SMALL, Club
from tests.cogs.matches.test_nudge import nudge
from tests.cogs.players import click, said, words_of
from tests.cogs.quickly import resign_all_but_one
from tests.cogs.skirmish import in_play

KEPT = "There is no seat for you in this match: those that are left are kept for others."
NONE = "Ben takes no invitations at present."


async def block(club: Club, who: Any, whom: Any) -> str:
    return said(await who.slash(club.channel, "me block", player=whom))


async def test_a_block_is_listed_only_for_its_owner_and_ended(club: Club) -> None:
    club.speaks(club.ben, "de")
    assert "You have blocked Ben" in await block(club, club.ann, club.ben)
    assert "You have blocked Ben" in await block(club, club.ann, club.ben), "twice does no harm"
    await club.restart()
    assert club.ben.mention in said(await club.ann.slash(club.channel, "me blocked"))
    assert "niemanden blockiert" in said(await club.ben.slash(club.channel, "me blocked"))
    await club.ann.slash(club.channel, "me unblock", player=club.ben)
    assert "blocked nobody" in said(await club.ann.slash(club.channel, "me blocked"))
    assert dms(club.ben, "") == []
    assert "Du hast Ann blockiert" in await block(club, club.ben, club.ann)
    assert await block(club, club.ann, club.ann) == "You cannot block yourself."
    robot = club.member("Robbie", bot=True)
    assert "A bot cannot be blocked" in await block(club, club.ann, robot)
    told = said(await club.ann.slash(club.channel, "me unblock", player=club.cleo))
    assert "You had not blocked Cleo" in told


async def test_neither_can_join_the_other_s_lobby(club: Club) -> None:
    """The refusals are the usual ones: a full lobby, and a seat reserved for others."""
    hall, attic = (club.guild.create_text_channel(name) for name in ("hall", "attic"))
    await club.lobby(seats=3)
    for channel, invited in ((hall, club.cleo), (attic, club.ben)):
        words = {"options": SMALL, "invite": invited.mention}
        await club.ann.slash(channel, "match new", game="papyrus", **words)
    await club.ben.slash(club.other, "match new", game="papyrus", options=SMALL)
    await block(club, club.ann, club.ben)

    async def refused(who: Any, channel: Any = club.channel) -> str:
        return said(await who.slash(channel, "match join"))

    assert (await refused(club.ben)).startswith(KEPT)
    assert (await refused(club.ann, club.other)).startswith(KEPT)
    for each in (club.cleo, club.dan):
        await each.slash(club.channel, "match join")
    assert (await club.here()).names == ("Ann", "Cleo", "Dan")
    full = await refused(club.ben)
    assert full == await refused(club.eve)
    assert "All 3 seats" in full
    kept = await refused(club.ben, hall)
    assert kept == await refused(club.eve, hall)
    assert kept.startswith(KEPT)
    assert (await refused(club.ben, attic)).startswith(KEPT), "a seat kept before the block is his no more"


async def test_a_challenge_is_refused_with_the_same_calls_as_without_invitations(club: Club) -> None:
    async def challenged() -> tuple[str, list[tuple[str, str]]]:
        since = len(club.env.http_requests)
        told = said(await club.ann.context_menu(club.channel, "Challenge", club.ben))
        made = [
            (each.method, "/".join(part for part in each.path.split("/") if not part.isdigit())[:24])
            for each in club.env.http_requests[since:]
        ]
        return told, made

    await club.ben.slash(club.channel, "me invitations", on=False)
    ordinary = await challenged()
    await club.ben.slash(club.channel, "me invitations", on=True)
    await block(club, club.ben, club.ann)
    assert await challenged() == ordinary
    assert ordinary[0] == NONE
    opened = await club.ann.slash(
        club.channel, "match new", game="papyrus", options=SMALL, invite=club.ben.mention
    )
    assert said(opened) == f"### No match was opened\n- {NONE}"
    assert club.channel.history() == []
    await club.started(club.cleo)
    assert said(await club.ann.slash(club.channel, "match replace", seat="1", player=club.ben)) == NONE
    await block(club, club.ann, club.ben)
    told = said(await club.ann.context_menu(club.channel, "Challenge", club.ben))
    assert told.startswith("You have blocked Ben."), "who has blocked somebody is told so"


async def test_a_running_match_continues_and_a_rematch_reserves_no_seat_for_the_other(club: Club) -> None:
    await club.started(club.ben)
    await block(club, club.ben, club.ann)
    for each in (club.ann, club.ben):
        await each.slash(club.channel, "papyrus preset", squad="balanced")
        assert "An error occurred" not in said(await each.slash(club.channel, "papyrus ready"))
    assert (await club.here()).stage is Stage.PLAYING
    await resign_all_but_one(club)
    await club.ann.slash(club.channel, "match rematch")
    info = await club.here()
    assert (info.stage, info.names, info.host) == (Stage.LOBBY, ("Ann",), club.ann.id)
    assert dms(club.ben, "asks for a rematch") == []


async def test_a_nudge_has_the_usual_answer_and_is_not_sent(club: Club) -> None:
    slow, waits = await in_play(club)
    stop_rounds(club)
    await pass_by(club, hours=5)
    await block(club, slow, waits)
    before = len(dms(slow, ""))
    assert "do not learn who asked" in await nudge(club, waits)
    await look_at_what_is_due(club)
    assert len(dms(slow, "")) == before


async def test_blocks_are_exported_and_deleted_and_those_of_others_stay(club: Club) -> None:
    await block(club, club.ann, club.ben)
    await block(club, club.ben, club.ann)
    shown = said(await club.ann.slash(club.channel, "privacy show"))
    assert "1 person you have blocked" in shown
    question = await club.ann.slash(club.channel, "privacy delete")
    await click(club.ann, question.response, "Yes, delete it all")
    assert await club.bot.blocks.store.of(club.ann.id) == []
    assert await club.bot.blocks.store.of(club.ben.id) == [club.ann.id], "it is his"
    await club.lobby(seats=2)
    assert said(await club.ben.slash(club.channel, "match join")).startswith(KEPT)
    assert "Ben" not in words_of(club.channel.history()[-1])
