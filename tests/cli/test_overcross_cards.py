"""`cards` with the cards of Overcross: files are checked, cards listed and shown (OVC-04)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bot import catalogue
from bot.__main__ import main
from bot.games.overcross.cardgame import OvercrossCards

SHIPPED = catalogue.DATA / "overcross" / "sets" / "cornstalker.toml"
OWN_SIDE = """\
key = "moths"
title = "Moths"

[[events]]
number = "MOT-01"
name = "Porch Light"
side = "Moths"
deck = 3
play = 1
abilities = [{ on = "played", then = [{ do = "heal", to = { pieces = "friend" }, by = 3 }] }]
"""


@pytest.fixture
def told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., tuple[int, str]]:
    monkeypatch.setitem(catalogue.CARD_GAMES, "overcross", OvercrossCards)  # type: ignore[arg-type] # abstract

    def run(*arguments: object) -> tuple[int, str]:
        code = main(["cards", *[str(each) for each in arguments]])
        printed = capsys.readouterr()
        return code, printed.out + printed.err

    return run


def test_the_shipped_file_has_neither_error_nor_advice(told: Any) -> None:
    assert told("check", SHIPPED) == (0, "1 file, 71 cards: no error, no advice.\n")


def test_a_side_of_ones_own_is_checked_and_shown(told: Any, tmp_path: Path) -> None:
    own = tmp_path / "moths.toml"
    own.write_text(OWN_SIDE)
    code, text = told("check", own)
    assert code == 0
    assert "1 advice" in text
    assert "has no Leader, no Champion and no Legend: its decks can play the Flag, the Invasion and" in text
    code, text = told("show", "MOT-01", own, "--game", "overcross")
    assert code == 0
    assert "Porch Light" in text
    assert "A friend loses 3 counters." in text
    own.write_text(OWN_SIDE.replace("deck = 3", "deck = 5").replace('do = "heal"', 'do = "heel"'))
    code, text = told("check", own)
    assert code == 1
    assert f"{own}:10: E104 MOT-01: " in text
    assert 'there is no effect "heel" (did you mean "heal"?).' in text
    own.write_text(OWN_SIDE.replace("deck = 3", "deck = 5"))
    assert "A301 MOT-01: deck: by the formula its deck cost is 3, and it is 5." in told("check", own)[1]


def test_the_cards_are_listed_by_kind_and_genre(told: Any) -> None:
    code, text = told("list", "--rank", "legend")
    assert code == 0
    assert [line.split()[0] for line in text.splitlines()] == [
        "cornstalker",
        "CST-16",
        "CST-24",
        "CST-29",
        "3",
    ]
    assert told("list", "--kind", "terrain")[1].endswith("12 cards.\n")
    assert told("list", "--game", "overcross", "--genre", "fantasy")[1].splitlines()[-1] == "14 cards."


def test_a_card_is_shown_with_its_costs_and_its_text(told: Any) -> None:
    code, text = told("show", "Writer's Block", "--game", "overcross")
    assert code == 0
    assert "Modern Edit" in text
    assert "play cost 2" in text
    assert "that player may discard a card. If that player does, this card is destroyed." in text
