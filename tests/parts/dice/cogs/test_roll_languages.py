"""Rolls in other languages: public ones in the server's, private ones in the roller's."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, date, datetime
from typing import Any

import pytest
from simcord import InteractionResult, ResponseMessage

from bot.base.language import gettext, speaking
from bot.base.languages.catalogues import language
from bot.engine.fair import Stream, commitment
from bot.parts.dice.bounds import BadExpression, RollRefused
from bot.parts.dice.notation import read
from bot.parts.dice.odds import odds
from bot.parts.dice.ports import Roll, SavedRoll, Seed, Visibility
from bot.parts.dice.rolling import roll
from bot.parts.dice.service import Proof, RollService, Sealed
from cogs.dice import roll_posts
from cogs.dice.fair_posts import compose_fairness, compose_today
from cogs.dice.roll_posts import (
    compose_fault,
    compose_help,
    compose_odds,
    compose_revealed,
    compose_roll,
    compose_saved,
    compose_sealed,
    compose_secret,
)
from cogs.kit.layout import OutgoingMessage
from renderers.contract import Picture
from tests.cogs.club import Club
from tests.cogs.composed import check_marked, words
from tests.cogs.league import keeper
from tests.cogs.players import click, labels_of, pictures_of, said, words_of
from tests.languages.heard import Heard, written
from tests.languages.marked import MARKED, STRICT, unmarked

GERMAN = language("de")
NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)
DAY = NOW.date()
PICTURE = Picture(b"png", "", 1, 1)
STREAM, SECRET = "roll-c5-2026-05-01", bytes(32)
MARK = commitment(STREAM, SECRET)
NAMES = ("adv", "fire", "sneak", STREAM, MARK, MARK[:16], "abcdefghijkl")


def made(text: str, visibility: Visibility = Visibility.PUBLIC, day: date | None = DAY) -> tuple[Roll, Seed]:
    """Return a roll with its seed, as the service makes them."""
    source = Stream(STREAM, SECRET)
    expression = read(text)
    came = Roll(
        id="abcdefghijkl",
        stream=STREAM,
        user=1,
        name="Ann",
        channel=5,
        visibility=visibility,
        expression=expression.body,
        label=expression.label,
        rolled=roll(expression, source),
        draws=tuple(source.draws),
        at=NOW,
    )
    return came, Seed(STREAM, SECRET, MARK, day)


def proven(text: str, *, agrees: bool | None, reveal_at: datetime | None = None) -> Proof:
    came, seed = made(text)
    return Proof(came, seed.commitment, None if agrees is None else seed.seed, reveal_at, agrees)


def odds_of(text: str, at_least: int | None = None) -> OutgoingMessage:
    expression = read(text)
    return compose_odds(expression, odds(expression), PICTURE, at_least)


def shelf(count: int) -> list[SavedRoll]:
    return [SavedRoll(f"s{number}", 1, "sneak", "1d20 adv", NOW) for number in range(count)]


PAGES: dict[str, Callable[[], OutgoingMessage]] = {
    "roll": lambda: compose_roll(made("4d6kh3+1 # fire")[0]),
    "roll with two terms": lambda: compose_roll(made("1d20+1d4")[0]),
    "number": lambda: compose_roll(made("7")[0]),
    "pool compared": lambda: compose_roll(made("10d10>=7")[0]),
    "compared with !=": lambda: compose_roll(made("3d6!=5")[0]),
    "kept by value": lambda: compose_roll(made("4d6k3+4d6p1")[0]),
    "private": lambda: compose_roll(made("1d20 adv", Visibility.PRIVATE)[0]),
    "repeats": lambda: compose_roll(made("3#2d6[fire]")[0]),
    "one success": lambda: compose_roll(made("1d10t1")[0]),
    "successes": lambda: compose_roll(made("9d10t2")[0]),
    "very many dice": lambda: compose_roll(made("9#100d6!t5")[0]),
    "stopped": lambda: compose_roll(made("100d10!>=2")[0]),
    "sealed": lambda: compose_sealed(*made("5d1000", Visibility.LATER, None)),
    "secret": lambda: compose_secret(made("5d1000", Visibility.LATER, None)[0]),
    "revealed": lambda: compose_revealed(made("5d1000", Visibility.LATER, None)[0]),
    "proof": lambda: compose_fairness(proven("4d6+1d8", agrees=True)),
    "proof of a number": lambda: compose_fairness(proven("7", agrees=True)),
    "false proof": lambda: compose_fairness(proven("4d6", agrees=False)),
    "long proof": lambda: compose_fairness(proven("20#" + "+".join(["1d6"] * 10), agrees=True)),
    "secret seed": lambda: compose_fairness(proven("4d6", agrees=None, reveal_at=NOW)),
    "sealed, for the others": lambda: compose_fairness(Sealed("abcdefghijkl", MARK)),
    "sealed seed": lambda: compose_fairness(proven("4d6", agrees=None)),
    "today": lambda: compose_today(made("1d6")[1]),
    "odds": lambda: odds_of("3d6"),
    "odds of successes": lambda: odds_of("8d10t7", 3),
    "odds of repeats that explode": lambda: odds_of("2#2d6!"),
    "nothing saved": lambda: compose_saved([], 0),
    "saved": lambda: compose_saved(shelf(3), 0),
    "saved on pages": lambda: compose_saved(shelf(23), 1),
}


@pytest.mark.parametrize("name", PAGES)
def test_every_page_of_rolls_is_translated(name: str) -> None:
    check_marked(PAGES[name], NAMES)
    with speaking(STRICT):
        found = words(PAGES[name]())
    assert {text: left for text in found if (left := unmarked(text, (*NAMES, "Ann")))} == {}


def test_every_sentence_about_rolls_is_on_a_page() -> None:
    heard = Heard()
    with speaking(heard):
        for compose in PAGES.values():
            compose()
        compose_help()
        roll_posts._percent(1.0)
    assert written("dice", "cogs/dice/fair_posts.py", "cogs/dice/roll_posts.py") - heard.said == set()


def test_dice_that_exceed_a_message_are_in_a_translated_file() -> None:
    with speaking(MARKED):
        (file,) = PAGES["very many dice"]().attachments
    assert unmarked(file.data.decode(), NAMES) == []
    with speaking(GERMAN):
        page = PAGES["very many dice"]()
    (file,) = page.attachments
    written = file.data.decode()
    assert written.endswith("gestrichen (2)   neu gewürfelt 1→4   explodiert 6!   Erfolg 9*\n")
    assert len(re.findall(r"\d+[!*]*[,)\]]", written)) >= 900


def test_help_and_refusals_are_translated() -> None:
    with speaking(MARKED):
        assert unmarked(compose_help()) == []
        with pytest.raises(BadExpression) as fault:
            read("4d6kx")
        sentence, _, block = compose_fault(fault.value).partition("\n")
    assert unmarked(sentence) == []
    assert block == "```\n4d6kx\n   ^\n```"


@pytest.mark.parametrize(
    ("text", "at_least", "told"),
    [
        ("1d20", 1, "1 oder mehr **100\u00a0%**"),
        ("1d20", 21, "21 oder mehr **0\u00a0%**"),
        ("1d10000", 10000, "10.000 oder mehr **0,01\u00a0%**"),
        ("2d1000", 2000, "2.000 oder mehr **0,0001\u00a0%**"),
        ("4d1000+12000", 14002, "Im Mittel **14.002,00**"),
    ],
)
def test_german_figures(text: str, at_least: int, told: str) -> None:
    with speaking(GERMAN):
        assert told in "\n".join(words(odds_of(text, at_least)))


async def rolled(club: Club, member: Any, text: str, **options: Any) -> InteractionResult:
    return await member.slash(club.channel, "roll", expression=text, **options)


def posted(message: Any) -> str:
    assert not message.ephemeral
    return words_of(message).replace("**", "")


def response(result: InteractionResult) -> ResponseMessage:
    return result.response


async def german_server(club: Club) -> None:
    await keeper(club).slash(club.channel, "table language", language="de")


async def test_a_public_roll_is_in_the_language_of_the_server_and_a_private_one_in_the_rollers(
    club: Club,
) -> None:
    """So are rolls outside of servers, refusals, and odds with their chart."""
    club.speaks(club.ben, "de")
    for text in ("2d6", "1d20"):
        assert "Ben rolled" in posted(response(await rolled(club, club.ben, text)))
    assert "Das siehst nur du" in said(await rolled(club, club.ben, "2d6", visibility="private"))
    alone = await club.ben.user.slash("roll", expression="2d6")
    assert "Ben würfelt `2d6`" in words_of(response(alone)).replace("**", "")
    await german_server(club)
    assert "Ann würfelt `2d6`" in posted(response(await rolled(club, club.ann, "2d6")))
    assert "Only you see this" in said(await rolled(club, club.ann, "2d6", visibility="private"))

    english, german = [said(await rolled(club, member, "1d6)")) for member in (club.ann, club.ben)]
    assert english.startswith("This bracket closes nothing.")
    assert german.startswith("Diese Klammer schließt nichts.")
    assert len(club.channel.history()) == 3, "it is told to its writer alone"
    assert english.partition("\n")[2] == german.partition("\n")[2] == "```\n1d6)\n   ^\n```"
    assert said(await rolled(club, club.ben, "verify 1 gestern")) == "Schreib einen Tag so: 2026-05-01."

    asked = await rolled(club, club.ben, "stats 4d6kh3")
    assert re.search(r"Chance auf \d+ oder mehr \*\*\d\d,\d\d\u00a0%\*\*", said(asked))
    (picture,) = pictures_of(asked.response)
    assert picture["description"] == (
        "Chancen von 4d6kh3: von 3 bis 18, im Mittel 12,24, am wahrscheinlichsten 13 mit 13,3\u00a0%."
    )


async def test_public_parts_of_a_roll_are_in_the_server_s_language_and_refusals_in_the_asker_s(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For a sealed roll, a saved one rolled by a button, and one refused in public."""
    await german_server(club)
    club.speaks(club.ben, "de")
    result = await rolled(club, club.ann, "5d1000 # the vault", visibility="reveal later")
    sealed, secret = club.channel.history()[-1], response(result)
    assert "Ann hat gewürfelt und deckt es später auf." in words_of(sealed).replace("**", "")
    assert labels_of(sealed) == ["Aufdecken", "Faire Würfel"]
    assert secret.ephemeral
    assert "\nYou rolled `5d1000`" in words_of(secret)
    stranger = await click(club.ben, sealed, "Aufdecken")
    assert said(stranger) == "Aufdecken kann das nur, wer gewürfelt hat."
    revealed = await click(club.ann, secret, "Reveal")
    assert "Ann deckt einen Wurf auf" in posted(response(revealed))
    again = await click(club.ann, sealed, "Aufdecken")
    assert "This roll has been revealed already" in said(again)

    saved = await club.ann.slash(club.channel, "dice save", name="sneak", expression="1d20+7 adv")
    assert said(saved) == "**sneak** is saved: /roll and its name rolls it."
    shown = response(await club.ann.slash(club.channel, "dice saved"))
    pressed = await click(club.ann, shown, "sneak")
    assert "Ann würfelt `1d20+7 adv` · sneak" in posted(response(pressed))

    async def too_many(*_args: Any) -> Any:
        sentence = "Too many people are rolling here at once. Nothing was rolled; please try again."
        raise RollRefused(gettext(sentence))

    monkeypatch.setattr(RollService, "roll", too_many)
    refused = await rolled(club, club.ann, "1d6")
    assert refused.response is None, "the promised public answer is taken back"
    assert said(refused).startswith("Too many people are rolling here")
