"""`/match move`: a match continues in another channel, also when its own is deleted."""

from __future__ import annotations

from typing import Any

from tests.cogs.club import Club
from tests.cogs.league import keeper
from tests.cogs.players import click, labels_of, panel_in_dm, said, words_of
from tests.cogs.skirmish import begun, other_than


async def offers(club: Club, member: Any, channel: Any, typed: str = "") -> list[tuple[str, str]]:
    found = await member.autocomplete(channel, "match move", "match", typed)
    return [(each["name"], each["value"]) for each in found]


async def moved(club: Club, member: Any, match: str, channel: Any = None) -> str:
    return said(await member.slash(channel or club.other, "match move", match=match))


async def test_the_board_is_posted_in_the_new_channel_and_play_continues_there(club: Club) -> None:
    member = await begun(club)
    info, old = await club.here(), club.channel.history()[-1]
    assert "Play" in labels_of(old)
    assert await offers(club, club.ben, club.other) == [("Papyrus of Ann, Ben in #table", info.id)]
    assert f"continues in <#{club.other.id}>" in await moved(club, club.ben, info.id)
    board = club.other.history()[-1]
    assert "Ben has moved the match to this channel." in words_of(board)
    assert "Play" in labels_of(board)
    (before,) = [each for each in club.channel.history() if each.id == old.id]
    assert labels_of(before) == []
    assert "the match continues in" in words_of(before)
    assert str(club.other.id) in words_of(before)
    assert (await club.service.in_channel(club.other.id)).id == info.id
    assert await offers(club, club.ben, club.other) == []
    assert club.other.name in words_of(panel_in_dm(member.user))
    await club.restart()
    posts = len(club.channel.history())
    assert "There is no match in this channel" in said(await member.slash(club.channel, "papyrus end-turn"))
    await member.slash(club.other, "papyrus end-turn")
    other = other_than(club, member)
    assert f"{other.name}" in words_of(club.other.history()[-1])
    assert len(club.channel.history()) == posts


async def test_a_match_of_a_deleted_channel_continues_elsewhere(club: Club) -> None:
    """Moderators can choose such a match too."""
    moderator = keeper(club)
    member = await begun(club)
    info = await club.here()
    club.env.backend.delete_channel(club.channel.id)
    await club.env.settle()
    other = other_than(club, member)
    assert [match for _, match in await offers(club, moderator, club.other)] == [info.id]
    ((title, match),) = await offers(club, other, club.other, "gone")
    assert (title, match) == ("Papyrus of Ann, Ben in a channel that is gone", info.id)
    await moved(club, other, match)
    assert "Play" in labels_of(club.other.history()[-1])
    await member.slash(club.other, "papyrus end-turn")
    assert (await club.service.match_view(info.id, None)).awaited == {info.seat_of(other.id)}


async def test_a_lobby_moves_too_and_an_open_proposal_is_posted_again_in_the_new_channel(
    club: Club,
) -> None:
    info = await club.lobby(club.ben)
    await moved(club, club.ann, info.id)
    post = club.other.history()[-1]
    assert "Leave" in labels_of(post)
    assert labels_of(club.channel.history()[-1]) == []
    await click(club.ann, post, "Start")
    assert "Play" in labels_of(club.other.history()[-1])
    assert (await club.service.match_view(info.id, None)).match.names == ("Ann", "Ben")
    await club.ann.slash(club.other, "match ask draw")
    await moved(club, club.ann, info.id, club.channel)
    old = next(post for post in club.other.history() if "offers a draw" in words_of(post))
    assert labels_of(old) == []
    new = next(post for post in club.channel.history() if "offers a draw" in words_of(post))
    await click(club.ben, new, "Agree")
    assert (await club.service.info(info.id)).stage.ended
    assert labels_of(next(post for post in club.channel.history() if post.id == new.id)) == []


async def test_only_players_and_moderators_move_a_match_and_only_to_a_free_channel(club: Club) -> None:
    info = await club.started(club.ben)
    moderator = keeper(club)
    for each in (club.eve, moderator):
        assert await offers(club, each, club.other) == []
    assert "Only its players can move" in await moved(club, club.eve, info.id)
    assert "in this channel already" in await moved(club, club.ann, info.id, club.channel)
    assert "There is no such match" in await moved(club, club.ann, "nonsense")
    await club.eve.slash(club.other, "match new", game="papyrus", seats=2)
    assert "has a match already" in await moved(club, club.ann, info.id)
    await club.eve.slash(club.other, "match leave")
    await club.bot.servers.allow(club.guild.id, club.channel.id)
    assert "matches are played in #table" in await moved(club, club.ann, info.id)
    await club.bot.servers.allow(club.guild.id, club.other.id)
    club.forbid(club.other, "attach_files")
    told = await moved(club, club.ann, info.id)
    assert "I may not post in this channel. I need these permissions here: Attach Files." in told
    assert (await club.here()).id == info.id
    elsewhere = club.env.create_guild("Elsewhere")
    channel, ann = elsewhere.create_text_channel("hall"), elsewhere.add_member(club.ann.user)
    await club.env.settle()
    assert "belongs to another server" in await moved(club, ann, info.id, channel)
    assert (await club.here()).id == info.id
    club.forbid(club.other)
    await moved(club, moderator, info.id)
    assert "A moderator has moved the match" in words_of(club.other.history()[-1])
