"""`maps lab`: measures by self-play whether maps, layouts and own squads are balanced."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from bot.base.language import gettext
from bot.engine.lab import Board
from bot.engine.mapfiles import MapFormat
from bot.host.cli.asking import add_playing_arguments
from bot.host.cli.commands import check_number
from bot.host.cli.output import print_json, print_lines, progress
from bot.host.cli.workshop.balance import UNBALANCED
from bot.parts.workshop.lab.board_report import BoardReport, measured_board
from bot.parts.workshop.lab.board_wording import board_sentences
from bot.parts.workshop.lab.boards import board_of, plan_on, shipped_board
from bot.parts.workshop.lab.plans import squads_plan
from bot.parts.workshop.lab.processes import playing
from bot.parts.workshop.lab.report import LabReport, report_of
from bot.parts.workshop.lab.study import study
from bot.parts.workshop.lab.wording import NOTHING, course, sentence, squad_line
from bot.parts.workshop.maps.reading import MapReading

MOST_MATCHES = 1_000_000
USUAL_MATCHES = 1_200


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the subcommand."""
    parser.add_argument(
        "files", nargs="+", type=Path, metavar="FILE",
        help="a map file (TOML), or the key of a map or layout that comes with the bot",
    )  # fmt: skip
    parser.add_argument(
        "--matches", type=int, default=USUAL_MATCHES, metavar="N",
        help=f"matches for each map or layout, and for all squads together, about (default: {USUAL_MATCHES})",
    )  # fmt: skip
    parser.add_argument("--seats", type=int, metavar="K", help="seats at a map (default: the first it names)")
    parser.add_argument(
        "--check", action="store_true", help="exit code 3 when anything is surely out of balance"
    )
    add_playing_arguments(parser)


def shipped(path: Path) -> Board | None:
    """Return the shipped map or layout that is named instead of a file."""
    return None if path.is_file() else shipped_board(str(path))


def measure(args: argparse.Namespace, read: Sequence[tuple[Path, MapReading]]) -> int:
    """Measure the valid files, and the maps and layouts named by key.

    Exit codes: 0 done, 1 the rules failed, 2 invalid request, 3 `--check` found a problem.
    """
    check_number("--matches", args.matches, MOST_MATCHES)
    check_number("--jobs", args.jobs, 512)
    boards = [board for path in args.files if (board := shipped(path)) is not None]
    squads: list[tuple[MapFormat, Any]] = []
    for _, reading in read:
        board = board_of(reading.format, reading.value)
        if board is None:
            squads.append((reading.format, reading.value))
        else:
            boards.append(board)
    on_boards = [(board, _on_board(args, board)) for board in boards]
    on_squads: LabReport | None = None
    if squads:
        format_ = squads[0][0]
        given = format_.pinned([value for _, value in squads])
        plan = squads_plan(format_.game, given, args.matches, args.seed)
        with playing(format_.game, [], args.jobs) as play, progress("squads", plan.matches) as tell:
            on_squads = report_of(study(plan, play, tell))
    reports: dict[str, BoardReport | LabReport] = {
        f"{board.sort} {board.key}": report for board, report in on_boards
    }
    if on_squads is not None:
        reports["squads"] = on_squads
    if args.json:
        print_json(reports)
    else:
        for board, report in on_boards:
            head = f"{board.called} ({board.key}), a {board.sort}:"
            print_lines(head, *[f"- {each}" for each in board_sentences(report)])
        if on_squads is not None:
            wrong = [sentence(each, on_squads.game, on_squads.cards) for each in on_squads.findings]
            print_lines(
                f"Squads, in {on_squads.matches:,} matches against the ready ones and each other:",
                *[f"- {each}" for each in wrong or [gettext(NOTHING)]],
                *[f"- {squad_line(value.key, on_squads)}" for _, value in squads],
                f"- {course(on_squads.lead_changes, on_squads.comebacks)}",
            )
    told = any(report.findings for report in reports.values())
    return UNBALANCED if args.check and told else 0


def _on_board(args: argparse.Namespace, board: Board) -> BoardReport:
    plan = plan_on(board, args.matches, args.seats, args.seed)
    with playing(board.game, [], args.jobs) as play, progress(board.key, plan.matches) as tell:
        return measured_board(plan, play, tell)
