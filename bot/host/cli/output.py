"""The output of the commands: tables, progress bars, and the findings of `check`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum
from typing import Any

import msgspec
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

WIDTH = 150
"""The width of a line in characters if the output is not a terminal."""


def print_json(value: Any) -> None:
    """Print a report as one JSON object, on one line."""
    print(msgspec.json.encode(value).decode())


def print_lines(*lines: str) -> None:
    """Print sentences, which may contain any names, wrapped between words."""
    for line in lines:
        page().print(line, highlight=False, markup=False)


def new_table(title: str, words: Iterable[str], figures: Iterable[str], *, header: bool = True) -> Table:
    """Return an empty table with these columns: words on the left, figures on the right."""
    table = Table(title=title, title_justify="left", show_header=header)
    for column in words:
        table.add_column(column)
    for column in figures:
        table.add_column(column, justify="right")
    return table


def page() -> Console:
    """Return the console for tables, wide enough if it is not a terminal."""
    console = Console()
    return console if console.is_terminal else Console(width=WIDTH)


@contextmanager
def progress(what: str, total: int) -> Iterator[Callable[[int, int], None]]:
    """On a terminal, show a progress bar with the time left.

    Yield a function that takes the work done and the total work.
    """
    console = Console(stderr=True)
    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=console,
        auto_refresh=False,  # a thread of its own would be counted as time of play
        disable=not console.is_terminal,
        transient=True,
    )
    with bar:
        task = bar.add_task(what, total=total)
        yield lambda done, of: bar.update(task, completed=done, total=of, refresh=True)


class CheckStatus(Enum):
    """The result of a check."""

    RIGHT = "ok"
    NOTE = "note"
    """Not wrong, but worth knowing."""
    WRONG = "wrong"


MARKS = {
    CheckStatus.RIGHT: "[green]ok[/]",
    CheckStatus.NOTE: "[yellow]note[/]",
    CheckStatus.WRONG: "[bold red]wrong[/]",
}


@dataclass(frozen=True)
class CheckResult:
    """The result of one check."""

    what: str
    status: CheckStatus
    found: str
    """The result in a sentence."""
    remedy: str = ""
    """How to correct it, if it is wrong."""
    link: str = ""
    """An address, which is printed on a line of its own: a table would break it."""


def right(what: str, found: str) -> CheckResult:
    """Return a finding without a problem."""
    return CheckResult(what, CheckStatus.RIGHT, found)


def note(what: str, found: str, remedy: str = "", link: str = "") -> CheckResult:
    """Return a finding that is not a problem, but worth knowing."""
    return CheckResult(what, CheckStatus.NOTE, found, remedy, link)


def wrong(what: str, found: str, remedy: str) -> CheckResult:
    """Return a finding that must be corrected."""
    return CheckResult(what, CheckStatus.WRONG, found, remedy)


def print_findings(findings: Sequence[CheckResult]) -> int:
    """Print the table and a summary line; return the exit code: 1 if something is wrong."""
    console = page()
    table = Table(title="Tablepost: what is right and what is wrong", title_justify="left", show_lines=False)
    for column in ("What", "State", "Found", "What to do"):
        table.add_column(column, overflow="fold")
    for finding in findings:
        table.add_row(
            escape(finding.what), MARKS[finding.status], escape(finding.found), escape(finding.remedy)
        )
    console.print(table)
    for finding in findings:
        if finding.link:
            print(f"{finding.what}: {finding.link}")
    faults = sum(finding.status is CheckStatus.WRONG for finding in findings)
    console.print("All is right." if not faults else f"{faults} of {len(findings)} to be put right.")
    return 1 if faults else 0
