"""`cards` where several games have cards: files, lists and single cards of each through the same code."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bot import catalogue
from bot.__main__ import main
from bot.cli import card_pools
from tests.cardgames import harbour, patrol

SETS = catalogue.DATA / "arclash" / "sets"


@pytest.fixture
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


@pytest.fixture
def told(data: Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str]]:
    def run(*arguments: object) -> tuple[int, str]:
        code = main(["cards", *[str(each) for each in arguments]])
        printed = capsys.readouterr()
        return code, printed.out + printed.err

    return run


def test_files_of_several_games_are_checked_each_with_its_own(told: Any, data: Path, tmp_path: Path) -> None:
    own = tmp_path / "quiet.toml"
    own.write_text(patrol.OTHER_DECK)
    docks = data / "harbour" / "sets" / "docks.toml"
    assert told("check", docks, own) == (0, "2 files, 5 cards: no error, no advice.\n")
    docks.write_text(harbour.SHIPPED.replace("cost = 6", "cost = 7").replace("cost = 12", "cost = 21"))
    code, text = told("check", docks)
    assert code == 1
    assert text.startswith(f"{docks}:14: E105")
    assert "cost: 21 is too much; 20 at most." in text
    docks.write_text(harbour.SHIPPED.replace("cost = 6", "cost = 7"))
    assert "a flagship counts 6 points at most." in told("check", docks)[1]


def test_a_file_that_may_be_of_any_game_is_asked_for(told: Any, tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text('key = "own"\n')
    code, text = told("check", own)
    assert code == 1
    assert text == f"{own}: This can be of several games. Say --game arclash, harbour or patrol.\n"
    assert "E102" in told("check", own, "--game", "patrol")[1]


def test_a_list_is_of_the_game_that_has_what_is_asked_for(told: Any) -> None:
    code, text = told("list", "--game", "patrol")
    assert code == 0
    assert text.splitlines() == [
        "patrol",
        "  PA-01     8 in the deck  Look Out",
        "  PA-02     4 in the deck  Tug",
        "  R-01      Speed 3       Runner",
        "3 cards.",
    ]
    assert told("list", "--kind", "pier")[1].splitlines() == [
        "docks",
        "  DOC-11    pier          2 points      Long Pier",
        "1 card.",
    ]
    assert "2 cards." in told("list", "--part", "action")[1]
    assert "4 cards." in told("list", "--set", "docks")[1]
    assert "Say --game arclash, harbour or patrol." in told("list")[1]


def test_a_card_is_shown_of_the_game_that_has_it(told: Any, tmp_path: Path) -> None:
    assert told("show", "old ferry")[1].splitlines() == ["Old Ferry (DOC-02)", "Ship", "South"]
    assert "Say --game harbour or patrol." in told("show", "Tug")[1]
    assert "4 in the deck" in told("show", "Tug", "--game", "patrol")[1]
    own = tmp_path / "quiet.toml"
    own.write_text(patrol.OTHER_DECK)
    assert told("show", "Wait", own)[1].splitlines() == ["Wait (QU-01)", "20 in the deck"]
    assert 'There is no card "Look Out"' in told("show", "Look Out", own)[1], "its deck was replaced"
    assert 'did you mean "Runner"' in told("show", "Runer")[1]
