"""The rating algorithm: Plackett-Luce, result by result.

The same results in the same order always give bitwise identical numbers.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING

from msgspec.structs import replace

from bot.parts.ratings.model import (
    ALL_TIME,
    EVERYWHERE,
    OVERALL,
    Ending,
    Key,
    Player,
    RatingChange,
    RatingRow,
    Result,
    Scope,
    Standings,
    Step,
)

if TYPE_CHECKING:
    from openskill.models import PlackettLuce, PlackettLuceRating


@cache
def _model() -> PlackettLuce:
    """Return the model, loaded at the first result."""
    from openskill.models import PlackettLuce

    return PlackettLuce()


def scopes_of(result: Result) -> tuple[Scope, ...]:
    """Return all scopes that a result counts for; empty for an unrated one."""
    if not result.rated:
        return ()
    guilds = [Scope("", EVERYWHERE)]
    if result.guild != EVERYWHERE:
        guilds.append(Scope("", result.guild))
        if result.season != ALL_TIME:
            guilds.append(Scope("", result.guild, result.season))
    return tuple([replace(scope, game=game) for game in (result.game, OVERALL) for scope in guilds])


def rate(result: Result, standings: Standings) -> list[Step]:
    """Return the new ratings after a result; a player without a rating gets the initial one."""
    return [step for scope in scopes_of(result) for step in _rate_in(scope, result, standings)]


def rate_all(results: Iterable[Result]) -> tuple[dict[Key, RatingRow], list[Step]]:
    """Return the standings after all these results, in their order, and each step to them."""
    standings: dict[Key, RatingRow] = {}
    steps: list[Step] = []
    for result in results:
        done = rate(result, standings)
        standings.update({(step.scope, step.user): step.standing for step in done})
        steps += done
    return standings, steps


def _rate_in(scope: Scope, result: Result, standings: Standings) -> list[Step]:
    members: dict[int, list[Player]] = {}
    for player in result.players:
        members.setdefault(player.team, []).append(player)
    teams = [members[team] for team in sorted(members)]
    before = {player.user: standings.get((scope, player.user), RatingRow()) for player in result.players}
    believed = [[_belief(before[player.user]) for player in team] for team in teams]
    # Whole places only: PlackettLuce of openskill 6.2.0 cuts ranks (findings/ranks-cut.sh).
    rated = _model().rate(believed, ranks=[float(team[0].place) for team in teams])
    return [
        _step(result, scope, player, before[player.user], _sure(result, before[player.user], belief))
        for team, beliefs in zip(teams, rated, strict=True)
        for player, belief in zip(team, beliefs, strict=True)
    ]


def _step(
    result: Result, scope: Scope, player: Player, before: RatingRow, belief: PlackettLuceRating
) -> Step:
    after = _after(before, player.ending, belief)
    change = RatingChange(before.points, after.points, after.matches)
    return Step(result.number, scope, player.user, change, after)


def _sure(result: Result, before: RatingRow, belief: PlackettLuceRating) -> PlackettLuceRating:
    """Return a player's rating after a result; an agreed draw does not reduce its uncertainty.

    A leaderboard sorts by a lower bound of the skill, which draws without a fight would otherwise raise.
    """
    return _model().rating(belief.mu, before.sigma) if result.agreed else belief


def _belief(standing: RatingRow) -> PlackettLuceRating:
    return _model().rating(standing.mu, standing.sigma)


def _after(old: RatingRow, ending: Ending, belief: PlackettLuceRating) -> RatingRow:
    streak = max(old.streak, 0) + 1 if ending == "won" else min(old.streak, 0) - 1
    if ending == "drawn":
        streak = 0
    return RatingRow(
        mu=belief.mu,
        sigma=belief.sigma,
        matches=old.matches + 1,
        wins=old.wins + (ending == "won"),
        draws=old.draws + (ending == "drawn"),
        streak=streak,
        best=max(old.best, streak),
    )
