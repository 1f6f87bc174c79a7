"""Standing orders as players see them: set by panel and command, carried out, and hidden from others."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from bot.matches.orders import LONGEST_DELAY, SHORTEST_DELAY
from tests.cogs.arclash_table import begun, choices_in_dm, choose, seated
from tests.cogs.club import Club
from tests.cogs.days import rounds_of
from tests.cogs.players import board_post, click, panel_in_dm, panel_under_board, said, words_of
from tests.cogs.test_arclash_secrets import a_club, asked, pictures, template, traffic
from tests.games.arclash.table import Table

__all__ = ["template"]

IDLE = ("Drop; hand Drop Drop", "Spark; hand Snuffer Ward", "Spark; hand Flame Mire")
"""Ann can only stand."""
ABLE = ("Drop; hand Stream Turncoat Push Blank Blank Drop", *IDLE[1:])
WAITS = "Your standing orders will answer in some minutes; you can still play yourself now."


async def ordered(club: Club, wanted: bool = True) -> str:
    return said(await club.ann.slash(club.channel, "arclash orders", **{"stand-or-pass": wanted}))


async def due(club: Club) -> datetime | None:
    record = await club.service._repository.record((await club.here()).id)
    return record.orders[0].due if record.orders else None


async def ready(club: Club) -> bool:
    return bool((await club.match_view(None)).view.places[0].ready)


async def time_passes(club: Club, seconds: float) -> None:
    """Let time pass with rounds of the clocks only."""
    for cog, found in list(rounds_of(club)):
        if cog.qualified_name != "Timekeeping":
            found.cancel()
    await club.env.advance_time(seconds)


async def until(club: Club, at: datetime | None) -> timedelta:
    assert at is not None
    span = at - club.env.now()
    await time_passes(club, span.total_seconds())
    return span


async def test_orders_are_set_by_the_panel_and_carried_out_after_a_delay_arc_07(club: Club) -> None:
    await seated(club, Table(*IDLE))
    dm = panel_in_dm(club.ann.user)
    await click(club.ann.user, dm, "Standing orders")
    assert "You are always asked." in words_of(panel_in_dm(club.ann.user))
    await choose(club.ann, "Stand or pass when I can do nothing else")
    dm = panel_in_dm(club.ann.user)
    assert "you stand or pass without being asked" in words_of(dm)
    assert WAITS in words_of(dm)
    await club.ann.user.click(dm, label="Back")
    assert choices_in_dm(club.ann)[0] == "Stand"
    await time_passes(club, SHORTEST_DELAY.total_seconds() - 5)
    assert not await ready(club)
    await time_passes(club, (LONGEST_DELAY - SHORTEST_DELAY).total_seconds() + 10)
    assert await ready(club)
    assert "1 of 3 has chosen. Waiting for ■ Ben and ▲ Cleo." in words_of(board_post(club)).replace("*", "")


async def test_no_dm_is_sent_while_the_orders_will_answer(club: Club) -> None:
    """They are set, shown and withdrawn by command."""
    await seated(club, Table(*ABLE))
    assert "You are always asked." in said(await club.ann.slash(club.channel, "arclash orders"))
    assert "You have no seat" in said(await club.eve.slash(club.channel, "arclash orders"))
    assert "without being asked" in await ordered(club)
    assert "without being asked" in said(await club.ann.slash(club.channel, "arclash orders"))
    assert await due(club) is None, "she could place a card"
    table = Table(*IDLE)
    await club.set_up(table.state)
    await until(club, await due(club))
    dms = len(club.ann.user.dm_channel.history())
    await club.set_up(table.state)
    assert await due(club) is not None
    assert len(club.ann.user.dm_channel.history()) == dms
    assert WAITS in words_of(panel_in_dm(club.ann.user))
    assert WAITS in words_of(await panel_under_board(club, club.ann))
    assert "You are always asked." in await ordered(club, wanted=False)
    await club.set_up(table.state)
    assert len(club.ann.user.dm_channel.history()) > dms


async def test_an_order_survives_a_restart_and_is_carried_out_at_its_instant(club: Club) -> None:
    await seated(club, Table(*IDLE))
    await ordered(club)
    at = await due(club)
    await club.restart()
    assert await due(club) == at
    await until(club, at)
    assert await ready(club)
    last = (await club.service.store.actions((await club.here()).id))[-1]
    assert at is not None
    assert abs(last.at - at) < timedelta(seconds=1), "not with a round of the bot"


async def _a_world(
    tmp_path: Path, template: Path, name: str, *, wait: timedelta | None
) -> tuple[list[Any], timedelta]:
    """Play one world, in which Ann's orders stand for her, or she stands by hand after this wait."""
    orders = wait is None
    async with a_club(tmp_path, template, name) as club:
        club.close_dms(club.ann)
        await begun(club, club.ben, club.cleo)
        start = len(club.env.http_requests)
        if orders:
            await ordered(club)
        await club.set_up(Table(*IDLE).state)
        await choose(club.ben, "Snuffer")
        seen = [traffic(club, start), pictures(club), await asked(club)]
        wait = await until(club, await due(club)) if wait is None else wait
        if not orders:
            await time_passes(club, wait.total_seconds())
            await club.ann.slash(club.channel, "arclash stand")
        assert await ready(club)
        seen += [traffic(club, start), pictures(club), await asked(club)]
        await choose(club.cleo, "Stand")
        return [*seen, traffic(club, start), pictures(club), await asked(club)], wait


async def test_others_see_the_same_whether_a_player_has_orders_or_not(tmp_path: Path, template: Path) -> None:
    """Also with Ann's DMs closed, so that the channel has to call her."""
    mine, wait = await _a_world(tmp_path, template, "orders", wait=None)
    theirs, _ = await _a_world(tmp_path, template, "by hand", wait=wait)
    assert [len(part) for part in mine] == [len(part) for part in theirs]
    for one, other in zip(mine, theirs, strict=True):
        assert one == other
    assert len(mine[3]) > len(mine[0]), "that Ann has chosen was told"
