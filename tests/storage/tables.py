"""The tables of the whole database."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

from sqlalchemy import MetaData

import bot
from bot.database.schema import metadata

_PACKAGE = Path(bot.__file__).parent


def every_table() -> MetaData:
    """Return the tables of the core and of all parts."""
    for path in sorted(_PACKAGE.rglob("*.py")):
        if "= new_table(" in path.read_text(encoding="utf-8"):
            import_module(".".join(("bot", *path.relative_to(_PACKAGE).with_suffix("").parts)))
    return metadata
