"""Sequences of legal actions that are counted without building the actions."""

from __future__ import annotations

from abc import abstractmethod
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from typing import Any, Protocol, TypeVar, overload

ActionT = TypeVar("ActionT", covariant=True)


class LazyActions(Sequence[ActionT]):
    """A sequence of actions, each built when it is accessed."""

    __slots__ = ()

    @abstractmethod
    def at(self, place: int) -> ActionT:
        """Return the action at a valid index."""

    @overload
    def __getitem__(self, index: int) -> ActionT: ...
    @overload
    def __getitem__(self, index: slice) -> list[ActionT]: ...
    def __getitem__(self, index: int | slice) -> ActionT | list[ActionT]:
        if isinstance(index, slice):
            return [self.at(place) for place in range(*index.indices(len(self)))]
        length = len(self)
        place = index + length if index < 0 else index
        if 0 <= place < length:
            return self.at(place)
        raise IndexError(f"there are {length} legal actions")


class Block(Protocol):
    """Many actions of one kind."""

    @property
    def size(self) -> int:
        """The number of actions."""

    def at(self, place: int) -> Any:
        """Return the action at this index."""

    def each(self) -> Iterable[Any]:
        """Return all actions in order."""

    def has(self, action: Any) -> bool:
        """Whether it contains this action, which may be of any kind."""


class Blocks(LazyActions[Any]):
    """Blocks of actions, followed by single ones."""

    def __init__(self, blocks: Sequence[Block], further: Sequence[Any]) -> None:
        self._blocks = blocks
        self._ends = list(accumulate([block.size for block in blocks]))
        """The number of actions up to and including each block."""
        self._further = further
        self._length = (self._ends[-1] if blocks else 0) + len(further)

    def __len__(self) -> int:
        return self._length

    def at(self, place: int) -> Any:
        """Return the action at a valid index."""
        ends = self._ends
        number = bisect_right(ends, place)
        rest = place - ends[number - 1] if number else place
        return self._blocks[number].at(rest) if number < len(ends) else self._further[rest]

    def __iter__(self) -> Iterator[Any]:
        for block in self._blocks:
            yield from block.each()
        yield from self._further

    def __contains__(self, action: object) -> bool:
        return any(block.has(action) for block in self._blocks) or action in self._further
