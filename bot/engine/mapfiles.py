"""The interface of a game to user-made maps, layouts, squads and tables; each file holds one of them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Annotated, Any, Final, NamedTuple

import msgspec
from msgspec import Meta

from bot.engine.cards.files.tokens import Bounds
from bot.engine.cards.nodes import NodePath

Key = Annotated[str, Meta(pattern=r"^[a-z][a-z0-9-]{0,19}$")]
Title = Annotated[str, Meta(min_length=1, max_length=40)]
Line = Annotated[str, Meta(max_length=100)]


BOUNDS: Final = Bounds(size=4000, line=200, depth=3, key=2, tables=5, findings=20)
"""How large a file may be by default: one that fits into a field of a form."""


class Preview(NamedTuple):
    """A match that shows the content of a file."""

    options: Mapping[str, Any]
    seats: int
    actions: Sequence[tuple[int, Any]] = ()
    """The actions of seats before the picture is drawn, which shows the first seat's view."""


class MapFormat(NamedTuple):
    """A kind of file."""

    key: str
    """The key of the kind: map, layout, squad."""
    game: str
    """The key of its game."""
    option: str
    """The match option that names one of them."""
    titles: tuple[str, str]
    """Its name in singular and plural, messages."""
    file: type[msgspec.Struct]
    """The type of a file, with the fields `key`, `title` and `description`."""
    tables: Mapping[str, str]
    """The names of its tables at the beginning of a sentence, by the names of their types."""
    taken: Collection[str]
    """The keys of those that are shipped with the bot."""
    check: Callable[[Any], None]
    """Raises `BadOptions` if a file of valid structure cannot be used in a match."""
    faulty: str
    """The faulty field in that case."""
    pinned: Callable[[Sequence[Any]], Mapping[str, str]]
    """Returns options that contain the content of these files, so that a match no longer needs the files."""
    preview: Callable[[Any], Preview]
    beside: tuple[str, ...] = ()
    """Further options that `pinned` sets; they are empty if a shipped one is chosen."""
    several: bool = False
    """Whether a match can have several of them, with + between their keys, or `all`."""
    bounds: Bounds = BOUNDS
    """How large a file may be."""
    faults: Callable[[Any, Callable[[str, NodePath, str], None]], None] | None = None
    """Notes all faults of a file of valid structure, with code, place and sentence."""
