"""Neo-Combat as the bot knows it: its rules, words, pictures and computer players."""

from __future__ import annotations

from typing import ClassVar

from bot.base.language import N_
from bot.games import catalogue
from bot.games.game import make_game, with_former
from bot.games.neocombat.cards.cardgame import NeoCombatCards
from bot.games.neocombat.players.tracker import Hunter, Rookie, Tracker
from bot.games.neocombat.rules.rules import NeoCombatRules
from bot.games.neocombat.rules.table import Table
from bot.games.neocombat.wording.wording import NeoCombatWording
from renderers.neocombat import NeoCombatRenderer

# Version 1 of the rules, for the matches opened with it: before NEO-04b was ruled.


class FirstTable(Table):
    """A match in progress of change, under version 1: a special may be among what it draws itself."""

    def _aside(self, card: int) -> tuple[int, ...]:  # noqa: ARG002
        """Return nothing: a refill shuffles the played card too."""
        return ()


class FirstRules(NeoCombatRules):
    """Version 1 of the rules."""

    version: ClassVar[str] = "1"
    table: ClassVar[type[Table]] = FirstTable


_CARDS = catalogue.card_game(NeoCombatCards, checked=False)
_WORDING = NeoCombatWording(_CARDS.library)

GAME = with_former(
    make_game(
        "neo-combat",
        "Neo-Combat",
        N_("Cloaked varans hunt each other: sensors, shots and strikes, and answers out of turn."),
        NeoCombatRules(_CARDS.library),
        _WORDING,
        NeoCombatRenderer(_CARDS.library, _WORDING),
        cards=_CARDS,
        computers=(Rookie(), Tracker(), Hunter()),
        random_strength=160,
    ),
    FirstRules(_CARDS.library),
)
