"""Cards of a table from elsewhere: spreadsheets, decklists, decks of Tabletop Simulator; and out again.

`joined` makes one file of a table, the files of cards beside it and its pictures. Whatever a file holds,
nothing here fails but by a `BadCards` with sentences. Pictures come here as they were written anew.
"""

from __future__ import annotations

import csv
import io
import json
import re
from base64 import b64decode, b64encode
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from types import MappingProxyType
from typing import Any, Final, NamedTuple, TypeVar

from bot.base.language import gettext, grouped
from bot.engine.cards.files.finding import quoted
from bot.engine.cards.files.sheet_files import is_sheet
from bot.engine.sentences import visible
from bot.games.freetable.rules.cards import (
    COPIES,
    NAME,
    TEXT,
    Art,
    BadCards,
    CardEntry,
    art_of,
    cards_of_sheet,
    not_given,
)
from bot.games.freetable.rules.files import LARGEST_TEXT, content_of
from bot.parts.workshop.card_sheets import Simulated, SimulatedCard, simulator_folder
from bot.parts.workshop.maps.reading import MapReading
from renderers.kit.cards.uploads import Redrawn
from renderers.workshop.card_sheets import (
    TABLETOP_CARDS,
    TABLETOP_COLUMNS,
    batches,
    tabletop_of,
    tabletop_row,
)

LARGEST: Final = 200_000
"""Bytes of a file beside a table."""
MOST_CARDS: Final = 300
_NAMED = re.compile(r'^(\s*csv\s*=\s*)"([^"\n]{1,60}\.(?:csv|xlsx|json|txt))"\s*(?:#.*)?$', re.MULTILINE)
_WANTED = re.compile(r'^\s*picture\s*=\s*"([^"\n]{1,60})"', re.MULTILINE)
_IN_CSV = re.compile(r"(?:^|[,;\t\"])([^,;\t\"\n]{1,50}\.(?:png|jpe?g))\b", re.MULTILINE | re.IGNORECASE)
_PICTURE = re.compile(
    rb'\n\[\[picture\]\]\nname = "([^"\\\n]{1,60})"\nwidth = (\d{1,5})\nheight = (\d{1,5})'
    rb"\ndata = '([A-Za-z0-9+/=]*)'\n"
)
PICTURES: Final = (".png", ".jpg", ".jpeg")
T = TypeVar("T")
_LINE = re.compile(r"(?:(\d{1,3})\s*[x×*]?\s+)?(.+?)(?:\s+[x×*]\s*(\d{1,3}))?")


class Taken(NamedTuple):
    """The cards of a file."""

    cards: tuple[CardEntry, ...]
    left_out: tuple[str, ...]
    """A sentence on each thing that could not be taken."""


def cards_in(content: bytes, name: str, sheets: Sequence[str] = ()) -> Taken:
    """Return the cards of a spreadsheet, a decklist as text, or a saved object of Tabletop Simulator.

    `sheets` are the names of the pictures that were given along. Raises `BadCards`.
    """
    if len(content) > LARGEST:
        raise BadCards(
            gettext("the file has {number} bytes; {most} is the most.", number=len(content), most=LARGEST)
        )
    if is_sheet(name):
        return Taken(cards_of_sheet(content, name), ())
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadCards(gettext("this is no text in UTF-8: it may be a picture or an archive.")) from None
    if name.lower().endswith(".json") or text.lstrip().startswith("{"):
        return _of_tabletop(text, sheets)
    return _of_list(text)


def _of_list(text: str) -> Taken:
    """Return the cards of a list: "3 Pears", "2x Silk", "Old coin x2"; a line each."""
    found: dict[str, int] = {}
    left_out = []
    for number, written in enumerate(text.splitlines(), 1):
        line = visible(written.partition("#")[0].partition("//")[0])
        match = _LINE.fullmatch(line) if line else None
        if match is None:
            continue
        name, copies = match[2].strip(), int(match[1] or match[3] or 1)
        if len(name) > NAME or not 1 <= copies <= COPIES:
            sentence = gettext(
                'line {number}: "{line}" is no card, such as "3 Pears" (up to {most}, {length} letters).',
                number=number,
                line=quoted(line),
                most=COPIES,
                length=NAME,
            )
            left_out.append(sentence)
            continue
        found[name] = min(COPIES, found.get(name, 0) + copies)
    return _taken([CardEntry(name, "", copies) for name, copies in found.items()], left_out)


def _of_tabletop(text: str, given: Sequence[str]) -> Taken:
    """Return the cards of a saved object: the names, descriptions and numbers of the cards of its decks.

    Nothing is fetched from the addresses of its sheets: a given picture is the sheet whose address ends in
    its name, or the next one. The card 205 has place 5, from 0, of sheet 2.
    """
    try:
        saved = json.loads(text)
    except (ValueError, RecursionError):
        raise BadCards(gettext("this is no JSON: save the deck in Tabletop Simulator again.")) from None
    found = list(_cards_of(saved))
    sheets = _sheets(found, given)
    cards: dict[tuple[str, str, str], int] = {}
    pictures: dict[str, str] = {}
    left_out: list[str] = []
    for at, card in enumerate(found, 1):
        name, words = visible(str(card.get("Nickname") or "")), visible(str(card.get("Description") or ""))
        number = card.get("CardID")
        sheet, place = divmod(number, 100) if isinstance(number, int) and number >= 0 else (-1, 0)
        there = sheets.get(sheet, Art(""))
        art = str(there._replace(place=place)) if there.file and place < there.columns * there.rows else ""
        if there.file and not art:
            left_out.append(
                gettext(
                    "card {number} has place {place} of a sheet with {most}: it has no picture.",
                    number=at,
                    place=place + 1,
                    most=there.columns * there.rows,
                )
            )
        if not name:
            name = next((each for each, shown in pictures.items() if art and shown == art), "")
        if not name:
            name = gettext("Card {number}", number=at)
            left_out.append(
                gettext("card {number} has no name there: it is called {name}.", number=at, name=name)
            )
        if len(name) > NAME or len(words) > TEXT:
            left_out.append(
                gettext('card {number}, "{name}": cut to what a card holds.', number=at, name=quoted(name))
            )
        name, words = name[:NAME], words[:TEXT]
        if pictures.setdefault(name, art) != art:
            same = (each for each, shown in pictures.items() if shown == art and each.startswith(name[:30]))
            name = next(same, f"{name[:30]} ({at})")
            pictures[name] = art
        cards[name, words, art] = cards.get((name, words, art), 0) + 1
    if not cards:
        raise BadCards(
            gettext("there is no deck in this object: save a deck or a card of Tabletop Simulator.")
        )
    for number, sheet_of in sheets.items():
        if not sheet_of.file:
            left_out.append(
                gettext(
                    "sheet {number} was not given along, and nothing is fetched: its cards have their texts"
                    " alone.",
                    number=number,
                )
            )
    left_out += [gettext("the pictures of the backs are not taken.")] if sheets else []
    entries = [
        CardEntry(name, words, min(COPIES, copies), art) for (name, words, art), copies in cards.items()
    ]
    return _taken(entries, left_out)


def _sheets(cards: Iterable[Mapping[str, Any]], given: Sequence[str]) -> dict[int, Art]:
    """Return each sheet of these cards with the given picture that it is, "" for none."""
    described: dict[int, tuple[str, int, int]] = {}
    for card in cards:
        custom = card.get("CustomDeck")
        for key, sheet in custom.items() if isinstance(custom, dict) else ():
            if isinstance(sheet, dict) and key.isdecimal() and len(key) < 9:
                wide, high = [
                    each if type(each) is int and 1 <= each <= 10 else 1
                    for each in (sheet.get("NumWidth"), sheet.get("NumHeight"))
                ]
                described.setdefault(int(key), (_letters(str(sheet.get("FaceURL"))), wide, high))
    left, found = list(given), dict[int, str]()
    for number, (address, _, _) in sorted(described.items()):
        named = (each for each in left if address.endswith(_letters(each)) and len(each) > 6)
        if (file := next(named, "")) != "":
            found[number] = file
            left.remove(file)
    for number in sorted(described.keys() - found.keys()):
        found[number] = left.pop(0) if left else ""
    return {number: Art(found[number], *described[number][1:]) for number in sorted(described)}


def _cards_of(saved: Any) -> Iterable[Mapping[str, Any]]:
    """Yield the cards in a saved object, of decks and single ones, without recursion."""
    waiting = [saved]
    found = 0
    while waiting and found < 2 * LARGEST:
        found += 1
        each = waiting.pop(0)
        if isinstance(each, list):
            waiting[:0] = each
        elif isinstance(each, dict):
            inside = [
                each[key] for key in ("ObjectStates", "ContainedObjects") if isinstance(each.get(key), list)
            ]
            if not inside and str(each.get("Name", "")).startswith("Card"):
                yield each
            waiting[:0] = inside


def _taken(cards: Sequence[CardEntry], left_out: Sequence[str]) -> Taken:
    if not cards:
        raise BadCards(*(left_out or [gettext("there is no card in this file.")]))
    more = []
    if len(cards) > MOST_CARDS:
        more = [gettext("only the first {most} different cards are taken.", most=MOST_CARDS)]
    return Taken(tuple(cards[:MOST_CARDS]), (*left_out, *more))


# Out again


def to_csv(cards: Iterable[CardEntry]) -> str:
    """Return cards as a CSV that spreadsheets, nanDECK and Squib read."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    rows = [(card.name, card.text, card.count, card.picture) for card in cards]
    columns = 4 if any(row[3] for row in rows) else 3
    writer.writerow(["name", "text", "qty", "picture"][:columns])
    writer.writerows([row[:columns] for row in rows])
    return out.getvalue()


def to_list(cards: Iterable[CardEntry]) -> str:
    """Return cards as a decklist, a line each."""
    return "".join([f"{card.count} {card.name}\n" for card in cards])


def to_tabletop(cards: Sequence[CardEntry], title: str, name: str, pictures: Mapping[str, Redrawn]) -> bytes:
    """Return cards as a ZIP for Tabletop Simulator: a deck with sheets of their pictures.

    Takes about a second for twenty different cards.
    """
    from renderers.freetable.things import card_back, card_face  # as `Game.drawn_by` says

    faces = [
        card_face(each.name, each.text, (pictures[art.file].content, art) if art.file in pictures else None)
        for each in cards
        for art in (art_of(each.picture),)
    ]
    back = card_back()
    sheets = [
        tabletop_of([tabletop_row(ten) for ten in batches(deck, TABLETOP_COLUMNS)], back, "JPEG")
        for deck in batches(faces, TABLETOP_CARDS)
    ]
    deck_of = Simulated(title, "", [SimulatedCard(each.name, each.text, each.count) for each in cards])
    return simulator_folder(deck_of, name, [*sheets, back])


# One file of a table, its cards and its pictures


class Joined(NamedTuple):
    """The file of a table with its cards and pictures."""

    content: bytes
    """Its lines have the numbers of the author's file; pictures are behind them."""
    notes: tuple[str, ...]
    """What could not be taken, by file."""
    faults: tuple[str, ...] = ()
    """What is wrong with the files beside it."""
    unread: tuple[str, ...] = ()
    """The files of cards with faults, which the table still names."""


def parted(content: bytes) -> tuple[bytes, Mapping[str, Redrawn]]:
    """Return the file of a table without the pictures that `joined` has written into it, and these.

    They come from outside as any others: write them anew.
    """
    found: dict[str, Redrawn] = {}

    def taken(match: re.Match[bytes]) -> bytes:
        with suppress(ValueError):
            picture = Redrawn(b64decode(match[4], validate=True), int(match[2]), int(match[3]))
            found[match[1].decode()] = picture
        return b"\n" * match[0].count(b"\n")

    return _PICTURE.sub(taken, content), found


def besides(kept: Mapping[str, T], given: Iterable[str]) -> dict[str, T]:
    """Return the pictures of a file but those that were given anew."""
    replaced = {_letters(name) for name in given}
    return {name: each for name, each in kept.items() if _letters(name) not in replaced}


def sized_as(pictures: Mapping[str, Redrawn], kept: Mapping[str, Redrawn]) -> dict[str, Redrawn]:
    """Return pictures written anew; one that the file `kept` by its name counts as large as it was there.

    The file gives places on it in those pixels.
    """
    return {
        name: each._replace(width=kept[name].width, height=kept[name].height) if name in kept else each
        for name, each in pictures.items()
    }


def joined(
    content: bytes, beside: Mapping[str, bytes], pictures: Mapping[str, Redrawn] = MappingProxyType({})
) -> Joined:
    """Return a table with the cards of the files that it names as csv = "cards.csv", and with its pictures.

    One file beside it need not have the name that the table has for it. What is not there stays as it is, for
    the check to tell.
    """
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return Joined(content, ())
    notes: list[str] = []
    faults: list[str] = []
    unread: list[str] = []
    wanted = dict.fromkeys([match[1] for match in _WANTED.finditer(text)])
    drawn, spare = _by_names(wanted, pictures)
    named = dict.fromkeys([match[2] for match in _NAMED.finditer(text)])
    files, unnamed = _by_names(named, {name: (name, found) for name, found in beside.items()})
    notes += [
        gettext('{file}: no set of cards names it, as csv = "{file}".', file=quoted(name)) for name in unnamed
    ]
    cards: dict[str, str] = {}
    for key, (name, content) in files.items():
        try:
            taken = cards_in(content, name, list(spare))
        except BadCards as bad:
            faults += [f"{quoted(name)}: {each}" for each in bad.sentences]
            unread.append(key)
            continue
        notes += [f"{quoted(name)}: {each}" for each in taken.left_out]
        cards[key] = to_csv(taken.cards)
        for name in {art_of(each.picture).file for each in taken.cards if each.picture}:
            renamed, spare = _by_names([name], spare, alone=False)
            drawn |= renamed
    inner = {match[1]: None for match in _IN_CSV.finditer(text)}
    more, spare = _by_names(inner, spare)
    drawn |= more
    notes += [
        gettext('{file}: nothing names it, as picture = "{file}".', file=quoted(name)) for name in spare
    ]

    def inline(match: re.Match[str]) -> str:
        found = cards.get(match[2])
        return match[0] if found is None else match[1] + json.dumps(found, ensure_ascii=False)

    whole = _NAMED.sub(inline, text)
    if len(whole.encode()) > LARGEST_TEXT:
        faults.append(
            gettext(
                "the table has {number} bytes with its cards; {most} is the most.",
                number=grouped(len(whole.encode())),
                most=grouped(LARGEST_TEXT),
            )
        )
    blocks = [
        f"\n[[picture]]\nname = {json.dumps(name, ensure_ascii=False)}\nwidth = {each.width}"
        f"\nheight = {each.height}\ndata = '{b64encode(each.content).decode()}'\n"
        for name, each in drawn.items()
    ]
    return Joined("".join([whole, *blocks]).encode(), tuple(notes), tuple(faults), tuple(unread))


def faults_of(whole: Joined, reading: MapReading, pictures: Mapping[str, Redrawn]) -> list[str]:
    """Return all that is wrong with a table: with the files beside it, and with itself.

    No picture is taken but those that were written anew.
    """
    ours = {each.content for each in pictures.values()}
    told = [not_given(name) for name in whole.unread]
    others = [str(each) for each in reading.findings if not any(words in each.sentence for words in told)]
    faults = [*whole.faults, *others]
    if reading.value is not None and not all(content_of(each) in ours for each in reading.value.picture):
        faults.append(gettext("a picture is written in the file: give its file along instead."))
    return faults


def _by_names(
    wanted: Iterable[str], given: Mapping[str, T], *, alone: bool = True
) -> tuple[dict[str, T], dict[str, T]]:
    """Return what was given by the names that are wanted, and what else was given.

    Names are alike but for case and signs, which Discord changes; `alone`: one left is the one left wanted.
    """
    left = dict(given)
    found: dict[str, T] = {}
    for name in wanted:
        same = next((each for each in left if _letters(each) == _letters(name)), None)
        if same is not None:
            found[name] = left.pop(same)
    missing = [each for each in wanted if each not in found]
    if alone and len(missing) == len(left) == 1:
        found[missing[0]] = left.popitem()[1]
    return found, left


def _letters(name: str) -> str:
    return re.sub(r"[\W_]", "", name.casefold())
