"""`/match note`: kept for oneself alone, shown on one's own panel, handed out and deleted with the rest."""

from __future__ import annotations

import json
from io import BytesIO

from tests.cogs.club import Club
from tests.cogs.people.test_me import page
from tests.cogs.play.test_panel import begun
from tests.cogs.players import board_post, control, said, words_of
from tests.cogs.publishing.test_publishing import other_than

SECRET = "watch C4, then *strike* @everyone"
SHOWN = "watch C4"


async def test_a_note_is_shown_to_its_writer_alone(club: Club) -> None:
    member = await begun(club)
    other = other_than(club, member)
    before = len(club.env.http_requests)
    told = said(await member.slash(club.channel, "match note", text=SECRET))
    assert "Your note in this match" in told
    assert SHOWN in told
    sent = [each for each in club.env.http_requests[before:] if "/interactions" not in each.path]
    assert all("/webhooks/" in each.path for each in sent), "nothing is posted"
    panel = page(await member.click(board_post(club), custom_id=control(board_post(club), "Play")))
    assert SHOWN in words_of(panel)
    theirs = page(await other.click(board_post(club), custom_id=control(board_post(club), "Play")))
    assert SHOWN not in words_of(theirs)
    for command in ("match note", "match board", "match status", "match past history"):
        for who in (other, club.eve):
            assert SHOWN not in words_of(page(await who.slash(club.channel, command)))
    await member.slash(club.channel, "papyrus end-turn")
    assert all(SHOWN not in words_of(post) for post in club.channel.history())
    await club.restart()
    assert SHOWN in said(await member.slash(club.channel, "match note"))


async def test_a_note_is_replaced_deleted_and_no_strangers_business(club: Club) -> None:
    member = await begun(club)
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


async def test_a_note_is_counted_handed_out_and_deleted_with_the_rest(club: Club) -> None:
    member = await begun(club)
    await member.slash(club.channel, "match note", text=SECRET)
    privacy = club.bot.privacy
    assert (await privacy.counts(member.id))["notes"] == 1
    mine, theirs = BytesIO(), BytesIO()
    await privacy.export(member.id, mine)
    exported = json.loads(mine.getvalue())
    assert [each["words"] for each in exported["notes"]["notes"]] == [SECRET]
    await privacy.export(other_than(club, member).id, theirs)
    assert SHOWN.encode() not in theirs.getvalue()
    for kept in club.stores[-1].personal:
        if kept.name == "notes":
            await kept.delete(member.id)
    assert "You keep no note" in said(await member.slash(club.channel, "match note"))
