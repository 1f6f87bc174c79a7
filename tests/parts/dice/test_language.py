"""Dice in other languages: every refusal is translated, and stored rolls are the same."""

from __future__ import annotations

import msgspec
import pytest

from bot.base.language import ENGLISH, Language, speaking
from bot.base.languages.catalogues import language
from bot.engine.fair import Stream
from bot.parts.dice.bounds import BadExpression, NoOdds
from bot.parts.dice.notation import read
from bot.parts.dice.odds import odds
from bot.parts.dice.rolling import roll
from bot.parts.dice.store import SqlRollStore
from tests.languages.heard import Heard, written
from tests.languages.marked import MARKED, STRICT, unmarked
from tests.matches.table import ANN
from tests.parts.dice.conftest import Dice
from tests.parts.dice.test_odds import UNKNOWN
from tests.parts.dice.test_page import ELSEWHERE as NOTATIONS
from tests.parts.dice.test_page import rows
from tests.parts.dice.test_refusals import REFUSED

GERMAN = language("de")
WORDS = ("advantage", "advantag", "Vorteil", "keep", "highest", "best 3", "ho\u0308chste")
NOTATION = (*WORDS, "adv", "dis", "ro", "rr", "pl", "ph", "kh", "mi")
MALFORMED = [text for text, _, _ in REFUSED]
ELSEWHERE = [each for written, meant in rows(NOTATIONS) if meant.startswith("refused") for each in written]
NO_ODDS = [text for text, _ in UNKNOWN]


def refused(text: str, spoken: Language) -> BadExpression:
    with speaking(spoken), pytest.raises(BadExpression) as fault:
        read(text)
    return fault.value


def unknown(text: str, spoken: Language) -> str:
    with speaking(spoken), pytest.raises(NoOdds) as fault:
        odds(read(text))
    return fault.value.sentence


@pytest.mark.parametrize("text", MALFORMED)
def test_a_refused_expression_is_translated_with_the_same_caret(text: str) -> None:
    marked, strict, german, english = (refused(text, each) for each in (MARKED, STRICT, GERMAN, ENGLISH))
    assert unmarked(marked.sentence) == []
    assert unmarked(strict.sentence, NOTATION) == []
    assert german.sentence != english.sentence
    assert {each.at for each in (marked, strict, german)} == {english.at}
    assert {each.pointed() for each in (marked, strict, german)} == {english.pointed()}


@pytest.mark.parametrize("text", NO_ODDS)
def test_the_refusal_of_odds_is_translated(text: str) -> None:
    assert unmarked(unknown(text, MARKED)) == []
    assert unmarked(unknown(text, STRICT), NOTATION) == []
    assert unknown(text, GERMAN) != unknown(text, ENGLISH)


def test_every_refusal_is_tested() -> None:
    heard = Heard()
    for text in (*MALFORMED, *ELSEWHERE):
        refused(text, heard)
    for text in NO_ODDS:
        unknown(text, heard)
    places = [f"bot/parts/dice/{name}.py" for name in ("bounds", "notation", "odds", "syntax")]
    assert written("dice", *places) - heard.said == set()


def test_a_cached_refusal_is_translated_for_each_user() -> None:
    for _ in range(2):
        assert refused("1d6)", GERMAN).sentence == "Diese Klammer schließt nichts."
        assert refused("1d6)", ENGLISH).sentence == "This bracket closes nothing."


def test_the_notation_is_the_same_in_every_language() -> None:
    for text in ("1d20+5 adv # Zorn", "8d10!t8", "4dF", "6#4d6kh3", "(1d6[Feuer],1d8)kh1"):
        made = []
        for spoken in (ENGLISH, GERMAN, MARKED):
            read.cache_clear()
            with speaking(spoken):
                expression = read(text)
                rolled = roll(expression, Stream("roll-c5-2026-05-01", bytes(32)))
                made.append(msgspec.json.encode([expression.body, expression.label, rolled]))
        assert made[0] == made[1] == made[2]


async def test_a_stored_roll_does_not_depend_on_the_language(dice: Dice) -> None:
    with speaking(MARKED):
        made, _ = await dice.roll("6#4d6kh3+1[luck] # Zorn")
        saved = await dice.service.save(ANN.user, "sneak", "1d20 adv")
        kept = await SqlRollStore(dice.store.database).roll(made.id)
    assert kept == made
    assert "⟦" not in msgspec.json.encode([kept, saved]).decode()
