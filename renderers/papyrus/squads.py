"""The legend, which names the figures where units do not, and the panel of a squad that is being picked."""

from __future__ import annotations

from collections import Counter

from PIL import Image, ImageDraw

from bot.engine.language import gettext
from bot.games.papyrus.rules.options import Kind
from bot.games.papyrus.rules.squads import allowed_kinds
from bot.games.papyrus.rules.view import KIND_LETTERS, KIND_TITLES, PapyrusView
from renderers.kit import text
from renderers.kit.cache import kept
from renderers.kit.palette import INK, MUTED, PANEL, PAPER, TABLE
from renderers.kit.titles import WIDTH
from renderers.papyrus.layout import LEGEND, RULER, Layout
from renderers.papyrus.units import LETTERED, figure

_TEXT = 26
_FIGURE = 36
_COUNT = 40


def draw_legend(board: Image.Image, layout: Layout, view: PapyrusView) -> None:
    """Name the figures below the field, where there is room for it.

    While placing, count those of the viewer that wait for a square.
    """
    top = layout.bottom + RULER
    if layout.height - top < LEGEND:
        return
    unplaced = waiting(view)
    if unplaced:
        kinds = tuple(kind for kind in allowed_kinds(view.options) if unplaced[kind])
        words = tuple(f"{KIND_TITLES[kind]} × {unplaced[kind]}" for kind in kinds)
        strip = _legend(kinds, words, view.viewer, gettext("To place:"))
    else:
        kinds = allowed_kinds(view.options)
        words = tuple(_legend_word(kind, lettered=layout.cell >= LETTERED) for kind in kinds)
        strip = _legend(kinds, words, None, "")
    board.paste(strip, (0, top))


def _legend_word(kind: Kind, *, lettered: bool) -> str:
    return f"{KIND_LETTERS[kind]} · {KIND_TITLES[kind]}" if lettered else KIND_TITLES[kind]


@kept(24)
def _legend(kinds: tuple[Kind, ...], words: tuple[str, ...], seat: int | None, lead: str) -> Image.Image:
    """Return the strip that shows these kinds with words to each, in a seat's colour, led in."""
    gap = 30 if lead else 40
    widths = [_FIGURE + 6 + text.width(word, "semibold", _TEXT) for word in words]
    lead_room = text.width(lead, "semibold", _TEXT) + 24 if lead else 0
    strip, y = Image.new("RGB", (WIDTH, LEGEND), TABLE), LEGEND // 2 - 2
    x = (WIDTH - lead_room - sum(widths) - gap * (len(words) - 1)) // 2
    if lead:
        text.write(strip, x, y, lead, size=_TEXT, colour=PAPER)
    x += lead_room
    for kind, word, wide in zip(kinds, words, widths, strict=True):
        figure(kind, seat, _FIGURE).centre(strip, x + _FIGURE // 2, y)
        text.write(strip, x + _FIGURE + 6, y, word, size=_TEXT, colour=PAPER if lead else MUTED)
        x += wide + gap
    return strip


def waiting(view: PapyrusView) -> Counter[Kind]:
    """Return how many units of each kind the viewer has yet to place."""
    if view.phase != "placing" or view.viewer is None:
        return Counter()
    return Counter(unit.kind for unit in view.units if unit.seat == view.viewer and unit.square < 0)


def draw_squad(board: Image.Image, layout: Layout, view: PapyrusView) -> None:
    """While squads are picked, show the viewer's own on a panel; to others say that they are secret."""
    if view.phase != "picking":
        return
    middle = (layout.top + layout.bottom) // 2
    if view.viewer is None:
        _panel(board, middle, 760, 96)
        words = gettext("Squads are picked in secret")
        text.write(board, WIDTH // 2, middle, words, size=_COUNT, colour=PAPER, anchor="middle")
        return
    counts = Counter(view.squad)
    kinds = allowed_kinds(view.options)
    wide = max(440, len(kinds) * 176 + 40)
    _panel(board, middle, wide, 206)
    title = gettext("Your squad: {picked} of {size}", picked=len(view.squad), size=view.options.squad)
    text.write_bold(board, WIDTH // 2, middle - 72, title, size=30, colour=PAPER, anchor="middle")
    left = WIDTH // 2 - len(kinds) * 88
    for at, kind in enumerate(kinds):
        x, many = left + at * 176, counts[kind]
        colour = PAPER if many else MUTED
        figure(kind, view.viewer if many else None, 92, faded=not many).centre(board, x + 56, middle + 6)
        text.write_bold(board, x + 110, middle + 8, f"×{many}", size=_COUNT, colour=colour)
        text.write(board, x + 88, middle + 76, KIND_TITLES[kind], size=_TEXT, colour=colour, anchor="middle")


def _panel(board: Image.Image, middle: int, wide: int, high: int) -> None:
    pen = ImageDraw.Draw(board)
    left, top = (WIDTH - wide) // 2, middle - high // 2
    pen.rounded_rectangle((left + 5, top + 7, left + wide + 5, top + high + 7), radius=14, fill=INK)
    pen.rounded_rectangle((left, top, left + wide, top + high), radius=14, fill=PANEL, outline=MUTED, width=2)
