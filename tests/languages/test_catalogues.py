"""The languages of the bot: complete, and each message correct in each form."""

from __future__ import annotations

from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import PoFileError

from bot.base.language import (
    ENGLISH,
    N_,
    NN_,
    current,
    decimal,
    gettext,
    ngettext,
    npgettext,
    pgettext,
    speaking,
)
from bot.base.languages.catalogues import (
    CUSTOMS,
    FOLDER,
    Translated,
    catalogue_paths,
    codes,
    customs_of,
    language,
    language_for,
    native_name,
    read_catalogue,
    read_customs,
    translations,
    translations_of,
    words_of_commands,
)
from bot.base.languages.sources import PARTS
from bot.host.cli.language import found_in

OTHERS = [code for code in codes() if code != ENGLISH.code]
CARDS = NN_("{number} card", "{number} cards", "nominative", "dative")


def german() -> Catalog:
    catalogue = Catalog(locale="de")
    catalogue.add("{who} wins.", "{who} gewinnt.")
    catalogue.add(("{number} card", "{number} cards"), ("{number} Karte", "{number} Karten"))
    catalogue.add("Fox", "Fuchs", context="card")
    catalogue.add("a Character", "einem Charakter", context="dative")
    catalogue.add(CARDS, ("{number} Karte", "{number} Karten"), context="dative")
    return catalogue


@pytest.mark.parametrize("code", OTHERS)
def test_discord_is_told_the_words_of_commands_as_the_whole_language_has_them(code: str) -> None:
    """A start reads one catalogue of each language; the others are read when somebody speaks it."""
    told, spoken = words_of_commands(code), language(code)
    messages = [str(each.id) for each in read_catalogue(FOLDER / code / "commands.po") if each.id]
    assert len(messages) > 100
    assert [each for each in messages if told.gettext(each) != spoken.gettext(each)] == []
    assert words_of_commands(ENGLISH.code) is ENGLISH


@pytest.mark.parametrize("code", OTHERS)
def test_every_message_has_a_valid_translation_and_every_part_a_catalogue(
    code: str,
) -> None:
    assert [str(fault) for fault in found_in(code)] == []
    assert {path.stem for path in catalogue_paths(code)} == set(PARTS)


@pytest.mark.parametrize("code", [each for each in codes() if each != "en"])
def test_the_customs_of_a_language_are_those_of_babel(code: str) -> None:
    assert (FOLDER / code / CUSTOMS).exists()
    assert customs_of(code) == read_customs(code)


def test_german_is_available() -> None:
    assert "de" in OTHERS
    assert (native_name("de"), native_name("en")) == ("Deutsch", "English")


def test_messages_are_translated_with_their_values() -> None:
    spoken = Translated("de", translations_of(german()))
    with speaking(spoken):
        assert gettext("{who} wins.", who="Ann") == "Ann gewinnt."
        assert ngettext("{number} card", "{number} cards", 1) == "1 Karte"
        assert ngettext("{number} card", "{number} cards", 3) == "3 Karten"
        assert pgettext("card", "Fox") == "Fuchs"
        assert decimal(0.5, 2) == "0,50"
    assert gettext("{who} wins.", who="Ann") == "Ann wins."
    assert decimal(0.5, 2) == "0.50"


def test_constants_and_plurals_have_their_forms_in_each_context() -> None:
    constant = N_("a Character", "nominative", "dative")
    assert constant == "a Character"
    with speaking(Translated("de", translations_of(german()))):
        assert pgettext("dative", constant) == "einem Charakter"
        assert npgettext("dative", *CARDS, 1) == "1 Karte"
        assert npgettext("dative", *CARDS, 2) == "2 Karten"
        assert npgettext("nominative", *CARDS, 2) == "2 cards"
    assert [npgettext("dative", *CARDS, number) for number in (0, 1, 2)] == ["0 cards", "1 card", "2 cards"]


def test_untranslated_messages_are_in_english() -> None:
    with speaking(Translated("de", translations_of(german()))):
        assert gettext("A {braced} word") == "A {braced} word"
        assert ngettext("one {thing}", "{number} {thing}s", 2, thing="deck") == "2 decks"
        assert pgettext("card", "Drizzle") == "Drizzle"
        assert pgettext("elsewhere", "Fox") == "Fox"
        assert gettext("") == pgettext("card", "") == ""


def test_after_a_block_the_former_language_is_restored_also_after_an_exception() -> None:
    def leave_in_haste() -> None:
        with speaking(language("de")):
            assert current() is language("de")
            raise KeyError

    with pytest.raises(KeyError):
        leave_in_haste()
    assert current() is ENGLISH


@pytest.mark.parametrize(
    ("wishes", "code"),
    [
        (("de",), "de"),
        (("", "de"), "de"),
        (("de", "en-US"), "de"),
        (("en-GB", "de"), "en"),
        (("de-AT",), "de"),
        (("fr", "de"), "de"),
        (("fr",), "en"),
        (("", ""), "en"),
        ((), "en"),
        (("../de",), "en"),
    ],
)
def test_the_first_available_language_is_selected(wishes: tuple[str, ...], code: str) -> None:
    assert language_for(*wishes).code == code


def test_our_reader_reads_each_catalogue_as_babel_does() -> None:
    for code in OTHERS:
        for path in catalogue_paths(code):
            assert translations(path) == translations_of(read_catalogue(path)), path


def test_what_our_reader_does_not_know_babel_reads(tmp_path: Path) -> None:
    """Fuzzy and obsolete messages are not used; blanks and escapes are; faults are told as before."""
    file = tmp_path / "de" / "made.po"
    file.parent.mkdir()
    told = (
        '#, fuzzy\nmsgid "a"\nmsgstr "A"\n\n#~ msgid "b"\n#~ msgstr "B"\n\n'
        'msgid ""\n"two \\"lines\\"\\n"\n"here"\nmsgstr "zwei"\n"Zeilen"\n\nmsgid "c"\nmsgstr ""\n'
    )
    file.write_text(told, encoding="utf-8")
    assert translations(file) == {'two "lines"\nhere': ("zweiZeilen",)}
    file.write_text(told + '\nmsgid   "d"\nmsgstr  "D"\n', encoding="utf-8")
    assert translations(file)["d"] == ("D",)
    file.write_text(told + '\nmsgid "d"\nnonsense\n', encoding="utf-8")
    with pytest.raises(PoFileError):
        translations(file)
