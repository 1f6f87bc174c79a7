"""The board post of a match: edited while no new player is awaited, else posted again."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

import msgspec

from bot.base.ids import MatchId
from bot.base.language import gettext, speaking
from bot.matches.deliveries import Delivery, Post, StalePost
from bot.matches.model import MatchInfo, MatchView, Stage
from bot.matches.notices import TimeUp
from bot.matches.outbox import TryLater, Undeliverable
from cogs.kit.client import Client
from cogs.kit.layout import OutgoingMessage, message_of, text
from cogs.kit.mailbox import Mailbox
from cogs.kit.sentences import LINES, link_to, weighed_lines
from cogs.publishing.lobbies import Lobbies
from cogs.publishing.match_posts import compose_board
from cogs.publishing.turns import Turns

MOST_TOLD = 3
"""The most posts whose lines one edited board shows; the others are behind its button."""
MARKED = 200
"""The most facts that are marked on a board, the newest."""


class LiveBoard(msgspec.Struct, frozen=True):
    """The newest board post of a match.

    It is edited until a seat is awaited that was not awaited before in this phase of the game. So
    simultaneous choices make one post, and a quick exchange makes few.
    """

    message: int
    awaited: frozenset[int]
    resigned: tuple[int, ...]
    """The seats that had resigned; a resignation makes a new post."""
    told_from: int
    """The last action told before this post; an edit repeats everything after it."""
    moment: str
    """The turn and phase of the game, as the rules name it."""
    called: frozenset[int]
    """The seats that have been awaited in this phase."""
    passed: int = 1
    """How often the awaited seats have changed while this was the board."""

    @property
    def lines(self) -> int:
        """The number of lines it shows: those of as many posts as it replaces, up to a limit."""
        return LINES * min(self.passed, MOST_TOLD)

    def serves(self, match_view: MatchView, moment: str) -> bool:
        """Whether this post can be edited to show the present position."""
        new = match_view.awaited - self.awaited
        known = bool(moment) and moment == self.moment and new <= self.called
        return (not new or known) and match_view.match.match_terms.resigned == self.resigned


class Boards:
    """Publishes the boards of all matches."""

    def __init__(self, bot: Client, mailbox: Mailbox, turns: Turns, lobbies: Lobbies) -> None:
        self.bot = bot
        self.service = bot.service
        self.mailbox = mailbox
        self.turns = turns
        self.lobbies = lobbies
        self._live: dict[MatchId, LiveBoard] = {}
        self._posts: dict[MatchId, Post] = {}
        """The board post of each match, where no other process posts any."""

    async def publish(self, delivery: Delivery, info: MatchInfo) -> bool:
        """Show the position of a match in the channel and in its players' DMs.

        Returns whether the delivery was deleted together with the note of the post.
        """
        if info.stage is not Stage.PLAYING:
            return False  # the result post shows the final board
        match_view = await self.service.match_view(info.id, None)
        if info.guild is None:  # in a DM the board is that of its player's turn
            await self.turns.follow(match_view)
            return False
        post = await self._post(info.id)
        if delivery.attempts and not delivery.doubtful and post and post.version >= delivery.version:
            return False  # a later board came out while this one was refused
        if delivery.doubtful or not await self._edited(match_view, post, delivery.id):
            await self._posted(match_view, post, delivery.key, delivery.doubtful, delivery.id)
        await self.turns.follow(match_view)
        return True

    async def call_by_board(self, delivery: Delivery) -> None:
        """Post the board again for a player with closed DMs, because an edit sends no notification."""
        match_view = await self.service.match_view(delivery.match, None)
        post = await self._post(delivery.match)
        with speaking(await self.bot.languages.of_match(match_view.match)):
            try:
                await self._posted(match_view, post, f"{delivery.key[:23]}.c", delivery.doubtful)
            except Undeliverable as failure:
                await self.mailbox.tell_host(match_view.match, failure)

    async def retell(self, match: MatchId) -> None:
        """Edit the newest board of a match to its present state, without notifying anybody."""
        match_view = await self.service.match_view(match, None)
        post = await self._post(match)
        if post is None or not self.turns.young(post):
            return
        live = self._live.get(match)
        if live is not None and live.message == post.message:
            told_from, most = live.told_from, live.lines
        else:
            told_from, most = await self._told_from(match_view, post), LINES
        with speaking(await self.bot.languages.of_match(match_view.match)):
            page, seq = await self.page(match_view, told_from, most=most)
        if await self.mailbox.edit(post.channel, post.message, page):
            for stale in await self._keep(_shown(match_view, post, seq)):
                await self.mailbox.retire(stale)

    def forget(self, match: MatchId) -> None:
        """Drop the board of a match that has ended."""
        self._live.pop(match, None)
        self._posts.pop(match, None)

    async def _post(self, match: MatchId) -> Post | None:
        """Return the newest board post of a match."""
        return self._posts.get(match) or await self.service.store.post(match, "board")

    async def _keep(self, post: Post, *replaces: Post, settles: int = 0) -> list[StalePost]:
        """Store a board post; return the messages to retire."""
        self._posts.pop(post.match, None)
        stale = await self.service.posts.note(post, *replaces, settles=settles)
        if not self.service.store.shared:
            self._posts[post.match] = post
        return stale

    async def page(
        self,
        match_view: MatchView,
        told_from: int,
        pings: Sequence[int] = (),
        late: Sequence[int] = (),
        most: int = LINES,
    ) -> tuple[OutgoingMessage, int]:
        """Return the board with the events after an action, and the last action it covers.

        It notifies `pings`, and the seats `late`, whose time was up; it has at most `most` lines of events.
        """
        game = self.bot.game_of(match_view.match)
        history = await self.service.history.lines(match_view.match.id, None, after=told_from)
        facts = [line.fact for line in history]
        lines = weighed_lines(game, facts, match_view)
        marked = msgspec.structs.replace(match_view, recent=tuple(facts[-MARKED:]) or match_view.recent)
        picture, away = await self.bot.draw(marked), dict[int, datetime]()
        # The end of leave of each awaited seat on leave. Nobody learns it of a player in an anonymous match.
        if not match_view.match.anonymous:
            users = {match_view.match.seats[seat].user: seat for seat in sorted(match_view.awaited)}
            ends = await self.bot.people.away([user for user in users if user])
            away = {users[user]: at for user, at in ends.items()}
        page = compose_board(game, match_view, lines, picture, pings, away, late, most)
        return self.bot.with_notice(page), history[-1].seq if history else told_from

    async def _edited(self, match_view: MatchView, post: Post | None, settles: int) -> bool:
        """Edit the present board; False where it has to be posted again."""
        live = self._live.get(match_view.match.id)
        if (
            post is None
            or live is None
            or live.message != post.message
            or not live.serves(match_view, self._moment(match_view))
            or post.channel != match_view.match.channel  # it was moved
            or not (match_view.awaited < live.awaited or self.turns.young(post))
        ):
            return False
        passed = live.passed + bool(match_view.awaited - live.awaited)
        live = msgspec.structs.replace(live, awaited=match_view.awaited, passed=passed)
        page, seq = await self.page(match_view, live.told_from, most=live.lines)
        if not await self.mailbox.edit(post.channel, post.message, page):
            return False
        self._live[match_view.match.id] = live
        for stale in await self._keep(_shown(match_view, post, seq), settles=settles):
            await self.mailbox.retire(stale)
        return True

    def _moment(self, match_view: MatchView) -> str:
        return self.bot.game_of(match_view.match).wording.moment(match_view.view)

    async def _posted(
        self, match_view: MatchView, post: Post | None, key: str, doubtful: bool, settles: int = 0
    ) -> None:
        """Post the board, notify those who cannot be reached by DM, and retire the former board.

        One that may have been posted already (`doubtful`) is found by its key.
        """
        info, told_from = match_view.match, await self._told_from(match_view, post)
        pings = await self.turns.to_ping(match_view)
        late = await out_of_time(self.bot, info, after=post.seq if post else -1)
        page, seq = await self.page(match_view, told_from, pings, late)
        await self.bot.people.call_watchers(info)
        message = await self.mailbox.post(info, page, key, doubtful=doubtful)
        live, moment = self._live.get(info.id), self._moment(match_view)
        before: frozenset[int] = live.called if live and live.moment == moment else frozenset()
        awaited, resigned = match_view.awaited, info.match_terms.resigned
        called = awaited | before
        self._live[info.id] = LiveBoard(message.id, awaited, resigned, told_from, moment, called)
        lobby = await self.service.store.post(info.id, "lobby") if post is None else None
        board = self.mailbox.as_post(info, "board", message, seq=seq)
        begun = [lobby] if lobby else []
        for user in info.persons if lobby else ():
            word = await self.service.store.post(info.id, "word", user)
            begun += [word] if word is not None else []
        stale = await self._keep(board, *begun, settles=settles)
        await self.turns.pinged(match_view, pings)
        for old in stale:
            if old.kind == "lobby":
                await self.lobbies.close(info, old)
            elif old.channel == board.channel or not await self._left_behind(info, old):
                await self.mailbox.retire(old)

    async def _left_behind(self, info: MatchInfo, stale: StalePost) -> bool:
        """Make the old board in a match's former channel a link to the new one; False where that is not
        possible.
        """
        place, game = link_to(self.bot, info), self.bot.game_of(info).title
        page = message_of(text(gettext("-# {game}: the match continues in {place}.", game=game, place=place)))
        try:
            done = await self.mailbox.edit(stale.channel, stale.message, page)
        except TryLater:
            return False
        if done:
            self.bot.shown.take(stale.message)
            self.service.posts.retired(stale)
        return done

    async def _told_from(self, match_view: MatchView, post: Post | None) -> int:
        """Return the last action that a new board need not cover.

        It is the last one of a seat that is awaited now, or the last one that the former board covered, if
        that is older.
        """
        if post is None:
            return -1
        history, match = self.service.history, match_view.match.id
        own = [await history.last_known_action(match, seat) for seat in sorted(match_view.awaited)]
        return min([post.seq, *own])


def _shown(match_view: MatchView, post: Post, seq: int) -> Post:
    """Return the post with the version it shows now, covering actions up to number `seq`."""
    return msgspec.structs.replace(post, version=match_view.match.version, seq=seq)


async def out_of_time(bot: Client, info: MatchInfo, after: int = -1) -> list[int]:
    """Return the seats that resigned because their time was up, after the action with this number."""
    if info.match_terms.clock_terms.at_zero != "resign" or not info.match_terms.resigned:
        return []
    facts = [line.fact for line in await bot.service.history.lines(info.id, None, after=after)]
    return [fact.seat for fact in facts if isinstance(fact, TimeUp) and fact.then == "resign"]
