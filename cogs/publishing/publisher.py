"""Publishes from the outbox: lobby, board and result posts in the channel, turns by DM.

`deliver` passes each row to the part for its kind. A failed post undoes nothing: it is tried again or parked,
and the next post covers what was not told.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import discord
import structlog
from msgspec.structs import replace

from bot.base.ids import MatchId
from bot.base.language import N_, gettext, speaking
from bot.engine.errors import Refusal, Unavailable
from bot.matches.deliveries import Delivery, Post
from bot.matches.errors import OtherRules, WrongStage
from bot.matches.history import SETUP
from bot.matches.model import MatchInfo, MatchView, Stage
from bot.matches.notices import LeaveBegan, Resumed, TimeGiven, TimeRests, TimeRuns
from bot.matches.outbox import TryLater, Undeliverable
from bot.people.ports import Due
from bot.processes.workers import Urgency, urgent
from cogs.kit.client import Client
from cogs.kit.layout import Attachment, LimitBroken, OutgoingMessage, message_of, text
from cogs.kit.mailbox import Mailbox
from cogs.kit.periodic import PeriodicCog, periodic
from cogs.kit.refusals import DISCORD_FAULTS, Refused, TooLarge, noted
from cogs.kit.sentences import describe_facts, link_to, weighed_lines
from cogs.kit.sight import UnseenError, channel_of
from cogs.kit.threads import as_tags
from cogs.publishing.audit_files import AuditFile, audit_file
from cogs.publishing.boards import Boards, out_of_time
from cogs.publishing.endings import Endings, as_it_ended, result_lines
from cogs.publishing.lobbies import Journal, Lobbies, LobbyWords
from cogs.publishing.match_posts import called_out_of_time, compose_result, compose_unplayed
from cogs.publishing.proposals import Proposals, became, headed
from cogs.publishing.turns import Turns
from renderers.contract import Picture

log = structlog.get_logger(__name__)

# The post with the result of a match, its audit, and the change of ratings.


class Results:
    """Publishes the results of all matches."""

    def __init__(self, bot: Client, mailbox: Mailbox, turns: Turns, boards: Boards, journal: Journal) -> None:
        self.bot = bot
        self.service = bot.service
        self.mailbox = mailbox
        self.turns = turns
        self.boards = boards
        self.journal = journal

    async def publish(self, delivery: Delivery, info: MatchInfo) -> bool:
        """Publish the result of a match: in the channel, to its watchers, and in the server's log."""
        page, match_view = await self.page(info)
        try:
            message = await self.mailbox.post(info, page, delivery.key, doubtful=delivery.doubtful)
        except TooLarge:
            page, match_view = await self.page(info, with_audit=False)
            message = await self.mailbox.post(info, page, delivery.key, doubtful=delivery.doubtful)
        board = await self.service.store.post(info.id, "board")
        post = self.mailbox.as_post(info, "result", message)
        await self.mailbox.note(post, *([board] if board else []))
        if match_view is not None:
            await self.turns.follow(match_view)
        self.boards.forget(info.id)
        self.turns.ended(info.id)
        await self.bot.people.call_watchers(info)
        await self.journal.ended(info)
        if info.match_terms.tournament:
            self.bot.dispatch("tournament_match_ended", info.id)
        return False

    async def attach_film(self, match: MatchId, film: Attachment) -> bool:
        """Add the film of an ended match to the post with its result; False where that is not possible.

        Raises `TryLater`, and `LimitBroken` where the files of the post become too large.
        """
        info = await self.service.info(match)
        post = await self.service.store.post(match, "result")
        if post is None or not info.stage.ended:
            return False
        with speaking(await self.bot.languages.of_match(info)):
            page, _ = await self.page(info, film)
        done = await self.mailbox.edit(post.channel, post.message, page)
        self.bot.shown.take(post.message)
        return done

    async def page(
        self, info: MatchInfo, film: Attachment | None = None, *, with_audit: bool = True
    ) -> tuple[OutgoingMessage, MatchView | None]:
        """Return the result with the final board; without one (None) where its rules are not available."""
        game = self.bot.game_of(info)
        audit = AuditFile("", "")
        if info.match_terms.prepared is None:  # a lesson has no audit file
            audit = await asyncio.to_thread(audit_file, await self.service.history.audit(info.id))
        if not with_audit:
            audit = replace(audit, attachment=None)
        rated, calls = await self._rated(info), await self._calls(info)
        try:
            match_view = await self.service.match_view(info.id, None)
        except (OtherRules, WrongStage):
            return compose_unplayed(game, info, audit, rated, self.bot.hooks), None
        post = await self.service.store.post(info.id, "board")
        history = await self.service.history.lines(info.id, None, after=post.seq if post else -1)
        lines = weighed_lines(game, [line.fact for line in history], match_view)
        picture = await self.bot.draw(as_it_ended(match_view))
        summary = await self._summary(match_view)
        return compose_result(
            game, match_view, lines, picture, audit, rated, film, summary, calls, self.bot.hooks
        ), match_view

    async def _summary(self, match_view: MatchView) -> Picture | None:
        """Draw the summary of the match; a fault does not stop the post."""
        if match_view.view.outcome is None:
            return None  # it was ended without a result
        try:
            info, history = match_view.match, self.service.history
            prepared = info.match_terms.prepared is not None
            start = (await history.match_view(info.id, None, SETUP.seq)).view if prepared else None
            return await self.bot.draw_summary(match_view, await history.public_facts(info.id), start)
        except Unavailable:
            raise
        except Exception as fault:
            self.bot.note_fault(fault, match_view.match.id)
            return None

    async def _rated(self, info: MatchInfo) -> str:
        """Let the parts take in the result, and return their lines on it; a fault does not stop the post."""
        try:
            for take_in in self.bot.hooks.ended:
                await take_in(info)
            return await result_lines(self.bot, info)
        except Unavailable:
            raise
        except Exception as fault:
            self.bot.note_fault(fault, info.id)
            return ""

    async def _calls(self, info: MatchInfo) -> dict[int, str]:
        """Return the lines that mention players: those who lost by time, and those whose DMs are closed."""
        late, calls = await out_of_time(self.bot, info), {}
        for seat, holder in enumerate(info.seats):
            if not holder.user:
                continue
            telling, preferences = await self.bot.people.about_end(holder.user, info.id)
            if seat in late:
                calls[holder.user] = called_out_of_time(info, seat)
            elif telling.how == "now" and (holder.dm_closed or preferences.where == "channel"):
                calls[holder.user] = gettext("<@{user}>: the match is over.", user=holder.user)
        return calls


# Notices to a player that are not about a turn: answered requests, given time, a resumed match.


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


MOST_ON_POST = 5
"""The most tags of a post, by Discord's limit."""


class ForumTags:
    """Updates the tags of matches that are posts of a forum.

    After each delivery the match's stage is compared, in memory, with that of the post: a match makes one
    call when it begins and one when it ends.
    """

    def __init__(self, bot: Client) -> None:
        self.bot = bot
        self._marked: dict[MatchId, Stage] = {}

    async def mark(self, info: MatchInfo) -> None:
        """Set the tags of a match's post to its stage, and archive it at the end, where that is permitted."""
        if info.guild is None or self._marked.get(info.id) is info.stage:
            return
        settings = await self.bot.servers.settings(info.guild)
        if not settings.forum:
            return
        try:
            post = await channel_of(self.bot, info.guild, info.channel)
        except (UnseenError, TryLater) as failure:
            log.info("a post stays as it is", match=info.id, reason=type(failure).__name__)
            return
        if not isinstance(post, discord.Thread) or post.parent_id != settings.forum:
            return
        self._marked[info.id] = info.stage
        stage = "ended" if info.stage.ended else info.stage.value
        ours = set(settings.tags.values())
        wanted = [settings.tags[key] for key in (info.game, stage) if key in settings.tags]
        tags = [*wanted, *[each for each in post._applied_tags if each not in ours]][:MOST_ON_POST]
        changed: dict[str, Any] = (
            {} if set(tags) == set(post._applied_tags) else {"applied_tags": as_tags(tags)}
        )
        if info.stage.ended:
            changed["archived"] = True
            self._marked.pop(info.id)
        try:
            if changed:
                await post.edit(**changed)
        except DISCORD_FAULTS as failure:
            noted(failure)
            log.info("a post stays as it is", match=info.id, reason=type(failure).__name__)


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
            running = await self.service.open_matches()
            await self._catch_up([info.id for info in running if any(seat.computer for seat in info.seats)])
            self._caught_up = True
        elif let_go := await coordination.abandoned():
            await self._catch_up(let_go)
        for stale in await self.service.posts.stale():
            await self.mailbox.retire(stale)

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
