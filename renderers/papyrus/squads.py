"""The foot of the picture, which names the figures, and the panel of a squad that is being picked."""

from __future__ import annotations

from collections import Counter

from PIL import Image, ImageDraw

from bot.engine.language import gettext
from bot.games.papyrus.rules.options import Kind
from bot.games.papyrus.rules.squads import allowed_kinds
from bot.games.papyrus.rules.view import PapyrusView
from renderers.kit import text
from renderers.kit.cache import kept
from renderers.kit.palette import INK, MUTED, PANEL, PAPER, TABLE
from renderers.kit.titles import WIDTH
from renderers.papyrus.layout import FOOTER, RULER, Layout
from renderers.papyrus.units import figure

NAMES: dict[Kind, str] = {
    Kind.SMG: "SMG",
    Kind.SHOTGUN: "Shotgun",
    Kind.SNIPER: "Sniper",
    Kind.MEDIC: "Medic",
    Kind.RPG: "RPG",
}
_TEXT = 26
_COUNT = 40


def draw_legend(board: Image.Image, layout: Layout, view: PapyrusView) -> None:
    """Name the figures below the field; while placing, count those of the viewer that wait for a square."""
    waiting = _waiting(view)
    kinds = tuple(kind for kind in allowed_kinds(view.options) if not waiting or waiting[kind])
    counts = tuple(waiting[kind] for kind in kinds) if waiting else None
    strip = _legend(kinds, counts, view.viewer if waiting else None, gettext("To place:") if waiting else "")
    board.paste(strip, (0, layout.bottom + RULER))


@kept(24)
def _legend(
    kinds: tuple[Kind, ...], counts: tuple[int, ...] | None, seat: int | None, lead: str
) -> Image.Image:
    """Return the strip that names these kinds; while units wait, with counts, in a seat's colour, led in."""
    words = [NAMES[kind] for kind in kinds]
    if counts is not None:
        words = [f"{word} × {count}" for word, count in zip(words, counts, strict=True)]
    gap = 30 if lead else 44
    widths = [52 + text.width(word, "semibold", _TEXT) for word in words]
    lead_room = text.width(lead, "semibold", _TEXT) + 24 if lead else 0
    strip, y = Image.new("RGB", (WIDTH, FOOTER), TABLE), FOOTER // 2 - 2
    x = (WIDTH - lead_room - sum(widths) - gap * (len(words) - 1)) // 2
    if lead:
        text.write(strip, x, y, lead, size=_TEXT, colour=PAPER)
    x += lead_room
    for kind, word, wide in zip(kinds, words, widths, strict=True):
        figure(kind, seat, 44).centre(strip, x + 20, y)
        text.write(strip, x + 50, y, word, size=_TEXT, colour=PAPER if lead else MUTED)
        x += wide + gap
    return strip


def _waiting(view: PapyrusView) -> Counter[Kind]:
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
    _panel(board, middle, wide, 170)
    title = gettext("Your squad: {picked} of {size}", picked=len(view.squad), size=view.options.squad)
    text.write_bold(board, WIDTH // 2, middle - 54, title, size=30, colour=PAPER, anchor="middle")
    left = WIDTH // 2 - len(kinds) * 88
    for at, kind in enumerate(kinds):
        x, many = left + at * 176, counts[kind]
        figure(kind, view.viewer if many else None, 92, faded=not many).centre(board, x + 56, middle + 26)
        colour = PAPER if many else MUTED
        text.write_bold(board, x + 110, middle + 28, f"×{many}", size=_COUNT, colour=colour)


def _panel(board: Image.Image, middle: int, wide: int, high: int) -> None:
    pen = ImageDraw.Draw(board)
    left, top = (WIDTH - wide) // 2, middle - high // 2
    pen.rounded_rectangle((left + 5, top + 7, left + wide + 5, top + high + 7), radius=14, fill=INK)
    pen.rounded_rectangle((left, top, left + wide, top + high), radius=14, fill=PANEL, outline=MUTED, width=2)
