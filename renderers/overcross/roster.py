"""Below the grid: who stands where by name, the terrains, and what the signs mean that are shown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import NamedTuple, TypeAlias

from PIL import Image

from bot.engine.contract import Seat
from bot.engine.language import N_, gettext, pgettext
from bot.games.overcross.cards.cards import Pool
from bot.games.overcross.rules.view import OvercrossView
from renderers.kit import text
from renderers.kit.fonts import READABLE
from renderers.kit.lines import Line, Quiet, draw_line
from renderers.kit.mosaic import Mosaic, PieceCache
from renderers.kit.palette import MUTED, PAPER, SEATS, TABLE
from renderers.kit.titles import MARGIN, WIDTH
from renderers.overcross.names import drawn_card, face_of, square_name
from renderers.overcross.sights import TERRAINS, Token, kinds_of, lettered, token_of
from renderers.overcross.signs import flag, sign
from renderers.overcross.tokens import LIFE, pip, token_sprite

ROW = 44
_COLUMNS = 2
_STEP = (WIDTH - 2 * MARGIN) // _COLUMNS
_GAP, _SIGN = 26, 38
_PIECES = PieceCache(limit=3_000_000)


class Named(NamedTuple):
    """A Character with its letter and its name."""

    token: Token
    name: str

    def draw(self, image: Image.Image, x: int, y: int, room: int) -> int:
        """Draw it; see `Run.draw`."""
        colour = SEATS[self.token.seat].tones[7]
        text.write_bold(image, x + 12, y, self.token.letter, size=28, colour=colour, anchor="middle")
        token_sprite(self.token, 40, lettered=False).centre(image, x + 48, y)
        if self.token.mark:
            sign(self.token.mark, 24).centre(image, x + 48, y - 16)
        wide = text.write_bold(image, x + 76, y, self.name, size=28, colour=PAPER, room=max(room - 76 - 190, 60))
        return 76 + wide


class Counters(NamedTuple):
    """How many counters lie on something, of those that it can bear."""

    number: int

    def draw(self, image: Image.Image, x: int, y: int, _: int) -> int:
        """Draw it; see `Run.draw`."""
        pip(26, full=True).centre(image, x + 13, y)
        return 30 + text.write_bold(image, x + 30, y, f"{self.number}/{LIFE}", size=28, colour=PAPER)


class Carried(NamedTuple):
    """A flag within a line."""

    seat: Seat

    def draw(self, image: Image.Image, x: int, y: int, _: int) -> int:
        """Draw it; see `Run.draw`."""
        flag(self.seat, 34).centre(image, x + 17, y)
        return 34


class Kinds(NamedTuple):
    """The signs of a terrain."""

    kinds: tuple[str, ...]

    def draw(self, image: Image.Image, x: int, y: int, _: int) -> int:
        """Draw it; see `Run.draw`."""
        for at, kind in enumerate(self.kinds):
            sign(kind, 32).centre(image, x + 48 + at * 36 - 18 * (len(self.kinds) - 1), y)
        return 66


def roster(view: OvercrossView, pool: Pool) -> list[list[Line]]:
    """Return columns of lines: the Characters of one seat after the other, then the terrains."""
    if not view.turn:
        return []
    blocks: list[list[Line]] = [[] for _ in range(view.seats)]
    for piece, letter in lettered(view):
        face, token = face_of(view, piece.card, pool), token_of(view, piece, letter, pool)
        run: list[object] = [Named(token._replace(carries=(), counters=0, edits=0), drawn_card(face))]
        run.append(square_name(view, piece.square))
        run += [Counters(piece.counters)] if piece.counters else []
        run += [Carried(seat) for seat in token.carries]
        if piece.edits:
            run.append(Quiet(", ".join([drawn_card(face_of(view, edit.card, pool)) for edit in piece.edits])))
        blocks[piece.seat].append(tuple(run))  # type: ignore[arg-type]
    terrains: list[Line] = []
    for placed in view.terrains:
        face = face_of(view, placed.card, pool)
        words = Kinds(kinds_of(face)), drawn_card(face), square_name(view, placed.centre)  # type: ignore[arg-type]
        terrains.append((*words, Counters(placed.counters)) if placed.counters else words)
    return _columns(blocks, terrains)


def _columns(blocks: list[list[Line]], terrains: list[Line]) -> list[list[Line]]:
    """Return seats in two columns, and the terrains line by line below the shorter one."""
    columns: list[list[Line]] = [[], []]
    for at, block in enumerate(blocks):
        columns[at % _COLUMNS] += block
    for one in terrains:
        min(columns, key=len).append(one)
    return columns


def height_of_roster(columns: Sequence[Sequence[Line]]) -> int:
    """Return how many pixels the list takes."""
    return max([len(column) for column in columns], default=0) * ROW


def draw_roster(board: Mosaic, columns: Sequence[Sequence[Line]], top: int) -> None:
    """Draw the list from a height on."""
    for column, lines in enumerate(columns):
        for at, line in enumerate(lines):
            x, y = MARGIN + column * _STEP, top + at * ROW
            board.lay_kept(_PIECES, line, partial(_draw_line, line), x, y)


def _draw_line(line: Line) -> Image.Image:
    image = Image.new("RGB", (_STEP, ROW), TABLE)
    draw_line(image, line, 4, ROW // 2, _STEP - 12, gap=12)
    return image


# The legend


class Entry(NamedTuple):
    """A sign with its words."""

    kind: str
    words: str

    @property
    def wide(self) -> int:
        """Pixels it takes."""
        return _SIGN + text.width(self.words, "semibold", READABLE)

    def draw(self, image: Image.Image, x: int, y: int) -> None:
        """Draw it, centred on a height."""
        mark = pip(26, full=True) if self.kind == "counters" else sign(self.kind, 30)
        mark.centre(image, x + 16, y)
        text.write(image, x + _SIGN, y, self.words, size=READABLE, colour=MUTED)


_Row: TypeAlias = tuple[Entry, ...]
_TERRAINS = {
    "obstructive": N_("obstructive"),
    "blocks": N_("blocks sight"),
    "slow": N_("slow"),
    "harmful": N_("harmful"),
    "bonus": N_("other effect"),
}
_MARKS = {"leader": N_("Leader", "mark"), "champion": N_("Champion", "mark"), "legend": N_("Legend", "mark")}
_STATES = {
    "counters": N_("counters, 6 kill"),
    "edits": N_("edits"),
    "minor": N_("minor action taken"),
    "major": N_("major action taken"),
}


def legend(view: OvercrossView, pool: Pool) -> list[_Row]:
    """Return what the signs mean that are on the picture, row by row."""
    return _rows(_entries(view, pool)) if view.turn else []


def _entries(view: OvercrossView, pool: Pool) -> Iterator[Entry]:
    faces = [face_of(view, placed.card, pool) for placed in view.terrains]
    kinds = {kind for face in faces for kind in kinds_of(face)}  # type: ignore[arg-type]
    for kind in TERRAINS:
        if kind in kinds:
            yield Entry(kind, gettext(_TERRAINS[kind]))
    marks = {face_of(view, piece.card, pool).mark for piece in view.pieces}
    for mark, words in _MARKS.items():
        if mark in marks:
            yield Entry(mark, pgettext("mark", words))
    own = [piece for piece in view.pieces if piece.seat == view.current]
    shown = {
        "counters": any(piece.counters for piece in view.pieces) or any(its.counters for its in view.terrains),
        "edits": any(piece.edits for piece in view.pieces),
        "minor": any(piece.minor for piece in own),
        "major": any(piece.major for piece in own),
    }
    for kind, words in _STATES.items():
        if shown[kind]:
            yield Entry(kind, gettext(words))
    yield Entry("dead", gettext("deck cost of the kills"))


def _rows(entries: Iterable[Entry]) -> list[_Row]:
    """Return entries in rows that fit."""
    rows: list[list[Entry]] = []
    room = 0
    for entry in entries:
        if entry.wide > room:
            rows.append([])
            room = WIDTH - 2 * MARGIN - 8
        rows[-1].append(entry)
        room -= entry.wide + _GAP
    return [tuple(row) for row in rows]


def draw_legend(board: Mosaic, rows: Sequence[_Row], top: int) -> None:
    """Draw rows from a height on."""
    for at, row in enumerate(rows):
        board.lay_kept(_PIECES, row, partial(_draw_row, row), 0, top + at * ROW)


def _draw_row(row: _Row) -> Image.Image:
    image = Image.new("RGB", (WIDTH, ROW), TABLE)
    x = MARGIN + 4
    for entry in row:
        entry.draw(image, x, ROW // 2)
        x += entry.wide + _GAP
    return image
