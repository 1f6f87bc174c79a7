"""What long commands show: tables on standard output, and on standard error how far they are."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

WIDTH = 150
"""Characters in a line, where nobody looks on."""


def page() -> Console:
    """Return where tables are printed, wide enough where it is no terminal."""
    console = Console()
    return console if console.is_terminal else Console(width=WIDTH)


@contextmanager
def progress(what: str, total: int) -> Iterator[Callable[[int, int], None]]:
    """Show a bar with the time left where someone may be looking; what is yielded is told how much is done,
    and of how much."""
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
