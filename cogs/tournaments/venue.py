"""Where tournaments take place: threads for their matches, and posts in their channels."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import timedelta
from fractions import Fraction
from functools import partial
from typing import Any, Final

import discord
import structlog
from msgspec.structs import replace

from bot.base.ids import MatchId
from bot.base.language import N_, gettext, pgettext, speaking
from bot.parts.tournaments.formats.model import EntrantId, points_of
from bot.parts.tournaments.formats.standings import TableRow
from bot.parts.tournaments.model import Game, Notice, Tournament
from bot.parts.tournaments.schedule import at_once, bounds_of, games_of, movement, table_of
from bot.parts.tournaments.service import BOT, Competitions, logged
from cogs.kit.client import Client
from cogs.kit.layout import OutgoingMessage, fit
from cogs.kit.mailbox import Mailbox
from cogs.kit.refusals import DISCORD_FAULTS, Refused, failed
from cogs.kit.sight import UNKNOWN_CHANNEL, UnseenError, channel_of, server_of
from cogs.kit.threads import Parent, once
from cogs.publishing.reach import Reach
from cogs.tournaments.posts import DIVISIONS, PAGES, compose_entered, compose_notice, compose_tournament
from cogs.tournaments.words import match_title, points_in_words, title_of
from renderers.contract import Picture
from renderers.tournaments.standings import Cell, Kind, Move, StandingsLine, draw_standings, pages_of

# The content of the picture of a tournament's table, made from its rows.


GRID = 9
"""The maximum number of entrants for a grid with all results."""


def picture_title(tournament: Tournament, division: int) -> str:
    """Return the title of the picture of a division."""
    if len(tournament.divisions) == 1:
        return title_of(tournament)
    return gettext("{tournament}, division {number}", tournament=title_of(tournament), number=division)


def lines_of(tournament: Tournament, division: int) -> tuple[list[str], list[StandingsLine]]:
    """Return the headings of the results, and a line for each entrant."""
    rows = table_of(tournament, division)
    bounds = {} if tournament.over else bounds_of(tournament, division)
    headings, cells = _cells(tournament, division, rows)
    up, down = movement(tournament, division)
    lines = []
    for row in rows:
        reach = bounds.get(row.entrant)
        falls = row.place > len(rows) - down
        move: Move = "up" if row.place <= up else "down" if falls else ""
        lines.append(
            StandingsLine(
                row.place,
                tuple([each.called for each in tournament.members(row.entrant)]),
                points_in_words(row.points),
                tuple(cells[row.entrant]),
                best=reach.best if reach else 0,
                worst=reach.worst if reach else 0,
                move=move,
                gone=bool(tournament.entrant(row.entrant).leaving),
            )
        )
    return headings, lines


def note_of(tournament: Tournament) -> str:
    """Return the note under the picture; "" for none."""
    if tournament.over:
        return ""
    return gettext("Empty squares are still to be played.")


def _cells(
    tournament: Tournament, division: int, rows: Sequence[TableRow]
) -> tuple[list[str], dict[EntrantId, list[Cell]]]:
    known = [(each, found) for each, found in games_of(tournament) if each.division == division]
    games = [each for each, _found in known]
    done = {each.number for each in tournament.results}
    places = {each.number: found for each, found in known if each.number in done}
    order = {row.entrant: row.place for row in rows}
    if at_once(tournament) and len(rows) <= GRID:
        grid = {one: [_against(one, other, games, places) for other in order] for one in order}
        return [str(place) for place in order.values()], grid
    rounds = sorted({each.round for each in games})
    by_round = {one: [_in_round(one, number, games, places, order) for number in rounds] for one in order}
    return [pgettext("round", "R{number}", number=number) for number in rounds], by_round


Places = dict[int, tuple[int, ...] | None]


def _against(one: EntrantId, other: EntrantId, games: Sequence[Game], places: Places) -> Cell:
    if one == other:
        return Cell("self")
    met = [each for each in games if {one, other} <= set(each.seats)]
    return _cell(one, met, places, "") if met else Cell("none")


def _in_round(
    one: EntrantId, number: int, games: Sequence[Game], places: Places, order: dict[EntrantId, int]
) -> Cell:
    met = [each for each in games if each.round == number and one in each.seats]
    if not met:
        return Cell("none")
    others = [order[each] for each in met[0].seats if each != one]
    if not others:
        return Cell("bye", "+")
    return _cell(one, met, places, str(others[0]) if len(others) == 1 else "")


def _cell(one: EntrantId, games: Sequence[Game], places: Places, words: str) -> Cell:
    """Return the cell with an entrant's results in these matches; `words` replace the points, if any."""
    known = [(each, places.get(each.number)) for each in games]
    ended = [(each, found) for each, found in known if found is not None]
    if not ended:
        done = all(each.number in places for each in games)
        return Cell("none" if done else "open", words)
    scored = [points_of(found)[each.seats.index(one)] for each, found in ended]
    total, most = sum(scored, Fraction(0)), len(ended) * (1 if len(ended[0][1]) == 2 else 6)
    kind: Kind = "won" if total * 2 > most else "drawn" if total * 2 == most else "lost"
    return Cell(kind, words or points_in_words(total))


# The scheduled event of a server that announces the start of a tournament.


NAME, PLACE = 100, 100
"""The most characters of an event's name, and of its place."""
LASTS: Final = timedelta(hours=1)
"""The duration given to Discord, which requires one; the event is deleted when the tournament begins."""
_EXTERNAL, _SERVER_ONLY = 3, 2
"""Discord's numbers for an event outside of voice channels, and for one that only the server sees."""
_HIDDEN = N_("Not everybody sees the channel of the tournament.")

_MAY_NOT = N_("I may not create events on this server. I need the permission Create Events.")
_SAYS: Final = {50013: _MAY_NOT, 50001: _MAY_NOT}


class StartEvents:
    """Makes, updates and deletes the events for the starts of tournaments, at most one for each."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot

    async def bring_up_to_date(self, tournament: Tournament, known: int, *, sought: bool) -> int:
        """Update the event of a tournament; return its id, 0 for none.

        `known` and `sought` are as in `bot.parts.tournaments.running.Venue.event`. Raises `TryLater` or
        `Undeliverable`.
        """
        try:
            return await self._bring(tournament, known, sought=sought)
        except discord.NotFound:
            return 0  # a person has deleted it
        except DISCORD_FAULTS as failure:
            raise failed(failure, tournament.channel, says=_SAYS) from None

    async def _bring(self, tournament: Tournament, known: int, *, sought: bool) -> int:
        guild, http = tournament.guild, self.bot.http
        event = known or (await self._made(tournament) if sought else 0)
        if tournament.stage != "open" or tournament.starts_at is None:
            if event:
                await http.delete_scheduled_event(guild, event)
            return 0
        told = self._told(tournament)
        if event:
            await http.edit_scheduled_event(guild, event, **told)
            return event
        await self._check_place(tournament)

        async def make() -> int:
            made = await http.create_guild_scheduled_event(
                guild, privacy_level=_SERVER_ONLY, entity_type=_EXTERNAL, **told
            )
            return int(made["id"])

        async def find() -> int | None:
            return await self._made(tournament) or None

        return await once(make, find)

    async def _check_place(self, tournament: Tournament) -> None:
        """Raise `Undeliverable` where the event must not or cannot be made.

        Everybody on the server sees an event, but not always the channel of the tournament. A lacking
        permission is found before the call, because Discord counts refused calls.
        """
        guild = await server_of(self.bot, tournament.guild)
        try:
            place = await channel_of(self.bot, tournament.guild, tournament.channel)
        except UnseenError:
            raise Refused(_HIDDEN) from None
        if place is None:
            raise Refused(_GONE)
        if not place.permissions_for(guild.default_role).view_channel:
            raise Refused(_HIDDEN)
        if guild.me is not None and not guild.me.guild_permissions.create_events:
            raise Refused(_MAY_NOT)

    async def _made(self, tournament: Tournament) -> int:
        """Return the event that was made before a stop; 0 for none."""
        assert self.bot.user is not None, "who makes events has logged in"
        name = self._name(tournament)
        for event in await self.bot.http.get_scheduled_events(tournament.guild, False):
            if (event["name"], int(event.get("creator_id") or 0)) == (name, self.bot.user.id):
                return int(event["id"])
        return 0

    def _told(self, tournament: Tournament) -> dict[str, Any]:
        assert tournament.starts_at is not None, "it begins by itself"
        where = f"https://discord.com/channels/{tournament.guild}/{tournament.channel}"
        return {
            "name": self._name(tournament),
            "description": gettext("Enter by the button under its post, or by /tournament join."),
            "scheduled_start_time": tournament.starts_at.isoformat(),
            "scheduled_end_time": (tournament.starts_at + LASTS).isoformat(),
            "entity_metadata": {"location": where[:PLACE]},
        }

    def _name(self, tournament: Tournament) -> str:
        """Return the name of the event, which no other tournament of the server has."""
        return fit(f"{self.bot.title_of(tournament.plans.game)}: {title_of(tournament)}", NAME)


_UNSEEN = N_(
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
            channel = await channel_of(self.bot, tournament.guild, tournament.channel)
        except UnseenError:
            raise Refused(_UNSEEN, where=f"<#{tournament.channel}>") from None
        except DISCORD_FAULTS as failure:
            raise failed(failure, tournament.channel, says={UNKNOWN_CHANNEL: _GONE}) from None
        if not isinstance(channel, discord.TextChannel | discord.ForumChannel):
            raise Refused(_GONE)
        return channel

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
