"""Pictures of games, drawn by the workers."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple, TypeVar, cast

from bot.games.game import Game
from bot.games.registry import GAMES
from bot.processes.workers import Workers
from renderers.contract import Picture
from renderers.kit.cards.pictures import Digests, UnknownPictures, showing
from renderers.kit.match_summary import draw_summary
from renderers.kit.titles import drawn_player

T = TypeVar("T")

SUMMARY = "summary"
"""The kind of picture of a finished match, from its public facts, the view, `names` and, of a prepared match,
the view at its `start`.
"""


class Pictured(NamedTuple):
    """The pictures on the cards of a set by SHA-256, and how to read their files."""

    digests: Digests
    read: Callable[[], Awaitable[Mapping[str, bytes]]]


async def draw(
    workers: Workers,
    game: Game,
    kind: str,
    *given: Any,
    cards: str | None = None,
    pictured: Pictured | None = None,
    **named: Any,
) -> Picture | None:
    """Return the result of the method `kind` of a game's renderer.

    The kind `SUMMARY` is for finished matches. `cards` is the hash of the cards in the picture, if they may
    differ from the usual ones: a worker that does not know them yet is sent them, with the files of their
    pictures.
    """
    work = _Drawing(game.key, kind, given, named)
    if not workers.processes or GAMES.get(game.key) is not game:
        # A game that is registered here alone is not in the workers.
        return await with_pictures(pictured, workers.run_here, _drawn_by, game, work)
    return await with_pictures(pictured, partial(workers.run_with_cards, game.rules, cards), _drawn, work)


async def with_pictures(
    pictured: Pictured | None, run: Callable[..., Awaitable[T]], work: Callable[..., T], *given: Any
) -> T:
    """Let `run` do work that draws cards with their pictures, and return its result.

    A process that does not know their files yet is sent them. A picture deleted in the meantime is not drawn.
    """
    if pictured is None or not pictured.digests:
        return await run(work, *given)
    try:
        return await run(_showing, pictured.digests, {}, work, given)
    except UnknownPictures:
        files = await pictured.read()
        there = {number: digest for number, digest in pictured.digests.items() if digest in files}
        return await run(_showing, there, files, work, given)


def _showing(
    digests: Digests, files: Mapping[str, bytes], work: Callable[..., T], given: tuple[Any, ...]
) -> T:
    with showing(digests, files):
        return work(*given)


class _Drawing(NamedTuple):
    """The arguments of a drawing job."""

    game: str
    kind: str
    given: tuple[Any, ...]
    named: Mapping[str, Any]


def _drawn(work: _Drawing) -> Picture | None:
    return _drawn_by(GAMES[work.game], work)


def _drawn_by(game: Game, work: _Drawing) -> Picture | None:
    if work.kind == SUMMARY:
        return _summary(game, *work.given, **work.named)
    return cast("Picture | None", getattr(game.renderer, work.kind)(*work.given, **work.named))


def _summary(
    game: Game, facts: Sequence[Any], view: Any, names: Sequence[str], start: Any = None
) -> Picture | None:
    called = [drawn_player(names, seat) for seat in range(view.seats)]
    summary = game.wording.summary(facts, view, called, start)
    return None if summary is None else draw_summary(summary, view.outcome.winners, called)
