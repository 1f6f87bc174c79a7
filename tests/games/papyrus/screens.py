"""The menus of Papyrus, for tests of all screens."""

from __future__ import annotations

from bot.games.papyrus.wording.wording import PapyrusWording
from tests.games.papyrus.table import RULES, SQUADS
from tests.games.screens import SeatedDesk

WORDING = PapyrusWording(SQUADS)


class Desk(SeatedDesk):
    rules = RULES
    wording = WORDING
