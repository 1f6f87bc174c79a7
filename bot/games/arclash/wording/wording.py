"""How Arclash speaks: the engine's `Wording`, each part of it in a file of its own."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.cardwording import CardWording
from bot.engine.standardwording import Parts
from bot.engine.wording import Menu
from bot.games.arclash.menus.menu import screen, waiting_text
from bot.games.arclash.rules.standing_orders import Orders, orders_screen
from bot.games.arclash.rules.view import ArclashView
from bot.games.arclash.wording.board_text import board_text
from bot.games.arclash.wording.names import Lexicon, Talk
from bot.games.arclash.wording.sentences import DESCRIBERS, outcome_words
from bot.games.arclash.wording.status import aim, moment, status
from bot.games.arclash.wording.summary import summary
from bot.games.arclash.wording.typed import COMMANDS
from bot.games.arclash.wording.weights import JOINED, WEIGHTS


class ArclashWording(CardWording[ArclashView, Talk]):
    """The words of Arclash, with the cards whose names it calls."""

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

    def orders_menu(
        self,
        view: ArclashView,  # noqa: ARG002 - one screen, whatever the position
        orders: Orders,
        path: tuple[str, ...],  # noqa: ARG002
        names: Sequence[str],  # noqa: ARG002
    ) -> Menu:
        """Return the screen of the standing orders."""
        return orders_screen(orders)
