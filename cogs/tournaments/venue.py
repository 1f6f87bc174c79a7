"""Where tournaments take place: threads for their matches, and posts in their channels."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from functools import partial

import discord
import structlog
from msgspec.structs import replace

from bot.competitions.model import Game, Notice, Tournament
from bot.competitions.service import BOT, logged
from bot.engine.language import N_, speaking
from bot.matches.model import MatchId
from bot.matches.outbox import TryLater
from cogs.kit.client import Client
from cogs.kit.forums import ARCHIVED_AFTER, NAME
from cogs.kit.layout import OutgoingMessage, fit, message_of, text
from cogs.kit.mailbox import Mailbox, Refused, is_temporary, unreachable
from cogs.kit.replies import DISCORD_FAULTS, UNANSWERED
from cogs.tournaments.events import StartEvents
from cogs.tournaments.pictures import lines_of, note_of, picture_title
from cogs.tournaments.posts import DIVISIONS, PAGES, compose_entered, compose_notice, compose_tournament
from cogs.tournaments.words import match_title
from renderers.contract import Picture
from renderers.standings import draw_standings, pages_of

_NO_THREAD = N_("I may not open threads in {where}. I need the permission Create Public Threads there.")
_GONE = N_("The channel of the tournament no longer exists.")

log = structlog.get_logger(__name__)


class DiscordVenue:
    """Implements `bot.competitions.running.Venue`, which describes each method."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot
        self._mailbox = Mailbox(bot)
        self._events = StartEvents(bot)
        self._played: dict[MatchId, asyncio.Task[None]] = {}
        """The matches of computers alone that this process plays."""

    async def thread(self, tournament: Tournament, game: Game, *, sought: bool) -> int:
        """Return the thread of a pairing."""
        with speaking(await self.bot.languages.of_server(tournament.guild)):
            name = fit(match_title(tournament, game), NAME)
        try:
            channel = await self._channel(tournament.channel)
            if sought and (made := await self._made(tournament, game, channel, name)):
                return made
            return await _open(channel, name)
        except discord.NotFound:
            raise Refused(_GONE) from None
        except discord.HTTPException as failure:
            if is_temporary(failure):
                raise TryLater(f"Discord answered {failure.status}") from None
            raise Refused(_NO_THREAD, where=f"<#{tournament.channel}>") from None
        except UNANSWERED as failure:
            raise unreachable(failure) from None

    async def _channel(self, channel: int) -> discord.TextChannel | discord.ForumChannel:
        found = self.bot.get_channel(channel) or await self.bot.fetch_channel(channel)
        if not isinstance(found, discord.TextChannel | discord.ForumChannel):
            raise Refused(_GONE)
        return found

    async def _made(
        self,
        tournament: Tournament,
        game: Game,
        channel: discord.TextChannel | discord.ForumChannel,
        name: str,
    ) -> int:
        """Return the thread that was made for a pairing before a stop; 0 for none."""
        taken = {each.channel for each in tournament.games if each.channel}
        assert game.asked_at is not None, "it was asked for"
        since = game.asked_at - timedelta(minutes=1)
        for thread in await channel.guild.active_threads():
            mine = self.bot.user is not None and thread.owner_id == self.bot.user.id
            new = thread.created_at is None or thread.created_at >= since
            if (
                mine
                and new
                and (thread.parent_id, thread.name) == (channel.id, name)
                and thread.id not in taken
            ):
                return thread.id
        return 0

    async def post(self, tournament: Tournament, notice: Notice) -> None:
        """Post a message once."""
        if "told" in notice.facts:
            await self._tell_entered(tournament, notice)
            return
        with speaking(await self.bot.languages.of_server(tournament.guild)):
            page = compose_notice(tournament, notice)
        await self._mailbox.post(tournament, page, f"{tournament.id}.n{notice.number}", doubtful=True)

    async def _tell_entered(self, tournament: Tournament, notice: Notice) -> None:
        """Tell a person that the director has entered them; nothing where direct messages are closed."""
        entrant = tournament.entrant(int(notice.facts["entrant"]))
        if not entrant.user or entrant.leaving or tournament.stage != "open":
            return
        with speaking(await self.bot.languages.of_user(entrant.user)):
            page = compose_entered(tournament, self.bot.title_of(tournament.plans.game))
        await self._mailbox.write(entrant.user, page, f"{tournament.id}.n{notice.number}", doubtful=True)

    async def show(self, tournament: Tournament) -> int:
        """Update the post with the standings, or post it; return its id."""
        with speaking(await self.bot.languages.of_server(tournament.guild)):
            page = await self.page(tournament)
        if await self._mailbox.edit(tournament.channel, tournament.post, page):
            return tournament.post
        key = f"{tournament.id}.s{tournament.revision if tournament.post else 0}"
        return (await self._mailbox.post(tournament, page, key, doubtful=True)).id

    async def page(self, tournament: Tournament, first: int = 1, place: int = 1) -> OutgoingMessage:
        """Return the post of a tournament in the current language, from a division and a place on."""
        title = self.bot.title_of(tournament.plans.game)
        pictures = []
        if any(each.seed for each in tournament.entrants):
            shown = list(tournament.divisions)[first - 1 : first - 1 + DIVISIONS]
            pictures = [each for division in shown for each in await self._drawn(tournament, division, place)]
        return compose_tournament(tournament, title, pictures, first, place)

    async def _drawn(self, tournament: Tournament, division: int, place: int) -> list[Picture]:
        headings, lines = lines_of(tournament, division)
        title, note = picture_title(tournament, division), note_of(tournament)
        return [
            await self.bot.workers.run(partial(draw_standings, title, headings, page, note))
            for page in [each for each in pages_of(lines) if each[-1].place >= place][:PAGES]
        ]

    async def reward(self, tournament: Tournament) -> None:
        """Give the promised role to the winner, or to both winners of a pair, where that is possible."""
        winners = [each for each in tournament.entrants if each.place == 1 and each.division == 1]
        for user in [each.user for each in winners if each.user]:
            await self._reward(tournament, user)

    async def _reward(self, tournament: Tournament, user: int) -> None:
        try:
            await self.bot.http.add_role(tournament.guild, user, tournament.plans.winner_role, reason=None)
        except DISCORD_FAULTS as failure:
            log.info(
                "the winner's role is not given", tournament=tournament.id, reason=type(failure).__name__
            )
            now = self.bot.clock()
            await self.bot.competitions.change(
                tournament.id, lambda each: logged(replace(each), BOT, "no-role", now, {})
            )

    async def event(self, tournament: Tournament, known: int, *, sought: bool) -> int:
        """Update the scheduled event of a tournament's start; return its id, 0 for none."""
        with speaking(await self.bot.languages.of_server(tournament.guild)):
            return await self._events.bring_up_to_date(tournament, known, sought=sought)

    async def opened(self, match: MatchId) -> None:
        """Publish the first posts of a match; a match of computers alone is played meanwhile."""
        info = await self.bot.service.info(match)
        if info.persons or info.stage.ended:
            await self.bot.publish_pending(match)
        elif match not in self._played:
            task = asyncio.create_task(self.bot.publish_pending(match))
            self._played[match] = task
            task.add_done_callback(lambda _task: self._played.pop(match, None))

    async def close(self) -> None:
        """Stop the matches of computers alone; another process continues them."""
        for task in self._played.values():
            task.cancel()
        await asyncio.gather(*self._played.values(), return_exceptions=True)


async def _open(channel: discord.TextChannel | discord.ForumChannel, name: str) -> int:
    if isinstance(channel, discord.ForumChannel):
        made = await channel.create_thread(
            name=name, view=message_of(text(name)).view, auto_archive_duration=ARCHIVED_AFTER
        )
        return made.thread.id
    kind = discord.ChannelType.public_thread
    return (await channel.create_thread(name=name, type=kind, auto_archive_duration=ARCHIVED_AFTER)).id
