"""Where tournaments take place: threads for their matches, and posts in their channels."""

from __future__ import annotations

import asyncio
from functools import partial

import discord
import structlog
from msgspec.structs import replace

from bot.base.ids import MatchId
from bot.base.language import N_, speaking
from bot.parts.tournaments.model import Game, Notice, Tournament
from bot.parts.tournaments.service import BOT, Competitions, logged
from cogs.kit.client import Client
from cogs.kit.layout import OutgoingMessage
from cogs.kit.mailbox import Mailbox
from cogs.kit.refusals import DISCORD_FAULTS, Refused, failed
from cogs.kit.sight import UNKNOWN_CHANNEL, UnseenError, channel_of
from cogs.kit.threads import Parent
from cogs.publishing.reach import Reach
from cogs.tournaments.events import StartEvents
from cogs.tournaments.pictures import lines_of, note_of, picture_title
from cogs.tournaments.posts import DIVISIONS, PAGES, compose_entered, compose_notice, compose_tournament
from cogs.tournaments.words import match_title
from renderers.contract import Picture
from renderers.tournaments.standings import draw_standings, pages_of

_HIDDEN = N_(
    "I cannot see {where}, the channel of the tournament. Give me the permission View Channel there."
)
_ROLE = {
    50013: N_("It is not below mine, or I may not manage roles."),
    50001: N_("It is not below mine, or I may not manage roles."),
}
_GONE = N_("The channel of the tournament no longer exists.")

log = structlog.get_logger(__name__)


class DiscordVenue:
    """Implements `bot.parts.tournaments.running.Venue`, which describes each method."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot
        self._mailbox = Mailbox(bot)
        self._events = StartEvents(bot)
        self._played: dict[MatchId, asyncio.Task[None]] = {}
        """The matches of computers alone that this process plays."""

    async def thread(self, tournament: Tournament, game: Game, *, sought: bool) -> int:
        """Return the thread of a pairing."""
        with speaking(await self.bot.languages.of_server(tournament.guild)):
            name = match_title(tournament, game)
        parent = await self._parent(tournament)
        taken = frozenset(each.channel for each in tournament.games if each.channel)
        asked_at = game.asked_at if sought else None
        return await self.bot.threads.open(parent, name, asked_at=asked_at, taken=taken)

    async def _parent(self, tournament: Tournament) -> Parent:
        """Return the channel of a tournament. Raises `TryLater` or `Undeliverable`."""
        try:
            found = await channel_of(self.bot, tournament.guild, tournament.channel)
        except UnseenError:
            raise Refused(_HIDDEN, where=f"<#{tournament.channel}>") from None
        except DISCORD_FAULTS as failure:
            raise failed(failure, tournament.channel, says={UNKNOWN_CHANNEL: _GONE}) from None
        if not isinstance(found, discord.TextChannel | discord.ForumChannel):
            raise Refused(_GONE)
        return found

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
            meant = failed(failure, tournament.channel, says=_ROLE)
            log.info("the winner's role is not given", tournament=tournament.id, reason=str(meant))
            now, why = self.bot.clock(), {"why": str(meant)}
            if isinstance(meant, Refused):
                why = {"why": meant.reason, **meant.values}
            await self.bot.services.of(Competitions).change(
                tournament.id, lambda each: logged(replace(each), BOT, "role-refused", now, why)
            )

    async def event(self, tournament: Tournament, known: int, *, sought: bool) -> int:
        """Update the scheduled event of a tournament's start; return its id, 0 for none."""
        with speaking(await self.bot.languages.of_server(tournament.guild)):
            return await self._events.bring_up_to_date(tournament, known, sought=sought)

    async def reaches(self, match: MatchId) -> bool:
        """Whether those whom a match awaits could act now."""
        return not await self.bot.cog(Reach).rests(match, decisive=True)

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
