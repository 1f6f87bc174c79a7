"""What people have set and noted, whom to tell what at once, and what is kept to be told later."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Final

from msgspec.structs import replace

from bot.clock import Clock
from bot.engine.errors import Refusal
from bot.engine.language import ENGLISH
from bot.languages.catalogues import language_for
from bot.matches.errors import NotSeated
from bot.matches.model import MatchId, MatchInfo
from bot.matches.outbox import backoff
from bot.people import leave
from bot.people.hours import back, next_digest, next_leave, today
from bot.people.notices import (
    NEVER,
    NOW,
    Timing,
    reminder_due,
    tell_end,
    tell_nudge,
    tell_turn,
    tell_watcher,
    undisturbed,
)
from bot.people.ports import Due, Follower, Following, PeopleStore
from bot.people.preferences import PLAIN, Preferences
from bot.people.reading import read_day, read_return

AT_ONCE = 100
"""Notices and digests that are looked up at a time."""
MOST_WATCHED = 25
"""Matches that a person can watch at once."""
DIGEST_AGAIN = timedelta(minutes=5)
MOST_ATTEMPTS = 50
"""After about half a day of failures a notice is given up."""


LONGEST_NOTE: Final = 1000
"""Characters of a note."""


class NothingToFollow(Refusal):
    """A match that this person cannot watch or mute."""


def code_heard(locale: str) -> str:
    """Return the code that is kept for the language of a person's Discord; "" for English."""
    heard = language_for(locale)
    return "" if heard is ENGLISH else heard.code


class People:
    """The settings and notes of all people, and the notices that wait for them."""

    def __init__(self, store: PeopleStore, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    def known(self, user: int) -> Preferences | None:
        """Return what a person has set, from memory; None where it has to be read."""
        return self._store.known(user)

    async def preferences(self, user: int) -> Preferences:
        """Return what a person has set."""
        return self.known(user) or (await self._store.preferences([user])).get(user, PLAIN)

    async def keep(self, user: int, preferences: Preferences) -> Preferences:
        """Keep what a person has set, and let what is held for them follow it."""
        now, before = self._clock(), await self.preferences(user)
        same = (before.leaves, before.zone) == (preferences.leaves, preferences.zone)
        leave_due = next_leave(preferences, now) if same and not back(preferences, now) else now
        await self._store.keep(user, preferences, next_digest(preferences, now), leave_due)
        for row in await self._store.held(user):
            await self._again(row, preferences, now)
        return preferences

    async def heard(self, user: int, code: str) -> None:
        """Note the language of a person's Discord (`code_heard`): unasked, they are spoken to in it.

        Nothing else that is kept of them changes, nor when they are told what.
        """
        await self._store.hear(user, code)

    async def note(self, user: int, match: MatchId) -> str:
        """Return a person's own note in a match; "" for none. Nobody else is ever shown it."""
        return (await self._store.notes(user)).get(match, "")

    async def write_note(self, user: int, info: MatchInfo, words: str) -> None:
        """Keep a note of a player of a match; no words delete it. Raises `NotSeated`."""
        if words.strip() and info.seat_of(user) is None:
            raise NotSeated.translated("You have no seat in this match, so you can keep no note in it.")
        await self._store.keep_note(user, info.id, words.strip()[:LONGEST_NOTE])

    async def go_away(self, user: int, until: str, begin: str = "") -> Preferences:
        """Let a person be away from a day until another, in words, or be back. Raises `UnreadableSetting` or
        `BadLeave`."""
        preferences = await self.preferences(user)
        day = today(preferences, self._clock())
        first = read_day(begin, day) if begin else day
        end = read_return(until, day, first)
        if end is None:
            return await self.keep(user, leave.back(preferences, day))
        return await self.keep(user, leave.taken(preferences, first, end, day))

    async def leaves_due(self) -> list[tuple[int, datetime]]:
        """Return the people whose matches are to hear of a leave that begins, or is altered, with the instant
        at which that was due."""
        return await self._store.leaves_due(self._clock(), AT_ONCE)

    async def leave_told(self, user: int, was_due: datetime) -> None:
        """Note that a person's matches have heard of their leave; the next follows when it begins."""
        following = next_leave(await self.preferences(user), was_due)
        await self._store.put_off_leave(user, was_due, following)

    async def away(self, users: Collection[int]) -> dict[int, datetime]:
        """Return the people on leave among these, with the instants at which they will be back."""
        found = await self._store.preferences(users)
        returns = {user: back(preferences, self._clock()) for user, preferences in found.items()}
        return {user: at for user, at in returns.items() if at is not None}

    async def about_turn(self, user: int, match: MatchId) -> tuple[Timing, Preferences]:
        """Return when to tell a person that it is their turn, and what they have set."""
        preferences = await self.preferences(user)
        muted = match in await self._store.muted_by(user)
        return tell_turn(preferences, self._clock(), muted=muted), preferences

    async def hold_turn(self, user: int, match: MatchId, version: int, telling: Timing) -> None:
        """Keep a turn to be told later; nothing is kept of one that is not to be told at all."""
        if telling.how == "never" or telling.at is None:
            await self._store.drop(user, match, ("turn", "reminder"))
            return
        row = Due(user, match, "turn", telling.at, version, self._clock())
        await self._store.hold(row, instead_of=("reminder",))

    async def turn_told(self, user: int, match: MatchId, version: int) -> None:
        """Note that a person was told of their turn now: a reminder follows, if they want one."""
        preferences, now = await self.preferences(user), self._clock()
        due = reminder_due(preferences, now)
        if due is None:
            await self._store.drop(user, match, ("turn", "reminder"))
        else:
            await self._store.hold(Due(user, match, "reminder", due, version, now), instead_of=("turn",))

    async def about_end(self, user: int, match: MatchId) -> tuple[Timing, Preferences]:
        """Return when to tell a person how a match of theirs has ended, and what they have set."""
        preferences = await self.preferences(user)
        muted = match in await self._store.muted_by(user)
        return tell_end(preferences, self._clock(), muted=muted), preferences

    async def hold_end(self, user: int, match: MatchId, version: int, telling: Timing) -> None:
        """Keep the end of a match to be told later, and nothing else of it."""
        await self._store.drop(user, match, ("turn", "reminder", "clock"))
        if telling.at is not None:
            await self._store.hold(Due(user, match, "over", telling.at, version, self._clock()))

    async def nudge(self, user: int, match: MatchId, version: int) -> None:
        """Let a person be told once more of a turn, when nothing that they have set speaks against it."""
        now = self._clock()
        await self._store.hold(Due(user, match, "nudge", now, version, now))

    async def hold_warning(self, user: int, match: MatchId, version: int, due: datetime) -> None:
        """Keep the warning that a person's time is running out."""
        await self._store.hold(Due(user, match, "clock", due, version, self._clock()))

    async def hold_answer(self, user: int, match: MatchId, version: int, due: datetime) -> None:
        """Keep for later that a person was given or answered something."""
        await self._store.hold(Due(user, match, "answer", due, version, self._clock()))

    async def held(self, user: int) -> list[Due]:
        """Return all that a person is to be told later."""
        return await self._store.held(user)

    async def due(self) -> list[Due]:
        """Return the notices that are due and may be sent now; the others of them are put off or dropped."""
        now = self._clock()
        rows = await self._store.due(now, AT_ONCE)
        return [row for row in rows if await self._again(row, await self.preferences(row.user), now)]

    async def settle(self, row: Due) -> None:
        """Forget a notice that was sent, or that nobody needs any more."""
        await self._store.settle(row)

    async def postpone(self, row: Due) -> None:
        """Try a notice again later that could not be sent now; after many attempts, give it up."""
        attempts = row.attempts + 1
        if attempts >= MOST_ATTEMPTS:
            await self.settle(row)
        else:
            due = self._clock() + backoff(attempts)
            await self._store.hold(replace(row, due=due, attempts=attempts))

    async def put_off(self, row: Due, until: datetime) -> None:
        """Keep a notice to be told at another time."""
        await self._store.hold(replace(row, due=until))

    async def digests_due(self) -> list[tuple[int, datetime]]:
        """Return the people whose digest may be sent now, with the instant at which it was due.

        One that has become due in the quiet hours or while the person is away, because the bot was not
        running at its time, is put off.
        """
        now, found = self._clock(), []
        for user, was_due in await self._store.digests_due(now, AT_ONCE):
            telling = undisturbed(await self.preferences(user), now)
            if telling.at is None:
                found.append((user, was_due))
            else:
                await self._store.put_off_digest(user, was_due, telling.at)
        return found

    async def digested(self, user: int, was_due: datetime, composed_at: datetime) -> None:
        """Note that a digest was sent, or that there was nothing to tell; the next follows a day later."""
        preferences = await self.preferences(user)
        following = next_digest(preferences, self._clock())
        covered = composed_at if preferences.digest == "instead" else None
        await self._store.digested(user, was_due, following, covered=covered)

    async def digest_failed(self, user: int, was_due: datetime) -> None:
        """Try a digest again in some minutes that could not be sent now."""
        await self._store.put_off_digest(user, was_due, self._clock() + DIGEST_AGAIN)

    async def follow(self, user: int, info: MatchInfo, following: Following) -> None:
        """Let a person watch or mute a match. Raises `NothingToFollow`."""
        seated = info.seat_of(user) is not None
        if info.stage.ended:
            raise NothingToFollow.translated(
                "This match has ended, so there is nothing more to be told of it."
            )
        if following == "watch" and seated:
            raise NothingToFollow.translated(
                "You play in this match, so you are told of it anyway: see /me notices."
            )
        if following == "mute" and not seated:
            raise NothingToFollow.translated(
                "You have no seat in this match, so you are told nothing of it anyway."
            )
        if not await self._store.follow(Follower(user, info.id, following), most=MOST_WATCHED):
            raise NothingToFollow.translated(
                "You watch {matches} matches already. Stop watching one of them first.", matches=MOST_WATCHED
            )
        if following == "mute":
            await self._store.drop(user, info.id, ("turn", "reminder"))

    async def unfollow(self, user: int, match: MatchId, following: Following) -> bool:
        """Let a person watch or mute a match no more; False when they did not."""
        if following == "watch":
            await self._store.drop(user, match, ("watch",))
        return await self._store.unfollow(user, match, following)

    async def muted_by(self, user: int) -> frozenset[MatchId]:
        """Return the matches that a person has muted."""
        return await self._store.muted_by(user)

    async def call_watchers(self, info: MatchInfo) -> None:
        """Let those who watch a match be told that its turn has changed, or that it has ended."""
        now = self._clock()
        for follower in await self._store.followers(info.id):
            if follower.following == "watch":
                preferences = await self.preferences(follower.user)
                last = None if info.stage.ended else follower.told_at
                due = tell_watcher(preferences, now, last).at or now
                await self._store.hold(Due(follower.user, info.id, "watch", due, info.version, now))

    async def watcher_told(self, row: Due, *, ended: bool) -> None:
        """Note that somebody who watches a match was told of it; after its end that was the last time."""
        await self.settle(row)
        if ended:
            await self._store.unfollow(row.user, row.match, "watch")
        else:
            await self._store.told(row.user, row.match, self._clock())

    async def _again(self, row: Due, preferences: Preferences, now: datetime) -> bool:
        """Decide again on a notice that is held; return whether it may be sent now."""
        telling = await self._telling(row, preferences, now)
        if telling.how == "never":
            await self.settle(row)
        elif telling.at is not None:
            if telling.at != row.due:
                await self.put_off(row, telling.at)
        elif row.due > now and not row.attempts:
            await self.put_off(row, now)
        return telling.how == "now"

    async def _telling(self, row: Due, preferences: Preferences, now: datetime) -> Timing:
        muted = row.match in await self._store.muted_by(row.user)
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
