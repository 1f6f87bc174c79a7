"""Repair and discard, and the draft: the secret choices."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.engine.players.opponent import best_first
from bot.games.neocombat.cards.cards import Pool
from bot.games.neocombat.cards.words import Mend
from bot.games.neocombat.players.situation import Situation
from bot.games.neocombat.rules.actions import Cloak, Discard, Dress, Keep, Ready, Shuffle
from bot.games.neocombat.rules.knowledge import UNKNOWN


def choose(situation: Situation, legal: Sequence[Any]) -> Any | None:
    """Return the next choice of Repair: dress wounds, cloak, shuffle, discard excess cards."""
    for found in (
        _best_dressing(situation, legal),
        next((action for action in legal if isinstance(action, Cloak)), None),
        _shuffle(situation, legal),
    ):
        if found is not None:
            return found
    if Ready() in legal:
        return Ready()
    discards = [action for action in legal if isinstance(action, Discard)]
    return min(discards, key=lambda action: situation.keep(action.card), default=None)


def _best_dressing(situation: Situation, legal: Sequence[Any]) -> Dress | None:
    dressings = [action for action in legal if isinstance(action, Dress)]
    rated = [(_mended(situation, dress) - situation.cost(dress.card), dress) for dress in dressings]
    return next(iter(best_first([(worth, dress) for worth, dress in rated if worth > 0])), None)


def _mended(situation: Situation, dress: Dress) -> float:
    """Return the value of the health gained."""
    pool = situation.pool
    by = sum([each.by for way in pool.ways[dress.card] for each in way.then if isinstance(each, Mend)])
    return situation.mended(dress.token, by)


def _shuffle(situation: Situation, legal: Sequence[Any]) -> Shuffle | None:
    """Shuffle if a varan is known, or if others are already shuffled with it."""
    shuffles = [action for action in legal if isinstance(action, Shuffle)]
    known = situation.view.knowledge[situation.seat]
    for action in shuffles:
        sector = situation.tokens[action.token].sector
        together = [token for token in situation.own if situation.tokens[token].sector == sector]
        if any(known.name_of(token - situation.first) != UNKNOWN for token in together):
            return action
    return None


def draft(pool: Pool, legal: Sequence[Any]) -> list[Keep]:
    """Return the dealt varans by value, the highest first."""
    keeps = [action for action in legal if isinstance(action, Keep)]
    return best_first([(pool.roster[action.varan].worth, action) for action in keeps])
