"""Sends held notices: turns after quiet hours, reminders, digests, watchers' messages. Begins leaves.

A held notice is a row of `notices_due`, one for each person, match and topic. When it is due the decision is
made again, because settings may have changed. A sent DM is recorded in `posts` before its row is deleted, so
a crash in between sends nothing twice.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from functools import partial

import structlog

from bot.base.language import speaking
from bot.engine.errors import Refusal, Unavailable
from bot.games.game import Game
from bot.matches.clocks import rests_until
from bot.matches.model import MatchInfo, MatchView, PlayerMatch, Stage
from bot.matches.outbox import TryLater, Undeliverable
from bot.matches.service import MatchService
from bot.matches.timing import running_clock, waits_since
from bot.people.notices import warning_due
from bot.people.ports import Due
from cogs.kit.client import Client
from cogs.kit.layout import OutgoingMessage
from cogs.kit.leave import tell_of_leave
from cogs.kit.mailbox import Mailbox
from cogs.kit.periodic import PeriodicCog, periodic
from cogs.kit.sentences import in_order, named, newest_link
from cogs.kit.sight import can_see
from cogs.publishing import turns
from cogs.publishing.publisher import Publisher
from cogs.publishing.turns import Why, compose_digest

EVERY = 60.0
"""Seconds between two checks for due notices."""
MOMENT = timedelta(microseconds=1)
PAUSED_AGAIN = STANDS_STILL = timedelta(hours=1)
"""When a reminder of a paused match, or of a blocked server, is checked again."""

STILL = ("reminder", "nudge")
"""The notices about a turn that was told before."""

log = structlog.get_logger(__name__)


class DueNotices(PeriodicCog):
    """Sends due notices that are still wanted."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot
        self.service, self.people = bot.service, bot.people
        self.mailbox = Mailbox(bot)
        self._began = bot.clock()

    def _doubtful(self, due: datetime) -> bool:
        """Whether a notice due then may have been sent by a former process that died during it."""
        return due <= self._began

    @periodic(seconds=EVERY)
    async def task(self) -> None:
        """Send due notices; digests first, since they cover turns too."""
        for user, was_due in await self.people.digests_due():
            await self._attempt(
                partial(self._digest, user, was_due), partial(self.people.digest_failed, user, was_due)
            )
        for user, was_due in await self.people.leaves_due():
            await self._attempt(partial(self._leave, user, was_due), _tried_next_time)
        for row in await self.people.due():
            await self._attempt(partial(self._notice, row), partial(self.people.postpone, row))

    async def _attempt(
        self, send: Callable[[], Awaitable[None]], again: Callable[[], Awaitable[None]]
    ) -> None:
        """Send one notice. Where that fails, the others go on, and it is tried again."""
        try:
            await send()
        except (TryLater, Undeliverable, Unavailable) as failure:
            log.info("a notice waits", reason=str(failure))
            await again()
        except Exception as fault:
            self.bot.note_fault(fault)
            await again()

    async def _leave(self, user: int, was_due: datetime) -> None:
        await tell_of_leave(self.bot, user)
        await self.people.leave_told(user, was_due)

    async def _notice(self, row: Due) -> None:
        info = await self.service.info(row.match)
        if info.guild in self.bot.service.gate.standing_still():
            await self.people.put_off(row, self.bot.clock() + STANDS_STILL)
            return
        if row.matter == "watch":
            await self._to_watcher(row, info)
            return
        publisher = self.bot.cog(Publisher)
        if row.matter in ("over", "answer"):
            over = row.matter == "over"
            tell = publisher.endings.tell_late if over else publisher.answers.tell_late
            await tell(row, info, doubtful=self._doubtful_row(row))
            await self.people.store.settle(row)
            return
        match_view = await self._awaited(row, info)
        if match_view is None:
            await self.people.store.settle(row)
        elif row.matter == "clock":
            await self._warn(row, match_view)
        elif await publisher.turns.told_since(row.match, row.user, row.since):
            # a bot that stopped has sent it without storing that
            if row.matter == "turn":
                await self.people.turn_told(row.user, row.match, row.version)
            await self.people.store.settle(row)
        elif row.matter in STILL and (rests := rests_until(info.match_terms.clock_terms, self.bot.clock())):
            await self.people.put_off(row, rests)
        elif row.matter in STILL and info.match_terms.clocks.paused:
            await self.people.put_off(row, self.bot.clock() + PAUSED_AGAIN)
        else:
            await self._tell(row, match_view)
            await self.people.store.settle(row)

    async def _warn(self, row: Due, match_view: MatchView) -> None:
        """Warn a player whose time runs out; if the clock has changed, delay the warning.

        There is no warning if the player has learned of the deadline since it was due.
        """
        assert match_view.seat is not None
        clock, now = running_clock(match_view.match, match_view.awaited, match_view.seat), self.bot.clock()
        if clock is None or clock.end <= now:
            await self.people.store.settle(row)
            return
        preferences = await self.people.preferences(row.user)
        due = warning_due(preferences, clock.began, clock.last_quarter, clock.end)
        if due > now:
            await self.people.put_off(row, due)
            return
        if not await self.bot.cog(Publisher).turns.told_since(row.match, row.user, due - MOMENT):
            await self._tell(row, match_view)
        await self.people.store.settle(row)

    async def _awaited(self, row: Due, info: MatchInfo) -> MatchView | None:
        """Return the view of the notified user; None when the match does not await them."""
        if info.stage is not Stage.PLAYING or info.seat_of(row.user) is None:
            return None
        try:
            match_view = await self.service.match_view(row.match, row.user)
        except Unavailable:
            raise
        except Refusal:
            return None  # its rules are not in this version, so it cannot be played now
        return match_view if match_view.seat in match_view.awaited else None

    async def _tell(self, row: Due, match_view: MatchView) -> None:
        key = f"{row.match}.{row.version}.{row.matter[0]}{match_view.seat}"
        why: Why = "reminder" if row.matter in STILL else "clock" if row.matter == "clock" else "turn"
        since = row.since
        if row.matter == "nudge" and match_view.seat is not None:
            waits = waits_since(PlayerMatch(match_view.match, match_view.seat, match_view.awaited))
            since = waits or since
        await self.bot.cog(Publisher).turns.tell_late(
            match_view,
            row.user,
            row.version,
            key,
            why,
            since=since if why == "reminder" else None,
            doubtful=self._doubtful_row(row),
        )

    def _doubtful_row(self, row: Due) -> bool:
        return row.attempts > 0 or self._doubtful(row.due)

    async def _to_watcher(self, row: Due, info: MatchInfo) -> None:
        if not await can_see(self.bot, info, row.user):
            await self.people.watcher_told(row, ended=True)
            return
        with speaking(await self.bot.languages.of_user(row.user)):
            link = await newest_link(self.bot, info)
            page = await page_for_watcher(self.service, self.bot.game_of(info), info, link)
        key, doubtful = f"{info.id}.{row.version}.w", self._doubtful(row.due)
        if await self.mailbox.write(row.user, page, key, doubtful=doubtful) is None:
            log.info("a watcher's DMs are closed", match=info.id)
        await self.people.watcher_told(row, ended=info.stage.ended)

    async def _digest(self, user: int, was_due: datetime) -> None:
        composed_at = self.bot.clock()
        muted = await self.people.store.muted_by(user)
        tables = await self.service.player_matches(user)
        tables = in_order([table for table in tables if table.info.id not in muted])
        if any(table.mine for table in tables):
            with speaking(await self.bot.languages.of_user(user)):
                page = compose_digest(await named(self.bot, tables))
            key, doubtful = f"{user:x}.{was_due:%y%m%d%H}", self._doubtful(was_due)
            if await self.mailbox.write(user, page, key, doubtful=doubtful) is None:
                # DMs are closed: the player is told of each turn by itself, in its channel
                for row in await self.people.store.held(user):
                    if row.matter == "turn":
                        await self._notice(row)
        await self.people.digested(user, was_due, composed_at)


async def page_for_watcher(service: MatchService, game: Game, info: MatchInfo, link: str) -> OutgoingMessage:
    """Return the DM to somebody who watches a match, from what is public alone."""
    awaited = () if info.stage.ended else (await service.match_view(info.id, None)).awaited
    return turns.compose_watched(game, info, link, [info.names[seat] for seat in sorted(awaited)])


async def _tried_next_time() -> None:
    """Leave a user's leave due: the next run tries it again."""


async def setup(bot: Client) -> None:
    """Add the notices to the bot."""
    await bot.add_cog(DueNotices(bot))
