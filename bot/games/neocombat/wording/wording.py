"""How Neo-Combat speaks: the engine's `Wording`, each part of it in a file of its own."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.cardwording import CardWording
from bot.engine.standardwording import Parts
from bot.engine.wording import Menu
from bot.games.neocombat.menus.orders import orders_screen
from bot.games.neocombat.menus.screens import screen, waiting_text
from bot.games.neocombat.rules.orders import Orders
from bot.games.neocombat.rules.view import NeoView
from bot.games.neocombat.wording.board_text import board_text
from bot.games.neocombat.wording.names import Lexicon, Talk
from bot.games.neocombat.wording.sentences import DESCRIBERS, outcome_words
from bot.games.neocombat.wording.status import aim, moment, status
from bot.games.neocombat.wording.summary import summary
from bot.games.neocombat.wording.typed import COMMANDS
from bot.games.neocombat.wording.weights import JOINED, WEIGHTS


class NeoCombatWording(CardWording[NeoView, Talk]):
    """The words of Neo-Combat, with the cards and varans whose names it calls.

    A menu's `Focus` names tokens in `chosen` and `targets`, and sectors in `reach`.
    """

    parts = Parts(
        DESCRIBERS,
        outcome_words,
        status,
        board_text,
        waiting_text,
        screen,
        COMMANDS,
        moment,
        aim,
        WEIGHTS,
        JOINED,
        summary,
    )
    talk_type, lexicon_type = Talk, Lexicon

    def orders_menu(self, view: NeoView, orders: Orders, path: tuple[str, ...], names: Sequence[str]) -> Menu:
        """Return a screen of the standing orders (NEO-05c, NEO-10a)."""
        return orders_screen(self.talk(view, names), orders, path)
