"""Block: two persons are kept apart, and nobody is told; what is refused is refused as to everybody else."""

from __future__ import annotations

from typing import Any

import pytest

from bot.matches.model import Stage
from tests.cogs.calls import dms, look_at_what_is_due, on_turn, pass_by, stop_rounds
from tests.cogs.club import SMALL, Club
from tests.cogs.matches.test_nudge import nudge
from tests.cogs.play.test_panel import begun
from tests.cogs.players import control, said, words_of
from tests.cogs.quickly import resign_all_but_one

KEPT = "There is no seat for you in this match: those that are left are kept for others."
NONE = "Ben takes no invitations at present."


async def block(club: Club, who: Any, whom: Any) -> str:
    return said(await who.slash(club.channel, "me block", player=whom))


@pytest.mark.parametrize(
    ("locale", "told", "none"),
    [
        ("en-US", "You have blocked Ben", "blocked nobody"),
        ("de", "Du hast Ben blockiert", "niemanden blockiert"),
    ],
)
async def test_a_block_is_listed_for_who_made_it_alone_and_ended(
    club: Club, locale: str, told: str, none: str
) -> None:
    for each in (club.ann, club.ben):
        club.speaks(each, locale)
    assert told in await block(club, club.ann, club.ben)
    assert told in await block(club, club.ann, club.ben), "twice does no harm"
    await club.restart()
    assert club.ben.mention in said(await club.ann.slash(club.channel, "me blocked"))
    assert none in said(await club.ben.slash(club.channel, "me blocked"))
    await club.ann.slash(club.channel, "me unblock", player=club.ben)
    assert none in said(await club.ann.slash(club.channel, "me blocked"))
    assert dms(club.ben, "") == []


async def test_who_cannot_be_blocked_gets_a_sentence(club: Club) -> None:
    assert await block(club, club.ann, club.ann) == "You cannot block yourself."
    robot = club.member("Robbie", bot=True)
    assert "A bot cannot be blocked" in await block(club, club.ann, robot)
    assert "You had not blocked Cleo" in said(
        await club.ann.slash(club.channel, "me unblock", player=club.cleo)
    )


async def test_neither_comes_into_the_others_lobby(club: Club) -> None:
    await club.lobby(seats=3)
    await club.ben.slash(club.other, "match new", game="papyrus", options=SMALL)
    await block(club, club.ann, club.ben)
    assert said(await club.ben.slash(club.channel, "match join")).startswith(KEPT)
    assert said(await club.ann.slash(club.other, "match join")).startswith(KEPT)
    await club.cleo.slash(club.channel, "match join")
    assert (await club.here()).names == ("Ann", "Cleo")


async def test_a_full_lobby_refuses_who_is_blocked_as_it_refuses_everybody(club: Club) -> None:
    await club.lobby(club.cleo)
    await block(club, club.ann, club.ben)
    refusals = [said(await each.slash(club.channel, "match join")) for each in (club.ben, club.dan)]
    assert refusals[0] == refusals[1]
    assert "All 2 seats" in refusals[0]


async def test_a_seat_kept_for_others_refuses_everybody_in_the_same_words(club: Club) -> None:
    await club.ann.slash(club.channel, "match new", game="papyrus", options=SMALL, invite=club.cleo.mention)
    await block(club, club.ann, club.ben)
    refusals = [said(await each.slash(club.channel, "match join")) for each in (club.ben, club.dan)]
    assert refusals[0] == refusals[1]
    assert refusals[0].startswith(KEPT)


async def test_a_challenge_is_refused_as_by_who_takes_no_invitations_with_the_same_calls(club: Club) -> None:
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


async def test_who_has_blocked_somebody_is_told_so_when_they_invite_them(club: Club) -> None:
    await block(club, club.ann, club.ben)
    told = said(await club.ann.context_menu(club.channel, "Challenge", club.ben))
    assert told.startswith("You have blocked Ben.")


async def test_a_seat_that_was_kept_before_is_not_theirs_after_a_block(club: Club) -> None:
    await club.ann.slash(club.channel, "match new", game="papyrus", options=SMALL, invite=club.ben.mention)
    await block(club, club.ann, club.ben)
    assert said(await club.ben.slash(club.channel, "match join")).startswith(KEPT)


async def test_a_rematch_keeps_no_seat_for_the_other(club: Club) -> None:
    await club.started(club.ben)
    await resign_all_but_one(club)
    await block(club, club.ben, club.ann)
    await club.ann.slash(club.channel, "match rematch")
    info = await club.here()
    assert (info.stage, info.names, info.host) == (Stage.LOBBY, ("Ann",), club.ann.id)
    assert dms(club.ben, "asks for a rematch") == []


async def test_a_nudge_is_answered_as_ever_and_does_not_come(club: Club) -> None:
    await begun(club)
    stop_rounds(club)
    slow, waits = await on_turn(club)
    await pass_by(club, hours=5)
    await block(club, slow, waits)
    before = len(dms(slow, ""))
    assert "not by whom" in await nudge(club, waits)
    await look_at_what_is_due(club)
    assert len(dms(slow, "")) == before


async def test_a_match_that_goes_on_stays(club: Club) -> None:
    await club.started(club.ben)
    await block(club, club.ann, club.ben)
    for each in (club.ann, club.ben):
        await each.slash(club.channel, "papyrus preset", squad="balanced")
        assert "went wrong" not in said(await each.slash(club.channel, "papyrus ready"))
    assert (await club.here()).stage is Stage.PLAYING


async def test_a_seat_is_not_offered_to_who_is_kept_apart_from_who_offers_it(club: Club) -> None:
    await club.started(club.cleo)
    await block(club, club.ben, club.ann)
    told = said(await club.ann.slash(club.channel, "match replace", seat="1", player=club.ben))
    assert told == NONE


async def test_blocks_are_exported_and_deleted_and_those_of_others_stay(club: Club) -> None:
    await block(club, club.ann, club.ben)
    await block(club, club.ben, club.ann)
    shown = said(await club.ann.slash(club.channel, "privacy show"))
    assert "1 person whom you have blocked" in shown
    question = await club.ann.slash(club.channel, "privacy delete")
    assert question.response is not None
    await club.ann.click(question.response, custom_id=control(question.response, "Yes, delete it all"))
    assert await club.bot.blocks.blocked(club.ann.id) == []
    assert await club.bot.blocks.blocked(club.ben.id) == [club.ann.id], "it is his"
    await club.lobby(seats=2)
    assert said(await club.ben.slash(club.channel, "match join")).startswith(KEPT)
    assert "Ben" not in words_of(club.channel.history()[-1])
