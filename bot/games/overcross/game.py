"""Overcross as the bot knows it: its rules, words, pictures and computer players."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from bot.base.language import N_
from bot.engine.lab import LabFacets, StrengthWords
from bot.engine.players.opponent import Opponent
from bot.games import catalogue
from bot.games.game import make_game
from bot.games.overcross.cardgame import OvercrossCards
from bot.games.overcross.cards.cards import Library
from bot.games.overcross.rules.deckbuilding import OvercrossDecks
from bot.games.overcross.rules.rules import OvercrossRules
from renderers.contract import Renderer

if TYPE_CHECKING:
    from bot.games.overcross.wording.wording import OvercrossWording

_CARDS = catalogue.card_game(OvercrossCards, checked=False)
CARDS: Library = _CARDS.library
"""The cards of Overcross, shared by its rules, texts and pictures."""


@cache
def _words() -> OvercrossWording:
    from bot.games.overcross.wording.wording import OvercrossWording  # as `Game.worded_by` says

    return OvercrossWording(CARDS)


def _draws() -> Renderer[Any]:
    from renderers.overcross import OvercrossRenderer  # as `Game.drawn_by` says

    return OvercrossRenderer(CARDS, _words())


def _plays() -> tuple[Opponent, ...]:
    from bot.games.overcross.players.plotter import Dabbler, Plotter, Showrunner  # as `Game.played_by` says

    return (Dabbler(), Plotter(), Showrunner())


GAME = make_game(
    "overcross",
    N_("Overcross"),
    N_("Play cards to put the characters of a webcomic onto a grid: five ways to win."),
    OvercrossRules(CARDS),
    _words,
    _draws,
    _plays,
    cards=_CARDS,
    decks=OvercrossDecks(CARDS),
    lab=LabFacets(
        strength=StrengthWords(
            N_("Counters put on enemies, round by round: decks with these cards, and those they meet"),
            N_("Round"),
        )
    ),
)
