"""Rolls: made from committed seeds, stored, revealed and verified.

A public roll comes from the stream of its channel and UTC day. A private one comes from the roller's own
stream, which only the roller ever sees: a channel's seed is shown to all when the day is over, and would
reveal private rolls. A roll to be revealed later has its own seed, shown with it.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from datetime import date, datetime, timedelta

import msgspec

from bot.base.clock import Clock
from bot.base.ids import new_id
from bot.base.language import N_, gettext
from bot.base.limits import NO_LIMITS, Buckets, Limits, wait_in_words
from bot.database.coordination import MatchLocks
from bot.engine.fair import SEED_BYTES, Stream, commitment
from bot.engine.spelling import name_key
from bot.matches.model import Person
from bot.matches.upkeep import in_batches
from bot.parts.dice.bounds import BadExpression, RollRefused
from bot.parts.dice.expression import Expression, clean_label
from bot.parts.dice.notation import read
from bot.parts.dice.ports import (
    MOST_SAVED,
    NAME_LENGTH,
    Roll,
    RollId,
    RollPlace,
    RollVerdict,
    SavedRoll,
    Seed,
    StreamId,
    Visibility,
    saved_key,
)
from bot.parts.dice.rolling import roll as roll_dice
from bot.parts.dice.store import SqlRollStore

_TRIES = 20
_COMMANDS = ("stats", "verify")
"""Words that `/roll` does not read as dice."""
_UNKNOWN = N_("There is no such roll that you may look at. Fair dice, under a roll, shows its id.")

_NOT_ROLLED = {
    True: N_("Nothing was rolled with number {number} in this channel on {day}."),
    False: N_("Nothing was rolled with number {number} by you here on {day}."),
}
"""By whether the channel has its own stream."""


class Asked(msgspec.Struct, frozen=True):
    """A request for a roll."""

    expression: Expression
    roller: Person
    place: RollPlace
    request: str
    """A unique key; a request is carried out at most once."""
    visibility: Visibility = Visibility.PUBLIC
    label: str = ""
    """Replaces the expression's own label."""


class Proof(msgspec.Struct, frozen=True):
    """The data on a roll's fairness that one person may know now."""

    roll: Roll
    commitment: str
    seed: bytes | None
    """The seed, once this person may know it."""
    reveal_at: datetime | None
    """When the seed is shown; None if it already is, or if the roller decides."""
    agrees: bool | None
    """Whether the seed matches its commitment and gives these dice; None while the seed is secret."""

    def __repr__(self) -> str:
        return f"Proof({self.roll!r})"


class Sealed(msgspec.Struct, frozen=True):
    """What everybody may know about a roll that its roller has not revealed yet."""

    roll: RollId
    commitment: str


class RollService:
    """All operations on rolls."""

    def __init__(
        self,
        store: SqlRollStore,
        clock: Clock,
        entropy: Callable[[int], bytes] = secrets.token_bytes,
        limits: Limits = NO_LIMITS,
    ) -> None:
        self.store = store
        self._clock = clock
        self._entropy = entropy
        self._locks = MatchLocks()
        self._dice = Buckets(clock, limits.dice_an_hour, "dice")
        self._kept_days = limits.rolls_kept_days

    def charge(self, user: int, expression: Expression) -> None:
        """Count a roll against the person's limit, kept in memory. Raises `RollRefused` beyond it.

        This depends on no unknown die. Exploding dice are counted after the roll.
        """
        wait = self._dice.take(user, 1 + expression.written_dice)
        if wait:
            raise RollRefused.translated(
                "You have rolled very many dice lately. You can roll this number in {wait}.",
                wait=wait_in_words(wait),
            )

    async def roll(self, asked: Asked) -> tuple[Roll, Seed]:
        """Roll, and return the roll with its stream's seed; only the seed's commitment may be shown.

        A request that was already carried out returns the same roll again. Raises `Unavailable`.
        """
        roll, now = new_id(self._entropy), self._clock()
        if asked.place.alone and asked.visibility is Visibility.PUBLIC:
            asked = msgspec.structs.replace(asked, visibility=Visibility.PRIVATE)
        private = asked.visibility is Visibility.PRIVATE
        day = None if asked.visibility is Visibility.LATER else now.date()
        stream = _day_stream(asked.roller.user, asked.place, day, private=private) if day else f"roll-{roll}"
        async with self._locks.hold(stream):
            for _ in range(_TRIES):
                seed = await self._seed(stream, day)
                made = _made(asked, roll, seed, now)
                verdict = await self.store.commit(made, asked.request, drawn_from=seed.counter)
                if verdict is RollVerdict.DONE:
                    self._dice.owe(
                        made.user,
                        sum([draw.count or 0 for draw in made.draws]) - asked.expression.written_dice,
                    )
                    return made, seed
                if verdict is RollVerdict.SEEN:
                    earlier = await self.store.roll_of_request(asked.request)
                    assert earlier is not None, "a request that was seen has made a roll"
                    return earlier, await self._seed_of(earlier)
        raise RollRefused.translated(
            "Too many people are rolling here at once. Nothing was rolled; please try again."
        )

    async def prune(self) -> int:
        """Delete rolls that cannot be verified any more; return the number of rows, seeds among them."""
        if not self._kept_days:
            return 0
        return await in_batches(self.store.prune, self._clock() - timedelta(days=self._kept_days))

    async def today(self, roller: int, place: RollPlace) -> Seed:
        """Return today's seed of a place, created if needed; only for showing its commitment."""
        day = self._clock().date()
        return await self._seed(_day_stream(roller, place, day, private=place.alone), day)

    async def _seed(self, stream: StreamId, day: date | None) -> Seed:
        seed = await self.store.seed(stream)
        if seed is not None:
            return seed
        secret = self._entropy(SEED_BYTES)
        return await self.store.keep_seed(Seed(stream, secret, commitment(stream, secret), day))

    async def reveal(self, roll: RollId, user: int) -> tuple[Roll, Seed]:
        """Reveal a roll to all, and return it with the seed. Raises `RollRefused`."""
        kept = await self.store.roll(roll)
        if kept is None or kept.visibility is not Visibility.LATER:
            raise RollRefused.translated(_UNKNOWN)
        if kept.user != user:
            raise RollRefused.translated("Only the one who rolled can reveal this.")
        now = self._clock()
        if not await self.store.reveal(roll, now):
            sentence = gettext(
                "This roll has been revealed already; /roll verify {roll} shows it.", roll=roll
            )
            raise RollRefused(sentence)
        return msgspec.structs.replace(kept, revealed_at=now), await self._seed_of(kept)

    async def verify(self, roll: RollId, user: int) -> Proof | Sealed:
        """Return the proof of a roll, as far as this person may know it. Raises `RollRefused`."""
        kept = await self.store.roll(roll.strip().lower())
        if kept is None or (kept.visibility is Visibility.PRIVATE and kept.user != user):
            raise RollRefused(f"{gettext(_UNKNOWN)} {self._how_long()}".strip())
        if not kept.open and kept.user != user:
            return Sealed(kept.id, (await self._seed_of(kept)).commitment)
        return await self._prove(kept)

    async def verify_number(self, number: int, day: date, user: int, place: RollPlace) -> Proof:
        """Return the proof of the roll with this draw number here on this UTC day. Raises `RollRefused`."""
        if self._kept_days and day < (self._clock() - timedelta(days=self._kept_days)).date():
            raise RollRefused(self._how_long())
        stream = _day_stream(user, place, day, private=place.alone)
        kept = await self.store.roll_with_draw(stream, number)
        if kept is None:
            raise RollRefused.translated(_NOT_ROLLED[place.shared], number=number, day=day.isoformat())
        return await self._prove(kept)

    def _how_long(self) -> str:
        if not self._kept_days:
            return ""
        return gettext("Rolls are kept, and can be verified, for {number} days.", number=self._kept_days)

    async def _prove(self, roll: Roll) -> Proof:
        seed = await self._seed_of(roll)
        shown = roll.open if seed.reveal_at is None else self._clock() >= seed.reveal_at
        if not shown:
            return Proof(roll, seed.commitment, None, seed.reveal_at, None)
        return Proof(roll, seed.commitment, seed.seed, None, _agrees(roll, seed))

    async def _seed_of(self, roll: Roll) -> Seed:
        seed = await self.store.seed(roll.stream)
        assert seed is not None, "a roll is never kept without its seed"
        return seed

    async def find_saved(self, user: int, name: str) -> SavedRoll | None:
        """Return the saved roll of this name."""
        saved = await self.store.saved(user)
        for key_of in (saved_key, name_key):
            for roll in saved:
                if key_of(roll.name) == key_of(name):
                    return roll
        return None

    async def save(self, user: int, name: str, text: str) -> SavedRoll:
        """Save a roll, replacing one with the same name. Raises `Refusal`."""
        name = clean_label(name)
        _check_name(name)
        expression = read(text)
        saved = SavedRoll(new_id(self._entropy), user, name, expression.text, self._clock())
        if not await self.store.save(saved, most=MOST_SAVED):
            sentence = gettext(
                "You have saved {number} rolls already. Forget one with /dice forget.", number=MOST_SAVED
            )
            raise RollRefused(sentence)
        return saved

    async def forget(self, user: int, name: str) -> None:
        """Delete a saved roll. Raises `RollRefused`."""
        saved = await self.find_saved(user, name)
        if saved is None or not await self.store.forget(user, saved.key):
            raise RollRefused.translated("You have saved no roll of this name. /dice saved lists them.")


def _made(asked: Asked, roll: RollId, seed: Seed, now: datetime) -> Roll:
    """Roll the dice with the next numbers of the stream."""
    source = Stream(seed.stream, seed.seed, counter=seed.counter)
    rolled = roll_dice(asked.expression, source)
    return Roll(
        id=roll,
        stream=seed.stream,
        user=asked.roller.user,
        name=asked.roller.name,
        channel=asked.place.channel,
        visibility=asked.visibility,
        expression=asked.expression.body,
        label=clean_label(asked.label) or asked.expression.label,
        draws=tuple(source.draws),
        rolled=rolled,
        at=now,
    )


def _day_stream(user: int, place: RollPlace, day: date, *, private: bool) -> StreamId:
    """Return the stream of a day: of a channel, of a user's public rolls elsewhere, or of private rolls."""
    openly = f"c{place.channel}" if place.shared else f"u{user}"
    owner = f"p{user}" if private else openly
    return f"roll-{owner}-{day.isoformat()}"


def _agrees(roll: Roll, seed: Seed) -> bool:
    """Whether the seed matches its commitment, and gives these dice for this expression."""
    if commitment(seed.stream, seed.seed) != seed.commitment:
        return False
    source = Stream(seed.stream, seed.seed, counter=roll.draws[0].n if roll.draws else 0)
    return (
        roll_dice(read(roll.expression, kept=True), source) == roll.rolled
        and tuple(source.draws) == roll.draws
    )


def _check_name(name: str) -> None:
    """Refuse a name under which a saved roll could not be found again."""
    if not name or len(name) > NAME_LENGTH:
        raise RollRefused.translated("A saved roll has a name of 1 to {most} characters.", most=NAME_LENGTH)
    if name.casefold().split()[0] in _COMMANDS:
        sentence = gettext(
            'A name cannot begin with "{word}": {command} takes that for a command.',
            word=name.split()[0],
            command="/roll",
        )
        raise RollRefused(sentence)
    try:
        read(name)
    except BadExpression:
        return
    raise RollRefused.translated("This name can be rolled itself. Choose a word that is no dice.")
