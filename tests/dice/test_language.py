"""Dice in other languages: every refusal is translated, and what is kept is the same in all of them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable
from datetime import date
from typing import Any

import msgspec
import pytest

from bot.dice.errors import BadExpression, NoOdds
from bot.dice.notation import read
from bot.dice.odds import odds
from bot.dice.ports import MOST_SAVED, Visibility
from bot.dice.rolling import roll
from bot.engine.errors import Refusal
from bot.engine.fair import Stream
from bot.engine.language import ENGLISH, Language, speaking
from bot.languages.catalogues import language
from tests.dice.test_service import ABROAD, TABLE, Dice
from tests.languages.heard import Heard, written
from tests.languages.marked import MARKED, STRICT, unmarked
from tests.matches.table import ANN, BEN, TestClock

GERMAN = language("de")
NOTATION = ("adv", "dis", "ro", "rr", "pl", "ph", "kh", "mi")
MALFORMED = (
    "",
    "1d6" + "+1" * 99,
    "101d6",
    "1d10001",
    "21#1d6",
    "20#60d6",
    "1d6+",
    "1d6+*2",
    "#",
    "(1d6",
    "1d6)",
    "()",
    "1d6,2",
    "2d6 3d6",
    "4d6kx",
    "4d6d1",
    "4d6?",
    "1d8 slashing + 2d6 fire",
    "2d20 adv",
    "1d20 adv dis",
    "4d6!!",
    "4dF!",
    "(1d6)rr1",
    "(8d10)t7",
    "8d10t7t8",
    "8d10t7kh3",
    "4d6rrl1",
    "4d6mih2",
    "4d6rr>0",
    "1d1!",
    "1d6.5",
    "1.2.3",
    "9999999999",
    "1d99999999999",
    "4d6kh99999",
    "4d6k>=0",
    "1/0",
    "999999999*999999999",
    "(" * 21 + "1" + ")" * 21,
    "-" * 22 + "1",
    "1d6[a][b]",
    "+" + "1d6" * 2,
    "(1d6)(1d6)kh1",
)
NO_ODDS = (
    "100d10000",
    "100d6ra6ra6!",
    "10#100d6!",
    "(1d6+1d8)kh1",
    "(1d6,1d8,1d10)kh1kl1",
    "4d6!kh3",
    "4d6ra6",
    "1d100rr<100",
    "4d6eh1",
    "8d10kh3t=7",
    "4d6kh1kl1",
)
"""Expressions whose odds are not known, for every reason that there is."""


def refused(text: str, spoken: Language) -> BadExpression:
    with speaking(spoken), pytest.raises(BadExpression) as fault:
        read(text)
    return fault.value


def unknown(text: str, spoken: Language) -> str:
    with speaking(spoken), pytest.raises(NoOdds) as fault:
        odds(read(text))
    return fault.value.sentence


@pytest.mark.parametrize("text", MALFORMED)
def test_what_is_wrong_with_an_expression_is_told_in_the_language_and_the_caret_stays(text: str) -> None:
    marked, strict, german, english = (refused(text, each) for each in (MARKED, STRICT, GERMAN, ENGLISH))
    assert unmarked(marked.sentence) == []
    assert unmarked(strict.sentence, NOTATION) == []
    assert german.sentence != english.sentence
    assert {each.at for each in (marked, strict, german)} == {english.at}
    assert {each.pointed() for each in (marked, strict, german)} == {english.pointed()}


@pytest.mark.parametrize("text", NO_ODDS)
def test_why_there_are_no_odds_is_told_in_the_language(text: str) -> None:
    assert unmarked(unknown(text, MARKED)) == []
    assert unmarked(unknown(text, STRICT), NOTATION) == []
    assert unknown(text, GERMAN) != unknown(text, ENGLISH)


def test_no_refusal_is_left_that_nobody_has_heard() -> None:
    heard = Heard()
    for text in MALFORMED:
        refused(text, heard)
    for text in NO_ODDS:
        unknown(text, heard)
    places = [f"bot/dice/{name}.py" for name in ("bounds", "notation", "odds", "syntax")]
    assert written("dice", *places) - heard.said == set()


def test_a_refusal_is_not_kept_in_the_language_of_who_asked_first() -> None:
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


@pytest.fixture
async def dice(url: str, clock: TestClock) -> AsyncIterator[Dice]:
    opened = Dice(url, clock)
    yield opened
    await opened.close()


async def told(work: Awaitable[Any]) -> str:
    with pytest.raises(Refusal) as fault:
        await work
    return fault.value.sentence


async def refusals(dice: Dice) -> list[str]:
    """Everything about rolls that can be refused, in the language that is spoken."""
    later, _ = await dice.roll("1d6", visibility=Visibility.LATER)
    sealed, _ = await dice.roll("1d6", visibility=Visibility.LATER)
    service, day = dice.service, date(2026, 1, 1)
    await service.reveal(later.id, ANN.user)
    found = [
        await told(service.reveal("nothing", ANN.user)),
        await told(service.reveal(sealed.id, BEN.user)),
        await told(service.reveal(later.id, ANN.user)),
        await told(service.verify("nothing", ANN.user)),
        await told(service.verify_number(3, day, ANN.user, TABLE)),
        await told(service.verify_number(3, day, ANN.user, ABROAD)),
        await told(service.forget(ANN.user, "never")),
        *[await told(service.save(ANN.user, name, "1d6")) for name in ("", "stats", "2d6")],
    ]
    for number in range(MOST_SAVED):
        await service.save(ANN.user, f"kept {chr(97 + number // 26)}{chr(97 + number % 26)}", "1d6")
    return [*found, await told(service.save(ANN.user, "one more", "1d6"))]


async def test_every_refusal_of_the_service_is_in_the_language(dice: Dice) -> None:
    heard = Heard()
    with speaking(heard):
        said = await refusals(dice)
    assert {word for each in said for word in unmarked(each)} == set()
    assert written("dice", "bot/dice/service.py") - heard.said == {
        "Too many people are rolling here at once. Nothing was rolled; please try again.",
        # These two only where there are limits: the stories of them hear them in tests/test_limits.py.
        "You have rolled very many dice lately. So many can be rolled in {wait}.",
        "Rolls are kept, and can be verified, for {number} days.",
    }
    assert len(said) == 11


async def test_what_is_kept_of_a_roll_has_no_words_of_a_language(dice: Dice) -> None:
    with speaking(MARKED):
        made, _ = await dice.roll("6#4d6kh3+1[luck] # Zorn")
        saved = await dice.service.save(ANN.user, "sneak", "1d20 adv")
        kept = await dice.store.rolls.roll(made.id)
    assert kept == made
    assert "⟦" not in msgspec.json.encode([kept, saved]).decode()
