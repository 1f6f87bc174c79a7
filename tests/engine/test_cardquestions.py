"""Questions of cards: marks written by the bot name seats, marks in the words of a card are plain text."""

from __future__ import annotations

from typing import Any

from msgspec import convert

from bot.base.language import speaking
from bot.base.languages.catalogues import language
from bot.engine.cards.explaining import option_answer
from bot.engine.cards.program import Question
from bot.engine.sentences import OWN
from bot.games.arclash.cards.words import VOCABULARY, VOICE
from bot.games.arclash.cards.words.abilities import Ability
from bot.games.overcross.wording.questions import piece_label
from tests.games.overcross.screens import DUEL, NAMES, WORDING, view


def test_the_mark_names_the_owner_of_a_card_that_lets_another_choose() -> None:
    """A set may have a trait "★ Fan", which is no seat."""
    draw = {"do": "draw"}
    look = {"do": "search", "where": "deck", "which": {"word": "★ Fan"}}
    chooses = {"do": "choose", "who": "opponent", "options": [[draw], [look]]}
    ability = convert({"on": "played", "then": [chooses]}, VOCABULARY.of(Ability))
    question = Question(1, "option", 7, (0, 1), "option", about=ability.then[0])
    draws, looks = [option_answer(question, value, 0, VOICE).label for value in question.options]
    assert draws == "● draws a card"
    assert looks.startswith("● ")
    assert f"★{OWN} Fan" in looks
    assert option_answer(question, 0, 1, VOICE).label == "Draw a card", "their own card says it to them"
    with speaking(language("de")):
        assert option_answer(question, 0, 0, VOICE).label == "● zieht eine Karte"


def test_an_answer_that_is_a_character_has_the_mark_of_its_player() -> None:
    seen = view(f"{DUEL}seat 1:\nCST-09 at D4:\nseat 2:\nCST-02 at D5: CST-30 of seat 1")
    talk: Any = WORDING.talk(seen, NAMES)
    mine, theirs = seen.pieces
    assert piece_label(talk, mine.card) == f"●{talk.plain(mine.card)} at D4"
    assert piece_label(talk, theirs.card) == f"■{talk.plain(theirs.card)} at D5"
    worn = theirs.edits[0].card
    assert piece_label(talk, worn) == f"●{talk.plain(worn)} on {talk.plain(theirs.card)} at D5"
    assert OWN not in piece_label(talk, worn)
