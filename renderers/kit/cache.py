"""Caches of drawings: with one budget in bytes for all of a process, or bounded in entries.

Both are thread-safe. Missing entries are made outside the lock, so that threads draw in parallel. Two threads
that miss the same key both make it, and one result is kept.
"""

from __future__ import annotations

import pickle
from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import lru_cache, wraps
from itertools import count
from threading import Lock
from typing import Any, Final, Generic, NamedTuple, ParamSpec, Protocol, TypeVar, cast

from isal import isal_zlib


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
_ASIDE = 1000
"""Bytes that a packed entry takes beside its content, about: above all its key."""
_LARGE = 40_000
"""Bytes above which an entry is packed at once."""


class Budget:
    """How much all caches of a process hold together; what was used least recently goes first.

    A third of it is for small entries, which one picture needs many times, and for what cannot be packed.
    They are kept as they are. Large entries, and small ones that had to go, are packed: a piece of a picture
    is flat colour, of which a tenth is left, and unpacking it takes a tenth of the time of drawing it.
    """

    def __init__(self, megabytes: int) -> None:
        self.bytes = megabytes * _MEGABYTE
        self._ready_bytes = self._packed_bytes = 0
        self._lock = Lock()
        self._ready: OrderedDict[tuple[Cache[Any], Hashable], Sized] = OrderedDict()
        self._packed: OrderedDict[tuple[Cache[Any], Hashable], bytes] = OrderedDict()
        """Also of entries that are ready: so none is packed twice."""

    @property
    def held(self) -> int:
        """Bytes that are kept at present, about."""
        return self._ready_bytes + self._packed_bytes

    def find(self, cache: Cache[Kept], key: Hashable) -> Kept | None:
        """Return the entry of a cache, None where it is not kept."""
        place = (cache, key)
        with self._lock:
            entry = self._ready.get(place)
            if entry is not None:
                self._ready.move_to_end(place)
            elif packed := self._packed.get(place):
                self._packed.move_to_end(place)
                entry = pickle.loads(isal_zlib.decompress(packed))
                self._add(place, entry)
            return cast("Kept | None", entry)

    def keep(self, cache: Cache[Kept], key: Hashable, made: Kept) -> None:
        """Keep an entry, at least a small one until the next, and drop old ones above the budget."""
        place = (cache, key)
        with self._lock:
            if place not in self._ready and place not in self._packed:
                self._add(place, made)

    def set(self, megabytes: int) -> None:
        """Set the budget, and drop what is above it."""
        with self._lock:
            self.bytes = megabytes * _MEGABYTE
            self._fit()

    def clear(self) -> None:
        """Drop everything."""
        with self._lock:
            self._ready.clear()
            self._packed.clear()
            self._ready_bytes = self._packed_bytes = 0

    def _add(self, place: tuple[Cache[Any], Hashable], entry: Sized) -> None:
        if place[0].packs and entry.cost > _LARGE:
            self._pack(place, entry)
        else:
            self._ready[place] = entry
            self._ready_bytes += entry.cost
        self._fit()

    def _pack(self, place: tuple[Cache[Any], Hashable], entry: Sized) -> None:
        if place not in self._packed:
            self._packed[place] = packed = isal_zlib.compress(pickle.dumps(entry), 1)
            self._packed_bytes += len(packed) + _ASIDE

    def _fit(self) -> None:
        while self._ready_bytes > self.bytes // 3 and len(self._ready) > 1:
            place, entry = self._ready.popitem(last=False)
            self._ready_bytes -= entry.cost
            if place[0].packs and self.bytes:
                self._pack(place, entry)
        while self.held > self.bytes and self._packed:
            self._packed_bytes -= len(self._packed.popitem(last=False)[1]) + _ASIDE


BUDGET: Final = Budget(24)
"""The budget of this process; the setting `PICTURE_CACHE` has the default."""


class Cache(Generic[Kept]):
    """Keeps values by their keys, as far as the budget of the process allows."""

    def __init__(self, *, packs: bool = True) -> None:
        """`packs` is False where packing makes values no smaller; these are not kept for long."""
        self.packs = packs

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
