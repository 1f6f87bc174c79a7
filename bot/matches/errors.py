"""Refusals of the match service, as sentences for the player. The rules have their own refusals."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import TypeVar

from bot.engine.errors import Refusal, Unavailable

T = TypeVar("T")


class MatchRefusal(Refusal):
    """The match service cannot do this for the user now."""


class NoMatchHere(MatchRefusal):
    """The channel has no match, or no match has this id any more."""


class NotSeated(MatchRefusal):
    """The user holds no seat in this match."""


class NotYourTurn(MatchRefusal):
    """The seat is not awaited."""


class TurnPassed(MatchRefusal):
    """The button belongs to an older version of the match; show the current view."""


class WrongStage(MatchRefusal):
    """The match has not begun yet, or has ended already."""


class DeadEnd(MatchRefusal):
    """The request would leave the match without any legal action: a fault of the game."""


class OtherRules(WrongStage):
    """The match is pinned to rules or cards that the running program does not have."""


class LobbyRefusal(MatchRefusal):
    """The lobby is full, the channel is taken, or only the host may do this."""


class ChannelTaken(LobbyRefusal):
    """The channel already has a match; another one can be opened in a thread."""


async def unless_refused(asked: Awaitable[T]) -> T | None:
    """Return a result; None where it is refused. Raises `Unavailable`."""
    try:
        return await asked
    except Unavailable:
        raise
    except Refusal:
        return None
