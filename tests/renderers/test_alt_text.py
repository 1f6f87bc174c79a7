"""Alt texts are the channel's sentences without markup; tested with noughts and crosses."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from bot.engine.contract import Outcome
from bot.engine.facts import MatchOver
from renderers.contract import ALT_TEXT_LIMIT
from renderers.kit.alt_text import table_text
from tests.noughts import WORDING
from tests.noughts.rules import Marked, NoughtsState


def told(view: NoughtsState, *recent: object, names: tuple[str, str] = ("Ann", "Ben")) -> str:
    return table_text("Noughts and crosses", WORDING, view, names, recent)


def test_it_has_the_seat_on_turn_and_the_last_action() -> None:
    after = NoughtsState(squares="·O·······", turn=1)
    assert told(after) == "Noughts and crosses. Waiting for Ben."
    assert told(after, Marked(1, 8), Marked(0, 1)) == ("Noughts and crosses. Waiting for Ben. Ann marks B1.")


def test_it_has_the_outcome_once() -> None:
    over = Outcome((0,), (1, 0), "Three in a row")
    assert told(NoughtsState(outcome=over), Marked(0, 2), MatchOver(over)) == (
        "Noughts and crosses. Ann wins. Ann marks C1. Three in a row."
    )


@pytest.mark.parametrize("name", ["A*b*_c_", r"\o/", "**", "~B~ [x](y)", "★ Luna ■"])
def test_a_name_is_unchanged(name: str) -> None:
    assert told(NoughtsState(), names=(name, "Ben")).endswith(f"Waiting for {name}.")


def test_a_name_with_a_full_stop_is_not_split() -> None:
    after = NoughtsState(squares="·O·······", turn=1)
    assert told(after, Marked(0, 1), names=("Ann", "Dr. No")).startswith(
        "Noughts and crosses. Waiting for Dr. No. Ann marks"
    )


def test_sentences_without_room_are_left_out_whole() -> None:
    long = "A" * 40
    told_of = told(replace(NoughtsState(), turn=1), *[Marked(0, 1)] * 3, names=(long, long))
    assert len(told_of) <= ALT_TEXT_LIMIT
    assert told_of.endswith(".")
