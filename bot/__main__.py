"""The command line: `python -m bot` and its commands."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module

from bot.base.version import VERSION
from bot.parts import PARTS

COMMANDS = {
    "run": ("bot.host.cli.run", "run the bot: on Discord with a token, else at the local table"),
    "local": ("bot.host.cli.local", "open the local table in the browser"),
    "check": ("bot.host.cli.check", "look at settings, database, fonts, data and permissions"),
    "migrate": ("bot.host.cli.migrate", "bring the database to the present version"),
    "backup": ("bot.host.cli.backup", "copy the database, also while the bot is running"),
    "simulate": ("bot.host.cli.simulate", "play whole matches of the pure rules, without Discord"),
    "fairness": ("bot.host.cli.fairness", "count how even a million dice and shuffles are"),
    "language": ("bot.host.cli.language", "check the translations, or bring the catalogues up to date"),
    **{name: command for part in PARTS for name, command in part.commands.items()},
}
"""Each command's module and help, those of the parts last.

A module has `add_arguments(parser)` and `run(args) -> exit code`.
Only the module of the requested command is imported, because `check` must run even if other modules cannot.
"""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command in these arguments (default: those of the process) and return its exit code.

    For an invalid file in `data/`, every command prints a sentence.
    """
    given = list(sys.argv[1:] if argv is None else argv)
    try:
        return _run(given)
    except Exception as fault:
        from bot.games.catalogue import CatalogueError  # not above: each worker process reads this file too

        if not isinstance(fault, CatalogueError):
            raise
        print(f"{fault}\nMend the file in data/, or install anew.", file=sys.stderr)
        return 1


def _run(given: Sequence[str]) -> int:
    asked = next((word for word in given if not word.startswith("-")), "run")
    if asked in ("run", "local") and not {"-h", "--help", "--version"} & {*given}:
        _say_it_starts()  # loading it takes seconds
    parser = argparse.ArgumentParser(
        prog="python -m bot", description="Tablepost: play-by-post games on Discord. Without a command: run."
    )
    parser.add_argument("--version", action="version", version=f"Tablepost {VERSION}")
    choices = parser.add_subparsers(title="commands", metavar="COMMAND", dest="command")
    for name, (module, told) in COMMANDS.items():
        command = choices.add_parser(name, help=told, description=f"{told[:1].upper()}{told[1:]}.")
        if name == asked:
            import_module(module).add_arguments(command)
    args = parser.parse_args(given)
    from bot.host.cli.commands import with_sentences  # not above: each worker process reads this file too

    return with_sentences(import_module(COMMANDS[asked][0]).run, args)


def _say_it_starts() -> None:
    """Say that the bot starts: as an object if the log is for programs, whose first line this is."""
    from dotenv import dotenv_values  # not above: each worker process reads this file too

    form = os.environ.get("LOG_FORMAT", "")
    if not form:
        with suppress(OSError, UnicodeDecodeError):  # reading the settings tells of these
            form = dotenv_values(".env").get("LOG_FORMAT") or ""
    if form != "json":
        print("Tablepost is starting …", flush=True)
        return
    import structlog

    from bot.base.logs import start_logging

    start_logging("INFO", "json")
    structlog.get_logger(__name__).info("Tablepost is starting", version=VERSION)


if __name__ == "__main__":
    sys.exit(main())
