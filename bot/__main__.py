"""The command line: `python -m bot` and its commands."""

from __future__ import annotations

import argparse
import gc
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from importlib.util import cache_from_source
from os import W_OK, access, environ
from pathlib import Path

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
    gc.disable()  # what is loaded stays: looking through it for garbage took a tenth of the start
    try:
        return _run(given)
    except Exception as fault:
        from bot.games.catalogue import CatalogueError  # not above: each worker process reads this file too

        if not isinstance(fault, CatalogueError):
            raise
        print(f"{fault}\nMend the file in data/, or install anew.", file=sys.stderr)
        return 1
    finally:
        gc.enable()


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
        if name == asked and name in given:  # without a command it is `run`, which has no arguments
            import_module(module).add_arguments(command)
    args = parser.parse_args(given)
    from bot.host.cli.commands import with_sentences  # not above: each worker process reads this file too

    run = import_module(COMMANDS[asked][0]).run
    gc.enable()
    return with_sentences(run, args)


def keep_compiled() -> None:
    """Let Python keep compiled modules in a cache folder of this user where it would not beside the sources.

    The sources are often owned by root, or the image says PYTHONDONTWRITEBYTECODE. Then each start and each
    worker process would compile everything anew, which took 40 % of a start. `PYTHONPYCACHEPREFIX` comes
    first. If the folder cannot be made, nothing changes.
    """
    core = Path(__file__).with_name("core.py")
    written = not sys.dont_write_bytecode and access(core.parent, W_OK)
    if sys.pycache_prefix is not None or written or Path(cache_from_source(core)).exists():
        return
    try:
        cache = Path(environ.get("XDG_CACHE_HOME") or Path.home() / ".cache", "tablepost", "modules")
        cache.mkdir(mode=0o700, parents=True, exist_ok=True)
    except (OSError, RuntimeError):  # RuntimeError: this user has no home
        return
    if access(cache, W_OK):
        sys.pycache_prefix, sys.dont_write_bytecode = str(cache), False


def _say_it_starts() -> None:
    """Say that the bot starts: as an object if the log is for programs, whose first line this is."""
    from dotenv import dotenv_values  # not above: each worker process reads this file too

    form = environ.get("LOG_FORMAT", "")
    if not form:
        with suppress(OSError, UnicodeDecodeError):  # reading the settings tells of these
            form = dotenv_values(".env").get("LOG_FORMAT") or ""
    if form != "json":
        print("Tablepost is starting …", flush=True)
        return
    from bot.base.logs import get_logger, start_logging

    start_logging("INFO", "json")
    get_logger(__name__).info("Tablepost is starting", version=VERSION)


if __name__ in ("__main__", "__mp_main__"):  # the latter in worker processes
    keep_compiled()
if __name__ == "__main__":
    sys.exit(main())
