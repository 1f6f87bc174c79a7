"""Caches of drawings: with one budget in bytes for all of a process, or bounded in entries.

Both are thread-safe. Missing entries are made outside the lock, so that threads draw in parallel. Two threads
that miss the same key both make it, and one result is kept.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import lru_cache, wraps
from itertools import count
from threading import Lock
from typing import Any, Final, Generic, NamedTuple, ParamSpec, Protocol, TypeVar, cast


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

_clearers: list[Callable[[], None]] = []
_MEGABYTE = 2**20


class Budget:
    """How much all caches of a process hold together; what was used least recently goes first."""

    def __init__(self, megabytes: int) -> None:
        self.bytes = megabytes * _MEGABYTE
        self.held = 0
        """Bytes that are kept at present, about."""
        self._lock = Lock()
        self._entries: OrderedDict[tuple[Cache[Any], Hashable], Sized] = OrderedDict()

    def find(self, cache: Cache[Kept], key: Hashable) -> Kept | None:
        """Return the entry of a cache, None where it is not kept."""
        with self._lock:
            entry = self._entries.get((cache, key))
            if entry is not None:
                self._entries.move_to_end((cache, key))
            return cast("Kept | None", entry)

    def keep(self, cache: Cache[Kept], key: Hashable, made: Kept) -> None:
        """Keep an entry, at least until the next one, and drop old ones above the budget."""
        with self._lock:
            if (cache, key) not in self._entries:
                self._entries[cache, key] = made
                self.held += made.cost
            self._drop()

    def set(self, megabytes: int) -> None:
        """Set the budget, and drop what is above it."""
        with self._lock:
            self.bytes = megabytes * _MEGABYTE
            self._drop()

    def clear(self) -> None:
        """Drop everything."""
        with self._lock:
            self._entries.clear()
            self.held = 0

    def _drop(self) -> None:
        while self.held > self.bytes and len(self._entries) > 1:
            self.held -= self._entries.popitem(last=False)[1].cost


BUDGET: Final = Budget(24)
"""The budget of this process; the setting `PICTURE_CACHE` has the default."""


class Cache(Generic[Kept]):
    """Keeps values by their keys, as far as the budget of the process allows."""

    def get(self, key: Hashable, make: Callable[[], Kept]) -> Kept:
        """Return the entry of this key, made now if it is not kept."""
        entry = BUDGET.find(self, key)
        if entry is not None:
            return entry
        made = make()
        BUDGET.keep(self, key, made)
        return made

    def find(self, key: Hashable) -> Kept | None:
        """Return the entry of this key, None where it is not kept."""
        return BUDGET.find(self, key)


def kept(entries: int) -> Callable[[Callable[Arguments, Result]], Callable[Arguments, Result]]:
    """Keep the results of a function for the arguments used last, as `functools.lru_cache`; see `forget`."""

    def keeping(make: Callable[Arguments, Result]) -> Callable[Arguments, Result]:
        keeper = lru_cache(maxsize=entries)(make)
        _clearers.append(keeper.cache_clear)
        return cast("Callable[Arguments, Result]", keeper)

    return keeping


class _Result(NamedTuple):
    value: Any
    cost: int


def kept_in_budget(make: Callable[Arguments, Result]) -> Callable[Arguments, Result]:
    """Keep the results of a function that returns a picture, or a tuple that begins with one, in the budget.

    Its arguments are hashable and given by position.
    """
    cache: Cache[_Result] = Cache()

    @wraps(make)
    def keeping(*given: Arguments.args, **named: Arguments.kwargs) -> Result:
        assert not named, "given by position"

        def made() -> _Result:
            value = make(*given, **named)
            return _Result(value, _size(value))

        return cast("Result", cache.get(given, made).value)

    return keeping


def _size(value: Any) -> int:
    """Return the bytes of PNG or of a picture: Pillow has 4 for a pixel, 1 of masks and in a palette."""
    if isinstance(value, bytes):
        return len(value) + 500
    image = value[0] if isinstance(value, tuple) else value
    return int(image.width * image.height * (1 if image.mode in ("L", "P") else 4)) + 500


def forget() -> None:
    """Drop all that is kept, so that the next pictures are drawn from their outlines."""
    BUDGET.clear()
    for clear in _clearers:
        clear()
