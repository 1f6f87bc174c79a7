"""The standing order of Arclash: to stand or to pass where nothing else can be done (ARC-07, ARC-10)."""

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


def test_who_can_only_stand_stands_and_who_could_advance_is_asked_arc_07() -> None:
    table = Table("Drop; hand Drop Drop", "Drop; hand Stream")
    assert answered(table, 1) == Stand()
    assert answered(table, 2) is None
    assert answered(table, 1, Orders()) is None


def test_who_holds_no_support_passes_and_who_does_is_asked_arc_10() -> None:
    for hand, expected in (("Drop", Pass()), ("Push", None)):
        table = Table.in_support(f"Drop; hand {hand}", f"Spark; hand {hand}")
        assert answered(table, table.state.current + 1) == expected


@pytest.mark.parametrize("chosen", ["stand", "advance Turncoat"])
def test_what_was_chosen_is_not_taken_back_and_nobody_pays_or_stays_by_orders(chosen: str) -> None:
    table = Table("Drop; hand Turncoat Push Blank", "Drop; hand Stream")
    table.do(f"1: {chosen}")
    assert answered(table, 1) is None
    renewing = Table.after_battle("Drop; hand Blank", "Spark; hand Blank")
    assert renewing.state.phase == "renew"
    assert answered(renewing, 1) is None


def test_the_screen_says_what_is_ordered_and_marks_it() -> None:
    view = RULES.view(Table("Drop", "Drop").state, 0)
    for orders, style in ((Orders(), ["good", "plain"]), (IDLE, ["plain", "good"])):
        screen = ArclashWording(LIBRARY).orders_menu(view, orders, (), ("Ann", "Ben"))
        (row,) = screen.groups
        assert [choice.style for choice in row.choices] == style
        assert [choice.orders for choice in row.choices] == [Orders(), IDLE]
        assert not any(choice.actions for choice in row.choices)
        assert ("always asked" in screen.text) is (orders == Orders())
