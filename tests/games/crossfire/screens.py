"""The menus of Crossfire, for tests of all screens."""

from __future__ import annotations

from bot.games.crossfire.wording.wording import CrossfireWording
from tests.games.crossfire.table import RULES
from tests.games.screens import SeatedDesk

WORDING = CrossfireWording()


class Desk(SeatedDesk):
    rules = RULES
    wording = WORDING
