"""`cards` with several games: each file, list and card belongs to one of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.games.catalogue import card_files
from tests.cli.conftest import Told
from tests.parts.workshop.sets.uploads import CLAWS


@pytest.fixture
def claws(tmp_path: Path) -> Path:
    """Return a card file of Neo-Combat."""
    path = tmp_path / "claws.toml"
    path.write_bytes(CLAWS)
    return path


def test_files_of_several_games_are_checked_by_their_games(told: Told, claws: Path, tmp_path: Path) -> None:
    (shipped,) = card_files("overcross")
    code, words = told("cards check", shipped, claws)
    assert code == 0
    assert words.startswith("Costs are not judged of CST-31, ")
    assert words.endswith("2 files, 73 cards: no error, no advice.\n")
    claws.write_bytes(CLAWS.replace(b"copies = 8", b"copies = 99"))
    code, text = told("cards check", shipped, claws)
    assert code == 1
    assert text.startswith(f"{claws}:9: E105 CLW-01: copies: 99 is too much;")
    own = tmp_path / "own.toml"
    own.write_text('key = "own"\n')
    asked = f"{own}: This can be of several games. Say --game arclash, neo-combat or overcross."
    others = " Of maps and tables say `maps check` and `table check`.\n"
    assert told("cards check", own) == (1, asked + others)
    assert "E102" in told("cards check --game neo-combat", own)[1]


def test_a_list_is_of_the_game_that_matches_the_filter(told: Told) -> None:
    code, text = told("cards list --game neo-combat --sort answer")
    assert (code, text.splitlines()[:2]) == (0, ["core", "  NC-12     6x            answer        Armour"])
    for asked, number in (("--kind varan", 24), ("--rank legend", 3), ("--set core", 44)):
        assert told(f"cards list {asked}")[1].endswith(f"\n{number} cards.\n")
    assert "Say --game arclash, neo-combat or overcross." in told("cards list")[1]


def test_a_card_is_shown_by_its_game(told: Told, claws: Path) -> None:
    assert told("cards show 'night-shift moderator'")[1].startswith("Night-Shift Moderator (CST-04)\n")
    assert told("cards show 'Who Goes There'", claws)[1].startswith(
        "Who Goes There (CLW-02)\n8 in the deck\n"
    )
    assert 'There is no card "Detect"' in told("cards show Detect", claws)[1], "its deck was replaced"
    assert 'did you mean "Lurker"' in told("cards show Lurkr")[1]
    claws.write_bytes(CLAWS.replace(b"Great Volley", b"Lurker"))
    assert "Say --game neo-combat or overcross." in told("cards show Lurker", claws)[1]
    assert "8 in the deck" in told("cards show --game neo-combat Lurker", claws)[1]
