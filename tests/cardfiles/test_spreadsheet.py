"""A card set as a spreadsheet and back: nothing is lost, and an invalid one is refused in a sentence."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.cardfiles.spreadsheet import BadSheet, card_file_of, from_csv, to_csv, to_toml
from bot.catalogue import CARD_GAMES, card_files

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
    ("table,name,name\n", 'Two columns are called "name"'),
    ("table,name\n,Fox\n", 'Row 2: "table" has to be "set"'),
    ("table,name\ncharacters,Fox,too,many\n", "Row 2 has more cells"),
    ("table,traits\ncharacters,[1\n", 'Row 2, column "traits"'),
    ("table,name,word\nwords.de,Fox\n", "Row 2: a word needs"),
    ("table,name,word\nwords.,Fox,Fuchs\n", 'Row 2: "table" has to be'),
    ("table,name,word\nwords.de,Fox,Fuchs\nwords.de,Fox,Füchsin\n", 'Row 3: "Fox" has a word'),
    ("table,title\nset,Fox\ntitle,Hen\n", 'Row 3: "table" has to be'),
    (f"table,traits\ncharacters,{'[' * 3000}\n", 'Row 2, column "traits": brackets are nested'),
    (f"table,traits\ncharacters,{{a{'.a' * 3000} = 1}}\n", 'Row 2, column "traits": this dotted key'),
    (f"table,power\ncharacters,{'9' * 5000}\n", 'Row 2, column "power"'),
    (f"table{''.join([f',c{number}' for number in range(30000)])}\n", "There are 30001 columns"),
    ('table,name\ncharacters,"' + "x" * 200_000, "This is no CSV"),
]
"""Invalid spreadsheets, each with its sentence."""


@pytest.mark.parametrize(("sheet", "sentence"), FAULTY)
def test_an_invalid_spreadsheet_is_refused_in_a_sentence(sheet: str, sentence: str) -> None:
    with pytest.raises(BadSheet, match=sentence):
        from_csv(sheet)


def test_a_spreadsheet_that_would_become_too_large_is_refused_before_it_is_made() -> None:
    """Each row repeats the names of the columns: 30 KB would become megabytes."""
    names = ",".join(["table", *[f"{'n' * 900}{number}" for number in range(3)]])
    sheet = "\n".join([names, "set,a,b,c", *["characters,a,b,c"] * 1500])
    with pytest.raises(BadSheet, match="has more than 65,536 bytes, which is too large"):
        card_file_of(sheet.encode())
    assert len(from_csv(sheet)["characters"]) == 1500, "the command line has no such bound"
    small = "\n".join([names, "set,a,b,c", "characters,a,b,c"])
    assert tomllib.loads(card_file_of(small.encode()).decode()) == from_csv(small)
