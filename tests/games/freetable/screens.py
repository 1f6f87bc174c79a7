"""The menus of free tables, for tests of all screens."""

from tests.games.freetable.chance import RULES, WORDING
from tests.games.screens import SeatedDesk


class Desk(SeatedDesk):
    rules = RULES
    wording = WORDING
