"""Refusals of the match service, as sentences for the player; the rules have their own."""

from __future__ import annotations

from bot.engine.errors import Refusal


class MatchRefusal(Refusal):
    """Something the match service cannot do for this person now."""


class NoMatchHere(MatchRefusal):
    """The channel has no match, or none with this id is left."""


class NotSeated(MatchRefusal):
    """The person holds no seat in this match."""


class NotYourTurn(MatchRefusal):
    """The seat is not awaited."""


class TurnPassed(MatchRefusal):
    """The button belongs to an older version of the match; show the current view."""


class WrongStage(MatchRefusal):
    """The match has not begun yet, or has ended already."""


class Unavailable(MatchRefusal):
    """The database could not be reached in time; nothing was changed."""


class DeadEnd(MatchRefusal):
    """What was asked for would leave the match with nothing that anybody could do: a fault of the game."""


class OtherRules(WrongStage):
    """The match is pinned to rules or cards that the running program does not have; it is never misread."""


class LobbyRefusal(MatchRefusal):
    """The lobby is full, the channel is taken, or only the host may do this."""


class ChannelTaken(LobbyRefusal):
    """The channel has a match that goes on; another can be opened in a thread."""
