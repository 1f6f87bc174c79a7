"""Many secret actions of a player remove nothing from what others see."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from bot.engine.contract import Event
from bot.matches.loaded_match import RECENT_FACTS, latest, recent_facts
from bot.matches.model import MatchInfo
from tests.matches.dicey import Choose, Chosen, Ready, Rolled, SeatReady, Whispered
from tests.matches.table import ANN, BEN, CLEO, STRANGER, Table

BATCH = 100


def choices(count: int) -> list[Choose]:
    return [Choose(1 + n % 2) for n in range(count)]


async def played(table: Table, secrets: int) -> MatchInfo:
    """Let Ben and Cleo be ready, and Ann change her choice this many times after it."""
    info = await table.started(BEN, CLEO, channel=1 + secrets)
    await table.act(info.id, BEN, Choose(1), Ready())
    for start in range(0, secrets, BATCH):
        await table.act(info.id, ANN, *choices(min(BATCH, secrets - start)))
    return info


async def seen(table: Table, info: MatchInfo, user: int | None) -> Any:
    match_view = await table.view(info.id, user)
    view = replace(match_view.view, lucky=0)  # each match has its own
    return match_view.recent, view, match_view.awaited, match_view.match.version


async def test_five_hundred_secret_actions_change_no_other_view_also_after_a_restart(
    table: Table,
) -> None:
    quiet, busy = await played(table, 1), await played(table, RECENT_FACTS + BATCH)
    restarted = table.again()
    for viewer in (BEN.user, CLEO.user, STRANGER, None):
        for service in (table, restarted):
            assert await seen(service, quiet, viewer) == await seen(service, busy, viewer)
        assert SeatReady(1) in (await table.view(busy.id, viewer)).recent
    mine = await seen(table, busy, ANN.user)
    assert len(mine[0]) == RECENT_FACTS
    assert await seen(restarted, busy, ANN.user) == mine


async def test_an_undo_keeps_a_thousand_secret_actions_and_shows_nothing_of_them(
    table: Table,
) -> None:
    found = []
    for secrets in (2, 1_100):
        info = await played(table, secrets)
        await table.undo(info.id, BEN)
        # `back_to` counts secret actions; it is internal data
        proposed = replace(await table.proposal(info.id), back_to=0)
        number, facts = await table.service.proposals.at_stake(info.id)
        assert facts == [SeatReady(1)]
        await table.agree(info.id, ANN, CLEO)
        assert (await table.view(info.id, ANN)).view.dice[0] == 2
        after = [await seen(table, info, user) for user in (BEN.user, CLEO.user, None)]
        found.append((proposed, number, after))
    assert found[0] == found[1]


def whispers(count: int, to: int) -> list[tuple[int, Event]]:
    return [(seq, Event(None, {0: Whispered(0, to), to: Whispered(0, to)})) for seq in range(1, count + 1)]


def test_private_facts_are_kept_up_to_the_number_shown_to_one_seat() -> None:
    rolled = (1, Event(Rolled(0, (1,), 1)))
    told = [rolled, *[(seq + 1, event) for seq, event in whispers(RECENT_FACTS, 1)]]
    kept = latest(told, 1)
    assert recent_facts(kept, None) == (Rolled(0, (1,), 1),)
    assert recent_facts(kept, 2) == (Rolled(0, (1,), 1),)
    assert recent_facts(kept, 1) == (Whispered(0, 1),) * RECENT_FACTS


def test_only_facts_that_a_viewer_is_shown_are_kept_from_the_previous_turn_on() -> None:
    """A seat's own form of a public event is not counted again."""
    told = whispers(2 * RECENT_FACTS, 1)
    assert len(latest(told, 1)) == RECENT_FACTS
    told += [(seq, Event(SeatReady(0))) for seq in range(2_000, 2_000 + 2 * RECENT_FACTS)]
    assert latest(told, 1) == tuple(told[-RECENT_FACTS:])
    kept = latest([(seq, Event(SeatReady(0), {0: Chosen(0, 1)})) for seq in range(RECENT_FACTS + 3)], 0)
    assert len(recent_facts(kept, 0)) == len(recent_facts(kept, 1)) == RECENT_FACTS
    assert [seq for seq, _ in latest([(seq, Event(SeatReady(seq))) for seq in range(10)], 7)] == [7, 8, 9]
