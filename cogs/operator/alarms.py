"""Word to those who run the bot when errors or given up posts grow, by DM or in their log channel."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Final, NamedTuple

import structlog

from bot.base.clock import Clock
from bot.base.language import ENGLISH, gettext, ngettext, speaking
from bot.base.metrics import counted
from bot.engine.errors import Unavailable
from bot.matches.outbox import TryLater, Undeliverable
from bot.parts.operator.words import instant
from cogs.kit.client import Client
from cogs.kit.layout import OutgoingMessage, message_of, text
from cogs.kit.mailbox import Mailbox
from cogs.kit.refusals import DISCORD_FAULTS, noted

APART: Final = timedelta(hours=1)
"""The least time between two words."""
AGAIN: Final = timedelta(minutes=5)
"""The least time before another try, where nobody could be told."""

log = structlog.get_logger(__name__)


class LogChannel(NamedTuple):
    """A place for messages to the log channel of a server."""

    channel: int
    guild: int


class Alarms:
    """Compares the counters of this process with those at the last word, and tells what has grown."""

    def __init__(self, bot: Client, mailbox: Mailbox, clock: Clock) -> None:
        self._bot, self._mailbox, self._clock = bot, mailbox, clock
        self._told = counted()
        self._since = clock()
        self._parked: int | None = None
        self._next = clock()

    async def look(self) -> None:
        """Tell the operators what has grown, at most once an hour; given up posts if this process leads.

        A fault of its own is only logged: counted, it would be the next thing to tell.
        """
        try:
            await self._look()
        except Exception as fault:
            log.warning("the operators cannot be told of errors", reason=type(fault).__name__)

    async def _look(self) -> None:
        now = self._clock()
        if now < self._next:
            return
        grown = {key: int(number - self._told.get(key, 0)) for key, number in counted().items()}
        parked = await self._newly_parked()
        if not any(grown.values()) and parked <= 0:
            return
        self._next = now + AGAIN
        if await self._tell(grown, max(parked, 0)):
            self._next, self._since, self._told = now + APART, now, counted()
            if self._parked is not None:
                self._parked += parked

    async def _newly_parked(self) -> int:
        """Return how many more posts are given up than at the last word; 0 where another process leads."""
        if not self._bot.coordination.leads:
            self._parked = None
            return 0
        try:
            parked = (await self._bot.figures.read()).parked
        except Unavailable:
            return 0
        if self._parked is None or parked < self._parked:
            self._parked = parked
        return parked - self._parked

    async def _tell(self, grown: Mapping[str, int], parked: int) -> bool:
        """Post the word; return whether anybody got it."""
        key = f"alarm.{self._bot.coordination.shards.key}.{int(self._clock().timestamp())}"
        guild, languages = self._bot.operator_server, self._bot.languages
        try:
            channel = (await self._bot.servers.settings(guild)).log if guild else 0
            if channel:
                with speaking(await languages.of_server(guild)):
                    page = self._word(grown, parked)
                await self._mailbox.post(LogChannel(channel, guild), page, key)
                return True
        except (TryLater, Undeliverable, Unavailable) as failure:
            log.info("the operators' channel cannot be told", reason=str(failure))
        told = False
        for user in await self._owners():
            try:
                language = await languages.of_user(user)
            except Unavailable:  # what has to be told may be the database itself
                language = ENGLISH
            with speaking(language):
                page = self._word(grown, parked)
            try:
                told |= await self._mailbox.write(user, page, key) is not None
            except (TryLater, Undeliverable) as failure:
                log.info("an operator cannot be told of errors", reason=str(failure))
        return told

    async def _owners(self) -> list[int]:
        """Return the owner of the application, or its team; nobody where Discord does not say."""
        bot = self._bot
        if not bot.owner_id and not bot.owner_ids:
            try:
                application = await bot.application_info()
            except DISCORD_FAULTS as failure:
                noted(failure)
                return []
            team = application.team
            bot.owner_ids = {each.id for each in team.members} if team else {application.owner.id}
        return [bot.owner_id] if bot.owner_id else sorted(bot.owner_ids or ())

    def _word(self, grown: Mapping[str, int], parked: int) -> OutgoingMessage:
        """Return what has gone wrong since the last word, in the current language."""
        errors, full = grown["errors"], grown["database full"]
        refused, workers = grown["database"], grown["workers"]
        lines = [
            gettext(
                "**Something needs you** · process {name}, since {time}",
                name=self._bot.coordination.shards.key or gettext("all"),
                time=instant(self._since),
            ),
            errors
            and ngettext(
                "{number} error, with the line *something went wrong* in the log. The last one is `{id}`.",
                "{number} errors, with the line *something went wrong* in the log. The last one is `{id}`.",
                errors,
                id=self._bot.faults[-1].id if self._bot.faults else "?",
            ),
            grown["refused"]
            and ngettext(
                "{number} call was refused by Discord: *Discord refuses a call* in the log says why.",
                "{number} calls were refused by Discord: *Discord refuses a call* in the log says why.",
                grown["refused"],
            ),
            refused
            and ngettext(
                "{number} transaction was refused by the database. Nothing that was acknowledged is lost.",
                "{number} transactions were refused by the database. Nothing that was acknowledged is lost.",
                refused,
            ),
            full and gettext("The disk of the database is **full**: make room there."),
            workers
            and ngettext(
                "{number} worker process died and was replaced. Does the machine have enough memory?",
                "{number} worker processes died and were replaced. Does the machine have enough memory?",
                workers,
            ),
            parked
            and ngettext(
                "{number} delivery was given up: {command} says why.",
                "{number} deliveries were given up: {command} says why.",
                parked,
                command="`/operator parked`"
                if self._bot.operator_server
                else "`python -m bot operator parked`",
            ),
            gettext("-# The next word comes in an hour at the earliest. `check` and the log say more."),
        ]
        return message_of(text("\n".join([str(each) for each in lines if each])))
