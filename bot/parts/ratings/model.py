"""The data types of ratings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Literal, NamedTuple, TypeAlias

import msgspec

from bot.base.ids import MatchId
from bot.engine.contract import AnyRules, Outcome, Seat
from bot.matches.model import MatchInfo
from bot.matches.notices import AGREED

# Places of the teams at the end of a match.


Teams: TypeAlias = Sequence[Sequence[Seat]]


def places(outcome: Outcome, teams: Teams, resigned: Sequence[Seat]) -> tuple[int, ...]:
    """Return each team's place: 1 for the best; level teams share one, and the next places are skipped.

    Winners come first, then teams by score. A team that resigned is behind all that stayed, and the earlier
    it resigned the lower its place. Scores do not count in an agreed draw.
    """
    keys = [_key(outcome, team, resigned) for team in teams]
    return tuple([1 + sum(other < key for other in keys) for key in keys])


def _key(outcome: Outcome, team: Sequence[Seat], resigned: Sequence[Seat]) -> tuple[int, int, int]:
    if any(seat in outcome.winners for seat in team):
        return 0, 0, 0
    gone = [resigned.index(seat) for seat in team if seat in resigned]
    given_up = len(resigned) - max(gone) if len(gone) == len(team) else 0
    score = 0 if outcome.why == AGREED else max(outcome.scores[seat] for seat in team)
    return 1, given_up, -score


def result_of(
    info: MatchInfo, rules: AnyRules, picks: Sequence[Sequence[str]], *, begun: bool = True
) -> Result | None:
    """Return the result of a match; None without an outcome.

    `picks` are the choices of each seat; `begun` says whether every seat has acted. Matches with a computer,
    or with a player whose data may not be kept, are not rated. A lesson is nobody's result: it is won by
    design.
    """
    if info.outcome is None or info.ended_at is None:
        return None
    teams = rules.teams(len(info.seats))
    ranks = places(info.outcome, teams, info.match_terms.resigned)
    players = [
        Player(
            seat, holder.user, holder.name, team, ranks[team], _ending(info.outcome, seat, ranks[team]), mine
        )
        for team, seats in enumerate(teams)
        for seat, holder, mine in ((each, info.seats[each], tuple(picks[each])) for each in seats)
        if holder.user and info.match_terms.prepared is None
    ]
    rated = begun and info.match_terms.rated and len(players) == len(info.seats) and len(teams) > 1
    guild = EVERYWHERE if info.guild is None else info.guild
    ordered = tuple(sorted(players, key=lambda player: player.seat))
    agreed = info.outcome.why == AGREED
    return Result(info.id, info.game, guild, rated, info.ended_at, ordered, agreed=agreed)


def _ending(outcome: Outcome, seat: Seat, place: int) -> Ending:
    if seat in outcome.winners:
        return "won"
    return "drawn" if outcome.drawn and place == 1 else "lost"


OVERALL = ""
"""Means all games together."""
EVERYWHERE = 0
"""Means all servers together."""
ALL_TIME = 0
"""Means all seasons together; a server's seasons are numbered from 1."""

MU, SIGMA = 25.0, 25.0 / 3
"""The rating of a new player: mean and standard deviation."""
PROVISIONAL = 10
"""The number of rated matches below which a rating is provisional."""

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
    """A player's rating and record in one scope after some rated matches."""

    mu: float = MU
    sigma: float = SIGMA
    matches: int = 0
    wins: int = 0
    draws: int = 0
    streak: int = 0
    """Matches won in a row, or lost in a row as a negative number; 0 after a draw."""
    best: int = 0
    """The longest winning streak."""

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
    """The Discord user's id; a negative number instead for a former player."""
    name: str
    """The name in that match; "" for a former player."""
    team: int
    place: int
    """The place of the player's team: 1 for the best; teams that are level share a place."""
    ending: Ending
    picks: tuple[str, ...] = ()
    """The player's choices for the match, as far as they were public at the end, with repetitions."""


class Result(msgspec.Struct, frozen=True):
    """The result of a match, as needed for ratings and records. Computer players are left out."""

    match: MatchId
    game: str
    guild: int
    """`EVERYWHERE` for a match outside of servers."""
    rated: bool
    at: datetime
    """When it ended."""
    players: tuple[Player, ...]
    number: int = 0
    """Its number in the order in which results count, from 1; 0 before it is entered."""
    season: int = ALL_TIME
    """The season of the server that it counts for, `ALL_TIME` for none."""
    agreed: bool = False
    """Whether it was drawn by agreement."""


class RatingChange(msgspec.Struct, frozen=True):
    """The change of a player's points by a result."""

    before: int
    after: int
    matches: int
    """Rated matches in this scope, including this one."""

    @property
    def provisional(self) -> bool:
        """Whether too few matches were played to trust the rating."""
        return self.matches < PROVISIONAL


class Step(msgspec.Struct, frozen=True):
    """The effect of one result on one player in one scope."""

    number: int
    """The number of the result."""
    scope: Scope
    user: int
    change: RatingChange
    standing: RatingRow
    """The rating after the result."""

    @property
    def key(self) -> StepKey:
        """The unique key of the step."""
        return self.number, self.scope, self.user


StepKey: TypeAlias = tuple[int, Scope, int]
"""The number of a result, a scope and a player's user id."""


class Kept(NamedTuple):
    """All stored data, at one moment."""

    results: list[Result]
    """In the order in which they count."""
    standings: dict[Key, RatingRow]
    changes: dict[StepKey, RatingChange]


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
    """The number of players before the first row."""
    players: int
    """The total number of players."""
    own: Row | None
    """The viewer's row, also if it is on another page; None without a rated match."""


class Season(msgspec.Struct, frozen=True):
    """A season of a server."""

    number: int
    opened: datetime
    closed: datetime | None = None
    matches: int = 0
    """The number of rated matches that count for it."""


class Tally(msgspec.Struct, frozen=True):
    """The numbers of a player's wins, draws and losses."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def matches(self) -> int:
        """The total number of matches."""
        return self.won + self.drawn + self.lost


class Meetings(msgspec.Struct, frozen=True):
    """The matches of two players with and against each other, from the first player's perspective."""

    tally: Tally = Tally()
    """Results against each other: which of the two placed better."""
    partners: int = 0
    """The number of matches in the same team."""


class Profile(msgspec.Struct, frozen=True):
    """The public information on a player's results, on one server or everywhere."""

    user: int
    name: str
    standings: Mapping[str, RatingRow]
    """All-time ratings by game, including `OVERALL`."""
    place: int
    """The place among all players over all games; 0 without a rated match."""
    players: int
    """The number of these players."""
    rated: Mapping[str, Tally]
    """Rated matches by game."""
    unrated: Mapping[str, Tally]
    """Unrated matches and those with computers, by game."""
    picks: Mapping[str, Mapping[str, int]]
    """The player's choices, by game, the most frequent first."""
    meetings: Meetings | None
    """Matches with the viewer; None for the viewer's own page."""
    curve: tuple[int, ...]
    """The points after each rated match of the requested game; the first value is the start."""
    curve_from: int
    """The number of rated matches before the first value of the curve."""
