"""discord.py's memory is no witness: an archived thread is neither gone nor public, and Discord is asked."""

from __future__ import annotations

from typing import Any

import pytest
from simcord.backend.models import Overwrite
from simcord.backend.serializers import guild_create_payload
from simcord.enums import OverwriteType
from sqlalchemy import text

from bot.database.coordination import Alone, Shards
from bot.matches.model import MatchInfo, Person
from bot.matches.outbox import TryLater
from bot.parts.matchmaking.service import WishService
from cogs.kit.sight import UnseenError, can_see, channel_of, is_private
from tests.cogs.calls import dms, one_round
from tests.cogs.club import SMALL, Club
from tests.cogs.league import keeper
from tests.cogs.players import click, labels_of, said, words_of

HIDDEN = "There is no such match, or you cannot see its channel."
UNANSWERED = "Discord does not say at present who can see the channel of that match."


class Elsewhere(Alone):
    """Coordination with another process that handles a server."""

    def __init__(self, guild: int) -> None:
        self.shards = Shards((1 - (guild >> 22) % 2,), 2)


async def archived(club: Club, thread: int) -> None:
    """Archive a thread: discord.py forgets it."""
    await club.bot.http.edit_channel(thread, archived=True)
    await club.env.settle()
    assert club.bot.get_channel(thread) is None


async def deleted(club: Club, thread: int) -> None:
    club.env.backend.delete_channel(thread)
    await club.env.settle()
    assert club.bot.get_channel(thread) is None


async def opened(club: Club, **words: Any) -> MatchInfo:
    """Let Ann open a match in a thread of its own."""
    given = {"game": "papyrus", "seats": 2, **words}
    await club.ann.slash(club.channel, "match new", **given)
    return await club.service.in_channel(club.channel.threads[-1].id)


async def offers(club: Club, member: Any) -> list[str]:
    found = await member.autocomplete(club.other, "match move", "match", "")
    return [each["name"] for each in found]


async def replayed(club: Club, member: Any, match: str, **words: Any) -> str:
    return said(await member.slash(club.other, "match past replay", match=match, **words))


async def as_1_5_0(club: Club) -> None:
    """Let the rows of matches be as version 1.5.0 has stored them: they do not say what is private."""
    await club.stores[-1].database.write(
        lambda each: each.execute(text("UPDATE matches SET private = NULL, private_channel = NULL"))
    )
    club.service.forget()
    club.service._repository._at_hand.clear()


def asked_for(club: Club, channel: int) -> int:
    """Return how often Discord was asked for a channel."""
    path = f"/channels/{channel}"
    return sum(each.method == "GET" and each.path == path for each in club.env.http_requests)


@pytest.mark.parametrize("before", ["open", "archived", "archived, of version 1.5.0"])
@pytest.mark.parametrize("private", [True, False])
async def test_a_wish_gets_no_seat_in_a_private_thread_archived_or_not(
    club: Club, private: bool, before: str
) -> None:
    info = await opened(club, **({"private": True} if private else {"thread": True}))
    if "1.5.0" in before:
        await as_1_5_0(club)
    if before != "open":
        await archived(club, info.channel)
    asked = asked_for(club, info.channel)  # whether its players can still act
    await club.cleo.slash(club.channel, "find", game="papyrus")
    for _ in range(2):
        await one_round(club, "Matchmaker")
    after = await club.service.info(info.id)
    assert (after.names == ("Ann",)) == private
    assert any("A seat is reserved" in words_of(each) for each in dms(club.cleo, "")) != private
    assert after.private is private, "it is stored, also for the match of the older version"
    if "1.5.0" in before:
        assert asked_for(club, info.channel) == asked + 1


async def test_a_wish_gets_no_seat_in_a_channel_that_its_person_cannot_see(club: Club) -> None:
    """Another lobby that they can see is offered instead, in the next round."""
    await open_by_ann(club)
    club.forbid(club.channel, "view_channel")
    await club.env.settle()
    await club.cleo.slash(club.other, "find", game="papyrus")
    assert dms(club.cleo, "") == []
    await club.ben.slash(club.other, "match new", game="papyrus", seats=2)
    await one_round(club, "Matchmaker")
    assert (await club.service.in_channel(club.other.id)).names == ("Ben", "Cleo")
    assert (await club.here()).names == ("Ann",)


async def open_by_ann(club: Club) -> MatchInfo:
    await club.ann.slash(club.channel, "match new", game="papyrus", seats=2)
    return await club.here()


async def test_the_lobby_of_an_archived_private_thread_still_says_that_it_is_private(club: Club) -> None:
    info = await opened(club, private=True, options=SMALL)
    (thread,) = club.channel.threads
    for older in (False, True):
        if older:
            await as_1_5_0(club)
        await archived(club, info.channel)
        await club.service.lobby.join(info.id, Person(club.ben.id, "Ben"), request="join")
        await club.publish(info.id)
        assert "Private: those in this thread" in words_of(thread.history()[-1])


async def test_a_manager_who_may_not_see_a_private_thread_cannot_move_its_match(club: Club) -> None:
    """They are told nothing of it, by list or by id, until the thread is deleted."""
    info, max_ = await opened(club, private=True), keeper(club)
    assert await offers(club, max_) == []
    await archived(club, info.channel)
    for _ in range(2):
        assert await offers(club, max_) == []
        refused = said(await max_.slash(club.other, "match move", match=info.id))
        assert refused.startswith(HIDDEN)
        assert (await club.service.info(info.id)).channel == info.channel
    club.bot.asked_channels.clear()
    await deleted(club, info.channel)
    assert await offers(club, max_) == ["Papyrus of Ann in a channel that is gone"]
    assert "continues in" in said(await max_.slash(club.other, "match move", match=info.id))
    assert (await club.service.info(info.id)).private is False


async def test_watchers_keep_replay_and_film_of_a_match_in_an_archived_thread(club: Club) -> None:
    info = await opened(club, thread=True, options=SMALL)
    for each in (club.ben,):
        await club.service.lobby.join(info.id, Person(each.id, each.name), request="join")
    await club.service.lobby.start(info.id, club.ann.id, request="start")
    shown = "before the first action"
    assert shown in await replayed(club, club.cleo, info.id)
    await archived(club, info.channel)
    asked = asked_for(club, info.channel)  # whether its players can still act
    assert shown in await replayed(club, club.cleo, info.id)
    club.service._repository.cache.clear()  # as after a restart
    assert shown in await replayed(club, club.cleo, info.id)
    assert asked_for(club, info.channel) == asked + 1, "an answer is used again for some minutes"
    club.forbid(club.channel, "view_channel")
    await club.env.settle()
    assert (await replayed(club, club.cleo, info.id)).startswith(HIDDEN)


async def test_watchers_keep_replay_and_film_of_a_match_that_ended_in_a_forum(club: Club) -> None:
    """The bot itself archives the post at the end."""
    boss, forum = keeper(club), club.guild.create_forum_channel("matches")
    await club.env.settle()
    await boss.slash(club.channel, "table forum", channel=forum)
    await club.ann.slash(club.channel, "match new", game="papyrus", seats=2, options=SMALL)
    (info,) = await club.service.open_matches()
    assert info.private is False
    await club.service.lobby.join(info.id, Person(club.ben.id, club.ben.name), request="join")
    await club.service.lobby.start(info.id, club.ann.id, request="start")
    await club.publish(info.id)
    view = await club.service.match_view(info.id, club.ann.id)
    await club.service.play.act(info.id, club.ann.id, [view.legal[0]], version=None, request="move")
    await club.service.play.resign(info.id, club.ben.id, request="over")
    await club.publish(info.id)
    assert club.bot.get_channel(info.channel) is None, "the post is archived"
    assert "before the first action" in await replayed(club, club.cleo, info.id, action="0")
    assert "A film of a match" in await replayed(club, club.cleo, info.id, film=True)


async def test_players_read_the_name_of_their_archived_thread_and_not_that_it_is_gone(club: Club) -> None:
    info = await opened(club, thread=True)
    name = club.channel.threads[-1].name
    await archived(club, info.channel)
    assert await offers(club, club.ann) == [f"Papyrus of Ann in #{name}"]
    club.bot.asked_channels.clear()
    club.env.inject_error("GET", f"/channels/{info.channel}", status=503, times=None)
    assert await offers(club, club.ann) == ["Papyrus of Ann"], "nobody knows at present"
    club.allow_again()
    await deleted(club, info.channel)
    assert await offers(club, club.ann) == ["Papyrus of Ann in a channel that is gone"]


async def test_no_answer_of_discord_is_taken_for_a_refusal(club: Club) -> None:
    info = await opened(club, thread=True)
    await archived(club, info.channel)
    club.env.inject_error("GET", f"/channels/{info.channel}", status=503, times=None)
    assert (await replayed(club, club.cleo, info.id)).startswith(UNANSWERED)
    club.speaks(club.dan, "de")
    assert "Discord sagt gerade nicht" in await replayed(club, club.dan, info.id)
    assert "has not begun" in await replayed(club, club.ann, info.id), "players need no permission"
    club.allow_again()
    assert "has not begun" in await replayed(club, club.cleo, info.id)


async def test_a_channel_that_the_bot_may_not_see_is_not_gone(club: Club) -> None:
    info, max_ = await opened(club, thread=True), keeper(club)
    await archived(club, info.channel)
    club.env.inject_error("GET", f"/channels/{info.channel}", status=403, code=50001, times=None)
    assert await offers(club, max_) == []
    assert (await replayed(club, max_, info.id)).startswith(HIDDEN)
    with pytest.raises(UnseenError):
        await channel_of(club.bot, club.guild.id, info.channel)
    assert not await can_see(club.bot, info, club.cleo.id)
    club.allow_again()


async def test_a_move_and_a_rematch_store_whether_their_place_is_private(club: Club) -> None:
    info = await opened(club, private=True, options=SMALL)
    (nook,) = club.channel.threads
    assert info.private
    await club.ann.slash(club.other, "match move", match=info.id)
    assert (await club.service.info(info.id)).private is False
    await club.ann.slash(nook, "match move", match=info.id)
    assert (await club.service.info(info.id)).private is True
    await club.service.lobby.join(info.id, Person(club.ben.id, "Ben"), request="join")
    await club.service.lobby.start(info.id, club.ann.id, request="start")
    await club.service.play.resign(info.id, club.ben.id, request="over")
    await club.publish(info.id)
    await archived(club, info.channel)
    over = dms(club.ann, "")[-1]
    assert "Rematch" in labels_of(over)
    await click(club.ann.user, over, "Rematch")
    again = await club.service.in_channel(nook.id)
    assert (again.match_terms.after, again.private) == (info.id, True)


async def test_a_move_by_an_older_version_makes_the_place_unknown(club: Club) -> None:
    """The older version changes the channel alone, while both run on one database."""
    info = await open_by_ann(club)
    assert (info.private, await is_private(club.bot, info)) == (False, False)
    nook = (await opened(club, private=True)).channel
    await club.service.lobby.leave((await club.service.in_channel(nook)).id, club.ann.id, request="leave")
    await club.stores[-1].database.write(
        lambda each: each.execute(text(f"UPDATE matches SET channel = {nook} WHERE id = '{info.id}'"))
    )
    club.service.forget()
    club.service._repository._at_hand.clear()
    moved = await club.service.info(info.id)
    assert moved.private is None
    assert await is_private(club.bot, moved)
    assert (await club.service.info(info.id)).private is True


async def test_a_wish_stays_while_its_server_cannot_be_asked(club: Club) -> None:
    """Only Discord's answer that there is no such member takes it away."""
    for each in (club.ann, club.ben):
        club.env.inject_error("GET", f"/guilds/{club.guild.id}/members/{each.id}", status=503, times=None)
    await club.ann.slash(club.channel, "find", game="papyrus")
    await club.ben.slash(club.channel, "find", game="papyrus")
    assert len(await club.bot.services.of(WishService).of(club.ann.id)) == 1
    club.allow_again()
    club.bot._connection._guilds.pop(club.guild.id)  # another process handles it
    club.env.backend.advance_clock(3700)
    await one_round(club, "Matchmaker")
    assert len(await club.bot.services.of(WishService).of(club.ann.id)) == 1
    (thread,) = club.channel.threads
    assert (await club.service.in_channel(thread.id)).names == ("Ann", "Ben")


async def test_a_server_of_another_process_has_its_language(club: Club) -> None:
    """The leader posts there too. Discord is asked once; without an answer the post is in English."""
    club.env.backend.edit_guild(club.guild.id, {"preferred_locale": "de"})
    await club.env.settle()
    club.bot._connection._guilds.pop(club.guild.id)
    club.bot.coordination = Elsewhere(club.guild.id)
    path = f"/guilds/{club.guild.id}"
    club.env.inject_error("GET", path, status=503, times=None)
    assert (await club.bot.languages.of_server(club.guild.id)).code == "en"
    club.allow_again()
    since = len(club.env.http_requests)
    for _ in range(2):
        assert (await club.bot.languages.of_server(club.guild.id)).code == "de"
    assert [each.path for each in club.env.http_requests[since:]] == [path]


async def test_a_channel_that_was_deleted_during_an_outage_is_gone(club: Club) -> None:
    """Discord tells of no deletion then; discord.py would keep the channel for ever."""
    info, max_, backend = await open_by_ann(club), keeper(club), club.env.backend
    assert await offers(club, max_) == []
    backend.emit("GUILD_DELETE", {"id": str(club.guild.id), "unavailable": True})
    await club.env.settle()
    emit = backend.emit
    backend.emit = lambda *_, **__: None  # type: ignore[method-assign, assignment]
    backend.delete_channel(club.channel.id)
    backend.emit = emit  # type: ignore[method-assign]
    backend.emit(
        "GUILD_CREATE",
        {**guild_create_payload(backend, backend.get_guild(club.guild.id)), "unavailable": False},
    )
    await club.env.settle()
    assert club.bot.get_channel(club.other.id) is not None, "it is over"
    assert await offers(club, max_) == ["Papyrus of Ann in a channel that is gone"]
    assert "continues in" in said(await max_.slash(club.other, "match move", match=info.id))


async def test_a_lobby_for_wishes_is_opened_where_all_of_them_can_see_it(club: Club) -> None:
    """Not in the channel of the first wish, which the second person cannot see."""
    await club.ann.slash(club.channel, "find", game="papyrus")
    hidden = Overwrite(target_id=club.cleo.id, type=OverwriteType.MEMBER, allow=0, deny=1 << 10)
    club.env.backend.set_overwrite(club.channel.id, hidden)
    await club.env.settle()
    await club.cleo.slash(club.other, "find", game="papyrus")
    assert club.channel.threads == []
    (thread,) = club.other.threads
    assert (await club.service.in_channel(thread.id)).names == ("Ann", "Cleo")


async def test_a_lobby_of_an_older_version_waits_until_discord_says_whether_it_is_private(club: Club) -> None:
    """It is neither offered nor called private or public meanwhile."""
    info = await opened(club, thread=True, options=SMALL)
    await as_1_5_0(club)
    await archived(club, info.channel)
    club.env.inject_error("GET", f"/channels/{info.channel}", status=503, times=None)
    with pytest.raises(TryLater):
        await is_private(club.bot, await club.service.info(info.id))
    await club.cleo.slash(club.channel, "find", game="papyrus")
    assert (await club.service.info(info.id)).names == ("Ann",)
    assert (await club.service.info(info.id)).private is None
    club.allow_again()
    assert not await is_private(club.bot, await club.service.info(info.id))
    assert (await club.service.info(info.id)).private is False
