"""Every sentence of the checker is translated; codes and keys stay the same."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import pytest
from msgspec import inspect

from bot.base.language import ENGLISH, Language, gettext, speaking
from bot.base.languages.catalogues import language
from bot.engine.cards.files.finding import Finding, Findings
from bot.engine.cards.files.reading import ReadResult, read_card_set
from bot.engine.cards.files.shape import hold_against
from bot.engine.cards.files.sheet_files import BadSheet, rows_of
from bot.engine.cards.files.spreadsheet import protecting, read_sheet
from bot.engine.cards.files.tokens import UPLOADED
from bot.games.arclash.cardgame import FORMAT
from bot.games.arclash.cards.cards import CardSet
from bot.games.catalogue import card_codes
from bot.games.neocombat.cards.format import FORMAT as NEO_COMBAT
from tests.engine.cards.card_files.examples import BUFF, EXAMPLES, cost, counting, flavour, way
from tests.engine.cards.card_files.sound import (
    SNAILS,
    SOUND,
    changed,
    character,
    deck,
    from_csv,
    if_so,
    only,
    played,
    read,
)
from tests.engine.cards.card_files.test_abilities import FAULTY_ABILITIES, held
from tests.engine.cards.card_files.test_remedies import MISTAKES
from tests.engine.cards.card_files.test_spreadsheet import FAULTY, FAULTY_FILES, SAVED
from tests.languages.heard import Heard, written
from tests.languages.marked import MARKED, unmarked

GERMAN = language("de")

FURTHER = (
    changed('key = "reed"', 'key = "Reed"'),
    changed('motif = "leaf"', 'motif = "xyz"'),
    changed("hue = 100", "hue = 100\nshade = 1"),
    changed("power = 300", "power = 1979-05-27"),
    changed("power = 300", "power = -1"),
    changed("power = 300", "power = 1_000_000_000_000"),
    changed('traits = ["Heron"]', 'traits = "Heron"'),
    changed('name = "Heron Chick"', 'name = ""'),
    changed('motif = "leaf"', "motif = 1.5"),
    changed('[{ which = { word = "Heron" } }]', '[{ which = { wrod = "Heron" }, cots = [] }]'),
    changed('number = "REE-11"', 'number = "REE-01"'),
    flavour("See www.example.org"),
    flavour("A \\u0085 B"),
    flavour("z\\u0301\\u0301\\u0301"),
    deck(f"REE-01 = 2\n{SNAILS}").replace('title = "Bank"', 'title = "Bank"\ntitel = "Bank"'),
    character(1, f'{{ on = "played", then = [{BUFF}] }}'),
    character(1, f'{{ on = "advance", then = [{BUFF}] }}'),
    character(3, f'{{ on = "always", once = true, thn = [], then = [{BUFF}] }}'),
    character(3, f'{{ on = "always", once = true, then = [{BUFF}] }}'),
    character(3, '{ on = "always", then = [] }'),
    counting('{ zone = "deck", which = { word = "Heron" } }'),
    played('{ do = "buff", by = true }'),
    played('{ do = "buff", bby = 5, by = { amount = "dice", side = 6 } }'),
    played('{ do = "draw", count = { amount = "dices" } }'),
    played('{ do = "draw", count = { sides = 6 } }'),
    played("{ by = 5 }"),
    if_so('{ test = "xyz" }'),
    if_so("{ sides = 6 }"),
    if_so('{ test = "die", side = 6 }'),
    if_so(held('{ zone = "stack", which = { word = "Stork" } }')),
    if_so(held('{ zone = "stack", which = { kind = "support" } }')),
    if_so(held('{ zone = "supports", which = { word = "Stork" } }')),
    if_so(held('{ zone = "supports", which = { kind = "character" } }')),
    if_so(held('{ zone = "hand", which = { level = [1], kind = "support" } }')),
    if_so(held('{ zone = "hand", sone = 1 }')),
    SOUND + '\nabilities = [{ on = "loses",\n then = [] }]\n',
    played('{ do = "buff", by = [5] }'),
    cost(2, "{ count = 1 }"),
    cost(2, '{ pay = "gold" }'),
    cost(2, '{ pay = "mill", conut = 1 }'),
    way("{ level = 4, which = { level = [1] } }"),
    way('{ which = { trait = "Heron" }, level = 3 }'),
    *FAULTY_ABILITIES,
)
"""Files with faults that are not in the examples of the codes."""


def files() -> list[str | bytes]:
    return [*[example.faulty for example in EXAMPLES.values()], *FURTHER]


@cache
def readings(spoken: Language) -> list[ReadResult]:
    """Return the findings in all files in this language."""
    with speaking(spoken):
        return [read(content) for content in files()]


HEARD = Heard()


def test_every_sentence_of_the_checker_is_in_the_catalogue() -> None:
    for reading in readings(HEARD):
        assert reading.findings
        for found in reading.findings:
            where, mark, sentence = found.sentence.partition("⟦")
            assert re.fullmatch(r"(?:[\w.-]+(?: \d+)*(?:, [\w.-]+(?: \d+)*)*: )?", where), found
            assert mark, found
            assert unmarked(mark + sentence) == [], found


def test_every_sentence_of_the_catalogue_is_used_by_the_checker(monkeypatch: pytest.MonkeyPatch) -> None:
    readings(HEARD)
    with speaking(HEARD):  # triggers that are tables belong to another game
        for content in ('on = "no"', 'on = "played", no = 1', ""):
            action = f'number = "ABC-01", name = "A", abilities = [{{ {content} }}]'
            read_card_set(f'key = "drill"\nactions = [{{ {action} }}]', "drill.toml", NEO_COMBAT)
        assert only("open = {\n}\n").code == "E008"
        assert only(SOUND + '[words.de]\nHeron = "A"\nHeron = "B"').code == "E008"
        assert only(SOUND + '[words."!"]\nHeron = "A"').code == "E107"
        read_card_set('varans = [{ id = "no" }, { id = "A1" }]', "varans.toml", NEO_COMBAT)
        with pytest.raises(BadSheet):
            read_sheet(rows_of("table,key\nset,fox\n", "a.csv"), most=5)
        for sheet, _ in FAULTY:
            with pytest.raises(BadSheet):
                from_csv(sheet)
        for content, name in FAULTY_FILES:
            with pytest.raises(BadSheet):
                rows_of(content, name)
        for text in ("3/4", "May 5", "7", "WAHR", "$5", "1.5", "10:30", "2026-12-24"):
            read_card_set(f"table,flavour\ncharacters,{text}\n", "drill.csv", FORMAT)
            protecting({"title": text})
        protecting({str(number): str(number) for number in range(20)})
        read_card_set(b"table,flavour\nwords.de,\xe4\n", "drill.csv", FORMAT)
        read_card_set(b'table,flavour\ncharacters,"""Fox"""\n', "drill.csv", FORMAT)
        for name in ("蛙", "தவளை"):
            read(changed("Heron Chick", name))
        for content, _, _ in MISTAKES:
            read(content)
        assert ReadResult(None, (), unjudged=("CST-31",) * 20).not_judged
        never = if_so(
            '{ test = "all", of = [{ test = "score", at_least = 5 }, { test = "score", at_most = 4 }] }'
        )
        assert only(never).code == "A003"
        for meaning in card_codes().values():  # as `cards codes` says them
            gettext(meaning)
        with monkeypatch.context() as few:
            few.setattr("bot.engine.cards.deciding.CASES", 0)
            read(never)
        monkeypatch.setattr("bot.engine.cards.files.sheet_files.MOST_UNPACKED", 5)
        with pytest.raises(BadSheet):
            rows_of((SAVED / "openpyxl.xlsx").read_bytes(), "drill.xlsx")
        monkeypatch.setattr("bot.engine.cards.files.sheet_files.find_spec", lambda _name: None)
        with pytest.raises(BadSheet):
            rows_of((SAVED / "openpyxl.xlsx").read_bytes(), "drill.xlsx")
    with monkeypatch.context() as patched, speaking(HEARD):
        patched.setattr("tomllib.loads", out_of_range)
        assert only(SOUND).sentence == "⟦this is not TOML that can be read: OverflowError.⟧"
    assert written("card-files", "bot/engine/cards/files") - HEARD.said == set()


def tables_of(wanted: Any, found: dict[type, dict[str, object]]) -> dict[type, dict[str, object]]:
    """Return every kind of table in the card language, with its tag."""
    if isinstance(wanted, inspect.StructType) and wanted.cls not in found:
        found[wanted.cls] = {wanted.tag_field: wanted.tag} if wanted.tag_field else {}
        for field in wanted.fields:
            tables_of(field.type, found)
    for name in ("type", "types", "item_type", "value_type"):
        inner = getattr(wanted, name, ())
        for each in inner if isinstance(inner, tuple) else (inner,):
            tables_of(each, found)
    return found


def test_every_kind_of_table_has_a_translated_name() -> None:
    for table, tag in tables_of(inspect.type_info(CardSet), {}).items():
        findings = Findings("reed.toml", {}, FORMAT.cards)
        with speaking(MARKED):
            hold_against({**tag, "no-such-key": 1}, FORMAT._replace(file=table), findings)
        assert any("has no key" in found.sentence for found in findings.found), table


def out_of_range(_text: str) -> object:
    """Raise the error of Python's TOML reader for a number out of its range."""
    raise OverflowError


def told(found: Finding) -> tuple[object, ...]:
    """Return a finding without its sentence."""
    return found.source, found.line, found.code, found.card


@pytest.mark.parametrize("spoken", [HEARD, GERMAN])
def test_findings_are_the_same_in_every_language(spoken: Language) -> None:
    for ours, english in zip(readings(spoken), readings(ENGLISH), strict=True):
        assert ours.set == english.set
        assert sorted(map(told, ours.findings)) == sorted(map(told, english.findings))


def test_german_sentences_are_german_and_end_like_sentences() -> None:
    for ours, english in zip(readings(GERMAN), readings(ENGLISH), strict=True):
        others = {found.sentence for found in english.findings}
        for found in ours.findings:
            assert found.sentence not in others
            assert "{hint}" not in found.sentence
            assert found.sentence.endswith(".")


def test_large_numbers_have_the_separators_of_the_language() -> None:
    with speaking(GERMAN):
        found = only("#" * (UPLOADED.size + 1))
    assert found.sentence == "die Datei hat mehr als 65.536 Bytes; mehr sind hier nicht erlaubt."
