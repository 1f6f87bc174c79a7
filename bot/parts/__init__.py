"""The parts of the bot. To leave one out, delete its line here (CONTRIBUTING.md, "A part")."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Final

from bot.advice.part import ANALYSIS
from bot.cardsets.part import WORKSHOP
from bot.competitions.part import TOURNAMENTS
from bot.decks.part import DECKS
from bot.dice.part import DICE
from bot.operations.part import OPERATOR
from bot.part import Part
from bot.proofs.part import PROOFS
from bot.ratings.part import RATINGS
from bot.wishes.part import MATCHMAKING

if TYPE_CHECKING:
    from sqlalchemy import MetaData

PARTS: Final[tuple[Part, ...]] = (
    ANALYSIS,
    MATCHMAKING,
    PROOFS,
    RATINGS,
    TOURNAMENTS,
    DICE,
    OPERATOR,
    WORKSHOP,
    DECKS,
)
"""Each comes after those that it needs. Their cogs are loaded, and their data deleted, in this order."""


def every_table() -> MetaData:
    """Return the tables of the core and of all parts."""
    from bot.storage.schema import metadata

    for part in PARTS:
        for module in part.tables:
            import_module(module)
    return metadata
