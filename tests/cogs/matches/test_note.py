"""`/match note`: a private note, shown on the writer's panel, exported and deleted with other data."""

from __future__ import annotations

import json
from io import BytesIO

from tests.cogs.club import Club
from tests.cogs.people.test_me import page
from tests.cogs.players import panel_under_board, said, words_of
from tests.cogs.skirmish import in_play
from tests.storage.personal import everything_personal

SECRET = "watch C4, then *strike* @everyone"
SHOWN = "watch C4"


async def test_a_note_is_shown_only_to_its_writer(club: Club) -> None:
    member, other = await in_play(club)
    before = len(club.env.http_requests)
    told = said(await member.slash(club.channel, "match note", text=SECRET))
    assert "Your note in this match" in told
    assert SHOWN in told
    sent = [each for each in club.env.http_requests[before:] if "/interactions" not in each.path]
    assert all("/webhooks/" in each.path for each in sent), "nothing is posted"
    panel = await panel_under_board(club, member)
    assert SHOWN in words_of(panel)
    theirs = await panel_under_board(club, other)
    assert SHOWN not in words_of(theirs)
    for command in ("match note", "match board", "match status", "match past history"):
        for who in (other, club.eve):
            assert SHOWN not in words_of(page(await who.slash(club.channel, command)))
    await member.slash(club.channel, "papyrus end-turn")
    assert all(SHOWN not in words_of(post) for post in club.channel.history())
    await club.restart()
    assert SHOWN in said(await member.slash(club.channel, "match note"))


async def test_a_note_is_replaced_deleted_exported_and_refused_to_strangers(club: Club) -> None:
    member, other = await in_play(club)
    assert "You keep no note" in said(await member.slash(club.channel, "match note"))
    await member.slash(club.channel, "match note", text="first")
    told = said(await member.slash(club.channel, "match note", text="second"))
    assert "second" in told
    assert "first" not in told
    assert "You keep no note" in said(await member.slash(club.channel, "match note", delete=True))
    assert "You have no seat" in said(await club.eve.slash(club.channel, "match note", text="hello"))
    longest = "x" * 1000
    assert longest in said(await member.slash(club.channel, "match note", text=longest))
    assert "There is no match" in said(await member.slash(club.other, "match note", text="hello"))
    privacy = club.bot.privacy
    assert (await privacy.counts(member.id))["notes"] == 1
    mine, theirs = BytesIO(), BytesIO()
    await privacy.export(member.id, mine)
    exported = json.loads(mine.getvalue())
    assert [each["words"] for each in exported["notes"]["notes"]] == [longest]
    await privacy.export(other.id, theirs)
    assert longest.encode() not in theirs.getvalue()
    for kept in everything_personal(club.stores[-1].database):
        if kept.name == "notes":
            await kept.delete(member.id)
    assert "You keep no note" in said(await member.slash(club.channel, "match note"))
