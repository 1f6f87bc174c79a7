"""A stateful test of a table in two worlds: lobby, play, undo, agreements, clocks, restarts, faults.

The two worlds get the same requests. Only Ann's secret choice of dice differs, until she is ready. All that
others see, are refused or receive must be the same in both (secrecy). After a restart or a fault every
acknowledged request is still there (nothing is lost, nothing happens twice).
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Awaitable, Callable
from itertools import permutations
from pathlib import Path
from typing import Any

import msgspec
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from bot.database.migrate import migrate
from bot.engine.errors import Refusal, Unavailable
from bot.matches.clocks import ClockTerms
from bot.matches.model import MatchInfo, MatchTerms, Stage
from bot.matches.ports import CommitResult, MatchWrite
from bot.matches.replay import moment_after
from bot.matches.service import MatchService
from bot.matches.timekeeper import AWAY
from tests.matches.dicey import Choose, HurriedRules, Orders, Ready, Roll, Whisper
from tests.matches.table import ANN, BEN, CHANNEL, CLEO, DAN, MODERATOR, Table, TestClock, database_like

PEOPLE = (ANN, BEN, CLEO, DAN)
anybody = st.sampled_from(PEOPLE)
others = st.sampled_from(PEOPLE[1:])
SETTLED = 30
"""How often the clocks of a match are checked before the test fails because it never becomes stable."""
Wish = Callable[[Table, str], Awaitable[Any]]
"""A request to a table, with its request key."""
_template: list[Path] = []


def template() -> Path:
    """Return a migrated database, made once, to be copied."""
    if not _template:
        _template.append(Path(tempfile.mkdtemp(), "migrated.db"))
        asyncio.run(migrate(f"sqlite:///{_template[0]}"))
    return _template[0]


class Evening(RuleBasedStateMachine):
    """The rules of the state machine: what can happen to a match, in any order."""

    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.new_event_loop()
        self.place = tempfile.TemporaryDirectory()
        self.clock = TestClock()
        self.starts, self.requests, self.fault = 0, 0, ""
        self.urls = []
        for name in ("one", "two"):
            folder = Path(self.place.name, name)
            folder.mkdir()
            self.urls.append(database_like(template(), folder))
        self.tables = self._opened()
        self.match = ""

    def _opened(self) -> list[Table]:
        self.starts += 1
        return [Table(url, self.clock, f"start {self.starts}", games=GAMES) for url in self.urls]

    def run(self, work: Awaitable[Any]) -> Any:
        return self.loop.run_until_complete(work)

    def teardown(self) -> None:
        try:
            if self.match:
                self._check_proof()
        finally:
            for table in self.tables:
                self.run(table.close())
            self.loop.run_until_complete(self.loop.shutdown_default_executor())
            self.loop.close()
            self.place.cleanup()

    def _look(self) -> None:
        """Store the public data of the match."""
        self.info: MatchInfo = self.run(self.tables[0].service.info(self.match))

    def wish(self, *wishes: Wish) -> bool:
        """Send one request in both worlds, or one in each; return whether it succeeded."""
        self.requests += 1
        fault, self.fault = self.fault, ""
        pairs = zip(self.tables, (wishes[0], wishes[-1]), strict=True)
        answers = [self.run(self._answered(table, wish, fault)) for table, wish in pairs]
        assert answers[0] == answers[1], "a refusal tells the worlds apart"
        self._look()
        return answers[0] == ""

    def do(self, part: Callable[[MatchService], Any], *given: Any, **more: Any) -> bool:
        """Send the same request to a part of the service in both worlds."""
        return self.wish(
            lambda table, request: part(table.service)(self.match, *given, request=request, **more)
        )

    async def _answered(self, table: Table, wish: Wish, fault: str) -> str:
        """Return the sentence that refuses a request, "" for none.

        If the database fails once, the request is sent again, as Discord's users do; it must be carried out
        exactly once.
        """
        request, before = f"request {self.requests}", await self._revision(table)
        try:
            if not fault:
                await wish(table, request)
                kept = table.service._repository.cache.get(self.match)
                assert kept is None or kept.record.revision == await self._revision(table), (
                    "it is not written"
                )
                return ""
            with failing(table, fault) as written:
                try:
                    await wish(table, request)
                except Unavailable:
                    assert await self._revision(table) == before + len(written)
                    await wish(table, request)
                assert len(written) <= 1, "it happened twice"
        except Refusal as refusal:
            return refusal.sentence
        return ""

    async def _revision(self, table: Table) -> int:
        found = await table.store.load(self.match) if self.match else None
        return found[0].revision if found else 0

    # ---- the lobby

    @initialize(
        kind=st.sampled_from(["none", "turn", "bank"]),
        at_zero=st.sampled_from(["remind", "default", "resign"]),
        begun=st.integers(0, 4),
    )
    def open_first(self, kind: Any, at_zero: Any, begun: int) -> None:
        self._open(kind, at_zero)
        if begun:
            self.fill_and_start()

    @precondition(lambda self: self.info.stage.ended)
    @rule(kind=st.sampled_from(["turn", "bank"]), at_zero=st.sampled_from(["remind", "default"]))
    def open_another(self, kind: Any, at_zero: Any) -> None:
        self._check_proof()
        self._open(kind, at_zero)

    def _open(self, kind: Any, at_zero: Any) -> None:
        terms = ClockTerms() if kind == "none" else ClockTerms(kind, 24 * 3600, at_zero=at_zero)
        self.match = ""
        options = {"rounds": 2}

        async def opened(table: Table, request: str) -> None:
            found = await table.service.lobby.open(
                "dicey", options, seats=3, host=ANN, guild=7, channel=CHANNEL,
                match_terms=MatchTerms(terms), request=request,
            )  # fmt: skip
            self.match = found.id

        assert self.wish(opened)

    @precondition(lambda self: self.info.stage is Stage.LOBBY)
    @rule(who=others, word=st.sampled_from(["", "rain", "sun"]))
    def join(self, who: Any, word: str) -> None:
        self.do(lambda service: service.lobby.join, who, word=word)

    @precondition(lambda self: self.info.stage is Stage.LOBBY and len(self.info.seats) > 2)
    @rule(who=others)
    def leave(self, who: Any) -> None:
        self.do(lambda service: service.lobby.leave, who.user)

    @precondition(lambda self: self.info.stage is Stage.LOBBY)
    @rule()
    def fill_and_start(self) -> None:
        for who in PEOPLE[1:]:
            self.join(who, "")
        assert self.do(lambda service: service.lobby.start, ANN.user)

    @precondition(lambda self: self.info.stage.ended)
    @rule()
    def rematch(self) -> None:
        self._check_proof()
        old, new = self.match, []

        async def again(table: Table, request: str) -> None:
            found = await table.service.lobby.rematch(old, ANN.user, channel=CHANNEL, request=request)
            new.append(found.id)

        if self.wish(again):
            self.match = new[0]
            self._look()

    # ---- play

    def _playing(self) -> bool:
        return self.info.stage is Stage.PLAYING

    def _asked(self) -> bool:
        return self.info.match_terms.proposal is not None

    def act(self, who: Any, one: Any, other: Any = None) -> bool:
        def acting(action: Any) -> Wish:
            return lambda table, request: table.service.play.act(
                self.match, who.user, [action], version=None, request=request
            )

        return self.wish(acting(one), acting(one if other is None else other))

    @precondition(_playing)
    @rule(dice=st.integers(1, 3))
    def ann_chooses_in_secret(self, dice: int) -> None:
        one, other = self._chosen_by_ann() or (0, 0)
        pairs = [pair for pair in permutations((1, 2, 3), 2) if pair[0] != one and pair[1] != other]
        self.act(ANN, *[Choose(each) for each in pairs[dice % len(pairs)]])

    @precondition(_playing)
    @rule(who=others, dice=st.integers(1, 3))
    def choose(self, who: Any, dice: int) -> None:
        self.act(who, Choose(dice))

    @precondition(_playing)
    @rule(who=anybody, to=st.integers(0, 2))
    def whisper(self, who: Any, to: int) -> None:
        self.act(who, Whisper(to))

    @precondition(_playing)
    @rule(who=anybody)
    def get_ready(self, who: Any) -> None:
        self._align()
        self.act(who, Ready())

    @precondition(_playing)
    @rule(who=anybody)
    def roll(self, who: Any) -> None:
        self.act(who, Roll())

    @precondition(_playing)
    @rule(who=anybody, dice=st.integers(1, 3))
    def play_on(self, who: Any, dice: int) -> None:
        """Do the actions of a person in a round."""
        self.choose(who, dice) if who != ANN else self.ann_chooses_in_secret(dice)
        self.get_ready(who)
        self.roll(who)

    @precondition(_playing)
    @rule(dice=st.lists(st.integers(1, 3), min_size=3, max_size=3))
    def all_awaited_act(self, dice: list[int]) -> None:
        """Do the actions of all awaited seats."""
        awaited = self.run(self.tables[0].service.match_view(self.match, None)).awaited
        for seat in sorted(awaited):
            who = next(each for each in PEOPLE if each.user == self.info.seats[seat].user)
            self.play_on(who, dice[seat])

    @precondition(_playing)
    @rule(who=anybody, surely=st.integers(0, 5))
    def resign(self, who: Any, surely: int) -> None:
        if not surely:
            self._align()
            self.do(lambda service: service.play.resign, who.user)

    @precondition(_playing)
    @rule(who=others, roll=st.booleans(), ready=st.booleans())
    def order(self, who: Any, roll: bool, ready: bool) -> None:
        orders = Orders(roll, ready)
        self.do(lambda service: service.play.order, who.user, orders)

    def _chosen_by_ann(self) -> list[int] | None:
        """Return Ann's number of dice in each world; None where she cannot choose."""
        if not self._playing():
            return None
        views = [self.run(table.service.match_view(self.match, ANN.user)) for table in self.tables]
        if views[0].seat is None or views[0].view.phase != "choosing":
            return None
        return [each.view.dice[each.seat] for each in views]

    def _align(self) -> None:
        """Make Ann's choice the same in both worlds, before it is revealed."""
        chosen = set(self._chosen_by_ann() or ())
        if len(chosen) == 2:
            fault, self.fault = self.fault, ""
            if self.info.match_terms.clocks.paused:
                self.resume(ANN)
            assert self.act(ANN, Choose(({1, 2, 3} - chosen).pop()))
            self.fault = fault

    # ---- agreements

    @precondition(_playing)
    @rule(who=anybody, ask=st.booleans())
    def undo(self, who: Any, ask: bool) -> None:
        self.do(lambda service: service.proposals.undo, who.user, ask=ask)

    @precondition(_playing)
    @rule(who=anybody)
    def undo_turn(self, who: Any) -> None:
        self.do(lambda service: service.proposals.undo_turn, who.user)

    @precondition(_playing)
    @rule(who=anybody, kind=st.sampled_from(["draw", "pause", "pause"]))
    def propose(self, who: Any, kind: Any) -> None:
        self.do(lambda service: service.proposals.propose, who.user, kind)

    @precondition(_asked)
    @rule(who=anybody, agree=st.booleans())
    def answer(self, who: Any, agree: bool) -> None:
        self.do(lambda service: service.proposals.answer, who.user, agree=agree)

    @precondition(_asked)
    @rule()
    def all_agree(self) -> None:
        for who in PEOPLE:
            self.answer(who, True)

    @precondition(lambda self: self.info.match_terms.clocks.paused)
    @rule(who=anybody)
    def resume(self, who: Any) -> None:
        self.do(lambda service: service.proposals.resume, who.user)

    @precondition(_playing)
    @rule(who=anybody, to=st.integers(0, 2))
    def give_time(self, who: Any, to: int) -> None:
        self.do(lambda service: service.proposals.give_time, who.user, to, 3600)

    @precondition(_playing)
    @rule(seat=st.integers(1, 2))
    def another_takes_a_seat(self, seat: int) -> None:
        """A moderator offers a seat that is not Ann's to Dan, who takes it if possible."""
        if self.info.seats[seat:] and self.info.seats[seat].user != ANN.user:
            self.do(lambda service: service.substitutions.offer, MODERATOR, seat, DAN, moderator=True)
            self.do(lambda service: service.substitutions.take, DAN)

    # ---- clocks, restarts, faults

    @rule(minutes=st.sampled_from([1, 15, 70, 1500]))
    def time_passes(self, minutes: int) -> None:
        self._align()
        self.clock.pass_by(minutes=minutes)
        self.run(self._keep_time())
        self._look()

    async def _keep_time(self) -> None:
        """Check the clocks until nothing is due."""
        for _ in range(SETTLED):
            due = [await table.service.timekeeper.overdue() for table in self.tables]
            assert due[0] == due[1], "what is due tells the worlds apart"
            if not due[0]:
                return
            done = [await table.service.timekeeper.expire(due[0][0]) for table in self.tables]
            assert done[0] == done[1]
        raise AssertionError("the clocks never come to rest")

    @rule(away=st.booleans())
    def restart(self, away: bool) -> None:
        """After a restart everybody sees the same as before, and no clock has lost time."""
        self.run(self._beat())
        before = [self.run(self._shown(table, user)) for table in self.tables for user in VIEWERS]
        for table in self.tables:
            self.run(table.close())
        self.tables = self._opened()
        after = [self.run(self._shown(table, user)) for table in self.tables for user in VIEWERS]
        assert before == after, "something was lost"
        if away:
            self.clock.now += AWAY * 100
            self.run(self._beat())

    async def _beat(self) -> None:
        for table in self.tables:
            await table.service.timekeeper.beat()

    @rule(fault=st.sampled_from(["refused", "lost"]))
    def next_write_fails(self, fault: str) -> None:
        self.fault = fault

    # ---- invariants

    @invariant()
    def worlds_cannot_be_distinguished(self) -> None:
        for user in VIEWERS[1:]:
            one, other = [self.run(self._shown(table, user)) for table in self.tables]
            assert one == other, f"{user} can tell what Ann has chosen"

    async def _shown(self, table: Table, user: int | None) -> bytes:
        """Return all that a viewer can see and has been sent."""
        service, match = table.service, self.match
        pending = [row.delivery for row in await table.store.pending(match)]
        found: list[Any] = [[row for row in pending if row.user == (user or 0)]]
        with service.one_look():
            found.append(await service.info(match))
            if await self._begun(table):
                found.append(await service.match_view(match, user))
                found.append(await service.history.lines(match, user))
                found.append([(step.number, step.own) for step in await service.history.steps(match, user)])
                found.append(await service.proposals.at_stake(match))
                found.append(user is not None and await service.undos.is_free(match, user))
        return msgspec.json.encode(found)

    async def _begun(self, table: Table) -> bool:
        return (await table.service._repository.record(self.match)).state is not None

    def _check_proof(self) -> None:
        for table in self.tables:
            self.run(check_proof(table, self.match))


async def check_proof(table: Table, match: str) -> None:
    """The stored state follows from the valid actions, and no draw is missing."""
    found = await table.store.load(match)
    assert found is not None
    record, codec = found[0], table.service._repository.codec(found[0].info)
    assert await table.record(match) == record, "it is not written"
    if record.state is None:
        return
    actions, draws = await table.store.actions(match), await table.store.draws(match)
    again = moment_after(record, codec, actions, draws, record.seq)
    assert codec.encode(again.state) == record.state
    assert (again.turn_from, again.before_from) == (record.turn_from, record.before_from)
    assert [row.draw.n for row in draws] == list(range(record.counter))


GAMES = {"dicey": HurriedRules()}
VIEWERS = (ANN.user, BEN.user, CLEO.user, DAN.user, None)
"""Ann is first; the secret is hers. Dan is a stranger until he takes a seat."""


class failing:  # noqa: N801 - read as a sentence: with failing(table, "lost")
    """Makes the next commit of a table fail: `refused` before it is written, `lost` after.

    The block gets the changes that were written.
    """

    def __init__(self, table: Table, fault: str) -> None:
        self.table, self.fault, self.written = table, fault, list[MatchWrite]()
        self._commit = table.store.commit

    def __enter__(self) -> list[MatchWrite]:
        async def commit(change: MatchWrite) -> CommitResult:
            fault, self.fault = self.fault, ""
            if fault == "refused":
                raise Unavailable("The database does not answer.")
            verdict = await self._commit(change)
            if verdict is CommitResult.DONE:
                self.written.append(change)
            if fault == "lost":
                raise Unavailable("The database does not answer.")
            return verdict

        self.table.store.commit = commit  # type: ignore[method-assign]
        return self.written

    def __exit__(self, *_fault: object) -> None:
        self.table.store.commit = self._commit  # type: ignore[method-assign]
