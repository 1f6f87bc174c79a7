"""How Arclash speaks: the engine's `Wording`, each part of it in a file of its own."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.standardwording import Parts, StandardWording
from bot.engine.wording import Menu
from bot.games.arclash.cards import Library
from bot.games.arclash.description import describe
from bot.games.arclash.menu import screen, waiting_text
from bot.games.arclash.names import Lexicon, Talk
from bot.games.arclash.sentences import TELLERS, outcome_words
from bot.games.arclash.standing_orders import Orders, orders_screen
from bot.games.arclash.status import status
from bot.games.arclash.typed import COMMANDS
from bot.games.arclash.view import ArclashView


class ArclashWording(StandardWording[ArclashView]):
    """The words of Arclash, with the cards whose names it calls."""

    parts = Parts(TELLERS, outcome_words, status, describe, waiting_text, screen, COMMANDS)

    def __init__(self, library: Library) -> None:
        self.library = library
        self._lexicons: dict[str, Lexicon] = {}

    def orders_menu(
        self,
        view: ArclashView,  # noqa: ARG002 - one screen, whatever the position
        orders: Orders,
        path: tuple[str, ...],  # noqa: ARG002
        names: Sequence[str],  # noqa: ARG002
    ) -> Menu:
        """Return the screen of the standing orders."""
        return orders_screen(orders)

    def talk(self, view: ArclashView, names: Sequence[str]) -> Talk:
        """Return what the sentences of Arclash are given: the names of the match's cards too."""
        pool = self.library[view.options.cards]
        if pool.hash not in self._lexicons:
            self._lexicons[pool.hash] = Lexicon(pool)
        return Talk(view, names, self._lexicons[pool.hash])

    def asked(self, view: ArclashView) -> Talk:
        """Return what the typed words of Arclash are given; players are not called by name there."""
        return self.talk(view, [""] * view.seats)
