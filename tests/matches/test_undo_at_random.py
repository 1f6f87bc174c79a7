"""Random play and undo in every game: the proof verifies, and a replay gives the current state."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.engine.audit import Audit
from bot.engine.contract import Rules
from bot.engine.errors import Refusal
from bot.games.registry import GAMES
from bot.matches.model import MatchInfo
from bot.matches.play import ActionBatch
from bot.parts.proofs.verify import check
from tests.matches.dicey import DiceyRules
from tests.matches.evenings import check_proof, template
from tests.matches.table import ANN, BEN, CLEO, DAN, Table, TestClock, database_like

RULES: dict[str, Rules[Any, Any, Any, Any]] = {
    "dicey": DiceyRules(),
    **{key: game.rules for key, game in GAMES.items()},
}
SHORT = {"squad": 2, "width": 8, "height": 6, "rounds": 4}
SMALL: dict[tuple[str, int], dict[str, Any]] = {
    **{("papyrus", seats): SHORT for seats in (2, 3, 4)},
    ("crossfire", 2): {"grid": "bbb/222/o.o/111/aaa"},
}
"""Options of short matches, by game and number of seats, for games with long default matches."""
PEOPLE = (ANN, BEN, CLEO, DAN)


async def started(table: Table, game: str, seats: int) -> MatchInfo:
    options = SMALL.get((game, seats), {})
    return await table.started(*PEOPLE[1:seats], game=game, **options)


async def play_and_undo(table: Table, info: MatchInfo, luck: random.Random, steps: int) -> int:
    """Let players act and undo at random; all agree to everything. Return the number of undos."""
    back = 0
    for _ in range(steps):
        if (await table.info(info.id)).stage.ended:
            break
        if luck.random() < 0.3:
            back += await undo_by_consent(table, info, luck.choice(PEOPLE[: info.wanted]).user)
            continue
        match_view = await table.view(info.id)
        person = PEOPLE[luck.choice(sorted(match_view.awaited))]
        legal = (await table.view(info.id, person)).legal
        await table.act(info.id, person, legal[luck.randrange(len(legal))])
    return back


async def undo_by_consent(table: Table, info: MatchInfo, user: int) -> bool:
    service = table.service
    promised = await service.undos.is_free(info.id, user)
    try:
        played = await service.proposals.undo(info.id, user, request=table.request())
    except Refusal:
        assert not promised
        return False
    pending = played.match_view.match.match_terms.proposal
    assert (pending is None) is promised
    for seat in pending.open_to if pending else ():
        await service.proposals.answer(info.id, PEOPLE[seat].user, agree=True, request=table.request())
    return True


async def check_all(table: Table, info: MatchInfo) -> None:
    """The state follows from the valid actions, also in a new process, and the audit verifies."""
    await check_proof(table, info.id)
    fresh = table.again("fresh")
    for user in (*PEOPLE, None):
        there, here = [await each.view(info.id, user) for each in (fresh, table)]
        assert replace(there, legal=list(there.legal)) == replace(here, legal=list(here.legal))
    for user in [person.user for person in PEOPLE[: info.wanted]]:  # the newest rows are in memory here
        past = [each.service.history for each in (fresh, table)]
        for after in (-1, 0, *range(1, (await table.record(info.id)).seq, 3)):
            there, here = [await each.lines(info.id, user, after=after, before=after + 9) for each in past]
            assert there == here
            there, here = [await each.lines(info.id, user, after=after) for each in past]
            assert there == here
        there, here = [await each.since_last_action(info.id, user) for each in past]
        assert there == here
    for seat in range(info.wanted):
        there, here = [await each.last_known_action(info.id, seat) for each in past]
        assert there == here
    if not (await table.info(info.id)).stage.ended:
        await table.end(info.id)
    check(msgspec.convert(await table.audit(info.id), Audit), RULES)


async def a_match(url: str, game: str, seats: int, seed: int, steps: int) -> None:
    table = Table(url, TestClock(), f"undo {seed}", games=RULES)
    try:
        info = await started(table, game, seats)
        await play_and_undo(table, info, random.Random(seed), steps)
        await check_all(table, info)
    finally:
        await table.close()


@pytest.mark.parametrize("game", sorted(RULES))
@settings(
    max_examples=3,
    phases=[Phase.reuse, Phase.generate],  # shrinking a seed is useless
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(data=st.data())
def test_after_random_actions_and_undos_the_proof_verifies_and_a_replay_gives_the_state(
    tmp_path: Path, game: str, data: st.DataObject
) -> None:
    seats = data.draw(st.sampled_from([each for each in RULES[game].seats if each <= len(PEOPLE)]), "seats")
    seed, steps = data.draw(st.integers(0, 2**32), "seed"), data.draw(st.integers(5, 40), "steps")
    asyncio.run(a_match(database_like(template(), tmp_path), game, seats, seed, steps))


@pytest.mark.soak
@pytest.mark.parametrize("game", sorted(RULES))
@pytest.mark.parametrize("seed", range(10))
def test_long_matches_with_many_undos(tmp_path: Path, game: str, seed: int) -> None:
    seats = [each for each in RULES[game].seats if each <= len(PEOPLE)]
    asyncio.run(a_match(database_like(template(), tmp_path), game, seats[seed % len(seats)], seed, 300))


@pytest.mark.parametrize("game", sorted(RULES))
@pytest.mark.parametrize("seed", range(2))
def test_timeout_actions_always_end_a_turn(tmp_path: Path, game: str, seed: int) -> None:
    """After a timeout action other seats are awaited, a new phase begins, or the match ends."""
    url = database_like(template(), tmp_path)

    async def story() -> None:
        table = Table(url, TestClock(), f"least {seed}", games=RULES)
        luck, rules = random.Random(seed), RULES[game]
        try:
            info = await started(table, game, rules.seats[0])
            for _ in range(6):
                await play_and_undo(table, info, luck, 8)
                position = await table.service._repository.loaded(info.id)
                for seat in sorted(position.awaited):
                    batch = ActionBatch(position, seat, table.clock.now)
                    assert batch.take_defaults(), f"{game} {seed}: seat {seat}"
                    assert rules.turn_of(batch.state) != rules.turn_of(position.state)
        finally:
            await table.close()

    asyncio.run(story())
