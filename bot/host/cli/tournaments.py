"""`tournament simulate`: thousands of tournaments with random strengths, to evaluate a format.

`tournament table`: the table and the next Swiss round of a report file (TRF-16).
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Sequence
from pathlib import Path
from statistics import mean
from typing import Any, get_args

from bot.engine.errors import BadOptions
from bot.engine.sentences import either
from bot.host.cli.asking import add_output_arguments
from bot.host.cli.commands import check_number
from bot.host.cli.output import new_table, page, progress
from bot.parts.proofs.verify import printable
from bot.parts.tournaments.formats import roundrobin
from bot.parts.tournaments.formats.model import Format, round_of
from bot.parts.tournaments.formats.schedule import Plan, days_of, final_table, next_pairings, rounds_of
from bot.parts.tournaments.formats.seating import SEATS
from bot.parts.tournaments.formats.simulation import Course, Experiment, play
from bot.parts.tournaments.trf import LARGEST, from_trf

FORMATS: tuple[Format, ...] = get_args(Format)
MOST_ENTRANTS = {"league": roundrobin.LARGEST, "cup": roundrobin.LARGEST, "swiss": 500, "knock-out": 500}
"""The most entrants; in a league, entrants of one division."""
MOST_TRIED = 100_000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "action",
        choices=["simulate", "table"],
        help="simulate: play tournaments of made-up strengths; table: read Swiss results in a TRF-16 file",
    )
    parser.add_argument(
        "format", metavar="FORMAT|FILE", help=f"which format: {', '.join(FORMATS)}; for table the file"
    )
    parser.add_argument("--entrants", type=int, default=8, metavar="N", help="who takes part (default: 8)")
    parser.add_argument(
        "--seats", type=int, default=2, metavar="N", help="entrants of a match, 2 to 6 (default: 2)"
    )
    parser.add_argument(
        "--dropouts",
        type=float,
        default=0.0,
        metavar="P",
        help="chance of each to withdraw before each round, 0 to 1 (default: 0)",
    )
    parser.add_argument(
        "--late",
        type=float,
        default=0.0,
        metavar="P",
        help="share that enters in the second round of a Swiss tournament (default: 0)",
    )
    parser.add_argument("--tournaments", type=int, default=1000, metavar="N", help="how many (default: 1000)")
    add_output_arguments(parser)


def run(args: argparse.Namespace) -> int:
    """Play, or read, and print. Exit codes: 0 done, 2 invalid request."""
    if args.action == "table":
        return _show(Path(args.format))
    experiment = _experiment(args)
    rng = random.Random(args.seed)
    courses: list[Course] = []
    with progress(args.format, args.tournaments) as tell:
        for done in range(args.tournaments):
            courses.append(play(experiment, rng))
            tell(done + 1, args.tournaments)
    report = _report(experiment, courses)
    if args.json:
        print(json.dumps(report))
    else:
        _print(experiment, report)
    return 0


def _show(path: Path) -> int:
    """Print the table of a report file and the next round, as this program has them."""
    try:
        with path.open("rb") as file:
            tournament = from_trf(file.read(LARGEST + 1))
    except OSError as fault:
        raise BadOptions(f"{printable(str(path))} cannot be read: {fault.strerror or fault}.") from None
    names = {entrant: printable(name) for entrant, name in tournament.names.items()}
    plan = Plan("swiss", rounds=tournament.rounds, tournament=tournament.title)
    last = round_of(tournament.pairings)
    table = new_table(
        printable(tournament.title) or "Swiss", ["place", "name"], ["points", "Buchholz", "wins"], header=True
    )
    for row in final_table(plan, tournament.entrants, tournament.pairings):
        figures = [f"{float(figure):g}" for figure in (row.points, row.tie_break, row.wins)]
        table.add_row(str(row.place), names[row.entrant], *figures)
    page().print(table)
    new = next_pairings(plan, tournament.entrants, tournament.pairings)
    if new:
        pairs = [
            " - ".join([names[one] for one in pairing.seats]) + (" has a bye" if pairing.bye else "")
            for pairing in new
        ]
        print(f"Round {last + 1}: {'; '.join(pairs)}")
    elif last >= rounds_of(plan, len(tournament.entrants)):
        print(f"All {last} rounds are played.")
    else:
        print(f"Round {last + 1} cannot be paired: all who are left have met.")
    return 0


def _experiment(args: argparse.Namespace) -> Experiment:
    """Return the requested experiment. Raises `BadOptions` with a sentence for an invalid request."""
    if args.format not in FORMATS:
        raise BadOptions(f"There is no format {args.format}. Choose {either(FORMATS)}.")
    check_number("--tournaments", args.tournaments, MOST_TRIED)
    least, most = _entrants(args.format, args.seats)
    if not least <= args.entrants <= most:
        raise BadOptions(f"--entrants is {least} to {most} here, not {args.entrants}.")
    for name, share in (("--dropouts", args.dropouts), ("--late", args.late)):
        if not 0 <= share <= 1:
            raise BadOptions(f"{name} is 0 to 1, not {share}.")
    return Experiment(Plan(args.format, args.seats), args.entrants, args.dropouts, args.late)


def _entrants(kind: Format, seats: int) -> tuple[int, int]:
    """Return the fewest and the most entrants."""
    if seats == 2:
        return (2 if kind in ("swiss", "knock-out") else roundrobin.SMALLEST), MOST_ENTRANTS[kind]
    if seats not in SEATS:
        raise BadOptions(f"--seats is 2 to {SEATS[-1]}, not {seats}.")
    if kind == "knock-out":
        raise BadOptions("A knock-out is for matches of two: leave --seats out.")
    return SEATS[0], 200


def _report(experiment: Experiment, courses: Sequence[Course]) -> dict[str, Any]:
    """Return the output of --json."""
    return {
        "format": experiment.plan.format,
        "seats": experiment.plan.seats,
        "entrants": experiment.entrants,
        "dropouts": experiment.dropouts,
        "late": experiment.late,
        "tournaments": len(courses),
        "strongest_wins": round(mean([each.won_by_strongest for each in courses]), 3),
        "kendall_tau": round(mean([each.tau for each in courses]), 3),
        "matches": round(mean([each.matches for each in courses]), 1),
        "repeats": round(mean([each.repeats for each in courses]), 2),
        "seat_gap": max([each.seat_gap for each in courses]),
        "rounds": max([each.rounds for each in courses]),
        "days": days_of(experiment.plan, experiment.entrants),
        "withdrawn": round(mean([each.withdrawn for each in courses]), 2),
    }


_TOLD = {
    "strongest_wins": "the strongest of those who stayed wins",
    "kendall_tau": "order against strength (Kendall's tau, 1 is right, 0 is chance)",
    "matches": "matches, mean",
    "repeats": "meetings again in a later round, mean",
    "seat_gap": "largest difference between one's shares of the seats",
    "rounds": "rounds",
    "days": "days until the end, at most",
    "withdrawn": "withdrawn, mean",
}


def _print(experiment: Experiment, report: dict[str, Any]) -> None:
    title = f"{report['tournaments']:,} times {experiment.plan.format} of {experiment.entrants}"
    table = new_table(title, ["what"], ["figure"], header=False)
    for key, told in _TOLD.items():
        value = f"{report[key]:.1%}" if key == "strongest_wins" else f"{report[key]}"
        table.add_row(told, value)
    page().print(table)
