"""Users' settings and notes, and the notices to send now or to hold."""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Final

from msgspec.structs import replace

from bot.base.clock import Clock
from bot.base.ids import MatchId
from bot.base.language import ENGLISH
from bot.base.languages.catalogues import language_for
from bot.engine.errors import Refusal
from bot.matches.errors import NotSeated
from bot.matches.model import MatchInfo
from bot.matches.outbox import backoff
from bot.people import leave
from bot.people.days import read_day, read_return
from bot.people.notices import (
    DAY,
    NEVER,
    NOW,
    Timing,
    back,
    next_digest,
    next_leave,
    reminder_due,
    tell_end,
    tell_nudge,
    tell_turn,
    tell_watcher,
    today,
    undisturbed,
)
from bot.people.ports import Due, Follower, Following
from bot.people.preferences import PLAIN, Preferences
from bot.people.store import SqlPeopleStore

AT_ONCE = 100
"""Notices and digests that are processed at a time."""
MOST_WATCHED = 25
"""The most matches that a user can watch at once."""
DIGEST_AGAIN = timedelta(minutes=5)
MOST_ATTEMPTS = 50
"""After about half a day of failures a notice is given up."""


LONGEST_NOTE: Final = 1000
"""The most characters of a note."""


class NothingToFollow(Refusal):
    """A match that this user cannot watch or mute."""


def code_heard(locale: str) -> str:
    """Return the stored code for the language of a user's Discord; "" for English."""
    heard = language_for(locale)
    return "" if heard is ENGLISH else heard.code


class People:
    """The settings, notes and held notices of all users."""

    def __init__(self, store: SqlPeopleStore, clock: Clock) -> None:
        self.store = store
        self._clock = clock

    async def preferences(self, user: int) -> Preferences:
        """Return a user's settings."""
        return self.store.known(user) or (await self.store.preferences([user])).get(user, PLAIN)

    async def keep(self, user: int, preferences: Preferences) -> Preferences:
        """Store a user's settings, and adapt the held notices to them."""
        now, before = self._clock(), await self.preferences(user)
        same = (before.leaves, before.zone) == (preferences.leaves, preferences.zone)
        leave_due = next_leave(preferences, now) if same and not back(preferences, now) else now
        await self.store.keep(user, preferences, next_digest(preferences, now), leave_due)
        for row in await self.store.held(user):
            await self._again(row, preferences, now)
        return preferences

    async def note(self, user: int, match: MatchId) -> str:
        """Return a user's private note in a match; "" for none."""
        return (await self.store.notes(user)).get(match, "")

    async def write_note(self, user: int, info: MatchInfo, words: str) -> None:
        """Store a player's note in a match; empty words delete it. Raises `NotSeated`."""
        if words.strip() and info.seat_of(user) is None:
            raise NotSeated.translated("You have no seat in this match, so you can keep no note in it.")
        await self.store.keep_note(user, info.id, words.strip()[:LONGEST_NOTE])

    async def go_away(self, user: int, until: str, begin: str = "") -> Preferences:
        """Begin or plan a leave from typed days, or end it.

        Raises `UnreadableSetting` or `BadLeave`.
        """
        preferences = await self.preferences(user)
        now = self._clock().astimezone(preferences.tzinfo)
        day = now.date()
        first = read_day(begin, now) if begin else day
        end = read_return(until, now, first)
        if end is None:
            return await self.keep(user, leave.back(preferences, day))
        return await self.keep(user, leave.taken(preferences, first, end, day))

    async def leave_before_a_loss(self, user: int) -> bool:
        """Begin a leave of today and tomorrow for a user who wants that before a loss by time.

        Of today alone where no more days are left. Returns False where none begins: the user has not chosen
        it, has no day left, or is on leave already.
        """
        preferences, now = await self.preferences(user), self._clock()
        if not preferences.auto_leave or back(preferences, now) is not None:
            return False
        day = today(preferences, now)
        for days in (2, 1):
            with suppress(leave.BadLeave):
                await self.keep(user, leave.taken(preferences, day, day + days * DAY, day))
                return True
        return False

    async def choosing_leave(self, users: Collection[int]) -> set[int]:
        """Return those of these users whose leave begins by itself before a loss by time."""
        preferences_of = await self.store.preferences(users)
        return {user for user, preferences in preferences_of.items() if preferences.auto_leave}

    async def leaves_due(self) -> list[tuple[int, datetime]]:
        """Return the users whose matches have to be told of a leave that begins or changes, with the due
        time.
        """
        return await self.store.leaves_due(self._clock(), AT_ONCE)

    async def leave_told(self, user: int, was_due: datetime) -> None:
        """Store that a user's matches were told of the leave; the next one follows when it begins."""
        following = next_leave(await self.preferences(user), was_due)
        await self.store.put_off_leave(user, was_due, following)

    async def away(self, users: Collection[int]) -> dict[int, datetime]:
        """Return the end of leave of each of these users who is on leave."""
        stored = await self.store.preferences(users)
        returns = {user: back(preferences, self._clock()) for user, preferences in stored.items()}
        return {user: at for user, at in returns.items() if at is not None}

    async def about_turn(self, user: int, match: MatchId) -> tuple[Timing, Preferences]:
        """Return when to tell a user that it is their turn, and the user's settings."""
        preferences, muted = await self.preferences(user), match in await self.store.muted_by(user)
        return tell_turn(preferences, self._clock(), muted=muted), preferences

    async def hold_turn(self, user: int, match: MatchId, version: int, telling: Timing) -> None:
        """Hold a turn notice; nothing is stored for one that is not to be sent."""
        if telling.how == "never" or telling.at is None:
            await self.store.drop_turn(user, match)
            return
        row = Due(user, match, "turn", telling.at, version, self._clock())
        await self.store.hold(row, instead_of=("reminder",))

    async def turn_told(self, user: int, match: MatchId, version: int) -> None:
        """Store that a user was told of their turn now: a reminder follows, if they want one."""
        preferences, now = await self.preferences(user), self._clock()
        due = reminder_due(preferences, now)
        if due is None:
            await self.store.drop_turn(user, match)
        else:
            await self.store.hold(Due(user, match, "reminder", due, version, now), instead_of=("turn",))

    async def about_end(self, user: int, match: MatchId) -> tuple[Timing, Preferences]:
        """Return when to tell a user how a match of theirs has ended, and the user's settings."""
        preferences, muted = await self.preferences(user), match in await self.store.muted_by(user)
        return tell_end(preferences, self._clock(), muted=muted), preferences

    async def hold_end(self, user: int, match: MatchId, version: int, telling: Timing) -> None:
        """Hold the notice of a match's end; all other notices of the match are deleted."""
        await self.store.drop(user, match, ("turn", "reminder", "clock"))
        if telling.at is not None:
            await self.store.hold(Due(user, match, "over", telling.at, version, self._clock()))

    async def nudge(self, user: int, match: MatchId, version: int) -> None:
        """Schedule another turn notice for a user, unless the settings exclude it."""
        now = self._clock()
        await self.store.hold(Due(user, match, "nudge", now, version, now))

    async def hold_warning(self, user: int, match: MatchId, version: int, due: datetime) -> None:
        """Hold the warning that a user's time is running out."""
        await self.store.hold(Due(user, match, "clock", due, version, self._clock()))

    async def hold_answer(self, user: int, match: MatchId, version: int, due: datetime) -> None:
        """Hold the notice of an answered request, or of what another user has done for this one."""
        await self.store.hold(Due(user, match, "answer", due, version, self._clock()))

    async def due(self) -> list[Due]:
        """Return the due notices that may be sent now; the others are put off or dropped."""
        now = self._clock()
        rows = await self.store.due(now, AT_ONCE)
        return [row for row in rows if await self._again(row, await self.preferences(row.user), now)]

    async def postpone(self, row: Due) -> None:
        """Schedule another try for a notice that could not be sent; after many attempts, give it up."""
        attempts = row.attempts + 1
        if attempts >= MOST_ATTEMPTS:
            await self.store.settle(row)
        else:
            due = self._clock() + backoff(attempts)
            await self.store.hold(replace(row, due=due, attempts=attempts))

    async def put_off(self, row: Due, until: datetime) -> None:
        """Hold a notice until another time."""
        await self.store.hold(replace(row, due=until))

    async def digests_due(self) -> list[tuple[int, datetime]]:
        """Return the users whose digest may be sent now, with its due time.

        A digest that became late because the bot was not running is put off if it is now in the quiet hours
        or a leave.
        """
        now, due = self._clock(), []
        for user, was_due in await self.store.digests_due(now, AT_ONCE):
            telling = undisturbed(await self.preferences(user), now)
            if telling.at is None:
                due.append((user, was_due))
            else:
                await self.store.put_off_digest(user, was_due, telling.at)
        return due

    async def digested(self, user: int, was_due: datetime, composed_at: datetime) -> None:
        """Store that a digest was sent or had no content; the next follows a day later."""
        preferences = await self.preferences(user)
        following = next_digest(preferences, self._clock())
        covered = composed_at if preferences.digest == "instead" else None
        await self.store.digested(user, was_due, following, covered=covered)

    async def digest_failed(self, user: int, was_due: datetime) -> None:
        """Schedule another try in some minutes for a digest that could not be sent."""
        await self.store.put_off_digest(user, was_due, self._clock() + DIGEST_AGAIN)

    async def follow(self, user: int, info: MatchInfo, following: Following) -> None:
        """Make a user watch or mute a match. Raises `NothingToFollow`."""
        seated = info.seat_of(user) is not None
        if info.stage.ended:
            raise NothingToFollow.translated("This match has ended, so there are no more notices of it.")
        if following == "watch" and seated:
            raise NothingToFollow.translated(
                "You play in this match, so you get its notices anyway: see /me notices."
            )
        if following == "mute" and not seated:
            raise NothingToFollow.translated(
                "You have no seat in this match, so you get no notices of it anyway."
            )
        if not await self.store.follow(Follower(user, info.id, following), most=MOST_WATCHED):
            raise NothingToFollow.translated(
                "You watch {matches} matches already. Stop watching one of them first.", matches=MOST_WATCHED
            )
        if following == "mute":
            await self.store.drop(user, info.id, ("turn", "reminder"))

    async def unfollow(self, user: int, match: MatchId, following: Following) -> bool:
        """Stop a user from watching or muting a match; False when they did not."""
        if following == "watch":
            await self.store.drop(user, match, ("watch",))
        return await self.store.unfollow(user, match, following)

    async def call_watchers(self, info: MatchInfo) -> None:
        """Hold notices for the watchers of a match that its turn has changed, or that it has ended."""
        now = self._clock()
        for follower in await self.store.watchers(info.id):
            preferences = await self.preferences(follower.user)
            last = None if info.stage.ended else follower.told_at
            due = tell_watcher(preferences, now, last).at or now
            await self.store.hold(Due(follower.user, info.id, "watch", due, info.version, now))

    async def watcher_told(self, row: Due, *, ended: bool) -> None:
        """Store that a watcher was notified; after the match's end, stop watching."""
        await self.store.settle(row)
        if ended:
            await self.store.unfollow(row.user, row.match, "watch")
        else:
            await self.store.told(row.user, row.match, self._clock())

    async def _again(self, row: Due, preferences: Preferences, now: datetime) -> bool:
        """Decide again on a held notice; return whether it may be sent now."""
        telling = await self._telling(row, preferences, now)
        if telling.how == "never":
            await self.store.settle(row)
        elif telling.at is not None:
            if telling.at != row.due:
                await self.put_off(row, telling.at)
        elif row.due > now and not row.attempts:
            await self.put_off(row, now)
        return telling.how == "now"

    async def _telling(self, row: Due, preferences: Preferences, now: datetime) -> Timing:
        muted = row.match in await self.store.muted_by(row.user)
        if row.matter in ("turn", "answer"):
            return tell_turn(preferences, now, muted=muted)
        if row.matter == "nudge":
            return tell_nudge(preferences, now, muted=muted)
        if row.matter == "watch":
            return undisturbed(preferences, now, row.due)
        if row.matter == "clock":  # planned by the clock itself: the next look at it decides
            return NOW if row.due <= now else Timing("later", row.due)
        if row.matter == "over":
            return NEVER if muted else undisturbed(preferences, now, row.due)
        due = reminder_due(preferences, row.since, muted=muted)
        return NEVER if due is None else undisturbed(preferences, now, due)
