"""Publishes from the outbox: lobby, board and result posts in the channel, turns by DM.

`deliver` passes each row to the part for its kind. A failed post undoes nothing: it is tried again or parked,
and the next post covers what was not told.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import timedelta

from bot.base.ids import MatchId
from bot.base.language import N_, speaking
from bot.engine.errors import Refusal, Unavailable
from bot.matches.deliveries import Delivery
from bot.matches.errors import OtherRules
from bot.matches.outbox import TryLater, Undeliverable
from bot.processes.workers import Urgency, urgent
from cogs.kit.client import Client
from cogs.kit.forums import ForumTags
from cogs.kit.layout import LimitBroken
from cogs.kit.mailbox import Mailbox
from cogs.kit.periodic import PeriodicCog, periodic
from cogs.kit.refusals import Refused
from cogs.publishing.answers import Answers
from cogs.publishing.boards import Boards
from cogs.publishing.endings import Endings
from cogs.publishing.lobbies import Lobbies, LobbyWords
from cogs.publishing.proposals import Proposals
from cogs.publishing.results import Results
from cogs.publishing.server_log import Journal
from cogs.publishing.turns import Turns

EVERY = 20.0
"""Seconds between two checks of the outbox for failed deliveries."""
EVERY_OF_SEVERAL = 5.0
"""The same where another process may have left something: no match waits for more than 20 seconds."""
OTHERS = timedelta(seconds=10)
"""How long the process that serves a match's server has to publish it, before the leader does."""

_OVERSIZED = N_(
    "A post of this match is larger than Discord allows, so it was left out. The host of this bot "
    "finds more in its log."
)


class Publisher(PeriodicCog):
    """Delivers the rows of the outbox."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot
        self.service = bot.service
        self._caught_up = False
        self._term = 0
        """The leadership of this process (`Coordination.terms`) at its last look."""
        if not bot.coordination.shards.everything:
            self.task.change_interval(seconds=EVERY_OF_SEVERAL)
        self.mailbox = mailbox = Mailbox(bot)
        self.turns = Turns(bot, mailbox)
        self.follow, self.shown = self.turns.bring_up_to_date, self.turns.shown
        journal = Journal(bot, mailbox)
        self.lobbies = Lobbies(bot, mailbox, self.turns, journal)
        self.boards = Boards(bot, mailbox, self.turns, self.lobbies)
        self.endings = Endings(bot, mailbox)
        self.results = Results(bot, mailbox, self.turns, self.boards, journal)
        self.proposals = Proposals(bot, mailbox)
        self.answers = Answers(bot, mailbox)
        self.lobby_words = LobbyWords(bot, mailbox)
        self.forum_tags = ForumTags(bot)
        self._deliver = {
            "turn": self._turn,
            "over": self.endings.deliver,
            "answer": self.answers.deliver,
            "word": self.lobby_words.deliver,
        }
        """The parts that deliver a row by DM, by its kind."""
        self._publish = {
            "lobby": self.lobbies.publish,
            "board": self.boards.publish,
            "proposal": self.proposals.publish,
            "result": self.results.publish,
        }
        """The parts that publish a row in the match's channel, by its kind."""

    @periodic(seconds=EVERY)
    async def task(self) -> None:
        """Publish the due deliveries of all matches, and retire overdue messages.

        A process that has just become the leader publishes at once what the one before has left. The first
        run resumes matches that a stop interrupted between a move and a computer's answer, or between a board
        and its DMs; later runs resume those that another process has lost.
        """
        coordination = self.bot.coordination
        new, self._term = coordination.terms != self._term, coordination.terms
        waited = timedelta() if new or coordination.shards.everything else OTHERS
        await asyncio.gather(*map(self.bot.publish_here, await self.bot.outbox.due(waited)))
        if not self._caught_up:
            await self._catch_up(await self._with_computers())
            self._caught_up = True
        elif let_go := await coordination.abandoned():
            await self._catch_up(let_go)
        for stale in await self.service.posts.stale():
            await self.mailbox.put_away(stale)

    async def _with_computers(self) -> list[MatchId]:
        found = await self.service.open_matches()
        return [info.id for info in found if any(holder.computer for holder in info.seats)]

    async def _catch_up(self, matches: Sequence[MatchId]) -> None:
        """Resume these matches, and update all DMs that were left behind."""
        for match in matches:
            await self.bot.publish_here(match)
        for post in await self.service.store.left_behind():
            await self.turns.catch_up(post)

    async def deliver(self, delivery: Delivery) -> bool:
        """Publish one row; return whether it was deleted together with the note of its post.

        Raises `TryLater` or `Undeliverable`, with an untranslated reason.
        """
        try:
            with urgent(Urgency.BOARD), self.service.one_look():
                return await self._deliver.get(delivery.kind, self._in_channel)(delivery)
        except OtherRules as refusal:  # a process of a newer version may have them
            raise TryLater(type(refusal).__name__) from None
        except Unavailable as refusal:
            raise TryLater(type(refusal).__name__, doubtful=True) from None
        except Refusal as refusal:
            raise Undeliverable(type(refusal).__name__) from None
        except LimitBroken as limit:
            raise self._oversized(delivery.match, limit) from None

    async def _in_channel(self, delivery: Delivery) -> bool:
        """Publish a row in the match's channel, in the language of its server."""
        info = await self.service.info(delivery.match)
        with speaking(await self.bot.languages.of_match(info)):
            try:
                settled = await self._publish[delivery.kind](delivery, info)
                await self.forum_tags.mark(info)
                return settled
            except LimitBroken as limit:
                failure = self._oversized(info.id, limit)
                await self.mailbox.tell_host(info, failure)
                raise failure from None
            except Undeliverable as failure:
                await self.mailbox.tell_host(info, failure)
                self.bot.dispatch("place_refused", info.id)  # cogs.publishing.reach asks who can act
                raise

    def _oversized(self, match: MatchId, limit: LimitBroken) -> Refused:
        """Log that a post breaks a limit of Discord, and return the refusal.

        Another try would not help, and would delay all that comes after it.
        """
        self.bot.note_fault(limit, match)
        return Refused(_OVERSIZED)

    async def _turn(self, delivery: Delivery) -> bool:
        """Tell a player that it is their turn; where their DMs were found closed, by the board."""
        try:
            told = await self.turns.deliver(delivery)
        except Undeliverable:
            self.bot.dispatch(
                "place_refused", delivery.match
            )  # the player is not called in the channel either
            raise
        if told.closed:
            await self.boards.call_by_board(delivery)
        return told.settled


async def setup(bot: Client) -> None:
    """Add the publisher to the bot."""
    bot.publisher = publisher = Publisher(bot)
    await bot.add_cog(publisher)
