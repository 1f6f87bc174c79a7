"""`python -m bot simulate GAME`: whole matches between computer players, without Discord."""

from __future__ import annotations

import argparse
import gc
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
from rich.console import Console
from rich.table import Table

from bot.engine import audit
from bot.engine.audit import BadAudit
from bot.engine.errors import BadOptions
from bot.games.computers import COMPUTERS
from bot.games.registry import GAMES
from bot.games.simulation import MOST_ACTIONS, Series, Tally, audit_of
from bot.host.cli.asking import (
    add_output_arguments,
    check_players,
    game_of,
    json_object,
    seats_of,
)
from bot.host.cli.commands import check_number, say
from bot.host.cli.output import progress
from bot.matches.options import read_options

LARGEST_SERIES = 1_000_000
"""The most matches of one call."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("game", metavar="GAME", help=f"the game: {', '.join(GAMES)}")
    parser.add_argument("--games", type=int, default=100, metavar="N", help="matches to play (default: 100)")
    parser.add_argument("--seats", type=int, metavar="K", help="seats (default: the fewest of the game)")
    parser.add_argument("--options", default="{}", metavar="JSON", help='options, such as {"squad": 5}')
    parser.add_argument(
        "--players",
        default="random",
        metavar="KEYS",
        help=f"who plays, one for all or one a seat with commas between: {', '.join(COMPUTERS)}",
    )
    parser.add_argument(
        "--audit-dir", type=Path, metavar="DIR", help="write an audit file of each match there"
    )
    add_output_arguments(parser)
    parser.add_argument(
        "--bare", action="store_true", help="take only what the players look at: no view of every seat"
    )
    parser.add_argument(
        "--most-actions",
        type=int,
        default=MOST_ACTIONS,
        metavar="N",
        help=f"give a match up, as not finished, after so many actions (default: {MOST_ACTIONS:,})",
    )


def run(args: argparse.Namespace) -> int:
    """Play and print the results. Exit codes: 0 done, 1 rules or disk failed, 2 invalid request."""
    series = _series(args)
    _prepare(args.audit_dir)
    gc.freeze()  # else a full collection goes through all that was imported: 0.08 s, ten matches' time
    try:
        tally = _play(series, args)
    except BadAudit as fault:
        return say(str(fault), 1)
    except OSError as fault:
        return say(f"The audit file cannot be written to {args.audit_dir}: {fault.strerror or fault}.", 1)
    finally:
        gc.unfreeze()
    report = _report(series, tally)
    if args.json:
        print(json.dumps(report))
    elif tally.finished:
        Console().print(_table(series, report))
    else:
        return say(
            f"None of {tally.games:,} matches came to its end within {series.most_actions:,} actions.", 1
        )
    return 0


def _series(args: argparse.Namespace) -> Series:
    """Return the matches to be played. Raises `BadOptions` with a sentence."""
    game = game_of(args.game)
    seats = seats_of(game, args.seats)
    check_number("--games", args.games, LARGEST_SERIES)
    check_number("--most-actions", args.most_actions, MOST_ACTIONS)
    options = read_options(game.rules, json_object(args.options, '{"squad": 5}'), seats)
    keys = [key.strip() for key in args.players.split(",")]
    if len(keys) not in (1, seats):
        raise BadOptions(f"--players names one for all or one for each of {seats} seats, not {len(keys)}.")
    check_players(keys, game.key)
    players = tuple([COMPUTERS[key] for key in (keys if len(keys) == seats else keys * seats)])
    return Series(
        rules=game.rules,
        options=options,
        seats=seats,
        players=players,
        games=args.games,
        seed=args.seed,
        views=not args.bare,
        most_actions=args.most_actions,
    )


def _prepare(folder: Path | None) -> None:
    if folder is not None:
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except (OSError, ValueError) as fault:
            reason = getattr(fault, "strerror", None) or fault
            raise BadOptions(f"The folder {folder} for audit files cannot be made: {reason}.") from None


def _play(series: Series, args: argparse.Namespace) -> Tally:
    """Play all matches, with a progress bar on standard error if it is a terminal."""
    tally = Tally(series.seats)
    with progress(series.rules.key, series.games) as tell:
        for number in range(series.games):
            played = series.play(number)
            tally.add(played)
            if args.audit_dir is not None:
                record = audit_of(series, played)
                (args.audit_dir / record.file_name).write_bytes(audit.encode(record))
            tell(number + 1, series.games)
    return tally


def _report(series: Series, tally: Tally) -> dict[str, Any]:
    """Return the output of --json."""
    return {
        "game": series.rules.key,
        "rules": series.rules.version,
        "seed": series.seed,
        "seats": series.seats,
        "players": [player.key for player in series.players],
        "options": msgspec.to_builtins(series.options),
        "games": tally.games,
        "finished": tally.finished,
        "actions": tally.actions,
        "cpu_seconds": round(tally.cpu_seconds, 6),
        "actions_per_cpu_second": round(tally.actions_per_cpu_second, 1),
        "wins": tally.wins,
        "draws": tally.draws,
        "mean_actions": round(tally.actions / tally.games, 2),
        "views": series.views,
    }


def _table(series: Series, report: Mapping[str, Any]) -> Table:
    """Return the report as a table for people, with seats counted from 1."""
    table = Table(
        title=f"{report['game']}, {report['games']:,} matches, seed {series.seed}", show_header=False
    )
    table.add_column(style="bold")
    table.add_column(justify="right")
    finished = report["finished"]
    rows: list[tuple[str, str]] = [
        ("finished", f"{report['finished']:,}"),
        *[
            (f"won by seat {seat} ({player})", f"{won:,} ({won / max(finished, 1):.1%})")
            for seat, (won, player) in enumerate(zip(report["wins"], report["players"], strict=True), start=1)
        ],
        ("draws", f"{report['draws']:,}"),
        ("actions", f"{report['actions']:,}"),
        ("actions a match", f"{report['mean_actions']:,.1f}"),
        ("actions a second of CPU", f"{report['actions_per_cpu_second']:,.0f}"),
        ("views of every seat", "at each action" if report["views"] else "not taken"),
    ]
    for name, value in rows:
        table.add_row(name, value)
    return table
