"""Operators' acts. The settings in force are cached and refreshed every half a minute."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Final

from msgspec.structs import replace

from bot.base.clock import Clock
from bot.engine.errors import Refusal
from bot.parts.operator.model import (
    BROADCAST_TEXT,
    NOTICE_TEXT,
    REASON_TEXT,
    AuditEntry,
    BlockKind,
    Notice,
    OperatorBlock,
    OperatorState,
    QueuedCommand,
    WaitingChannel,
)
from bot.parts.operator.store import SqlOperationsStore
from bot.processes.register import ProcessRegister

LONGEST_NOTICE: Final = timedelta(days=14)
FIRST_WAIT: Final = timedelta(minutes=1)
MOST_ATTEMPTS: Final = 8
"""After about two hours an errand that fails is given up."""
LISTED: Final = 20
"""The most acts and channels that are listed."""


class OperatorRefusal(Refusal):
    """A request that an operator cannot make."""


class Blocked(Refusal):
    """The asker or the server is blocked."""


class Draining(Refusal):
    """A match cannot be opened, because the bot will be stopped."""


class Operations:
    """Operators' acts, and the settings in force."""

    def __init__(self, store: SqlOperationsStore, register: ProcessRegister, clock: Clock) -> None:
        self.store = store
        self.register = register
        self._clock = clock
        self.state = OperatorState()
        """The settings in force, as last read."""
        self._blocks: Mapping[tuple[BlockKind, int | None], OperatorBlock] = {}
        self._blocked_servers: frozenset[int] = frozenset()

    async def refresh(self) -> None:
        """Read the settings in force again."""
        self.state = await self.store.state()
        self._blocks = {(each.kind, each.id): each for each in self.state.blocks}
        self._blocked_servers = frozenset([each.id for each in self.state.blocks if each.kind == "server"])

    @property
    def draining(self) -> bool:
        """Whether no match may be opened."""
        return self.state.draining is not None

    @property
    def notice(self) -> str:
        """The line under boards and panels; "" for none."""
        found = self.state.notice
        return found.words if found is not None and self._clock() < found.until else ""

    def blocked_servers(self) -> frozenset[int]:
        """The blocked servers: their matches stand still."""
        return self._blocked_servers

    def check_person(self, user: int) -> None:
        """Raise `Blocked`, with the reason, for a blocked user."""
        block = self._blocks.get(("person", user))
        if block is not None:
            raise Blocked.translated(
                "Whoever runs this bot has blocked you: {reason} What is kept about you is under /privacy.",
                reason=block.reason,
            )

    def check_server(self, guild: int | None, *, manages: bool) -> None:
        """Raise `Blocked` for a blocked server, with the reason for a user who manages it."""
        block = self._blocks.get(("server", guild))
        if block is None:
            return
        if manages:
            raise Blocked.translated(
                "Whoever runs this bot has blocked this server: {reason} Its matches stand still, their"
                " clocks too, and nothing of them is deleted.",
                reason=block.reason,
            )
        raise Blocked.translated(
            "Whoever runs this bot has blocked this server. Its matches stand still, their clocks too, and"
            " nothing of them is deleted. Those who manage the server are told why."
        )

    def check_opening(self) -> None:
        """Raise `Draining` while no match may be opened."""
        if self.draining:
            raise Draining.translated(
                "The bot is about to be restarted, so no match can be opened for some minutes. Matches that"
                " are open can be played."
            )

    async def announce(self, words: str, until: datetime, by: str) -> None:
        """Show a line under boards and panels until an instant. Raises `OperatorRefusal`."""
        words, now = _worded(words, NOTICE_TEXT), self._clock()
        if until <= now:
            raise OperatorRefusal.translated("That time is over. Say when the notice ends, such as 3 hours.")
        if until - now > LONGEST_NOTICE:
            raise OperatorRefusal.translated("A notice stands for 14 days at most.")
        at = f"{until:%Y-%m-%d %H:%M} UTC"
        await self._keep(
            replace(self.state, notice=Notice(words, until)), by, f'notice until {at}: "{words}"'
        )

    async def take_down(self, by: str) -> None:
        """Remove the notice."""
        await self._keep(replace(self.state, notice=None), by, "notice taken down")

    async def drain(self, by: str, *, on: bool) -> None:
        """Stop or resume the opening of matches."""
        if on and self.draining:
            raise OperatorRefusal.translated("The bot is draining already.")
        if not on and not self.draining:
            raise OperatorRefusal.translated("The bot is not draining.")
        now = self._clock() if on else None
        await self._keep(replace(self.state, draining=now), by, "drain" if on else "drain ended")

    async def begun(self) -> None:
        """End the draining that preceded this start."""
        await self.refresh()
        if self.draining:
            await self._keep(replace(self.state, draining=None), "the bot", "drain ended by a start")

    async def block(self, kind: BlockKind, of: int, reason: str, by: str) -> None:
        """Block a user or a server. Raises `OperatorRefusal`."""
        reason = _worded(reason, REASON_TEXT)
        new = OperatorBlock(kind, of, reason if reason[-1] in ".!?" else f"{reason}.", self._clock())
        before = self._blocks.get((kind, of))
        if before is not None:  # the clocks of the server have stopped since then
            new = replace(new, at=before.at)
        await self.store.block(new, self._act(by, f"block of {kind} {of}: {new.reason}"))
        await self.refresh()

    async def unblock(
        self, kind: BlockKind, of: int, by: str, give_back: Callable[[int, datetime], Awaitable[None]]
    ) -> None:
        """Unblock a user or a server. Raises `OperatorRefusal`.

        First `give_back` gives the matches of a server the time since an instant (`Timekeeper.credit`).
        """
        await self.refresh()
        block = self._blocks.get((kind, of))
        if block is None:
            raise OperatorRefusal.translated("Nothing with this id is blocked.")
        if kind == "server":
            await give_back(of, block.at)
        await self.store.unblock(block, self._act(by, f"{kind} {of} unblocked"))
        await self.refresh()

    async def broadcast(self, words: str, by: str) -> int:
        """Create an errand for a message in the log channel of every server with one; return the number."""
        words = _worded(words, BROADCAST_TEXT)
        guilds = await self.store.logging_servers()
        act = self._act(by, f'broadcast to {len(guilds)} servers: "{words}"')
        await self.store.ask("broadcast", guilds, words, act)
        return len(guilds)

    async def leave(self, guild: int, by: str) -> None:
        """Create an errand to leave a server; its matches stay."""
        await self.store.ask("leave", (guild,), "", self._act(by, f"leave server {guild}"))

    async def retry_parked(self, by: str) -> int:
        """Make all parked deliveries due; return the number."""
        return await self.store.retry_parked(self._act(by, "retry of parked deliveries"))

    async def errands(self, limit: int) -> Sequence[QueuedCommand]:
        """Return errands that are due."""
        return await self.store.errands(self._clock(), limit)

    async def failed(self, errand: QueuedCommand) -> bool:
        """Schedule another try for an errand; return False where it is given up."""
        attempts = errand.attempts + 1
        if attempts >= MOST_ATTEMPTS:
            await self.store.settle(errand.id)
            return False
        await self.store.postpone(errand.id, attempts, self._clock() + FIRST_WAIT * 2 ** (attempts - 1))
        return True

    async def in_hand(self, untried: int) -> int:
        """Return the amount of work that a stop would leave undone.

        It counts the deliveries that were not tried yet, and the reports in the memory of all processes.
        """
        return untried + sum(each.busy for each in await self.register.running())

    async def waiting_channels(self) -> Sequence[WaitingChannel]:
        """Return the channels whose posts have waited longest."""
        return await self.store.waiting_channels(LISTED)

    async def log(self) -> Sequence[AuditEntry]:
        """Return the latest acts, newest first."""
        return await self.store.log(LISTED)

    async def note(self, by: str, words: str) -> None:
        """Store that an operator has looked something up."""
        await self.store.note(self._act(by, words))

    async def _keep(self, state: OperatorState, by: str, words: str) -> None:
        await self.store.keep(state, self._act(by, words))
        await self.refresh()

    def _act(self, by: str, words: str) -> AuditEntry:
        return AuditEntry(self._clock(), by, words)


def _worded(words: str, most: int) -> str:
    words = " ".join(words.split())
    if not 0 < len(words) <= most:
        raise OperatorRefusal.translated("Write 1 to {most} characters.", most=most)
    return words
