"""Checks of ended matches in worker processes, because reading a long file would block the bot."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from bot.engine.audit import Audit, BadAudit, decode
from bot.games.game import Game
from bot.games.registry import GAMES, former_rules
from bot.parts.proofs import verify
from bot.processes.workers import Workers

LONG = 1024 * 1024
"""An audit file of more bytes is checked in its own process, so that no picture waits for it."""


class Finding(msgspec.Struct, frozen=True):
    """The result of checking an audit file, in the language of the request."""

    agrees: bool
    words: str
    """The description of the check, or the first disagreement; not safe to print."""


async def checked(workers: Workers, games: Mapping[str, Game], audit: Audit, content: bytes) -> Finding:
    """Check an audit file, without any secret knowledge: `content` is the content of `audit`."""
    game = games.get(audit.game)
    if not workers.processes or game is None or GAMES.get(audit.game) is not game:
        # A game that is registered here alone is not in the workers.
        return await workers.run_here(_checked, content, games)
    if len(content) < LONG:
        return await workers.run_with_cards(game.rules, audit.cards, _checked_there, content)
    own = Workers(1)
    try:
        return await own.run_with_cards(game.rules, audit.cards, _checked_there, content)
    finally:
        await own.close()


def _checked_there(content: bytes) -> Finding:
    return _checked(content, GAMES)


def _checked(content: bytes, games: Mapping[str, Game]) -> Finding:
    rules = {key: game.rules for key, game in games.items()}
    try:
        found = decode(content)
        verify.check(found, rules, former_rules(games))
    except (BadAudit, verify.Disagreement) as fault:
        return Finding(agrees=False, words=str(fault))
    return Finding(agrees=True, words=verify.summary(found))
