"""The post with the result of a match, its audit, and the change of ratings."""

from __future__ import annotations

import asyncio

from msgspec.structs import replace

from bot.base.ids import MatchId
from bot.base.language import gettext, speaking
from bot.engine.errors import Unavailable
from bot.matches.deliveries import Delivery
from bot.matches.errors import OtherRules, WrongStage
from bot.matches.model import MatchInfo, MatchView
from cogs.kit.client import Client
from cogs.kit.layout import Attachment, OutgoingMessage
from cogs.kit.mailbox import Mailbox
from cogs.kit.refusals import TooLarge
from cogs.kit.telling import weighed_lines
from cogs.publishing.audit_files import AuditFile, audit_file
from cogs.publishing.boards import Boards, out_of_time
from cogs.publishing.endings import as_it_ended, result_lines
from cogs.publishing.match_posts import called_out_of_time, compose_result, compose_unplayed
from cogs.publishing.server_log import Journal
from cogs.publishing.turns import Turns
from renderers.contract import Picture


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
        audit = await self._audit(info)
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

    async def _audit(self, info: MatchInfo) -> AuditFile:
        """Return the audit file; a lesson has none."""
        if info.match_terms.prepared is not None:
            return AuditFile("", "")
        return await asyncio.to_thread(audit_file, await self.service.history.audit(info.id))

    async def _summary(self, match_view: MatchView) -> Picture | None:
        """Draw the summary of the match; a fault does not stop the post."""
        if match_view.view.outcome is None:
            return None  # it was ended without a result
        try:
            facts = await self.service.history.public_facts(match_view.match.id)
            return await self.bot.draw_summary(match_view, facts)
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
