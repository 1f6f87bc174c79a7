"""Leaderboards, profiles, seasons and rating lines in the reader's language."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest
from msgspec.structs import replace

from bot.base.language import speaking
from bot.base.languages.catalogues import language
from bot.games.arclash.game import CARDS as ARCLASH_CARDS
from bot.games.registry import GAMES
from bot.matches.model import MatchTerms
from bot.parts.ratings.model import (
    EVERYWHERE,
    OVERALL,
    Board,
    Meetings,
    Profile,
    RatingChange,
    RatingRow,
    Row,
    Scope,
    Season,
    Tally,
)
from cogs.kit.layout import OutgoingMessage
from cogs.ratings.rating_posts import (
    compose_leaderboard,
    compose_profile,
    compose_season_question,
    compose_seasons,
    rating_words,
    season_in_words,
)
from renderers.contract import Picture
from tests.cogs.club import Club
from tests.cogs.composed import PROPER, check_marked, words
from tests.cogs.league import many_beaten, person, shown
from tests.cogs.matches.test_match_languages import match
from tests.cogs.players import click, pictures_of, words_of
from tests.languages.heard import Heard, written
from tests.languages.marked import MARKED, STRICT, unmarked

GERMAN = language("de")
NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)
PICTURE = Picture(b"png", "", 1, 1)
NAMES = (*PROPER, "SMG", "The Club")
KNOWN, NEW = RatingRow(30.0, 1.0, 21, 11, 3, 4, 5), RatingRow(matches=1)
SEASONS = [Season(number, NOW, NOW if number < 18 else None, number - 1) for number in range(1, 19)]
LINEAGE = next(iter(ARCLASH_CARDS.standard.lineages.values())).title


def row(place: int, standing: RatingRow = KNOWN, name: str = "Ann") -> Row:
    return Row(place, place, name, standing)


def board(
    players: int, *, own: Row | None = None, season: int = 0, guild: int = 7, first: int = 0
) -> OutgoingMessage:
    rows = tuple([row(first + at + 1) for at in range(min(players - first, 10))])
    page = Board(Scope(OVERALL, guild, season), rows, first, players, own)
    where = "all" if guild == EVERYWHERE else "here"
    return compose_leaderboard(GAMES, page, season_in_words(season), None, where=where)


def profile(
    game: str = OVERALL, where: str = "here", picture: Picture | None = None, **changes: Any
) -> OutgoingMessage:
    found = Profile(
        user=1,
        name="Ann",
        standings={OVERALL: KNOWN, "papyrus": NEW, "crossfire": KNOWN},
        place=3,
        players=9,
        rated={"papyrus": Tally(1, 0, 0), "crossfire": Tally(2, 1, 1)},
        unrated={"papyrus": Tally(0, 0, 1), "arclash": Tally(1, 0, 1)},
        picks={"papyrus": {"SMG": 4}, "arclash": {LINEAGE: 2}},
        meetings=Meetings(Tally(2, 1, 1), 1),
        curve=(1000, 1100),
        curve_from=0,
    )
    shown = replace(found, **changes)
    return compose_profile(GAMES, shown, "Ann", "Ben", game=game, where=where, picture=picture)


NOTHING: dict[str, Any] = {"standings": {}, "rated": {}, "unrated": {}, "picks": {}, "place": 0}
PAGES: dict[str, Callable[[], OutgoingMessage]] = {
    "nobody": lambda: board(0),
    "one player": lambda: board(1),
    "several players": lambda: board(3, season=2),
    "own place": lambda: board(3, own=row(2)),
    "own place, new": lambda: board(3, own=row(2, NEW)),
    "pages": lambda: board(33, own=row(30), first=10, guild=EVERYWHERE),
    "profile": profile,
    "profile of losses": lambda: profile(
        standings={OVERALL: replace(KNOWN, streak=-3, best=0)}, meetings=Meetings(Tally(1, 0, 0), 2), place=0
    ),
    "profile everywhere": lambda: profile(where="all", picture=PICTURE, meetings=None),
    "empty profile": lambda: profile(**NOTHING, meetings=None),
    "first season": lambda: compose_seasons(SEASONS[:1], {}),
    "seasons": lambda: compose_seasons(SEASONS, {18: "Ann", 17: "Ben", 16: ""}),
    "close": lambda: compose_season_question(SEASONS[3], "close"),
    "close after one match": lambda: compose_season_question(SEASONS[1], "close"),
    "reset": lambda: compose_season_question(SEASONS[3], "reset"),
    "reset after one match": lambda: compose_season_question(SEASONS[1], "reset"),
}


@pytest.mark.parametrize("name", PAGES)
def test_every_page_of_ratings_is_translated(name: str) -> None:
    check_marked(PAGES[name], NAMES)
    with speaking(STRICT):
        found = words(PAGES[name]())
    assert {text: left for text in found if (left := unmarked(text, NAMES))} == {}


def test_every_sentence_about_ratings_is_on_a_page() -> None:
    heard = Heard()
    with speaking(heard):
        for compose in PAGES.values():
            compose()
        for changes in ({}, {0: RatingChange(1000, 1100, 1)}):
            rating_words(match(), changes)
        for passed_on in ((), (0,), (0, 1)):
            rating_words(replace(match(), match_terms=MatchTerms(rated=False)), {}, passed_on=passed_on)
    assert written("ratings", "cogs/ratings/rating_posts.py") - heard.said == set()


def test_the_rating_line_of_a_result_is_translated() -> None:
    info = match()
    unrated = replace(info, match_terms=MatchTerms(rated=False))
    changes = {0: RatingChange(1000, 1138, 1), 1: RatingChange(1000, 927, 12)}
    with speaking(MARKED):
        assert unmarked(rating_words(info, changes), (*NAMES, "Cleo")) == []
        assert unmarked(rating_words(info, {})) == []
        for passed_on in ((), (0,), (0, 1)):
            assert unmarked(rating_words(unrated, {}, passed_on=passed_on)) == []
    with speaking(GERMAN):
        told = rating_words(info, changes).replace("**", "")
        assert told.startswith("Wertung ")
        assert "1138? (+138) · " in told
        assert rating_words(unrated, {}) == "-# Diese Partie zählt nicht für die Wertung."
        assert rating_words(info, {}).startswith(
            "-# Diese Partie zählt nicht für die Wertung: sie endete, bevor"
        )


def test_favourites_are_stored_in_english_and_translated() -> None:
    german = GERMAN.pgettext("card", LINEAGE)
    assert german != LINEAGE
    with speaking(GERMAN):
        assert f"-# Vorlieben: {german} (2)" in "\n".join(words(profile()))


async def test_leaderboards_and_profiles_are_in_the_asker_s_language(club: Club) -> None:
    club.speaks(club.ben, "de")
    await many_beaten(club, (person(club.ann), person(club.ben)))
    english, german = [await shown(club, member, "leaderboard") for member in (club.ann, club.ben)]
    assert "Leaderboard: All games in The Club, all time" in words_of(english)
    assert "Rangliste: Alle Spiele auf The Club, Gesamtwertung" in words_of(german)
    (picture,) = pictures_of(german)
    assert picture["description"] == (
        "Rangliste Alle Spiele auf The Club, Gesamtwertung: 1 Ann 1138, 2 Ben 927. Du: 2, 927."
    )
    await click(club.ben, german, "Diese Saison")
    assert "Alle Spiele auf The Club, Saison 1" in words_of(german)
    told = await shown(club, club.ben, "profile", player=club.ann)
    assert "**Papyrus** 1" in words_of(told)
    assert "· 1 Partie: 1 gewonnen, 0 verloren" in words_of(told)
    (picture,) = pictures_of(told)
    assert picture["description"].startswith("Ann · Alle Spiele auf The Club: von 1000 am Anfang, seither 1 ")


async def test_words_for_seasons_and_games_are_offered_and_read_in_both_languages(club: Club) -> None:
    club.speaks(club.ben, "de")
    await many_beaten(club, (person(club.ann), person(club.ben)))
    offers = await club.ben.autocomplete(club.channel, "leaderboard", "season", "")
    assert offers == [
        {"name": "laufende Saison", "value": "current"},
        {"name": "Gesamtwertung", "value": "all time"},
        {"name": "1", "value": "1"},
    ]
    for typed, value in (("Gesamt", "all time"), ("curr", "current")):
        offers = await club.ben.autocomplete(club.channel, "leaderboard", "season", typed)
        assert [offer["value"] for offer in offers] == [value]
    for season in ("current", "Laufende Saison"):
        assert "Saison 1" in words_of(await shown(club, club.ben, "leaderboard", season=season))
    (offer,) = await club.ben.autocomplete(club.channel, "leaderboard", "game", "alle")
    assert offer == {"name": "Alle Spiele", "value": "all"}
    for game in ("alle Spiele", "all games"):
        assert "Alle Spiele" in words_of(await shown(club, club.ben, "leaderboard", game=game))
