"""A diary: what each person was told last, and whether it is true, minute by minute.

People act at random. After each step the bot checks due work and clocks, without other periodic tasks.
Whatever a DM says about the present must be true, and nobody may time out without having been told the
deadline.
"""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from simcord import MemberActor

from bot.engine.contract import Resign
from bot.engine.errors import Refusal
from bot.matches.clocks import deadline
from bot.matches.model import MatchInfo, MatchTerms, MatchView, Person
from bot.matches.notices import TimeUp
from bot.matches.terms import AtZero, read_clock
from bot.matches.timing import running
from cogs.matches.timekeeper import Timekeeping
from cogs.publishing.due_notices import DueNotices
from cogs.publishing.publisher import Publisher
from measures.taps.turns import easy_player
from tests.cogs.calls import stop_rounds
from tests.cogs.club import Club
from tests.cogs.contradictions import awaited_in, faults
from tests.cogs.nonces import live
from tests.cogs.players import labels_of, words_of

INSTANT = re.compile(r"<t:(\d+):R>")
PRESENT = re.compile(
    r"It is (?:still )?your turn in|Your time is running out in"
    r"|Du bist (?:immer noch )?am Zug in|Deine Zeit in .* läuft ab"
)
MINE = re.compile("⏳ (?:You|Du|Deine)")
CALL = re.compile("your turn|am Zug")
WAY_BACK = {"you can take it back.": "Take it back", "kannst du das zurücknehmen.": "Zurücknehmen"}
"""The words that offer an undo in each language, and the label of its button."""


class Told(NamedTuple):
    """The deadline that a person was told."""

    user: int
    until: int
    at: datetime


class Diary:
    """A match, and what its players are told."""

    def __init__(
        self, club: Club, game: str, clock: str, at_zero: AtZero, seed: int, grace: str = ""
    ) -> None:
        self.club, self.game, self.chance = club, game, random.Random(seed)
        self.terms = MatchTerms(read_clock(clock, grace=grace, at_zero=at_zero), rated=False)
        self.told: list[Told] = []
        self.lost = 0
        """The number of timeouts."""
        self.posts = 0
        """The number of posts and edits that were read."""
        self._read: dict[int, str] = {}
        self._checked: tuple[int, int] | None = None

    async def begin(self, members: Sequence[MemberActor], options: dict[str, str] | None = None) -> None:
        stop_rounds(self.club)
        lobby, host = self.club.service.lobby, members[0]
        info = await lobby.open(
            self.game,
            options or {},
            seats=len(members),
            host=Person(host.id, host.name),
            guild=self.club.guild.id,
            channel=self.club.channel.id,
            match_terms=self.terms,
            request=f"open {self.club.env.now()}",
        )
        for member in members[1:]:
            await lobby.join(info.id, Person(member.id, member.name), request=f"join {info.id} {member.id}")
        self.match = (await lobby.start(info.id, host.id, request=f"start {info.id}")).id
        self.members = members
        await self._publish()

    async def pass_by(self, step: timedelta, act: float | Mapping[int, float]) -> bool:
        """Advance one step, in which each awaited person acts with this probability, and check the diary.

        Returns whether the match continues.
        """
        self.club.env.backend.advance_clock(step.total_seconds())
        await self._look()
        public = await self.club.service.match_view(self.match, None)
        if public.match.stage.ended:
            return False
        for seat in sorted(public.awaited):
            user = public.match.seats[seat].user
            if self.chance.random() < (act if isinstance(act, float) else act[user]):
                await self._act(user)
        await self.check()
        return not (await self.club.service.info(self.match)).stage.ended

    async def _act(self, user: int) -> None:
        match_view = await self.club.service.match_view(self.match, user)
        if match_view.match.stage.ended or not match_view.legal:
            return
        action = self._chosen(match_view)
        if action == Resign():
            return
        request = f"{self.club.env.now()} {user}"
        try:
            await self.club.service.play.act(self.match, user, [action], version=None, request=request)
        except Refusal:
            return  # the match has changed meanwhile
        await self._publish()

    def _chosen(self, match_view: MatchView) -> Any:
        """Return a random action, or in every other case one that the easy computer would choose."""
        if self.chance.random() < 0.5:
            return match_view.legal[self.chance.randrange(len(match_view.legal))]
        rules = self.club.games[self.game].rules
        return easy_player(self.game).choose(rules, match_view.view, match_view.legal, self.chance)

    async def _publish(self) -> None:
        await self.club.bot.publish_here(self.match)
        await self.club.env.settle()

    async def _look(self) -> None:
        """Let the bot check due work and clocks once."""
        publisher: Any = self.club.bot.cog(Publisher)
        notices, timekeeping = self.club.bot.cog(DueNotices), self.club.bot.cog(Timekeeping)
        await publisher.task.coro(publisher)
        await notices.task.coro(notices)
        await timekeeping._look()
        await self.club.env.settle()

    async def check(self) -> None:
        """Check that the latest messages are true, and that nobody loses without a known deadline.

        Without a change or a message since the last check nothing is checked.
        """
        info = await self.club.service.info(self.match)
        now = info.version, len(self.club.env.http_requests)
        if now == self._checked:
            return
        self._checked = now
        await self._check_words(info)
        for member in self.members:
            match_view = await self.club.service.match_view(self.match, member.id)
            await self._check_dms(member, match_view)
            self._hear(member)
        await self._check_losses(info)

    async def _check_words(self, info: MatchInfo) -> None:
        """No post repeats a line or contradicts itself, and the board waits for the awaited players."""
        places = [self.club.channel, *[each.user.dm_channel for each in self.members]]
        for post in [post for place in places if place for post in place.history()]:
            words = words_of(post)
            if self._read.get(post.id) == words:
                continue
            self._read[post.id] = words
            self.posts += 1
            found = faults(words, info.names)
            assert not found, f"{found} in:\n{words}"
        board = await self.club.service.store.post(self.match, "board")
        if board is None or info.stage.ended:
            return
        said = awaited_in(self._read.get(board.message, ""), info.names)
        public = await self.club.service.match_view(self.match, None)
        awaited = {info.names[seat] for seat in public.awaited}
        assert said is None or said == awaited, f"the board waits for {said}, the match for {awaited}"

    async def _check_dms(self, member: MemberActor, match_view: MatchView) -> None:
        """A DM is right about the present: whose turn it is, the deadline, and the available controls."""
        dms = member.user.dm_channel.history() if member.user.dm_channel else []
        awaited = match_view.seat in match_view.awaited
        present = [words_of(dm) for dm in dms if PRESENT.search(words_of(dm))]
        assert len(present) <= 1, "a DM of a turn that is over speaks of the present"
        assert awaited or not present, f"{member.name} is not awaited: {present}"
        assert not live(dms, "pick") or match_view.legal, f"{member.name} has buttons and nothing to do"
        for dm in dms:
            promised = [button for words, button in WAY_BACK.items() if words in words_of(dm)]
            assert set(promised) <= set(labels_of(dm)), (
                f"{member.name} is told of a way back that is not there: {words_of(dm)}"
            )
        until = _deadline(match_view)
        for words in present:
            said = [
                int(each) for line in words.splitlines() if MINE.match(line) for each in INSTANT.findall(line)
            ]
            assert said == ([until] if until else []), f"{member.name} is told {said}, and has until {until}"

    def _hear(self, member: MemberActor) -> None:
        """Store the deadline that a person was told, by DM or by a call in the channel."""
        posts = member.user.dm_channel.history() if member.user.dm_channel else []
        calls = [post for post in self.club.channel.history() if words_of(post).startswith(f"<@{member.id}>")]
        for post in (*posts, *calls):
            for line in words_of(post).splitlines():
                for until in INSTANT.findall(line) if MINE.search(line) or CALL.search(line) else ():
                    told = Told(member.id, int(until), self.club.env.now())
                    if not any(each[:2] == told[:2] for each in self.told):
                        self.told.append(told)

    async def _check_losses(self, info: MatchInfo) -> None:
        """A person who timed out was told the deadline in time."""
        lines = await self.club.service.history.lines(self.match, None)
        over = [line for line in lines if isinstance(line.fact, TimeUp)]
        for line in over[self.lost :]:
            assert isinstance(line.fact, TimeUp)
            user = info.seats[line.fact.seat].user
            heard = [each for each in self.told if each.user == user and each.until <= line.at.timestamp()]
            assert heard, f"nobody told {user} until when there was time"
            last = max(heard, key=lambda each: each.until)
            late = line.at.timestamp() - last.until - self.terms.clock_terms.grace
            assert late < 3600, f"{user} knows of {last}, lost at {line.at}"
            assert last.at.timestamp() < last.until, f"{user} was told too late: {last}"
        self.lost = len(over)


def _deadline(match_view: MatchView) -> int:
    """Return the viewer's deadline; 0 without a clock."""
    info, seat = match_view.match, match_view.seat
    window = info.match_terms.window
    if window is not None and window.seat == seat and window.until is not None:
        return int(window.until.timestamp())
    if seat is None or seat not in running(info, match_view.awaited):
        return 0
    end = deadline(info.match_terms.clock_terms, info.match_terms.clocks, seat)
    return int(end.timestamp()) if end else 0
