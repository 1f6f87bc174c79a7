"""`cards` checks card files, lists the cards there are, and shows one (ARC-19)."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from subprocess import CompletedProcess

import pytest
from PIL import Image

from bot.__main__ import main
from bot.catalogue import card_files
from bot.cli import cards
from tests.cardfiles.sound import SOUND
from tests.games.arclash.shipped import arclash_pool

Run = Callable[..., "CompletedProcess[str]"]
Told = Callable[..., tuple[int, str]]

ALONE = SOUND.replace('"reed"', '"bank"').replace("lineages.reed", "lineages.bank").replace("REE-", "BNK-")
"""A sound set, under names that nothing that ships has."""

SHIPPED = card_files("arclash")

HERONS = '{ zone = "stack", which = { word = "Still Heron" } }'
LEANING = """\
key = "leaning"
title = "Leaning"

[[supports]]
number = "LEA-01"
name = "Call"
abilities = [
  { on = "played", then = [{ do = "search", where = "discard", which = { name = "NAME" } }] },
  { on = "end-of-battle", then = [
    { do = "if", test = { test = "cards", cards = CARDS }, then = [
      { do = "debuff", by = 20, until = "next-turn" },
    ] },
  ] },
]
"""
"""A set that names a card that ships, and one of the set above."""


@pytest.fixture
def told(capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str]]:
    """Run the command; return its exit code and all it printed."""

    def run(*arguments: object) -> tuple[int, str]:
        code = main(["cards", *[str(each) for each in arguments]])
        printed = capsys.readouterr()
        return code, printed.out + printed.err

    return run


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "bank.toml"
    path.write_text(ALONE)
    return path


def test_a_sound_file_passes(told, file: Path) -> None:
    assert told("check", file) == (0, "1 file, 5 cards: no error, no advice.\n")


def test_the_sets_that_ship_pass_together_and_one_by_one(told) -> None:
    code, text = told("check", *SHIPPED)
    assert (code, text) == (
        0,
        f"{len(card_files('arclash'))} files, {len(arclash_pool().cards)} cards: no error, no advice.\n",
    )
    assert told("check", SHIPPED[0])[0] == 0


def test_errors_are_printed_by_file_and_line_and_end_with_1(told, file: Path, tmp_path: Path) -> None:
    file.write_text(
        ALONE.replace("power = 300", "powre = 300").replace('do = "buff", by = 50', 'do = "bufff", by = 50')
    )
    other = tmp_path / "another.toml"
    other.write_text("key = 1\n")
    code, text = told("check", "--game", "arclash", file, other)
    lines = text.splitlines()
    assert code == 1
    assert lines[1] == f"{other}:1: E103: key: a whole number stands where a text belongs."
    assert lines[2] == f'{file}:14: E101 BNK-01: a Character has no key "powre" (did you mean "power"?).'
    assert lines[3].startswith(f"{file}:55: E104 BNK-11: ")
    assert lines[-1] == "2 files: 4 errors, no advice. docs/CARDS.md explains the codes."


def test_advice_alone_ends_with_0(told, file: Path) -> None:
    file.write_text(ALONE.replace("power = 300", "power = 450"))
    code, text = told("check", file)
    assert code == 0
    assert text.splitlines() == [
        f"{file}:14: A101 BNK-01: power: a Level 1 has a power of 0 to 400, not 450.",
        "1 file: no error, 1 advice. docs/CARDS.md explains the codes.",
    ]


def test_files_may_lean_on_each_other_and_on_what_ships(told, file: Path, tmp_path: Path) -> None:
    shipped = next(iter(arclash_pool().cards.values()))
    leaning = tmp_path / "leaning.toml"
    leaning.write_text(LEANING.replace("NAME", shipped.name).replace("CARDS", HERONS))
    code, text = told("check", leaning)
    assert code == 1
    assert "E306 LEA-01" in text
    assert told("check", leaning, file)[0] == 0


def test_a_missing_file_ends_with_2(told, file: Path, tmp_path: Path) -> None:
    code, text = told("check", file, tmp_path / "lost.toml", tmp_path)
    assert code == cards.MISSING == 2
    assert text.splitlines() == [
        f"{tmp_path / 'lost.toml'}: there is no such file.",
        f"{tmp_path}: this is a folder. Name the card files in it, such as {tmp_path}/*.toml.",
    ]


def test_an_enormous_file_is_not_read_to_its_end(told, tmp_path: Path) -> None:
    path = tmp_path / "huge.toml"
    with path.open("wb") as content:
        content.truncate(5_000_000_000)
    code, text = told("check", "--game", "arclash", path)
    assert code == 1
    assert "E001" in text


def test_all_cards_are_listed(told) -> None:
    code, text = told("list", "--game", "arclash")
    assert code == 0
    for number, card in arclash_pool().cards.items():
        assert any(number in line and card.name in line for line in text.splitlines())


def test_the_list_can_be_narrowed(told) -> None:
    pool = arclash_pool()
    one = pool.sets[0]
    code, text = told("list", "--set", one.key, "--kind", "support")
    listed = {line.split()[0] for line in text.splitlines() if line.startswith("  ")}
    assert code == 0
    assert listed == {card.number for card in one.supports}
    lineage = next(iter(pool.lineages))
    listed = {
        line.split()[0]
        for line in told("list", "--lineage", lineage)[1].splitlines()
        if line.startswith("  ")
    }
    assert listed == {card.number for card in pool.cards.values() if card.lineage == lineage}


def test_an_unknown_lineage_is_told_with_the_one_meant(told) -> None:
    lineage = max(arclash_pool().lineages, key=len)
    code, text = told("list", "--lineage", f"{lineage}s")
    assert code == 1
    assert text == f'There is no lineage "{lineage}s" (did you mean "{lineage}"?).\n'
    assert "There is no set" in told("list", "--game", "arclash", "--set", "zzzz")[1]


@pytest.mark.parametrize("asked", ["bnk-04", "heron of the whole river"])
def test_a_card_is_shown_by_number_or_name(told, file: Path, asked: str) -> None:
    code, text = told("show", asked, file)
    assert code == 0
    lines = text.splitlines()
    assert lines[:3] == ["Heron of the Whole River (BNK-04)", "Level 4 Character, power 900", "Heron"]
    assert "discard 3 cards" in lines[3]
    assert "40 power" in lines[4]


def test_a_support_is_shown_with_its_flavour(told, file: Path) -> None:
    lines = told("show", "Ripple", file)[1].splitlines()
    assert lines[:2] == ["Ripple (BNK-11)", "Support"]
    assert lines[-1] == "“Something moved.”"


def test_a_card_is_drawn_into_a_file(told, file: Path, tmp_path: Path) -> None:
    drawn = tmp_path / "card.png"
    code, text = told("show", "BNK-01", file, "--png", drawn)
    assert code == 0
    with Image.open(BytesIO(drawn.read_bytes())) as picture:
        assert picture.format == "PNG"
        assert f"{drawn}: {picture.width} by {picture.height} pixels." in text


def test_where_a_card_cannot_be_drawn_to_is_told(told, tmp_path: Path) -> None:
    number = next(iter(arclash_pool().cards))
    code, text = told("show", number, "--png", tmp_path / "no" / "card.png")
    assert code == 1
    assert "cannot be written" in text


def test_a_name_of_several_cards_shows_all_and_draws_none(told, file: Path, tmp_path: Path) -> None:
    file.write_text(ALONE.replace("Still Heron", "Heron Chick"))
    code, text = told("show", "Heron Chick", file)
    assert code == 0
    assert "(BNK-01)" in text
    assert "(BNK-02)" in text
    code, text = told("show", "Heron Chick", file, "--png", tmp_path / "card.png")
    assert code == 1
    assert "by its number, BNK-01, BNK-02" in text


def test_an_unknown_card_is_told_with_the_one_meant(told, file: Path) -> None:
    code, text = told("show", "Striking Herno", file)
    assert code == 1
    assert text.startswith('There is no card "Striking Herno" (did you mean "Striking Heron"?).')


def test_a_card_of_a_faulty_file_is_not_shown(told, file: Path) -> None:
    file.write_text(ALONE.replace("power = 300", "powre = 300"))
    code, text = told("show", "BNK-01", file)
    assert code == 1
    assert "E101 BNK-01" in text


def test_it_is_a_command_of_the_bot(bot: Run, tmp_path: Path) -> None:
    (tmp_path / "bank.toml").write_text(ALONE)
    checked = bot("cards", "check", "bank.toml")
    assert (checked.returncode, checked.stdout) == (0, "1 file, 5 cards: no error, no advice.\n")
    assert bot("cards").returncode == 2
    assert list(tmp_path.iterdir()) == [tmp_path / "bank.toml"]


def test_a_file_becomes_a_spreadsheet_and_a_file_again(told: Told, file: Path, tmp_path: Path) -> None:
    sheet, again = tmp_path / "bank.csv", tmp_path / "again.toml"
    assert told("convert", file, sheet)[0] == 0
    assert sheet.read_text(encoding="utf-8").startswith("\ufefftable,number,name,")
    assert told("convert", sheet, again)[0] == 0
    assert tomllib.loads(again.read_text()) == tomllib.loads(file.read_text())
    assert told("check", again)[0] == 0
    code, words = told("convert", file, tmp_path / "bank.xlsx")
    assert (code, words) == (1, "Name a .toml to read and a .csv to write, or a .csv and a .toml.\n")
    sheet.write_text("name\nFox\n")
    assert "the first of them has to be" in told("convert", sheet, again)[1]


def test_the_cards_of_a_file_are_printed_nine_to_a_page(told: Told, file: Path, tmp_path: Path) -> None:
    code, words = told("print", file, tmp_path / "bank.png", "--language", "de")
    assert code == 0
    assert "nine cards to a page" in words
    page = Image.open(next(tmp_path.glob("bank*.png")))
    assert page.size == (2480, 3508)  # A4 at 300 dots an inch
    assert page.getpixel((0, 0)) == (255, 255, 255)
    assert told("print", file, tmp_path / "bank.pdf")[0] == 0
    assert (tmp_path / "bank.pdf").read_bytes().startswith(b"%PDF")
    assert "ends in .pdf or .png" in told("print", file, tmp_path / "bank.doc")[1]
    assert "cannot be written" in told("print", file, tmp_path / "nowhere" / "bank.pdf")[1]


def test_the_cards_of_a_file_are_one_picture_for_a_simulator(told: Told, file: Path, tmp_path: Path) -> None:
    assert told("tabletop", file, tmp_path / "deck.png") == (
        0,
        f"{tmp_path / 'deck.png'}: 10 cards across, 7 down.\n",
    )
    deck = Image.open(tmp_path / "deck.png")
    assert deck.width == 4090
    assert deck.getpixel((4089, deck.height - 1)) == (150, 150, 150)


def test_cards_of_a_file_are_listed_and_shown_in_a_language(told: Told, file: Path) -> None:
    code, words = told("list", file)
    assert code == 0
    assert "BNK-01" in words
    assert "CHO-01" not in words
    assert "Stufe" in told("show", "CHO-01", "--language", "de")[1]
