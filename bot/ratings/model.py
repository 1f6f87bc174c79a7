"""The values that ratings are made of."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Literal, NamedTuple, TypeAlias

import msgspec

from bot.engine.contract import Seat
from bot.matches.model import MatchId

OVERALL = ""
"""Means all games together."""
EVERYWHERE = 0
"""Means all servers together."""
ALL_TIME = 0
"""Means all seasons together; a server's seasons are numbered from 1."""

MU, SIGMA = 25.0, 25.0 / 3
"""The rating of a new player: mean and standard deviation."""
PROVISIONAL = 10
"""Rated matches below which a rating is provisional."""

_START, _STEP, _CAUTION = 1000, 40, 3

Ending: TypeAlias = Literal["won", "drawn", "lost"]
"""How a match ended for one player."""


class Scope(msgspec.Struct, frozen=True, order=True):
    """The scope of a rating: a game or all, a server or all, a season or all."""

    game: str
    """A key of the registry, or `OVERALL`."""
    guild: int
    """A server's id, or `EVERYWHERE`."""
    season: int = ALL_TIME
    """The number of a season of that server, or `ALL_TIME`."""


class RatingRow(msgspec.Struct, frozen=True):
    """What is known of a player in one scope after some rated matches."""

    mu: float = MU
    sigma: float = SIGMA
    matches: int = 0
    wins: int = 0
    draws: int = 0
    streak: int = 0
    """Matches won in a row, or lost in a row as a negative number; 0 after a draw."""
    best: int = 0
    """The longest row of matches won."""

    @property
    def losses(self) -> int:
        """Matches lost."""
        return self.matches - self.wins - self.draws

    @property
    def points(self) -> int:
        """The rating shown to people: a lower bound of the player's skill, 1000 for a new player."""
        return round(_START + _STEP * (self.mu - _CAUTION * self.sigma))

    @property
    def provisional(self) -> bool:
        """Whether too few matches were played to trust the rating."""
        return self.matches < PROVISIONAL


Key: TypeAlias = tuple[Scope, int]
"""A scope and a player's user id."""
Standings: TypeAlias = Mapping[Key, RatingRow]


class Player(msgspec.Struct, frozen=True):
    """One person's part in an ended match."""

    seat: Seat
    user: int
    """The Discord user's id; a negative number in its place for a former player."""
    name: str
    """As it was in that match; "" for a former player."""
    team: int
    place: int
    """1 for the best, the same for teams that are level; the team's."""
    ending: Ending
    picks: tuple[str, ...] = ()
    """What the player chose to play with, as far as everybody could see it at the end; each as often as it
    was there."""


class Result(msgspec.Struct, frozen=True):
    """How a match ended, as far as ratings and records need to know. Computers are left out."""

    match: MatchId
    game: str
    guild: int
    """`EVERYWHERE` for a match outside of servers."""
    rated: bool
    at: datetime
    """When it ended."""
    players: tuple[Player, ...]
    number: int = 0
    """Its place in the order in which results count, from 1; 0 before it is entered."""
    season: int = ALL_TIME
    """The season of the server that it counts for, `ALL_TIME` for none."""
    agreed: bool = False
    """Whether it was drawn by agreement."""


class Change(msgspec.Struct, frozen=True):
    """What a result did to a player's points."""

    before: int
    after: int
    matches: int
    """Rated matches in this scope, this one counted."""

    @property
    def provisional(self) -> bool:
        """Whether too few matches were played to trust the rating."""
        return self.matches < PROVISIONAL


class Step(msgspec.Struct, frozen=True):
    """What one result did to one player in one scope."""

    number: int
    """The result's."""
    scope: Scope
    user: int
    change: Change
    standing: RatingRow
    """Afterwards."""

    @property
    def key(self) -> StepKey:
        """What distinguishes the step from all others."""
        return self.number, self.scope, self.user


StepKey: TypeAlias = tuple[int, Scope, int]
"""The number of a result, a scope and a player's user id."""


class Kept(NamedTuple):
    """All that is kept, as of one moment."""

    results: list[Result]
    """In the order in which they count."""
    standings: dict[Key, RatingRow]
    changes: dict[StepKey, Change]


class Row(msgspec.Struct, frozen=True):
    """A player on a leaderboard."""

    place: int
    """1 for the best; players with equal points share the better place."""
    user: int
    name: str
    standing: RatingRow


class Board(msgspec.Struct, frozen=True):
    """One page of a leaderboard."""

    scope: Scope
    rows: tuple[Row, ...]
    first: int
    """How many players stand before the first row."""
    players: int
    """How many there are in all."""
    own: Row | None
    """The viewer's row, on whichever page; None without a rated match."""


class Season(msgspec.Struct, frozen=True):
    """A season of a server."""

    number: int
    opened: datetime
    closed: datetime | None = None
    matches: int = 0
    """Rated matches that count for it."""


class Tally(msgspec.Struct, frozen=True):
    """How often a player won, drew and lost."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def matches(self) -> int:
        """All of them."""
        return self.won + self.drawn + self.lost


class Part(msgspec.Struct, frozen=True):
    """One player's part in a result, for the player's own eyes."""

    match: MatchId
    game: str
    guild: int
    rated: bool
    at: datetime
    player: Player


class Meetings(msgspec.Struct, frozen=True):
    """How two players fared in the matches they were both in, as the first of them sees it."""

    tally: Tally = Tally()
    """Results against each other: which of the two placed better."""
    partners: int = 0
    """Matches in one team."""


class Profile(msgspec.Struct, frozen=True):
    """What everybody may know of a player's results, on one server or everywhere."""

    user: int
    name: str
    standings: Mapping[str, RatingRow]
    """Of all time, by game; `OVERALL` among them."""
    place: int
    """Among all players of all games; 0 without a rated match."""
    players: int
    """How many of these there are."""
    rated: Mapping[str, Tally]
    """Rated matches by game."""
    unrated: Mapping[str, Tally]
    """Unrated matches and those with computers, by game."""
    picks: Mapping[str, Mapping[str, int]]
    """What the player chose, by game, the most frequent first."""
    meetings: Meetings | None
    """Matches with the viewer; None for the viewer's own page."""
    curve: tuple[int, ...]
    """The points after each rated match of the game asked for, the first one being the start."""
    curve_from: int
    """How many rated matches came before the first of the curve."""
