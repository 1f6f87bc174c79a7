"""A card designer on the command line: from an empty file to a measured, printed and changed set."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from bot.host.cli.workshop import card_try
from tests.cli.conftest import Told
from tests.cli.test_card_try import POSITION
from tests.parts.workshop.cogs.test_card_pictures import GERMAN_HERONS
from tests.parts.workshop.sets.uploads import BROKEN

CHANGED = GERMAN_HERONS.replace(b"power = 300", b"power = 325")
GERMAN = {
    "Heron Chick": "Reiherküken",
    "Level 1 Character, power 300": "Charakter der Stufe 1, Stärke 300",
    "All neck.": "Nur Hals.",
    "power 325 instead of 300": "Stärke 325 statt 300",
    "1 card changed": "1 Karte geändert",
    "This position cannot be read": "Diese Stellung ist nicht zu lesen",
}


def test_from_an_empty_file_to_a_measured_set_and_its_second_version(
    told: Told, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def write(name: str, content: bytes) -> None:
        (tmp_path / name).write_bytes(content)

    def says(line: str, code: int = 0) -> str:
        ended, words = told(line)
        assert ended == code, words
        return " ".join(words.split())

    def says_in_both_languages(line: str, *sentences: str, code: int = 0) -> None:
        for language, spoken in (("en", {}), ("de", GERMAN)):
            words = says(f"{line} --language {language}", code)
            assert [each for each in sentences if spoken.get(each, each) not in words] == []

    assert "there is no such file" in says("cards check reed.toml", 2)
    write("reed.toml", b"")
    assert "E014: the file is empty" in says("cards check reed.toml", 1)
    write("reed.toml", BROKEN)
    line = BROKEN[: BROKEN.index(b"level = 7")].count(b"\n") + 1
    wrong = f"reed.toml:{line}: E105 REE-02: level: 7 is too much; 4 at most"
    assert wrong in says("cards check reed.toml", 1)
    write("reed.toml", GERMAN_HERONS)
    assert says("cards check reed.toml") == "1 file, 5 cards: no error, no advice."
    says_in_both_languages(
        "cards show REE-01 reed.toml", "Heron Chick", "Level 1 Character, power 300", "All neck."
    )

    opened: list[Any] = []
    monkeypatch.setattr(card_try, "open_table", lambda *told: opened.append(told) or 0)
    write("hand.txt", POSITION.encode())
    says_in_both_languages("cards try reed.toml hand.txt --port 0")
    assert [(settings.local_language, settings.local_port, first.command) for settings, first in opened] == [
        ("en", 0, "cards try"),
        ("de", 0, "cards try"),
    ]
    write("bad.txt", b"phase: bogus")
    says_in_both_languages("cards try reed.toml bad.txt", "This position cannot be read", code=1)

    says("cards print reed.toml cards.pdf")
    assert (tmp_path / "cards.pdf").read_bytes().startswith(b"%PDF")
    says("cards convert reed.toml reed.csv")
    says("cards convert reed.csv again.toml")
    again = (tmp_path / "again.toml").read_text("utf-8")
    assert tomllib.loads(again) == tomllib.loads(GERMAN_HERONS.decode())

    balance = "balance arclash --decks herons windfall --games 8 --player random --jobs 1"
    figures = says(f"{balance} --set reed.toml --card REE-02 --pairs 10")
    assert "Power in battle, turn by turn: decks with these cards, and those they meet" in figures
    assert "REE-02 Still Heron" in figures.replace("│ ", "")
    assert "pairs of matches" in figures or "more than chance" in figures, "in words, whether it differs"

    write("new.toml", CHANGED)
    changes = ("Heron Chick", "(REE-01)", "power 325 instead of 300", "1 card changed")
    says_in_both_languages("cards diff reed.toml new.toml", *changes)
    compared = says(f"{balance} --set new.toml --against reed.toml")
    assert "The same matches with the older cards and with these" in compared
    assert "REE-01" in compared
