"""`cards`: checks card files, lists, shows and prints cards, converts files into spreadsheets (ARC-19)."""

from __future__ import annotations

import argparse
import hashlib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from bot.base.language import gettext, pgettext, speaking
from bot.base.languages.catalogues import codes, language
from bot.engine.cards.files.finding import Finding, could_be, meant
from bot.engine.cards.files.reading import ReadResult, check_together, games_of_file, parsed
from bot.engine.cards.files.sheet_files import CSV, XLSX, BadSheet, place_of_cell, rows_of
from bot.engine.cards.files.spreadsheet import protecting, read_sheet, shared_kinds, to_csv, to_toml
from bot.engine.cards.files.tokens import SHIPPED, UPLOADED, Trespass, readable
from bot.engine.cards.game import AnyCard, AnyCardGame, AnyPool, PoolLibrary
from bot.engine.errors import Refusal
from bot.engine.spelling import name_key
from bot.games.card_games import CARD_GAMES
from bot.games.catalogue import CatalogueError, card_codes, card_files, card_game
from bot.host.cli.commands import CannotStart, add_subcommands
from bot.host.cli.files import MISSING, card_file, content_of, game_of_file, missing_files, only_game, writing
from bot.parts.workshop.sets.fitting import looks

if TYPE_CHECKING:
    from bot.games.game import Game
from bot.host.cli.files import sets_of
from bot.parts.workshop.sets.differences import differences, heading, summary

# Pictures next to card files: those of `reed.toml` are in the folder `reed.pictures`, named by card.


FOLDER = ".pictures"


@contextmanager
def with_pictures(files: Iterable[Path], numbers: Collection[str]) -> Iterator[None]:
    """Within the block, draw cards with the pictures next to their files, `REE-01.png` for the card REE-01.

    Raises `CannotStart` for a picture that cannot be used, or that belongs to none of these cards.
    """
    from renderers.kit.cards.pictures import showing  # it needs the fonts, other commands do not

    digests: dict[str, str] = {}
    contents: dict[str, bytes] = {}
    for path in [each for file in files for each in sorted(file.with_suffix(FOLDER).glob("*.png"))]:
        if path.stem not in numbers:
            raise CannotStart(
                f"{path}: there is no card {path.stem}. Name each picture by its card's number."
            )
        png = _rewritten(path)
        digests[path.stem] = hashlib.sha256(png).hexdigest()
        contents[digests[path.stem]] = png
    with showing(digests, contents):
        yield


def _rewritten(path: Path) -> bytes:
    from renderers.kit.cards.uploads import LARGEST_PICTURE, rewritten

    try:
        return rewritten(content_of(path, LARGEST_PICTURE))
    except Refusal as refusal:
        raise CannotStart(f"{path}: {refusal}") from None


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the subcommands and their arguments."""
    subcommands = add_subcommands(
        parser,
        {
            "check": (_check, "print errors and advice, with code, file, line and card"),
            "list": (_list, "list the cards that come with the bot, or those of files"),
            "show": (_show, "show a card as text, or as a picture"),
            "print": (
                _print,
                "draw the cards of a file to print and cut: nine to a page, a PDF or PNG files",
            ),
            "tabletop": (
                _tabletop,
                "make a deck for Tabletop Simulator: a saved object with its pictures, or a picture",
            ),
            "codes": (_codes, "print what the codes of `check` mean: all of them, or those that are named"),
            "diff": (_diff, "tell what is different between two card files, card by card"),
            "convert": (
                _convert,
                "turn a card file into a spreadsheet (CSV), or a CSV or XLSX into a card file (TOML)",
            ),
            "try": (
                _try,
                "play a made-up position alone from all seats, with cards of a file, at the local table",
            ),
        },
    )
    _describe_table(subcommands.pop("try"))
    for subcommand in subcommands.values():
        subcommand.add_argument(
            "--game", choices=tuple(CARD_GAMES), help="of this game; only needed where that is not clear"
        )
    subcommands["check"].add_argument(
        "files", nargs="+", type=Path, metavar="FILE", help="a card file (TOML, or a spreadsheet: CSV, XLSX)"
    )
    subcommands["codes"].add_argument("codes", nargs="*", metavar="CODE", help="a code, such as E306")
    _describe_when_chosen(subcommands["list"], _describe_list)
    show = subcommands["show"]
    for name, told in {"old": "what it was", "new": "what it is"}.items():
        subcommands["diff"].add_argument(name, type=Path, metavar=name.upper(), help=f"a card file: {told}")
    show.add_argument("card", metavar="CARD", help="its set number or its name")
    show.add_argument("files", nargs="*", type=Path, metavar="FILE", help="card files to look in as well")
    outs = {
        "print": "cards.pdf, or cards.png",
        "tabletop": "deck.json (a saved object), deck.zip (its folders to unpack) or deck.png",
        "convert": "set.csv, or set.toml",
    }
    for name, told in outs.items():
        subcommands[name].add_argument("file", type=Path, metavar="FILE", help="a card file")
        subcommands[name].add_argument(
            "out", type=Path, metavar="OUT", help=f"what is written, such as {told}"
        )
    for name in ("print", "tabletop"):
        subcommands[name].add_argument(
            "--deck", metavar="KEY", help="only the cards of this ready deck, each as often as it is in there"
        )
    printing = subcommands["print"]
    printing.add_argument("--copies", type=int, default=1, metavar="N", help="all cards so many times")
    printing.add_argument("--paper", choices=("a4", "letter"), default="a4", help="A4, or US Letter")
    printing.add_argument(
        "--backs",
        action="store_true",
        help="behind each page one of backs, for printing on both sides, turned over the long edge",
    )
    subcommands["tabletop"].add_argument(
        "--url",
        metavar="URL",
        help="the address of the folder in which you will put the pictures of a deck.json",
    )
    for name in ("check", "codes", "list", "show", "print", "tabletop", "diff", "convert"):
        subcommands[name].add_argument(
            "--language", default="en", choices=codes(), help="of the cards' words"
        )
    show.add_argument("--png", type=Path, metavar="PICTURE", help="draw it into this file, such as card.png")


def _describe_when_chosen(
    parser: argparse.ArgumentParser, describe: Callable[[argparse.ArgumentParser], None]
) -> None:
    """Add the arguments of a subcommand when it is parsed: those of all games, which others do not load."""
    parse = parser.parse_known_args

    def described(*given: Any) -> Any:
        describe(parser)
        return parse(*given)

    parser.parse_known_args = described  # type: ignore[assignment]


def _describe_list(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE", help="of these card files alone")
    parser.add_argument("--set", metavar="KEY", help="of this set alone")
    kinds = dict.fromkeys([kind for game in CARD_GAMES.values() for kind in game.kinds])
    parser.add_argument("--kind", choices=tuple(kinds), help="of this kind alone")
    parser.add_argument("--texts", action="store_true", help="below each card the text that the bot writes")
    for key in _groupings():
        parser.add_argument(f"--{key}", metavar="KEY", help=f"of this {key} alone")


def _describe_table(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE", help="card files (TOML); a position")
    parser.add_argument("--game", metavar="GAME", help="of this game; only needed where that is not clear")
    parser.add_argument(
        "--card", metavar="NUMBER", help="look for a position in which this card does what it says"
    )
    parser.add_argument("--port", type=int, help="the port of the page, instead of LOCAL_PORT; 0 means any")
    parser.add_argument("--language", default="en", choices=codes(), help="of everybody at the table")
    parser.add_argument("--no-browser", action="store_true", help="print the address and do not open it")


def run(args: argparse.Namespace) -> int:
    """Run the subcommand; exit code 1 for errors in a card file, `MISSING` for a missing file."""
    one_by_one = [getattr(args, each) for each in ("file", "old", "new") if each in args]
    named = [*getattr(args, "files", ()), *one_by_one]
    if missing := missing_files(named):
        print(*missing, sep="\n")
        return MISSING
    try:
        with speaking(language(getattr(args, "language", "en"))):
            code: int = args.act(args)
            return code
    except CatalogueError as fault:
        raise CannotStart(str(fault)) from None


# check


def _check(args: argparse.Namespace) -> int:
    readings = _readings(args.files, args.game)
    everything = [reading for of_game in readings.values() for reading in of_game]
    findings = sorted([each for reading in everything for each in reading.findings])
    cards = sum(_number_of_cards(CARD_GAMES[game], of_game) for game, of_game in readings.items())
    judged = [reading.not_judged for reading in everything if reading.not_judged]
    print(*[*findings, *judged, _summary(len(everything), cards, findings)], sep="\n")
    return 1 if any(each.severity == "error" for each in findings) else 0


def _readings(paths: Sequence[Path], game: str | None) -> dict[str, tuple[ReadResult, ...]]:
    """Read files, those of a game together with its shipped sets; return the results by game."""
    by_game: dict[str, dict[Path, Path]] = {}
    for path in paths:
        by_game.setdefault(game or game_of_file(path), {})[path.resolve()] = path
    return {key: _read_together(key, named) for key, named in by_game.items()}


def _read_together(game: str, named: Mapping[Path, Path]) -> tuple[ReadResult, ...]:
    cards = CARD_GAMES[game]
    shipped = {path.resolve(): path for path in card_files(game)}
    given = [
        card_file(path, cards, SHIPPED if place in shipped else UPLOADED) for place, path in named.items()
    ]
    others = [card_file(path, cards) for place, path in shipped.items() if place not in named]
    return check_together(given, known=others, looks=partial(looks, cards(PoolLibrary(cards.pool_type([])))))


def _number_of_cards(game: type[AnyCardGame], readings: Sequence[ReadResult]) -> int:
    return sum(len(game.pool_type.cards_of(reading.set)) for reading in readings if reading.set)


def _summary(number: int, cards: int, findings: Sequence[Finding]) -> str:
    errors = sum(finding.severity == "error" for finding in findings)
    files = _count(number, "file")
    if not findings:
        return f"{files}, {_count(cards, 'card')}: no error, no advice."
    advice = f"{len(findings) - errors or 'no'} advice"
    return f"{files}: {_count(errors, 'error')}, {advice}. `python -m bot cards codes` explains the codes."


def _count(number: int, thing: str) -> str:
    return f"{number or 'no'} {thing}{'s' if number > 1 else ''}"


# codes


def _codes(args: argparse.Namespace) -> int:
    games = {args.game: CARD_GAMES[args.game]} if args.game else CARD_GAMES
    of_all = card_codes()
    by_title = {"": of_all, **{game.title: card_codes(game.key) for game in games.values()}}
    if args.game:
        by_title = {title: {**of_all, **meanings} for title, meanings in by_title.items() if title}
    asked = {code.upper() for code in args.codes}
    known = {code for meanings in by_title.values() for code in meanings}
    for code in sorted(asked - known):
        raise CannotStart(f"There is no code {code}{meant(code, known)}. `cards codes` lists them all.")
    lines: list[str] = []
    for title, meanings in by_title.items():
        chosen = [code for code in sorted(meanings, key=_errors_first) if not asked or code in asked]
        shown = [f"{code}  {gettext(meanings[code])}" for code in chosen]
        lines += [*([f"{title}:"] if title and shown else []), *shown]
    print(*lines, sep="\n")
    return 0


def _errors_first(code: str) -> tuple[bool, str]:
    return code.startswith("A"), code


# list


def _list(args: argparse.Namespace) -> int:
    readings = _readings(args.files, args.game)
    game = card_game(CARD_GAMES[args.game or only_game(readings or _games_to_list(args))], checked=False)
    pool = _pool(game, readings.get(game.key, ()), alone=bool(readings))
    _known("set", args.set, [one.key for one in pool.sets])
    wanted = [(each, key) for each in game.groupings if (key := getattr(args, each.key)) is not None]
    for grouping, key in wanted:
        _known(grouping.key, key, grouping.offered(pool, pool.cards.values()))
    listed = [
        (one.key, card)
        for one in pool.sets
        for card in pool.cards_of(one)
        if args.set in (None, one.key)
        and args.kind in (None, card.kind)
        and all(grouping.of(card) == key for grouping, key in wanted)
    ]
    for set_key, cards in groupby(listed, key=lambda each: each[0]):
        print(f"{set_key}")
        for _, card in cards:
            texts = game.in_words(card).rules if args.texts else ()
            print(_row(card, game), *[f"    {text}" for text in texts], sep="\n")
    print(f"{_count(len(listed), 'card')}.")
    return 0


def _games_to_list(args: argparse.Namespace) -> list[str]:
    """Return the games that have the requested set, kind and groups; all games if none has them."""
    asked = {key for key in _groupings() if getattr(args, key) is not None}
    able = [
        key
        for key, game in CARD_GAMES.items()
        if args.set in (None, *[path.stem for path in card_files(key)])
        and args.kind in (None, *game.kinds)
        and asked <= {each.key for each in game.groupings}
    ]
    return able or list(CARD_GAMES)


def _groupings() -> list[str]:
    return list(dict.fromkeys([each.key for game in CARD_GAMES.values() for each in game.groupings]))


def _known(what: str, given: str | None, known: Iterable[str]) -> None:
    """Check that a key exists. Raises `CannotStart`."""
    keys = sorted(known)
    if given is not None and given not in keys:
        hint = meant(given, keys) or could_be(keys)
        raise CannotStart(f'There is no {what} "{given}"{hint}.')


def _row(card: AnyCard, game: AnyCardGame) -> str:
    columns = [f"{column:<12}" for column in game.columns(card)]
    return "  ".join(["", f"{card.number:<8}", *columns, card.name])


# show


def _show(args: argparse.Namespace) -> int:
    readings = _readings(args.files, args.game)
    games = {
        key: card_game(CARD_GAMES[key], checked=False) for key in ([args.game] if args.game else CARD_GAMES)
    }
    pools = {key: _pool(game, readings.get(key, ())) for key, game in games.items()}
    named = {key: alike for key, pool in pools.items() if (alike := _named(pool, args.card))}
    if not named:
        cards = {number: card.name for pool in list(pools.values()) for number, card in pool.cards.items()}
        hint = meant(args.card, cards.values()) or meant(args.card, cards)
        raise CannotStart(f'There is no card "{args.card}"{hint}. `cards list` lists them all.')
    key = only_game(named)
    alike = named[key]
    print(*["\n".join(_told(card, games[key])) for card in alike], sep="\n\n")
    if args.png is None:
        return 0
    if len(alike) > 1:
        numbers = ", ".join([card.number for card in alike])
        raise CannotStart(f"Several cards have this name: say which to draw by its number, {numbers}.")
    with with_pictures(args.files, pools[key].cards):
        _draw(alike[0], key, pools[key], args.png)
    return 0


def _pool(game: AnyCardGame, readings: Sequence[ReadResult], *, alone: bool = False) -> AnyPool:
    """Return the shipped cards and those in files; with `alone` only the latter. Raises `CannotStart`."""
    wrong = [reading.errors[0] for reading in readings if reading.errors]
    if wrong:
        raise CannotStart("\n".join([str(finding) for finding in wrong]))
    sets = [reading.set for reading in readings if reading.set]
    pool: AnyPool = game.library.standard
    return game.library.of(sets) if alone else pool.with_sets(sets)


def _named(pool: AnyPool, asked: str) -> list[Any]:
    """Return the card with this set number, or the cards with this name."""
    if asked.upper() in pool.cards:
        return [pool.cards[asked.upper()]]
    return [card for card in pool.cards.values() if name_key(card.name) == name_key(asked)]


def _told(card: AnyCard, game: AnyCardGame) -> list[str]:
    said = game.in_words(card)
    traits = [", ".join(said.traits)] if said.traits else []
    flavour = [f"“{said.flavour}”"] if said.flavour else []
    return [f"{said.name} ({card.number})", said.kind, *traits, *said.rules, *flavour]


def _draw(card: AnyCard, key: str, pool: AnyPool, path: Path) -> None:
    from bot.games.registry import GAMES  # drawing needs the fonts and every game's data, the rest does not

    game = GAMES[key]
    picture = game.renderer.single_card(card.number, game.card_game.library.add(pool).hash)
    if picture is None:
        raise CannotStart(f"Cards of {game.title} are not drawn one by one.")
    with writing(path):
        path.write_bytes(picture.png)
    print(f"\n{path}: {picture.width} by {picture.height} pixels.")


# print, tabletop, convert


def _print(args: argparse.Namespace) -> int:
    from bot.parts.workshop.card_sheets import MOST_COPIES, Printing, all_sheets

    way = args.out.suffix.lower().removeprefix(".")
    if way not in ("pdf", "png"):
        raise CannotStart(f"{args.out}: write a name that ends in .pdf or .png.")
    if not 1 <= args.copies <= MOST_COPIES:
        raise CannotStart(f"--copies {args.copies}: write a number from 1 to {MOST_COPIES}.")
    wanted = _wanted(args, args.copies)
    title, printing = pgettext("card", wanted.titled.title), Printing(args.paper, args.backs)
    with _drawing(args.file, wanted):
        sheets = all_sheets(wanted.game, wanted.pool.hash, wanted.numbers, way, title, printing)
    paper = {"a4": "A4", "letter": "US Letter"}[args.paper]
    backs = " Behind each page is one of backs: print on both sides, turned over the long edge."
    told = f"{_count(len(wanted.numbers), 'card')}, nine to a page of {paper}, to be printed at 100 %."
    _write_all(args.out, _numbered(args.out, len(sheets)), sheets, told + (backs if args.backs else ""))
    return 0


def _tabletop(args: argparse.Namespace) -> int:
    from bot.parts.workshop.card_sheets import (
        TABLETOP,
        all_sheets,
        saved_object,
        simulated,
        simulator_folder,
    )

    out: Path = args.out
    kind = out.suffix.lower()
    if kind not in (".json", ".zip", ".png"):
        raise CannotStart(f"{out}: write a name that ends in .json, .zip or .png.")
    if args.url is not None and kind != ".json":
        raise CannotStart("--url is for a saved object: write a name that ends in .json.")
    wanted = _wanted(args)
    numbers, different = wanted.numbers, list(dict.fromkeys(wanted.numbers))
    with _drawing(args.file, wanted):
        shown = numbers if kind == ".png" else different
        sheets = all_sheets(wanted.game, wanted.pool.hash, shown, TABLETOP, "")
    title, about = wanted.titled.title, wanted.titled.description
    words = pgettext("card", about) if about else ""
    made = simulated(pgettext("card", title), words, wanted.game.card_game, wanted.pool, numbers)
    cards = f"{_count(len(numbers), 'card')}, {len(different)} of them different"
    if kind == ".zip":
        told = f'{cards}, for Tabletop Simulator. Unpack it in its folder "Tabletop Simulator".'
        _write_all(out, [out], [simulator_folder(made, out.stem, sheets)], told)
        return 0
    pictures = out.with_suffix(".png")
    names = [*_numbered(pictures, len(sheets) - 1), out.with_name(f"{out.stem}-back.png")]
    if kind == ".png":
        _write_all(out, names, sheets, f"{cards}; 10 cards across, 7 down, and the back.")
        return 0
    # The address of a file as Tabletop Simulator writes it: with blanks as they are.
    addresses = [
        f"{args.url.rstrip('/')}/{file.name}"
        if args.url
        else f"file:///{file.resolve().as_posix().lstrip('/')}"
        for file in names
    ]
    content = saved_object(made, addresses[:-1], addresses[-1])
    told = f'{cards}, for the folder "Saves/Saved Objects" of Tabletop Simulator; beside it the pictures.'
    _write_all(out, [out, *names], [content, *sheets], told)
    return 0


class _Wanted(NamedTuple):
    """What a command draws of a card file."""

    game: Game
    pool: AnyPool
    one: Any
    """The card set of the file."""
    deck: Any
    """The wanted ready deck; None for all cards."""
    numbers: list[str]

    @property
    def titled(self) -> Any:
        """The deck or else the set, whose title the cards have."""
        return self.deck if self.deck is not None else self.one


def _wanted(args: argparse.Namespace, copies: int = 1) -> _Wanted:
    """Read what a command is to draw. Raises `CannotStart`."""
    from bot.games.registry import GAMES
    from bot.parts.workshop.card_sheets import decks_of, printed_numbers  # drawing needs every game's data

    readings = _readings([args.file], args.game)
    game = GAMES[only_game(readings)]
    pool = game.card_game.library.add(_pool(game.card_game, readings[game.key]))
    (one,) = [reading.set for reading in readings[game.key] if reading.set]
    decks = decks_of(one)
    _known("ready deck", args.deck, decks)
    deck = decks[args.deck] if args.deck is not None else None
    return _Wanted(game, pool, one, deck, printed_numbers(pool.cards_of(one), deck, copies))


@contextmanager
def _drawing(file: Path, wanted: _Wanted) -> Iterator[None]:
    """Draw with the pictures beside the file. Raises `CannotStart` for cards that cannot be drawn."""
    try:
        with with_pictures([file], {card.number for card in wanted.pool.cards_of(wanted.one)}):
            yield
    except Refusal as fault:
        raise CannotStart(str(fault)) from None


def _numbered(out: Path, number: int) -> list[Path]:
    """Return the names of files: the given one, numbered if there are several."""
    if number == 1:
        return [out]
    return [out.with_name(f"{out.stem}-{at}{out.suffix}") for at in range(1, number + 1)]


def _write_all(out: Path, paths: Sequence[Path], contents: Sequence[bytes], told: str) -> None:
    """Write files, and print what they are together."""
    with writing(out):
        for path, content in zip(paths, contents, strict=True):
            path.write_bytes(content)
    print(f"{', '.join([str(path) for path in paths])}: {told}")


def _convert(args: argparse.Namespace) -> int:
    ways = {(".toml", CSV): _as_csv, (CSV, ".toml"): _as_toml, (XLSX, ".toml"): _as_toml}
    way = ways.get((args.file.suffix.lower(), args.out.suffix.lower()))
    if way is None:
        raise CannotStart("Name a .toml to read and a .csv to write, or a .csv or .xlsx and a .toml.")
    written, notes = way(args.file)
    with writing(args.out):
        args.out.write_bytes(written)
    print(*notes, f"{args.out} is written. Comments are not kept; all else is.", sep="\n")
    return 0


def _as_csv(path: Path) -> tuple[bytes, list[str]]:
    try:
        document = parsed(readable(content_of(path, SHIPPED.size), SHIPPED)[0])
    except Trespass as bad:
        where = f"{path}:{bad.line}" if bad.line else str(path)
        raise CannotStart(f"{where}: {bad.sentence}") from None
    return to_csv(document).encode("utf-8-sig"), protecting(document)


def _as_toml(path: Path) -> tuple[bytes, list[str]]:
    content = content_of(path, SHIPPED.size)
    games = games_of_file(content, CARD_GAMES, path.name)
    try:
        kinds = shared_kinds([game.format.file for game in games.values()])
        sheet = read_sheet(rows_of(content, path.name), kinds)
    except BadSheet as bad:
        raise CannotStart("\n".join([f"{path}: {fault}" for fault in bad.faults])) from None
    doubts = [f"{path}, {place_of_cell(*sheet.cells[place])}: {each}" for place, each in sheet.doubts.items()]
    notes = [f"{path}: {sheet.note}"] if sheet.note else []
    return to_toml(sheet.document).encode(), [*notes, *doubts]


def _try(args: argparse.Namespace) -> int:
    from bot.host.cli.workshop import card_try  # the bot and the local table are needed for this alone

    return card_try.run(args)


def _diff(args: argparse.Namespace) -> int:
    """Print the differences between the old and the new file. Raises `CannotStart` for a file with errors."""
    named = [args.game] if args.game else dict.fromkeys([game_of_file(args.old), game_of_file(args.new)])
    game = card_game(CARD_GAMES[only_game(named)], checked=False)
    (old,), (new,) = sets_of([args.old], game), sets_of([args.new], game)
    changes = differences(game, old, new)
    for change in changes:
        print(heading(change), *[f"  - {each}" for each in change.told], sep="\n")
    print(summary(changes))
    return 0
