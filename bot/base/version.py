"""The version of the program, and the versions that can run at the same time on one database."""

from __future__ import annotations

from typing import Final, NamedTuple

VERSION = "1.7.0"
"""In Semantic Versioning; `pyproject.toml` reads it from here."""
BESIDE = "1.6.0"
"""The oldest version whose processes can run at the same time (docs/ARCHITECTURE.md, "Updates")."""

PACKS: Final = "1.6.0"
"""The first version that reads packed matches (`bot.matches.packing`)."""


class Release(NamedTuple):
    """A version of the program."""

    version: str = VERSION
    beside: str = BESIDE
    """The oldest version whose processes can run at the same time."""


THIS: Final = Release()


def numbers(version: str) -> tuple[int, ...]:
    """Return the sort key of a version: 1.2.10 is later than 1.2.9."""
    return tuple([int(part) for part in version.split(".")])
