"""`cards` checks card files, lists, shows and draws cards, and compares and converts files (ARC-19)."""

from __future__ import annotations

import io
import json
import tomllib
import zipfile
from pathlib import Path

import pytest
from PIL import Image
from pypdf import PdfReader

from bot.games.card_games import CARD_GAMES
from bot.games.catalogue import DATA, card_codes, card_files
from bot.host.cli.workshop import cards
from tests.cli.conftest import Told
from tests.engine.cards.card_files.sound import SOUND
from tests.games.arclash.shipped import arclash_pool
from tests.parts.workshop.sets.uploads import BROKEN, HERONS
from tests.parts.workshop.test_card_sheets import checked

ALONE = SOUND.replace('"reed"', '"bank"').replace("lineages.reed", "lineages.bank").replace("REE-", "BNK-")
"""A valid set with names that no shipped card has."""

BANK = [f"BNK-{number}" for number in ("01", "02", "03", "04", "11")]

SHIPPED = card_files("arclash")

STILL = '{ zone = "stack", which = { word = "Still Heron" } }'
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
"""A set that names a shipped card, and one of the set above."""


@pytest.fixture
def bank(tmp_path: Path) -> Path:
    """The file bank.toml in the current folder of the commands."""
    path = tmp_path / "bank.toml"
    path.write_text(ALONE)
    return path


# check


def test_the_sets_that_ship_pass_together_and_one_by_one(told: Told) -> None:
    files, cards = len(SHIPPED), len(arclash_pool().cards)
    assert told("cards check", *SHIPPED) == (0, f"{files} files, {cards} cards: no error, no advice.\n")
    assert told("cards check", SHIPPED[0])[0] == 0


def test_errors_are_printed_by_file_and_line_and_end_with_1(told: Told, bank: Path, tmp_path: Path) -> None:
    bank.write_text(
        ALONE.replace("power = 300", "powre = 300").replace('do = "buff", by = 50', 'do = "bufff", by = 50')
    )
    (tmp_path / "another.toml").write_text("key = 1\n")
    code, text = told("cards check --game arclash bank.toml another.toml")
    lines = text.splitlines()
    assert code == 1
    assert lines[1] == "another.toml:1: E103: key: a whole number stands where a text belongs."
    assert lines[2] == 'bank.toml:14: E101 BNK-01: a Character has no key "powre" (did you mean "power"?).'
    assert lines[3].startswith("bank.toml:55: E104 BNK-11: ")
    assert lines[-1] == "2 files: 4 errors, no advice. `python -m bot cards codes` explains the codes."
    code, text = told("cards show BNK-01 bank.toml")
    assert code == 1, "nor is a card of a faulty file shown"
    assert "E101 BNK-01" in text


def test_a_table_and_a_map_are_no_cards_and_the_commands_for_them_are_named(told: Told) -> None:
    for file in (DATA / "free-table/tables/chess.toml", sorted((DATA / "papyrus/maps").glob("*.toml"))[0]):
        code, text = told("cards check", file)
        assert code == 1
        assert text.endswith("or overcross. Of maps and tables say `maps check` and `table check`.\n")


def test_advice_alone_ends_with_0(told: Told, bank: Path) -> None:
    bank.write_text(ALONE.replace("power = 300", "power = 450"))
    code, text = told("cards check bank.toml")
    assert code == 0
    assert text.splitlines() == [
        "bank.toml:14: A101 BNK-01: power: a Level 1 has a power of 0 to 400, not 450.",
        "1 file: no error, 1 advice. `python -m bot cards codes` explains the codes.",
    ]


@pytest.mark.usefixtures("bank")
def test_files_may_refer_to_each_other_and_to_shipped_cards(told: Told, tmp_path: Path) -> None:
    shipped = next(iter(arclash_pool().cards.values()))
    (tmp_path / "leaning.toml").write_text(LEANING.replace("NAME", shipped.name).replace("CARDS", STILL))
    code, text = told("cards check leaning.toml")
    assert code == 1
    assert "E306 LEA-01" in text
    assert told("cards check leaning.toml bank.toml")[0] == 0


@pytest.mark.usefixtures("bank")
def test_a_missing_file_ends_with_2_and_a_too_large_one_is_not_read_to_its_end(
    told: Told, tmp_path: Path
) -> None:
    code, text = told("cards check bank.toml lost.toml", tmp_path)
    assert code == cards.MISSING == 2
    assert text.splitlines() == [
        "lost.toml: there is no such file.",
        f"{tmp_path}: this is a folder. Name the files in it, such as {tmp_path}/*.toml.",
    ]
    with (tmp_path / "huge.toml").open("wb") as content:
        content.truncate(5_000_000_000)
    code, text = told("cards check --game arclash huge.toml")
    assert (code, "E001" in text) == (1, True)


def test_check_writes_nothing(told: Told, bank: Path, tmp_path: Path) -> None:
    assert told("cards check bank.toml") == (0, "1 file, 5 cards: no error, no advice.\n")
    assert list(tmp_path.iterdir()) == [bank]


# codes


def test_every_code_is_explained_once_in_each_language(told: Told) -> None:
    known = [code for game in ("", *CARD_GAMES) for code in card_codes(game)]
    texts = [told(f"cards codes --language {each}") for each in ("en", "de")]
    lines = [[line for line in text.splitlines() if not line.endswith(":")] for _, text in texts]
    for printed in lines:
        assert sorted([line[:4] for line in printed]) == sorted(known)
        assert all(line[4:6] == "  " and len(line) > 14 for line in printed)
    assert all(english != german for english, german in zip(*lines, strict=True))


def test_codes_of_one_game_or_by_name(told: Told) -> None:
    code, text = told("cards codes --game overcross")
    assert [line[:4] for line in text.splitlines()[1:]].count("E401") == 1
    assert {line[:4] for line in text.splitlines()[1:]} == {*card_codes(), *card_codes("overcross")}
    code, text = told("cards codes a101 E014")
    assert (code, text.splitlines()) == (
        0,
        [
            "E014  the file is empty or has only comments",
            "Arclash:",
            "A101  power outside the range of the level",
        ],
    )
    code, text = told("cards codes E999")
    assert (code, text.startswith("There is no code E999")) == (1, True)


# list


def listed(told: Told, line: str) -> set[str]:
    """Return the numbers of the listed cards."""
    code, text = told(f"cards list {line}")
    assert code == 0
    return {row.split()[0] for row in text.splitlines() if row.startswith("  ")}


def test_all_cards_are_listed_and_the_list_can_be_narrowed(told: Told) -> None:
    pool = arclash_pool()
    one, lineage = pool.sets[0], next(iter(pool.lineages))
    text = told("cards list --game arclash")[1]
    for number, card in pool.cards.items():
        assert any(number in line and card.name in line for line in text.splitlines())
    assert listed(told, f"--set {one.key} --kind support") == {card.number for card in one.supports}
    of_lineage = {card.number for card in pool.cards.values() if card.lineage == lineage}
    assert listed(told, f"--lineage {lineage}") == of_lineage


@pytest.mark.usefixtures("bank")
def test_only_the_cards_of_a_file_are_listed(told: Told) -> None:
    assert listed(told, "bank.toml") == {*BANK}


@pytest.mark.usefixtures("bank")
def test_a_list_can_have_the_texts_of_the_cards_in_each_language(told: Told) -> None:
    lines = told("cards list --texts --kind support bank.toml")[1].splitlines()
    assert lines[1].split()[0] == "BNK-11"
    assert lines[2:] == ["    When played: your Character gains 50 power.", "1 card."]
    german = told("cards list --texts --kind support bank.toml --language de")[1].splitlines()
    assert german[2] == "    Beim Ausspielen: Dein Charakter erhält 50 Stärke."


def test_an_unknown_lineage_is_refused_with_a_suggestion(told: Told) -> None:
    lineage = max(arclash_pool().lineages, key=len)
    code, text = told(f"cards list --lineage {lineage}s")
    assert code == 1
    assert text == f'There is no lineage "{lineage}s" (did you mean "{lineage}"?).\n'
    assert "There is no set" in told("cards list --game arclash --set zzzz")[1]


# show


@pytest.mark.usefixtures("bank")
def test_a_card_is_shown_by_number_or_name(told: Told) -> None:
    code, text = told("cards show bnk-04 bank.toml")
    assert code == 0
    assert told("cards show 'heron of the whole river' bank.toml --game arclash") == (0, text)
    *head, third, fourth = text.splitlines()
    assert head == ["Heron of the Whole River (BNK-04)", "Level 4 Character, power 900", "Heron"]
    assert "discard 3 cards" in third
    assert "40 power" in fourth
    lines = told("cards show Ripple bank.toml --game arclash")[1].splitlines()
    assert (lines[:2], lines[-1]) == (["Ripple (BNK-11)", "Support"], "“Something moved.”")
    assert "Stufe" in told("cards show CHO-01 --game arclash --language de")[1]
    code, text = told("cards show 'Striking Herno' bank.toml --game arclash")
    assert code == 1
    assert text.startswith('There is no card "Striking Herno" (did you mean "Striking Heron"?).')


@pytest.mark.usefixtures("bank")
def test_a_card_is_drawn_into_a_file(told: Told, tmp_path: Path) -> None:
    code, text = told("cards show BNK-01 bank.toml --game arclash --png card.png")
    assert code == 0
    with Image.open(tmp_path / "card.png") as picture:
        assert picture.format == "PNG"
        assert f"card.png: {picture.width} by {picture.height} pixels." in text
    code, text = told("cards show BNK-01 bank.toml --game arclash --png no/card.png")
    assert (code, "cannot be written" in text) == (1, True)


def test_a_name_of_several_cards_shows_all_and_draws_none(told: Told, bank: Path) -> None:
    bank.write_text(ALONE.replace("Still Heron", "Heron Chick"))
    code, text = told("cards show 'Heron Chick' bank.toml --game arclash")
    assert code == 0
    assert "(BNK-01)" in text
    assert "(BNK-02)" in text
    code, text = told("cards show 'Heron Chick' bank.toml --game arclash --png card.png")
    assert code == 1
    assert "by its number, BNK-01, BNK-02" in text


# convert, print, tabletop, diff


@pytest.mark.usefixtures("bank")
def test_a_spreadsheet_has_a_byte_order_mark_and_bad_names_and_sheets_are_refused(
    told: Told, tmp_path: Path
) -> None:
    sheet = tmp_path / "bank.csv"
    assert told("cards convert bank.toml bank.csv")[0] == 0
    assert sheet.read_text(encoding="utf-8").startswith("\ufefftable,number,name,")
    assert told("cards convert bank.csv again.toml")[0] == 0
    assert tomllib.loads((tmp_path / "again.toml").read_text()) == tomllib.loads(ALONE)
    assert told("cards convert bank.toml bank.xlsx") == (
        1,
        "Name a .toml to read and a .csv to write, or a .csv or .xlsx and a .toml.\n",
    )
    sheet.write_text("name\nFox\n")
    assert "the first of them has to be" in told("cards convert bank.csv again.toml")[1]


@pytest.mark.usefixtures("bank")
def test_the_cards_of_a_file_are_printed_nine_to_a_page(told: Told, tmp_path: Path) -> None:
    code, words = told("cards print bank.toml bank.png --language de")
    assert (code, words) == (0, "bank.png: 5 cards, nine to a page of A4, to be printed at 100 %.\n")
    page = Image.open(next(tmp_path.glob("bank*.png")))
    assert page.size == (2480, 3508)  # A4 at 300 dots per inch
    assert page.getpixel((0, 0)) == (255, 255, 255)
    assert "ends in .pdf or .png" in told("cards print bank.toml bank.doc")[1]
    assert "cannot be written" in told("cards print bank.toml nowhere/bank.pdf")[1]
    code, words = told("cards print bank.toml bank.pdf --copies 2 --paper letter --backs")
    assert (code, words.split(" Behind")[0]) == (
        0,
        "bank.pdf: 10 cards, nine to a page of US Letter, to be printed at 100 %.",
    )
    assert "print on both sides, turned over the long edge" in words
    reader = PdfReader(io.BytesIO((tmp_path / "bank.pdf").read_bytes()))
    assert [each.mediabox[2:] for each in reader.pages] == [[612, 792]] * 4
    assert reader.pages[0].extract_text().count("Heron Chick (BNK-01)") == 2
    assert told("cards print bank.toml bank.pdf --copies 21") == (
        1,
        "--copies 21: write a number from 1 to 20.\n",
    )


@pytest.mark.usefixtures("bank")
def test_the_cards_of_a_file_are_a_deck_for_a_tabletop_simulator(told: Told, tmp_path: Path) -> None:
    """As a picture, as a saved object beside its pictures, and as a folder to unpack."""
    assert told("cards tabletop bank.toml deck.png") == (
        0,
        "deck.png, deck-back.png: 5 cards, 5 of them different; 10 cards across, 7 down, and the back.\n",
    )
    with Image.open(tmp_path / "deck.png") as deck:
        assert deck.width == 4090
    code, words = told("cards tabletop bank.toml bank.json --language de")
    assert (code, "5 cards, 5 of them different" in words) == (0, True)
    pile = checked(
        (tmp_path / "bank.json").read_bytes(), [f"BNK-{at}" for at in ("01", "02", "03", "04", "11")]
    )
    shown = pile["CustomDeck"]["1"]
    for key, name in {"FaceURL": "bank.png", "BackURL": "bank-back.png"}.items():
        assert shown[key] == f"file:///{(tmp_path / name).as_posix().lstrip('/')}"
        assert (tmp_path / name).is_file()
    assert pile["ContainedObjects"][0]["Description"].startswith("Charakter der Stufe 1")
    assert told("cards tabletop bank.toml bank.json --url https://example.org/cards/")[0] == 0
    (pile,) = json.loads((tmp_path / "bank.json").read_bytes())["ObjectStates"]
    assert pile["CustomDeck"]["1"]["FaceURL"] == "https://example.org/cards/bank.png"
    assert "Unpack it" in told("cards tabletop bank.toml bank.zip")[1]
    with zipfile.ZipFile(tmp_path / "bank.zip") as archive:
        assert "Saves/Saved Objects/bank.json" in archive.namelist()
    assert "ends in .json, .zip or .png" in told("cards tabletop bank.toml bank.pdf")[1]
    assert "ends in .json" in told("cards tabletop bank.toml bank.zip --url https://example.org")[1]


def test_a_ready_deck_is_printed_with_pictures_of_other_cards_beside_the_file(
    told: Told, tmp_path: Path
) -> None:
    """Its cards come as often as they are in there; a picture of a card that is not in it is no fault."""
    (tmp_path / "reed.toml").write_bytes(HERONS)
    pictures = tmp_path / "reed.pictures"
    pictures.mkdir()
    Image.new("RGB", (200, 200), "red").save(pictures / "REE-02.png")
    few = HERONS.replace(b"REE-02 = 2, ", b"").replace(b"TID-01 = 2", b"TID-01 = 2, TID-04 = 2")
    (tmp_path / "reed.toml").write_bytes(few)
    code, words = told("cards tabletop reed.toml deck.json --deck herons")
    assert (code, "30 cards, 16 of them different" in words) == (0, True), words
    (pile,) = json.loads((tmp_path / "deck.json").read_bytes())["ObjectStates"]
    assert pile["Nickname"] == "Standing Still"
    assert "There is no ready deck" in told("cards print reed.toml deck.pdf --deck heron")[1]


def test_files_that_cannot_be_compared_are_refused_in_a_sentence(told: Told, tmp_path: Path) -> None:
    for name, content in {"old": HERONS, "broken": BROKEN}.items():
        (tmp_path / f"{name}.toml").write_bytes(content)
    assert told("cards diff old.toml old.toml") == (0, "Nothing is different.\n")
    for other, code, sentence in (
        ("none.toml", 2, "there is no such file"),
        ("broken.toml", 1, "level: 7 is too much"),
        (card_files("neo-combat")[0], 1, "This can be of several games."),
    ):
        ended, words = told("cards diff old.toml", other)
        assert ended == code
        assert sentence in words
