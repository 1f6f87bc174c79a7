"""Below the grid: who stands where by name, the terrains, and what the signs mean that are shown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

from PIL import Image

from bot.engine.contract import Seat
from bot.engine.language import N_, gettext, pgettext
from bot.games.overcross.cards.cards import Pool
from bot.games.overcross.cards.field import Piece
from bot.games.overcross.rules.view import OvercrossView
from bot.games.overcross.wording.terms import MARKS
from renderers.kit import text
from renderers.kit.cards.card import drawn_card
from renderers.kit.fonts import READABLE
from renderers.kit.lines import TEXT, Line, Quiet, Word, draw_line
from renderers.kit.mosaic import Mosaic, PieceCache
from renderers.kit.palette import PAPER, SEATS, TABLE
from renderers.kit.rows import SIGN, Row, draw_explained, in_rows
from renderers.kit.shapes import seat_mark
from renderers.kit.titles import MARGIN, WIDTH
from renderers.overcross.cards import face_of
from renderers.overcross.sights import TERRAINS, Token, area, kinds_of, lettered, square_name, token_of
from renderers.overcross.signs import flag, sign
from renderers.overcross.tokens import LARGE, LIFE, layout_of, pip, token_sprite

ROW = 42
_COLUMNS = 2
_STEP = (WIDTH - 2 * MARGIN) // _COLUMNS
_PIECES = PieceCache(limit=3_000_000)


class Named(NamedTuple):
    """A Character with its letter and its name."""

    token: Token
    name: str
    after: int
    """Pixels that have to be left for what follows."""
    plain: bool = False
    """Whether it has the mark of its seat alone: the grid has too small squares for motifs."""

    def draw(self, image: Image.Image, x: int, y: int, room: int) -> int:
        """Draw it; see `Run.draw`."""
        colour = SEATS[self.token.seat].tones[7]
        text.write_bold(image, x + 12, y, self.token.letter, size=28, colour=colour, anchor="middle")
        if self.plain:
            seat_mark(self.token.seat, 30).centre(image, x + 48, y)
        else:
            token_sprite(self.token, 38, lettered=False).centre(image, x + 48, y)
        if self.token.mark:
            sign(self.token.mark, 24).centre(image, x + 48, y - 16)
        wide = text.write(image, x + 76, y, self.name, size=28, colour=PAPER, room=room - 76 - self.after)
        return 76 + wide


class Counters(NamedTuple):
    """How many counters lie on something, of those that it can bear."""

    number: int

    @property
    def wide(self) -> int:
        """Pixels it takes."""
        return 30 + text.width(f"{self.number}/{LIFE}", "extrabold", 28)

    def draw(self, image: Image.Image, x: int, y: int, _: int) -> int:
        """Draw it; see `Run.draw`."""
        pip(26, full=True).centre(image, x + 13, y)
        return 30 + text.write_bold(image, x + 30, y, f"{self.number}/{LIFE}", size=28, colour=PAPER)


class Carried(NamedTuple):
    """A flag within a line."""

    seat: Seat
    wide: int = 34

    def draw(self, image: Image.Image, x: int, y: int, _: int) -> int:
        """Draw it; see `Run.draw`."""
        flag(self.seat, 34).centre(image, x + 17, y)
        return 34


def roster(view: OvercrossView, pool: Pool) -> list[list[Line]]:
    """Return two columns of lines: the Characters of one seat after the other."""
    if not view.turn:
        return []
    blocks: list[list[Line]] = [[] for _ in range(view.seats)]
    for piece, letter in lettered(view):
        blocks[piece.seat].append(_line(view, piece, letter, pool))
    return [[line for block in blocks[column::_COLUMNS] for line in block] for column in range(_COLUMNS)]


def _line(view: OvercrossView, piece: Piece, letter: str, pool: Pool) -> Line:
    """Return a Character with where it stands, and what is on it."""
    face, token = face_of(view, piece.card, pool), token_of(view, piece, letter, pool)
    square, edits = square_name(view, piece.square), [face_of(view, edit.card, pool) for edit in piece.edits]
    more: list[Counters | Carried] = [Counters(piece.counters)] if piece.counters else []
    more += [Carried(seat) for seat in token.carries]
    after = text.width(square, "semibold", TEXT) + sum(12 + run.wide for run in more) + 12
    token = token._replace(carries=(), counters=0, edits=0, minor=False)
    small = layout_of(view, 0).cell < LARGE
    words: list[Word] = [Named(token, drawn_card(face), after, small), square, *more]
    if edits:
        words.append(Quiet(", ".join([drawn_card(each) for each in edits])))
    return tuple(words)


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


class LegendEntry(NamedTuple):
    """A terrain with its signs, its name and its square."""

    kinds: tuple[str, ...]
    name: str
    square: str
    counters: int

    @property
    def wide(self) -> int:
        """Pixels it takes."""
        counters = 14 + Counters(self.counters).wide if self.counters else 0
        return SIGN * len(self.kinds) + text.width(self._words, "extrabold", READABLE) + counters

    @property
    def _words(self) -> str:
        return f"{self.name} {self.square}"

    def draw(self, image: Image.Image, x: int, y: int, _: int) -> int:
        """Draw it; see `Run.draw`."""
        for kind in self.kinds:
            sign(kind, 32).centre(image, x + 16, y)
            x += SIGN
        x += text.write_bold(image, x, y, self._words, size=READABLE, colour=PAPER) + 14
        if self.counters:
            Counters(self.counters).draw(image, x, y, 0)
        return self.wide


class Entry(NamedTuple):
    """A sign with its words."""

    kind: str
    words: str

    @property
    def wide(self) -> int:
        """Pixels it takes."""
        return SIGN + text.width(self.words, "semibold", READABLE)

    def draw(self, image: Image.Image, x: int, y: int, _: int) -> int:
        """Draw it; see `Run.draw`."""
        mark = pip(26, full=True) if self.kind == "counters" else sign(self.kind, 30)
        return draw_explained(image, x, y, mark, self.words, size=READABLE)


_TERRAINS = {
    "obstructive": N_("obstructive"),
    "blocks": N_("blocks sight"),
    "slow": N_("slow"),
    "harmful": N_("harmful"),
    "bonus": N_("other effect"),
}
_STATES = {
    "counters": N_("counters, 6 kill"),
    "edits": N_("edits"),
    "minor": N_("minor action taken"),
    "major": N_("major action taken"),
}


def legend(view: OvercrossView, pool: Pool) -> list[Row]:
    """Return the terrains, and what the signs mean that are on the picture, row by row."""
    return [*in_rows(_places(view, pool)), *in_rows(_entries(view, pool))] if view.turn else []


def _places(view: OvercrossView, pool: Pool) -> Iterator[LegendEntry]:
    for placed in view.terrains:
        face, _ = area(view, placed, pool)
        square = square_name(view, placed.centre)
        yield LegendEntry(kinds_of(face), drawn_card(face), square, placed.counters)


def _entries(view: OvercrossView, pool: Pool) -> Iterator[Entry]:
    kinds = {kind for placed in view.terrains for kind in kinds_of(area(view, placed, pool)[0])}
    for kind in TERRAINS:
        if kind in kinds:
            yield Entry(kind, gettext(_TERRAINS[kind]))
    marks = {face_of(view, piece.card, pool).mark for piece in view.pieces}
    for mark, words in MARKS.items():
        if mark in marks:
            yield Entry(mark, pgettext("mark", words))
    own = [piece for piece in view.pieces if piece.seat == view.current]
    shown = {
        "counters": any(piece.counters for piece in view.pieces)
        or any(its.counters for its in view.terrains),
        "edits": any(piece.edits for piece in view.pieces),
        "minor": any(piece.minor for piece in own),
        "major": any(piece.major for piece in own),
    }
    for kind, words in _STATES.items():
        if shown[kind]:
            yield Entry(kind, gettext(words))
    yield Entry("dead", gettext("deck cost of the kills"))
