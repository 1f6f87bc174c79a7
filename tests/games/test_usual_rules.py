"""The rules pages describe a match with default options, in both languages.

Every number comes from the options and the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import pytest

from bot.base.language import gettext, speaking
from bot.base.languages.catalogues import language
from bot.games import catalogue
from bot.games.crossfire.rules import scoring
from bot.games.neocombat.rules import match_end, opening, queries
from bot.games.papyrus.rules import turns
from bot.games.registry import GAMES
from bot.matches.options import offered_options

WORDS = {
    "en": {2: "two", 3: "three", 4: "four", 5: "five", 10: "ten", 50: "fifty"},
    "de": {2: "zwei", 3: "drei", 4: "vier", 5: "fünf", 10: "zehn", 50: "fünfzig"},
}


class Claim(NamedTuple):
    """A statement of a page about the usual match; numbers are inserted as words or digits."""

    game: str
    page: str
    numbers: Callable[[], Mapping[str, int]]
    english: str
    german: str


def usual(game: str, seats: int = 2, **given: Any) -> Any:
    """Return the options of a match for which only the given ones are set."""
    return offered_options(GAMES[game].rules, given, seats)


def arclash() -> dict[str, int]:
    scores = {seats: usual("arclash", seats).score for seats in GAMES["arclash"].rules.seats}
    each = scores[2] // 2
    assert scores == {seats: each * seats for seats in scores}, "it is so many for each player"
    return {"each": each, "two": scores[2], "three": scores[3], "rounds": usual("arclash").rounds}


def neo() -> dict[str, int]:
    options = [usual("neo-combat", seats) for seats in range(2, 7)]
    assert [each.end for each in options] == ["score", "first", "last", "last", "last"]
    assert {each.draw for each in options} == {"comeback"}
    two = options[0]
    return {
        "team": two.team,
        "wounds": two.wounds,
        "kills": two.kills,
        "turns": two.turns,
        "hours": two.hours,
        "more": opening.COMEBACK,
        "spare": queries.SPARE_CARDS,
        "quiet": match_end.QUIET_TURNS,
    }


def papyrus() -> dict[str, int]:
    options = usual("papyrus")
    assert options.kinds.value == "advanced", "all kinds"
    assert (options.start, options.ties, options.hill, options.critical) == ("all", "shared", True, False)
    return {"squad": options.squad, "most": options.most, "quiet": turns.QUIET_LIMIT}


def crossfire() -> dict[str, int]:
    assert usual("crossfire").end == "points", "an empty pack is no tie where nothing was said"
    return {"goal": scoring.GOAL, "attack": scoring.ATTACK_POINTS}


def overcross() -> dict[str, int]:
    assert (usual("overcross").objective, usual("overcross").victims) == ("assassination", "leader")
    scores = {each: usual("overcross", objective=each) for each in ("invasion", "deathmatch")}
    return {
        "points": usual("overcross").points,
        "rounds": usual("overcross").rounds,
        "invasion": scores["invasion"].score,
        "kills": scores["deathmatch"].score,
        "short": scores["deathmatch"].rounds,
    }


CLAIMS = (
    Claim(
        "arclash",
        "The aim",
        arclash,
        "{each_word} for each player: {two} with two and {three} with three",
        "{each_word} je Spieler, also {two} zu zweit und {three} zu dritt",
    ),
    Claim(
        "arclash",
        "Options",
        arclash,
        "{each_word} for each player",
        "{each_word} für jeden am Tisch",
    ),
    Claim("arclash", "Options", arclash, "the default is {rounds}", "{rounds_word}, wenn ihr"),
    Claim(
        "crossfire",
        "The aim",
        crossfire,
        "pack runs out before anybody has won, the player with more points wins",
        "gewinnt, wer mehr Punkte hat",
    ),
    Claim(
        "crossfire",
        "How it ends",
        crossfire,
        "With the option **end** as **tie** this is a tie for two players instead",
        "Ist für **Ende** **tie** vereinbart, endet sie zu zweit stattdessen unentschieden",
    ),
    Claim(
        "crossfire", "How it ends", crossfire, "team with **{goal} points**", "Team mit **{goal} Punkten**"
    ),
    Claim(
        "neo-combat",
        "Setting up",
        neo,
        "{team_word} varans unless you agree",
        "{team_word} Varane, wenn ihr nichts anderes",
    ),
    Claim("neo-combat", "Setting up", neo, "**{wounds} damage** unless", "**{wounds} Schaden**, wenn ihr"),
    Claim("neo-combat", "Setting up", neo, "**plus {spare_word}**", "**und {spare_word} dazu**"),
    Claim(
        "neo-combat",
        "The turn",
        neo,
        "{more_word} more for each varan by",
        "{more_word} mehr für jeden Varan, um",
    ),
    Claim("neo-combat", "Answers", neo, "{hours} hours unless you", "{hours} Stunden offen, wenn"),
    Claim(
        "neo-combat",
        "The end",
        neo,
        "a player reaches **{kills_word} kills**. With three it ends after the combat in which **one** player"
        " loses the last varan. With four to six **the last player with varans** wins",
        "jemand **{kills_word} Abschüsse** hat; zu dritt nach dem, in dem **einer** keine Varane mehr hat; zu"
        " viert bis sechst gewinnt, **wer zuletzt noch Varane hat**",
    ),
    Claim("neo-combat", "The end", neo, "after {turns} turns, or", "nach {turns} Runden, oder"),
    Claim(
        "neo-combat",
        "The end",
        neo,
        "**{quiet_word} turns in a row without damage**",
        "**{quiet_word} Runden ohne Schaden** hintereinander",
    ),
    Claim(
        "papyrus",
        "Picking and placing",
        papyrus,
        "{squad_word} units, at most {most_word} of each kind except the SMG.",
        "{squad_word} Einheiten, höchstens {most_word} von jeder Art außer der SMG, es sei denn",
    ),
    Claim(
        "papyrus", "How it ends", papyrus, "after {quiet_word} whole rounds", "wenn {quiet_word} ganze Runden"
    ),
    Claim("papyrus", "The hill", papyrus, "`hill: false` removes the hill", "ohne Hügel"),
    Claim(
        "overcross",
        "Your deck",
        overcross,
        "**{points}** by default",
        "**{points}**, wenn nichts anderes",
    ),
    Claim(
        "overcross", "Invasion", overcross, "first player with {invasion} points", "zuerst {invasion} Punkte"
    ),
    Claim(
        "overcross",
        "Death match",
        overcross,
        "first player with {kills} points, or another agreed number, wins; after {short} rounds",
        "zuerst {kills} Punkte hat, oder eine andere Zahl, gewinnt; nach {short} Runden",
    ),
    Claim(
        "overcross",
        "Three or four, and the end",
        overcross,
        "**{rounds} rounds**, a death match after {short}",
        "**{rounds} Runden**, ein Todesspiel nach {short}",
    ),
)


@pytest.mark.parametrize("code", ["en", "de"])
@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: f"{claim.game}: {claim.english[:30]}")
def test_a_page_describes_the_usual_match(claim: Claim, code: str) -> None:
    numbers = claim.numbers()
    words = {f"{key}_word": WORDS[code].get(number, str(number)) for key, number in numbers.items()}
    said = (claim.german if code == "de" else claim.english).format(**numbers, **words)
    page = next(page for page in catalogue.rulebook(claim.game) if page.title == claim.page)
    with speaking(language(code)):
        assert said.casefold() in gettext(page.text).casefold()
