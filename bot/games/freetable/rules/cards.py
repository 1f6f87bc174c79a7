"""Cards and pieces: those of a CSV, the usual sets, and how pictures draw them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Literal, NamedTuple, TypeAlias

import msgspec
from msgspec import Meta

from bot.base.language import N_, gettext
from bot.engine.cards.files.finding import quoted
from bot.engine.cards.files.sheet_files import BadSheet, rows_of
from bot.engine.sentences import visible

NAME, TEXT, COPIES = 40, 240, 60
"""The most characters of a card's name and text, and the most copies of it."""
_FAULTS = 20

Shape: TypeAlias = Literal["card", "playing card", "domino", "token", "cube", "figure", "die", "chessman"]


class Art(NamedTuple):
    """The picture of a card: a file, or one place of a sheet of cards."""

    file: str
    columns: int = 1
    rows: int = 1
    place: int = 0
    """From 0, row by row from the top."""

    def __str__(self) -> str:
        if self.columns == self.rows == 1:
            return self.file
        return f"{self.file} {self.columns}x{self.rows} {self.place + 1}"


_ART = re.compile(r"(.+?)(?: (\d{1,2})[x×](\d{1,2}) (\d{1,3}))?")


def art_of(words: str) -> Art:
    """Return the picture that these words name: "fox.png", or "sheet.png 10x7 12". Raises `BadCards`."""
    match = _ART.fullmatch(words)
    if match is None or match[2] is None:
        return Art(words)
    columns, rows, place = map(int, match.group(2, 3, 4))
    if not (1 <= columns <= 10 and 1 <= rows <= 10 and 1 <= place <= columns * rows):
        raise BadCards(
            gettext(
                'the picture "{words}": write the columns and rows of its sheet, up to 10, and the place'
                ' there, as in "{example}".',
                words=quoted(words),
                example="sheet.png 10x7 12",
            )
        )
    return Art(match[1], columns, rows, place - 1)


class CardEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A card, and how many of it there are."""

    name: Annotated[str, Meta(min_length=1, max_length=NAME)]
    text: Annotated[str, Meta(max_length=TEXT)] = ""
    count: Annotated[int, Meta(ge=1, le=COPIES)] = 1
    picture: Annotated[str, Meta(max_length=60)] = ""
    """A file beside the table, or a place of a sheet: "sheet.png 10x7 12"."""


class Kind(msgspec.Struct, frozen=True):
    """A kind of card or piece: all things of a kind are alike."""

    name: str
    """As people type it; unique at a table."""
    shape: Shape
    group: int
    """Things of a group have the same back."""
    count: int = 1
    text: str = ""
    sign: str = ""
    """What pictures write on it: "7h", "K", "3|5"."""
    colour: str = ""
    sides: int = 0
    art: Art = Art("")

    @property
    def hides(self) -> bool:
        """Whether it shows a back when it lies face down."""
        return self.shape in ("card", "playing card", "domino")


class BadCards(ValueError):  # noqa: N818 - the sentences name the error
    """A CSV that is no list of cards."""

    def __init__(self, *sentences: str) -> None:
        super().__init__("\n".join(sentences))
        self.sentences = sentences


def not_given(file: str) -> str:
    """Return that a file which a table names is not there."""
    return gettext("the file {file} was not given together with this one.", file=quoted(file))


# A CSV as spreadsheets, nanDECK and Squib have it: a row for each card, the columns named in the first row.


_COLUMNS = {
    "name": ("name", "title", "card", "card name", "titel", "karte"),
    "text": ("text", "rules", "rules text", "effect", "description", "regeltext", "beschreibung"),
    "count": ("count", "qty", "quantity", "copies", "anzahl", "anz.", "anz", "menge"),
    "picture": ("picture", "bild"),
}
_RANGE = re.compile(r"\{(\d{1,3})\s*-\s*(\d{1,3})\}")


def cards_of_csv(text: str) -> tuple[CardEntry, ...]:
    """Return the cards of a CSV in the order of its rows. Raises `BadCards` with all that is wrong.

    A column of the name (else the first one), of the text, of the number of copies and of the picture are
    found by their titles; the others become lines of the text: "cost: 3". `{1-9}` in a row makes a card of
    each number. Rows that are alike are copies.
    """
    if not text.strip():
        return ()
    if "\n" not in text and text.lower().endswith((".csv", ".xlsx", ".json", ".txt")):
        raise BadCards(not_given(text))
    return cards_of_sheet(text, ".csv")


def cards_of_sheet(content: bytes | str, name: str) -> tuple[CardEntry, ...]:
    """Return the cards of a spreadsheet, a CSV or a workbook by its name, as `cards_of_csv` does."""
    try:
        rows = rows_of(content, name).rows
    except BadSheet as bad:
        raise BadCards(*map(str, bad.faults)) from None
    columns = [visible(each) for _, head in rows[:1] for each in head]
    folded = [each.casefold() for each in columns]
    at = {
        key: next((folded.index(each) for each in called if each in folded), None)
        for key, called in _COLUMNS.items()
    }
    at["name"] = at["name"] or 0
    faults: list[str] = []
    copies_of: dict[tuple[str, str, str], int] = {}
    for number, cells in rows[1:]:
        try:
            for cell in _ranged(cells):
                name, words, picture, copies = _card(columns, cell, at)
                if copies:
                    copies_of[name, words, picture] = copies_of.get((name, words, picture), 0) + copies
        except BadCards as bad:
            faults += [gettext("row {number}: {fault}", number=number, fault=each) for each in bad.sentences]
    for (name, _, _), copies in copies_of.items():
        if copies > COPIES:
            faults.append(_too_many(name, copies))
    if not copies_of and not faults:
        faults.append(gettext("there is no card under the first row, which names the columns."))
    if faults:
        raise BadCards(*faults[:_FAULTS])
    return tuple(
        [CardEntry(name, words, copies, picture) for (name, words, picture), copies in copies_of.items()]
    )


def _ranged(cells: Sequence[str]) -> Iterator[list[str]]:
    """Yield a row once for each number of the range in it. Raises `BadCards`."""
    span = next((match for cell in cells if (match := _RANGE.search(cell))), None)
    if span is None:
        yield list(cells)
        return
    first, last = int(span[1]), int(span[2])
    if not first <= last < first + COPIES:
        raise BadCards(
            gettext("the range {range} has to rise, over at most {most} numbers.", range=span[0], most=COPIES)
        )
    for number in range(first, last + 1):
        yield [cell.replace(span[0], str(number)) for cell in cells]


def _card(
    columns: Sequence[str], cells: Sequence[str], at: Mapping[str, int | None]
) -> tuple[str, str, str, int]:
    """Return the name, the text, the picture and the number of copies of a row. Raises `BadCards`."""

    def cell(place: int | None) -> str:
        return visible(cells[place]) if place is not None and place < len(cells) else ""

    name, picture, copies = cell(at["name"]), cell(at["picture"]), 1
    title = columns[at["name"] or 0]
    if not name:
        raise BadCards(gettext('the card has no name: fill in column "{key}".', key=quoted(title)))
    if len(name) > NAME:
        raise BadCards(_long(title, len(name), NAME))
    if len(picture) > 60:
        raise BadCards(_long(gettext("the picture"), len(picture), 60))
    art_of(picture)
    if written := cell(at["count"]):
        whole = re.fullmatch(r"(\d{1,6})(?:[.,]0)?", written)
        if whole is None:
            raise BadCards(gettext('"{word}" is no number of copies, such as 3.', word=quoted(written)))
        copies = int(whole[1])
        if copies > COPIES:
            raise BadCards(_too_many(name, copies))
    lines = [cell(at["text"])]
    for place, column in enumerate(columns):
        if place not in at.values() and column and cell(place):
            lines.append(f"{column}: {cell(place)}")
    words = " · ".join([line for line in lines if line])
    if len(words) > TEXT:
        raise BadCards(_long(gettext("the text with the other columns"), len(words), TEXT))
    return name, words, picture, copies


def _long(what: str, number: int, most: int) -> str:
    return gettext(
        "{what}: this has {number} characters; {most} at most.", what=quoted(what), number=number, most=most
    )


def _too_many(name: str, copies: int) -> str:
    return gettext(
        "there are {number} copies of {name}: {most} at most.", number=copies, name=quoted(name), most=COPIES
    )


# Usual sets


SUITS = (N_("clubs"), N_("diamonds"), N_("hearts"), N_("spades"))
RANKS = (N_("Ace"), "2", "3", "4", "5", "6", "7", "8", "9", "10", N_("Jack"), N_("Queen"), N_("King"))
JOKER = N_("Joker")
MEN = {
    N_("king"): "K",
    N_("queen"): "Q",
    N_("rook"): "R",
    N_("bishop"): "B",
    N_("knight"): "N",
    N_("pawn"): "P",
}
"""The chessmen with their letters."""
_MEN_COUNTS = {"king": 1, "queen": 1, "rook": 2, "bishop": 2, "knight": 2, "pawn": 8}


def usual_cards(use: str, group: int) -> Iterator[Kind]:
    """Yield the kinds of a usual set: 52 or 54 playing cards, or 28 dominoes."""
    if use == "dominoes":
        for low in range(7):
            for high in range(low, 7):
                yield Kind(f"{low}-{high}", "domino", group, sign=f"{low}|{high}")
        return
    for suit, letter in zip(SUITS, "cdhs", strict=True):
        for rank, short in zip(RANKS, "A23456789TJQK", strict=True):
            yield Kind(f"{rank} of {suit}", "playing card", group, sign=f"{short}{letter}")
    if use == "54":
        yield Kind(JOKER, "playing card", group, count=2, sign="Jo")


def chessmen(colours: Sequence[str], group: int) -> Iterator[Kind]:
    """Yield the kinds of a set of chessmen."""
    for colour in colours or ("white", "black"):
        for man, letter in MEN.items():
            yield Kind(f"{colour} {man}", "chessman", group, _MEN_COUNTS[man], sign=letter, colour=colour)
