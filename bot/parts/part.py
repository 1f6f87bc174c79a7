"""A part: something that the bot offers besides its matches, and that can be left out.

The core (engine, games, matches, people, servers, and their cogs) imports no part. Where it shows something
of one, it has a hook (`cogs.kit.hooks`), which the part's cog uses when it is loaded. `bot.parts` lists all
parts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple, TypeAlias, TypeVar

if TYPE_CHECKING:
    from bot.core import Core
    from bot.database.engine import Database
    from bot.matches.store import SqlMatchStore
    from bot.people.privacy.ports import PersonalData

T = TypeVar("T")

Entropy: TypeAlias = Callable[[int], bytes]
"""Returns the given number of random bytes."""


class Context(NamedTuple):
    """What the services of a part are made from."""

    core: Core
    database: Database
    store: SqlMatchStore
    """The store of the matches."""
    entropy_of: Callable[[str], Entropy]
    """Returns the source of randomness of this name."""

    def service(self, kind: type[T]) -> T:
        """Return a service of this part, or of one that it needs."""
        return self.core.services.of(kind)


def _none(_context: Context) -> Iterable[object]:
    return ()


def _no_data(_database: Database) -> Iterable[PersonalData]:
    return ()


@dataclass(frozen=True, kw_only=True)
class Part:
    """A part of the bot.

    Its functions import what they use when they are called: the command line reads the list of parts even
    where a module of one cannot be loaded.
    """

    name: str
    cogs: tuple[str, ...] = ()
    """The modules of its cogs, in the order in which they are loaded."""
    needs: tuple[str, ...] = ()
    """The names of the parts that it is built on. They come before it in the list."""
    services: Callable[[Context], Iterable[object]] = _none
    """Makes its services. Each is found by its type (`bot.core.Services`)."""
    personal: Callable[[Database], Iterable[PersonalData]] = _no_data
    """Makes the personal data that it stores, for `/privacy`."""
    proofs: tuple[str, ...] = ()
    """Modules that verify its own files for `verify`, as `bot.parts.tournaments.verifying` does.

    Each has `recognises(content) -> bool` and `check_file(content) -> str`, which returns a summary and
    raises `bot.parts.proofs.verify.Disagreement`.
    """
    commands: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """Its commands of the command line: each one's module and help, as in `bot.__main__.COMMANDS`."""


def check_parts(parts: Iterable[Part]) -> tuple[Part, ...]:
    """Return parts, if each comes after those that it needs. Raises `ValueError`."""
    known = list[str]()
    checked = tuple(parts)
    for part in checked:
        missing = [name for name in part.needs if name not in known]
        if missing:
            raise ValueError(f"The part {part.name} needs {' and '.join(missing)}, listed before it.")
        known.append(part.name)
    return checked
