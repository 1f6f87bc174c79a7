"""The parts of the bot. To leave one out, delete its line here (CONTRIBUTING.md, "A part")."""

from __future__ import annotations

from typing import Final

from bot.parts.analysis.part import ANALYSIS
from bot.parts.decks.part import DECKS
from bot.parts.dice.part import DICE
from bot.parts.matchmaking.part import MATCHMAKING
from bot.parts.operator.part import OPERATOR
from bot.parts.part import Part
from bot.parts.proofs.part import PROOFS
from bot.parts.ratings.part import RATINGS
from bot.parts.tables.part import TABLES
from bot.parts.tournaments.part import TOURNAMENTS
from bot.parts.workshop.part import WORKSHOP

PARTS: Final[tuple[Part, ...]] = (
    ANALYSIS,
    MATCHMAKING,
    PROOFS,
    RATINGS,
    TOURNAMENTS,
    DICE,
    OPERATOR,
    WORKSHOP,
    TABLES,
    DECKS,
)
"""Each comes after those that it needs. Their cogs are loaded, and their data deleted, in this order."""
