"""Random plans of a player's next turn, stored by the real service, in two worlds of the same random play.

In one world the first player plans in secret; in the other nobody does, and the actions of the plan are done
by hand at the same instant. So all views of the others, strangers and the public, and all deliveries with
their times, must be the same in both. Whether a plan may begin is computed without the service.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

from bot.database.migrate import migrate
from bot.engine.errors import Refusal
from bot.games.registry import GAMES
from bot.matches.loaded_match import LoadedMatch
from bot.matches.orders import LONGEST_DELAY, SHORTEST_DELAY, SeatOrders, of_seat
from bot.matches.plans import Plan, decoded
from tests.leaks.world import A_DAY_A_TURN, OPTIONS
from tests.matches.plans_at_random import conditions_hold, least_or_random, planned_at_random
from tests.matches.table import ANN, BEN, STRANGER, Table, TestClock, database_like

PLANNING = tuple([key for key, game in GAMES.items() if game.rules.plannable])
KEEPER = 0
"""The seat that plans, Ann's."""
LEAST = 0.1
"""The probability of the timeout action: small, so that plans have many events."""
BY_HAND = 0.1
"""The probability that a player acts before the plan does."""
OTHERS = (BEN.user, STRANGER, None)
PEOPLE = (ANN, BEN)


class Pair:
    """A match in two worlds, and the results of the plans in the first."""

    def __init__(self, game: str, chance: Random, tables: Sequence[Table], clock: TestClock) -> None:
        self.game, self.chance, self.clock = game, chance, clock
        self.tables = self.planning, self.plain = tables
        self.rules: Any = GAMES[game].rules
        self.match = ""
        self.made = Plan()
        """The last plan, in its player's form."""
        self.fates = Counter[str]()
        self.wrong: list[str] = []

    async def begin(self) -> None:
        """Open and start the match in both worlds."""
        for table in self.tables:
            options: dict[str, Any] = dict(OPTIONS.get(self.game, {}))
            self.match = (await table.started(BEN, match_terms=A_DAY_A_TURN, **options)).id

    async def play(self, plans: int, until: float) -> None:
        """Play until this number of plans was made, or the match is over."""
        while not (await self._position()).info.stage.ended and time.monotonic() < until:
            if self.fates["made"] < plans:
                await self._plan()
            elif (await self._orders()).plan is None:
                return
            await self._step()
            await self._compare()

    async def _position(self) -> LoadedMatch:
        return await self.planning.service._repository.loaded(self.match)

    async def _orders(self) -> SeatOrders:
        return of_seat((await self._position()).record.orders, KEEPER)

    async def _plan(self) -> None:
        """Let the keeper plan, if it is not their turn and nothing is planned."""
        view = self.rules.view((await self._position()).state, KEEPER)
        if (await self._orders()).plan is not None or self.rules.in_own_turn(view):
            return
        plan = planned_at_random(self.rules, view, KEEPER, self.chance)
        if plan.actions:
            play = self.planning.service.play
            await play.order(self.match, ANN.user, plan, request=self.planning.request())
            self.made = plan
            self.fates["made"] += 1
            await self._compare()

    async def _step(self) -> None:
        """Do one action in both worlds: by the plan if one is being carried out, else by hand."""
        before, due = await self._orders(), await self.planning.service.timekeeper.orders_due(self.match)
        if before.playing_plan and due is not None and self.chance.random() > BY_HAND:
            self.clock.now = max(due, self.clock.now)
            await self._by_plan(before)
        else:
            self.clock.pass_by(seconds=self.chance.randrange(1, 60))
            state = (await self._position()).state
            seat = self.chance.choice(sorted(self.rules.to_act(state)))
            action = least_or_random(self.rules, state, seat, self.chance, least=LEAST)
            await self._by_hand(self.planning, seat, action)
            await self._by_hand(self.plain, seat, action)
        await self._check_begun(before)

    async def _by_hand(self, table: Table, seat: int, action: Any) -> None:
        await table.act(self.match, PEOPLE[seat], action)

    async def _by_plan(self, before: SeatOrders) -> None:
        assert before.plan is not None
        (action,) = decoded(self.rules, before.plan.actions[:1])
        seq = (await self._position()).record.seq
        await self.planning.service.timekeeper.expire(self.match)
        if (await self._position()).record.seq == seq:
            return  # the plan could not continue
        self.fates["actions"] += 1
        try:
            await self._by_hand(self.plain, KEEPER, action)
        except Refusal as refused:
            self.wrong.append(f"{self.game} {self.match}: a plan did {action}: {refused.sentence}")

    async def _check_begun(self, before: SeatOrders) -> None:
        """Note the result of a waiting plan, and its faults."""
        if before.plan is None or before.playing_plan:
            return
        after, view = await self._orders(), self.rules.view((await self._position()).state, KEEPER)
        holds = conditions_hold(self.rules, view, self.made)
        fate = "carried out" if after.playing_plan else "waits" if after.plan else after.dropped or "over"
        self.fates[fate] += 1
        if fate == "carried out":
            assert after.due is not None
            if not holds:
                self.wrong.append(f"{self.game} {self.match}: carried out though a condition fails")
            if not SHORTEST_DELAY <= after.due - self.clock.now <= LONGEST_DELAY:
                self.wrong.append(f"{self.game} {self.match}: due after {after.due - self.clock.now}")
        elif fate == "condition" and holds:
            self.wrong.append(f"{self.game} {self.match}: dropped though its conditions hold")

    async def _compare(self) -> None:
        """Note differences in the views or deliveries of others."""
        (planned, sent), (plain, sent_plain) = [await self._seen(table) for table in self.tables]
        self.fates["compared"] += 1
        if planned != plain or sent != sent_plain:
            self.wrong.append(f"{self.game} {self.match}: others can tell that there was a plan")

    async def _seen(self, table: Table) -> tuple[list[Any], list[Any]]:
        """Return the views of others, and their deliveries with time and nonce."""
        shown = []
        for user in OTHERS:
            view = await table.service.match_view(self.match, user)
            shown.append((view.match, view.view, list(view.legal), view.awaited, view.recent))
        rows = await table.store.pending(self.match)
        await table.store.settle([row.delivery.id for row in rows])
        sent = [(row.due, row.delivery.kind, row.delivery.user, row.delivery.version, row.delivery.key)
                for row in rows if row.delivery.user != ANN.user]  # fmt: skip
        return shown, sent


async def pair(game: str, number: int, plans: int, until: float, urls: Sequence[str]) -> Pair:
    """Play a match in two worlds until this number of plans was made, or it is over."""
    clock, rules = TestClock(), {game: GAMES[game].rules}
    tables = [Table(url, clock, f"plans {number}", games=rules) for url in urls]
    try:
        found = Pair(game, Random(f"plans {game} {number}"), tables, clock)
        await found.begin()
        await found.play(plans, until)
    finally:
        for table in tables:
            await table.close()
    return found


def _paired(game: str, number: int, plans: int, until: float, template: Path) -> Pair:
    with tempfile.TemporaryDirectory() as first, tempfile.TemporaryDirectory() as second:
        urls = [database_like(template, Path(place)) for place in (first, second)]
        return asyncio.run(pair(game, number, plans, until, urls))


def run(number: int, seconds: float, seed: int, games: Sequence[str]) -> list[str]:
    """Make this number of plans of all games together; print their results, and return the faults."""
    wanted, faults = [game for game in PLANNING if not games or game in games], list[str]()
    with tempfile.TemporaryDirectory() as place:
        template = Path(place, "migrated.db")
        asyncio.run(migrate(f"sqlite:///{template}"))
        for place_of, game in enumerate(wanted):
            share = (number + len(wanted) - 1 - place_of) // len(wanted)
            until, fates, match = time.monotonic() + seconds, Counter[str](), 10_000 * seed
            while fates["made"] < share and time.monotonic() < until:
                found = _paired(game, match, share - fates["made"], until, template)
                fates, match = fates + found.fates, match + 1
                faults += found.wrong
            told = ", ".join(f"{what} {count:,}" for what, count in sorted(fates.items()))
            print(f"{game}: {match - 10_000 * seed:,} matches: {told}; {len(faults)} faults", flush=True)
    return faults
