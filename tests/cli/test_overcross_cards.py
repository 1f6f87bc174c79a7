"""`cards` with the cards of Overcross: files are checked, cards listed and shown (OVC-04)."""

from __future__ import annotations

from pathlib import Path

from bot.games import catalogue
from tests.cli.conftest import Told
from tests.parts.workshop.lab.own_sides import own_side

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


def test_the_shipped_file_has_neither_error_nor_advice(told: Told) -> None:
    code, text = told("cards check", SHIPPED)
    judged, summary = text.splitlines()
    assert (code, summary) == (0, "1 file, 71 cards: no error, no advice.")
    assert judged.startswith("Costs are not judged of CST-31, ")
    assert judged.endswith(" and 14 more cards: the formula has no price for something that they do.")


def test_a_custom_side_is_checked_and_shown(told: Told, tmp_path: Path) -> None:
    own = tmp_path / "moths.toml"
    own.write_text(OWN_SIDE)
    code, text = told("cards check moths.toml")
    assert code == 0
    assert "1 advice" in text
    assert "has no Leader, no Champion and no Legend: its decks can play the Flag, the Invasion and" in text
    code, text = told("cards show MOT-01 moths.toml --game overcross")
    assert code == 0
    assert "Porch Light" in text
    assert "A friend loses 3 counters." in text
    own.write_text(OWN_SIDE.replace("deck = 3", "deck = 5"))
    formula = "A301 MOT-01: deck: by the formula its deck cost is 3, and it is 5."
    assert formula in told("cards check moths.toml")[1]
    own.write_text(OWN_SIDE.replace('do = "heal"', 'do = "heel"'))
    code, text = told("cards check moths.toml")
    assert code == 1
    assert "moths.toml:10: E104 MOT-01: " in text
    assert 'there is no effect "heel" (did you mean "heal"?).' in text


def test_the_cards_are_listed_by_kind_and_genre_and_shown_with_costs_and_text(told: Told) -> None:
    code, text = told("cards list --rank legend")
    assert code == 0
    legends = ["CST-16", "CST-24", "CST-29"]
    assert [line.split()[0] for line in text.splitlines()] == ["cornstalker", *legends, "3"]
    assert told("cards list --kind terrain")[1].endswith("12 cards.\n")
    assert told("cards list --game overcross --genre fantasy")[1].splitlines()[-1] == "14 cards."
    code, text = told("""cards show "Writer's Block" --game overcross""")
    assert code == 0
    assert "Modern Edit" in text
    assert "play cost 2" in text
    assert "that player may discard a card. If that player does, this card is destroyed." in text


def test_a_ready_deck_is_printed_with_its_copies(told: Told, tmp_path: Path) -> None:
    (tmp_path / "tea.toml").write_bytes(own_side(points=30))
    assert told("cards print tea.toml all.png --game overcross")[0] == 0
    code, text = told("cards print tea.toml deck.png --game overcross --deck house-blend")
    assert code == 0, text
    pages = [sorted(path.name for path in tmp_path.glob(f"{name}*.png")) for name in ("all", "deck")]
    assert [len(each) for each in pages] == [2, 1], "13 cards are two pages, the deck of 8 is one"
    code, text = told("cards print tea.toml deck.png --game overcross --deck house-blnd")
    assert code == 1
    assert 'There is no ready deck "house-blnd" (did you mean "house-blend"?).' in text
