"""Where the next match waits: told with the answer to a move, and opened by `/me next`."""

from __future__ import annotations

from simcord import MemberActor

from tests.cogs.calls import stop_rounds
from tests.cogs.club import Club
from tests.cogs.people.test_me import open_in, page
from tests.cogs.play.test_panel import begun
from tests.cogs.players import control, labels_of, press_end_turn, said, words_of
from tests.cogs.publishing.test_budget import calls
from tests.cogs.publishing.test_publishing import other_than


async def two_waiting(club: Club) -> tuple[MemberActor, str, str]:
    """Return who is on turn in the match of the channel, and the channels of two matches that wait for them,
    the one that has waited longer first."""
    member = await begun(club)
    stop_rounds(club)
    elder = await open_in(club, "side-hall")
    club.env.backend.advance_clock(5 * 3600)
    younger = await open_in(club, "attic")
    club.env.backend.advance_clock(60)
    return member, elder.name, younger.name


async def test_who_has_ended_a_turn_is_told_the_match_that_has_waited_longest(club: Club) -> None:
    member, elder, younger = await two_waiting(club)
    before = len(club.env.http_requests)
    told = said(await member.slash(club.channel, "papyrus end-turn"))
    assert "waits for you since" in told
    assert f"[#{elder}](https://discord.com/channels/{club.guild.id}/" in told
    assert younger not in told
    made = calls(club, before)
    assert made == {("POST", True): 1, ("PATCH", True): 1, ("POST", False): 1, ("PATCH", False): 1}
    other = other_than(club, member)
    assert elder not in words_of(club.channel.history()[-1]), "it is told to nobody else"
    club.speaks(other, "de")
    told = said(await other.slash(club.channel, "papyrus end-turn"))
    assert "wartet auf dich seit" in told
    assert elder in told, "who is awaited there too"


async def test_it_is_not_told_within_a_turn_nor_where_nothing_waits(club: Club) -> None:
    member = await begun(club)
    assert "/me next" not in said(await member.slash(club.channel, "papyrus end-turn"))
    assert "No match waits for you" in said(await member.slash(club.other, "me next"))
    await open_in(club, "attic")
    mine = other_than(club, member)
    shown = page(await mine.click(_board(club), custom_id=control(_board(club), "Play")))
    assert "/me next" not in words_of(shown)
    await press_end_turn(mine, shown)
    assert "/me next" in words_of(shown)


async def test_next_opens_the_panel_here_and_in_dms_and_after_a_restart(club: Club) -> None:
    member, elder, _ = await two_waiting(club)
    (dm,) = [each for each in member.user.dm_channel.history() if "End turn" in labels_of(each)]
    await press_end_turn(member.user, dm)
    ended = next(each for each in member.user.dm_channel.history() if each.id == dm.id)
    assert "waits for you" not in words_of(ended), "a DM says nothing that is soon no longer so"
    await club.restart()
    opened = await member.user.click(ended, custom_id=control(ended, "Next match"))
    assert "Pick your squad" in words_of(page(opened))
    assert f"#{elder}" in words_of(page(opened))
    shown = page(await member.slash(club.channel, "me next"))
    assert "Pick your squad" in words_of(shown)
    assert f"#{elder}" in words_of(shown)


async def test_paused_matches_and_lobbies_do_not_wait(club: Club) -> None:
    channel = await open_in(club, "attic")
    await open_in(club, "lobby", start=False)
    await club.ann.slash(channel, "match ask pause")
    await club.ben.slash(channel, "match ask pause")
    assert "No match waits for you" in said(await club.ann.slash(club.channel, "me next"))


def _board(club: Club) -> object:
    return next(post for post in reversed(club.channel.history()) if "Play" in labels_of(post))
