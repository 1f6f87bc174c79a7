"""Before a tournament begins: valid plans, entry conditions, and the start."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from bot.engine.contract import Rules
from bot.engine.errors import Refusal
from bot.engine.sentences import either
from bot.matches.lobby_rules import check_terms
from bot.matches.model import Person, clean_name
from bot.parts.tournaments import acts
from bot.parts.tournaments.drawing import with_draw
from bot.parts.tournaments.formats import swiss
from bot.parts.tournaments.formats.model import NEWEST, Format
from bot.parts.tournaments.formats.roundrobin import division_sizes
from bot.parts.tournaments.formats.schedule import rounds_of
from bot.parts.tournaments.formats.seating import SEATS, table_sizes
from bot.parts.tournaments.model import Conditions, Entrant, Plans, Tournament
from bot.parts.tournaments.schedule import plan_of

ENTRY = timedelta(days=3)
"""How long entries to the next season of a league are open."""
PAIR = 2
"""The members of a team that can enter."""
CUP_SIZES = (4, 8)
LEAST: dict[Format, int] = {"league": 4, "cup": 4, "swiss": 4, "knock-out": 4}
MOST: dict[Format, int] = {"league": 2000, "cup": 8, "swiss": 500, "knock-out": 128}
"""The most entrants of each format."""
LONGEST_DAYS = 60


def check_plans(plans: Plans, rules: Rules[Any, Any, Any, Any]) -> None:
    """Raise `Refusal` if a tournament with these settings cannot be played."""
    if plans.seats not in rules.seats:
        raise Refusal.translated(
            "A match of this game has {possible} seats, not {seats}.",
            possible=either([str(count) for count in rules.seats]),
            seats=plans.seats,
        )
    if plans.sides > 2 and (plans.format == "knock-out" or plans.sides not in SEATS):
        raise Refusal.translated("A knock-out is for matches of two.")
    if plans.format == "cup" and plans.size not in (0, *CUP_SIZES):
        raise Refusal.translated("A cup is for 4 or 8.")
    if not 0 <= plans.days <= LONGEST_DAYS:
        raise Refusal.translated("A round has 1 to {most} days.", most=LONGEST_DAYS)
    if plans.clock.kind == "none":
        raise Refusal.translated("A tournament is played with a clock, so that it comes to an end.")
    check_terms(plans.clock)
    low, high = plans.conditions.lowest, plans.conditions.highest
    if high and low > high:
        raise Refusal.translated("The highest rating is below the lowest.")


def with_teams(plans: Plans, rules: Rules[Any, Any, Any, Any]) -> Plans:
    """Return the settings with the seats of pairs, if the game has teams: these enter together.

    Raises `Refusal` for teams of another size.
    """
    teams = rules.teams(plans.seats) if plans.seats in rules.seats else ()
    if all(len(team) == 1 for team in teams):
        return replace(plans, teams=UNSET)
    if [len(team) for team in teams] != [PAIR, PAIR]:
        raise Refusal.translated("Teams of this size cannot play in a tournament: choose another number.")
    return replace(plans, teams=tuple(teams))


def check_conditions(conditions: Conditions, roles: Collection[int], points: int | None, played: int) -> None:
    """Raise `Refusal` for a person who may not enter."""
    if conditions.role and conditions.role not in roles:
        raise Refusal.translated("This tournament is for those with a certain role, which you do not have.")
    if conditions.lowest and (points is None or points < conditions.lowest):
        raise Refusal.translated(
            "This tournament is for a rating of at least {rating} in its game on this server.",
            rating=conditions.lowest,
        )
    if conditions.highest and points is not None and points > conditions.highest:
        raise Refusal.translated(
            "This tournament is for a rating of at most {rating} in its game on this server.",
            rating=conditions.highest,
        )
    if played < conditions.matches:
        raise Refusal.translated(
            "This tournament is for those who have ended at least {number} matches on this server; you have"
            " ended {played}.",
            number=conditions.matches,
            played=played,
        )


def check_open(tournament: Tournament) -> None:
    """Raise `Refusal` if entries are closed."""
    if tournament.over:
        raise Refusal.translated("This tournament is over.")
    if tournament.stage != "open":
        raise Refusal.translated("This tournament has begun already.")


def check_room(tournament: Tournament) -> None:
    """Raise `Refusal` if all places are taken."""
    if len(tournament.entered) >= size_of(tournament):
        raise Refusal.translated("All places of this tournament are taken.")


def check_entry(tournament: Tournament, mine: Entrant | None) -> None:
    """Raise `Refusal` if a person cannot enter now; `mine` is their earlier entry."""
    if tournament.stage == "playing" and tournament.plans.format == "swiss" and tournament.plans.sides == 2:
        if mine is not None and (mine.seed or not tournament.plans.teams):
            raise Refusal.translated(
                "{player} has withdrawn from this tournament and cannot enter it again.", player=mine.called
            )
        rounds = rounds_of(plan_of(tournament), len(tournament.entered))
        if tournament.last_round > swiss.last_entry_round(rounds):
            raise Refusal.translated("More than half of the rounds have begun; it is too late to enter.")
        check_room(tournament)
        return
    check_open(tournament)
    check_room(tournament)


def placed(tournament: Tournament, entrant: Entrant) -> Tournament:
    """Return the tournament with a new entrant, or with one who replaces the former holder of the number."""
    if tournament.stage == "playing":
        first = max(tournament.last_round, 1) + 1
        seed = 0 if entrant.asked else max([each.seed for each in tournament.entrants]) + 1
        entrant = replace(entrant, seed=seed, first_round=first)
    before, after = tournament.entrants[: entrant.number - 1], tournament.entrants[entrant.number :]
    return replace(tournament, entrants=(*before, entrant, *after))


def entered(tournament: Tournament, person: Person, rating: int | None) -> Tournament:
    """Return the tournament with a person whom its director enters and who will be told. Raises `Refusal`."""
    mine = tournament.of_user(person.user)
    if mine is not None and mine.leaving:
        raise Refusal.translated(
            "{player} has left this tournament, and can enter it alone.", player=person.name
        )
    if mine is not None:
        raise Refusal.translated("{player} has entered this tournament already.", player=person.name)
    check_open(tournament)
    check_room(tournament)
    number = len(tournament.entrants) + 1
    entrant = Entrant(number, person.user, clean_name(person.name), rating=rating)
    # an earlier version says in the channel that a question is answered
    return acts.with_notice(placed(tournament, entrant), "asked", entrant=number, told="entered")


def size_of(tournament: Tournament) -> int:
    """Return the most entrants."""
    plans = tournament.plans
    if plans.format == "cup":
        return plans.size or CUP_SIZES[-1]
    return min(plans.size or MOST[plans.format], MOST[plans.format])


def due(tournament: Tournament, now: datetime) -> bool:
    """Whether a tournament must start automatically now: at its time, or because the cup is full."""
    if tournament.stage != "open":
        return False
    full = tournament.plans.format == "cup" and len(tournament.entered) >= size_of(tournament)
    return full or (tournament.starts_at is not None and tournament.starts_at <= now)


def check_tables(tournament: Tournament, rules: Rules[Any, Any, Any, Any]) -> None:
    """Raise `Refusal` if this number of entrants does not fit tables that the game allows."""
    plans, entered = tournament.plans, len(tournament.entered)
    if plans.sides == 2 or entered < LEAST[plans.format]:
        return
    for size in division_sizes(entered) if plans.format == "league" else [entered]:
        tables = table_sizes(size, plans.seats)
        if any(seats not in rules.seats or len(rules.teams(seats)) < seats for seats in tables):
            raise Refusal.translated(
                "{number} entrants do not fill tables of this game: one more has to enter, or one fewer.",
                number=entered,
            )


def started(tournament: Tournament, before: Tournament | None, now: datetime) -> Tournament:
    """Return a tournament that begins now, with its draw made. Raises `Refusal`."""
    check_open(tournament)
    least = max(LEAST[tournament.plans.format], tournament.plans.sides)
    if len(tournament.entered) < least:
        raise Refusal.translated(
            "At least {number} have to enter before it can begin; {entered} have.",
            number=least,
            entered=len(tournament.entered),
        )
    drawn = replace(with_draw(tournament, before), rule=NEWEST)
    if tournament.plans.format == "swiss" and not tournament.rounds_planned:
        drawn = replace(drawn, rounds_planned=rounds_of(plan_of(drawn), len(drawn.entered)))
    return replace(drawn, stage="playing", started_at=now, starts_at=None)
