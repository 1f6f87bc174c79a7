"""Notifies players of their turns, by their settings, and keeps the DM with the controls up to date.

The start of a turn is one delivery `turn`. `bot.people` decides: send it now, keep it until quiet hours end
or the player is back, leave it to the digest, or nothing for a muted match. While a player is awaited there
is no second DM except a reminder and a warning: the first one is edited as the match goes on, and at last
says that the turn is over.

The warning of a clock is due when a quarter of the turn's time is left, earlier if quiet hours begin before.
It is dropped if a DM or a call has named the deadline since.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Literal, NamedTuple, TypeAlias

import structlog
from msgspec.structs import replace

from bot.base.ids import MatchId
from bot.base.language import N_, gettext, ngettext, speaking
from bot.base.metrics import TURN_NOTICES
from bot.engine.errors import Refusal
from bot.engine.sentences import all_of
from bot.games.game import Game
from bot.matches.deliveries import Delivery, Post, PostKind, StalePost
from bot.matches.model import MatchInfo, MatchView
from bot.matches.outbox import TryLater
from bot.matches.timing import running_clock
from bot.people.notices import warning_due
from cogs.kit.client import Client
from cogs.kit.clock_words import own_deadline_in_words, stamp
from cogs.kit.controls import play_button
from cogs.kit.languages import language_of
from cogs.kit.layout import OutgoingMessage, message_of, safe, text
from cogs.kit.mailbox import Mailbox, compose_past_turn
from cogs.kit.sentences import (
    Named,
    accent,
    in_short,
    link_to,
    listed,
    outcome_in_words,
    own_words,
    weighed_lines,
)
from cogs.play.screens import draw_panel
from cogs.publishing.match_posts import unreachable

# Messages about turns: events, calls, digests, messages to watchers.


Why: TypeAlias = Literal["turn", "reminder", "clock"]
"""Why a player is notified of a turn: it has begun, it still waits, its time is running out."""
_CALLS: Mapping[Why, str] = {
    "turn": N_("{mention}: it is your turn in {game}, {player}."),
    "reminder": N_("{mention}: the match still waits for you in {game}, {player}."),
    "clock": N_("{mention}: your time is running out in {game}, {player}."),
}


def compose_call(game: Game, match_view: MatchView, user: int, why: Why, now: datetime) -> OutgoingMessage:
    """Return the post that calls one player in the match's channel. It is public information only."""
    seat = match_view.match.seat_of(user)
    assert seat is not None
    values = {"mention": f"<@{user}>", "game": game.title, "player": safe(match_view.match.names[seat])}
    clock = own_deadline_in_words(replace(match_view, seat=seat), now)
    return message_of(
        text(f"{gettext(_CALLS[why], **values)}\n{clock}".rstrip()),
        play_button(match_view.match.id),
        accent=accent([seat]),
        pings=[user],
    )


def compose_watched(game: Game, info: MatchInfo, link: str, waits_for: Sequence[str]) -> OutgoingMessage:
    """Return the message to a watcher of a match: the awaited players or the outcome, and a link."""
    if info.stage.ended:
        watched = gettext("You watched it in {place}.", place=link)
        return message_of(text(f"{outcome_in_words(game, info)}\n{watched}"))
    head = gettext("### {game} in {place}", game=game.title, place=link)
    waiting = gettext("The match waits for nobody now.")
    if waits_for:
        players = all_of([safe(name) for name in waits_for])
        waiting = gettext("The match waits for {players} now.", players=players)
    return message_of(
        text(f"{head}\n{waiting}"),
        text(gettext("-# You watch this match. `/match watch on:False` there ends it.")),
    )


def compose_digest(named: Sequence[Named]) -> OutgoingMessage:
    """Return the digest of a player who is awaited in at least one of these matches."""
    waiting = [each for each in named if each.table.mine]
    others = len(named) - len(waiting)
    head = ngettext("## {number} match waits for you", "## {number} matches wait for you", len(waiting))
    rest = ngettext(
        "In {number} other match it is not your turn.",
        "In {number} other matches it is not your turn.",
        others,
    )
    end = gettext("-# /me matches lists them all, /me digest sets when this comes.")
    return message_of(text(head), text(listed(waiting)), text(f"{rest}\n{end}" if others else end))


_HELD: Mapping[str, str] = {"later": "held", "digest": "digest", "never": "muted"}
"""What becomes of a notice that is not sent now (`bot.base.metrics.NOTICE_OUTCOMES`)."""
EDITABLE = timedelta(minutes=50)
"""How old a post can be to be edited; Discord limits edits of messages older than an hour."""
SHORTEST_WARNING = timedelta(minutes=1)
"""The least time before the end of a clock for a warning."""


log = structlog.get_logger(__name__)


class Told(NamedTuple):
    """The result of a turn notice."""

    settled: bool = False
    """Whether its delivery was deleted together with the note of the DM."""
    closed: bool = False
    """Whether the player's DMs were found closed."""


class Turns:
    """The turn notices of all matches: now, held or in a digest, with reminders where wished."""

    def __init__(self, bot: Client, mailbox: Mailbox) -> None:
        self.bot = bot
        self.service, self.people = bot.service, bot.people
        self.mailbox = mailbox
        self._posts: dict[MatchId, dict[tuple[PostKind, int], Post | None]] = {}
        """For each match the newest DM and call to each player, as far as they were read."""
        self._chosen: set[tuple[MatchId, int]] = set()
        """The players whose DM shows their choice: when they are awaited again, a new DM is sent."""
        self._planned: dict[tuple[MatchId, int], datetime | None] = {}
        """The end of the clock for which each player's warning is planned or not needed.

        None where the clock is stopped, for example by a leave.
        """

    async def deliver(self, delivery: Delivery) -> Told:
        """Notify a player of a turn that has just begun, or hold the notice.

        Raises `TryLater` or `Undeliverable`.
        """
        # the clock of a player on leave stops, also in a match that began meanwhile
        until = (await self.people.away([delivery.user])).get(delivery.user)
        if until is not None:
            await self.service.leaves.set(delivery.match, delivery.user, until)
        match_view = await self.service.match_view(delivery.match, delivery.user)
        if match_view.seat is None or match_view.seat not in match_view.awaited:
            await self._withdraw(delivery, match_view)
            return Told()
        user, version = delivery.user, delivery.version
        await self.plan_warning(match_view, user)
        telling, preferences = await self.people.about_turn(user, delivery.match)
        if telling.how != "now":
            self._noted(match_view, _HELD[telling.how])
            await self._withdraw(delivery, match_view)
            await self.people.hold_turn(user, delivery.match, version, telling)
            return Told()
        open_until_now = preferences.where == "dm" and not match_view.match.seats[match_view.seat].dm_closed
        await self.people.turn_told(user, delivery.match, version)
        reached = await self._reach(
            match_view, user, delivery.key, "turn", doubtful=delivery.doubtful, settles=delivery.id
        )
        unreached = not reached and not match_view.match.anonymous
        if unreached and not open_until_now:
            await self._call(match_view, user, version, delivery.key, "turn", doubtful=delivery.doubtful)
        return Told(settled=reached == "posted", closed=open_until_now and unreached)

    def _noted(self, match_view: MatchView, outcome: str) -> None:
        """Count what became of a turn notice; the log says which one, and not what the player has set."""
        TURN_NOTICES.labels(outcome).inc()
        log.debug("a notice of a turn", match=match_view.match.id, seat=match_view.seat, outcome=outcome)

    async def _withdraw(self, delivery: Delivery, match_view: MatchView) -> None:
        """Delete the DM of a turn that may have been sent and is not needed any more."""
        if delivery.doubtful:
            page = message_of(text(link_to(self.bot, match_view.match)))
            await self.mailbox.withdraw(delivery.user, page, delivery.key)

    async def tell_late(
        self,
        match_view: MatchView,
        user: int,
        version: int,
        key: str,
        why: Why,
        *,
        since: datetime | None = None,
        doubtful: bool = False,
    ) -> None:
        """Send a held notice to an awaited player: of the turn, a reminder, or a warning of the clock.

        A player who cannot be reached by DM is called in the channel. `version` is the match's at the
        beginning of the turn; `since` the time of that; `doubtful` is as in `Mailbox.post`. Raises `TryLater`
        or `Undeliverable`.
        """
        reached = await self._reach(match_view, user, key, why, since, doubtful=doubtful)
        if not reached and not match_view.match.anonymous:
            await self._call(match_view, user, version, key, why, doubtful=doubtful)
        if why == "turn":
            await self.people.turn_told(user, match_view.match.id, version)

    async def plan_warning(self, match_view: MatchView, user: int) -> None:
        """Hold the warning of an awaited player's clock until it is due.

        There is none without a running clock, or where so little time is left that the turn notice is the
        warning.
        """
        seat, match = match_view.match.seat_of(user), match_view.match.id
        clock = None if seat is None else running_clock(match_view.match, match_view.awaited, seat)
        if clock is None:
            if seat in match_view.awaited:
                self._planned[match, user] = None
            return
        if self._planned.get((match, user)) == clock.end:
            return
        self._planned[match, user] = clock.end
        if clock.end - clock.last_quarter >= SHORTEST_WARNING:
            preferences = await self.people.preferences(user)
            due = warning_due(preferences, clock.began, clock.last_quarter, clock.end)
            await self.people.hold_warning(user, match, match_view.match.version, due)

    async def write_to(self, match_view: MatchView, user: int, key: str) -> bool:
        """Send an awaited player the DM with the controls, whatever they prefer: the channel cannot be used.

        Return whether it has reached them. Raises `TryLater` or `Undeliverable`.
        """
        return bool(await self._reach(match_view, user, key, "turn", doubtful=False, even_unwanted=True))

    async def dm_since(self, match: MatchId, user: int, at: datetime) -> bool:
        """Whether a DM with controls has reached a player since an instant, and none was refused after it."""
        info = await self.service.info(match)
        seat, post = info.seat_of(user), await self._last("turn", match, user)
        closed = seat is None or info.seats[seat].dm_closed
        return not closed and post is not None and bool(post.message) and post.posted_at >= at

    async def _reach(
        self,
        match_view: MatchView,
        user: int,
        key: str,
        why: Why,
        since: datetime | None = None,
        *,
        doubtful: bool,
        settles: int = 0,
        even_unwanted: bool = False,
    ) -> Literal["posted", "there", ""]:
        """Send a player the DM with the controls; "" where they want none, or cannot get any.

        The delivery `settles` is done with its note. A player whose standing orders will answer gets none,
        where DMs are known to reach them: the last DM says so. In the channel they are called all the same:
        others must not see that they have orders. In an anonymous match a call would tell who plays, so that
        the DM is sent even to those who prefer to be called.
        """
        preferences = await self.people.preferences(user)
        if preferences.where == "channel" and not even_unwanted and not match_view.match.anonymous:
            self._noted(match_view, "elsewhere")
            await self._note_dm(match_view, user, closed=False)
            return ""
        if match_view.answer_waits and await self._reachable(match_view, user):
            with suppress(TryLater):  # its old controls answer kindly
                await self.bring_up_to_date(match_view.match.id, user)
            self._noted(match_view, "orders")
            return "there"
        with speaking(language_of(preferences)):
            page, seq = await self._page(match_view, user, why, since)
        before = await self._last("turn", match_view.match.id, user)
        channel = before.channel if before is not None else 0
        message = await self.mailbox.write(user, page, key, channel=channel, doubtful=doubtful)
        self._noted(match_view, "closed" if message is None else "sent")
        await self._note_dm(match_view, user, closed=message is None)
        if message is None:
            return ""
        post = self.mailbox.as_post(match_view.match, "turn", message, user=user, seq=seq)
        await self._keep(post, settles)
        return "posted"

    async def _reachable(self, match_view: MatchView, user: int) -> bool:
        """Whether a DM of this match has reached a player, and none was refused since."""
        assert match_view.seat is not None
        closed = match_view.match.seats[match_view.seat].dm_closed
        return not closed and await self._last("turn", match_view.match.id, user) is not None

    async def _note_dm(self, match_view: MatchView, user: int, *, closed: bool) -> None:
        """Store whether a player's DMs are closed."""
        assert match_view.seat is not None
        if match_view.match.seats[match_view.seat].dm_closed != closed:
            await self.service.posts.note_dm(match_view.match.id, user, closed=closed)

    async def _call(
        self, match_view: MatchView, user: int, version: int, key: str, why: Why, *, doubtful: bool
    ) -> None:
        """Call a player in the channel by a separate post, unless they have been called for this turn."""
        before = await self._last("call", match_view.match.id, user)
        if before is not None and before.version >= version and why == "turn":
            return
        public = await self.service.match_view(match_view.match.id, None)
        with speaking(await self.bot.languages.of_match(match_view.match)):
            page = compose_call(self.bot.game_of(match_view.match), public, user, why, self.bot.clock())
        message = await self.mailbox.post(match_view.match, page, f"{key[:23]}.c", doubtful=doubtful)
        await self._keep(self.mailbox.as_post(public.match, "call", message, user=user))

    async def to_ping(self, match_view: MatchView) -> list[int]:
        """Return the players whom a board post of this public view has to mention: their DMs are closed.

        Not those who have been called for this turn, and not those with other settings.
        """
        users = []
        for seat in unreachable(match_view):
            user = match_view.match.seats[seat].user
            telling, preferences = await self.people.about_turn(user, match_view.match.id)
            called = await self._last("call", match_view.match.id, user)
            if telling.how == "now" and preferences.where == "dm" and not (called and called.version):
                users.append(user)
        return users

    async def pinged(self, match_view: MatchView, users: list[int]) -> None:
        """Store that a board post has called these players."""
        for user in users:
            info, now = match_view.match, self.bot.clock()
            await self._keep(Post(info.id, "call", user, info.channel, 0, info.version, 0, now))

    async def follow(self, match_view: MatchView) -> None:
        """Update the DMs of all players of a match, awaited or not.

        `match_view` is the public's. While the same player is awaited there is no second DM except for a
        reminder and a warning.
        """
        for seat, holder in enumerate(match_view.match.seats):
            if not holder.user:
                continue
            where = match_view.match.id, holder.user
            known, until = where in self._planned, self._planned.get(where)
            await self.plan_warning(match_view, holder.user)
            later = known and until != self._planned.get(where)
            if seat not in match_view.awaited:
                called = await self._last("call", *where)
                if called is not None and called.version:
                    await self._keep(replace(called, message=0, version=0))
                later = later or where not in self._chosen  # an old DM still says that it is their turn
                self._chosen.add(where)
            elif where in self._chosen:
                self._chosen.discard(where)
                continue
            with suppress(TryLater):  # the DM's old controls answer kindly
                await self.bring_up_to_date(*where, even_old=later)

    async def catch_up(self, post: Post) -> None:
        """Update a DM that was left behind when the bot was stopped."""
        with suppress(TryLater, Refusal):
            await self.bring_up_to_date(post.match, post.user)

    async def bring_up_to_date(self, match: MatchId, user: int, *, even_old: bool = False) -> None:
        """Edit the DM of a player whose possible actions have changed, or make it say that the turn is over.

        A DM too old for edits is left as it is while the turn goes on, unless `even_old`: then its deadline
        has changed.

        Otherwise its picture of the hand would be wrong, and after the opening of Crossfire its controls of
        another phase (CRF-03, CRF-13). A player who has chosen keeps the controls as long as the choice can
        be taken back (ARC-15). Where this fails, the old controls give a helpful answer, and nothing is lost.
        Raises `TryLater`.
        """
        post = await self._last("turn", match, user)
        if post is None or not post.message:
            return
        match_view = await self.service.match_view(match, user)
        if self.bot.shown.is_answering(post.message):
            return  # its player has just acted in it: the answer shows that, or the next publication
        if match_view.idle:
            await self._over(match_view, user, post)
            return
        if not (even_old or self.young(post)) or match_view.match.version == post.version:
            return
        with speaking(await self.bot.languages.of_user(user)):
            page, seq = await self._page(match_view, user, "turn")
        if await self.mailbox.edit(post.channel, post.message, page):
            await self._edited(replace(post, version=match_view.match.version, seq=seq))

    async def _over(self, match_view: MatchView, user: int, post: Post) -> None:
        """Edit the DM of a turn: it is over, and the events since. Raises `TryLater`."""
        game = self.bot.game_of(match_view.match)
        history = await self.service.history.lines(post.match, user, after=post.seq)
        with speaking(await self.bot.languages.of_user(user)):
            lines = weighed_lines(game, [line.fact for line in history], match_view, outcome=True)
            own = own_words(match_view.match, match_view.seat)
            page = compose_past_turn(game.title, link_to(self.bot, match_view.match), in_short(lines, own))
        if await self.mailbox.edit(post.channel, post.message, page):
            await self._edited(replace(post, message=0))
        else:
            await self._keep(replace(post, message=0))

    async def _edited(self, post: Post) -> None:
        """Store what the DM of a turn shows after an edit; its message is 0 if it has no controls now."""
        self._posts.setdefault(post.match, {})[post.kind, post.user] = post
        await self.service.posts.edited(post)

    async def shown(self, match_view: MatchView, user: int, message: int) -> None:
        """Store that a player's DM shows this view now, because they have played in it.

        Where another DM was sent meanwhile, the answer has put controls on one that had lost them.
        """
        post = await self._last("turn", match_view.match.id, user)
        if post is None:
            return
        if post.message != message:
            if message < post.message:
                await self.mailbox.retire(StalePost(post.match, "turn", post.channel, message))
        elif match_view.idle:
            await self._edited(replace(post, message=0))  # it was shown without controls
        elif post.version != match_view.match.version:
            await self._edited(replace(post, version=match_view.match.version))

    async def told_since(self, match: MatchId, user: int, at: datetime) -> bool:
        """Whether a player has been told of their turn and its deadline after an instant."""
        for kind in ("turn", "call"):
            post = await self._last(kind, match, user)
            if post is not None and post.posted_at > at:
                return True
        return False

    def ended(self, match: MatchId) -> None:
        """Drop all data of a match that has ended."""
        self.forget(match)
        self._chosen = {where for where in self._chosen if where[0] != match}

    def forget(self, match: MatchId) -> None:
        """Drop the posts of a match."""
        self._posts.pop(match, None)
        self._planned = {where: end for where, end in self._planned.items() if where[0] != match}

    def forget_all(self) -> None:
        """Drop the posts of all matches."""
        self._posts.clear()
        self._chosen.clear()
        self._planned.clear()

    def young(self, post: Post) -> bool:
        """Whether a post can still be edited."""
        return bool(post.message) and self.bot.clock() - post.posted_at < EDITABLE

    async def _page(
        self, match_view: MatchView, user: int, why: Why, waiting_since: datetime | None = None
    ) -> tuple[OutgoingMessage, int]:
        assert match_view.seat is not None
        lines = await self.service.history.since_last_action(match_view.match.id, user)
        facts = tuple([line.fact for line in lines])
        told = weighed_lines(self.bot.game_of(match_view.match), facts, match_view)
        shown = replace(match_view, recent=facts)
        note, since = self._note_of(match_view, why, waiting_since), f"**{gettext('Since your last turn')}**"
        page = await draw_panel(self.bot, shown, table=True, told=told, since=since, note=note)
        return page, lines[-1].seq if lines else 0

    def _note_of(self, match_view: MatchView, why: Why, waiting_since: datetime | None) -> str:
        link = link_to(self.bot, match_view.match)
        if match_view.seat not in match_view.awaited:
            return gettext("You have chosen in {place}, and can still choose otherwise.", place=link)
        if why == "clock":
            return gettext("Your time is running out in {place}.", place=link)
        if waiting_since is None:
            return gettext("It is your turn in {place}.", place=link)
        return gettext(
            "It is still your turn in {place}: the match has waited since {time}.",
            place=link,
            time=stamp(waiting_since, "R"),
        )

    async def _last(self, kind: PostKind, match: MatchId, user: int) -> Post | None:
        """Return the newest DM or call to a player; its message is 0 once it is retired."""
        known = self._posts.setdefault(match, {})
        if (kind, user) not in known:
            known[kind, user] = await self.service.store.post(match, kind, user)
        return known[kind, user]

    async def _keep(self, post: Post, settles: int = 0) -> None:
        self._posts.setdefault(post.match, {})[post.kind, post.user] = post
        await self.mailbox.note(post, settles=settles)
