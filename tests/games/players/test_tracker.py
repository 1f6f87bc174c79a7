"""The Tracker's decisions at Neo-Combat, each in a position with one clearly best action."""

from __future__ import annotations

import random

import pytest

from bot.engine.contract import set_at
from bot.engine.fair import Stream
from bot.games.neocombat.players.tracker import Tracker
from bot.games.neocombat.rules import actions
from bot.games.neocombat.rules.knowledge import revealed, shuffled
from bot.games.neocombat.rules.options import Options
from bot.games.neocombat.rules.state import NeoState
from tests.games.neocombat.table import KINDS, POOL, RULES, Table, varan
from tests.games.neocombat.test_turn import moving

TRACKER = Tracker()


def chosen(state: NeoState, seat: int, mood: int = 1):
    """Return its action in a position; seats from 0."""
    view, legal = RULES.view(state, seat), RULES.legal(state, seat)
    return TRACKER.choose(RULES, view, legal, random.Random(mood))


def choices(table: Table, seat: int = 1):
    """Return its actions in a story, over its moods; seats from 1."""
    return {chosen(table.state, seat - 1, mood) for mood in range(8)}


def choice(table: Table, seat: int = 1):
    """Return its action in a story, the same in all moods."""
    (found,) = choices(table, seat)
    return found


# ---- the combat


MANY = "Burst, Burst, Heavy Burst"


@pytest.mark.parametrize(
    ("mine", "hand", "theirs", "held", "wanted"),
    [
        # a kill, rather than a wound
        ("*A1 A2", "Burst", "*B7/4 *C1", "Burst", ("2.1", "1.1")),
        # with a token that is revealed already
        ("A1 *A2", "Burst", "*B1 C1", "Burst, Slash", ("2.1", "1.2")),
        # from under the cloak, rather than revealed (NEO-09), as a sniper stays cloaked
        ("A1@2 A3", "Slash, Burst", "*B1 C1", MANY, ("2.1", "1.1")),
        ("A1 B2", "Sniper Shot", "*B1 C1", MANY, ("2.1", "1.2")),
        # every possible attacker is stunned (NEO-05a)
        ("A1 A2", "Stun", "*B1 C1", MANY + ", Slash", ("2.1", "")),
    ],
)
def test_it_plays_the_best_card_with_the_best_token_neo_05a_neo_09(mine, hand, theirs, held, wanted):
    table = Table(mine, theirs).hold(1, hand).hold(2, held)
    assert choice(table) == table.a_play(hand.split(", ", maxsplit=1)[0], *wanted)


def test_it_claims_where_possible_neo_11():
    table = Table("*A1 *A2", "*B1 C1").hold(1, "Aimed Shot").hold(2, "Slash")
    assert choice(table) == table.a_play("Aimed Shot", "2.1", "1.2", claim=True)
    assert choice(attacked("*B3", "Slash", "Parry, Dodge"), 2) == actions.Defend(KINDS["Parry"], claim=True)


def test_it_announces_a_second_attack_when_it_has_a_card_for_it_neo_07():
    for second in ("Burst", "Slash"):
        table = Table("*C1 A4", "*B1 B2").hold(1, f"Burst, {second}").hold(2, "Slash")
        assert choice(table).again == (second == "Burst")


def test_it_does_not_spot_unreachable_tokens_and_passes_without_a_useful_card():
    for hand in ("Detect, Dodge", "Dodge, Slash"):
        table = Table("A1 A2", "B1 C1").hold(1, hand).hold(2, "Slash, Burst")
        assert choice(table) == actions.Pass()
    table = Table("A1 A2", "B1 C1").hold(1, "Detect, Heavy Burst, Burst").hold(2, "Slash, Burst")
    assert {each.card for each in choices(table)} == {KINDS["Detect"]}


def remembered(table: Table, name: str, number: str, damage: int) -> Table:
    """Make everybody have seen the varan of a cloaked token, and its damage."""
    state, token = table.state, table.token(name)
    seat, place = divmod(token, state.options.team)
    state.knowledge = set_at(
        state.knowledge, seat, revealed(state.knowledge[seat], place, varan(number), POOL.roster)
    )
    state.wounds = set_at(state.wounds, varan(number), damage)
    return table


@pytest.mark.parametrize(("name", "number"), [("2.1", "B1"), ("2.3", "C2")])
def test_it_remembers_the_wounded_varan_of_a_cloaked_token_neo_18a(name, number):
    table = Table("A1 A2 A5", "B1 C1 C2").hold(1, "Detect, Burst, Burst").hold(2, "Slash, Burst")
    remembered(table, name, number, 5)
    assert choice(table) == table.a_play("Detect", name, "")


def test_it_knows_the_possible_varans_of_a_shuffled_token_neo_18c():
    """One of 2.1 and 2.2 has one point left: either is a better target than a token known to be unhurt."""
    table = Table("A1 A2 A3", "B1 C1 C2").hold(1, "Detect, Burst, Burst").hold(2, "Slash, Burst")
    remembered(table, "2.1", "B1", 5)
    remembered(table, "2.3", "C2", 0)
    table.state.knowledge = set_at(table.state.knowledge, 1, shuffled(table.state.knowledge[1], (0, 1)))
    assert {each.target for each in choices(table)} == {table.token("2.1"), table.token("2.2")}


def test_it_chooses_at_random_among_equals():
    table = Table("*A1 A2", "*C1 B1", "*C1 B2").hold(1, "Burst").hold(2, "Burst").hold(3, "Burst")
    assert {each.target for each in choices(table)} == {table.token("2.1"), table.token("3.1")}


# ---- answers


def attacked(target: str, card: str, answers: str) -> Table:
    table = Table("*A1@2 A3", f"{target} C2").hold(1, f"{card}, Burst").hold(2, answers)
    return table.play(1, card, "2.1", "1.1")


def test_it_answers_a_lethal_attack_with_the_cheapest_saving_card_neo_10():
    for answers, wanted in (("Dodge, Slash", "Dodge"), ("Dodge, Armour", "Armour")):
        assert choice(attacked("*B1/4", "Burst", answers), 2) == actions.Defend(KINDS[wanted])


def test_it_does_not_answer_a_minor_attack():
    table = Table("*A1@2 A3", "*C1 C2").hold(1, "Spot! or Snapshot, Burst").hold(2, "Dodge, Slash")
    table.play(1, "Spot! or Snapshot", "2.1", "1.1", way=1)
    assert choice(table, 2) == actions.Pass()


# ---- movement


def test_it_moves_a_cloaked_striker_to_a_revealed_enemy_neo_05():
    table = moving("A3 A6", "*B1/3 C1", first=0).hold(1, "Slash").hold(2, "")
    found = None
    while found in (None, actions.Pass()) and table.state.phase == "movement":
        seat = min(table.awaited)
        if seat == 1:
            found = choice(table)
        table.passes(seat)
    assert isinstance(found, actions.Move)
    assert found.to == 2


def test_one_token_moves_to_the_centre_neo_04():
    table = moving("A3 A6", "B1 C1").hold(1, "Dodge").hold(2, "")
    moved = []
    while table.state.phase == "movement":
        seat = min(table.awaited)
        action = choice(table, seat) if seat == 1 else actions.Pass()
        moved += [action.to] if isinstance(action, actions.Move) else []
        table.do(seat, action)
    assert moved == [0]


def test_it_ends_its_movement_neo_05b():
    table = moving("A2@0 A7", "B1 C1").hold(1, "Dodge").hold(2, "")
    while (table.state.step, table.awaited) != (2, {1}):
        table.passes(min(table.awaited))
    assert choice(table) == actions.Stop()


# ---- Repair and the draft


def test_in_repair_it_heals_and_cloaks_neo_14():
    table = Table("*A1/4 A2@3", "B1 C1").hold(1, "Field Dressing").repair()
    assert choice(table) == actions.Dress(KINDS["Field Dressing"], 0)
    table.do(1, choice(table))
    assert choice(table) == actions.Cloak(0)
    assert choice(table.do(1, choice(table))) == actions.Ready()


def test_it_shuffles_a_seen_token_with_an_unseen_one_neo_18a():
    table = Table("*A1 A2@1", "B1 C1").hold(1, "Burst").repair()
    done = []
    while choice(table) != actions.Ready():
        done.append(choice(table))
        table.do(1, done[-1])
    assert done == [actions.Cloak(0), actions.Shuffle(0), actions.Shuffle(1)]


def test_it_discards_the_card_of_least_value_neo_15():
    table = Table("A1", "B1").hold(1, "Dodge, Dodge, Dodge, Dodge, Spot! or Snapshot, Killing Blow").repair()
    assert choice(table) == actions.Discard(KINDS["Spot! or Snapshot"])


def test_it_keeps_the_best_dealt_cards_neo_01a():
    state = RULES.setup(Options(deal="draft"), 2, Stream("draft", bytes(32)))
    kept = chosen(state, 0)
    worths = {each: POOL.roster[each].worth for each in state.offers[0]}
    assert worths[kept.varan] == max(worths.values())
