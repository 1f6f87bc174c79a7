"""No match is stored in which somebody is awaited who can do nothing: it could never go on."""

from __future__ import annotations

from typing import Any

import structlog

from bot.engine.contract import Rules
from bot.matches.errors import DeadEnd
from bot.matches.model import MatchId

log = structlog.get_logger(__name__)


def check_goes_on(rules: Rules[Any, Any, Any, Any], state: Any, match: MatchId) -> None:
    """Raise `DeadEnd` where a match that is not over awaits nobody, or a seat without a legal action.

    That is a fault of the rules or of cards: it is logged, and what led there is refused, so that the match
    stays as it was and nothing is lost.
    """
    if rules.outcome(state) is not None or rules.goes_on(state):
        return
    awaited = sorted(rules.to_act(state))
    log.error("a match would be at a dead end", match=match, game=rules.key, awaited=awaited)
    raise DeadEnd.translated(
        "After this nobody could do anything any more: that is a fault of the game or of its cards. Nothing"
        " was done, and whoever runs the bot finds it in the log. Choose something else."
    )
