"""Legal actions as sequences that are counted without being built."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Protocol, TypeVar, overload

ActionT = TypeVar("ActionT", covariant=True)


class LazyActions(Sequence[ActionT]):
    """Actions each of which is built where it is asked for."""

    __slots__ = ()

    @abstractmethod
    def at(self, place: int) -> ActionT:
        """Return the action in a place, which is one of those there are."""

    @overload
    def __getitem__(self, index: int) -> ActionT: ...
    @overload
    def __getitem__(self, index: slice) -> list[ActionT]: ...
    def __getitem__(self, index: int | slice) -> ActionT | list[ActionT]:
        if isinstance(index, slice):
            return [self.at(place) for place in range(*index.indices(len(self)))]
        place = index + len(self) if index < 0 else index
        if not 0 <= place < len(self):
            raise IndexError(f"there are {len(self)} legal actions")
        return self.at(place)


class Block(Protocol):
    """Many actions of one kind."""

    @property
    def size(self) -> int:
        """How many there are."""

    def at(self, place: int) -> Any:
        """Return the one in this place."""

    def each(self) -> Iterable[Any]:
        """Return all of them in their order."""

    def has(self, action: Any) -> bool:
        """Whether this action, of whatever kind, is one of them."""


class Blocks(LazyActions[Any]):
    """Blocks of actions, and single ones behind them."""

    def __init__(self, blocks: Sequence[Block], further: Sequence[Any]) -> None:
        self._blocks = blocks
        self._further = further
        self._length = sum([block.size for block in blocks]) + len(further)

    def __len__(self) -> int:
        return self._length

    def at(self, place: int) -> Any:
        """Return the action in a place."""
        for block in self._blocks:
            if place < block.size:
                return block.at(place)
            place -= block.size
        return self._further[place]

    def __iter__(self) -> Iterator[Any]:
        for block in self._blocks:
            yield from block.each()
        yield from self._further

    def __contains__(self, action: object) -> bool:
        return any(block.has(action) for block in self._blocks) or action in self._further
