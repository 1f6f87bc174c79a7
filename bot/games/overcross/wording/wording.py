"""How Overcross speaks: the engine's `Wording`, each part of it in a file of its own."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.standardwording import Parts, StandardWording
from bot.games.overcross.cards.cards import Library
from bot.games.overcross.menus.menu import screen, waiting_text
from bot.games.overcross.rules.view import OvercrossView
from bot.games.overcross.wording.board_text import board_text
from bot.games.overcross.wording.names import Lexicon, Talk
from bot.games.overcross.wording.sentences import DESCRIBERS, outcome_words
from bot.games.overcross.wording.status import status
from bot.games.overcross.wording.typed import COMMANDS


class OvercrossWording(StandardWording[OvercrossView]):
    """The words of Overcross, with the cards whose names it calls."""

    parts = Parts(DESCRIBERS, outcome_words, status, board_text, waiting_text, screen, COMMANDS)

    def __init__(self, library: Library) -> None:
        self.library = library
        self._lexicons: dict[str, Lexicon] = {}

    def talk(self, view: OvercrossView, names: Sequence[str]) -> Talk:
        """Return what the sentences of Overcross are given: the names of the match's cards too."""
        pool = self.library[view.options.cards]
        if pool.hash not in self._lexicons:
            self._lexicons[pool.hash] = Lexicon(pool)
        return Talk(view, names, self._lexicons[pool.hash])

    def asked(self, view: OvercrossView) -> Talk:
        """Return what the typed words of Overcross are given; players are not called by name there."""
        return self.talk(view, [""] * view.seats)
