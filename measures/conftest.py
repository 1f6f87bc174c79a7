"""The tests of the measures use the settings and fixtures of the suite."""

from tests.conftest import postgres, pytest_itemcollected

__all__ = ["postgres", "pytest_itemcollected"]
