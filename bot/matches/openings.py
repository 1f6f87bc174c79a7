"""Limits on the number of matches that are opened and that may be open."""

from __future__ import annotations

from bot.base.language import ngettext
from bot.base.limits import Buckets, Limits, wait_in_words
from bot.matches.errors import LobbyRefusal
from bot.matches.gate import Gate
from bot.matches.model import MatchInfo
from bot.matches.repository import MatchRepository


class Openings:
    """Counts the matches that are opened, and those that are open."""

    def __init__(self, repository: MatchRepository, limits: Limits, gate: Gate) -> None:
        self._store = repository.store
        self._limits = limits
        self._gate = gate
        self._openings_an_hour = Buckets(repository.clock, limits.openings_an_hour, "openings")

    async def check(self, info: MatchInfo) -> None:
        """Count a match that is about to be opened. Raises `LobbyRefusal` above a limit."""
        self._gate.check_opening()
        hosted, there = await self._store.count_open(info.host, info.guild)
        self._check_hosted(hosted)
        if info.guild is not None:
            self._check_server(there)
        wait = self._openings_an_hour.take(info.host)
        if wait:
            raise LobbyRefusal.translated(
                "You have opened very many matches lately. The next can be opened in {wait}.",
                wait=wait_in_words(wait),
            )

    def _check_hosted(self, hosted: int) -> None:
        if 0 < self._limits.matches_a_person <= hosted:
            raise LobbyRefusal(
                ngettext(
                    "You host {number} match that has not ended, which is the most. End it first.",
                    "You host {number} matches that have not ended, which is the most. End one of them"
                    " first.",
                    hosted,
                )
            )

    def _check_server(self, there: int) -> None:
        if 0 < self._limits.matches_a_server <= there:
            raise LobbyRefusal(
                ngettext(
                    "This server has {number} match that has not ended, which is the most. It has to end"
                    " first.",
                    "This server has {number} matches that have not ended, which is the most. Some of them"
                    " have to end first.",
                    there,
                )
            )
