"""The versions of a server's card set: their list, their differences, and restoring one.

The present set is its newest version; a bounded number of former ones is kept. Matches pin the cards they are
opened with, so that they need no version.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime

import msgspec

from bot.base.language import N_, OwnText, gettext
from bot.engine.cards.files.reading import CardFile
from bot.engine.cards.game import AnySet
from bot.parts.workshop.sets.differences import CardDifference, differences
from bot.parts.workshop.sets.played import PlayedSets, fingerprint
from bot.parts.workshop.sets.ports import FormerSet, Keeping, ServerSet
from bot.parts.workshop.sets.service import CardSets, SetRefused
from bot.parts.workshop.sets.versions_store import SqlSetVersions

MOST_FORMER = 10
"""The most former versions of one set."""
LARGEST_HISTORY = 2 * 1024 * 1024
"""The most bytes of all former versions of all sets of a server."""
_UNREADABLE = N_("Version {number} of this set can be downloaded, but this bot can no longer read it.")
_GONE = N_("This version of the set is no longer kept. /cards sets shows those that are.")


class Version(msgspec.Struct, frozen=True):
    """One version of a set, the present one included."""

    number: int
    """From 1, also when older ones were forgotten."""
    title: OwnText
    digest: str
    at: datetime
    """When it was added."""
    former: FormerSet | None = None
    """None for the present one."""


class Step(msgspec.Struct, frozen=True):
    """The changes from one version to the next one."""

    old: Version
    new: Version
    changes: tuple[CardDifference, ...]


class VersionDetails(msgspec.Struct, frozen=True):
    """A version with its file, compared with the version before it."""

    version: Version
    content: bytes
    """The file as it was uploaded."""
    step: Step | str
    """A sentence where the two cannot be compared."""


class SetVersions:
    """The versions of the sets of servers. Refusals are `SetRefused`."""

    def __init__(self, store: SqlSetVersions, sets: CardSets, played: PlayedSets) -> None:
        self._store = store
        self._sets = sets
        self._played = played

    async def of(self, kept: ServerSet) -> list[Version]:
        """Return the versions of a set, the newest first."""
        earlier = [
            version
            for version in await self._store.former(kept.guild)
            if (version.game, version.key) == (kept.game, kept.key)
        ]
        former = sorted(earlier, key=lambda each: each.number)
        present = Version(former[-1].number + 1 if former else 1, kept.title, kept.digest, kept.at)
        versions = [Version(each.number, each.title, each.digest, each.at, each) for each in former]
        return [present, *reversed(versions)]

    async def former(self, kept: ServerSet, number: int) -> Version:
        """Return one former version of a set. Raises `SetRefused`, also for the present one."""
        version = next((each for each in await self.of(kept) if each.number == number), None)
        if version is None:
            raise SetRefused.translated(_GONE)
        if version.former is None:
            raise SetRefused.translated("Version {number} is the set already.", number=number)
        return version

    async def text(self, kept: ServerSet, version: Version) -> bytes:
        """Return the file of a version as it was uploaded. Raises `SetRefused`."""
        if version.former is None:
            return await self._sets.text(kept)
        content = await self._store.text(version.former)
        if content is None:
            raise SetRefused.translated(_GONE)
        return content

    async def details(self, kept: ServerSet, number: int) -> VersionDetails:
        """Return a version with its file and its changes. Raises `SetRefused`."""
        versions = [each for each in await self.of(kept) if each.number <= number]
        if not versions or versions[0].number != number:
            raise SetRefused.translated(_GONE)
        new, *older = versions
        content = await self.text(kept, new)
        if not older:
            step: Step | str = gettext("No older version is kept with which it could be compared.")
        else:
            try:
                # Compare a version of this content with an older one.
                old = older[0]
                before, after = await self.read(kept, old), await self._parsed(kept, new, content)
                # In a thread: the texts of a whole set are made from its effects.
                changes = await asyncio.to_thread(differences, self._sets.games[kept.game], before, after)
                step = Step(old, new, changes)
            except SetRefused as refusal:
                step = refusal.sentence
        return VersionDetails(new, content, step)

    async def contents(self, kept: ServerSet) -> dict[str, list[int]]:
        """Return the numbers of the versions with each content, by its fingerprint."""
        numbers: dict[str, list[int]] = {}
        for version in reversed(await self.of(kept)):
            with suppress(SetRefused):
                numbers.setdefault(fingerprint(await self.read(kept, version)), []).append(version.number)
        return numbers

    async def read(self, kept: ServerSet, version: Version) -> AnySet:
        """Return the set of a version, whether or not today's check finds it sound. Raises `SetRefused`."""
        return await self._parsed(kept, version, await self.text(kept, version))

    async def _parsed(self, kept: ServerSet, version: Version, content: bytes) -> AnySet:
        """Return the set of a version of this content. Raises `SetRefused`."""
        parsed: AnySet | None = await asyncio.to_thread(self._shape, kept.game, kept.key, content)
        if parsed is None:
            raise SetRefused.translated(_UNREADABLE, number=version.number)
        return parsed

    def _shape(self, game: str, key: str, content: bytes) -> AnySet | None:
        found: AnySet | None = CardFile(content, key, self._sets.games[game].format).set
        return found

    async def add(
        self, guild: int, game: str, content: bytes, new: AnySet, *, replacing: bool = False
    ) -> Keeping:
        """Store a set as `CardSets.add` does, and delete former versions where there are too many."""
        keeping = await self._sets.add(guild, game, content, new, replacing=replacing)
        if replacing:
            await self._trim(guild)
        return keeping

    async def restore(self, kept: ServerSet, number: int) -> ServerSet:
        """Add a former version again as the newest version. Raises `SetRefused`."""
        version = await self.former(kept, number)
        content = await self.text(kept, version)
        reading = await self._sets.check(kept.game, content, kept.key, stored=True)
        if reading.set is None:
            raise SetRefused.translated(
                "Version {number} no longer fits the cards that come with the bot: {finding}",
                number=number,
                finding=reading.errors[0],
            )
        await self.add(kept.guild, kept.game, content, reading.set, replacing=True)
        return next(each for each in await self._sets.sets(kept.guild, [kept.game]) if each.key == kept.key)

    async def _trim(self, guild: int) -> None:
        """Delete former versions of a server until they keep the bounds.

        The oldest version without a match of the server goes first.
        """
        former = await self._store.former(guild)
        if not _too_much(former):
            return
        used = [each for each in former if await self._is_used(each)]
        dropped = list[FormerSet]()
        while over := _too_much(former):
            dropped.append(next((each for each in over if each not in used), over[0]))
            former.remove(dropped[-1])
        await self._store.forget(dropped)

    async def _is_used(self, version: FormerSet) -> bool:
        content = await self._store.text(version)
        if content is None:
            return False
        parsed = await asyncio.to_thread(self._shape, version.game, version.key, content)
        if parsed is None:
            return False
        played = await self._played.fingerprints(version.guild, version.game, version.key)
        return fingerprint(parsed) in played.values()


def _too_much(former: Sequence[FormerSet]) -> Sequence[FormerSet]:
    """Return the versions of which one must be deleted, the oldest first; () within the bounds.

    These are the versions of a set that has too many, or all where they are too large together.
    """
    of_set: dict[tuple[str, str], list[FormerSet]] = {}
    for each in former:
        of_set.setdefault((each.game, each.key), []).append(each)
    many = next((found for found in of_set.values() if len(found) > MOST_FORMER), None)
    if many is not None:
        return many
    return former if sum(each.size for each in former) > LARGEST_HISTORY else ()
