"""The title line, names and victory points, and a panel for each seat. Each is kept until it changes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

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
from renderers.kit.playing_cards import back, chip
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
    """The content of a seat's panel."""

    wide: int
    high: int
    seat: int
    name: str
    """"" where names stand above the table."""
    active: bool
    hand: int
    pack: int
    discards: int
    last: Card
    """The top card of its discards, or -1."""
    shown: tuple[Card, ...]
    """Cards of its hand that everybody knows."""
    points: int
    """The points if a pack ran out now, or -1 where nothing is counted (CRF-28)."""
    counted: str
    """The word in front of these points."""


def draw_seats(board: Mosaic, layout: Layout, view: CrossfireView, names: Sequence[str]) -> None:
    """Draw a panel for each seat."""
    claims = claims_in(view)
    for seat, (left, top, right, bottom) in enumerate(layout.seats):
        points = claims[seat].points if claims else -1
        name = names[seat] if view.seats == 2 else ""
        panel = _panel(view, seat, name, points, (right - left, bottom - top))
        board.lay_kept(_PIECES, panel, partial(_draw_panel, panel), left, top)


def _panel(view: CrossfireView, seat: int, name: str, points: int, size: tuple[int, int]) -> _Panel:
    discards = view.discards[seat]
    return _Panel(
        *size,
        seat,
        name,
        _is_active(view, seat),
        view.hands[seat],
        view.packs[seat],
        len(discards),
        discards[-1] if discards else -1,
        view.shown[seat],
        points,
        ngettext("point", "points", points),
    )


def _draw_panel(panel: _Panel) -> Image.Image:
    image = Image.new("RGB", (panel.wide, panel.high), TABLE)
    pen, box = ImageDraw.Draw(image), (0, 0, panel.wide - 1, panel.high - 1)
    ground = LIT_PANEL if panel.active else mix(PANEL, SEATS[panel.seat].colour, 0.12)
    pen.rounded_rectangle(box, radius=14, fill=ground)
    if panel.wide >= _ACROSS:
        _band(image, panel)
    elif panel.high < 2 * _STEP:
        seat_mark(panel.seat, 42).centre(image, 34, panel.high // 2)
        _pack(image, _hand(image, 62, panel.high // 2, panel), panel.high // 2, panel)
    else:
        _boxed(image, panel)
    rim = SEATS[panel.seat].colour if panel.active else mix(PANEL, SEATS[panel.seat].colour, 0.3)
    pen.rounded_rectangle(box, radius=14, outline=rim, width=5 if panel.active else 2)
    return image


_BESIDE = 340
"""The maximum width in pixels of a name in one line with the cards."""


def _band(image: Image.Image, panel: _Panel) -> None:
    """Write the player, the cards and the points across the picture, in two lines where names are long."""
    first, last = BAND // 2, panel.high - BAND // 2
    seat_mark(panel.seat, 48).centre(image, 42, first)
    room = panel.wide - 78 - 16 if last > first else _BESIDE
    size = text.largest(panel.name, "extrabold", _NAME, room)
    text.write_bold(image, 78, first, panel.name, size=size, colour=PAPER, room=room)
    x = _hand(image, 78 + (_BESIDE if last == first else 0) + 12, last, panel)
    x = _known(image, x - 14, last, panel) + 14
    _discards(image, _pack(image, x, last, panel), last, panel)
    if panel.points >= 0:  # at the right edge: those that it would have if a pack ran out now (CRF-28)
        right, words = panel.wide - 16, panel.counted
        right -= text.write(image, right, last, words, size=ON_A_PHONE, colour=MUTED, anchor="right") + 8
        text.write_bold(image, right, last, str(panel.points), size=44, colour=GOLD, anchor="right")


_KNOWN = 2
"""The largest number of publicly known cards that are shown."""
_STEP = 52
"""Pixels from line to line in a panel that has several."""


def _boxed(image: Image.Image, panel: _Panel) -> None:
    """Write hand, pack and discards in rows, and the known cards of the hand where they fit."""
    seat_mark(panel.seat, 40).centre(image, 30, 36)
    _hand(image, 62, 36, panel)
    _pack(image, 16, 36 + _STEP, panel)
    _discards(image, 12, 36 + 2 * _STEP, panel)
    if panel.high - 24 >= 36 + 3 * _STEP:
        _known(image, 16, 36 + 3 * _STEP, panel)


def _hand(image: Image.Image, x: int, y: int, panel: _Panel) -> int:
    """Draw the hand as a fan with its number; return the left edge of what follows."""
    card = back(panel.seat, 40)
    for layer in range(3):
        card.paste(image, x + layer * 11, y - 20)
    return _number(image, x + card.width + 30, y, panel.hand, PAPER)


def _known(image: Image.Image, x: int, y: int, panel: _Panel) -> int:
    """Draw some of the publicly known cards of the hand; return their right edge."""
    for shown in panel.shown[:_KNOWN]:
        chip(face_of(shown), _CHIP, 42, PAPER).paste(image, x, y - 21)
        x += _CHIP + 6
    return x


def _pack(image: Image.Image, x: int, y: int, panel: _Panel) -> int:
    """Draw the pack as a stack with its number; return the left edge of what follows."""
    card = back(panel.seat, 40)
    for layer in range(3):
        card.paste(image, x + layer * 3, y - 20 - layer * 3 + 3)
    return _number(image, x + card.width + 14, y, panel.pack, PAPER if panel.pack else GOLD)


def _discards(image: Image.Image, x: int, y: int, panel: _Panel) -> None:
    """Draw the number of discarded cards, and the last of them."""
    pile("discard", 44, SEATS[panel.seat].tones[6]).centre(image, x + 22, y)
    x = _number(image, x + 46, y, panel.discards, PAPER) - 12
    if panel.last >= 0:
        chip(face_of(panel.last), _CHIP, 42, PAPER).paste(image, x, y - 21)


def _number(image: Image.Image, x: int, y: int, number: int, colour: Colour) -> int:
    """Write a number of cards; return the left edge of what follows."""
    return x + text.write_bold(image, x, y, str(number), size=38, colour=colour) + 26
