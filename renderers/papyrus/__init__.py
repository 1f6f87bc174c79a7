"""Papyrus drawn: a field of folded paper with origami squads on it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

from PIL import Image, ImageDraw

from bot.base.language import gettext
from bot.engine.wording import AnyWording, Focus
from bot.games.papyrus.rules.facts import Moved, Shot
from bot.games.papyrus.rules.options import Kind
from bot.games.papyrus.rules.squads import allowed_kinds
from bot.games.papyrus.rules.view import (
    KIND_LETTERS,
    KIND_TITLES,
    SECRET_PHASES,
    TURN_PHASES,
    PapyrusView,
    Unit,
)
from bot.games.papyrus.rules.weapons import arsenal_of
from renderers.contract import Picture, Renderer
from renderers.kit import text
from renderers.kit.alt_text import table_text
from renderers.kit.cache import kept_in_budget
from renderers.kit.crop import WHOLE, Window, crop
from renderers.kit.fonts import ON_A_PHONE, READABLE
from renderers.kit.palette import INK, MUTED, PANEL, PAPER, SEATS, TABLE, Colour
from renderers.kit.titles import WIDTH, drawn_player
from renderers.papyrus.board import Board
from renderers.papyrus.field import Ground
from renderers.papyrus.header import draw_header
from renderers.papyrus.labels import Labels
from renderers.papyrus.layout import LEGEND, RULER, Layout, layout
from renderers.papyrus.marks import Marks, ring_pieces, tint_reach, turns
from renderers.papyrus.units import LETTERED, figure, signs_sprite, unit_sprite

# The legend, which names the figures where units do not, and the panel of a squad that is being picked.


_SIZES = (ON_A_PHONE, 34, 32, 30, 28, READABLE)
"""Of the letters of a legend: the largest with which it fits."""
_FIGURE, _GAP = 36, 20
_COUNT = 40
_SHADOW = 8
"""Pixels below a panel for its shadow."""
_SECRET, _OWN = 48 + _SHADOW, 103 + _SHADOW
"""Pixels from the middle of a panel to the last that it touches."""


def draw_legend(board: Board, layout: Layout, view: PapyrusView) -> None:
    """Draw a legend of the figures below the field, where it fits.

    During placement it counts the viewer's units that wait for a square, by name where a phone can show it.
    """
    top = layout.bottom + RULER
    if layout.height - top < LEGEND:
        return
    unplaced = waiting(view)
    if unplaced:
        kinds = tuple(kind for kind in allowed_kinds(view.options) if unplaced[kind])
        seat, lead = view.viewer, gettext("To place:")
        words = tuple(f"{KIND_TITLES[kind]} × {unplaced[kind]}" for kind in kinds)
        if _size(words, lead) < ON_A_PHONE:
            words = tuple(f"× {unplaced[kind]}" for kind in kinds)
    else:
        kinds = allowed_kinds(view.options)
        words = tuple(KIND_TITLES[kind] for kind in kinds)
        if layout.cell >= LETTERED:
            words = tuple(f"{KIND_LETTERS[kind]} · {KIND_TITLES[kind]}" for kind in kinds)
        seat, lead = None, ""
    board.paint((0, top, WIDTH, top + LEGEND), _draw_legend, top, kinds, words, seat, lead)


def _draw_legend(
    image: Image.Image, top: int, kinds: tuple[Kind, ...], words: tuple[str, ...], seat: int | None, lead: str
) -> None:
    image.paste(_legend(kinds, words, seat, lead), (0, top))


def _size(words: tuple[str, ...], lead: str) -> int:
    """Return the size of the letters with which the words fit."""
    room = WIDTH - 2 * _GAP - len(words) * (_FIGURE + 6 + _GAP)
    return text.largest(lead + "".join(words), "semibold", _SIZES, room)


@kept_in_budget
def _legend(kinds: tuple[Kind, ...], words: tuple[str, ...], seat: int | None, lead: str) -> Image.Image:
    """Return the strip that shows these kinds with words to each, in a seat's colour, led in."""
    size, gap = _size(words, lead), _GAP
    widths = [_FIGURE + 6 + text.width(word, "semibold", size) for word in words]
    lead_room = text.width(lead, "semibold", size) + 24 if lead else 0
    strip, y = Image.new("RGB", (WIDTH, LEGEND), TABLE), LEGEND // 2 - 2
    x = (WIDTH - lead_room - sum(widths) - gap * (len(words) - 1)) // 2
    if lead:
        text.write(strip, x, y, lead, size=size, colour=PAPER)
    x += lead_room
    for kind, word, wide in zip(kinds, words, widths, strict=True):
        figure(kind, seat, _FIGURE).centre(strip, x + _FIGURE // 2, y)
        text.write(strip, x + _FIGURE + 6, y, word, size=size, colour=PAPER if lead else MUTED)
        x += wide + gap
    return strip


def waiting(view: PapyrusView) -> Counter[Kind]:
    """Return how many units of each kind the viewer has yet to place."""
    if view.phase != "placing" or view.viewer is None:
        return Counter()
    return Counter(unit.kind for unit in view.units if unit.seat == view.viewer and unit.square < 0)


def draw_squad(board: Board, layout: Layout, view: PapyrusView) -> None:
    """While squads are picked, show the viewer's own on a panel; to others say that they are secret."""
    if view.phase != "picking":
        return
    middle = (layout.top + layout.bottom) // 2
    if view.viewer is None:
        words = gettext("Squads are picked in secret")
        board.paint((0, middle - _SECRET, WIDTH, middle + _SECRET), _draw_secret, middle, words)
        return
    squad = Counter(view.squad)
    counts = tuple([(kind, squad[kind]) for kind in allowed_kinds(view.options)])
    title = gettext("Your squad: {picked} of {size}", picked=len(view.squad), size=view.options.squad)
    box = (0, middle - _OWN, WIDTH, middle + _OWN)
    board.paint(box, _draw_own, middle, title, counts, view.viewer)


def _draw_secret(image: Image.Image, middle: int, words: str) -> None:
    _panel(image, middle, 760, _SECRET)
    text.write(image, WIDTH // 2, middle, words, size=_COUNT, colour=PAPER, anchor="middle")


def _draw_own(
    image: Image.Image, middle: int, title: str, counts: tuple[tuple[Kind, int], ...], seat: int
) -> None:
    _panel(image, middle, max(440, len(counts) * 176 + 40), _OWN)
    text.write_bold(image, WIDTH // 2, middle - 72, title, size=ON_A_PHONE, colour=PAPER, anchor="middle")
    left = WIDTH // 2 - len(counts) * 88
    for at, (kind, many) in enumerate(counts):
        x = left + at * 176
        colour = PAPER if many else MUTED
        figure(kind, seat if many else None, 92, faded=not many).centre(image, x + 56, middle + 6)
        text.write_bold(image, x + 110, middle + 8, f"×{many}", size=_COUNT, colour=colour)
        text.write(
            image, x + 88, middle + 76, KIND_TITLES[kind], size=ON_A_PHONE, colour=colour, anchor="middle"
        )


def _panel(image: Image.Image, middle: int, wide: int, room: int) -> None:
    """Draw a panel with its shadow, with these numbers of pixels above and below the middle."""
    pen, high = ImageDraw.Draw(image), 2 * (room - _SHADOW)
    left, top = (WIDTH - wide) // 2, middle - high // 2
    pen.rounded_rectangle((left + 5, top + 7, left + wide + 5, top + high + 7), radius=14, fill=INK)
    pen.rounded_rectangle((left, top, left + wide, top + high), radius=14, fill=PANEL, outline=MUTED, width=2)


# Cropping of a field: ground far from everything important is cut off.


_FEWEST = (8, 6)
"""Columns and rows that are always shown: the size of the smallest field."""


def window(view: PapyrusView, recent: Sequence[Any], focus: Focus | None) -> Window | None:
    """Return the part of the field to show, None for the whole.

    It contains all units, the hill, all arrows and highlights, and a margin. The whole field is shown while
    squads are picked and placed.
    """
    if view.phase in SECRET_PHASES:
        return None
    return crop(_mattering(view, recent, focus), view.width, view.height, _FEWEST)


def _mattering(view: PapyrusView, recent: Sequence[Any], focus: Focus | None) -> Iterator[int]:
    yield from view.hill
    yield from (unit.square for unit in view.units if unit.hp > 0)
    for fact in recent:
        if isinstance(fact, Moved):
            yield from fact.path
        elif isinstance(fact, Shot):
            yield from (fact.origin, fact.at, *(hurt.square for hurt in fact.hurt))
    if focus is not None:
        yield from (*focus.reach, *focus.targets)
        if focus.chosen is not None:
            yield focus.chosen


__all__ = ["PapyrusRenderer"]


class PapyrusRenderer(Renderer[PapyrusView]):
    """Draws a match of Papyrus. Caches depend only on the drawn content."""

    plate: ClassVar[Colour | None] = SEATS[0].tones[3]
    film_part = WHOLE

    def __init__(self, wording: AnyWording) -> None:
        """`wording` writes the alt text, in the words of the channel."""
        self._wording = wording

    def parts(self, view: PapyrusView) -> Mapping[str, str]:
        """Return the whole field, where the usual picture is cut."""
        return {WHOLE: gettext("Whole field")} if window(view, (), None) else {}

    def board(
        self,
        view: PapyrusView,
        *,
        names: Sequence[str],
        recent: Sequence[Any] = (),
        focus: Focus | None = None,
        part: str | None = None,
    ) -> Picture:
        """Draw the board with its header, the recent facts, and the highlights for one player.

        Ground far from everything important is cut off, unless `part` is the whole field, as in films. Safe
        to call from several threads at once.
        """
        shown = None if part == WHOLE else window(view, recent, focus)
        places = layout(view.width, view.height, shown)
        if waiting(view) or not (places.named or view.phase == "picking"):
            places = layout(view.width, view.height, shown, legend=True)
        called = [drawn_player(names, seat) for seat in range(view.seats)]
        zones = view.zones if view.phase in SECRET_PHASES else ()
        board = Board(Ground(places, view.barriers, zones, view.hill))
        standing = [unit for unit in view.units if unit.square >= 0 and unit.hp > 0]
        marks = Marks(board, places, view, turns(recent))
        labels = Labels(board, places, marks.fallen.union([unit.square for unit in standing]))
        marks.below_units()
        if focus is not None:
            tint_reach(board, places, focus)
        for unit in standing:
            sprite = unit_sprite(unit, places.cell, dimmed=_has_acted(view, unit))
            board.stamp(sprite, *places.corner(unit.square))
        marks.above_units(labels)
        if focus is not None:
            ring_pieces(board, places, focus, labels)
        full_hp = arsenal_of(view.options).full_hp
        for unit in standing:
            signs = signs_sprite(unit, places.cell, full_hp, dimmed=_has_acted(view, unit))
            board.stamp(signs, *places.corner(unit.square))
        draw_squad(board, places, view)
        draw_header(board, view, called)
        draw_legend(board, places, view)
        return board.picture(table_text("Papyrus", self._wording, view, names, recent))


def _has_acted(view: PapyrusView, unit: Unit) -> bool:
    return unit.acted and view.phase in TURN_PHASES
