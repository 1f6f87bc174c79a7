"""Messages in contexts: the cases and word orders that other languages tell apart."""

from __future__ import annotations

from pathlib import Path

import pytest
from babel import Locale
from babel.messages.catalog import Catalog

from bot.engine.language import N_, NN_, npgettext, pgettext, speaking
from bot.languages import sources
from bot.languages.catalogues import translated
from tests.languages.marked import MARKED

CARDS = NN_("{number} card", "{number} cards", "nominative", "dative")


def spoken() -> Catalog:
    catalogue = Catalog(locale="de")
    catalogue.add("a Character", "einem Charakter", context="dative")
    catalogue.add(CARDS, ("{number} Karte", "{number} Karten"), context="dative")
    return catalogue


def test_a_message_with_a_number_has_its_forms_in_each_context() -> None:
    with speaking(translated(Locale("de"), [spoken()])):
        assert npgettext("dative", *CARDS, 1) == "1 Karte"
        assert npgettext("dative", *CARDS, 2) == "2 Karten"
        assert npgettext("nominative", *CARDS, 2) == "2 cards"
    assert [npgettext("dative", *CARDS, number) for number in (0, 1, 2)] == ["0 cards", "1 card", "2 cards"]


def test_a_mark_names_the_contexts_in_which_a_constant_is_said() -> None:
    constant = N_("a Character", "nominative", "dative")
    assert constant == "a Character"
    with speaking(translated(Locale("de"), [spoken()])):
        assert pgettext("dative", constant) == "einem Charakter"


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ('N_("one")', [("one", None)]),
        ('N_("one", "a", "b")', [("one", "a"), ("one", "b")]),
        ('NN_("one", "many", "a", "b")', [(("one", "many"), "a"), (("one", "many"), "b")]),
        ('npgettext("a", "one", "many", 2)', [(("one", "many"), "a")]),
        ('pgettext("a", "one")', [("one", "a")]),
        ("pgettext(case, message)", []),
        ('pgettext("a", message)', []),
        ("npgettext(case, *forms, 2)", []),
    ],
)
def test_marks_and_calls_are_extracted_with_their_contexts(
    source: str, found: list[tuple[object, str | None]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "bot").mkdir()
    (tmp_path / "data").mkdir()
    (tmp_path / "bot" / "some.py").write_text(f"{source}\n", encoding="utf-8")
    monkeypatch.setattr(sources, "HOUSE", tmp_path)
    assert [(message, context) for message, context, _ in sources.messages("shared")] == found


def test_a_form_that_is_in_no_catalogue_is_refused() -> None:
    with speaking(MARKED), pytest.raises(AssertionError, match="not in the catalogues"):
        npgettext("a context that is nowhere", *CARDS, 2)
