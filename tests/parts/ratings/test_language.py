"""Ratings in other languages: refusals and names of seasons are translated, stored data is not."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Any

import pytest

from bot.base.language import speaking
from bot.base.languages.catalogues import language
from bot.parts.ratings.model import ALL_TIME
from bot.parts.ratings.service import RatingRefused
from bot.parts.ratings.store import SqlRatingStore
from tests.languages.marked import MARKED
from tests.parts.ratings.league import ANN, BEN, CLUB, League

GERMAN = language("de")


async def refused(work: Awaitable[Any]) -> str:
    with pytest.raises(RatingRefused) as fault:
        await work
    return fault.value.sentence


async def test_a_season_is_named_in_german_and_in_english(league: League) -> None:
    await league.played(ANN, BEN)
    await league.ratings.close_season(CLUB, 1)
    with speaking(GERMAN):
        for word, number in (
            ("laufende  Saison", 2),
            ("current", 2),
            ("Saison 1", 1),
            ("season 1", 1),
            ("2", 2),
            ("Gesamtwertung", ALL_TIME),
            ("all time", ALL_TIME),
        ):
            assert await league.ratings.season(CLUB, word) == number
        assert await refused(league.ratings.season(CLUB, "Saison 3")) == (
            "Dieser Server hat bisher die Saisons 1 bis 2: Schreib eine Nummer, „laufende Saison“ oder"
            " „Gesamtwertung“."
        )
        assert await refused(league.ratings.close_season(CLUB, 1)) == (
            "Saison 1 ist schon vorbei: Es läuft Saison 2."
        )


async def test_stored_results_do_not_depend_on_the_language(league: League) -> None:
    with speaking(MARKED):
        await league.played(ANN, BEN)
        await league.drawn(ANN, BEN)
        kept = await SqlRatingStore(league.store.database).kept()
    assert len(kept.results) == 2
    assert kept.results[0].players[0].picks == ("Lucky Die", "Lucky Die", "Cup 1")
    assert "⟦" not in str(kept)
