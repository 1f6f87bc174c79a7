"""What Discord's refusals mean: one table from its codes to what the bot does, and what it tells to whom.

The codes are those of https://discord.com/developers/docs/topics/opcodes-and-status-codes#json.

The sentence goes to whoever can help: to who asked by a command, to the host of a match by DM, to the
director in the log of the tournament, to the moderators in the channel of `/table logs`. Calls read their
failure by `failed` (outbox) or `refused_to_asker` (commands). A new code is one line.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import timedelta
from enum import Enum
from typing import Any, Final, NamedTuple

import aiohttp
import discord
import structlog

from bot.base.language import N_, gettext
from bot.base.metrics import DISCORD_REFUSALS, ERRORS
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


class Meaning(NamedTuple):
    """What a refusal means."""

    does: Does
    told: str = ""
    """Told to the one who can help: who asked by a command, the host of a match, the director of a
    tournament, and in the channel of `/table logs` the moderators. `{where}` is the channel.
    """
    for_moderators: bool = False
    """Whether those who manage the channel can help, and others cannot."""
    for_operator: bool = False
    """Whether it is a fault of the bot or of its account: the operator finds it in the log."""


_NO_ACCESS: Final = N_(
    "I cannot see {where}. Give me the permission View Channel there, and Send Messages and Attach Files with"
    " it."
)
_MAY_NOT: Final = N_(
    "I may not post in {where}. Give me the permissions Send Messages (in a thread: Send Messages in"
    " Threads) and Attach Files there."
)
_WORDS: Final = N_(
    "AutoMod of this server blocks the words of the post in {where}: a name, a label or a note. Those who"
    " manage the server can allow them, or except my role in the rule of AutoMod."
)
_WRONG_KIND: Final = N_(
    "Discord does not allow this in a channel of the kind of {where}. Choose a text channel."
)
_BUG: Final = N_(
    "Discord refuses the post in {where} (code {code}). The host of this bot finds more in its log."
)
_NO_DM: Final = N_(
    "Discord refuses the post there (code {code}). The host of this bot finds more in its log."
)
_LIMITED: Final = N_(
    "Discord has limited this bot's account (code {code}). Only the host of this bot can solve that."
)

MEANINGS: Final[Mapping[int, Meaning]] = {
    10003: Meaning(Does.PARK, N_("The channel was deleted.")),
    10004: Meaning(Does.PARK, N_("I am no longer on this server.")),
    10007: Meaning(Does.PARK, N_("This person is no longer on the server.")),
    10008: Meaning(Does.ANEW),
    10011: Meaning(Does.PARK, N_("The role was deleted.")),
    10013: Meaning(Does.CLOSED),
    10014: Meaning(Does.PLAIN),
    10015: Meaning(Does.TOO_LATE),
    10062: Meaning(Does.TOO_LATE),
    20009: Meaning(Does.PARK, N_("Discord takes a file of the post in {where} for explicit content.")),
    20016: Meaning(Does.LATER),
    20022: Meaning(Does.LATER),
    20028: Meaning(Does.LATER),
    20029: Meaning(Does.LATER),
    20031: Meaning(Does.PARK, N_("Discord does not allow a word of the name. Choose another one.")),
    30007: Meaning(
        Does.PARK,
        N_("{where} has as many webhooks as Discord allows. Remove one in the settings of the channel."),
        for_moderators=True,
    ),
    30033: Meaning(
        Does.PARK,
        N_("The thread {where} has as many members as Discord allows (1,000). Somebody has to leave it."),
        for_moderators=True,
    ),
    30038: Meaning(
        Does.PARK,
        N_("This server has as many events as Discord allows (100). Delete one."),
        for_moderators=True,
    ),
    30046: Meaning(Does.ANEW),
    40003: Meaning(Does.LATER),
    40004: Meaning(Does.LATER),
    40005: Meaning(Does.PARK, N_("The files of this post are larger than Discord allows there.")),
    40060: Meaning(Does.DONE),
    40062: Meaning(Does.LATER),
    40067: Meaning(
        Does.PARK,
        N_(
            "The forum {where} wants a tag on each post, and I have none there. Type /table forum again, or"
            " make tags optional in its settings."
        ),
        for_moderators=True,
    ),
    50001: Meaning(Does.PARK, _NO_ACCESS, for_moderators=True),
    50005: Meaning(Does.ANEW),
    50007: Meaning(Does.CLOSED),
    50008: Meaning(Does.PARK, _WRONG_KIND),
    50009: Meaning(
        Does.PARK, N_("The verification level of this server is too high for me."), for_moderators=True
    ),
    50013: Meaning(Does.PARK, _MAY_NOT, for_moderators=True),
    50024: Meaning(Does.PARK, _WRONG_KIND),
    50027: Meaning(Does.TOO_LATE),
    50035: Meaning(Does.PARK, _BUG, for_operator=True),
    50083: Meaning(
        Does.REOPEN,
        N_(
            "The thread {where} is archived and I may not open it again. Open it, or give me the permission"
            " Manage Threads."
        ),
        for_moderators=True,
    ),
    50095: Meaning(Does.PARK, _LIMITED, for_operator=True),
    50278: Meaning(Does.CLOSED),
    60003: Meaning(
        Does.PARK,
        N_(
            "This server requires two-factor authentication for this. Only the host of this bot can turn it"
            " on, for the account that owns it."
        ),
        for_operator=True,
    ),
    130000: Meaning(Does.LATER),
    160002: Meaning(
        Does.PARK,
        N_("I may not read the history of {where}. Give me the permission Read Message History there."),
        for_moderators=True,
    ),
    160005: Meaning(
        Does.PARK,
        N_(
            "The thread {where} is locked. Somebody with the permission Manage Threads can unlock it, or give"
            " me that permission."
        ),
        for_moderators=True,
    ),
    160006: Meaning(
        Does.PARK,
        N_("This server has as many open threads as Discord allows (1,000). Close some that nobody needs."),
        for_moderators=True,
    ),
    160007: Meaning(
        Does.PARK,
        N_(
            "This server has as many open threads in announcement channels as Discord allows. Close some that"
            " nobody needs, or use a text channel."
        ),
        for_moderators=True,
    ),
    200000: Meaning(Does.PARK, _WORDS, for_moderators=True),
    200001: Meaning(Does.PARK, _WORDS, for_moderators=True),
    240000: Meaning(
        Does.PARK, N_("Discord takes a link of the post in {where} for harmful."), for_operator=True
    ),
}
"""By Discord's code."""
_OTHER: Final = Meaning(Does.PARK, _BUG, for_operator=True)
_LATER: Final = Meaning(Does.LATER)
_PLAIN: Final = Meaning(Does.PLAIN)
_LOCKED: Final = MEANINGS[160005]
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
        return MEANINGS[40005]
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
    told = (says or {}).get(failure.code) or meaning.told or _BUG
    if where is None:
        return (TooLarge if meaning is MEANINGS[40005] else Refused)(_NO_DM, code=failure.code)
    refused = (TooLarge if meaning is MEANINGS[40005] else Refused)(
        told, where=f"<#{where}>", code=failure.code
    )
    refused.for_moderators, refused.channel = meaning.for_moderators, where
    return refused


def locked(where: int) -> Refused:
    """Return the refusal for a thread that is locked, so that the bot may not open it."""
    refused = Refused(_LOCKED.told, where=f"<#{where}>")
    refused.for_moderators, refused.channel = _LOCKED.for_moderators, where
    return refused
