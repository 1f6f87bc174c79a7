"""The texts of the cards, generated from their effects, in both languages (OVC-30)."""

from __future__ import annotations

import pytest

from bot.base.language import ENGLISH, speaking
from bot.base.languages.catalogues import language
from bot.engine.cards.explaining import explain
from bot.games.overcross.cards.cards import Character, Edit, Happening, Terrain
from bot.games.overcross.cards.cardtext import LINE_LENGTH, in_words, one_line, rules_text
from bot.games.overcross.cards.words import (
    VOCABULARY,
    VOICE,
    Ability,
    ChangeNumbers,
    Damage,
    Destroy,
    Dice,
    Discount,
    LookAtHand,
    Pieces,
    Recover,
    ZoneRows,
)
from tests.games.overcross.card_texts import LANGUAGES, path_of, written
from tests.games.overcross.chance import POOL

HASH = "e4eff4dcbed0e74c70c8fd5a042826d71653f0a3dccc0904270f3a0152ce77d9"
"""Matches that began with these cards keep them: a changed card is a new pool."""


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_texts_are_the_stored_ones(code):
    told = "python -m tests.games.overcross.card_texts writes them anew; read what it changes"
    assert path_of(code).read_text("utf-8") == written(POOL, code), told


def test_the_hash_of_the_pool_is_unchanged():
    assert POOL.hash == HASH
    assert type(POOL).decode(POOL.encoded).hash == HASH


def test_there_are_71_cards_of_all_kinds_marks_and_genres():
    """OVC-30: 29 Characters, among them 3 of each mark, 16 Edits, 12 Terrains, 14 Events."""
    cards = POOL.cards.values()
    kinds = [sum(isinstance(card, kind) for card in cards) for kind in (Character, Edit, Terrain, Happening)]
    assert kinds == [29, 16, 12, 14]
    marks = [card.mark for card in cards]
    assert [marks.count(mark) for mark in ("leader", "champion", "legend")] == [3, 3, 3]
    genres = [card.genre for card in cards]
    assert min(genres.count(genre) for genre in ("Fantasy", "Sci-Fi", "Modern", "Online", "None")) > 5
    assert {card.side for card in cards} == {"Cornstalker"}
    assert len({card.name for card in cards}) == len({card.flavour for card in cards}) == 71


@pytest.mark.parametrize("code", LANGUAGES)
def test_each_card_has_abilities_and_a_line(code):
    with speaking(ENGLISH if code == "en" else language(code)):
        lines = [one_line(card) for card in POOL.cards.values()]
        texts = [in_words(card) for card in POOL.cards.values()]
    assert all(0 < len(line) <= LINE_LENGTH for line in lines)
    assert all(text.name and text.kind and text.rules and text.flavour for text in texts)
    assert not [text for text in texts for words in text.rules if "{" in words or ".." in words]


def test_texts_name_this_character_or_the_bearer():
    """An Edit says "bearer" where a Character says "this Character"."""
    near = ChangeNumbers(Pieces("enemy", within=2, how="all"), speed=-1, rng=1)
    ability = Ability("always", (near,))
    assert [explain(ability, VOCABULARY, kind=kind) for kind in ("character", "edit")] == [
        "Each enemy within 2 has -1 speed (at least 1) and +1 rng.",
        "Each enemy within 2 of the bearer has -1 speed (at least 1) and +1 rng.",
    ]


ROWS = (
    "You may also deploy up to 2 squares further from your edge, but not in other zones; for Terrain and "
    "objectives the zone is unchanged."
)
ROWS_IN_GERMAN = (
    "Du darfst auch bis zu 2 Felder weiter vom Rand entfernt aufstellen, aber nicht in anderen Zonen; für "
    "Gelände und Ziele bleibt die Zone gleich."
)


@pytest.mark.parametrize(
    ("effect", "english", "german"),
    [
        (Damage(by=Dice(), to=Pieces("enemy", kind=("character", "terrain"))),
         "Roll a die. A Character or a Terrain of an opponent's takes counters equal to the roll.",
         "Wirf einen Würfel. Ein Charakter oder ein Gelände eines Gegners erhält Marken in Höhe des Wurfs."),
        (Destroy(Pieces(kind=("edit",), within=2, how="all")),
         "Destroy each Edit on a Character within 2.",
         "Zerstöre jeden Edit an einem Charakter im Umkreis von 2."),
        (Recover(3), "Return up to 3 cards from your discard pile to your hand.",
         "Nimm bis zu 3 Karten aus deiner Ablage auf die Hand zurück."),
        (LookAtHand("opponents"), "Look at each opponent's hand.",
         "Sieh dir die Hand jedes Gegners an."),
        (ZoneRows(2), ROWS, ROWS_IN_GERMAN),
    ],
)  # fmt: skip
def test_words_that_no_shipped_card_uses(effect, english, german):
    ability = Ability("played", (effect,))
    assert explain(ability, VOCABULARY) == english
    with speaking(language("de")):
        assert explain(ability, VOCABULARY) == german


def test_text_for_other_players_names_the_player_of_the_card():
    played = (Discount("event", 2), Recover())
    told = [effect.describe(VOICE._replace(you="Ann")).words.main for effect in played]
    assert told == [
        "Events cost Ann 2 less to play (at least 1)",
        "Ann returns a card from their discard pile to their hand",
    ]


def test_a_character_without_attacks_or_text_has_no_rules():
    assert rules_text(Character("TST-01", "Nobody")) == ()
    assert one_line(Character("TST-01", "Nobody")) == "Character."
