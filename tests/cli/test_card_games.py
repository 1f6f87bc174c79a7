"""`cards` where several games have cards: files, lists and single cards of each through the same code."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot import catalogue
from bot.cli import card_pools
from tests.cardgames import harbour, patrol
from tests.cli.conftest import Told

SETS = catalogue.DATA / "arclash" / "sets"


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The data of a bot that has Arclash, and two more games with cards."""
    for key, file, content in (("harbour", "docks", harbour.SHIPPED), ("patrol", "patrol", patrol.SHIPPED)):
        folder = tmp_path / "data" / key / "sets"
        folder.mkdir(parents=True)
        (folder / f"{file}.toml").write_text(content)
    (tmp_path / "data" / "arclash").symlink_to(SETS.parent)
    for other in ("neo-combat", "overcross"):
        monkeypatch.delitem(catalogue.CARD_GAMES, other)  # type: ignore[arg-type]
    for kind in (harbour.HarbourCards, patrol.PatrolCards):
        monkeypatch.setitem(catalogue.CARD_GAMES, kind.key, kind)  # type: ignore[arg-type]
    data = tmp_path / "data"
    for reads in (catalogue.card_files, catalogue.card_game):
        monkeypatch.setattr(reads, "__defaults__", (data,))
    monkeypatch.setattr(card_pools, "DATA", data)
    return data


def test_files_of_several_games_are_checked_each_with_its_own(told: Told, data: Path, tmp_path: Path) -> None:
    (tmp_path / "quiet.toml").write_text(patrol.OTHER_DECK)
    (tmp_path / "own.toml").write_text('key = "own"\n')
    docks = data / "harbour" / "sets" / "docks.toml"
    assert told("cards check quiet.toml", docks) == (0, "2 files, 5 cards: no error, no advice.\n")
    docks.write_text(harbour.SHIPPED.replace("cost = 6", "cost = 7").replace("cost = 12", "cost = 21"))
    code, text = told("cards check", docks)
    assert code == 1
    assert text.startswith(f"{docks}:14: E105")
    assert "cost: 21 is too much; 20 at most." in text
    docks.write_text(harbour.SHIPPED.replace("cost = 6", "cost = 7"))
    assert "a flagship counts 6 points at most." in told("cards check", docks)[1]
    several = "own.toml: This can be of several games. Say --game arclash, harbour or patrol.\n"
    assert told("cards check own.toml") == (1, several)
    assert "E102" in told("cards check own.toml --game patrol")[1]


def test_a_list_is_of_the_game_that_has_what_is_asked_for(told: Told) -> None:
    code, text = told("cards list --game patrol")
    assert code == 0
    assert text.splitlines() == [
        "patrol",
        "  PA-01     8 in the deck  Look Out",
        "  PA-02     4 in the deck  Tug",
        "  R-01      Speed 3       Runner",
        "3 cards.",
    ]
    pier = "  DOC-11    pier          2 points      Long Pier"
    assert told("cards list --kind pier")[1].splitlines() == ["docks", pier, "1 card."]
    assert "2 cards." in told("cards list --part action")[1]
    assert "4 cards." in told("cards list --set docks")[1]
    assert "Say --game arclash, harbour or patrol." in told("cards list")[1]


def test_a_card_is_shown_of_the_game_that_has_it(told: Told, tmp_path: Path) -> None:
    (tmp_path / "quiet.toml").write_text(patrol.OTHER_DECK)
    assert told("cards show 'old ferry'")[1].splitlines() == ["Old Ferry (DOC-02)", "Ship", "South"]
    assert told("cards show Wait quiet.toml")[1].splitlines() == ["Wait (QU-01)", "20 in the deck"]
    for asked, answer in (
        ("Tug", "Say --game harbour or patrol."),
        ("Tug --game patrol", "4 in the deck"),
        ("'Look Out' quiet.toml", 'There is no card "Look Out"'),  # its deck was replaced
        ("Runer", 'did you mean "Runner"'),
    ):
        assert answer in told(f"cards show {asked}")[1]
