"""What Discord's refusals mean: one table from its codes to what the bot does, and what it tells to whom.

The table is `data/refusals.toml`.

The sentence goes to whoever can help: to who asked by a command, to the host of a match by DM, to the
director in the log of the tournament, to the moderators in the channel of `/table logs`. Calls read their
failure by `failed` (outbox) or `refused_to_asker` (commands). A new code is an entry there.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import timedelta
from enum import Enum
from typing import Any, Final

import aiohttp
import discord
import msgspec
import structlog

from bot.base.language import N_, gettext
from bot.base.metrics import DISCORD_REFUSALS, ERRORS
from bot.games.catalogue import DATA
from bot.matches.outbox import TryLater, Undeliverable

UNANSWERED: Final = (aiohttp.ClientError, OSError)
"""Errors of a Discord call without an answer, which may have been done all the same.

(`TimeoutError` is an `OSError`.)
"""
OF_DISCORD: Final = (discord.HTTPException, aiohttp.ClientError, ConnectionError, TimeoutError)
"""Errors that can only be Discord's or the network's, wherever they come from."""
DISCORD_FAULTS: Final = (discord.HTTPException, *UNANSWERED)
"""Errors of a Discord call that is refused or gets no answer."""

log = structlog.get_logger(__name__)


class Does(Enum):
    """What the bot does about a refusal."""

    LATER = "later"
    """Tries the same again: after a rate limit, or while Discord has trouble."""
    REOPEN = "reopen"
    """Opens the archived thread, and tries again at once."""
    ANEW = "anew"
    """Posts a message again that cannot be edited any more."""
    PLAIN = "plain"
    """Sends the message again without the bot's own emojis, and reads again which ones there are."""
    DONE = "done"
    """Nothing: what was asked for has been done before."""
    TOO_LATE = "too late"
    """Nothing: the person has seen a failure already, and no answer reaches them."""
    CLOSED = "closed"
    """Writes no DM to this person for now, and calls them in the channel of the match."""
    PARK = "park"
    """Waits for a person to change something; tries a post in a channel again from time to time."""


for _does in Does:
    DISCORD_REFUSALS.labels(_does.value)


class Meaning(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a refusal means."""

    does: Does
    codes: tuple[int, ...] = ()
    """Discord's codes for it; none for what is known by its status alone."""
    told: str = ""
    """Told to the one who can help: who asked by a command, the host of a match, the director of a
    tournament, and in the channel of `/table logs` the moderators. `{where}` is the channel.
    """
    for_moderators: bool = False
    """Whether those who manage the channel can help, and others cannot."""
    for_operator: bool = False
    """Whether it is a fault of the bot or of its account: the operator finds it in the log."""


_NO_DM: Final = N_(
    "Discord refuses the post there (code {code}). The host of this bot finds more in its log."
)
_TABLE: Final = msgspec.toml.decode(
    (DATA / "refusals.toml").read_bytes(), type=dict[str, tuple[Meaning, ...]]
)
MEANINGS: Final[Mapping[int, Meaning]] = {code: each for each in _TABLE["refusals"] for code in each.codes}
"""By Discord's code."""
_OTHER: Final = MEANINGS[50035]
_LATER: Final = Meaning(Does.LATER)
_PLAIN: Final = Meaning(Does.PLAIN)
_LOCKED: Final = MEANINGS[160005]
_LARGE: Final = MEANINGS[40005]
CLOSED: Final = frozenset(
    {code for code, each in MEANINGS.items() if each.does is Does.CLOSED} | {50001, 50013}
)
"""The codes of a refused DM that mean that the person's DMs are closed to the bot."""
_SLOWER: Final[Mapping[int, timedelta]] = {40003: timedelta(minutes=1)}
"""How long to wait at least before the same call."""
_OF_AN_EMOJI: Final = re.compile(r"emoji", re.IGNORECASE)


def meaning_of(failure: discord.HTTPException) -> Meaning:
    """Return what a refusal means.

    A server error, a rate limit and a page of a proxy are temporary whatever their code is.
    """
    if failure.status == 429 or failure.status >= 500:
        return _LATER
    if failure.status == 413:
        return _LARGE
    if failure.code == 50035 and _OF_AN_EMOJI.search(failure.text):
        return _PLAIN
    return MEANINGS.get(failure.code, _OTHER)


def noted(failure: Exception) -> Meaning:
    """Return what a failed call means, counted, and logged where only the operator can help."""
    if not isinstance(failure, discord.HTTPException):
        meaning = _LATER
    else:
        meaning = meaning_of(failure)
        if meaning.for_operator:
            told = {"code": failure.code, "status": failure.status, "text": failure.text[:300]}
            ERRORS.labels("refused").inc()
            log.warning("Discord refuses a call", **told)
    DISCORD_REFUSALS.labels(meaning.does.value).inc()
    return meaning


def is_temporary(failure: Exception) -> bool:
    """Whether the same call may succeed later: no answer, a rate limit, a server error."""
    return not isinstance(failure, discord.HTTPException) or meaning_of(failure).does is Does.LATER


def is_lost(failure: Exception) -> bool:
    """Whether a failed call may have been done all the same: no answer, or a server error."""
    return not isinstance(failure, discord.HTTPException) or failure.status >= 500


class Refused(Undeliverable):
    """A post that Discord refuses: the reason in English, and a sentence for the user who can help."""

    values: dict[str, Any]
    for_moderators = False
    """Whether moderators are told in the channel of `/table logs` too."""
    channel = 0
    """The id of the channel that it is about."""

    def __init__(self, reason: str, **values: object) -> None:
        super().__init__(reason.format(**values))
        self.reason, self.values = reason, values

    @property
    def sentence(self) -> str:
        """The problem and its solution, in the current language."""
        return gettext(self.reason, **self.values)


class TooLarge(Refused):
    """A post that Discord refuses because its files are too large there."""


def failed(
    failure: Exception, where: int | None, *, posting: bool = False, says: Mapping[int, str] | None = None
) -> TryLater | Refused:
    """Return the error of the outbox for a failed call in a channel; in a DM `where` is None.

    With `posting`, a message may be there although the call failed. `says` has sentences for some codes that
    know more about the call than the table does.
    """
    meaning = noted(failure)
    if not isinstance(failure, discord.HTTPException):
        return TryLater(f"Discord cannot be reached: {type(failure).__name__}", doubtful=posting)
    if meaning.does is Does.LATER:
        waits = getattr(failure, "retry_after", None)
        wait = timedelta(seconds=waits) if waits else _SLOWER.get(failure.code)
        reason = f"Discord answered {failure.status}, code {failure.code}"
        return TryLater(reason, wait, doubtful=posting and is_lost(failure))
    if where is None:
        return (TooLarge if meaning is _LARGE else Refused)(_NO_DM, code=failure.code)
    told = (says or {}).get(failure.code) or meaning.told or _OTHER.told
    return _refused(meaning, told, where, failure.code)


def locked(where: int) -> Refused:
    """Return the refusal for a thread that is locked, so that the bot may not open it."""
    return _refused(_LOCKED, _LOCKED.told, where)


def _refused(meaning: Meaning, told: str, where: int, code: int = 0) -> Refused:
    refused = (TooLarge if meaning is _LARGE else Refused)(told, where=f"<#{where}>", code=code)
    refused.for_moderators, refused.channel = meaning.for_moderators, where
    return refused
