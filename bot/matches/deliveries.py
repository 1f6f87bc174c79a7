"""Outbox rows of matches, and the messages that the bot has posted."""

from __future__ import annotations

from datetime import datetime
from typing import Literal, TypeAlias

import msgspec

from bot.base.ids import MatchId

DeliveryKind: TypeAlias = Literal["lobby", "board", "turn", "over", "result", "proposal", "answer", "word"]
"""The kind of message that an outbox row publishes.

lobby   the post that shows who has joined (channel)
board   the board post with the picture and the last events (channel)
turn    a DM to an awaited player, with the controls to play
over    a DM to a player whose match has ended or who resigned because their time was up
result  the end of the match with the audit file (channel)
proposal  a proposal in its present state (channel, and a DM to each player who has to agree)
answer  a DM to a player: the result of their request, or what another player has done for them
word    a DM to a user about a lobby; its text depends on the state of the lobby
"""


class Delivery(msgspec.Struct, frozen=True):
    """One row of the outbox: a message to publish, written in the transaction that caused it."""

    id: int
    match: MatchId
    kind: DeliveryKind
    version: int
    """The match's version that caused it."""
    user: int
    """The addressee of a DM; 0 for the channel."""
    key: str
    """Unique in the outbox; also the nonce of the post (at most 25 characters)."""
    attempts: int
    doubtful: bool = False
    """Whether a message may have been posted under the key although that failed, or the bot was stopped."""


PostKind: TypeAlias = DeliveryKind | Literal["call"]
"""The kind of a message. A `call` asks one player in the channel to play, and shows nothing private."""


class Post(msgspec.Struct, frozen=True):
    """A published message that may have to be edited or lose its controls."""

    match: MatchId
    kind: PostKind
    user: int
    channel: int
    message: int
    """Its id; 0 once its controls have been taken off."""
    version: int
    """The match's version that it shows."""
    seq: int
    """The last action whose facts it contains."""
    posted_at: datetime


class StalePost(msgspec.Struct, frozen=True):
    """A message that is not the current one of its kind any more and has to be retired."""

    match: MatchId
    kind: PostKind
    channel: int
    message: int
    attempts: int = 0
    user: int = 0
    """The addressee of a DM; 0 for the channel."""
