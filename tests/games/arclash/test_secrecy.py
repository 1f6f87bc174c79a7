"""Secrets until all have chosen (ARC-15). test_two_worlds has tests with random play."""

from __future__ import annotations

from bot.games.arclash.rules import facts
from tests.games.arclash.table import Table


def seen_by_others(table: Table):
    """Return the views of the second player and of the public, and their facts of the last action."""
    return table.view(2), table.view(), table.told(2), [event.public for event in table.events]


def test_a_card_and_a_pass_look_the_same_until_the_reveal_arc_15():
    placed = Table("Spark; hand Flame Push", "Drop")
    placed.do("1: advance Flame")
    stood = Table("Spark; hand Flame Push", "Drop")
    stood.do("1: stand")
    assert seen_by_others(placed) == seen_by_others(stood)
    assert placed.view(2).places[0].hand == 2
    assert placed.view(2).places[0].ready


def test_an_unpaid_card_is_completely_hidden_arc_15():
    table = Table("Spark Flame; hand Blaze Push", "Drop")
    before = table.view(2), table.view()
    table.do("1: advance Blaze")
    assert [event.public for event in table.events] == [None]
    assert (table.view(2), table.view()) == before
    assert table.do("1: withdraw") == []
    assert table.told(1) == [facts.Withdrew(0, "advance")]
    assert (table.view(2), table.view()) == before


def test_a_seat_without_a_choice_is_awaited_too_arc_15():
    """Otherwise others would know that the seat has no card to advance."""
    table = Table("Spark; hand Push", "Drop; hand Stream")
    assert table.awaited == [1, 2]
    assert table.legal(1) == ["stand"]
    table.do("2: advance Stream")
    assert table.awaited == [1]


def test_only_the_searching_seat_sees_the_deck_and_the_result_arc_15():
    table = Table.in_support("Dawn; hand Sift; deck Mire Ward Flame Topple", "Drop")
    table.do("1: play Sift")
    assert sorted([shown.number for shown in table.view(1).looking]) == ["TST-02", "TST-32", "TST-33"]
    assert table.view(2).looking == table.view(2).question.options == ()
    assert table.view(2).question.seat == 0
    told = table.do("1: choose Flame")
    assert [type(fact).__name__ for fact in told] == ["Took"]
    assert table.hand(1) == "Flame"
    table = Table.in_support("Dawn; hand Scout; deck Mire Ward", "Drop")
    table.do("1: play Scout")
    assert table.legal(1) == ["choose no more"]
    assert table.do("1: choose no more")[0].cards == ()
