"""The tests of the measures run as those of the suite do."""

from tests.conftest import postgres, pytest_itemcollected

__all__ = ["postgres", "pytest_itemcollected"]
