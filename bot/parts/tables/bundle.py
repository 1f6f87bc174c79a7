"""Cards of a table from elsewhere: spreadsheets, decklists, decks of Tabletop Simulator; and out again.

`joined` makes one file of a table and the files beside it. Whatever a file holds, nothing here fails but by a
`BadCards` with sentences.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from bot.base.language import gettext
from bot.engine.cards.files.finding import quoted
from bot.engine.cards.files.sheet_files import BadSheet, is_sheet, rows_of
from bot.engine.sentences import visible
from bot.games.freetable.rules.cards import COPIES, NAME, TEXT, BadCards, CardEntry, cards_of_csv

LARGEST: Final = 200_000
"""Bytes of a file beside a table."""
MOST_CARDS: Final = 300
_NAMED = re.compile(r'^(\s*csv\s*=\s*)"([^"\n]{1,60}\.(?:csv|xlsx|json|txt))"\s*(?:#.*)?$', re.MULTILINE)
_LINE = re.compile(r"(?:(\d{1,3})\s*[x×*]?\s+)?(.+?)(?:\s+[x×*]\s*(\d{1,3}))?")


class Taken(NamedTuple):
    """The cards of a file."""

    cards: tuple[CardEntry, ...]
    left_out: tuple[str, ...]
    """A sentence on each thing that could not be taken."""


def cards_in(content: bytes, name: str) -> Taken:
    """Return the cards of a spreadsheet, a decklist as text, or a saved object of Tabletop Simulator.

    Raises `BadCards`.
    """
    if len(content) > LARGEST:
        raise BadCards(
            gettext("the file has {number} bytes; {most} is the most.", number=len(content), most=LARGEST)
        )
    if is_sheet(name):
        return Taken(cards_of_csv(_csv_of(content, name)), ())
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadCards(gettext("this is no text in UTF-8: it may be a picture or an archive.")) from None
    if name.lower().endswith(".json") or text.lstrip().startswith("{"):
        return _of_tabletop(text)
    return _of_list(text)


def _csv_of(content: bytes, name: str) -> str:
    """Return a spreadsheet as CSV with commas, each row on its line."""
    try:
        rows = dict(rows_of(content, name).rows)
    except BadSheet as bad:
        raise BadCards(*map(str, bad.faults)) from None
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    for number in range(1, max(rows, default=0) + 1):
        writer.writerow([" ".join(cell.split()) for cell in rows.get(number, ())])
    return out.getvalue()


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


def _of_tabletop(text: str) -> Taken:
    """Return the cards of a saved object: the names, descriptions and numbers of the cards of its decks."""
    try:
        saved = json.loads(text)
    except (ValueError, RecursionError):
        raise BadCards(gettext("this is no JSON: save the deck in Tabletop Simulator again.")) from None
    cards: dict[tuple[str, str], int] = {}
    left_out: list[str] = []
    sheets: set[str] = set()
    for at, card in enumerate(_cards_of(saved), 1):
        name, words = visible(str(card.get("Nickname") or "")), visible(str(card.get("Description") or ""))
        if not name:
            name = gettext("Card {number}", number=at)
            left_out.append(
                gettext("card {number} has no name there: it is called {name}.", number=at, name=name)
            )
        if len(name) > NAME or len(words) > TEXT:
            left_out.append(
                gettext('card {number}, "{name}": cut to what a card holds.', number=at, name=quoted(name))
            )
        entry = name[:NAME], words[:TEXT]
        cards[entry] = cards.get(entry, 0) + 1
        custom = card.get("CustomDeck")
        sheets |= {str(key) for key in custom} if isinstance(custom, dict) else set()
    if not cards:
        raise BadCards(
            gettext("there is no deck in this object: save a deck or a card of Tabletop Simulator.")
        )
    if sheets:
        left_out.append(
            gettext("the pictures of its sheets are not taken: cards are drawn with their texts.")
        )
    found = [CardEntry(name, words, min(COPIES, copies)) for (name, words), copies in cards.items()]
    return _taken(found, left_out)


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
    writer.writerow(["name", "text", "qty"])
    writer.writerows([[card.name, card.text, card.count] for card in cards])
    return out.getvalue()


def to_list(cards: Iterable[CardEntry]) -> str:
    """Return cards as a decklist, a line each."""
    return "".join([f"{card.count} {card.name}\n" for card in cards])


def to_tabletop(cards: Iterable[CardEntry], title: str) -> str:
    """Return cards as a saved object of Tabletop Simulator: a deck whose cards have names and descriptions.

    It has no sheets: a sheet is a picture with an address of its own, which its user adds there.
    """
    contained = []
    for number, card in enumerate([each for each in cards for _ in range(each.count)]):
        contained.append(
            {
                "Name": "CardCustom",
                "Nickname": card.name,
                "Description": card.text,
                "CardID": 100 + number,
                "Transform": {"posX": 0, "posY": 1, "posZ": 0, "scaleX": 1, "scaleY": 1, "scaleZ": 1},
            }
        )
    deck = {
        "Name": "Deck",
        "Nickname": title,
        "DeckIDs": [each["CardID"] for each in contained],
        "ContainedObjects": contained,
        "Transform": {"posX": 0, "posY": 1, "posZ": 0, "scaleX": 1, "scaleY": 1, "scaleZ": 1},
    }
    return json.dumps({"ObjectStates": [deck]}, indent=1, ensure_ascii=False)


# One file of a table and its cards


class Joined(NamedTuple):
    """The file of a table with its cards."""

    content: bytes
    """Its lines have the numbers of the author's file."""
    notes: tuple[str, ...]
    """What could not be taken, by file."""


def joined(content: bytes, beside: Mapping[str, bytes]) -> Joined:
    """Return the file of a table with the cards of the files that it names as csv = "cards.csv".

    One file beside it need not have that name. Raises `BadCards` for a file that is no list of cards. What is
    not there stays as it is, for the check to tell.
    """
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return Joined(content, ())
    named = [match[2] for match in _NAMED.finditer(text)]
    files = {name.casefold(): (name, found) for name, found in beside.items()}
    if len(set(named)) == 1 and len(files) == 1:
        files = {named[0].casefold(): next(iter(files.values()))}
    notes: list[str] = []
    cards: dict[str, str] = {}
    for key, (name, found) in files.items():
        if key not in {each.casefold() for each in named}:
            notes.append(gettext('{file}: no set of cards names it, as csv = "{file}".', file=quoted(name)))
            continue
        try:
            taken = cards_in(found, name)
        except BadCards as bad:
            raise BadCards(*[f"{quoted(name)}: {each}" for each in bad.sentences]) from None
        notes += [f"{quoted(name)}: {each}" for each in taken.left_out]
        cards[key] = to_csv(taken.cards)

    def inline(match: re.Match[str]) -> str:
        found = cards.get(match[2].casefold())
        return match[0] if found is None else match[1] + json.dumps(found, ensure_ascii=False)

    return Joined(_NAMED.sub(inline, text).encode(), tuple(notes))
