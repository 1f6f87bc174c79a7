"""Whole matches of Crossfire as their players see them, through SimCord."""

from __future__ import annotations

import random

from cogs.kit.controls import ComponentId, button
from cogs.kit.layout import message_of, rows
from tests.cogs.club import NARROW, Club
from tests.cogs.players import (
    an_eventful_offer,
    board_post,
    click,
    contested,
    labels_of,
    panel_in_dm,
    pictures_of,
    play_by_panel,
    said,
    words_of,
)

CLOSED = "Ben's DMs are closed: press Play here, it is your turn."


async def test_a_match_by_dm_with_closed_dms_of_one_seat_and_a_restart_in_a_contest_crf_16(
    club: Club,
) -> None:
    await club.lobby(club.ben, game="crossfire", options=NARROW)
    club.close_dms(club.ben)
    await club.ann.slash(club.channel, "match start")
    rng = random.Random(5)
    await play_by_panel(club, rng, choose=an_eventful_offer, in_dms=[club.ann], until=contested)
    before = await club.match_view(club.ann)
    assert contested(before)
    await club.restart()
    assert (await club.match_view(club.ann)).view == before.view
    settled = lambda match_view: not contested(match_view)  # noqa: E731
    assert await play_by_panel(club, rng, choose=an_eventful_offer, in_dms=[club.ann], until=settled)
    assert club.ben.user.dm_channel.history() == []
    told = [words_of(post) for post in club.channel.history()]
    assert any(CLOSED in text for text in told)


async def test_a_player_who_settles_bases_is_awaited_at_once_and_called_once_crf_03(club: Club) -> None:
    await club.started(club.ben, game="crossfire", options="grid=bb#/22#/.../#11/#aa")
    match_view = await club.match_view(None)
    assert match_view.awaited == {0, 1}
    ben = panel_in_dm(club.ben.user)
    assert "Deal new bases" in labels_of(ben)
    await club.ann.user.click(panel_in_dm(club.ann.user), label="Keep these")
    assert "Ann keeps" in words_of(board_post(club)).replace("*", "")
    assert panel_in_dm(club.ben.user).id == ben.id
    await club.ben.user.click(ben, label="Keep these")
    match_view = await club.match_view(None)
    assert match_view.view.phase == "turn"
    assert len(match_view.awaited) == 1
    assert "Zoom" not in labels_of(board_post(club)), "a small table has no quarters"
    page = message_of(*rows([button("Zoom", ComponentId("zoom", match_view.match.id))]))
    post = await club.bot.get_partial_messageable(club.channel.id).send(**page.to_send())
    assert "small enough" in said(await club.ann.click(post, label="Zoom"))


async def test_ultimate_begins_with_a_table_shown_in_quarters_crf_25(club: Club) -> None:
    await club.started(club.ben, club.cleo, club.dan, game="crossfire", options="ultimate=true")
    board = board_post(club)
    assert labels_of(board) == ["Play", "Hand", "Zoom", "Board as text", "Rules"]
    whole = pictures_of(board)[0]["description"]
    shown = await click(club.eve, board, "Zoom")
    assert shown.response.ephemeral
    parts = {shown.response.attachments[0].size}
    open_ways = labels_of(shown.response)
    assert len(open_ways) == 3
    titles = [words_of(shown.response)]
    for label in open_ways:
        await club.eve.click(shown.response, label=label)
        titles.append(words_of(shown.response))
        assert label not in labels_of(shown.response)
        assert len(pictures_of(shown.response)) == 1
        parts.add(shown.response.attachments[0].size)
    assert len(set(titles)) == 4
    assert len(parts) == 4
    assert whole
    told = said(await click(club.eve, board, "Board as text"))
    assert "Crossfire, 13 columns, 13 rows, squares a1 to m13." in told
