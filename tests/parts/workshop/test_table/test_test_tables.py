"""Test tables: any position of a match can be set up and played; its data is kept and then deleted."""

from __future__ import annotations

import random
import re
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as some
from structlog.testing import capture_logs

from bot.engine.cards.game import MOST_POOLS
from bot.engine.positions import read_state
from bot.games.papyrus.rules.actions import Attack
from bot.games.registry import GAMES
from bot.matches.errors import NotYourTurn, TurnPassed
from bot.matches.store import SqlMatchStore
from bot.parts.workshop.test_table.model import LONGEST, TestTable
from bot.parts.workshop.test_table.playing import BadPosition, begun, read
from bot.parts.workshop.test_table.service import NoTestTable, TestTableService
from bot.parts.workshop.test_table.store import SqlTestTables
from tests.engine.cards.card_files.sound import SOUND
from tests.engine.cards.card_files.sound import read as read_cards
from tests.games.every_game import GAMES as EVERY_GAME
from tests.matches.table import TestClock

ANN, BEN = 11, 12

PAGE = Path(__file__).parents[4] / "docs" / "TEST_TABLE.md"


def test_the_positions_of_the_page_can_be_played() -> None:
    """An explanation is behind three blanks or more."""
    found = re.findall(r"(?:\n    [^\n]*)+", PAGE.read_text(encoding="utf-8").split("An example of each")[1])
    for game, lines in zip(("arclash", "overcross", "neo-combat"), found, strict=True):
        written = [re.split(r" {3,}", line.strip())[0] for line in lines.splitlines()]
        assert begun("\n".join(written), GAMES[game], None)


ARCLASH = GAMES["arclash"]
STANDARD = ARCLASH.rules.cards
POSITION = """phase: support, turn 3
order: 1 2
seat 1: 4 points
stack: TID-01 TID-04
hand: TID-12 TID-13
seat 2: 2 points
stack: STO-03
hand: STO-12"""


async def begun_table(tables: TestTableService, text: str = POSITION, game: str = "arclash") -> TestTable:
    table = await tables.lay(ANN, game, GAMES[game].rules.cards, "", text)
    return await tables.begin(ANN, table)


async def played_on(
    tables: TestTableService, table: TestTable, steps: int, chance: random.Random
) -> TestTable:
    """Play a table at random."""
    rules = GAMES[table.game].rules
    for _ in range(steps):
        state = (await tables.look(table)).state
        if rules.outcome(state) is not None:
            break
        seat = chance.choice(sorted(rules.to_act(state)))
        action = chance.choice(list(rules.legal(state, seat)))
        table, _ = await tables.act(ANN, table, seat, [action])
    return table


@pytest.mark.parametrize("key", list(GAMES))
async def test_any_position_of_a_match_can_be_set_up_and_played(
    key: str, tables: TestTableService, subtests: pytest.Subtests
) -> None:
    """Positions reached by random play, of each game."""
    game = GAMES[key]
    tested = next(each for each in EVERY_GAME.values() if each.rules.key == key)
    states = [turning.after for match in range(3) for turning in tested.turnings(match)]
    open_ones = [state for state in states if game.rules.outcome(state) is None]
    short = [state for state in open_ones if len(game.rules.notation(state)) <= LONGEST]
    for number, state in enumerate(random.Random(key).sample(short, 4)):
        with subtests.test(f"position {number}"):
            table = await begun_table(tables, game.rules.notation(state), key)
            assert (await tables.look(table)).state == state
            after = await played_on(tables, table, 5, random.Random(number))
            for _ in after.done:
                after = await tables.undo(ANN, after)
            assert (await tables.look(after)).state == state


@pytest.mark.parametrize("key", list(GAMES))
async def test_every_position_of_the_rules_can_be_set_up(key: str, tables: TestTableService) -> None:
    """Positions with an awaited seat can be played, with all steps of the page."""
    game, played = GAMES[key], 0
    for page in game.rulebook:
        table = await tables.lay(ANN, key, game.rules.cards, "", page.scene)
        found = await tables.look(table)
        assert found.state == read_state(page.scene, game.rules, game.wording, None)[0]
        if game.rules.outcome(found.state) is None:
            table = await tables.begin(ANN, table)
            with suppress(BadPosition):  # a page may omit details that its picture does not show
                await played_on(tables, table, 4, random.Random(played))
                played += 1
    assert played > 3


async def test_actions_are_undone_one_by_one_without_limit_or_back_to_a_mark(
    tables: TestTableService,
) -> None:
    table = await begun_table(tables)
    states = [(await tables.look(table)).state]
    chance = random.Random(5)
    for _ in range(15):
        table = await played_on(tables, table, 1, chance)
        states.append((await tables.look(table)).state)
    table = await tables.mark(ANN, table)
    marked = states[-1]
    table = await played_on(tables, table, 5, chance)
    table = await tables.again(ANN, table)
    assert (await tables.look(table)).state == marked
    for state in reversed(states[: len(table.done)]):
        table = await tables.undo(ANN, table)
        assert (await tables.look(table)).state == state
    assert table.done == ()
    table = await tables.again(ANN, table)  # a mark survives an undo before it
    assert (await tables.look(table)).state == marked


async def test_an_action_done_again_has_new_dice(tables: TestTableService) -> None:
    """Otherwise a designer would see the same roll at every attempt."""
    rules, wording = GAMES["papyrus"].rules, GAMES["papyrus"].wording

    def attacks(scene: str) -> list[Any]:
        state, *_ = read_state(scene, rules, wording, None)
        legal = [each for seat in rules.to_act(state) for each in rules.legal(state, seat)]
        return [each for each in legal if isinstance(each, Attack)]

    scene = next(page.scene for page in GAMES["papyrus"].rulebook if attacks(page.scene))
    attack = attacks(scene)[0]
    table = await begun_table(tables, scene, "papyrus")
    (seat,) = rules.to_act((await tables.look(table)).state)
    seen = set()
    for _ in range(12):
        done, events = await tables.act(ANN, table, seat, [attack])
        seen.add(repr(events))
        assert (await tables.look(done)).state == (await tables.look(done)).state
        table = await tables.undo(ANN, done)
    assert len(seen) > 1


async def test_a_table_is_kept_less_than_a_day(
    tables: TestTableService, store: SqlMatchStore, clock: TestClock
) -> None:
    table = await begun_table(tables)
    clock.pass_by(hours=22)
    table = await played_on(tables, table, 2, random.Random(1))
    assert await tables.prune() == 0
    clock.pass_by(hours=1)
    assert await tables.of(ANN) is None
    with pytest.raises(NoTestTable):
        await tables.own(ANN)
    with pytest.raises(TurnPassed):
        await tables.undo(ANN, table)
    await tables.lay(BEN, "arclash", STANDARD, "", POSITION)
    await begun_table(tables)
    clock.pass_by(hours=23)
    assert await tables.prune() == 2
    assert await SqlTestTables(store.database).load(ANN) is None


async def test_a_control_of_an_older_version_changes_nothing(tables: TestTableService) -> None:
    table = await played_on(tables, await begun_table(tables), 1, random.Random(1))
    newer = await played_on(tables, table, 1, random.Random(1))
    for late in (tables.undo, tables.mark, tables.again, tables.take_up, tables.begin):
        with pytest.raises(TurnPassed):
            await late(ANN, table)
    assert await tables.of(ANN) == newer


async def test_of_two_simultaneous_changes_one_is_applied(
    tables: TestTableService, store: SqlMatchStore
) -> None:
    table = await begun_table(tables)
    content = await SqlTestTables(store.database).load(ANN)
    assert content is not None
    keep, at = SqlTestTables(store.database).keep, table.laid_at
    assert await keep(ANN, content, at, table.version + 1, table.version)
    assert not await keep(ANN, content, at, table.version + 1, table.version)
    assert not await keep(ANN, content, at, 1, None)


async def test_the_previous_table_can_be_restored(tables: TestTableService) -> None:
    first = await played_on(tables, await begun_table(tables), 2, random.Random(1))
    second = await tables.lay(ANN, "papyrus", None, "", "..S\n..n")
    back = await tables.swap(ANN, second)
    assert (back.text, back.done) == (first.text, first.done)
    assert (await tables.swap(ANN, back)).text == "..S\n..n"


async def test_a_position_is_written_and_restored(tables: TestTableService) -> None:
    table = await tables.lay(ANN, "arclash", STANDARD, "", POSITION)
    worse = await tables.write(ANN, table, "phase: bogus")
    with pytest.raises(BadPosition, match='"bogus" is not a phase'):
        await tables.begin(ANN, worse)
    assert (await tables.of(ANN)) == worse
    assert (await tables.undo(ANN, worse)).text == POSITION


async def test_viewing_a_position_keeps_the_actions(tables: TestTableService) -> None:
    """A game with a position notation shows the current one; after an undo it continues unchanged."""
    table = await played_on(tables, await begun_table(tables), 2, random.Random(1))
    writing = await tables.take_up(ANN, table)
    if writing.text != table.text:
        writing = await tables.undo(ANN, writing)
    again = await tables.begin(ANN, writing)
    assert again.done == table.done


BAD = {
    "no player has to act": f"{POSITION}\nover: draw, The end".replace("phase: support, turn 3\n", ""),
    **{
        f"a phase that passes by itself: {phase}": POSITION.replace("phase: support", f"phase: {phase}")
        for phase in ("start", "battle", "end")
    },
    "a match that is over without an end": POSITION.replace("phase: support, turn 3", "phase: over"),
    "cards before the decks are chosen": POSITION.replace("phase: support, turn 3", "phase: decks"),
    "cards that are not there": POSITION.replace("TID-12", "XXX-99"),
    "one seat": "seat 1:",
    "nothing": "",
    "no words of ours": "once upon a time",
    "too long": "#" * (LONGEST + 1),
    "a step that cannot be": f"{POSITION}\n1: bogus TID-12",
    "a seat that is not there": f"{POSITION}\n9: pass",
}


@pytest.mark.parametrize("what", list(BAD))
def test_an_unplayable_position_is_refused_in_a_sentence(what: str) -> None:
    with pytest.raises(BadPosition) as refused, capture_logs() as logs:
        begun(BAD[what], ARCLASH, STANDARD)
    assert not logs, "no position is answered with an error of the program"
    assert str(refused.value).endswith((".", ")"))
    assert "\n" not in str(refused.value)


async def test_a_seat_that_is_not_awaited_cannot_act(tables: TestTableService) -> None:
    table = await begun_table(tables)
    state = (await tables.look(table)).state
    pass_ = next(iter(ARCLASH.rules.legal(state, 0)))
    with pytest.raises(NotYourTurn):
        await tables.act(ANN, table, 1, [pass_])
    assert await tables.of(ANN) == table


SCENES = {key: [page.scene for page in game.rulebook] for key, game in GAMES.items()}


@given(some.data())
def test_any_position_text_is_read_or_refused_in_a_sentence(data: Any) -> None:
    """Lines of positions are dropped, duplicated, swapped and filled with words of others."""
    key = data.draw(some.sampled_from(sorted(SCENES)))
    lines = data.draw(some.sampled_from(SCENES[key])).strip().splitlines()
    words = [*sorted({word for scene in SCENES[key] for word in scene.split()}), "-1", "0", "999", "9"]
    for _ in range(data.draw(some.integers(1, 4))):
        at = data.draw(some.integers(0, len(lines) - 1))
        match data.draw(some.integers(0, 3)):
            case 0:
                lines.insert(at, lines[data.draw(some.integers(0, len(lines) - 1))])
            case 1 if len(lines) > 1:
                del lines[at]
            case _:
                parts = lines[at].split() or [""]
                parts[data.draw(some.integers(0, len(parts) - 1))] = data.draw(some.sampled_from(words))
                lines[at] = " ".join(parts)
    game, text = GAMES[key], "\n".join(lines)
    with suppress(BadPosition):
        read(text, game, game.rules.cards)
        begun(text, game, game.rules.cards)


async def test_the_cards_of_many_tables_stay_within_their_bounds(
    tables: TestTableService, store: SqlMatchStore, clock: TestClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A person's different card files: two of them in the database, the present and the one before."""
    game = ARCLASH.cards
    assert game is not None
    own = read_cards(SOUND).set
    library, pools = game.library, []
    for number in range(MOST_POOLS + 5):
        changed = msgspec.structs.replace(own, title=f"Reeds {number}")
        pools.append(library.add(library.standard.with_sets([changed])).hash)
        library.forget_oldest()
        if number % 10 == 4:  # 4, 14, ..., 54
            await tables.lay(ANN, "arclash", pools[-1], f"Reeds {number}", POSITION)
    assert [each in library for each in (pools[0], pools[4], pools[-1])] == [False, False, True]
    assert sum(each in library for each in pools) <= MOST_POOLS
    assert [await store.cards(each) for each in pools] == [None] * len(pools), "no match needs them"
    kept = [
        await SqlTestTables(store.database).cards(each) is not None
        for each in (*pools[:5], pools[44], pools[54])
    ]
    assert kept == [False] * 5 + [True, True]
    with monkeypatch.context() as few:
        few.setattr(type(library), "most", 1)
        library.forget_oldest()
    table = await tables.own(ANN)
    assert (await tables.look(table)).state.seats == 2, "its cards are loaded again"
    back = await tables.swap(ANN, table)
    assert (await tables.look(back)).state.seats == 2
    clock.pass_by(hours=24)
    assert await tables.prune() == 1
    assert await SqlTestTables(store.database).cards(pools[54]) is None
