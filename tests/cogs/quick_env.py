"""A faster SimCord with the same results: it caches which tasks are parked, and copies payloads cheaply."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from copy import deepcopy
from types import MappingProxyType, SimpleNamespace
from typing import Any

from simcord import Env, _runtime, components, gateway, results
from simcord._settlement import (
    _active_callbacks,
    _callback_is_parked,
    _park_reason,
    _virtualize_recognized_waits,
)
from simcord.http import router

IDLE = 0.01
"""Real seconds in which the bot usually becomes idle."""
LONGEST_IDLE = 0.08
"""Real seconds between two checks of long-running work."""
_LASTING = {"discord.ext.tasks loop interval", "discord Client.wait_for listener"}
"""The reasons that hold as long as a task waits for the same future and the clock does not change."""
_PLAIN = {str, int, float, bool, type(None), bytes}


class QuickEnv(Env):
    """SimCord with a cache of parked tasks; SimCord itself checks all tasks at each turn, which is slow.

    A task that still waits for the same future as when SimCord called it parked is parked. Other tasks are
    awaited, and checked by SimCord if they run longer. While the clock is advanced, and when the bot does not
    become idle, only SimCord decides.
    """

    _parked: Mapping[Any, tuple[Any, str]] = MappingProxyType({})
    _parked_at = 0.0

    async def _settle_internal(
        self,
        *,
        timeout: float | None = None,  # noqa: ASYNC109 - SimCord's
        idle: float = IDLE,
        _deadline: float | None = None,
        **rest: Any,
    ) -> None:
        assert self._loop is not None
        # SimCord allows 5 real seconds for a start, too little on a busy machine.
        timeout = max(self.settle_timeout, timeout or 0)
        deadline = self._loop.time() + timeout if _deadline is None else _deadline
        self._last_dispatch = rest.get("dispatch")
        # Drops the cancelled timers; each answer leaves some.
        _active_callbacks(self._settlement_state())
        at_rest, turning = False, list[Any]()
        while not self._moves_time() and self._loop.time() < deadline:
            await asyncio.sleep(0)
            if restless := self._restless(deadline):
                at_rest = False
                before = {each: _waiter(each) for each in restless if each in self._work.tasks}
                await asyncio.wait(restless, timeout=idle)
                idle = min(2 * idle, LONGEST_IDLE)
                self._judge(before, deadline)
            elif (calls := self._calls(deadline)) and calls != turning:
                at_rest, turning = False, calls  # most are made in the next turn of the loop
            elif calls:
                at_rest, self._parked = False, {}
                await asyncio.sleep(idle)
                self._strike_off(calls)
            elif at_rest:
                return
            else:
                at_rest = True
        await super()._settle_internal(timeout=timeout, idle=idle, _deadline=deadline, **rest)

    def _moves_time(self) -> bool:
        """Whether the clock is being advanced, or a timer is due."""
        return (
            self._advancing
            or self._real_advance_task is not None
            or self._advance_task is not None
            or any(each.when is not None and each.when <= self._virtual_time for each in self._work.callbacks)
        )

    def _calls(self, deadline: float) -> list[Any]:
        """Return the bot's callbacks that are still to come before the deadline."""
        state = self._settlement_state()
        return [
            each
            for each in self._work.callbacks
            if each.handle is not None
            and not each.handle.cancelled()
            and not _callback_is_parked(state, each, deadline)
        ]

    def _strike_off(self, calls: Sequence[Any]) -> None:
        """Drop callbacks of former loop turns.

        SimCord keeps them if the loop ran them before it registered them, which another thread may do.
        """
        for each in calls:
            if each.when is None and each in self._work.callbacks:
                self._work.callbacks.remove(each)

    def _restless(self, deadline: float) -> list[Any]:
        """Return the bot's work in threads, and its tasks that are not known to be parked."""
        if self._parked_at != self._virtual_time:
            self._parked, self._parked_at = {}, self._virtual_time
        restless: list[Any] = list(self._work.executors)
        parked = {}
        for task in self._work.tasks:
            waiter, reason = known = self._parked.get(task, (None, ""))
            if task.done():
                continue
            if waiter is None or waiter is not _waiter(task) or waiter.done():
                restless.append(task)
            elif reason in _LASTING or _park_reason(self._settlement_state(), task, deadline):
                parked[task] = known
            else:
                restless.append(task)
        self._parked = parked
        return restless

    def _judge(self, before: Mapping[Any, Any], deadline: float) -> None:
        """Let SimCord decide which of these tasks are parked; none that moved, none while threads work."""
        if self._work.executors:
            return
        tasks = [task for task, waiter in before.items() if not task.done() and _waiter(task) is waiter]
        state = self._settlement_state()
        _virtualize_recognized_waits(state, tasks)
        for task in tasks:
            if reason := _park_reason(state, task, deadline):
                self._parked = {**self._parked, task: (_waiter(task), reason)}


def _waiter(task: asyncio.Task[Any]) -> Any:
    return task._fut_waiter  # type: ignore[attr-defined]


def copied(value: Any) -> Any:
    """Return a deep copy of a JSON payload."""
    kind = type(value)
    if kind is dict:
        return {key: each if type(each) in _PLAIN else copied(each) for key, each in value.items()}
    if kind is list:
        return [copied(each) for each in value]
    return value if kind in _PLAIN else deepcopy(value)


results.deepcopy = copied  # type: ignore[attr-defined, assignment]
components.deepcopy = copied  # type: ignore[attr-defined, assignment]
gateway.copy = SimpleNamespace(deepcopy=copied)  # type: ignore[attr-defined, assignment]
router.copy = SimpleNamespace(deepcopy=copied)  # type: ignore[attr-defined, assignment]
# Compare by identity: comparing all fields to remove one from a list is slow.
_runtime._CallbackRecord.__eq__ = object.__eq__  # type: ignore[method-assign]
