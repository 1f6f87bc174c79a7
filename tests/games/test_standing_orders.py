"""Standing orders of Papyrus, Crossfire and Overcross: their answers, and that empty orders do nothing."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from bot.engine.cards.program import Question
from bot.engine.fair import Stream
from bot.games.crossfire.rules.actions import Answer, Keep
from bot.games.crossfire.rules.options import Options as CrossfireOptions
from bot.games.crossfire.rules.own_turns import Orders as CrossfireOrders
from bot.games.crossfire.wording.wording import CrossfireWording
from bot.games.overcross.rules.actions import Choose
from bot.games.overcross.rules.options import Options as OvercrossOptions
from bot.games.overcross.rules.turns import Orders as OvercrossOrders
from bot.games.overcross.wording.wording import OvercrossWording
from bot.games.papyrus.rules.actions import EndTurn
from bot.games.papyrus.rules.options import Options as PapyrusOptions
from bot.games.papyrus.rules.turns import Orders as PapyrusOrders
from tests.games.crossfire.table import RULES as CROSSFIRE
from tests.games.crossfire.table import Table as CrossfireTable
from tests.games.crossfire.test_contests import attacked
from tests.games.overcross.chance import RULES as OVERCROSS
from tests.games.overcross.laid_out import Match
from tests.games.papyrus.table import RULES as PAPYRUS
from tests.games.papyrus.table import Table as PapyrusTable

NAMES = ("Ann", "Ben", "Cleo", "Dan")
END = PapyrusOrders(end=True)
ALWAYS, BASES = CrossfireOrders(contests="always"), CrossfireOrders(contests="bases")


def answer(rules: Any, state: Any, seat: int, orders: Any) -> Any:
    return rules.answer_by_orders(rules.view(state, seat), rules.legal(state, seat), orders)


def test_only_a_turn_without_possible_actions_is_ended_pap_07() -> None:
    state = PapyrusTable("medic A1 | smg P12").state
    assert answer(PAPYRUS, state, 0, END) is None
    state.phase = "attacking"  # the moves are over, and there is no target to attack or to heal
    assert answer(PAPYRUS, state, 0, END) == EndTurn()
    assert answer(PAPYRUS, state, 0, PapyrusOrders()) is None


def test_a_contest_is_answered_with_the_weakest_sufficient_card_crf_16() -> None:
    table = attacked(answer="2 9 10 Q")
    assert answer(CROSSFIRE, table.state, 1, ALWAYS) == Answer(table.mine("9"), table.square("c4"))
    assert answer(CROSSFIRE, table.state, 1, BASES) is None, "c4 is no base"


def test_a_seat_without_a_sufficient_card_is_asked_crf_16() -> None:
    assert answer(CROSSFIRE, attacked(answer="2 3 4 5").state, 1, ALWAYS) is None
    assert answer(CROSSFIRE, CrossfireTable("c2:10 c3:10").state, 0, ALWAYS) is None


def test_bases_are_kept_by_order_crf_03() -> None:
    for number in range(40):
        state = CROSSFIRE.setup(CrossfireOptions(), 2, stream(number))
        deciding = [seat for seat, asked in enumerate(state.deciding) if asked]
        for seat in deciding:
            assert answer(CROSSFIRE, state, seat, CrossfireOrders(keep=True)) == Keep()
            assert answer(CROSSFIRE, state, seat, ALWAYS) is None
        if deciding:
            return
    pytest.fail("no seat could redeal")


@pytest.mark.parametrize(
    ("orders", "kind", "options", "current", "expected"),
    [
        (OvercrossOrders(offers="no"), "may", (0, 1), 1, Choose(0)),
        (OvercrossOrders(offers="yes"), "may", (0, 1), 1, Choose(1)),
        (OvercrossOrders(offers="yes"), "may", (0,), 1, None),
        (OvercrossOrders(offers="yes"), "may", (0, 1), 0, None),
        (OvercrossOrders(offers="yes"), "square", (3, 4), 1, None),
        (OvercrossOrders(only=True), "square", (3,), 1, Choose(3)),
        (OvercrossOrders(only=True), "square", (3, 4), 1, None),
        (OvercrossOrders(), "may", (0, 1), 1, None),
    ],
)
def test_a_question_of_a_card_out_of_turn_is_answered_ovc_03(
    orders: OvercrossOrders, kind: str, options: tuple[int, ...], current: int, expected: Any
) -> None:
    question: Any = Question(0, kind, 0, options, kind)
    view = replace(OVERCROSS.view(Match().state, 0), question=question, current=current)
    assert OVERCROSS.answer_by_orders(view, [Choose(each) for each in options], orders) == expected


def stream(number: int) -> Stream:
    return Stream("orders", number.to_bytes(32))


@pytest.mark.parametrize(
    ("rules", "options", "orders"),
    [
        (PAPYRUS, PapyrusOptions(), END),
        (CROSSFIRE, CrossfireOptions(), CrossfireOrders(contests="always", keep=True)),
        (OVERCROSS, OvercrossOptions(), OvercrossOrders(offers="no", only=True, first=True)),
    ],
    ids=["papyrus", "crossfire", "overcross"],
)
def test_in_random_play_orders_answer_legally_and_empty_orders_never(
    rules: Any, options: Any, orders: Any
) -> None:
    chance, answered = Random(5), 0
    for number in range(3):
        rng = stream(number)
        state = rules.setup(rules.normalize(options, 2), 2, rng)
        for _ in range(150):
            awaited = sorted(rules.to_act(state))
            if not awaited:
                break
            seat = chance.choice(awaited)
            legal = rules.legal(state, seat)
            found = answer(rules, state, seat, orders)
            assert found is None or found in legal
            assert answer(rules, state, seat, type(orders)()) is None
            answered += found is not None
            rules.apply(state, seat, found or legal[chance.randrange(len(legal))], rng)
    assert answered or rules is PAPYRUS, "else this shows nothing"


def test_screens_show_the_orders_and_offer_every_value() -> None:
    for wording, orders in (
        (PapyrusTable.wording, END),
        (CrossfireWording(), ALWAYS),
        (OvercrossWording(None), OvercrossOrders(only=True)),  # type: ignore[arg-type] # no card is named
    ):
        told: Any = wording
        screen = told.parts.orders(None, orders, ())
        choices = [each for group in screen.groups for each in group.choices]
        assert orders in [each.orders for each in choices]
        assert type(orders)() in [each.orders for each in choices], "all can be taken back"
        assert len({each.key for each in choices}) == len(choices)
