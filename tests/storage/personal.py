"""All personal data of a database: the core's and the parts'."""

from __future__ import annotations

from typing import Any

from bot.database.engine import Database
from bot.parts import PARTS
from bot.people.privacy.store import personal_data


def everything_personal(database: Database) -> list[Any]:
    """Return the stores of personal data besides seats in matches, each with its `tables`."""
    return [*personal_data(database), *(each for part in PARTS for each in part.personal(database))]
