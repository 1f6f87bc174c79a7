"""Pictures of games, drawn by the workers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from bot.processes.workers import Workers
from bot.registry import GAMES, Game
from renderers.contract import Picture
from renderers.kit.titles import drawn_player
from renderers.match_summary import draw_summary

SUMMARY = "summary"
"""The kind of picture that is drawn of a match that is over: of its public facts, the view, `names`."""


async def draw(
    workers: Workers, game: Game, kind: str, *given: Any, cards: str | None = None, **named: Any
) -> Picture | None:
    """Draw what the method `kind` of a game's renderer returns.

    The kind `SUMMARY` is drawn of a match that is over. `cards` is the hash of the cards that the picture
    shows, where they may be others than the usual ones: a worker that has not seen them yet is handed them.
    """
    if not workers.processes or GAMES.get(game.key) is not game:
        # A game that is registered here alone is not in the workers.
        return await workers.run_here(_drawn_by, game, kind, given, named)
    return await workers.run_with_cards(game.rules, cards, _drawn, game.key, kind, given, named)


def _drawn(key: str, kind: str, given: tuple[Any, ...], named: Mapping[str, Any]) -> Picture | None:
    return _drawn_by(GAMES[key], kind, given, named)


def _drawn_by(game: Game, kind: str, given: tuple[Any, ...], named: Mapping[str, Any]) -> Picture | None:
    if kind == SUMMARY:
        return _summary(game, *given, **named)
    return cast("Picture | None", getattr(game.renderer, kind)(*given, **named))


def _summary(game: Game, facts: Sequence[Any], view: Any, names: Sequence[str]) -> Picture | None:
    called = [drawn_player(names, seat) for seat in range(view.seats)]
    summary = game.wording.summary(facts, view, called)
    return None if summary is None else draw_summary(summary, view.outcome.winners, called)
