"""The services that every bot has, and those of the parts that it was built with."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TypeVar, cast

from bot.base.clock import Clock
from bot.base.limits import Limits
from bot.database.coordination import Coordination
from bot.games.game import Game
from bot.matches.outbox import Outbox
from bot.matches.service import MatchService
from bot.matches.upkeep import Packing, Upkeep
from bot.matches.upkeep_store import SqlFigureStore
from bot.people.privacy.service import Privacy
from bot.people.seating_policy import Blocks, PeopleSeatingPolicy, Reliability
from bot.people.service import People
from bot.processes.register import ProcessRegister
from bot.servers.service import Servers

T = TypeVar("T")


class Services:
    """The services of the parts (`bot.parts.part.Part`), each found by its type."""

    def __init__(self) -> None:
        self._made: dict[type, object] = {}

    def add(self, services: Iterable[object]) -> None:
        """Take in the services of a part."""
        self._made.update({type(each): each for each in services})

    def of(self, kind: type[T]) -> T:
        """Return the service of this type, such as `services.of(RollService)`. Raises `LookupError`.

        A part asks for its own services and those of the parts that it needs; the core asks for none.
        """
        return cast("T", self._made[kind])


@dataclass(frozen=True, kw_only=True)
class Core:
    """The services that every bot has. Parts are built on them."""

    games: Mapping[str, Game]
    clock: Clock
    limits: Limits
    coordination: Coordination
    matches: MatchService
    outbox: Outbox
    people: People
    blocks: Blocks
    seating_policy: PeopleSeatingPolicy
    reliability: Reliability
    servers: Servers
    privacy: Privacy
    upkeep: Upkeep
    packing: Packing
    figures: SqlFigureStore
    register: ProcessRegister
    services: Services = field(default_factory=Services)
