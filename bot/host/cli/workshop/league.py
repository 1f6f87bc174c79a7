"""`league`: the computer players of a game against each other: their strengths and thinking times."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from math import ceil
from statistics import median
from typing import Any

from bot.engine.errors import BadOptions
from bot.engine.players.searcher import STEPS
from bot.engine.sentences import either
from bot.games.computers import computers
from bot.games.registry import GAMES
from bot.host.cli.asking import able, check_players, game_of
from bot.host.cli.commands import check_number
from bot.host.cli.output import new_table, page, progress
from bot.matches.options import offered_options
from bot.parts.workshop.lab.league import SEATS, Record, Strength, fixtures, played, strengths

MOST_GAMES = 10_000
"""The most matches of each pair."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "games",
        nargs="*",
        metavar="GAME",
        help=f"the games (default: all of several players): {', '.join(GAMES)}",
    )
    parser.add_argument(
        "--games",
        dest="count",
        type=int,
        default=100,
        metavar="N",
        help="matches of each pair of players, half of them in either seat (default: 100)",
    )
    parser.add_argument(
        "--players", nargs="+", metavar="KEY", help="who takes part (default: all players of the game)"
    )
    parser.add_argument("--seed", default="1", metavar="S", help="any text; the same one plays the same")
    parser.add_argument(
        "--steps",
        type=int,
        default=STEPS,
        metavar="N",
        help=f"what those who search may work for a decision (default: {STEPS:,})",
    )
    parser.add_argument(
        "--jobs",
        type=int,
        default=1,
        metavar="N",
        help="processes to play in (default: 1, which measures best what a decision takes)",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object a game and nothing else")


def run(args: argparse.Namespace) -> int:
    """Play and print. Exit codes: 0 done, 1 the rules failed or leaked a secret, 2 invalid request."""
    _check(args)
    for game in args.games or [key for key in GAMES if len(able(key, computers())) > 1]:
        _league(game, args)
    return 0


def _check(args: argparse.Namespace) -> None:
    """Raise `BadOptions` with a sentence for an invalid request."""
    for name, count, most in (
        ("--games", args.count, MOST_GAMES),
        ("--steps", args.steps, 1_000_000),
        ("--jobs", args.jobs, 512),
    ):
        check_number(name, count, most)
    for game in args.games:
        game_of(game)


def _players(game: str, asked: Sequence[str] | None) -> list[str]:
    known = able(game, computers())
    check_players(asked or (), game, computers())
    keys = [key for key in known if not asked or key in asked]
    if len(keys) < 2:
        raise BadOptions(f"A league needs two players of {game} or more: {either(known)}.")
    return keys


def _league(game: str, args: argparse.Namespace) -> None:
    players, rules = _players(game, args.players), GAMES[game].rules
    options = offered_options(rules, {}, SEATS)
    wanted = fixtures(game, players, options, args.count, args.seed, args.steps)
    record = Record()
    with progress(game, len(wanted)) as tell, played(wanted, args.jobs) as records:
        for done, shard in enumerate(records, start=1):
            record.join(shard)
            tell(done, len(wanted))
    anchor = next((key for key in players if computers()[key].level == "normal"), players[-1])
    rated = strengths(record, players, anchor)
    if args.json:
        print(json.dumps(_report(game, args, players, record, rated)))
    else:
        _print(game, args, players, record, rated)


def _report(
    game: str,
    args: argparse.Namespace,
    players: Sequence[str],
    record: Record,
    rated: dict[str, Strength],
) -> dict[str, Any]:
    """Return the output of --json."""
    return {
        "game": game,
        "games": args.count,
        "seed": args.seed,
        "steps": args.steps,
        "players": {
            key: {
                "level": computers()[key].level,
                "strength": round(rated[key].points),
                "margin": round(rated[key].margin),
                "points": {other: record.points(key, other) for other in players if other != key},
                "decisions": len(record.seconds[key]),
                "median_ms": round(1000 * median(record.seconds[key] or [0.0]), 3),
                "p99_ms": round(1000 * p99(record.seconds[key]), 3),
                "slowest_ms": round(1000 * max(record.seconds[key], default=0.0), 3),
            }
            for key in players
        },
    }


def p99(seconds: Sequence[float]) -> float:
    """Return the 99th percentile of decision times, in seconds; 0 if there are none."""
    return sorted(seconds)[ceil(0.99 * len(seconds)) - 1] if seconds else 0.0


def _print(
    game: str,
    args: argparse.Namespace,
    players: Sequence[str],
    record: Record,
    rated: dict[str, Strength],
) -> None:
    ranked = sorted(players, key=lambda key: -rated[key].points)
    title = f"{GAMES[game].title}: {args.count} matches a pair, seed {args.seed}"
    against = [f"v {key}" for key in ranked]
    figures = ("strength", "±", *against, "decisions", "median", "p99", "slowest")
    table = new_table(title, ["player", "level"], figures)
    for key in ranked:
        seconds = record.seconds[key]
        points = [
            "·" if other == key else f"{record.points(key, other) / record.matches(key, other):.1%}"
            for other in ranked
        ]
        table.add_row(
            key,
            computers()[key].level,
            f"{rated[key].points:.0f}",
            f"{rated[key].margin:.0f}",
            *points,
            f"{len(seconds):,}",
            f"{1000 * median(seconds or [0.0]):.1f} ms",
            f"{1000 * p99(seconds):.1f} ms",
            f"{1000 * max(seconds, default=0.0):.1f} ms",
        )
    page().print(table)
