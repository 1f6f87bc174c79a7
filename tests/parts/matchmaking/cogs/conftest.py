"""The fixtures of tests that play on Discord."""

from tests.cogs.conftest import *  # noqa: F403
