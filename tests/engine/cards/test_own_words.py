"""A set's own translations: its texts use only them, and shipped translations never replace them."""

from __future__ import annotations

import pickle
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.base.language import OwnText, gettext, pgettext, speaking
from bot.base.languages.catalogues import codes, language
from bot.engine.cards.own_words import own, texts
from bot.engine.cards.printed import LANGUAGES, told_in
from bot.games.registry import GAMES
from tests.engine.cards.card_files.sound import SOUND, read

GERMAN = language("de")
WORDS = """
[words.de]
"Heron Chick" = "Reiherküken"
Heron = "Reiher"
"All neck." = "Nur Hals."
"""
PLAIN = SOUND.replace('"Heron Chick"', '"Clerk"').replace('"Patient"', '"Rain"').replace("Ripple", "Advance")
"""A set whose texts are also texts of shipped cards."""


def arclash(text: str) -> tuple[Any, Any, Any]:
    """Return the game's cards, the set, and the pool of the set with the shipped cards."""
    cards = GAMES["arclash"].cards
    assert cards is not None
    found = read(text).set
    pool = cards.library.add(cards.library.standard.with_sets([found]))
    return cards, found, pool


def test_sets_can_have_words_in_every_language_of_the_bot() -> None:
    assert set(LANGUAGES) == set(codes())


@settings(max_examples=30)
@given(
    st.text(max_size=20),
    st.dictionaries(st.sampled_from(["de", "en"]), st.dictionaries(st.text(), st.text())),
)
def test_a_custom_text_is_translated_by_its_own_words_or_unchanged(
    text: str, words: dict[str, dict[str, str]]
) -> None:
    mine = OwnText(text, words)
    assert mine == text
    assert hash(mine) == hash(text)
    for each in codes():
        with speaking(language(each)):
            wanted = words.get(each, {}).get(text, text)
            assert gettext(mine) == pgettext("card", mine) == wanted
            assert type(pgettext("card", mine)) is str
    again = pickle.loads(pickle.dumps(mine))
    assert (again, again.words) == (mine, words)


def test_shipped_texts_are_translated_and_equal_custom_ones_are_not() -> None:
    cards, found, pool = arclash(PLAIN)
    with speaking(GERMAN):
        assert pgettext("card", "Clerk") == "Büro"
        for card in pool.cards_of(own(found)):
            said = cards.in_words(pool.cards[card.number])
            assert said.name == card.name
            assert said.traits == tuple(getattr(card, "traits", ()))
            assert said.flavour == card.flavour
        assert cards.origin(pool.cards["REE-01"], pool) == ["The Reed Bank"]
        assert "[Rain]" not in " ".join(cards.in_words(pool.cards["REE-03"]).rules)
        assert "Rain" in " ".join(cards.in_words(pool.cards["REE-03"]).rules)


@pytest.mark.parametrize("game", [key for key, game in GAMES.items() if game.cards is not None])
def test_no_custom_text_uses_shipped_translations_in_any_game(game: str) -> None:
    """Every text of the shipped sets, in a set with another key: none is translated."""
    cards = GAMES[game].cards
    assert cards is not None
    for shipped in cards.library.standard.sets:
        with speaking(GERMAN):
            for text in texts(own(shipped)):
                assert pgettext("card", text.words) == gettext(text.words) == str(text.words)


def test_its_translations_are_used_in_their_language_and_its_texts_in_others() -> None:
    cards, _, pool = arclash(SOUND + WORDS)
    with speaking(GERMAN):
        said = cards.in_words(pool.cards["REE-01"])
        assert (said.name, said.traits, said.flavour) == ("Reiherküken", ("Reiher",), "Nur Hals.")
        assert cards.in_words(pool.cards["REE-02"]).name == "Still Heron"
        assert "[Reiher]" in " ".join(cards.in_words(pool.cards["REE-02"]).rules)
    said = cards.in_words(pool.cards["REE-01"])
    assert (said.name, said.traits, said.flavour) == ("Heron Chick", ("Heron",), "All neck.")


def test_words_are_part_of_the_hash_and_a_set_without_them_keeps_its_hash() -> None:
    _, _, plain = arclash(SOUND)
    _, _, worded = arclash(SOUND + WORDS)
    assert b'"words"' not in plain.encoded
    assert plain.hash != worded.hash
    rules: Any = GAMES["arclash"].rules
    rules.learn_cards(worded.encoded)
    again = rules.library[worded.hash]
    assert again.encoded == worded.encoded
    with speaking(GERMAN):
        assert pgettext("card", type(rules.library.standard).decode(plain.encoded).cards["REE-01"].name)
        assert pgettext("card", again.cards["REE-01"].name) == "Reiherküken"


def test_equal_cards_of_sets_with_different_words_are_drawn_with_their_own() -> None:
    renderer = GAMES["arclash"].renderer
    _, _, plain = arclash(SOUND)
    _, _, worded = arclash(SOUND + WORDS)
    assert plain.cards["REE-01"] == worded.cards["REE-01"]
    with speaking(GERMAN):
        assert told_in(plain.cards["REE-01"]) != told_in(worded.cards["REE-01"])
        drawn = [renderer.single_card("REE-01", pool.hash) for pool in (worded, plain, worded)]
    first, other, again = [each for each in drawn if each is not None]
    assert first.alt.startswith("Reiherküken")
    assert other.alt.startswith("Heron Chick")
    assert first.png == again.png != other.png


def test_a_custom_set_is_encoded_unchanged() -> None:
    """Otherwise its hash, by which matches pin their cards, would change."""
    encoder = msgspec.json.Encoder(order="deterministic", enc_hook=str)
    with_cards = [game.cards for game in GAMES.values() if game.cards is not None]
    for one in [one for game in with_cards for one in game.library.standard.sets]:
        assert encoder.encode(own(one)) == encoder.encode(one)
