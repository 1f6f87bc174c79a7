"""The version of the program, and which others may run beside it on one database."""

from __future__ import annotations

from typing import Final, NamedTuple

VERSION = "1.3.0"
"""As Semantic Versioning has it; `pyproject.toml` takes it from here."""
BESIDE = "1.2.0"
"""The oldest version whose processes may run while this one does (docs/ARCHITECTURE.md, "Updates")."""


class Release(NamedTuple):
    """A version of the program."""

    version: str = VERSION
    beside: str = BESIDE
    """The oldest version whose processes may run beside it."""


THIS: Final = Release()


def numbers(version: str) -> tuple[int, ...]:
    """Return what versions are ordered by: 1.2.10 is later than 1.2.9."""
    return tuple([int(part) for part in version.split(".")])
