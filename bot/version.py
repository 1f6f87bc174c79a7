"""The version of the program."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version
from typing import Final


def _installed() -> str:
    try:
        return version("tablepost")
    except PackageNotFoundError:
        return "0"


VERSION: Final = _installed()
"""As `pyproject.toml` has it; "0" where the program runs without having been installed."""
