"""Whole evenings of an anonymous match in two worlds that differ only in who sits where.

In one world Ann opens the match, in the other Ben does; Cleo plays too, where the game has a third seat. The
seats are drawn from the same seed, so that Ann and Ben have changed places. They differ in everything that a
person can differ in: Ann is German, wants to be called in the channel and goes on leave; Ben's DMs are
closed, he loses the sight of the channel and leaves the server; Eve has blocked Ann.

All that anybody else gets until the end is collected and must be the same to the byte: the posts in the
channels, with pictures and mentions, threads, the server's log, the DMs and the private answers to Cleo, to
Eve, a stranger, and to Max, who manages the server. Only what Ann and Ben are told by themselves is left out.
"""

from __future__ import annotations

import hashlib
import random
import re
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from typing import Any, Final, NamedTuple
from unittest.mock import patch

from msgspec import UNSET
from msgspec.structs import replace

from bot.engine.errors import Refusal
from bot.matches import lobby
from bot.matches.lobby_rules import kept_for_others
from bot.matches.model import MatchInfo, MatchTerms
from bot.matches.notices import Left
from bot.matches.proposal_changes import noticed
from bot.matches.substitutions import Departures
from bot.people.preferences import PLAIN
from cogs.kit import replies
from cogs.kit.client import Client
from cogs.people.me import Me
from cogs.publishing import boards, lobbies, match_posts, proposals, reach, turns
from cogs.publishing.publisher import Publisher
from cogs.publishing.reach import Reach
from cogs.servers.departures import DepartureTasks
from tests.cogs.calls import look_at_what_is_due, stop_rounds
from tests.cogs.club import NARROW, SMALL, Club
from tests.cogs.league import keeper
from tests.cogs.players import components_of, controls_of, panel_under_board, said, words_of
from tests.leaks.planting import Plant, instead

OPTIONS: Final[Mapping[str, str]] = {"papyrus": SMALL, "crossfire": NARROW}
"""Options of a small match; other games are played as usual."""
SEATS: Final[Mapping[str, int]] = {"crossfire": 2}
"""The seats, where a game has no match for three."""
IDS: Final = re.compile(r"\d{15,}|(?<='id': )\d{5,}|(?<=/)[A-Za-z0-9_-]{30,}")
"""Ids of messages and interactions, and tokens: they count also what only one person sees."""


class World(NamedTuple):
    """All that others have seen in one world, and the result of the match."""

    seen: list[str]
    result: str


class Night:
    """An evening, and what others see of it."""

    def __init__(self, club: Club, *, swapped: bool) -> None:
        self.club = club
        self.swapped = swapped
        self.max = keeper(club)
        first, second = (club.ben, club.ann) if swapped else (club.ann, club.ben)
        self.players = first, club.cleo, second
        self.others = club.cleo, club.eve, self.max
        self.seen: list[str] = []

    def note(self, words: str) -> None:
        """Note what somebody else sees. Players are told apart; all other ids are not."""
        for each in (self.club.ann, self.club.ben, *self.others):
            words = words.replace(str(each.id), f"<{each.name}>")
        self.seen.append(IDS.sub("#", words))

    @asynccontextmanager
    async def gathering(self) -> AsyncIterator[None]:
        """Note each change on Discord within the block that others see."""
        since = len(self.club.env.http_requests)
        yield
        secret = [each.user.dm_channel.id for each in (self.club.ann, self.club.ben) if each.user.dm_channel]
        for each in self.club.env.http_requests[since:]:
            private = any(f"/channels/{channel}/" in each.path for channel in secret)
            if each.method != "GET" and each.path.startswith(("/channels/", "/guilds/")) and not private:
                self.note(f"{each.method} {each.path} {each.json}")

    async def does(self, who: Any, command: str, **words: Any) -> None:
        """Send a command; the answer is seen by the sender alone."""
        async with self.gathering():
            answered = await who.slash(self.here, command, **words)
        if who in self.others:
            self.note(f"{who.name} {command}: {said(answered)}")

    async def look(self, who: Any) -> None:
        """Let somebody look at the match in every way that they have."""
        for command in ("match status", "match past history", "match board", "me matches", "table matches"):
            await self.does(who, command)
        for typed in ("", "a", "se", "2"):
            for command, option, rest in (
                ("match ask time", "player", {"time": "1 day"}),
                ("match replace", "seat", {"player": self.club.dan}),
            ):
                offered = await who.autocomplete(self.here, command, option, typed, **rest)
                self.note(f"{who.name} {command} {typed}: {offered}")
        await self.does(who, "profile", player=self.club.ann)
        await self.does(who, "profile", player=self.club.ben)
        panel = await panel_under_board(self.club, who)
        self.note(f"{who.name} plays: {words_of(panel)} {components_of(panel)}")

    async def see_channel(self) -> None:
        """Note everything in the channel, as everybody can scroll back to it."""
        for post in self.here.history():
            files = [hashlib.sha256(await each.read()).hexdigest() for each in post.attachments]
            asked = post.interaction_metadata.user.name if post.interaction_metadata else ""
            self.note(f"{post.author.name} {asked} {post.content} {components_of(post)} {files}")

    @property
    def here(self) -> Any:
        """The channel of the match."""
        return self.club.channel


async def spent(club: Club, game: str, *, swapped: bool, actions: int, seed: int) -> World:
    """Play an evening of this game, with a number of actions between the talks."""
    night, luck = Night(club, swapped=swapped), random.Random(seed)
    seats = SEATS.get(game, 3)
    players = night.players if seats == 3 else (night.players[0], night.players[2])
    stop_rounds(club)
    await settled_in(night)
    words = {"options": OPTIONS[game]} if game in OPTIONS else {}
    clock = {"clock": "1 day a turn", "at-zero": "resign"}
    await night.does(players[0], "match new", game=game, seats=seats, anonymous=True, **clock, **words)
    for command in ("match join", "match status", "match leave", "match start", "match options"):
        await night.does(club.eve, command)
    for player in players[1:]:
        await night.does(player, "match join")
    await night.does(players[0], "match start")
    await night.see_channel()
    for talk in TALKS:
        await played(night, luck, actions)
        if (await club.here()).stage.ended:
            break
        told = len(night.seen)
        await talk(night)
        if (await club.here()).stage.ended:
            del night.seen[told:]  # the names are shown now
            break
        for who in night.others:
            await night.look(who)
        await night.see_channel()
    info = await club.here()
    for holder in info.seats[:-1]:
        with suppress(Refusal):  # of those who have resigned
            await club.service.play.resign(info.id, holder.user, request=f"resign {holder.user}")
    return World(night.seen, str((await club.here()).names))


async def settled_in(night: Night) -> None:
    """Let people be as different as people are."""
    club = night.club
    await night.does(night.max, "table logs", channel=club.other)
    await club.bot.people.keep(club.ann.id, replace(PLAIN, language="de", where="channel"))
    club.close_dms(club.ben)
    await club.bot.blocks.block(club.eve.id, club.ann.id)


async def played(night: Night, luck: random.Random, actions: int) -> None:
    """Play some actions at random, as the rules draw whose turn it is; each is published."""
    club = night.club
    for number in range(actions):
        public = await club.match_view(None)
        if public.match.stage.ended:
            return
        user = public.match.seats[luck.choice(sorted(public.awaited))].user
        legal = (await club.service.match_view(public.match.id, user)).legal
        action = legal[luck.randrange(len(legal))]
        told = len(night.seen)
        async with night.gathering():
            await club.service.play.act(
                public.match.id, user, [action], version=None, request=f"{told} {number}"
            )
            await club.publish(public.match.id)
        if (await club.here()).stage.ended:
            del night.seen[told:]


async def at_seat(night: Night, seat: int) -> Any:
    """Return the person at a seat, whoever that is in this world."""
    return night.club.members(await night.club.here())[seat]


async def ask_and_answer(night: Night) -> None:
    """Seat 1 asks for a pause, seat 2 refuses; then time is given."""
    one, two = await at_seat(night, 0), await at_seat(night, 1)
    await night.does(one, "match ask pause")
    await night.does(two, "match answer", agree=False)
    await night.does(two, "match ask time", player="1", time="2 days")
    await night.does(one, "match replace", seat="2", player=night.club.dan)
    await night.does(night.max, "match replace", seat="2", player=night.club.dan)


async def be_late(night: Night) -> None:
    """Most of the time of a turn passes; those who wait nudge."""
    async with night.gathering():
        night.club.env.backend.advance_clock(13 * 3600)
        await look_at_what_is_due(night.club)
    awaited = (await night.club.match_view(None)).awaited
    for seat in range(len((await night.club.here()).seats)):
        if seat not in awaited:
            who = await at_seat(night, seat)
            panel = await panel_under_board(night.club, who)
            nudges = [each["custom_id"] for each in controls_of(panel) if ":nudge:" in each["custom_id"]]
            async with night.gathering():
                for custom_id in nudges:
                    await who.click(panel, custom_id=custom_id)
    async with night.gathering():
        night.club.env.backend.advance_clock(8 * 3600)
        await look_at_what_is_due(night.club)


async def be_away(night: Night) -> None:
    """Ann goes on leave, and comes back."""
    club = night.club
    async with night.gathering():
        await club.ann.slash(night.here, "me away", until="5 days")
        await look_at_what_is_due(club)
        info = await club.here()
        await club.bot.publish_pending(info.id)
    await night.look(club.eve)
    async with night.gathering():
        await club.ann.slash(night.here, "me away", until="off")
        await look_at_what_is_due(club)


async def be_gone(night: Night) -> None:
    """Ben cannot see the channel any more, and is told to have left the server."""
    club = night.club
    denied, match = {club.ben.id}, (await club.here()).id

    async def sees(_self: Any, _channel: Any, _place: Any, user: int) -> bool:
        return user not in denied

    async with night.gathering():
        with patch.object(Reach, "_sees", sees):
            await club.bot.cog(Reach).rests(match)
            await club.publish(match)
    await night.look(club.eve)
    async with night.gathering():
        await club.bot.cog(Reach).rests(match)
        await club.bot.cog(DepartureTasks).on_no_mutual_server(club.ben.id)
        await club.publish(match)


async def be_out_of_time(night: Night) -> None:
    """The time of all awaited players is up, so that they resign."""
    club = night.club
    async with night.gathering():
        club.env.backend.advance_clock(4 * 86400)
        timekeeping: Any = club.bot.get_cog("Timekeeping")
        await look_at_what_is_due(club)
        await timekeeping._look()
        await club.publish((await club.here()).id)


TALKS = (ask_and_answer, be_late, be_away, be_gone, be_out_of_time)


def known(info: MatchInfo) -> MatchInfo:
    """Return a match as if it were not anonymous."""
    seats = [replace(each, name=each.veil.name, veil=None) if each.veil else each for each in info.seats]
    return replace(info, seats=tuple(seats), match_terms=replace(info.match_terms, anonymous=UNSET))


def _as_known(true: Any) -> Any:
    def composed(game: Any, match_view: Any, *rest: Any, **more: Any) -> Any:
        return true(game, replace(match_view, match=known(match_view.match)), *rest, **more)

    return composed


def _drawn_with_names(true: Any) -> Any:
    async def draw(self: Any, match_view: Any, **how: Any) -> Any:
        return await true(self, replace(match_view, match=known(match_view.match)), **how)

    return draw


def _as_known_to(module: Any, name: str) -> Plant:
    return lambda: instead(module, name, lambda true: lambda info, *rest: true(known(info), *rest))


def _called_as_well(true: Any) -> Any:
    async def reach(self: Any, match_view: Any, user: int, key: str, why: Any, *rest: Any, **how: Any) -> Any:
        reached = await true(self, match_view, user, key, why, *rest, **how)
        if not reached:
            await self._call(match_view, user, match_view.match.version, key, why, doubtful=False)
        return reached

    return reach


def _in_their_language(_true: Any) -> Any:
    async def language(self: Any, info: MatchInfo, user: int) -> Any:
        return await self.bot.languages.of_user(user or info.seats[0].user)

    return language


def _answered_in_public(true: Any) -> Any:
    async def promise(interaction: Any, owed: str, *, if_slow: bool = False) -> None:
        shown = interaction.user.name in ("Ann", "Ben") and owed == replies.PRIVATE
        await true(interaction, replies.PUBLIC if shown else owed, if_slow=if_slow)

    return promise


async def _barred_by_those_there(self: Any, info: MatchInfo, user: int) -> None:
    there = [info.seats[seat].user for seat in info.joined_seats]
    if not await self._seating_policy.welcomes(user, there, "anybody"):
        raise kept_for_others()


def _told_of_the_gone(true: Any) -> Any:
    async def left(self: Any, match: str, user: int) -> bool:
        def prepare(position: Any) -> Any:
            seat = position.info.seat_of(user)
            marked = position.record.with_holder(seat, left=True)
            return noticed(position, marked, Left(seat), self._repository.clock())

        return bool((await self._repository.change(match, None, prepare)).done)

    return left


def _resting_alone(true: Any) -> Any:
    async def rests(self: Any, match: str, since: Any = None, **how: Any) -> bool:
        found = await true(self, match, since, **how)
        view, now = await self.service.match_view(match, None), self.bot.clock()
        unseen = [seat for seat in view.awaited if known(view.match).seats[seat].name == "Ben"]
        if unseen:
            await self.service.reachability.rests(match, "unseen", now, dict.fromkeys(unseen, now))
        return bool(found or unseen)

    return rests


def _boards_of_the_away(true: Any) -> Any:
    async def tell(self: Any, user: int) -> None:
        await true(self, user)
        for table in await self.bot.service.player_matches(user):
            if table.mine:
                await self.bot.cog(Publisher).boards.retell(table.info.id)

    return tell


PLANTS: Final[Mapping[str, Plant]] = {
    "names wherever they are listed": lambda: patch.object(
        MatchInfo, "names", property(lambda info: [each.called for each in known(info).seats])
    ),
    "names on the board": lambda: instead(boards, "compose_board", _as_known),
    "names in pictures": lambda: instead(Client, "draw", _drawn_with_names),
    "names in the lines of the seats": _as_known_to(match_posts, "_seat_line"),
    "names in the server's log": lambda: patch.object(
        lobbies, "_opened", lambda _bot, info: f"opened by {known(info).seats[0].name}"
    ),
    "a mention of players with closed DMs": lambda: patch.object(
        match_posts,
        "unreachable",
        lambda view: [seat for seat in view.awaited if view.match.seats[seat].dm_closed],
    ),
    "a mention of players who have to agree": _as_known_to(proposals, "_calls"),
    "a call in the channel": lambda: instead(turns.Turns, "_reach", _called_as_well),
    "the language of a player": lambda: instead(proposals.Proposals, "_language", _in_their_language),
    "answers that others see": lambda: instead(replies, "_promise", _answered_in_public),
    "blocks at the door": lambda: patch.object(lobby.Lobby, "_check_welcome", _barred_by_those_there),
    "a leave that stops the clock": lambda: patch.object(
        MatchTerms, "leave_allowed", property(lambda _terms: True)
    ),
    "a board edited for a leave": lambda: instead(Me, "_tell_matches", _boards_of_the_away),
    "who has left the server": lambda: instead(Departures, "left", _told_of_the_gone),
    "a rest of one player alone": lambda: instead(reach.Reach, "rests", _resting_alone),
}
"""The leaks that must be found, each by an evening of Crossfire, where one player is awaited at a time."""
