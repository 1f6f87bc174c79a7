"""The settings of a server, by `/table`."""

from __future__ import annotations

from datetime import datetime, timedelta

import msgspec

from bot.matches.clocks import AtZero, ClockTerms
from bot.matches.lobby_rules import check_terms
from bot.matches.terms import clock_in_words, in_figures, read_clock, span_in_figures

CALLED_EVERY = timedelta(hours=1)
"""The least time between two calls of a server's role."""
MOST_CHANNELS = 50
"""The most channels that a server can name for its matches."""


class ServerClock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The clock of new matches whose host names none: as typed, or as stored."""

    clock: str = ""
    grace: str = ""
    at_zero: AtZero = "remind"

    @property
    def words(self) -> str:
        """The clock in words, in the current language."""
        return clock_in_words(self._terms())

    def check(self) -> None:
        """Raise `LobbyRefusal` where it cannot be read or makes no sense."""
        check_terms(self._terms())

    def kept(self) -> ServerClock:
        """Return the stored form, which is read the same in every language."""
        terms = self._terms()
        return ServerClock(in_figures(terms), span_in_figures(terms.grace), self.at_zero)

    def _terms(self) -> ClockTerms:
        return read_clock(self.clock, grace=self.grace, at_zero=self.at_zero)


NO_CLOCK = ServerClock()


class ServerSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The settings of one server."""

    channels: tuple[int, ...] = ()
    """Where matches may be opened, in threads of these channels too; none named means everywhere."""
    clock: ServerClock = NO_CLOCK
    log: int = 0
    """The channel that gets a line for each match opened and ended; 0 for none."""

    role: int = 0
    """The role to call to a new lobby when it is opened with `/find`; 0 for none."""
    called: datetime | None = None
    """When the role was last called."""

    language: str = ""
    """The code of the language of posts in its channels; "" for the server's own in Discord."""

    forum: int = 0
    """The forum in which each new match is a post; 0 for none."""
    tags: dict[str, int] = {}
    """The ids of the forum's tags, by the keys of games and of `lobby`, `playing` and `ended`."""

    def allows(self, channel: int, parent: int | None = None) -> bool:
        """Whether a match may be opened in this channel, or in this thread of a parent channel."""
        return not self.channels or channel in self.channels or parent in self.channels


USUAL = ServerSettings()
"""The defaults."""
