"""Notices to a player that are not about a turn: answered requests, given time, a resumed match."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from bot.base.language import speaking
from bot.matches.deliveries import Delivery, Post
from bot.matches.model import MatchInfo, MatchView, Stage
from bot.matches.notices import LeaveBegan, Resumed, TimeGiven, TimeRests, TimeRuns
from bot.people.ports import Due
from cogs.kit.client import Client
from cogs.kit.layout import OutgoingMessage, message_of, text
from cogs.kit.mailbox import Mailbox
from cogs.kit.match_lists import link_to
from cogs.kit.sentences import describe_facts
from cogs.publishing.proposals import became, headed

MOST = 3
"""The most notices in one message, the newest."""

JUST_BEGUN = timedelta(minutes=5)
"""How long after its beginning a leave does not hold back the notice that it has begun by itself."""


class Answers:
    """Tells players about given time and answered requests, by DM or by a call in the channel.

    All sentences are about the past, so that they stay true.
    """

    def __init__(self, bot: Client, mailbox: Mailbox) -> None:
        self.bot = bot
        self.service, self.people = bot.service, bot.people
        self.mailbox = mailbox

    async def deliver(self, delivery: Delivery) -> bool:
        """Notify a player now, or hold the notice; the delivery is not deleted by it.

        Raises `TryLater` or `Undeliverable`.
        """
        info, user = await self.service.info(delivery.match), delivery.user
        telling, _ = await self.people.about_turn(user, info.id)
        began = info.match_terms.leave_of(info.seat_of(user) or 0).since
        just_begun = began is not None and self.bot.clock() - began < JUST_BEGUN
        if telling.how == "now" or (telling.how == "later" and just_begun and info.seat_of(user) is not None):
            await self._tell(info, user, delivery.key, doubtful=delivery.doubtful)
        elif telling.how == "later" and telling.at is not None:
            await self.people.hold_answer(user, info.id, delivery.version, telling.at)
        else:  # not told, or told by the digest: later messages do not contain it
            await self._note(info, user, (await self._lines(info, user))[1])
        return False

    async def tell_late(self, row: Due, info: MatchInfo, *, doubtful: bool) -> None:
        """Send a held notice to a player. Raises `TryLater` or `Undeliverable`."""
        key = f"{row.match}.{row.version}.a{info.seat_of(row.user)}"
        await self._tell(info, row.user, key, doubtful=doubtful)

    async def _tell(self, info: MatchInfo, user: int, key: str, *, doubtful: bool) -> None:
        if info.stage is not Stage.PLAYING or info.seat_of(user) is None:
            return  # the end has its own message
        preferences = await self.people.preferences(user)
        here = preferences.where == "channel" and not info.resting  # else nothing can be told there
        if info.anonymous:  # a call would tell who plays
            await self._by_dm(info, user, key, doubtful=doubtful)
        elif here or not await self._by_dm(info, user, key, doubtful=doubtful):
            await self._in_channel(info, user, f"{key[:23]}.c", doubtful=doubtful)

    async def _by_dm(self, info: MatchInfo, user: int, key: str, *, doubtful: bool) -> bool:
        """Notify a player by DM; False where they cannot get any."""
        turn = await self.service.store.post(info.id, "turn", user)
        with speaking(await self.bot.languages.of_user(user)):
            lines, seq = await self._lines(info, user)
            page = self._page(info, lines, link_to(self.bot, info))
        if page is None:
            return True
        channel = turn.channel if turn is not None else 0
        if await self.mailbox.write(user, page, key, channel=channel, doubtful=doubtful) is None:
            return False
        await self._note(info, user, seq)
        return True

    async def _in_channel(self, info: MatchInfo, user: int, key: str, *, doubtful: bool) -> None:
        with speaking(await self.bot.languages.of_match(info)):
            lines, seq = await self._lines(info, user)
            page = self._page(info, [f"<@{user}>", *lines] if lines else [], "", pings=[user])
        if page is not None:
            await self.mailbox.post(info, page, key, doubtful=doubtful)
            await self._note(info, user, seq)

    def _page(
        self, info: MatchInfo, lines: list[str], where: str, pings: list[int] | None = None
    ) -> OutgoingMessage | None:
        """Return the message; None where there is nothing left to tell."""
        if not lines:
            return None
        told = "\n".join(lines)
        return message_of(text(f"{headed(self.bot.game_of(info), where)}\n{told}"), pings=pings or [])

    async def _lines(self, info: MatchInfo, user: int) -> tuple[list[str], int]:
        """Return the new notices of a player, and the number of the last action that they cover."""
        before = await self.service.store.post(info.id, "answer", user)
        match_view = await self.service.match_view(info.id, user)
        history = await self.service.history.lines(info.id, user, after=before.seq if before else -1)
        facts = [line.fact for line in history if _concerns(line.fact, match_view)]
        told = describe_facts(self.bot.game_of(info), facts, match_view)[-MOST:]
        settled = info.match_terms.settled
        if settled is not None and settled.by == match_view.seat and settled.result in ("agreed", "refused"):
            known = before.version if before is not None else 0
            if settled.number > known or not told:
                told.append(became(info, settled))
        return told, history[-1].seq if history else (before.seq if before else -1)

    async def _note(self, info: MatchInfo, user: int, seq: int) -> None:
        """Store up to which action a player was notified; the message has no controls that could become
        stale.
        """
        now, match = self.bot.clock(), info.id
        await self.mailbox.note(Post(match, "answer", user, info.channel, 0, info.version, seq, now))


def _concerns(fact: Any, match_view: MatchView) -> bool:
    """Whether a notice is sent to a player by itself."""
    if isinstance(fact, TimeGiven):
        return fact.to == match_view.seat
    if isinstance(fact, TimeRests | TimeRuns | LeaveBegan):
        return True
    return isinstance(fact, Resumed) and fact.seat != match_view.seat
