"""A designer's afternoon on the command line: from an empty file to a measured, printed and changed set."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from bot.cli import card_try
from tests.cardsets.uploads import BROKEN
from tests.cli.conftest import Run
from tests.cli.test_card_try import POSITION
from tests.cogs.cards.test_card_pictures import GERMAN_HERONS

CHANGED = GERMAN_HERONS.replace(b"power = 300", b"power = 325")
GERMAN = {
    "Heron Chick": "Reiherküken",
    "Level 1 Character, power 300": "Charakter der Stufe 1, Stärke 300",
    "All neck.": "Nur Hals.",
    "power 325 instead of 300": "Stärke 325 statt 300",
    "1 card changed": "1 Karte geändert",
    "This position cannot be read": "Diese Stellung ist nicht zu lesen",
}


@pytest.mark.parametrize("language", ["en", "de"])
def test_from_an_empty_file_to_a_measured_set_and_its_second_version(
    bot: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    def word(english: str) -> str:
        return GERMAN[english] if language == "de" else english

    def write(name: str, content: bytes | str) -> None:
        (tmp_path / name).write_bytes(content if isinstance(content, bytes) else content.encode())

    def told(*arguments: str, code: int = 0) -> str:
        ran = bot(*arguments)
        assert "Traceback" not in ran.stderr
        assert ran.returncode == code, ran.stdout + ran.stderr
        return " ".join((ran.stdout + ran.stderr).split())

    def in_language(*arguments: str, code: int = 0) -> str:
        return told(*arguments, "--language", language, code=code)

    assert "there is no such file" in told("cards", "check", "reed.toml", code=2)
    write("reed.toml", b"")
    assert "E014: the file is empty" in told("cards", "check", "reed.toml", code=1)
    write("reed.toml", BROKEN)
    line = BROKEN[: BROKEN.index(b"level = 7")].count(b"\n") + 1
    assert f"reed.toml:{line}: E105 REE-02: level: 7 is too much; 4 at most" in told(
        "cards", "check", "reed.toml", code=1
    )
    write("reed.toml", GERMAN_HERONS)
    assert told("cards", "check", "reed.toml") == "1 file, 5 cards: no error, no advice."
    assert "REE-01" in told("cards", "list", "reed.toml")
    card = in_language("cards", "show", "REE-01", "reed.toml")
    for english in ("Heron Chick", "Level 1 Character, power 300", "All neck."):
        assert word(english) in card

    opened: list[Any] = []
    monkeypatch.setattr(card_try, "open_table", lambda settings, first: opened.append(settings) or 0)
    write("hand.txt", POSITION)
    in_language("cards", "try", "reed.toml", "hand.txt", "--port", "0")
    assert [settings.local_language for settings in opened] == [language]
    write("bad.txt", "phase: bogus")
    fault = in_language("cards", "try", "reed.toml", "bad.txt", code=1)
    assert word("This position cannot be read") in fault

    in_language("cards", "print", "reed.toml", "cards.pdf")
    in_language("cards", "tabletop", "reed.toml", "deck.png")
    assert (tmp_path / "cards.pdf").read_bytes().startswith(b"%PDF")
    with Image.open(tmp_path / "deck.png") as deck:
        assert deck.width > deck.height > 0
    told("cards", "convert", "reed.toml", "reed.csv")
    told("cards", "convert", "reed.csv", "again.toml")
    again = (tmp_path / "again.toml").read_text("utf-8")
    assert tomllib.loads(again) == tomllib.loads(GERMAN_HERONS.decode())

    balance = ("balance", "arclash", "--decks", "herons", "windfall", "--games", "8", "--player", "random")
    figures = told(*balance, "--jobs", "1", "--set", "reed.toml", "--card", "REE-02", "--pairs", "10")
    assert "Power in battle, turn by turn: decks with these cards, and those they meet" in figures
    assert "REE-02 Still Heron" in figures.replace("│ ", "")
    assert "pairs of matches" in figures or "more than chance" in figures, "in words, whether it differs"

    write("new.toml", CHANGED)
    different = in_language("cards", "diff", "reed.toml", "new.toml")
    assert f"{word('Heron Chick')} (REE-01)" in different
    assert word("power 325 instead of 300") in different
    assert word("1 card changed") in different
    compared = told(*balance, "--jobs", "1", "--set", "new.toml", "--against", "reed.toml")
    assert "The same matches with the older cards and with these" in compared
    assert "REE-01" in compared
