"""Shows a person the data stored about them, exports it, and deletes it.

Deletion leaves lobbies, resigns matches in play, lets parts act (`before_deletion`: ratings enter the
results), and then anonymises the person's seats: user 0, "a former player". Actions, draws and the player's
word stay, so the audit is the same to the byte.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping
from datetime import datetime
from typing import Any, BinaryIO

import msgspec
import structlog

from bot.base.clock import Clock
from bot.base.ids import MatchId, exact
from bot.engine.errors import Refusal, Unavailable
from bot.matches.errors import unless_refused
from bot.matches.model import MatchInfo, Stage
from bot.matches.service import MatchService
from bot.people.privacy.deletions import DeletionList
from bot.people.privacy.match_store import SqlMatchPersonalData
from bot.people.privacy.ports import Items, PersonalData
from bot.people.privacy.store import SqlDeletionStore

# The matches of a person, as far as that person may know them.


MOST_LINES = 1_000_000


class PersonalMatches:
    """Implements `bot.people.privacy.ports.PersonalData` for seats in matches."""

    name = "matches"

    def __init__(self, service: MatchService, match_data: SqlMatchPersonalData) -> None:
        self._service = service
        self._match_data = match_data

    async def counts(self, user: int) -> Mapping[str, int]:
        """Return the number of matches with a seat of the person, now or before, by kind."""
        kinds = Counter[str]()
        for stage, number in (await self._match_data.stages(user)).items():
            if not stage:
                kinds["handed_over"] += number
            elif Stage(stage) is Stage.LOBBY:
                kinds["lobbies"] += number
            else:
                kinds["ended" if Stage(stage).ended else "playing"] += number
        return +kinds  # without those of which there are none

    async def export(self, user: int) -> AsyncIterator[dict[str, Any]]:
        """Yield the person's seats, words and actions, and the messages of each match to this person."""
        for match in await self._match_data.matches(user):
            with self._service.one_look():
                told = await self._match(match, user)
            yield told

    async def delete(self, user: int) -> None:
        """Remove the person from their seats, also in matches that are not over."""
        await self._match_data.unname(user)
        self._service.forget()  # what is in memory may have the name
        for match in await self._match_data.matches(user):
            await self._service.departures.forget(match, user)
        await self._match_data.clear(user)

    async def _match(self, match: MatchId, user: int) -> dict[str, Any]:
        info = await self._service.info(match)
        seat = info.seat_of(user)
        told: dict[str, Any] = {
            "match": info.id,
            "game": info.game,
            "rules": info.rules,
            "server": info.guild,
            "channel": info.channel,
            "stage": info.stage.value,
            "opened_at": info.opened_at,
            "ended_at": info.ended_at,
            "players": info.names,
            "host": info.host == user,
            "outcome": info.outcome,
        }
        if seat is None:
            return told
        word = info.seats[seat].word
        orders, lines = await self._orders(match, user), await self._lines(match, user)
        return {**told, "seat": seat + 1, "word": word, **orders, "told": lines}

    async def _orders(self, match: MatchId, user: int) -> dict[str, object]:
        """Return the person's standing orders and plan in a match, each None if there is none."""
        own = await unless_refused(self._service.match_view(match, user))
        if own is None:  # not begun, or of rules that are not here any more
            return {"orders": None, "plan": None}
        return {"orders": msgspec.to_builtins(own.orders), "plan": msgspec.to_builtins(own.plan)}

    async def _lines(self, match: MatchId, user: int) -> list[dict[str, Any]]:
        """Return the log lines of a match addressed to the person; empty if its rules no longer exist."""
        page = await unless_refused(self._service.history.page(match, user, 0, MOST_LINES))
        return [{"at": line.at, "fact": line.fact} for line in page.lines] if page is not None else []


FORMAT = "tablepost-personal-data/2"

log = structlog.get_logger(__name__)

CarryOn = Callable[[MatchId], Awaitable[None]]
"""Publishes the changes of a match."""


class Privacy:
    """All data stored about people."""

    def __init__(
        self,
        matches: MatchService,
        match_data: SqlMatchPersonalData,
        kept: Iterable[PersonalData],
        clock: Clock,
        deletions: DeletionList | None = None,
        deletion_store: SqlDeletionStore | None = None,
    ) -> None:
        """`deletions` is the list outside of the database; None for a bot that keeps none."""
        self._list, self._contained = deletions, deletion_store
        self._matches = matches
        self._match_data = match_data
        self._clock = clock
        self._kept: list[PersonalData] = [PersonalMatches(matches, match_data), *kept]
        self.before_deletion: list[Callable[[], Awaitable[object]]] = []
        """Called before a person's seats are anonymised, while it can still be seen who played."""

    def add(self, kept: Iterable[PersonalData]) -> None:
        """Take in the personal data of a part."""
        self._kept += kept

    async def counts(self, user: int) -> Mapping[str, int]:
        """Return the number of stored items about a person by kind."""
        numbers: dict[str, int] = {}
        for kept in self._kept:
            numbers.update({kind: count for kind, count in (await kept.counts(user)).items() if count})
        return numbers

    async def export(self, user: int, file: BinaryIO) -> None:
        """Write everything stored about a person as JSON, one item at a time to save memory.

        Discord's ids are texts: as numbers, many readers of JSON change their last digits.
        """
        head = msgspec.json.encode(exact({"format": FORMAT, "user": user, "at": self._clock()}))
        file.write(head[:-1])
        for kept in self._kept:
            file.write(b",\n" + msgspec.json.encode(kept.name) + b":")
            exported = kept.export(user)
            if not isinstance(exported, Mapping):
                await _write_list(file, exported)
                continue
            for number, (name, items) in enumerate(exported.items()):
                file.write((b",\n" if number else b"{") + msgspec.json.encode(name) + b":")
                await _write_list(file, items)
            file.write(b"}")
        file.write(b"}\n")

    async def delete(self, user: int, request: str, publish_pending: CarryOn) -> None:
        """Delete all data stored about a person, whose seats become a former player's.

        Before that, the person leaves lobbies and resigns matches in play. If it fails half-way, it can be
        repeated: each part is idempotent. It is on the list of deletions from the beginning.
        """
        at = self._clock()
        noted = await self._noted(user, at)
        await self._delete(user, request, publish_pending)
        if noted and self._contained is not None:
            await self._contained.contain(noted, at)

    async def delete_again(self, publish_pending: CarryOn) -> int:
        """Carry out the deletions that this database does not contain, because it was restored.

        Return the number of persons. Raises `Unavailable`; a list that cannot be read is logged.
        """
        if self._list is None or self._contained is None or not self._list.path.exists():
            return 0
        try:
            name = await asyncio.to_thread(self._list.name)
            missing = await asyncio.to_thread(self._list.later_than, await self._contained.contained(name))
            if not missing:
                return 0
            users = list(self._list.meant(await self._contained.users(), missing))
        except (OSError, ValueError) as fault:
            log.error("the list of deletions cannot be read", file=str(self._list.path), reason=str(fault))
            return 0
        for number, user in enumerate(users):
            await self._delete(
                user, f"again.{name}.{missing[-1].at.timestamp():.0f}.{number}", publish_pending
            )
        await self._contained.contain(name, missing[-1].at)
        log.warning("an older database was restored: deletions are carried out again", persons=len(users))
        return len(users)

    async def _noted(self, user: int, at: datetime) -> str:
        """Put a person on the list; return its name, "" where there is none or it cannot be written."""
        if self._list is None:
            return ""
        try:
            await asyncio.to_thread(self._list.add, user, at)
            return await asyncio.to_thread(self._list.name)
        except (OSError, ValueError) as fault:
            # The deletion is what was asked for; the host has to care for the list.
            log.error("a deletion cannot be put on the list", file=str(self._list.path), reason=str(fault))
            return ""

    async def _delete(self, user: int, request: str, publish_pending: CarryOn) -> None:
        for info in await self._matches.matches_of(user):
            await self._go(info, user, f"{request}.{info.id}")
            await publish_pending(info.id)
        for info in await self._matches.open_matches():
            proposal = info.match_terms.proposal
            if proposal is not None and proposal.user == user:
                await self._matches.departures.withdraw_proposal(info.id, user)
                await publish_pending(info.id)
        for prepare in self.before_deletion:
            await prepare()
        for kept in self._kept:
            await kept.delete(user)
        await self._match_data.scrub()

    async def _go(self, info: MatchInfo, user: int, request: str) -> None:
        """Leave a lobby or resign; if neither is possible, end a match that only this person could end."""
        try:
            if info.stage is Stage.LOBBY:
                await self._matches.lobby.leave(info.id, user, request=request)
                return
            seat = info.seat_of(user)
            if seat not in info.match_terms.resigned:
                await self._matches.play.resign(info.id, user, request=request)
        except Unavailable:
            raise
        except Refusal as refusal:
            log.info("a match is left as it is", match=info.id, why=type(refusal).__name__)
            if info.persons == (user,):
                await self._matches.play.end(info.id, user, moderator=False, request=f"{request}.end")


def file_name(at: datetime) -> str:
    """Return the name of the exported file."""
    return f"tablepost-my-data-{at.date().isoformat()}.json"


async def _write_list(file: BinaryIO, items: Items) -> None:
    """Write a list as JSON, one or more lines per item."""
    between = b"[\n"
    async for item in items:
        plain = msgspec.json.decode(msgspec.json.encode(item))
        file.write(between + msgspec.json.format(msgspec.json.encode(exact(plain)), indent=1))
        between = b",\n"
    file.write(b"]" if between == b",\n" else b"[]")
