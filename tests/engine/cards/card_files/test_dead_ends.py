"""The check plays matches with the cards of a set: if one would stop, the set is refused (E422)."""

from __future__ import annotations

import pytest

from bot.games.arclash.rules import battle, rules
from bot.games.arclash.rules.table import ArclashTable
from bot.games.overcross.rules.rules import OvercrossRules
from tests.engine.cards.card_files.mutating import check_reading, shipped
from tests.engine.cards.card_files.sound import BASE, at, read

HUSH = at(1, '{ do = "forbid" }')
"""The Level 1 of the valid set forbids Supports at the start of each battle."""


def stopped(table: ArclashTable) -> bool:
    """The Support stage of a former version: the first seat is awaited without a legal action."""
    battle.begin_support(table)
    return False


def test_a_set_with_which_a_match_would_stop_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    assert read(HUSH).errors == ()
    monkeypatch.setitem(rules._NEXT, "battle", stopped)
    (found,) = read(HUSH).errors
    assert (found.code, found.sentence.startswith("a match with these cards stops")) == ("E422", True)


def test_the_check_of_overcross_plays_matches_too(monkeypatch: pytest.MonkeyPatch) -> None:
    (source,) = shipped("overcross")
    monkeypatch.setattr(OvercrossRules, "legal", lambda *_: ())
    found = check_reading(source.text.encode(), source.base, "overcross").errors
    assert [each.code for each in found] == ["E422"]


def test_supports_are_checked_without_a_character() -> None:
    """Nothing can be played with these alone; their faults are found nevertheless."""
    assert not any(card.kind == "character" for card in BASE.cards.values())
    text = """
key = "reed"
title = "The Reed Bank"
lineages = { reed = { title = "The Reed Bank", motif = "leaf", hue = 100 } }
supports = [{ number = "REE-11", name = "Ripple", lineage = "reed", abilities = [%s] }]
"""
    ripple = '{ on = "played", then = [{ do = "buff", by = 50 }] }'
    assert check_reading((text % ripple).encode()).errors == ()
    assert check_reading((text % ripple.replace("buff", "puff")).encode()).errors
