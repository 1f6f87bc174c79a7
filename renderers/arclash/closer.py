"""A closer look at one seat: its whole stack and its Supports with their texts, and what makes its power."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from bot.engine.language import N_, gettext, ngettext
from bot.games.arclash.cards import Pool
from bot.games.arclash.view import ArclashView, Place
from renderers.arclash.inks import table_inks
from renderers.arclash.lines import Change, Line, Named, Quiet, print_line, quietly
from renderers.arclash.names import dangers, drawn_name
from renderers.arclash.plates import guard, plate
from renderers.arclash.print import lines_needed, print_text
from renderers.arclash.tiles import MARGIN, WIDTH, Tile, dress_for, heading_piece, height_of, lay_tiles
from renderers.kit import text
from renderers.kit.mosaic import Mosaic, Piece
from renderers.kit.palette import GOLD, MUTED, PANEL, PAPER, TABLE
from renderers.kit.shapes import seat_mark

PREFIX = "seat-"
_TITLE = 96
_LINE = 46
_LONG = {
    "turn": N_("this turn"),
    "next-turn": N_("to the end of the next turn"),
    "stack": N_("while it stays"),
    "": "",
}
_TITLES = (
    N_("Blue circle"),
    N_("Orange square"),
    N_("Mint triangle"),
    N_("Yellow diamond"),
    N_("Orchid star"),
    N_("Red hexagon"),
)
"""The seats by what they are drawn as."""


def parts_of(view: ArclashView) -> dict[str, str]:
    """Return a part for each seat that has a stack, by its colour and shape."""
    return {
        f"{PREFIX}{seat}": gettext(_TITLES[seat]) for seat, place in enumerate(view.places) if place.stack
    }


def draw_closer(view: ArclashView, seat: int, name: str, pool: Pool) -> Mosaic:
    """Draw one seat's side of the table with all texts in force (ARC-08). The name is legible."""
    place, inks = view.places[seat], table_inks()
    stack = [
        Tile(pool.cards[shown.number], gettext("current") if at == 0 else gettext("below"))
        for at, shown in enumerate(reversed(place.stack))
    ]
    supports = [Tile(pool.cards[shown.number]) for shown in place.supports]
    power, discards = _power_image(place, pool), _discards(place, pool)
    dress = dress_for(len(stack) + len(supports))
    stack, supports = ([tile._replace(dress=dress) for tile in tiles] for tiles in (stack, supports))
    high = _TITLE + power.height + 58 + height_of(stack) + 8
    high += 58 + height_of(supports) if supports else 0
    high += 58 + discards.height + 12 if discards else 0
    board = Mosaic(WIDTH, high, inks=inks)
    board.lay(Piece(_title(seat, name, place, view.options.score), inks), 0, 0)
    board.lay(Piece(power, inks), MARGIN, _TITLE)
    y = _lay(board, _TITLE + power.height, gettext("The stack: all its abilities are in force"), stack, pool)
    if supports:
        y = _lay(board, y, gettext("Supports in play"), supports, pool)
    if discards:
        title = gettext("Discard pile: {number}", number=len(place.discard))
        board.lay(Piece(heading_piece(title), inks), 0, y)
        board.lay(Piece(discards, inks), MARGIN, y + 58)
    return board


def _lay(board: Mosaic, y: int, title: str, tiles: Sequence[Tile], pool: Pool) -> int:
    board.lay(Piece(heading_piece(title), table_inks()), 0, y)
    return lay_tiles(board, y + 58, tiles, pool)


def _title(seat: int, name: str, place: Place, target: int) -> Image.Image:
    image, middle = Image.new("RGB", (WIDTH, _TITLE), TABLE), _TITLE // 2 + 2
    seat_mark(seat, 56).centre(image, MARGIN + 30, middle)
    right = WIDTH - MARGIN - 4
    right -= text.write(
        image, right, middle, str(place.power), size=72, colour=GOLD, weight="extrabold", anchor="right"
    )
    words = ngettext(
        "{score} of {number} point · power", "{score} of {number} points · power", target, score=place.score
    )
    right -= 18 + text.write(image, right - 18, middle, words, size=30, colour=MUTED, anchor="right") + 28
    title = text.fitted(name, "extrabold", 46, right - MARGIN - 72)
    text.write(image, MARGIN + 72, middle, title, size=46, colour=PAPER, weight="extrabold")
    return image


def _power_image(place: Place, pool: Pool) -> Image.Image:
    """Return every part of the power with its source, and the guards."""
    lines: list[Line] = []
    for part in place.parts:
        long = _long(part.until)
        if part.kind == "printed":
            lines.append((f"{part.by}", *quietly(gettext("printed on {card}"), card=Named(part.source))))
        else:
            lines.append((Change(part.by), Named(part.source), *((Quiet(long),) if long else ())))
    wide, count = WIDTH - 2 * MARGIN, len(lines) + len(place.guards)
    image = Image.new("RGB", (wide, count * _LINE + 20), TABLE)
    plate(image, (0, 0, wide, count * _LINE + 20), 14, PANEL)
    for at, line in enumerate(lines):
        print_line(image, 20, 10 + _LINE // 2 + at * _LINE, line, wide - 20, pool)
    for at, one in enumerate(place.guards, len(lines)):
        y = 10 + _LINE // 2 + at * _LINE
        guard(34, PAPER).paste(image, 20, y - 17)
        words = (
            gettext("guarded: {dangers}", dangers=dangers(one.against)),
            *quietly(gettext("by {card}"), card=Named(one.source)),
            Quiet(_long(one.until)),
        )
        print_line(image, 66, y, words, wide - 20, pool)
    return image


def _long(until: str) -> str:
    return gettext(_LONG[until]) if until else ""


def _discards(place: Place, pool: Pool) -> Image.Image | None:
    """Return the names in the discard pile, the latest first."""
    if not place.discard:
        return None
    counts: dict[str, int] = {}
    for shown in reversed(place.discard):
        counts[shown.number] = counts.get(shown.number, 0) + 1
    names = [
        drawn_name(pool.cards[number], number) + (f" ×{count}" if count > 1 else "")
        for number, count in counts.items()
    ]
    wide = WIDTH - 2 * MARGIN
    setting = lines_needed((" · ".join(names),), wide - 40, 28)
    image = Image.new("RGB", (wide, setting.high + 28), TABLE)
    plate(image, (0, 0, wide, setting.high + 28), 14, PANEL)
    print_text(image, 20, 14, setting, PAPER, PAPER)
    return image
