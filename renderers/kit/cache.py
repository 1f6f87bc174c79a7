"""Caches of drawings: with one budget in bytes for all of a process, or bounded in entries.

Both are thread-safe. Missing entries are made outside the lock, so that threads draw in parallel. Two threads
that miss the same key both make it, and one result is kept.
"""

from __future__ import annotations

import pickle
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator
from functools import lru_cache, wraps
from itertools import count
from threading import Lock
from typing import Any, Final, Generic, NamedTuple, ParamSpec, Protocol, TypeAlias, TypeVar, cast

from isal import isal_zlib


class Sized(Protocol):
    """A value that a cache can keep."""

    @property
    def cost(self) -> int:
        """Bytes that it takes, about."""


Kept = TypeVar("Kept", bound=Sized)
Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")

Place: TypeAlias = "tuple[Cache[Any], Hashable]"
"""Where an entry is kept."""

numbers = count(1)
"""Numbers of drawings, each given once in a process. The number identifies a drawing that need not be kept
itself.
"""

_clearers: list[Callable[[], None]] = []
_MEGABYTE = 2**20
_ASIDE = 1000
"""Bytes that a packed entry takes beside its content, about: above all its key."""
_LARGE = 40_000
"""Bytes above which an entry is large."""
_NOTED = 5_000
"""Dropped entries that are noted: more than the tables of fifty matches have pieces."""


class _Ready:
    """Entries as they are; the first is the one used least recently."""

    def __init__(self) -> None:
        self.entries: OrderedDict[Place, Sized] = OrderedDict()
        self.bytes = 0

    def add(self, place: Place, entry: Sized) -> None:
        """Add an entry."""
        self.entries[place] = entry
        self.bytes += entry.cost

    def fit(self, most: int) -> Iterator[tuple[Place, Sized]]:
        """Take entries out until the rest, at least one, are of so many bytes."""
        while self.bytes > most and len(self.entries) > 1:
            place, entry = self.entries.popitem(last=False)
            self.bytes -= entry.cost
            yield place, entry


class Budget:
    """How much all caches of a process hold together; what was used least recently goes first.

    A quarter is for small entries, of which one picture needs many; an eighth for large ones, as they are; an
    eighth for `renderers.kit.paintings`. What was needed again, and has to go, is packed into the other
    half: a piece of a picture is flat colour, of which a tenth is left, and unpacking it takes a tenth of the
    time of drawing it. The half holds what the tables of fifty matches need; a third did not. Half of all
    pieces are never needed again; to pack each would take longer than it saves. One dropped before it was
    needed again is noted by its hash, and packed the next time (2Q: Johnson and Shasha 1994).
    """

    def __init__(self, megabytes: int) -> None:
        self.bytes = megabytes * _MEGABYTE
        self._lock = Lock()
        self._small, self._large = _Ready(), _Ready()
        self._wanted: set[Place] = set()
        """The ready entries that were needed again."""
        self._packed: OrderedDict[Place, bytes] = OrderedDict()
        """Also of entries that are ready: so none is packed twice."""
        self._packed_bytes = 0
        self._dropped: OrderedDict[int, None] = OrderedDict()
        """The hashes of entries dropped before they were needed again."""

    @property
    def held(self) -> int:
        """Bytes that are kept at present, about."""
        return self._small.bytes + self._large.bytes + self._packed_bytes

    @property
    def for_paintings(self) -> int:
        """Bytes of pictures that may be kept as they were painted."""
        return self.bytes // 8

    def find(self, cache: Cache[Kept], key: Hashable) -> Kept | None:
        """Return the entry of a cache, None where it is not kept."""
        place = (cache, key)
        with self._lock:
            for ready in (self._small.entries, self._large.entries):
                if (entry := ready.get(place)) is not None:
                    ready.move_to_end(place)
                    self._wanted.add(place)
                    return cast("Kept", entry)
            if (packed := self._packed.get(place)) is None:
                return None
            self._packed.move_to_end(place)
            entry = pickle.loads(isal_zlib.decompress(packed))
            self._add(place, entry)
            return cast("Kept", entry)

    def keep(self, cache: Cache[Kept], key: Hashable, made: Kept) -> None:
        """Keep an entry, at least until the next, and drop old ones above the budget."""
        place = (cache, key)
        with self._lock:
            if not any(place in each for each in (self._small.entries, self._large.entries, self._packed)):
                if self._dropped.pop(hash(place), place) is None:
                    self._wanted.add(place)
                self._add(place, made)

    def set(self, megabytes: int) -> None:
        """Set the budget, and drop what is above it."""
        with self._lock:
            self.bytes = megabytes * _MEGABYTE
            self._fit()

    def clear(self) -> None:
        """Drop everything."""
        with self._lock:
            self._small, self._large = _Ready(), _Ready()
            for kept in (self._wanted, self._packed, self._dropped):
                kept.clear()
            self._packed_bytes = 0

    def _add(self, place: Place, entry: Sized) -> None:
        (self._large if entry.cost > _LARGE else self._small).add(place, entry)
        self._fit()

    def _fit(self) -> None:
        for ready, share in ((self._small, 4), (self._large, 8)):
            for place, entry in ready.fit(self.bytes // share):
                self._let_go(place, entry)
        while self.held > self.bytes - self.for_paintings and self._packed:
            self._packed_bytes -= len(self._packed.popitem(last=False)[1]) + _ASIDE

    def _let_go(self, place: Place, entry: Sized) -> None:
        """Pack an entry that is no longer ready, if it was needed again."""
        wanted = place in self._wanted
        self._wanted.discard(place)
        if place in self._packed or not place[0].packs:
            return
        if wanted and self.bytes:
            self._packed[place] = packed = isal_zlib.compress(pickle.dumps(entry), 1)
            self._packed_bytes += len(packed) + _ASIDE
        else:
            self._dropped[hash(place)] = None
            if len(self._dropped) > _NOTED:
                self._dropped.popitem(last=False)


BUDGET: Final = Budget(32)
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


def clears(clear: Callable[[], None]) -> None:
    """Let `forget` call this, too."""
    _clearers.append(clear)


def forget() -> None:
    """Drop all that is kept, so that the next pictures are drawn from their outlines."""
    BUDGET.clear()
    for clear in _clearers:
        clear()
