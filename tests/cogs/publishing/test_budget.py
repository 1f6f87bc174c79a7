"""The cost of a turn: calls of Discord, limited to fifty a second, and transactions."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from msgspec.structs import replace
from sqlalchemy import Connection, event

from bot.games.papyrus.rules.actions import EndTurn
from cogs.play import panel
from tests.cogs.club import Club
from tests.cogs.nonces import live
from tests.cogs.players import click, moves_offered, press, words_of
from tests.cogs.skirmish import begun, other_than

MOST_CALLS = 4


def calls(club: Club, since: int) -> Counter[tuple[str, bool]]:
    """Return the calls that count against the limits: their methods, and whether they went to the channel."""
    made = club.env.http_requests[since:]
    counting = [each for each in made if not each.path.startswith(("/interactions", "/webhooks"))]
    return Counter((each.method, f"/{club.channel.id}/" in each.path) for each in counting)


async def test_a_turn_takes_at_most_four_calls_and_reads_no_message(club: Club) -> None:
    """A turn that ends in the DM removes its controls with the answer."""
    member = await begun(club)
    for _ in range(2):
        before = len(club.env.http_requests)
        await member.slash(club.channel, "papyrus end-turn")
        made = calls(club, before)
        assert made == {("POST", True): 1, ("PATCH", True): 1, ("POST", False): 1, ("PATCH", False): 1}
        assert made.total() <= MOST_CALLS
        member = other_than(club, member)
    (dm,) = live(member.user.dm_channel.history(), "pick")
    await click(member.user, dm, "End turn")
    (asked,) = live(member.user.dm_channel.history(), "sure")
    before = len(club.env.http_requests)
    await click(member.user, asked, "Yes: End turn")
    assert calls(club, before) == {("POST", True): 1, ("PATCH", True): 1, ("POST", False): 1}
    assert live(member.user.dm_channel.history(), "pick") == []


async def test_a_dm_is_not_edited_while_its_player_acts_in_it(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Something else publishes the action while the answer is drawn; the answer still shows it."""
    member = await begun(club)
    (dm,) = live(member.user.dm_channel.history(), "pick")
    await press(member.user, dm, next(each for each in moves_offered(dm) if each[1]))
    match, drawn, published = (await club.here()).id, panel.draw_panel, []

    async def slowly(*given: Any, **named: Any) -> Any:
        if not published:
            published.append(len(club.env.http_requests))
            await club.bot.publish_here(match)
            assert calls(club, published[0]) == {("PATCH", True): 1}, "the board alone"
        return await drawn(*given, **named)

    monkeypatch.setattr(panel, "draw_panel", slowly)
    (dm,) = live(member.user.dm_channel.history(), "pick")
    before = len(club.env.http_requests)
    await press(member.user, dm, next(each for each in moves_offered(dm) if each[1]))
    assert published
    assert calls(club, before) == {("PATCH", True): 1}
    (dm,) = live(member.user.dm_channel.history(), "pick")
    assert "moves from" in words_of(dm)


async def test_an_answer_after_a_new_dm_removes_the_controls_of_the_old_one(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Meanwhile all seats had a turn: there is one live DM, the newest."""
    member = await begun(club)
    (old,) = live(member.user.dm_channel.history(), "pick")
    await press(member.user, old, next(each for each in moves_offered(old) if each[1]))
    match, drawn, gone_round = (await club.here()).id, panel.draw_panel, []

    async def slowly(*given: Any, **named: Any) -> Any:
        page = await drawn(*given, **named)
        for who in () if gone_round else (member, other_than(club, member)):
            gone_round.append(who)
            await club.service.play.act(match, who.id, [EndTurn()], version=None, request=f"{who.id}")
            await club.bot.publish_here(match)
        return page

    monkeypatch.setattr(panel, "draw_panel", slowly)
    (old,) = live(member.user.dm_channel.history(), "pick")
    await press(member.user, old, next(each for each in moves_offered(old) if each[1]))
    assert len(gone_round) == 2
    (new,) = live(member.user.dm_channel.history(), "pick")
    assert new.id > old.id


async def test_a_single_process_plays_without_loading_the_match(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a change the match is in memory; only the match of a channel is read from the database."""
    member = await begun(club)
    asked: list[str] = []
    engine = club.stores[-1]._database._engine._engine  # type: ignore[attr-defined]

    def heard(_c: Connection, _cursor: object, statement: str, *_rest: object) -> None:
        asked.append(" ".join(statement.split()))

    event.listen(engine, "before_cursor_execute", heard)
    (dm,) = live(member.user.dm_channel.history(), "pick")
    await press(member.user, dm, next(each for each in moves_offered(dm) if each[1]))
    assert asked == []  # the next screen: nothing has changed
    await member.slash(club.channel, "papyrus end-turn")
    event.remove(engine, "before_cursor_execute", heard)
    matches = [each for each in asked if each.startswith("SELECT matches.")]
    settings = [each for each in asked if "FROM people" in each or "FROM servers" in each]
    assert len(matches) == 2  # the match of this channel, and the player's next waiting match
    assert settings == []  # settings of people and servers are in memory


async def test_the_dm_channel_is_opened_once_a_match(club: Club) -> None:
    """discord.py caches 128 of them, and none after a start; Discord limits opening.

    If the known channel is deleted, it is opened again.
    """
    member = await begun(club)
    for _ in range(2):
        await member.slash(club.channel, "papyrus end-turn")
        member = other_than(club, member)
    publisher: Any = club.bot.get_cog("Publisher")
    posts = publisher.turns._posts[(await club.here()).id]
    for gone in (False, True):
        other = other_than(club, member)
        if gone:
            posts["turn", other.id] = replace(posts["turn", other.id], channel=1)
        club.bot._connection._private_channels_by_user.clear()
        before = len(club.env.http_requests)
        await member.slash(club.channel, "papyrus end-turn")
        opened = [each for each in club.env.http_requests[before:] if each.path == "/users/@me/channels"]
        assert len(opened) == gone
        assert len(live(other.user.dm_channel.history(), "pick")) == 1
        member = other
