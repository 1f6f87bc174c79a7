"""Places of the teams at the end of a match."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from bot.engine.contract import AnyRules, Outcome, Seat
from bot.matches.model import MatchInfo
from bot.matches.notices import AGREED
from bot.parts.ratings.model import EVERYWHERE, Ending, Player, Result

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
    or with a player whose data may not be kept, are not rated.
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
        if holder.user
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
