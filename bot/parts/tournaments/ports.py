"""The interfaces that the tournament service needs."""

from __future__ import annotations

from collections.abc import Collection
from typing import Protocol

from bot.base.ids import MatchId
from bot.parts.tournaments.formats.model import Format
from bot.parts.tournaments.model import Title, Tournament, TournamentId


class Apart(Protocol):
    """Pairs of people who do not want to play with each other. May raise `bot.matches.errors.Unavailable`."""

    async def apart(self, users: Collection[int]) -> frozenset[frozenset[int]]:
        """Return the pairs of these people that must not meet."""


class CompetitionStore(Protocol):
    """Stores tournaments. Every method may raise `bot.matches.errors.Unavailable`."""

    async def load(self, tournament: TournamentId, known: Tournament | None = None) -> Tournament | None:
        """Return a tournament; `known` itself if it has not changed since. None for an unknown one."""

    async def save(self, before: Tournament | None, after: Tournament) -> bool:
        """Write the differences in one transaction; False, without a write, if changed since `before`."""

    async def going_on(self, guild: int | None = None, *, but: Collection[int] = ()) -> list[TournamentId]:
        """Return unfinished tournaments and those with pending posts, oldest first, not on servers `but`."""

    async def listed(self, guild: int, limit: int) -> list[TournamentId]:
        """Return the tournaments of a server, the newest first."""

    async def of_user(self, user: int) -> list[TournamentId]:
        """Return the running tournaments in which a person plays, or which they direct, oldest first."""

    async def next_number(self, guild: int, kind: Format) -> int:
        """Return a number that no tournament of this format has on the server."""

    async def ended_matches(self, tournament: TournamentId) -> list[MatchId]:
        """Return the ended matches whose results the tournament does not have yet."""

    async def of_match(self, match: MatchId) -> tuple[TournamentId, int] | None:
        """Return the tournament of a match, and the number of its pairing."""

    async def titles(self, user: int, guild: int) -> list[Title]:
        """Return a person's places in finished tournaments on a server, the best first."""
