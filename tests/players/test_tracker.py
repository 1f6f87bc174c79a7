"""The Tracker's decisions at Neo-Combat, each in a position where one of them is plainly the best."""

from __future__ import annotations

import random

import pytest

from bot.engine.fair import Stream
from bot.engine.standardrules import set_at
from bot.games.neocombat.rules import actions
from bot.games.neocombat.rules.knowledge import revealed, shuffled
from bot.games.neocombat.rules.options import Options
from bot.games.neocombat.rules.state import NeoState
from bot.players.neocombat.tracker import Tracker
from tests.games.neocombat.table import KINDS, POOL, RULES, Table, varan
from tests.games.neocombat.test_turn import moving

TRACKER = Tracker()


def chosen(state: NeoState, seat: int, mood: int = 1):
    """What it does in a position, seats from 0."""
    view, legal = RULES.view(state, seat), RULES.legal(state, seat)
    return TRACKER.choose(RULES, view, legal, random.Random(mood))


def choices(table: Table, seat: int = 1):
    """What it does in a story in any of its moods, seats from 1."""
    return {chosen(table.state, seat - 1, mood) for mood in range(8)}


def choice(table: Table, seat: int = 1):
    """What it does in a story, the same in all moods."""
    (found,) = choices(table, seat)
    return found


# The combat


MANY = "Burst, Burst, Heavy Burst"


@pytest.mark.parametrize(
    ("mine", "hand", "theirs", "held", "wanted"),
    [
        # a kill, rather than a wound
        ("*A1 A2", "Burst", "*B7/4 *C1", "Burst", ("2.1", "1.1")),
        # by who is seen already
        ("A1 *A2", "Burst", "*B1 C1", "Burst, Slash", ("2.1", "1.2")),
        # from under the cloak, rather than shown (NEO-09), as a sniper stays cloaked
        ("A1@2 A3", "Slash, Burst", "*B1 C1", MANY, ("2.1", "1.1")),
        ("A1 B2", "Sniper Shot", "*B1 C1", MANY, ("2.1", "1.2")),
        # whoever could attack is stunned (NEO-05a)
        ("A1 A2", "Stun", "*B1 C1", MANY + ", Slash", ("2.1", "")),
    ],
)
def test_it_plays_the_best_card_with_the_best_token_neo_05a_neo_09(mine, hand, theirs, held, wanted):
    table = Table(mine, theirs).hold(1, hand).hold(2, held)
    assert choice(table) == table.a_play(hand.split(", ", maxsplit=1)[0], *wanted)


def test_it_claims_what_it_can_neo_11():
    table = Table("*A1 *A2", "*B1 C1").hold(1, "Aimed Shot").hold(2, "Slash")
    assert choice(table) == table.a_play("Aimed Shot", "2.1", "1.2", claim=True)
    assert choice(attacked("*B3", "Slash", "Parry, Dodge"), 2) == actions.Defend(KINDS["Parry"], claim=True)


def test_it_announces_a_second_attack_when_it_has_a_card_for_it_neo_07():
    for second in ("Burst", "Slash"):
        table = Table("*C1 A4", "*B1 B2").hold(1, f"Burst, {second}").hold(2, "Slash")
        assert choice(table).again == (second == "Burst")


def test_it_does_not_spot_what_it_cannot_hit_and_passes_with_nothing_worth_playing():
    for hand in ("Detect, Dodge", "Dodge, Slash"):
        table = Table("A1 A2", "B1 C1").hold(1, hand).hold(2, "Slash, Burst")
        assert choice(table) == actions.Pass()
    table = Table("A1 A2", "B1 C1").hold(1, "Detect, Heavy Burst, Burst").hold(2, "Slash, Burst")
    assert {each.card for each in choices(table)} == {KINDS["Detect"]}


def remembered(table: Table, name: str, number: str, damage: int) -> Table:
    """Let everybody have seen who a cloaked token is, and its damage."""
    state, token = table.state, table.token(name)
    seat, place = divmod(token, state.options.team)
    state.knowledge = set_at(
        state.knowledge, seat, revealed(state.knowledge[seat], place, varan(number), POOL.roster)
    )
    state.wounds = set_at(state.wounds, varan(number), damage)
    return table


@pytest.mark.parametrize(("name", "number"), [("2.1", "B1"), ("2.3", "C2")])
def test_it_remembers_who_was_wounded_under_which_cloak_neo_18a(name, number):
    table = Table("A1 A2 A5", "B1 C1 C2").hold(1, "Detect, Burst, Burst").hold(2, "Slash, Burst")
    remembered(table, name, number, 5)
    assert choice(table) == table.a_play("Detect", name, "")


def test_it_knows_what_a_shuffled_token_may_be_neo_18c():
    """One of 2.1 and 2.2 has one point left: either is a better target than who is whole for certain."""
    table = Table("A1 A2 A3", "B1 C1 C2").hold(1, "Detect, Burst, Burst").hold(2, "Slash, Burst")
    remembered(table, "2.1", "B1", 5)
    remembered(table, "2.3", "C2", 0)
    table.state.knowledge = set_at(table.state.knowledge, 1, shuffled(table.state.knowledge[1], (0, 1)))
    assert {each.target for each in choices(table)} == {table.token("2.1"), table.token("2.2")}


def test_it_has_nothing_against_the_first_of_equals():
    table = Table("*A1 A2", "*C1 B1", "*C1 B2").hold(1, "Burst").hold(2, "Burst").hold(3, "Burst")
    assert {each.target for each in choices(table)} == {table.token("2.1"), table.token("3.1")}


# Answers


def attacked(target: str, card: str, answers: str) -> Table:
    table = Table("*A1@2 A3", f"{target} C2").hold(1, f"{card}, Burst").hold(2, answers)
    return table.play(1, card, "2.1", "1.1")


def test_it_answers_what_would_kill_with_the_cheapest_that_saves_its_varan_neo_10():
    for answers, wanted in (("Dodge, Slash", "Dodge"), ("Dodge, Armour", "Armour")):
        assert choice(attacked("*B1/4", "Burst", answers), 2) == actions.Defend(KINDS[wanted])


def test_it_lets_a_scratch_through():
    table = Table("*A1@2 A3", "*C1 C2").hold(1, "Spot! or Snapshot, Burst").hold(2, "Dodge, Slash")
    table.play(1, "Spot! or Snapshot", "2.1", "1.1", way=1)
    assert choice(table, 2) == actions.Pass()


# Movement


def test_it_sends_a_cloaked_striker_to_who_is_revealed_neo_05():
    table = moving("A3 A6", "*B1/3 C1", first=0).hold(1, "Slash").hold(2, "")
    found = None
    while found in (None, actions.Pass()) and table.state.phase == "movement":
        seat = min(table.awaited)
        if seat == 1:
            found = choice(table)
        table.passes(seat)
    assert isinstance(found, actions.Move)
    assert found.to == 2


def test_one_goes_to_the_centre_neo_04():
    table = moving("A3 A6", "B1 C1").hold(1, "Dodge").hold(2, "")
    moved = []
    while table.state.phase == "movement":
        seat = min(table.awaited)
        action = choice(table, seat) if seat == 1 else actions.Pass()
        moved += [action.to] if isinstance(action, actions.Move) else []
        table.do(seat, action)
    assert moved == [0]


def test_it_says_so_when_it_has_done_with_moving_neo_05b():
    table = moving("A2@0 A7", "B1 C1").hold(1, "Dodge").hold(2, "")
    while (table.state.step, table.awaited) != (2, {1}):
        table.passes(min(table.awaited))
    assert choice(table) == actions.Stop()


# Repair and the draft


def test_in_repair_it_dresses_wounds_and_cloaks_neo_14():
    table = Table("*A1/4 A2@3", "B1 C1").hold(1, "Field Dressing").repair()
    assert choice(table) == actions.Dress(KINDS["Field Dressing"], 0)
    table.do(1, choice(table))
    assert choice(table) == actions.Cloak(0)
    assert choice(table.do(1, choice(table))) == actions.Ready()


def test_it_shuffles_who_was_seen_with_who_was_not_neo_18a():
    table = Table("*A1 A2@1", "B1 C1").hold(1, "Burst").repair()
    done = []
    while choice(table) != actions.Ready():
        done.append(choice(table))
        table.do(1, done[-1])
    assert done == [actions.Cloak(0), actions.Shuffle(0), actions.Shuffle(1)]


def test_it_discards_what_is_worth_least_neo_15():
    table = Table("A1", "B1").hold(1, "Dodge, Dodge, Dodge, Dodge, Spot! or Snapshot, Killing Blow").repair()
    assert choice(table) == actions.Discard(KINDS["Spot! or Snapshot"])


def test_it_keeps_the_best_of_those_dealt_neo_01a():
    state = RULES.setup(Options(deal="draft"), 2, Stream("draft", bytes(32)))
    kept = chosen(state, 0)
    worths = {each: POOL.roster[each].worth for each in state.offers[0]}
    assert worths[kept.varan] == max(worths.values())
