"""Plans of a player's next turn: played if their conditions hold, else dropped with a message."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from random import Random
from typing import Any

import pytest
from msgspec import to_builtins
from msgspec.structs import replace

from bot.engine.contract import Seat
from bot.engine.fair import Stream
from bot.matches.errors import MatchRefusal, WrongStage
from bot.matches.loaded_match import LoadedMatch, PendingChange
from bot.matches.orders import LONGEST_DELAY, SHORTEST_DELAY, of_seat, with_seat
from bot.matches.plans import Plan, after_one, begun, foreseen, next_action
from bot.matches.play import unseen
from bot.matches.service import MatchService
from bot.people.privacy.match_store import SqlMatchPersonalData
from bot.people.privacy.service import PersonalMatches
from tests.games.crossfire.table import RULES as CROSSFIRE
from tests.games.freetable.chance import RULES as FREE_TABLE
from tests.games.overcross.chance import RULES as OVERCROSS
from tests.games.papyrus.table import RULES as PAPYRUS
from tests.matches.plans_at_random import conditions_hold, least_or_random, planned_at_random
from tests.matches.table import ANN, BEN, Person, Table

GAMES: dict[str, Any] = {
    "papyrus": PAPYRUS,
    "crossfire": CROSSFIRE,
    "overcross": OVERCROSS,
    "free-table": FREE_TABLE,
}
PEOPLE = {ANN.user: ANN, BEN.user: BEN}
PLANS = {"papyrus": 160, "crossfire": 420, "overcross": 160, "free-table": 160}
"""The number of random plans by game; enough that some condition fails."""


def fates(rules: Any, number: int, plans: int) -> Iterator[str]:
    """Yield the result of each random plan in random play.

    For each plan that is carried out, its conditions held when the turn began, and each action was legal.
    """
    chance, rng = Random(number), Stream("plans", number.to_bytes(32))
    state = rules.setup(rules.normalize(rules.Options(), 2), 2, rng)
    waiting: dict[Seat, Plan] = {}
    while plans > 0:
        if rules.outcome(state) is not None:
            state = rules.setup(rules.normalize(rules.Options(), 2), 2, rng)
            waiting.clear()
        for seat in (0, 1):
            view = rules.view(state, seat)
            if seat not in waiting and (plan := planned_at_random(rules, view, seat, chance)).actions:
                waiting[seat] = plan
                plans -= 1
        seat = chance.choice(sorted(rules.to_act(state)))
        action = None
        if seat in waiting:
            plan = waiting.pop(seat)
            view = rules.view(state, seat)
            holds = conditions_hold(rules, view, plan)
            after, dropped = begun(rules, state, seat, plan)
            if after is not None and after.begun:
                assert plan.begun or holds, "a plan is not carried out whose condition fails"
                action = next_action(rules, state, seat, after)
                assert action in rules.legal(state, seat)
                waiting[seat] = after_one(after)
                yield "played"
            elif after is not None:
                waiting[seat] = after
            else:
                assert dropped != "condition" or not holds
                yield dropped or "over"
        rules.apply(state, seat, action or least_or_random(rules, state, seat, chance), rng)


@pytest.mark.parametrize("game", GAMES)
def test_no_random_plan_is_played_when_its_condition_fails(game: str) -> None:
    found = list(fates(GAMES[game], 101, PLANS[game]))
    assert "played" in found
    assert "condition" in found


@pytest.fixture
async def planning(table: Table) -> Table:
    return table.again("planning", games={"papyrus": PAPYRUS})


async def begun_papyrus(table: Table) -> tuple[str, Person, Person]:
    """Begin a match of Papyrus; return it, the player on turn, and the one who waits."""
    info = await table.started(BEN, squad=5)
    while (view := (await table.view(info.id))).view.phase in ("picking", "placing"):
        for seat in sorted(view.awaited):
            person = PEOPLE[view.match.seats[seat].user]
            mine = await table.view(info.id, person)
            kinds = {type(each).__struct_config__.tag: each for each in mine.legal}
            wanted = kinds.get("ready") or kinds.get("formation") or kinds["recruit"]
            await table.act(info.id, person, wanted)
    (seat,) = view.awaited
    on_turn = PEOPLE[view.match.seats[seat].user]
    return info.id, on_turn, BEN if on_turn is ANN else ANN


async def plan_of(table: Table, match: str, person: Person, *kinds: str) -> Plan:
    """Return a plan of actions of these types, the first legal ones."""
    view = await table.view(match, person)
    plan, seat = Plan(), view.seat or 0
    for kind in kinds:
        found = foreseen(PAPYRUS, view.view, seat, plan)
        assert found is not None
        action = next(each for each in found.legal if type(each).__struct_config__.tag == kind)
        plan = plan.before(PAPYRUS, action, view.view)
    return plan


async def end_turn(table: Table, match: str, person: Person) -> None:
    view = await table.view(match, person)
    await table.act(match, person, view.legal[-1])


async def due(table: Table, match: str) -> datetime | None:
    return await table.service.timekeeper.orders_due(match)


async def test_each_action_of_a_plan_is_played_after_the_delay_of_standing_orders(planning: Table) -> None:
    """Others do not learn of it, and the version does not change."""
    match, on_turn, waits = await begun_papyrus(planning)

    async def others() -> list[Any]:
        views = await planning.views(match, on_turn, None)
        return [(view.match, view.view, list(view.legal), view.plan) for view in views]

    before = await others()
    await planning.order(match, waits, await plan_of(planning, match, waits, "move", "move", "end-turn"))
    assert await others() == before
    assert await due(planning, match) is None, "it is not their turn yet"
    await end_turn(planning, match, on_turn)
    for left in (2, 1, 0):
        at, now = await due(planning, match), planning.clock.now
        assert at is not None
        assert SHORTEST_DELAY <= at - now <= LONGEST_DELAY
        planning.clock.now = at
        assert await planning.expire(match)
        plan = (await planning.view(match, waits)).plan
        assert (len(plan.actions) if plan else 0) == left
    view = await planning.view(match)
    assert view.match.seats[next(iter(view.awaited))].user == on_turn.user


async def spoil(service: MatchService, match: str, user: int) -> None:
    """Change the plan of a person so that its condition does not hold."""

    def spoilt(position: LoadedMatch) -> PendingChange:
        seat = position.info.seat_of(user) or 0
        each = of_seat(position.record.orders, seat)
        assert each.plan is not None
        conditions = tuple([(key, "[0]") for key, _ in each.plan.conditions])
        orders = with_seat(
            position.record.orders, 2, seat, each.planning(replace(each.plan, conditions=conditions))
        )
        return unseen(position, replace(position.record, orders=orders))

    await service._repository.change(match, None, spoilt)


async def test_a_plan_whose_condition_fails_is_dropped_with_a_message_to_its_player(planning: Table) -> None:
    match, on_turn, waits = await begun_papyrus(planning)
    await planning.order(match, waits, await plan_of(planning, match, waits, "move"))
    await spoil(planning.service, match, waits.user)
    await end_turn(planning, match, on_turn)
    view = await planning.view(match, waits)
    assert (view.plan, view.plan_dropped) == (None, "condition")
    assert await due(planning, match) is None
    await end_turn(planning, match, waits)
    assert (await planning.view(match, waits)).plan_dropped == ""


async def test_a_manual_action_or_a_withdrawal_drops_the_plan_and_some_actions_cannot_be_planned(
    planning: Table,
) -> None:
    match, on_turn, waits = await begun_papyrus(planning)
    plan = await plan_of(planning, match, waits, "move", "move")
    await planning.order(match, waits, plan)
    with pytest.raises(MatchRefusal, match="It is your turn now"):
        await planning.order(match, on_turn, plan)
    for wrong in (Plan(("{}",)), Plan(plan.actions * 30), Plan(('{"type":"recruit","kind":"smg"}',))):
        with pytest.raises(MatchRefusal, match="cannot be planned"):
            await planning.order(match, waits, wrong)
    assert (await planning.view(match, waits)).plan == plan
    await planning.order(match, waits, Plan())
    assert (await planning.view(match, waits)).plan is None
    await planning.order(match, waits, plan)
    await end_turn(planning, match, on_turn)
    await planning.act(match, waits, (await planning.view(match, waits)).legal[0])
    assert (await planning.view(match, waits)).plan is None
    assert await due(planning, match) is None
    await planning.end(match, 1)
    with pytest.raises(WrongStage, match="has ended"):
        await planning.order(match, waits, plan)


async def test_a_plan_waits_again_when_its_turn_was_taken_back(planning: Table) -> None:
    """As if the undone actions had never been made: whole, and only if its conditions hold again."""
    match, on_turn, waits = await begun_papyrus(planning)
    plan = await plan_of(planning, match, waits, "move", "move", "end-turn")
    await planning.order(match, waits, plan)
    for done in (0, 1):
        await end_turn(planning, match, on_turn)
        for _ in range(done):
            planning.clock.now = await due(planning, match) or planning.clock.now
            assert await planning.expire(match)
        begun_plan = (await planning.view(match, waits)).plan
        assert begun_plan is not None
        assert (begun_plan.begun, len(begun_plan.actions)) == (True, 3 - done)
        await planning.undo(match, on_turn)
        await planning.agree(match, waits)
        assert (await planning.view(match, waits)).plan == plan
        assert await due(planning, match) is None
    await end_turn(planning, match, on_turn)
    assert await due(planning, match) is not None


async def test_a_plan_is_exported_and_deleted_with_its_player(planning: Table) -> None:
    match, _, waits = await begun_papyrus(planning)
    plan = await plan_of(planning, match, waits, "move")
    await planning.order(match, waits, plan)
    personal = PersonalMatches(planning.service, SqlMatchPersonalData(planning.store.database))
    assert (await personal._orders(match, waits.user))["plan"] == to_builtins(plan)
    await planning.service.tournament.reseat(match, waits.user, Person(777, "Zoe"))
    assert (await planning.view(match, 777)).plan is None
