"""`cards`: checks card files of Arclash, lists the cards there are, and shows one (ARC-19)."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from itertools import groupby
from pathlib import Path

from bot.cardfiles import SHIPPED, UPLOADED, Finding, Reading, check_together
from bot.cardfiles.spelling import could_be, meant
from bot.cardsets.pools import pool_with
from bot.catalogue import CatalogueError, arclash_pool, card_files
from bot.cli.card_pools import card_file
from bot.cli.deeds import add_deeds
from bot.cli.faults import CannotStart
from bot.games.arclash.cards import AnyCard, CardSet, Character, Library, Pool
from bot.games.arclash.cardtext import in_words

MISSING = 2
"""The exit code when a file that was named is not there, or is no file."""

DEEDS = {
    "check": "print errors and advice, with code, file, line and card",
    "list": "list the cards that come with the bot",
    "show": "show a card as text, or as a picture",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe `check`, `list` and `show`."""
    deeds = add_deeds(parser, DEEDS)
    deeds["check"].add_argument("files", nargs="+", type=Path, metavar="FILE", help="a card file (TOML)")
    listing = deeds["list"]
    listing.add_argument("--set", metavar="KEY", help="of this set alone")
    listing.add_argument("--kind", choices=("character", "support"), help="of this kind alone")
    listing.add_argument("--lineage", metavar="KEY", help="of this lineage alone")
    show = deeds["show"]
    show.add_argument("card", metavar="CARD", help="its set number or its name")
    show.add_argument("files", nargs="*", type=Path, metavar="FILE", help="card files to look in as well")
    show.add_argument("--png", type=Path, metavar="PICTURE", help="draw it into this file, such as card.png")


def run(args: argparse.Namespace) -> int:
    """Do what is asked; exit code 1 for errors in a card file, `MISSING` for a file that is not there."""
    missing = [path for path in getattr(args, "files", ()) if not path.is_file()]
    if missing:
        print(*[_why_missing(path) for path in missing], sep="\n")
        return MISSING
    try:
        return {"check": _check, "list": _list, "show": _show}[args.deed](args)
    except CatalogueError as fault:
        raise CannotStart(str(fault)) from None


def _why_missing(path: Path) -> str:
    if path.is_dir():
        return f"{path}: this is a folder. Name the card files in it, such as {path / '*.toml'}."
    return f"{path}: there is no such file."


# check


def _check(args: argparse.Namespace) -> int:
    readings = _readings(args.files)
    findings = sorted([found for reading in readings for found in reading.findings])
    print(*[*findings, _summary(readings, findings)], sep="\n")
    return 1 if any(found.severity == "error" for found in findings) else 0


def _readings(paths: Sequence[Path]) -> tuple[Reading, ...]:
    """Read files together with all card sets that come with the bot; return what is found in the files."""
    shipped = {path.resolve(): path for path in card_files()}
    named = {path.resolve(): path for path in paths}
    given = [card_file(path, SHIPPED if place in shipped else UPLOADED) for place, path in named.items()]
    others = [card_file(path, SHIPPED) for place, path in shipped.items() if place not in named]
    return check_together([*given, *others])[: len(given)]


def _summary(readings: Sequence[Reading], findings: Sequence[Finding]) -> str:
    errors = sum(found.severity == "error" for found in findings)
    files = _count(len(readings), "file")
    if not findings:
        cards = sum(len(_cards_of(reading.set)) for reading in readings if reading.set)
        return f"{files}, {_count(cards, 'card')}: no error, no advice."
    advice = f"{len(findings) - errors or 'no'} advice"
    return f"{files}: {_count(errors, 'error')}, {advice}. docs/CARDS.md explains the codes."


def _count(number: int, thing: str) -> str:
    return f"{number or 'no'} {thing}{'s' if number > 1 else ''}"


# list


def _list(args: argparse.Namespace) -> int:
    pool = arclash_pool()
    _known("set", args.set, [one.key for one in pool.sets])
    _known("lineage", args.lineage, pool.lineages)
    listed = [
        (one.key, card)
        for one in pool.sets
        for card in _cards_of(one)
        if args.set in (None, one.key)
        and args.kind in (None, card.kind)
        and args.lineage in (None, card.lineage)
    ]
    for key, cards in groupby(listed, key=lambda each: each[0]):
        print(f"{key}")
        print(*[_row(card) for _, card in cards], sep="\n")
    print(f"{_count(len(listed), 'card')}.")
    return 0


def _cards_of(one: CardSet) -> tuple[AnyCard, ...]:
    return (*one.characters, *one.supports)


def _known(what: str, given: str | None, known: Iterable[str]) -> None:
    """Refuse a key that is not there. Raises `CannotStart`."""
    keys = sorted(known)
    if given is not None and given not in keys:
        hint = meant(given, keys) or could_be(keys)
        raise CannotStart(f'There is no {what} "{given}"{hint}.')


def _row(card: AnyCard) -> str:
    kind = f"Level {card.level}, {card.power:3}" if isinstance(card, Character) else "Support"
    return f"  {card.number:<8}  {kind:<12}  {card.lineage or '-':<12}  {card.name}"


# show


def _show(args: argparse.Namespace) -> int:
    pool = _pool(args.files)
    found = _named(pool, args.card)
    print(*["\n".join(_told(card)) for card in found], sep="\n\n")
    if args.png is None:
        return 0
    if len(found) > 1:
        numbers = ", ".join([card.number for card in found])
        raise CannotStart(f"Several cards have this name: say which to draw by its number, {numbers}.")
    _draw(found[0], pool, args.png)
    return 0


def _pool(paths: Sequence[Path]) -> Pool:
    """Return the cards that come with the bot, and those of files. Raises `CannotStart`."""
    readings = _readings(paths)
    wrong = [reading.errors[0] for reading in readings if reading.errors]
    if wrong:
        raise CannotStart("\n".join([str(found) for found in wrong]))
    own = [reading.set for reading in readings if reading.set]
    return pool_with(arclash_pool(), own)


def _named(pool: Pool, asked: str) -> list[AnyCard]:
    """Return the card of a set number, or those of a name. Raises `CannotStart`."""
    if asked.upper() in pool.cards:
        return [pool.cards[asked.upper()]]
    found = [card for card in pool.cards.values() if card.name.casefold() == asked.casefold()]
    if not found:
        hint = meant(asked, [card.name for card in pool.cards.values()]) or meant(asked, pool.cards)
        raise CannotStart(f'There is no card "{asked}"{hint}. `cards list` lists them all.')
    return found


def _told(card: AnyCard) -> list[str]:
    said = in_words(card)
    traits = [", ".join(said.traits)] if said.traits else []
    flavour = [f"“{said.flavour}”"] if said.flavour else []
    return [f"{said.name} ({card.number})", said.kind, *traits, *said.rules, *flavour]


def _draw(card: AnyCard, pool: Pool, path: Path) -> None:
    from renderers.arclash import ArclashRenderer  # drawing needs Pillow and the fonts, the rest does not

    picture = ArclashRenderer(Library(pool)).card(card, pool)
    try:
        path.write_bytes(picture.png)
    except OSError as fault:
        raise CannotStart(f"{path}: this file cannot be written: {fault.strerror}.") from None
    print(f"\n{path}: {picture.width} by {picture.height} pixels.")
