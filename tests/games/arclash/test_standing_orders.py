"""The standing order of Arclash: to stand or to pass if no other action is possible (ARC-07, ARC-10)."""

from __future__ import annotations

import pytest

from bot.engine.contract import Action
from bot.games.arclash.rules.actions import Pass, Stand
from bot.games.arclash.rules.standing_orders import Orders
from bot.games.arclash.wording.wording import ArclashWording
from tests.games.arclash.cards_for_tests import LIBRARY
from tests.games.arclash.table import RULES, Table

IDLE = Orders(stand_or_pass=True)


def answered(table: Table, seat: int, orders: Orders = IDLE) -> Action | None:
    view, legal = RULES.view(table.state, seat - 1), RULES.legal(table.state, seat - 1)
    answer: Action | None = RULES.answer_by_orders(view, legal, orders)
    return answer


def test_the_order_stands_if_nothing_else_is_possible_arc_07() -> None:
    table = Table("Drop; hand Drop Drop", "Drop; hand Stream")
    assert answered(table, 1) == Stand()
    assert answered(table, 2) is None
    assert answered(table, 1, Orders()) is None


def test_the_order_passes_without_a_support_arc_10() -> None:
    for hand, expected in (("Drop", Pass()), ("Push", None)):
        table = Table.in_support(f"Drop; hand {hand}", f"Spark; hand {hand}")
        assert answered(table, table.state.current + 1) == expected


@pytest.mark.parametrize("chosen", ["stand", "advance Turncoat"])
def test_orders_never_undo_pay_or_stay(chosen: str) -> None:
    table = Table("Drop; hand Turncoat Push Blank", "Drop; hand Stream")
    table.do(f"1: {chosen}")
    assert answered(table, 1) is None
    renewing = Table.after_battle("Drop; hand Blank", "Spark; hand Blank")
    assert renewing.state.phase == "renew"
    assert answered(renewing, 1) is None


def test_the_screen_shows_and_marks_the_order() -> None:
    view = RULES.view(Table("Drop", "Drop").state, 0)
    for orders, style in ((Orders(), ["good", "plain"]), (IDLE, ["plain", "good"])):
        screen = ArclashWording(LIBRARY).orders_menu(view, orders, (), ("Ann", "Ben"))
        (row,) = screen.groups
        assert [choice.style for choice in row.choices] == style
        assert [choice.orders for choice in row.choices] == [Orders(), IDLE]
        assert not any(choice.actions for choice in row.choices)
        assert ("always asked" in screen.text) is (orders == Orders())
