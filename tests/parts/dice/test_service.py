"""The roll service: draw numbers used once, seeds published after their day, saved rolls."""

from __future__ import annotations

import asyncio
from datetime import UTC, date, datetime

import pytest
from msgspec.structs import replace

from bot.engine.fair import commitment
from bot.parts.dice.bounds import BadExpression, RollRefused
from bot.parts.dice.ports import Roll, RollPlace, RollVerdict, Visibility
from bot.parts.dice.service import Proof, Sealed
from bot.parts.dice.store import SqlRollStore
from tests.matches.table import ANN, BEN, TestClock
from tests.parts.dice.conftest import TABLE, Dice

SIDE, ABROAD = RollPlace(6, shared=True), RollPlace(7, shared=False)
DM = RollPlace(8, shared=False, alone=True)


def numbers(roll: Roll) -> list[int]:
    return [draw.n for draw in roll.draws]


async def test_each_draw_has_the_next_number_of_its_channel_and_day(dice: Dice, clock: TestClock) -> None:
    assert numbers((await dice.roll("1d6+2d8"))[0]) == [0, 1]
    assert numbers((await dice.roll("1d6", BEN))[0]) == [2]
    assert numbers((await dice.roll("1d6", place=SIDE))[0]) == [0]
    assert numbers((await dice.roll("7"))[0]) == []
    clock.pass_by(days=1)
    roll, seed = await dice.roll("1d6")
    assert (numbers(roll), seed.day) == ([0], date(2026, 5, 2))


async def test_the_day_is_that_of_utc(dice: Dice, clock: TestClock) -> None:
    clock.now = datetime(2026, 5, 1, 23, 59, 59, tzinfo=UTC)
    _, before = await dice.roll("1d6")
    clock.pass_by(seconds=1)
    _, after = await dice.roll("1d6")
    assert (before.stream, after.stream) == ("roll-c5-2026-05-01", "roll-c5-2026-05-02")
    assert before.reveal_at == clock.now


async def test_simultaneous_rolls_in_two_processes_never_share_a_number(dice: Dice, other: Dice) -> None:
    made = await asyncio.gather(*[each.roll("2d6!") for _ in range(15) for each in (dice, other)])
    used = [n for roll, _ in made for n in numbers(roll)]
    assert sorted(used) == list(range(len(used)))
    assert len({seed.seed for _, seed in made}) == 1


async def test_a_repeated_request_is_rolled_once(dice: Dice, other: Dice) -> None:
    made = await asyncio.gather(*[each.roll("4d6", request="same") for each in (dice, other) * 5])
    again, seed = await other.roll("9d9", request="same")
    assert {roll.id for roll, _ in made} == {again.id}
    assert (len(again.rolled.turns), seed.counter) == (1, 1)


async def test_the_seed_of_a_day_is_secret_until_its_end(dice: Dice, clock: TestClock) -> None:
    roll, seed = await dice.roll("4d6kh3")
    proof = await dice.service.verify(roll.id, BEN.user)
    assert (proof.seed, proof.agrees, proof.reveal_at) == (None, None, datetime(2026, 5, 2, tzinfo=UTC))
    assert proof.commitment == commitment(seed.stream, seed.seed)
    clock.now = datetime(2026, 5, 2, tzinfo=UTC)
    proof = await dice.service.verify(roll.id.upper(), BEN.user)
    assert (proof.seed, proof.agrees, proof.reveal_at) == (seed.seed, True, None)


async def test_verification_finds_a_changed_roll(dice: Dice, clock: TestClock) -> None:
    roll, _ = await dice.roll("4d6kh3")
    kept = await SqlRollStore(dice.store.database).roll(roll.id)
    assert kept is not None
    clock.pass_by(days=2)
    forged = (
        replace(kept, id="expression", expression="4d6kl3"),
        replace(kept, id="rolled", rolled=replace(kept.rolled, successes=True)),
        replace(kept, id="draw", draws=(replace(kept.draws[0], result=(6, 6, 6, 6)),)),
    )
    for number, changed in enumerate(forged, start=1):
        verdict = await SqlRollStore(dice.store.database).commit(changed, changed.id, drawn_from=number)
        assert verdict is RollVerdict.DONE
        proof = await dice.service.verify(changed.id, ANN.user)
        assert proof.agrees is False, changed.id


async def test_private_rolls_have_a_stream_that_only_the_roller_may_see(dice: Dice, clock: TestClock) -> None:
    """Rolls in a DM have one too; elsewhere, without the bot installed, the stream is the user's."""
    private, seed = await dice.roll("1d20", visibility=Visibility.PRIVATE)
    alone, own = await dice.roll("1d20", place=DM)
    assert seed.stream == own.stream == f"roll-p{ANN.user}-2026-05-01"
    assert alone.visibility is Visibility.PRIVATE
    assert (await dice.roll("1d20", place=ABROAD))[1].stream == f"roll-u{ANN.user}-2026-05-01"
    assert numbers((await dice.roll("1d20"))[0]) == [0]
    clock.pass_by(days=2)
    assert (await dice.service.verify(private.id, ANN.user)).seed == seed.seed
    for hidden in (private.id, "0" * 12):
        with pytest.raises(RollRefused, match="no such roll"):
            await dice.service.verify(hidden, BEN.user)


async def test_a_sealed_roll_has_its_own_seed_shown_when_revealed(dice: Dice, clock: TestClock) -> None:
    sealed, seed = await dice.roll("1d20", visibility=Visibility.LATER)
    assert seed.stream == f"roll-{sealed.id}"
    clock.pass_by(days=9)
    own = await dice.service.verify(sealed.id, ANN.user)
    assert isinstance(own, Proof)
    assert own.seed is None
    assert await dice.service.verify(sealed.id, BEN.user) == Sealed(sealed.id, seed.commitment)
    with pytest.raises(RollRefused, match="Only the one who rolled"):
        await dice.service.reveal(sealed.id, BEN.user)
    revealed, shown = await dice.service.reveal(sealed.id, ANN.user)
    assert (revealed.rolled, shown.seed, revealed.open) == (sealed.rolled, seed.seed, True)
    with pytest.raises(RollRefused, match="revealed already"):
        await dice.service.reveal(sealed.id, ANN.user)
    proof = await dice.service.verify(sealed.id, BEN.user)
    assert isinstance(proof, Proof)
    assert proof.agrees


async def test_a_roll_is_found_by_any_of_its_draws_and_an_open_one_cannot_be_revealed(dice: Dice) -> None:
    await dice.roll("1d6")
    roll, _ = await dice.roll("1d6+1d8")
    day = date(2026, 5, 1)
    for number in (1, 2):
        assert (await dice.service.verify_number(number, day, BEN.user, TABLE)).roll.id == roll.id
    with pytest.raises(RollRefused, match="Nothing was rolled with number 3"):
        await dice.service.verify_number(3, day, BEN.user, TABLE)
    with pytest.raises(RollRefused, match="no such roll"):
        await dice.service.reveal(roll.id, ANN.user)


async def test_the_repr_of_a_roll_has_no_results(dice: Dice) -> None:
    roll, seed = await dice.roll("6d6 # secret", visibility=Visibility.PRIVATE)
    proof = await dice.service.verify(roll.id, ANN.user)
    assert repr(roll) == f"Roll({roll.id})"
    assert repr(seed) == f"Seed({seed.stream})"
    assert repr(proof) == f"Proof(Roll({roll.id}))"


async def test_recent_rolls_are_listed_newest_first_and_once(dice: Dice, clock: TestClock) -> None:
    for text in ("1d6", "2d6 # label", "1d6", "3d6"):
        await dice.roll(text)
        clock.pass_by(seconds=1)
    await dice.roll("9d9", BEN)
    assert await dice.service.store.recent(ANN.user) == ["3d6", "1d6", "2d6"]
    assert await dice.service.store.recent(ANN.user, limit=1) == ["3d6"]


async def test_saved_rolls_are_found_by_name_regardless_of_case(dice: Dice, other: Dice) -> None:
    await dice.service.save(ANN.user, "  Fire   Ball ", " 8d6 # hot ")
    found = await other.service.find_saved(ANN.user, "fire ball")
    assert found is not None
    assert (found.name, found.expression) == ("Fire Ball", "8d6 # hot")
    assert await other.service.find_saved(BEN.user, "fire ball") is None
    await dice.service.save(ANN.user, "FIRE BALL", "10d6")
    assert [(each.name, each.expression) for each in await dice.service.store.saved(ANN.user)] == [
        ("FIRE BALL", "10d6")
    ]
    await dice.service.forget(ANN.user, "fire\u200b ball\ud800")  # invisible characters are no part of a name
    with pytest.raises(RollRefused, match="no roll of this name"):
        await dice.service.forget(ANN.user, "fire ball")


async def test_a_name_that_could_not_be_found_again_is_refused(dice: Dice) -> None:
    for name, sentence in (
        ("", "1 to 32"),
        ("x" * 33, "1 to 32"),
        ("stats please", "cannot begin"),
        ("Verify", "cannot begin"),
        ("2d6", "rolled itself"),
    ):
        with pytest.raises(RollRefused, match=sentence):
            await dice.service.save(ANN.user, name, "1d6")
    with pytest.raises(BadExpression):
        await dice.service.save(ANN.user, "bad", "1d")
    assert await dice.service.store.saved(ANN.user) == []


async def test_fifty_rolls_can_be_saved_and_changed(dice: Dice) -> None:
    for number in range(50):
        await dice.service.save(ANN.user, f"name {number}", "1d6")
    with pytest.raises(RollRefused, match="50 rolls already"):
        await dice.service.save(ANN.user, "one more", "1d6")
    await dice.service.save(ANN.user, "name 7", "2d6")
    await dice.service.save(BEN.user, "one more", "1d6")
    assert len(await dice.service.store.saved(ANN.user)) == 50
