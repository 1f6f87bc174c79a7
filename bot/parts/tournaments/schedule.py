"""Values derived from the rows of a tournament: tables, reachable places, deadlines, the next pairings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from fractions import Fraction
from typing import Literal

from msgspec.structs import replace

from bot.parts.tournaments.formats import knockout, model, roundrobin
from bot.parts.tournaments.formats.bounds import PlaceBounds, place_bounds
from bot.parts.tournaments.formats.model import EntrantId, Pairing, places_of, seated, sides_of
from bot.parts.tournaments.formats.schedule import Plan, final_table, next_pairings, rounds_of
from bot.parts.tournaments.formats.seating import SEATS
from bot.parts.tournaments.formats.standings import TableRow
from bot.parts.tournaments.model import Entrant, Game, Result, Round, Tournament

BEFORE = (timedelta(days=7), timedelta(days=2), timedelta(hours=6))
"""The times before a deadline at which it is announced."""


def plan_of(tournament: Tournament) -> Plan:
    """Return the format of a tournament, or of a division of it."""
    return Plan(
        tournament.plans.format,
        tournament.plans.sides,
        tournament.rounds_planned,
        tournament.rule,
        tournament.id,
    )


def at_once(tournament: Tournament) -> bool:
    """Whether all matches are open at the same time."""
    return plan_of(tournament).at_once


def fixed(tournament: Tournament) -> bool:
    """Whether the format fixes all pairings from the start."""
    return at_once(tournament) or tournament.plans.format == "knock-out"


def days_of(tournament: Tournament) -> int:
    """Return the number of days until the deadline of a round, or of all matches."""
    return tournament.plans.days or plan_of(tournament).usual_days


def entrants_of(tournament: Tournament, division: int) -> list[model.Entrant]:
    """Return the present and former entrants of a division for the formats: a pair is one entrant."""
    return [
        model.Entrant(entrant.number, entrant.seed, entrant.first_round, bool(entrant.leaving))
        for entrant in tournament.entrants
        if entrant.seed
        and entrant.division == division
        and tournament.first(entrant.number) == entrant.number
    ]


def pairings_of(tournament: Tournament, division: int) -> list[Pairing]:
    """Return the pairings of a division with their results, as values of the formats."""
    withdrawn = {each.number for each in tournament.results if each.how == "withdrawn"}
    return [
        Pairing(game.round, game.seats, places, game.leg, game.number in withdrawn)
        for game, places in games_of(tournament)
        if game.division == division
    ]


def games_of(tournament: Tournament) -> list[tuple[Game, tuple[int, ...] | None]]:
    """Return the pairings and places as shown in tables: a pair is one entrant."""
    known = {each.number: each.places for each in tournament.results}
    if not tournament.plans.teams:
        return [(each, known.get(each.number)) for each in tournament.games]
    firsts, games = tournament.firsts, []
    for game in tournament.games:
        places = known.get(game.number)
        reached = None if places is None else places_of(game.seats, places, firsts)
        games.append((replace(game, seats=sides_of(game.seats, firsts)), reached))
    return games


def table_of(tournament: Tournament, division: int) -> list[TableRow]:
    """Return the table of a division."""
    entrants, pairings = entrants_of(tournament, division), pairings_of(tournament, division)
    return final_table(plan_of(tournament), entrants, pairings)


def bounds_of(tournament: Tournament, division: int) -> Mapping[EntrantId, PlaceBounds]:
    """Return the best and the worst place that each entrant of a division can still reach."""
    entrants, pairings = entrants_of(tournament, division), pairings_of(tournament, division)
    plan = plan_of(tournament)
    if plan.format == "knock-out":
        return knockout.place_bounds(entrants, pairings)
    paired = max([each.round for each in pairings], default=0)
    rounds = 0 if at_once(tournament) and pairings else rounds_of(plan, len(entrants)) - paired
    most = Fraction(1) if plan.seats == 2 else Fraction(6)
    return place_bounds(entrants, pairings, plan.format, most * max(rounds, 0), plan.rule)


def round_of(tournament: Tournament, game: Game) -> Round:
    """Return the round whose deadline counts for a pairing."""
    if at_once(tournament):
        return tournament.rounds[0]
    return next(each for each in tournament.rounds if each.number == game.round)


def next_games(tournament: Tournament) -> list[Game]:
    """Return the pairings to open now, with their numbers; a round covers all divisions.

    A division with too few entrants left for a match has none.
    """
    plan, games = plan_of(tournament), []
    forbidden = frozenset(frozenset(pair) for pair in (*tournament.forbidden, *tournament.apart))
    if not fixed(tournament) and tournament.open_games:
        return []
    if at_once(tournament) and tournament.games:
        return []
    number = max([each.number for each in tournament.games], default=0)
    for division in tournament.divisions:
        entrants, pairings = entrants_of(tournament, division), pairings_of(tournament, division)
        least = SEATS.start if plan.seats > 2 else 1
        if len([each for each in entrants if not each.withdrawn]) < least:
            continue
        for pairing in next_pairings(plan, entrants, pairings, forbidden):
            number += 1
            seats = _seated(tournament, division, pairing.seats)
            games.append(Game(number, division, pairing.round, seats, pairing.leg))
    return games


def _seated(tournament: Tournament, division: int, seats: tuple[EntrantId, ...]) -> tuple[EntrantId, ...]:
    """Return the seats of a pairing; in a round robin swapped if the draw says so.

    Partners have the seats of a team.
    """
    purpose = seats_purpose(division)
    drawn = [draw.result for draw in tournament.draws if draw.purpose == purpose]
    sides = tuple(reversed(seats)) if drawn and drawn[-1] == (1,) else seats
    if not tournament.plans.teams:
        return sides
    members = {each: [one.number for one in tournament.members(each)] for each in sides}
    return seated(sides, members, tournament.plans.teams)


def seats_purpose(division: int) -> str:
    """Return the purpose of the draw of the first seats in a division."""
    return f"seats of division {division}"


def settled(tournament: Tournament, games: Sequence[Game], now: datetime) -> list[Result]:
    """Return the results of pairings without a match: byes, and pairings with a withdrawn entrant."""
    return [each for game in games if (each := _settled(tournament, game, now)) is not None]


def _settled(tournament: Tournament, game: Game, now: datetime) -> Result | None:
    """Return the result of a pairing that no longer needs a match; None for one to be played."""
    if len({tournament.first(each) for each in game.seats}) == 1:
        return Result(game.number, (1,) * len(game.seats), "bye", now)
    left = [bool(tournament.entrant(each).leaving) for each in game.seats]
    staying = {tournament.first(each) for each, gone in zip(game.seats, left, strict=True) if not gone}
    if not any(left) or len(staying) > 1:
        return None
    places = None if at_once(tournament) else tuple([2 if gone else 1 for gone in left])
    return Result(game.number, places, "withdrawn", now)


def with_pairings(tournament: Tournament, now: datetime) -> Tournament:
    """Return the tournament with the next pairings; unchanged if none are due."""
    games = next_games(tournament)
    if not games:
        return tournament
    rounds, length = tournament.rounds, timedelta(days=days_of(tournament))
    if at_once(tournament):
        rounds = (Round(1, now, now + length),)
    elif (last := max([game.round for game in games])) > tournament.last_round:
        rounds = (*rounds, Round(last, now, now + length))
    else:  # a deciding match has half the time of a round at least
        end = max(rounds[-1].deadline, now + length / 2)
        rounds = (*rounds[:-1], replace(rounds[-1], deadline=end))
    return replace(
        tournament,
        games=(*tournament.games, *games),
        results=(*tournament.results, *settled(tournament, games, now)),
        rounds=rounds,
    )


def finished(tournament: Tournament) -> bool:
    """Whether everything has been played."""
    return tournament.stage == "playing" and not tournament.open_games and not next_games(tournament)


def why_early(tournament: Tournament) -> Literal["", "few", "met"]:
    """Return why a finished tournament in rounds has no further round.

    "few": fewer are left than a match needs; "met": all who are left have met; "": it was the last one.
    """
    plan, entrants = plan_of(tournament), entrants_of(tournament, 1)
    if fixed(tournament) or tournament.last_round >= rounds_of(plan, len(entrants)):
        return ""
    least = SEATS.start if plan.seats > 2 else 2
    return "few" if len([each for each in entrants if not each.withdrawn]) < least else "met"


def with_places(tournament: Tournament) -> Tournament:
    """Return the tournament with the final places of its entrants."""
    places = {
        row.entrant: row.place for division in tournament.divisions for row in table_of(tournament, division)
    }
    firsts = tournament.firsts
    return replace(
        tournament,
        entrants=tuple(
            [replace(each, place=places.get(firsts[each.number], 0)) for each in tournament.entrants]
        ),
    )


def last_season(tournament: Tournament) -> list[list[Entrant]]:
    """Return the divisions of a finished season, the best of each first."""
    return [
        sorted(
            [
                entrant
                for entrant in tournament.entrants
                if entrant.place
                and entrant.division == division
                and tournament.first(entrant.number) == entrant.number
            ],
            key=lambda each: each.place,
        )
        for division in tournament.divisions
    ]


def movement(tournament: Tournament, division: int) -> tuple[int, int]:
    """Return the number of entrants promoted and relegated from a division."""
    if tournament.plans.format != "league" or len(tournament.divisions) == 1:
        return 0, 0
    sizes = {number: len(entrants_of(tournament, number)) for number in tournament.divisions}
    movers = {number: roundrobin.movers(size) for number, size in sizes.items()}
    up = min(movers[division], movers[division - 1]) if division > 1 else 0
    down = min(movers[division], movers[division + 1]) if division + 1 in movers else 0
    return up, down
