"""The titles that a player has won in tournaments, in the profile and in the reader's language."""

from __future__ import annotations

from datetime import UTC, datetime

from bot.base.language import speaking
from bot.parts.tournaments.model import Title
from cogs.tournaments.words import titles_in_words
from tests.cogs.club import Club
from tests.languages.marked import MARKED, unmarked

NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)
TITLES = [
    Title("cup", "cup", 3, "papyrus", 1, 1, 8, NOW),
    Title("league", "league", 2, "papyrus", 2, 3, 20, NOW),
    Title("swiss", "swiss", 1, "papyrus", 4, 1, 12, NOW),
]


def test_titles_and_places_are_told_and_translated(club: Club) -> None:
    assert titles_in_words(club.bot, TITLES) == (
        "**Tournaments** 🏆 won Cup 3 (Papyrus) · place 2 in division 3 of League 2 (Papyrus)"
        " · place 4 of 12 in Swiss 1 (Papyrus)"
    )
    assert titles_in_words(club.bot, []) == ""
    with speaking(MARKED):
        assert unmarked(titles_in_words(club.bot, TITLES), ("Papyrus",)) == []
