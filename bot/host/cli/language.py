"""`language`: updates the catalogues from the source code, and checks the translations."""

from __future__ import annotations

import argparse
import asyncio
import tempfile
from functools import cache
from io import BytesIO
from pathlib import Path

import msgspec
from babel import Locale, UnknownLocaleError
from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po

from bot.base.language import ENGLISH
from bot.base.languages.catalogues import (
    COMMANDS,
    CUSTOMS,
    FOLDER,
    catalogue_paths,
    codes,
    forms,
    native_name,
    read_catalogue,
    read_customs,
)
from bot.base.languages.checking import Fault, disagreements, faults
from bot.base.languages.sources import PARTS, template
from bot.host.cli.commands import CannotStart, add_subcommands

WIDTH = 110
"""The line length of a catalogue in characters."""
MOST_SHOWN = 40

_CHANGING = tuple(
    f'"{name}'.encode()
    for name in (
        "Project-Id-Version",
        "Report-Msgid-Bugs-To",
        "POT-Creation-Date",
        "PO-Revision-Date",
        "Last-Translator",
        "Language-Team",
        "Generated-By",
    )
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the subcommands: list, check, update."""
    subcommands = add_subcommands(
        parser,
        {
            "list": (_list, "list the languages, and how much of each is translated"),
            "check": (
                _check,
                "tell what is missing, does not fit or is out of date; exit code 1 where anything is",
            ),
            "update": (
                _update,
                "write new messages into the catalogues, and take out those that are said no more",
            ),
        },
    )
    for name in ("check", "update"):
        subcommands[name].add_argument(
            "language", nargs="?", help="its code, such as de; all languages unless told"
        )
    subcommands["update"].add_argument(
        "--part", choices=sorted(PARTS), help="this part alone; all unless told"
    )


def run(args: argparse.Namespace) -> int:
    """Run the subcommand; return the exit code."""
    code: int = args.act(args)
    return code


def _wanted(args: argparse.Namespace) -> list[str]:
    """Return the codes of the requested languages. Raises `CannotStart` for an unknown one."""
    if args.language:
        return [_code(args.language)]
    return [each for each in codes(FOLDER) if each != ENGLISH.code]


def found_in(code: str) -> list[Fault]:
    """Return all faults of a language."""
    wrong: list[Fault] = []
    catalogues = {path.stem: read_catalogue(path) for path in catalogue_paths(code, FOLDER)}
    for part in sorted(PARTS):
        wrong += faults(part, _template(part), catalogues.get(part, Catalog(locale=code)))
    wrong += disagreements(catalogues.items())
    return wrong


def _list(_args: argparse.Namespace) -> int:
    for code in codes(FOLDER):
        told = "written in the program" if code == ENGLISH.code else _share(code)
        print(f"{code:6} {native_name(code):12} {told}")
    return 0


def _share(code: str) -> str:
    every = [
        message for path in catalogue_paths(code, FOLDER) for message in read_catalogue(path) if message.id
    ]
    done = sum(all(forms(message)) for message in every)
    return f"{done} of {len(every)} messages"


def _check(args: argparse.Namespace) -> int:
    wrong = 0
    for code in _wanted(args):
        mistakes = found_in(code)
        wrong += len(mistakes)
        for fault in mistakes[:MOST_SHOWN]:
            print(f"{code}: {fault}")
        if len(mistakes) > MOST_SHOWN:
            print(f"{code}: … and {len(mistakes) - MOST_SHOWN} more")
        stale = [part for part in sorted(PARTS) if _is_stale(code, part)]
        wrong += len(stale)
        for part in stale:
            print(f"{code}/{part}.po is not as `python -m bot language update` writes it: run it")
        if not mistakes and not stale:
            print(f"{code}: {native_name(code)} is complete")
    return 1 if wrong else 0


def _is_stale(code: str, part: str) -> bool:
    """Whether an update would change a catalogue, even if only its order or line breaks."""
    path = _path(code, part)
    return not path.exists() or path.read_bytes() != _written(_updated(code, part), code, part)


def _update(args: argparse.Namespace) -> int:
    for code in _wanted(args):
        path = FOLDER / code / CUSTOMS
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(msgspec.json.format(msgspec.json.encode(read_customs(code)), indent=2) + b"\n")
        for part in [args.part] if args.part else sorted(PARTS):
            path, catalogue = _path(code, part), _updated(code, part)
            path.write_bytes(_written(catalogue, code, part))
            missing = sum(not all(forms(message)) for message in catalogue if message.id)
            print(f"{_shown(path)}: {len(catalogue)} messages, {missing} to be translated")
    return 0


def _updated(code: str, part: str) -> Catalog:
    """Return the catalogue of a part with the present messages of the source code."""
    path = _path(code, part)
    catalogue = read_catalogue(path) if path.exists() else Catalog(locale=code, fuzzy=False)
    catalogue.update(_template(part), no_fuzzy_matching=True)
    catalogue.obsolete.clear()
    return catalogue


def _path(code: str, part: str) -> Path:
    return FOLDER / code / f"{part}.po"


def _written(catalogue: Catalog, code: str, part: str) -> bytes:
    """Return a catalogue as file content, without dates and names that would change with each update."""
    catalogue.header_comment = f"# Tablepost in {native_name(code)}: {part}"
    file = BytesIO()
    for message in catalogue:
        if "{what:capital}" in str(message.string):
            # No other tool knows the word after the colon: msgfmt and
            # Weblate refuse it under this flag. `check` compares the values.
            message.flags.discard("python-brace-format")
    write_po(file, catalogue, width=WIDTH, include_lineno=False)
    return b"".join([line for line in file.getvalue().splitlines(True) if not line.startswith(_CHANGING)])


def _template(part: str) -> Catalog:
    return template(part, _command_words() if part == COMMANDS else ())


@cache
def _command_words() -> tuple[str, ...]:
    """Return the words of the slash commands, from a bot that never connects.

    Only they need the whole bot: translators can continue with the rest while the bot's code is broken.
    """
    from bot.host.settings import Settings
    from bot.host.wiring import open_bot
    from cogs.kit.languages import command_words

    async def asked(folder: str) -> list[str]:
        settings = Settings(database_url=f"sqlite+aiosqlite:///{folder}/words.sqlite3")
        async with open_bot(settings) as bot, bot:
            await bot.load_cogs()
            return await command_words(bot.tree)

    with tempfile.TemporaryDirectory() as folder:
        return tuple(asyncio.run(asked(folder)))


def _code(word: str) -> str:
    """Return the code of a language. Raises `CannotStart` for an unknown one."""
    try:
        return str(Locale.parse(word.replace("-", "_")))
    except (UnknownLocaleError, ValueError):
        raise CannotStart(f"There is no language {word!r}: give its code, such as de, fr or pt_BR.") from None


def _shown(path: Path) -> str:
    return path.relative_to(FOLDER.parent.parent).as_posix()
