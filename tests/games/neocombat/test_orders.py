"""Standing orders and plans of moves (NEO-05c, NEO-10a)."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from bot.games.neocombat.rules import actions, orders
from bot.games.neocombat.rules.actions import NEW
from bot.games.neocombat.rules.orders import MovePlan, Orders, Passing, PlannedMove
from tests.games.neocombat.chance import positions
from tests.games.neocombat.table import KINDS, POOL, RULES, Table
from tests.games.neocombat.test_turn import moving
from tests.games.random_play import fresh_randomness
from tests.two_worlds import Leak


def answer(table, seat, **orders):
    """Return the action of a seat's orders, from 1; None if the player is asked."""
    view = RULES.view(table.state, seat - 1)
    return RULES.answer_by_orders(view, RULES.legal(table.state, seat - 1), Orders(**orders))


def shot_at(target="*C1", answers="Slash", card="Burst"):
    table = Table("A1@2 A3", f"{target} B2").hold(1, f"{card}, Slash").hold(2, answers)
    return table.play(1, card, "2.1", "1.1")


def defence(card, claim=False):
    return actions.Defend(KINDS[card], claim)


def test_without_orders_the_player_is_always_asked():
    """NEO-10a: the defaults answer nothing, in any position."""
    for state in positions(range(6), kept=0.1):
        for seat in RULES.to_act(state):
            view = RULES.view(state, seat)
            assert RULES.answer_by_orders(view, RULES.legal(state, seat), Orders()) is None


@pytest.mark.parametrize(
    ("order", "target", "card", "held", "answered"),
    [
        ("never", "*C1", "Burst", "Dodge", ""),
        ("always", "*C1", "Burst", "Dodge, Cover, Armour", "Armour"),
        ("always", "*C1", "Heavy Burst", "Dodge, Cover, Armour", "Cover"),
        ("always", "*C1", "Heavy Burst", "Dodge, Armour", "Dodge"),
        ("always", "*C1", "Heavy Burst", "Armour, Slash", "Armour"),
        ("always", "*C1", "Burst", "Slash", ""),
        ("always", "*C1", "Slash", "Dodge, Armour, Parry", "Parry"),
        ("kill", "*B1/3", "Burst", "Armour, Dodge", ""),
        ("kill", "*B1/4", "Burst", "Armour, Dodge", "Armour"),
        ("kill", "*B1/5", "Heavy Burst", "Armour, Dodge", "Dodge"),
        ("kill", "*B1/5", "Heavy Burst", "Armour", ""),
    ],
)
def test_attacks_are_answered_by_the_weakest_sufficient_card(order, target, card, held, answered):
    """NEO-10a: Parry, Armour if it stops all damage or saves the varan, Cover, Dodge; else Armour."""
    expected = defence(answered) if answered else actions.Pass()
    assert answer(shot_at(target, held, card), 2, attacks=order) == expected


def test_of_two_uses_of_a_card_an_order_counts_the_one_that_takes_effect():
    """NEO-10a: the rules carry out the first use that answers the attack, here 2 damage less of 3."""
    armour, dodge = [POOL.actions[KINDS[name]] for name in ("Armour", "Dodge")]
    both = msgspec.structs.replace(armour, abilities=(*armour.abilities, *dodge.abilities))
    table = shot_at("*B1/5", "Armour", "Heavy Burst")
    view, legal = RULES.view(table.state, 1), RULES.legal(table.state, 1)
    for order, answered in (("kill", actions.Pass()), ("always", defence("Armour"))):
        found = orders.answer(view, legal, Orders(attacks=order), POOL.with_card(both))
        assert found == answered


def test_sensors_have_their_own_order_and_claims_are_made_if_possible():
    """NEO-10a."""
    assert answer(shot_at(answers="Dodge"), 2, sensors="never") is None
    table = Table("A1", "B1").hold(1, "Detect").hold(2, "Jammer, Dodge").play(1, "Detect", "2.1")
    assert answer(table, 2, sensors="always") == defence("Jammer")
    assert answer(table, 2, attacks="always") is None
    table = Table("A5@2", "*B3").hold(1, "Slash").hold(2, "Parry").play(1, "Slash", "2.1", "1.1")
    assert answer(table, 2, attacks="always") == defence("Parry", claim=True)


def test_pass_until_attacked():
    """NEO-10a: for this combat only, until a sensor, attack or Stun names an own varan."""
    table = Table("A1 A3", "*C1 B2").hold(1, "Burst, Stun, Burst").hold(2, "Slash, Burst")
    passing = Passing(table.state.turn, table.state.named[1])
    table.passes(1)
    assert answer(table, 2, passing=passing) == actions.Pass()
    table.passes(2)
    table = Table("A1 A3", "*C1 B2").hold(1, "Stun, Burst").hold(2, "Slash, Burst").play(1, "Stun", "2.1")
    assert answer(table, 2, passing=passing) is None
    table = Table("A1 A3", "*C1 B2").hold(1, "Burst").hold(2, "Slash, Burst")
    table.passes(1)
    table.state.turn += 1
    assert answer(table, 2, passing=passing) is None


def test_orders_skip_repair_unless_cards_must_be_discarded_and_play_no_special():
    """NEO-10a."""
    table = Table("*A1", "B1").hold(1, "Burst, Slash").repair()
    assert answer(table, 1, repair=True) == actions.Ready()
    table = Table("*A1", "B1").hold(1, "Burst, Burst, Slash, Slash, Stun, Stun").repair()
    assert answer(table, 1, repair=True) is None
    table = moving("*A3", "*B1")
    table.hold(1, "Stun").state.phase = "specials"
    assert answer(table, 1, specials=True) == actions.Pass()
    assert answer(table, 1) is None


def follow(table, seat, plan):
    """Let a seat, from 1, move by a plan while others pass; return its actions, None where it is asked."""
    done = []
    while table.state.phase == "movement":
        if table.awaited == {seat}:
            action = answer(table, seat, plan=plan)
            done.append(action)
            if action is None:
                break
            table.do(seat, action)
        else:
            table.passes(*table.awaited)
    return done


def test_a_plan_of_moves_is_carried_out_step_by_step():
    """NEO-05c: a sector, a token's sector, the Centre, a new one; empty steps are passed one by one."""
    table = moving("*A3 A6 C4 A2", "B1 B2 B3 B4").hold(1, "Burst")
    plan = MovePlan(
        1,
        (
            PlannedMove(0, 3, 0),
            PlannedMove(1, 2, after=4),
            PlannedMove(2, 3, NEW),
        ),
        stop=False,
    )
    done = follow(table, 1, plan)
    move, rest = actions.Move, actions.Pass()
    assert done == [rest, rest, move(0, 0), rest, move(1, 2), rest, move(2, NEW), rest]
    assert [token.sector for token in table.state.tokens[:4]] == [0, 2, 3, 1]


def test_a_plan_may_end_with_no_more_moves():
    """NEO-05c: once the plan is complete."""
    table = moving("A3 A6", "B1 B2").hold(1, "Burst")
    done = follow(table, 1, MovePlan(1, (PlannedMove(0, 1, 0),)))
    assert done == [actions.Move(0, 0), actions.Stop()]


def test_the_second_player_plans_all_varans_and_only_their_own():
    """NEO-05c: the last of the team too; a plan with another seat's varan does nothing."""
    table = moving("A3 A6 C4 A2", "B1 B2 B3 B4").hold(2, "Burst")
    assert actions.Move(7, 0) in follow(table, 2, MovePlan(1, (PlannedMove(7, 1, 0),)))
    table = moving("A3 A6 C4 A2", "B1 B2 B3 B4").hold(2, "Burst")
    assert follow(table, 2, MovePlan(1, (PlannedMove(0, 1, 0),))) == [actions.Stop()]


def test_a_missing_destination_asks_the_player():
    """NEO-05c: also if a varan is too slow; a plan is for one turn."""
    table = moving("A3 A6", "B1 B2").hold(1, "Burst")
    assert follow(table, 1, MovePlan(1, (PlannedMove(0, 1, 9),))) == [None]
    assert follow(table, 1, MovePlan(1, (PlannedMove(0, 1, after=77),))) == [None]
    assert follow(table, 1, MovePlan(2, (PlannedMove(0, 1, 0),))) == [None]
    table = moving("A2 A6", "B1 B2").hold(1, "Burst")
    assert follow(table, 1, MovePlan(1, (PlannedMove(0, 2, 0),)))[-1] is None


def test_orders_depend_only_on_the_view_of_their_seat():
    """NEO-10a: in a world that the seat cannot distinguish from the true one they do the same."""
    random = Random(4)
    plan = MovePlan(2, tuple([PlannedMove(token, 1 + token % 3, token - 1) for token in range(4)]))
    made = 0
    for state in positions(range(30), kept=0.05):
        for seat in RULES.to_act(state):
            orders = Orders(
                attacks=random.choice(("never", "kill", "always")),
                sensors="always",
                passing=Passing(state.turn, state.named[seat]),
                repair=True,
                specials=True,
                plan=msgspec.structs.replace(plan, turn=state.turn),
            )
            twin = RULES.resample(RULES.view(state, seat), fresh_randomness(random.randrange(99)))
            answers = [
                RULES.answer_by_orders(RULES.view(world, seat), RULES.legal(world, seat), orders)
                for world in (state, twin)
            ]
            if answers[0] != answers[1]:
                raise Leak(f"{orders} does {answers}")
            made += answers[0] is not None
            assert answers[0] is None or answers[0] in RULES.legal(state, seat)
    assert made > 50


def test_orders_survive_json():
    """They are stored with the match."""
    orders = Orders("kill", "always", Passing(3, 1), True, True, MovePlan(3, (PlannedMove(0, 1, after=4),)))
    assert msgspec.json.decode(msgspec.json.encode(orders), type=RULES.Orders) == orders


@pytest.mark.parametrize("step", [0, 4])
def test_a_plan_with_an_invalid_step_is_refused(step):
    """NEO-05c: steps are 1 to 3."""
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"token": 0, "step": step}, PlannedMove)
