"""A card set as a spreadsheet and back: nothing is lost, and an invalid one is refused in a sentence."""

from __future__ import annotations

import csv
import io
import tomllib
import zipfile
from pathlib import Path
from typing import Any

import pytest
from babel import Locale
from hypothesis import given
from hypothesis import strategies as st

from bot.base.language import speaking
from bot.base.languages.catalogues import language
from bot.engine.cards.files.mistaken import MONTHS, at_risk
from bot.engine.cards.files.reading import read_card_set
from bot.engine.cards.files.sheet_files import BadSheet, rows_of
from bot.engine.cards.files.spreadsheet import (
    Sheet,
    kinds_of,
    protecting,
    read_sheet,
    to_csv,
    to_toml,
)
from bot.games.arclash.cardgame import FORMAT as ARCLASH
from bot.games.card_games import CARD_GAMES
from bot.games.catalogue import card_files
from bot.games.overcross.cardgame import FORMAT as OVERCROSS
from tests.engine.cards.card_files.sound import from_csv

KEYS = st.text("abcdefghij-_", min_size=1, max_size=6).filter(lambda key: key not in ("table", "set"))
TEXTS = st.text(st.characters(blacklist_categories=["Cs"], blacklist_characters="\r"), max_size=12)
VALUES: st.SearchStrategy[Any] = st.recursive(
    st.one_of(TEXTS, st.integers(-999, 999), st.booleans()),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.one_of(KEYS, TEXTS), inner, max_size=3)
    ),
    max_leaves=6,
)
CARDS = st.dictionaries(KEYS, VALUES, min_size=1, max_size=5)
TABLES = st.dictionaries(KEYS, CARDS, min_size=1, max_size=2)
OWN = st.dictionaries(KEYS.map(lambda key: f"own-{key}"), st.one_of(TEXTS, st.integers()), max_size=3)
NAMED = st.dictionaries(KEYS.map(lambda key: f"named-{key}"), TABLES, max_size=2)
LISTED = st.dictionaries(
    KEYS.map(lambda key: f"listed-{key}"), st.lists(CARDS, min_size=1, max_size=3), max_size=2
)
WORDS = st.dictionaries(KEYS, st.dictionaries(TEXTS, st.one_of(TEXTS, st.integers()), max_size=3), max_size=2)
SETS = st.builds(
    lambda own, named, listed, words: {**own, **named, **listed, **words},
    OWN,
    NAMED,
    LISTED,
    st.one_of(st.just({}), st.fixed_dictionaries({"words": WORDS})),
)


@given(SETS)
def test_a_set_is_read_back_from_a_spreadsheet_unchanged(document: dict[str, Any]) -> None:
    assert from_csv(to_csv(document)) == document


@given(SETS)
def test_a_set_is_read_back_from_toml_unchanged(document: dict[str, Any]) -> None:
    assert tomllib.loads(to_toml(document)) == document


@pytest.mark.parametrize("game", CARD_GAMES)
def test_the_shipped_sets_are_read_back_from_both_formats(game: str) -> None:
    for path in card_files(game):
        document = tomllib.loads(path.read_text(encoding="utf-8"))
        assert tomllib.loads(to_toml(from_csv(to_csv(document)))) == document


def test_each_text_in_another_language_is_a_row() -> None:
    document = {"key": "a", "words": {"de": {"Fox": "Fuchs", "12": "=1"}}, "actions": [{"name": "Fox"}]}
    sheet = to_csv(document)
    assert sheet.splitlines()[2] == "words.de,,Fox,,Fuchs"
    assert from_csv(sheet) == document
    assert '[words.de]\nFox = "Fuchs"' in to_toml(document)


def test_semicolons_tabs_and_spreadsheet_booleans_are_read() -> None:
    for separator in (";", "\t"):
        rows = (("table", "number", "slow"), ("terrains", "T-1", "TRUE"), ("", "", ""))
        text = "\n".join([separator.join(row) for row in rows])
        assert from_csv(f"\ufeff{text}\n") == {"terrains": [{"number": "T-1", "slow": True}]}


def test_a_table_without_tables_stays_one_field() -> None:
    for field in ({"a": 1}, {}):
        document = tomllib.loads(to_toml(from_csv(to_csv({"key": "fox", "decks": field}))))
        assert document == {"key": "fox", "decks": field}


def test_formulas_are_quoted() -> None:
    sheet = to_csv({"supports": [{"name": "=1+1", "flavour": "-3 is cold", "number": "12"}]})
    assert '"""=1+1"""' in sheet
    assert '"""-3 is cold"""' in sheet
    assert from_csv(sheet)["supports"] == [{"name": "=1+1", "flavour": "-3 is cold", "number": "12"}]


FAULTY = [
    ("number,name\n", 'the first of them has to be "table"'),
    ("table,name,name\n", 'row 1: two columns are called "name"'),
    ("table,name\n,Fox\n", 'row 2: "table" has to be "set"'),
    (
        "table,name\ncharacters,Fox,too,many\n",
        'row 2: column C has no name in the first row, but holds "too" here',
    ),
    ('table,traits\ncharacters,"[[1]]]"\n', 'row 2, column "traits": a ] closes nothing here'),
    ('table,traits\ncharacters,"[""a]"\n', 'row 2, column "traits": a double quote is not closed here'),
    ('table,traits\ncharacters,"[""a"", „b“]"\n', 'row 2, column "traits": these double quotes are curly'),
    ('table,traits\ncharacters,"[a]"\n', 'row 2, column "traits": this value cannot be read'),
    ("table,traits\ncharacters,[1\n", 'row 2, column "traits"'),
    ("table,name,word\nwords.de,Fox\n", "row 2: a word needs"),
    ("table,name,word\nwords.,Fox,Fuchs\n", 'row 2: "table" has to be'),
    ("table,name,word\nwords.de,Fox,Fuchs\nwords.de,Fox,Füchsin\n", 'row 3: "Fox" has a word'),
    ("table,title\nset,Fox\ntitle,Hen\n", 'row 3: "table" has to be'),
    (f"table,traits\ncharacters,{'[' * 3000}\n", 'row 2, column "traits": brackets are nested'),
    (f"table,traits\ncharacters,{{a{'.a' * 3000} = 1}}\n", 'row 2, column "traits": this dotted key'),
    (f"table,power\ncharacters,{'9' * 5000}\n", 'row 2, column "power"'),
    (f"table{''.join([f',c{number}' for number in range(30000)])}\n", "there are 30001 columns"),
    ('table,name\ncharacters,"' + "x" * 200_000, "row 2: this is no CSV"),
]
"""Invalid spreadsheets, each with its sentence."""
FAULTY_FILES = [
    (b"\xff\xfea", "a.csv"),
    (b"table\x81\x8d", "a.csv"),
    (b"table,\0", "a.csv"),
    (b"PK\x03\x04", "a.xlsx"),
    (b"a\n" * 2001, "a.csv"),
]
"""Files that are no spreadsheets."""


@pytest.mark.parametrize(("sheet", "sentence"), FAULTY)
def test_an_invalid_spreadsheet_is_refused_in_a_sentence(sheet: str, sentence: str) -> None:
    with pytest.raises(BadSheet, match=sentence):
        from_csv(sheet)


# Files that programs have saved

SAVED = Path(__file__).parent / "sheets"
KINDS = kinds_of(ARCLASH.file)


def saved(name: str) -> Sheet:
    return read_sheet(rows_of((SAVED / name).read_bytes(), name), KINDS)


@pytest.mark.parametrize(
    "name", ["libreoffice-en.csv", "libreoffice-de.csv", "libreoffice.xlsx", "openpyxl.xlsx", "pandas.csv"]
)
def test_sixty_cards_come_back_equal_from_the_programs_that_saved_them(name: str) -> None:
    """Fractions, dates, times, money, leading zeros, months, truth values, formulas and quotations."""
    sheet = saved(name)
    assert sheet.document == tomllib.loads((SAVED / "sixty.toml").read_text())
    assert sheet.doubts == {}


@pytest.mark.parametrize("name", ["libreoffice-unquoted.csv", "pandas-unquoted.csv"])
def test_without_double_quotes_each_changed_cell_is_named(name: str) -> None:
    """Of a text that pandas drops nothing is left: the check misses the name of that card."""
    original = tomllib.loads((SAVED / "sixty.toml").read_text())
    sheet = saved(name)
    changed = 0
    for number, card in enumerate(original["characters"]):
        for key, value in card.items():
            read = sheet.document["characters"][number].get(key)
            if read != value:
                changed += 1
                place = ("characters", number, key)
                lost = read is None and value in ("NA", "None", "null", "#N/A")
                assert lost or place in sheet.doubts, (place, value, read)
    assert changed > (80 if name.startswith("libre") else 5)


def test_spreadsheets_in_old_encodings_are_read_with_a_word_about_it() -> None:
    text = "table;name\r\ncharacters;Füchsin\r\n"
    for encoding in ("utf-8", "utf-8-sig", "utf-16"):
        rows = rows_of(text.encode(encoding), "a.csv")
        assert (rows.rows[1], rows.note) == ((2, ["characters", "Füchsin"]), "")
    rows = rows_of(text.encode("cp1252"), "a.csv")
    assert rows.rows[1][1] == ["characters", "Füchsin"]
    assert "Windows-1252" in rows.note
    for damaged, name in FAULTY_FILES[:-1]:
        with pytest.raises(BadSheet, match="Save it as CSV UTF-8"):
            rows_of(damaged, name)
    with pytest.raises(BadSheet, match="more than 2,000 rows"):
        rows_of(*FAULTY_FILES[-1])


def test_empty_rows_and_columns_are_nothing_and_rows_keep_their_numbers() -> None:
    text = "sep=;\r\ntable;number;;\r\n;;;\r\n\r\ncharacters;A-1;;\r\n"
    sheet = read_sheet(rows_of(text, "a.csv"))
    assert sheet.document == {"characters": [{"number": "A-1"}]}
    assert sheet.cells["characters", 0, "number"] == (4, "number")
    with pytest.raises(BadSheet, match='row 4: column D has no name in the first row, but holds "x" here'):
        read_sheet(rows_of(text.replace("A-1;;", "A-1;;x"), "a.csv"))


def test_columns_of_texts_hold_text_whatever_it_begins_with() -> None:
    head = "table,number,name,flavour,power,traits\n"
    quoted = '"""Run,"" she said."'
    text = (
        f'{head}characters,REE-01,7,{quoted},250.0,"[“Heron”]"\ncharacters,REE-02,[Redacted],1.5,"300,0",\n'
    )
    first, second = read_sheet(rows_of(text, "a.csv"), KINDS).document["characters"]
    assert (first["name"], first["flavour"]) == ("7", '"Run," she said.')
    assert (first["power"], first["traits"]) == (250, ["Heron"])
    assert (second["name"], second["flavour"], second["power"]) == ("[Redacted]", "1.5", 300)
    flags = read_sheet(
        rows_of("table,slow\nterrains,WAHR\nterrains,Falsch\n", "a.csv"), kinds_of(OVERCROSS.file)
    )
    assert flags.document == {"terrains": [{"slow": True}, {"slow": False}]}
    kept = read_sheet(rows_of('table,name\ncharacters,"""Fox"""\n', "a.csv"), KINDS)
    assert kept.document["characters"][0]["name"] == '"Fox"'
    assert "part of the text" in kept.doubts["characters", 0, "name"]


@given(st.text(st.sampled_from("12,./-:$€ '\"[]{}=+@abMaiMarTRUEWAHR“”\n"), max_size=9))
def test_a_text_means_the_same_when_it_is_written_out_again(text: str) -> None:
    row = io.StringIO()
    csv.writer(row).writerows([["table", "name"], ["characters", text]])
    first = from_csv(row.getvalue(), KINDS)
    read = first.get("characters", [{}])[0].get("name", "")
    assert read == text or (not read and not text.strip()) or (text.startswith('"') and at_risk(read))
    assert from_csv(to_csv(first), KINDS) == first


@pytest.mark.parametrize("text", ["None", "NA", "null", "n/a", "."])
def test_a_text_that_programs_take_for_nothing_is_exported_in_quotes(text: str) -> None:
    """pandas and csvkit empty such cells: see findings/csvkit-reads-cards.sh."""
    document: dict[str, Any] = {"characters": [{"name": text}]}
    written = to_csv(document)
    assert f'"""{text}"""' in written
    assert from_csv(written, KINDS) == document


def test_the_texts_that_programs_change_are_told_by_the_check_and_at_the_export() -> None:
    reading = read_card_set((SAVED / "sixty.toml").read_bytes(), "sixty.toml", ARCLASH)
    told = [str(found) for found in reading.findings if found.code == "A002"]
    assert any("A002 MAR-01: number: spreadsheet programs take this for a date: " in each for each in told)
    assert not [each for each in told if "[Redacted]" in each]
    (sentence,) = protecting(tomllib.loads((SAVED / "sixty.toml").read_text()))
    assert sentence.startswith('Leave the double quotes around "007", "10:30", "3/4"')


def test_an_xlsx_that_is_none_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with zipfile.ZipFile(tmp_path / "a.xlsx", "w") as file:
        file.writestr("xl/workbook.xml", "<workbook/>")
    with pytest.raises(BadSheet, match="no spreadsheet"):
        rows_of((tmp_path / "a.xlsx").read_bytes(), "a.xlsx")
    monkeypatch.setattr("bot.engine.cards.files.sheet_files.MOST_UNPACKED", 5)
    with pytest.raises(BadSheet, match="too large"):
        rows_of((tmp_path / "a.xlsx").read_bytes(), "a.xlsx")
    monkeypatch.setattr("bot.engine.cards.files.sheet_files.find_spec", lambda _name: None)
    with pytest.raises(BadSheet, match="Excel workbook, which cannot be read here"):
        rows_of((SAVED / "openpyxl.xlsx").read_bytes(), "a.xlsx")


def test_german_sheets_have_semicolons() -> None:
    with speaking(language("de")):
        sheet = to_csv({"characters": [{"number": "A-1", "name": "Fox; or Hen"}]})
    assert sheet.splitlines()[2] == 'characters;A-1;"Fox; or Hen"'
    assert from_csv(sheet) == {"characters": [{"number": "A-1", "name": "Fox; or Hen"}]}


def test_a_spreadsheet_that_would_become_too_large_is_refused_before_it_is_made() -> None:
    """Each row repeats the names of the columns: 30 KB would become megabytes."""
    names = ",".join(["table", *[f"{'n' * 900}{number}" for number in range(3)]])
    rows = rows_of("\n".join([names, "set,a,b,c", *["characters,a,b,c"] * 1500]), "a.csv")
    with pytest.raises(BadSheet, match="has more than 65,536 bytes, which is too large"):
        read_sheet(rows, most=65_536)
    assert len(read_sheet(rows).document["characters"]) == 1500, "the command line has no such bound"


def test_the_months_are_those_of_ten_languages() -> None:
    names = {
        name.casefold().rstrip(".")
        for language in ("en", "de", "fr", "es", "it", "pt", "nl", "pl", "sv", "da")
        for forms in Locale.parse(language).months.values()
        for months in forms.values()
        for name in months.values()
    }
    words = {name for name in names if name.isalpha() and len(name) > 2} | {"mrz"}
    assert words | {word[:3] for word in words} == MONTHS
