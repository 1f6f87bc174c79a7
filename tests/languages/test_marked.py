"""The test language detects untranslated text."""

from __future__ import annotations

import pytest

from bot.base.language import gettext, ngettext, npgettext, speaking
from bot.engine.sentences import listed
from tests.languages.marked import MARKED, STRICT, unmarked


def test_words_outside_of_messages_are_found() -> None:
    assert unmarked("⟦{who} goes to ⟦the west⟧⟧ C7") == []
    assert unmarked("⟦{who} goes⟧ home, `code` <@12> /match board") == ["home"]
    assert unmarked("**Ann** ⟦goes to a place that…\n⟦so⟧", ["Ann"]) == []


def test_a_message_that_is_in_no_catalogue_is_refused() -> None:
    with speaking(MARKED):
        with pytest.raises(AssertionError, match="not in the catalogues"):
            gettext("Nobody has written this anywhere.")
        with pytest.raises(AssertionError, match="not in the catalogues"):
            npgettext("a context that is nowhere", "{number} card", "{number} cards", 2)


def test_lists_are_joined_in_the_selected_language() -> None:
    with speaking(MARKED):
        assert listed(["Ann", "Ben", "Cleo"]) == "Ann, Ben ⟦and⟧ Cleo"
    assert listed(["Ann", "Ben", "Cleo"]) == "Ann, Ben and Cleo"


def test_the_strict_language_finds_words_inserted_into_a_message() -> None:
    for spoken, found in ((MARKED, []), (STRICT, ["three", "spaces"])):
        with speaking(spoken):
            assert unmarked(gettext("Waiting for {players}.", players="three spaces")) == found
    with speaking(STRICT):
        assert ngettext("{number} space", "{number} spaces", 2) == "2⟦ spaces⟧"
