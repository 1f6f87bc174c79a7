"""Word to those who run the bot when something goes wrong that they can mend, by DM or in their log channel.

Told are counters that have grown since the last word, and states that last: a shard that is cut off, a disk
that is nearly full, an old backup. docs/HOSTING.md has the table of all faults.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Final, NamedTuple

import structlog

from bot.base.clock import Clock
from bot.base.language import ENGLISH, gettext, messages, numbered, speaking
from bot.base.metrics import Figures, counted
from bot.database.backup import OLD_BACKUP
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
TOLERATED: Final[Mapping[str, int]] = {"limited": 100, "unanswered": 100}
"""How often in an hour what usually succeeds at another try may happen before it is told."""
CUT_OFF: Final = timedelta(minutes=3)
"""How long a shard is cut off before it is told: most outages are shorter."""
EACH: Final = timedelta(days=1)
"""The least time between two words on a state that lasts."""
NEARLY_FULL: Final = 500_000_000
"""Free bytes on the disk of the database, below which it is told."""
_ALARMS: Final = messages("operator", "alarms", dict[str, str | tuple[str, str]])
"""What is told, in this order, of each counter that has grown and of each state that lasts."""

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
        self._hour, self._at_the_hour = clock(), counted()
        self._cut_off: datetime | None = None
        self._seen: Figures | None = None
        self._lasting: dict[str, datetime] = {}
        """When each state that lasts was told."""

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
        cut_off = [*self._bot.gateway.cut_off()]
        self._cut_off = (self._cut_off or now) if cut_off else None
        if now < self._next:
            return
        try:
            figures = await self._bot.figures.read()
        except Unavailable:
            figures = None
        grown, parked = self._grown(now), max(self._newly_parked(figures), 0)
        lasting = self._states(figures, now)
        untold = {name for name in lasting if name not in self._lasting or now - self._lasting[name] >= EACH}
        if not any(grown.values()) and not parked and not untold:
            return
        self._next = now + AGAIN
        if await self._tell(grown, parked, lasting):
            self._next, self._since, self._told = now + APART, now, counted()
            self._hour, self._at_the_hour = now, counted()
            self._lasting.update(dict.fromkeys(lasting, now))
            if self._parked is not None:
                self._parked += parked

    def _grown(self, now: datetime) -> dict[str, int]:
        """Return how much each counter has grown since the last word; 0 for a little of what is tolerated."""
        if now - self._hour >= APART:
            self._hour, self._at_the_hour = now, counted()
        grown = {key: int(number - self._told.get(key, 0)) for key, number in counted().items()}
        for key, most in TOLERATED.items():
            lately = int(counted()[key] - self._at_the_hour[key])
            grown[key] = lately if lately >= most else 0
        return grown

    def _newly_parked(self, figures: Figures | None) -> int:
        """Return how many more posts are given up than at the last word; 0 where another process leads."""
        if not self._bot.coordination.leads:
            self._parked = None
            return 0
        if figures is None:
            return 0
        if self._parked is None or figures.parked < self._parked:
            self._parked = figures.parked
        return figures.parked - self._parked

    def _states(self, figures: Figures | None, now: datetime) -> list[str]:
        """Return the states that last and that a host can mend or should know of; forget those that ended."""
        states = ["cut off"] if self._cut_off is not None and now - self._cut_off >= CUT_OFF else []
        if figures is not None and self._bot.coordination.leads:
            if figures.free < NEARLY_FULL:
                states.append("nearly full")
            if figures.backup is not None and now - figures.backup > OLD_BACKUP:
                states.append("old backup")
        self._lasting = {name: at for name, at in self._lasting.items() if name in states or figures is None}
        self._seen = figures or self._seen
        return states

    async def _tell(self, grown: Mapping[str, int], parked: int, lasting: Sequence[str]) -> bool:
        """Post the word; return whether anybody got it."""
        key = f"alarm.{self._bot.coordination.shards.key}.{int(self._clock().timestamp())}"
        guild, languages = self._bot.operator_server, self._bot.languages
        try:
            channel = (await self._bot.servers.settings(guild)).log if guild else 0
            if channel:
                with speaking(await languages.of_server(guild)):
                    page = self._word(grown, parked, lasting)
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
                page = self._word(grown, parked, lasting)
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

    def _word(self, grown: Mapping[str, int], parked: int, lasting: Sequence[str]) -> OutgoingMessage:
        """Return what has gone wrong since the last word, in the current language."""
        bot, figures = self._bot, self._seen
        values = {
            "id": bot.faults[-1].id if bot.faults else "?",
            "shards": ", ".join([str(number) for number, _ in bot.gateway.cut_off()]),
            "room": round(figures.free / 1e6) if figures is not None else "?",
            "time": instant(figures.backup) if figures is not None and figures.backup is not None else "?",
            "command": "`/operator parked`" if bot.operator_server else "`python -m bot operator parked`",
        }
        process, since = bot.coordination.shards.key or gettext("all"), instant(self._since)
        lines = [gettext("**Something needs you** · process {name}, since {time}", name=process, time=since)]
        numbers = {**grown, "parked": parked, **dict.fromkeys(lasting, 1)}
        for what, said in _ALARMS.items():
            if number := numbers.get(what, 0):
                lines.append(
                    gettext(said, **values) if isinstance(said, str) else numbered(said, number, **values)
                )
        lines.append(
            gettext("-# The next word comes in an hour at the earliest. `check` and the log say more.")
        )
        return message_of(text("\n".join(lines)))
