"""The history of a match: lines, numbers and former positions as one viewer may know them."""

from __future__ import annotations

from typing import Any

import pytest

from bot.matches.errors import NoMatchHere, WrongStage
from bot.matches.model import LogEntry, MatchInfo
from bot.matches.notices import TakenBack
from tests.matches.dicey import Choose, Chosen, Ready, Revealed, Roll, Rolled, SeatReady, Whisper, Whispered
from tests.matches.table import ANN, BEN, CLEO, STRANGER, Table


async def one_round(table: Table) -> MatchInfo:
    """Ann changes her choice twice and whispers to Ben, Ben chooses, both are ready, Ann rolls."""
    info = await table.started(BEN, CLEO, rounds=2)
    await table.act(info.id, ANN, Choose(3), Whisper(1), Choose(2))
    await table.act(info.id, BEN, Choose(1))
    await table.act(info.id, ANN, Ready())
    await table.act(info.id, BEN, Ready())
    await table.act(info.id, CLEO, Choose(3), Ready())
    await table.act(info.id, ANN, Roll())
    return info


async def labels(table: Table, info: MatchInfo, user: int | None) -> list[str]:
    return [step.label for step in await table.service.history.steps(info.id, user)]


async def test_public_facts_have_the_same_number_for_all_and_secrets_their_own_numbers(
    table: Table,
) -> None:
    info = await one_round(table)
    assert await labels(table, info, None) == ["1", "2", "3", "4"]
    assert await labels(table, info, STRANGER) == ["1", "2", "3", "4"]
    assert await labels(table, info, ANN.user) == ["0.1", "0.2", "0.3", "1", "2", "3", "4"]
    assert await labels(table, info, BEN.user) == ["0.1", "0.2", "1", "2", "3", "4"]
    assert await labels(table, info, CLEO.user) == ["1", "2", "2.1", "3", "4"]
    history = table.service.history
    for user in (None, ANN.user, BEN.user, CLEO.user):
        last = (await history.steps(info.id, user))[-1]
        then, now = await history.match_view(info.id, user, last.seq), await table.view(info.id, user)
        assert (then.view, then.awaited) == (now.view, now.awaited), "the last step is the present"


async def test_each_step_shows_the_former_view_of_the_viewer(table: Table) -> None:
    info = await one_round(table)
    seen: dict[str, Any] = {}
    for step in await table.service.history.steps(info.id, ANN.user):
        seen[step.label] = await table.service.history.match_view(info.id, ANN.user, step.seq)
    assert [match_view.view.dice[0] for match_view in seen.values()] == [3, 3, 2, 2, 2, 2, 2]
    assert [match_view.view.dice[1] for match_view in seen.values()] == [0, 0, 0, 0, 0, 1, 1]
    assert seen["0.2"].recent == (Whispered(0, 1),)
    assert seen["3"].recent == (SeatReady(2), Revealed((2, 1, 3)))
    assert [match_view.seat for match_view in seen.values()] == [0] * 7
    assert [tuple(match_view.legal) for match_view in seen.values()] == [()] * 7
    secret = {step.seq for step in await table.service.history.steps(info.id, ANN.user) if step.own}
    for seq in (*sorted(secret), 999):  # secret actions of others cannot be distinguished from no action
        for user in (None, CLEO.user):
            with pytest.raises(WrongStage, match="no such action in this match, or it was taken"):
                await table.service.history.match_view(info.id, user, seq)
    setup = await table.service.history.match_view(info.id, ANN.user, 0)
    assert (setup.view.dice, setup.recent) == ((0, 0, 0), ())
    assert setup.awaited == {0, 1, 2}


async def test_the_film_has_the_public_boards_and_all_events_between_them(
    table: Table,
) -> None:
    info = await one_round(table)
    steps = await table.service.history.steps(info.id, None)
    first, last = await table.service.history.film(info.id, [steps[0].seq, steps[-1].seq])
    assert first.recent == (SeatReady(0),)
    assert [type(fact) for fact in last.recent] == [SeatReady, SeatReady, Revealed, Rolled]
    assert (first.seat, last.seat) == (None, None)
    assert last.view == (await table.view(info.id)).view


async def test_undone_actions_have_no_number_and_are_marked_in_the_lines(table: Table) -> None:
    info, history = await table.started(BEN, rounds=1), table.service.history
    await table.ready(info.id, ANN, BEN)
    await table.act(info.id, ANN, Roll())
    assert await labels(table, info, None) == ["1", "2", "3"]
    gone = (await history.steps(info.id, None))[-1]
    await table.undo(info.id, ANN)
    await table.agree(info.id, BEN)
    assert await labels(table, info, None) == ["1", "2"]
    with pytest.raises(WrongStage, match="taken back"):
        await history.match_view(info.id, None, gone.seq)
    page = await history.page(info.id, None, None, 50)
    told = page.lines[-1].fact
    assert isinstance(told, TakenBack)
    assert (told.seat, told.consent, told.count) == (0, True, 1)
    assert b'"rolled"' in bytes(told.facts[0])
    assert not any(isinstance(line.fact, Rolled) for line in page.lines)


async def test_pages_have_all_lines_and_count_only_those_of_the_viewer(table: Table) -> None:
    info, page = await one_round(table), table.service.history.page
    for user, total in ((None, 5), (ANN.user, 8), (BEN.user, 7), (CLEO.user, 6)):
        newest = await page(info.id, user, None, 3)
        assert (newest.start, newest.total, len(newest.lines)) == (total - 3, total, 3)
        again: list[LogEntry] = []
        for start in range(0, total, 3):
            again += (await page(info.id, user, start, 3)).lines
        whole = await table.service.history.lines(info.id, user)
        assert {(line.seq, repr(line.fact)) for line in again} == {
            (each.seq, repr(each.fact)) for each in whole
        }
    assert (await page(info.id, None, -7, 3)).start == 0
    assert (await page(info.id, None, 99, 3)).start == 2
    assert [line.fact for line in (await page(info.id, ANN.user, 0, 2)).lines] == [
        Chosen(0, 3),
        Whispered(0, 1),
    ]


async def test_a_match_that_has_not_begun_has_no_history(table: Table) -> None:
    info, history = await table.open(), table.service.history
    for look in (history.steps(info.id, None), history.match_view(info.id, None, 0)):
        with pytest.raises(WrongStage, match="has not begun"):
            await look
    assert (await history.page(info.id, None, None, 5)).total == 0
    with pytest.raises(NoMatchHere):
        await history.steps("000000000000", None)


async def test_a_long_match_is_read_to_its_first_line(table: Table) -> None:
    """The match has more events than the store returns at once."""
    info, history = await table.started(BEN, rounds=1), table.service.history
    for _ in range(11):
        await table.act(info.id, ANN, *[Choose(1 + turn % 2) for turn in range(100)])
    await table.act(info.id, ANN, Choose(3), Ready())
    own = await history.steps(info.id, ANN.user)
    assert len(own) == 11 * 100 + 2
    assert (own[0].label, own[-2].label, own[-1].label) == ("0.1", "0.1101", "1")
    assert await labels(table, info, None) == ["1"]
    oldest = await history.page(info.id, ANN.user, 0, 1)
    assert (oldest.total, oldest.lines[0].fact) == (1102, Chosen(0, 1))
