"""What a game tells the house of maps, layouts and squads that people write: a file holds one of them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Annotated, Any, NamedTuple

import msgspec
from msgspec import Meta

Key = Annotated[str, Meta(pattern=r"^[a-z][a-z0-9-]{0,19}$")]
Title = Annotated[str, Meta(min_length=1, max_length=40)]
Line = Annotated[str, Meta(max_length=100)]


class Preview(NamedTuple):
    """A match that shows the content of a file."""

    options: Mapping[str, Any]
    seats: int
    actions: Sequence[tuple[int, Any]] = ()
    """What seats do before the picture is drawn, as the first seat sees it."""


class MapFormat(NamedTuple):
    """One sort of file."""

    key: str
    """The key of the file's sort: map, layout, squad."""
    game: str
    """The key of its game."""
    option: str
    """The option of a match that names one of them."""
    titles: tuple[str, str]
    """What one, and several, are called; said by `gettext`."""
    file: type[msgspec.Struct]
    """The type of a file: it has `key`, `title` and `description`."""
    tables: Mapping[str, str]
    """How its tables begin a sentence, by the names of their types."""
    taken: Collection[str]
    """The keys of those that come with the bot."""
    check: Callable[[Any], None]
    """Raises `BadOptions` where a file of the right shape cannot be played with."""
    faulty: str
    """The field that is at fault then."""
    pinned: Callable[[Sequence[Any]], Mapping[str, str]]
    """Returns options that contain the content of these files, so that a match needs the files no longer."""
    preview: Callable[[Any], Preview]
    beside: tuple[str, ...] = ()
    """Further options that `pinned` sets; they are empty where one that comes with the bot is chosen."""
    several: bool = False
    """Whether a match can have several of them, with + between their keys, or `all`."""
