"""Below the grid: a list of the Characters.

The whole table also lists their squares, the terrains and a legend.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

from PIL import Image

from bot.base.language import N_, gettext, pgettext
from bot.engine.contract import Seat
from bot.games.overcross.cards.cards import Pool
from bot.games.overcross.cards.field import OFF, Piece
from bot.games.overcross.rules.field import DEADLY
from bot.games.overcross.rules.view import OvercrossView
from bot.games.overcross.wording.terms import MARKS, lettered
from renderers.kit import text
from renderers.kit.cards.card import drawn_card
from renderers.kit.fonts import ON_A_PHONE
from renderers.kit.lines import Line, Quiet, Word, draw_line
from renderers.kit.mosaic import Mosaic, PieceCache
from renderers.kit.palette import PAPER, SEATS, TABLE
from renderers.kit.rows import SIGN, Explained, Row, draw_explained, in_rows
from renderers.kit.titles import MARGIN, WIDTH
from renderers.overcross.cards import face_of
from renderers.overcross.sights import TERRAINS, Token, area, kinds_of, square_name, token_of
from renderers.overcross.signs import flag, sign
from renderers.overcross.tokens import pip, token_sprite

ROW = 52
_MOST = 6
"""Rows of names with counters, at most; where there were more, the counters are on the grid alone."""
_NAME = 88
"""Pixels before a name, for its letter and its motif."""
_PIECES = PieceCache()


class Named(NamedTuple):
    """A Character with its letter and its name."""

    token: Token
    name: str
    after: int = 0
    """Pixels that have to be left for what follows."""
    counters: int = 0
    """Counters told behind the name; none for 0."""

    @property
    def wide(self) -> int:
        """Pixels it takes."""
        more = 12 + Counters(self.counters).wide if self.counters else 0
        return _NAME + text.width(self.name, "semibold", ON_A_PHONE) + more

    def draw(self, image: Image.Image, x: int, y: int, room: int) -> int:
        """Draw it; see `Run.draw`."""
        colour = SEATS[self.token.seat].tones[7]
        text.write_bold(image, x + 16, y, self.token.letter, size=ON_A_PHONE, colour=colour, anchor="middle")
        token_sprite(self.token, 50, lettered=False).centre(image, x + 58, y)
        if self.token.mark:
            sign(self.token.mark, 26).centre(image, x + 58, y - 16)
        room -= _NAME + self.after
        wide = _NAME + text.write(image, x + _NAME, y, self.name, size=ON_A_PHONE, colour=PAPER, room=room)
        if self.counters:
            wide += 12 + Counters(self.counters).draw(image, x + wide + 12, y, 0)
        return wide


class Counters(NamedTuple):
    """The counters on something, and the number it can bear."""

    number: int

    @property
    def wide(self) -> int:
        """Pixels it takes."""
        return 30 + text.width(self._words, "extrabold", ON_A_PHONE)

    @property
    def _words(self) -> str:
        return f"{self.number}/{DEADLY}"

    def draw(self, image: Image.Image, x: int, y: int, _: int) -> int:
        """Draw it; see `Run.draw`."""
        pip(26, full=True).centre(image, x + 13, y)
        return 30 + text.write_bold(image, x + 30, y, self._words, size=ON_A_PHONE, colour=PAPER)


class Carried(NamedTuple):
    """A flag within a line."""

    seat: Seat
    wide: int = 34

    def draw(self, image: Image.Image, x: int, y: int, _: int) -> int:
        """Draw it; see `Run.draw`."""
        flag(self.seat, 34).centre(image, x + 17, y)
        return 34


def named(view: OvercrossView, pool: Pool) -> list[Row]:
    """Return rows with the name of each Character on the grid, seat after seat.

    The counters are told too where there are few rows.
    """
    shown = sorted([each for each in lettered(view) if each[0].square != OFF], key=lambda one: one[0].seat)
    bare = [_named(view, piece, letter, pool) for piece, letter in shown]
    counted = [name._replace(counters=piece.counters) for name, (piece, _) in zip(bare, shown, strict=True)]
    rows = in_rows(counted)
    return rows if len(rows) <= _MOST else in_rows(bare)


def roster(view: OvercrossView, pool: Pool) -> list[Line]:
    """Return a line for each Character: its square, and its counters and attachments."""
    pieces = sorted(lettered(view), key=lambda one: one[0].seat)
    return [_line(view, piece, letter, pool) for piece, letter in pieces]


def _named(view: OvercrossView, piece: Piece, letter: str, pool: Pool, after: int = 0) -> Named:
    token = token_of(view, piece, letter, pool)._replace(carries=(), counters=0, edits=0, minor=False)
    return Named(token, drawn_card(face_of(view, piece.card, pool)), after)


def _line(view: OvercrossView, piece: Piece, letter: str, pool: Pool) -> Line:
    square, edits = square_name(view, piece.square), [face_of(view, edit.card, pool) for edit in piece.edits]
    carries = [flag.seat for flag in view.flags if flag.carrier == piece.card]
    more: list[Counters | Carried] = [Counters(piece.counters)] if piece.counters else []
    more += [Carried(seat) for seat in carries]
    after = text.width(square, "semibold", ON_A_PHONE) + sum(12 + run.wide for run in more) + 12
    words: list[Word] = [_named(view, piece, letter, pool, after), square, *more]
    if edits:
        words.append(Quiet(", ".join([drawn_card(each) for each in edits])))
    return tuple(words)


def draw_roster(board: Mosaic, lines: Sequence[Line], top: int) -> None:
    """Draw a list of lines from a height on."""
    wide = WIDTH - 2 * MARGIN
    for at, line in enumerate(lines):
        board.lay_kept(_PIECES, (line, wide), partial(_draw_line, line, wide), MARGIN, top + at * ROW)


def _draw_line(line: Line, wide: int) -> Image.Image:
    image = Image.new("RGB", (wide, ROW), TABLE)
    draw_line(image, line, 0, ROW // 2, wide, gap=12, size=ON_A_PHONE)
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
        return SIGN * len(self.kinds) + text.width(self._words, "extrabold", ON_A_PHONE) + counters

    @property
    def _words(self) -> str:
        return f"{self.name} {self.square}"

    def draw(self, image: Image.Image, x: int, y: int, _: int) -> int:
        """Draw it; see `Run.draw`."""
        for kind in self.kinds:
            sign(kind, 32).centre(image, x + 16, y)
            x += SIGN
        x += text.write_bold(image, x, y, self._words, size=ON_A_PHONE, colour=PAPER) + 14
        if self.counters:
            Counters(self.counters).draw(image, x, y, 0)
        return self.wide


class Entry(Explained):
    """A sign with its words."""

    def draw(self, image: Image.Image, x: int, y: int, _: int) -> int:
        """Draw it; see `Run.draw`."""
        mark = pip(26, full=True) if self.kind == "counters" else sign(self.kind, 30)
        return draw_explained(image, x, y, mark, self.words)


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
    """Return the terrains, and a legend of the signs in the picture, row by row."""
    places = []
    for placed in view.terrains:
        face, square = area(view, placed, pool)[0], square_name(view, placed.centre)
        places.append(LegendEntry(kinds_of(face), drawn_card(face), square, placed.counters))
    return [*in_rows(places), *in_rows(_entries(view, pool))]


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
