"""Caches of drawings: one bounded in bytes, and one bounded in entries.

Both are thread-safe. Missing entries are made outside the lock, so that threads draw in parallel. Two threads
that miss the same key both make it, and one result is kept.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import lru_cache
from itertools import count
from threading import Lock
from typing import Generic, ParamSpec, Protocol, TypeVar, cast
from weakref import WeakSet


class Sized(Protocol):
    """A value that a cache can keep."""

    @property
    def cost(self) -> int:
        """Bytes that it takes, about."""


Kept = TypeVar("Kept", bound=Sized)
Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")

numbers = count(1)
"""Numbers of drawings, each given once in a process. The number identifies a drawing that need not be kept
itself.
"""

_caches: WeakSet[Cache[Sized]] = WeakSet()
_clearers: list[Callable[[], None]] = []


class Cache(Generic[Kept]):
    """Keeps the most recently used values, up to a number of bytes."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._held = 0
        self._entries: OrderedDict[Hashable, Kept] = OrderedDict()
        self._lock = Lock()
        _caches.add(cast("Cache[Sized]", self))

    def get(self, key: Hashable, make: Callable[[], Kept]) -> Kept:
        """Return the entry of this key, made now if it is not kept."""
        found = self.find(key)
        if found is not None:
            return found
        made = make()
        with self._lock:
            if key not in self._entries:
                self._entries[key] = made
                self._held += made.cost
            while self._held > self._limit and len(self._entries) > 1:
                self._held -= self._entries.popitem(last=False)[1].cost
        return made

    def find(self, key: Hashable) -> Kept | None:
        """Return the entry of this key, None where it is not kept."""
        with self._lock:
            found = self._entries.get(key)
            if found is not None:
                self._entries.move_to_end(key)
            return found

    def clear(self) -> None:
        """Drop all entries."""
        with self._lock:
            self._entries.clear()
            self._held = 0

    @property
    def held(self) -> int:
        """Bytes kept at present."""
        return self._held


def kept(entries: int) -> Callable[[Callable[Arguments, Result]], Callable[Arguments, Result]]:
    """Keep the results of a function for the arguments used last, as `functools.lru_cache`; see `forget`."""

    def keeping(make: Callable[Arguments, Result]) -> Callable[Arguments, Result]:
        keeper = lru_cache(maxsize=entries)(make)
        _clearers.append(keeper.cache_clear)
        return cast("Callable[Arguments, Result]", keeper)

    return keeping


def forget() -> None:
    """Drop all that is kept, so that the next pictures are drawn from their outlines."""
    for cache in tuple(_caches):
        cache.clear()
    for clear in _clearers:
        clear()
