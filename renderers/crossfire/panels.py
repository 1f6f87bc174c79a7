"""The title line, names and victory points, and a panel for each seat. Each is kept until it changes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple, TypeAlias

from PIL import Image, ImageDraw

from bot.base.language import gettext, ngettext
from bot.games.crossfire.rules.cards import Card
from bot.games.crossfire.rules.scoring import GOAL, claims_in
from bot.games.crossfire.rules.view import CrossfireView, Tally
from renderers.crossfire.layout import BAND, NAME, POINTS, QUARTERS, TITLE, WHY, Layout
from renderers.crossfire.piles import face_of
from renderers.kit import text
from renderers.kit.fonts import ON_A_PHONE
from renderers.kit.mosaic import Mosaic, PieceCache
from renderers.kit.palette import GOLD, INK, LIT_PANEL, MUTED, PANEL, PAPER, SEATS, TABLE, Colour, mix
from renderers.kit.playing_cards import back, chip, sides
from renderers.kit.shapes import seat_mark
from renderers.kit.signs import pile, plate
from renderers.kit.titles import (
    MARGIN,
    WIDTH,
    draw_banner,
    turn_of,
    winning,
    write_fitted_title,
    write_title,
)

_TITLE = (46, 42, ON_A_PHONE)
"""The sizes of the title and of names: the first in which they fit."""
_NAME = (42, ON_A_PHONE)
_ACROSS = 900
"""Pixels: a panel from this width on is one line."""
_CHIP = 84
_PIECES = PieceCache()


# --- title ------------------------------------------------------------------------------------------------


class _Title(NamedTuple):
    """The content of the title line."""

    seat: int
    words: str
    notes: tuple[str, ...]
    """Notes at the right, the longest first; or the reason for the end of the match."""
    winners: tuple[int, ...] | None
    """The winners; None while the match goes on."""


def draw_title(board: Mosaic, view: CrossfireView, names: Sequence[str], part: str | None) -> None:
    """Draw the player to move, or the result, and the quarter. Names are drawn legibly."""
    title = _title(view, names)
    if part is not None and part in QUARTERS and title.winners is None:
        quarter = gettext(QUARTERS[part])
        title = title._replace(notes=(*[f"{note} · {quarter}" for note in title.notes], quarter))
    board.lay_kept(_PIECES, title, lambda: _draw_title(title), 0, 0)


def _title(view: CrossfireView, names: Sequence[str]) -> _Title:
    if view.outcome is not None:
        winners = view.outcome.winners
        words = winning([names[seat] for seat in winners]) if winners else gettext("A tie")
        return _Title(-1, words, (gettext(view.outcome.why),), winners)
    if view.turn >= 0:
        aim, turn = _aim(view), gettext("turn {turn}", turn=view.turns)
        return _Title(view.turn, turn_of(names[view.turn]), (f"{aim} · {turn}", aim, turn), None)
    return _Title(-1, gettext("Settling the bases"), (_aim(view),), None)


def _aim(view: CrossfireView) -> str:
    """Return the winning condition in a few words (CRF-21, CRF-23)."""
    return gettext("take the base") if view.seats == 2 else gettext("first to {goal} points", goal=GOAL)


def game_name(view: CrossfireView) -> str:
    """Return the name of the game in this form."""
    return "Crossfire Ultimate" if view.options.ultimate else "Crossfire"


def _draw_title(title: _Title) -> Image.Image:
    image, middle = Image.new("RGB", (WIDTH, TITLE), TABLE), TITLE // 2 + 2
    if title.winners is None:
        write_fitted_title(
            image, title.words, title.notes, middle, sizes=_TITLE, note_size=40, seat=title.seat
        )
        return image
    image = Image.new("RGB", (WIDTH, TITLE + WHY), TABLE)
    draw_banner(image, title.winners, title.words, TITLE)
    (why,) = title.notes
    write_title(image, why, TITLE + WHY // 2 - 6, size=ON_A_PHONE, right=WIDTH - MARGIN)
    return image


# --- names ------------------------------------------------------------------------------------------------


class _Name(NamedTuple):
    """A seat's name on a line."""

    seat: int
    name: str
    active: bool
    wide: int


def are_long(names: Sequence[str]) -> bool:
    """Return whether one of the names needs a line of its own."""
    room = _BESIDE if len(names) == 2 else _room(WIDTH // 2)
    return any(text.width(name, "extrabold", ON_A_PHONE) > room for name in names)


def _room(wide: int) -> int:
    return wide - MARGIN - 10 - 58 - 16


def draw_names(board: Mosaic, layout: Layout, view: CrossfireView, names: Sequence[str]) -> None:
    """Draw the names of four players, team by team. The player to move has a plate."""
    if view.seats < 4:
        return
    lines = 4 if are_long(names) else 2
    wide, top = WIDTH * lines // 4, layout.points - lines * NAME
    for place, seat in enumerate((0, 2, 1, 3)):
        column, row = divmod(place, lines)
        name = _Name(seat, names[seat], _is_active(view, seat), wide)
        board.lay_kept(_PIECES, name, partial(_draw_name, name), column * wide, top + row * NAME)


def _draw_name(name: _Name) -> Image.Image:
    image, middle = Image.new("RGB", (name.wide, NAME), TABLE), NAME // 2
    left = MARGIN - 10
    if name.active:
        plate(image, (left, 2, name.wide - 10, NAME - 2), 12, LIT_PANEL)
    seat_mark(name.seat, 40).centre(image, left + 30, middle)
    size = text.largest(name.name, "extrabold", _NAME, _room(name.wide))
    text.write_bold(image, left + 58, middle, name.name, size=size, colour=PAPER, room=_room(name.wide))
    return image


def _is_active(view: CrossfireView, seat: int) -> bool:
    return view.turn == seat or (view.phase == "bases" and view.deciding[seat])


# --- victory points ---------------------------------------------------------------------------------------


def draw_points(board: Mosaic, layout: Layout, view: CrossfireView) -> None:
    """Draw the victory points of both teams by their source, six places to fill (CRF-23)."""
    if view.seats < 4:
        return
    half = WIDTH // 2
    for team in (0, 1):
        tally = view.tallies[team]
        words = (gettext("base"), gettext("chain"), gettext("middle"))
        key = ("points", team, tally, words)
        draw = partial(_draw_points, team, tally, words)
        board.lay_kept(_PIECES, key, draw, team * half, layout.points)


def _draw_points(team: int, tally: Tally, words: tuple[str, str, str]) -> Image.Image:
    wide = WIDTH // 2
    image, middle = Image.new("RGB", (wide, POINTS), TABLE), POINTS // 2
    left = MARGIN if team == 0 else GAP_BETWEEN
    for place, seat in enumerate((team, team + 2)):
        seat_mark(seat, 40).centre(image, left + 20 + place * 40, middle)
    number = str(tally.points)
    text.write_bold(image, left + 116, middle, number, size=50, colour=PAPER, anchor="middle")
    right = wide - (GAP_BETWEEN if team == 0 else MARGIN)
    sources = zip(words, (tally.bases, tally.chain, tally.middle), strict=True)
    _draw_places(image, left + 150, right, team, [(word, points) for word, points in sources if points])
    return image


GAP_BETWEEN = 10
"""Pixels from the middle of the picture to what either team has beside it."""


def _draw_places(
    image: Image.Image, left: int, right: int, team: int, sources: Sequence[tuple[str, int]]
) -> None:
    pen, wide = ImageDraw.Draw(image), (right - left) // GOAL
    top, bottom = 10, POINTS - 11
    for place in range(GOAL):
        x = left + place * wide
        pen.rounded_rectangle((x + 2, top, x + wide - 3, bottom), radius=8, fill=PANEL)
    place = 0
    for word, points in sources:
        if place >= GOAL:
            return
        x, end = left + place * wide, left + min(GOAL, place + points) * wide
        pen.rounded_rectangle((x + 2, top, end - 3, bottom), radius=8, fill=SEATS[team].colour)
        if text.width(word, "extrabold", ON_A_PHONE) <= end - x - 6:
            middle = (x + end) // 2
            text.write_bold(
                image, middle, POINTS // 2 - 1, word, size=ON_A_PHONE, colour=INK, anchor="middle"
            )
        place += points


# --- seats ------------------------------------------------------------------------------------------------


class _Panel(NamedTuple):
    """A seat's panel without its numbers."""

    wide: int
    high: int
    seat: int
    name: str
    """"" where names stand above the table."""
    active: bool

    @property
    def ground(self) -> Colour:
        """The colour behind everything."""
        return LIT_PANEL if self.active else mix(PANEL, SEATS[self.seat].colour, 0.12)


def draw_seats(board: Mosaic, layout: Layout, view: CrossfireView, names: Sequence[str]) -> None:
    """Draw a panel for each seat. Its frame and each of its numbers are pieces of their own."""
    claims = claims_in(view)
    for seat, (left, top, right, bottom) in enumerate(layout.seats):
        name = names[seat] if view.seats == 2 else ""
        panel = _Panel(right - left, bottom - top, seat, name, _is_active(view, seat))
        placed = tuple(_placed(panel, _parts(view, seat, claims[seat].points if claims else -1)))
        if not _are_apart(panel, placed):
            board.lay_kept(_PIECES, (panel, placed), partial(_draw_panel, panel, placed), left, top)
            continue
        board.lay_kept(_PIECES, panel, partial(_draw_panel, panel), left, top)
        for x, middle, part in placed:
            draw = partial(_drawn, part, panel.ground)
            board.lay_kept(_PIECES, (part, panel.ground), draw, left + x, top + middle - part.half)


def _are_apart(panel: _Panel, placed: Sequence[_Placed]) -> bool:
    """Whether no part is on the rim, and the name above them does not reach them."""
    if any(x + part.wide > panel.wide - _RIM or y + part.half > panel.high - _RIM for x, y, part in placed):
        return False
    if panel.wide < _ACROSS or panel.high == BAND:
        return True
    return text.reach(panel.name, "extrabold", _NAME[0])[1] <= _BELOW


def _drawn(part: _Part | _Points, ground: Colour) -> Image.Image:
    image = Image.new("RGB", (part.wide, 2 * part.half), ground)
    part.draw(image, 0, part.half)
    return image


def _draw_panel(panel: _Panel, placed: Sequence[_Placed] = ()) -> Image.Image:
    image = Image.new("RGB", (panel.wide, panel.high), TABLE)
    pen, box = ImageDraw.Draw(image), (0, 0, panel.wide - 1, panel.high - 1)
    pen.rounded_rectangle(box, radius=14, fill=panel.ground)
    if panel.wide >= _ACROSS:
        _name_across(image, panel)
    elif panel.high < 2 * _STEP:
        seat_mark(panel.seat, 42).centre(image, 34, panel.high // 2)
    else:
        seat_mark(panel.seat, 40).centre(image, 30, 36)
    for x, y, part in placed:
        part.draw(image, x, y)
    rim = SEATS[panel.seat].colour if panel.active else mix(PANEL, SEATS[panel.seat].colour, 0.3)
    pen.rounded_rectangle(box, radius=14, outline=rim, width=_RIM if panel.active else 2)
    return image


_RIM = 5
"""Pixels of the rim of an active panel."""
_BESIDE = 340
"""The maximum width in pixels of a name in one line with the cards."""


def _name_across(image: Image.Image, panel: _Panel) -> None:
    """Write the player: across the picture where names are long."""
    seat_mark(panel.seat, 48).centre(image, 42, BAND // 2)
    room = panel.wide - 78 - 16 if panel.high > BAND else _BESIDE
    size = text.largest(panel.name, "extrabold", _NAME, room)
    text.write_bold(image, 78, BAND // 2, panel.name, size=size, colour=PAPER, room=room)


_KNOWN = 2
"""The largest number of publicly known cards that are shown."""
_STEP = 52
"""Pixels from line to line in a panel that has several."""
_BELOW = 10
"""Pixels below the baseline of a name above the parts of a panel that are free."""
_APART = 26
"""Pixels from a number to what follows it."""


def _parts(view: CrossfireView, seat: int, points: int) -> tuple[_Part, _Part, _Part, _Part, _Points]:
    """Return all that the panel of a seat may show."""
    discards, shown = view.discards[seat], view.shown[seat][:_KNOWN]
    return (
        _Part("hand", seat, view.hands[seat]),
        _Part("known", seat, 0, shown),
        _Part("pack", seat, view.packs[seat]),
        _Part("discards", seat, len(discards), discards[-1:]),
        _Points(points, ngettext("point", "points", points)),
    )


def _placed(panel: _Panel, parts: tuple[_Part, _Part, _Part, _Part, _Points]) -> Iterator[_Placed]:
    """Yield the parts that have room, each with its left edge and the height of its middle."""
    hand, known, pack, discards, points = parts
    if panel.wide >= _ACROSS:
        x, y = 90 + (_BESIDE if panel.high == BAND else 0), panel.high - BAND // 2
        yield x, y, hand
        x += hand.room
        if known.cards:
            yield x - 14, y, known
            x += known.room
        yield x, y, pack
        yield x + pack.room, y, discards
        if points.points >= 0:
            yield panel.wide - 16 - points.wide, y, points
    elif panel.high < 2 * _STEP:
        yield 62, panel.high // 2, hand
        yield 62 + hand.room, panel.high // 2, pack
    else:
        yield 62, 36, hand
        yield 16, 36 + _STEP, pack
        yield 12, 36 + 2 * _STEP, discards
        if known.cards and panel.high - 24 >= 36 + 3 * _STEP:
            yield 16, 36 + 3 * _STEP, known


class _Part(NamedTuple):
    """A number of cards of a seat."""

    kind: str
    """"hand" is a fan with its number, "pack" a stack, "discards" their number with the last of them; "known"
    are the publicly known cards of the hand.
    """
    seat: int
    number: int
    cards: tuple[Card, ...] = ()
    """Those that are shown."""

    @property
    def room(self) -> int:
        """Pixels from its left edge to that of what follows it."""
        shown = len(self.cards) * (_CHIP + 6)
        if self.kind == "known":
            return shown
        return self._before + text.width(str(self.number), "extrabold", 38) + _APART + max(0, shown - 12)

    @property
    def wide(self) -> int:
        """Pixels that it takes."""
        return self.room - 6

    @property
    def half(self) -> int:
        """Pixels that it takes above and below its middle."""
        return 21 if self.kind == "known" else 23

    @property
    def _before(self) -> int:
        """Pixels in front of the number."""
        return {"hand": _CARD + 30, "pack": _CARD + 14, "discards": 46}[self.kind]

    def draw(self, image: Image.Image, x: int, y: int) -> None:
        """Draw it from a left edge, centred on the height `y`."""
        if self.kind == "discards":
            pile("discard", 44, SEATS[self.seat].tones[6]).centre(image, x + 22, y)
        elif self.kind != "known":
            apart, rise = (11, 0) if self.kind == "hand" else (3, 3)
            for layer in range(3):
                back(self.seat, _LONG).paste(image, x + layer * apart, y - 20 - layer * rise + rise)
        if self.kind != "known":
            colour, x = GOLD if self.kind == "pack" and not self.number else PAPER, x + self._before
            x += text.write_bold(image, x, y, str(self.number), size=38, colour=colour) + _APART - 12
        for at, shown in enumerate(self.cards):
            chip(face_of(shown), _CHIP, 42, PAPER).paste(image, x + at * (_CHIP + 6), y - 21)


_LONG = 40
"""The height of a card, in pixels."""
_CARD = sides(_LONG, "upright")[0]


class _Points(NamedTuple):
    """The points of a seat if a pack ran out now (CRF-28)."""

    points: int
    """-1 where nothing is counted."""
    words: str
    half: int = 23

    @property
    def wide(self) -> int:
        """Pixels that they take."""
        number = text.width(str(self.points), "extrabold", 44)
        return text.width(self.words, "semibold", ON_A_PHONE) + 8 + number + 4

    def draw(self, image: Image.Image, x: int, y: int) -> None:
        """Draw them from a left edge, centred on the height `y`."""
        right, size = x + self.wide, ON_A_PHONE
        right -= 8 + text.write(image, right, y, self.words, size=size, colour=MUTED, anchor="right")
        text.write_bold(image, right, y, str(self.points), size=44, colour=GOLD, anchor="right")


_Placed: TypeAlias = tuple[int, int, _Part | _Points]
"""The left edge of a part on its panel, and the height of its middle."""
