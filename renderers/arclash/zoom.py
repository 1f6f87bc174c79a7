"""A zoom on one seat: its whole stack and its Supports with their texts, and the parts of its power."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from PIL import Image

from bot.base.language import N_, gettext
from bot.games.arclash.cards.cards import Pool
from bot.games.arclash.rules.view import ArclashView, PlayerArea
from renderers.arclash.cards import card_sign, dangers, drawn_name, printed
from renderers.kit import text
from renderers.kit.cards.hues import table_palette
from renderers.kit.cards.tiles import HEADING, Tile, dress_for, heading, height_of, lay_tiles
from renderers.kit.cards.typesetting import lines_needed, print_text
from renderers.kit.fonts import ON_A_PHONE
from renderers.kit.lines import Line, Quiet, SignedNumber, draw_line, quiet_line
from renderers.kit.mosaic import Mosaic
from renderers.kit.palette import GOLD, PANEL, PAPER, TABLE
from renderers.kit.signs import guard, plate
from renderers.kit.titles import MARGIN, WIDTH, seat_title, write_note, write_title

PREFIX = "seat-"
_TITLE = 96
_LINE = 56
_DURATIONS = {
    "turn": N_("this turn"),
    "next-turn": N_("to the end of the next turn"),
    "stack": N_("while it stays"),
    "": "",
}


def parts_of(view: ArclashView) -> dict[str, str]:
    """Return a part for each seat that has a stack, by its colour and shape."""
    return {f"{PREFIX}{seat}": seat_title(seat) for seat, place in enumerate(view.places) if place.stack}


def draw_zoom(view: ArclashView, seat: int, name: str, pool: Pool) -> Mosaic:
    """Draw one seat's side of the table with all texts in force (ARC-08). The font can draw the name."""
    place = view.places[seat]
    stack = [
        Tile(printed(pool.cards[shown.number], pool), gettext("current") if at == 0 else gettext("below"))
        for at, shown in enumerate(reversed(place.stack))
    ]
    supports = [Tile(printed(pool.cards[shown.number], pool)) for shown in place.supports]
    power, discards = _power_image(place, pool), _discards(place, pool)
    dress = dress_for(len(stack) + len(supports))
    stack, supports = ([tile._replace(dress=dress) for tile in tiles] for tiles in (stack, supports))
    high = _TITLE + power.height + HEADING + height_of(stack) + 8
    high += HEADING + height_of(supports) if supports else 0
    high += HEADING + discards.height + 12 if discards else 0
    board = Mosaic(WIDTH, high, palette=table_palette())
    board.lay(_title(seat, name, place, view.options.score), 0, 0)
    board.lay(power, MARGIN, _TITLE)
    y = _lay(board, _TITLE + power.height, gettext("The stack: all its abilities are in force"), stack)
    if supports:
        y = _lay(board, y, gettext("Supports in play"), supports)
    if discards:
        title = gettext("Discard pile: {number}", number=len(place.discard))
        board.lay(heading(title), 0, y)
        board.lay(discards, MARGIN, y + HEADING)
    return board


def _lay(board: Mosaic, y: int, title: str, tiles: Sequence[Tile]) -> int:
    board.lay(heading(title), 0, y)
    return lay_tiles(board, y + HEADING, tiles)


def _title(seat: int, name: str, place: PlayerArea, target: int) -> Image.Image:
    image, middle = Image.new("RGB", (WIDTH, _TITLE), TABLE), _TITLE // 2 + 2
    power, right = str(place.power), WIDTH - MARGIN - 4
    right -= text.write_bold(image, right, middle, power, size=72, colour=GOLD, anchor="right") + 18
    words = gettext("points {score}/{number} · power", score=place.score, number=target)
    right = write_note(image, words, middle, size=ON_A_PHONE, right=right)
    write_title(image, name, middle, size=46, right=right, seat=seat)
    return image


def _power_image(place: PlayerArea, pool: Pool) -> Image.Image:
    """Return every part of the power with its source, and the guards."""
    lines: list[Line] = []
    for part in place.parts:
        duration, card = _duration(part.until), card_sign(part.source, pool)
        if part.kind == "printed":
            lines.append((f"{part.by}", *quiet_line(gettext("printed on {card}"), card=card)))
        else:
            lines.append((SignedNumber(part.by, ON_A_PHONE), card, *((Quiet(duration),) if duration else ())))
    wide, count = WIDTH - 2 * MARGIN, len(lines) + len(place.guards)
    image = Image.new("RGB", (wide, count * _LINE + 20), TABLE)
    plate(image, (0, 0, wide, count * _LINE + 20), 14, PANEL)
    for at, line in enumerate(lines):
        draw_line(image, line, 20, 10 + _LINE // 2 + at * _LINE, wide - 20, size=ON_A_PHONE)
    for at, one in enumerate(place.guards, len(lines)):
        y = 10 + _LINE // 2 + at * _LINE
        guard(34, PAPER).paste(image, 20, y - 17)
        words = (
            gettext("guarded: {dangers}", dangers=dangers(one.against)),
            *quiet_line(gettext("by {card}"), card=card_sign(one.source, pool)),
            Quiet(_duration(one.until)),
        )
        draw_line(image, words, 66, y, wide - 20, size=ON_A_PHONE)
    return image


def _duration(until: str) -> str:
    return gettext(_DURATIONS[until]) if until else ""


def _discards(place: PlayerArea, pool: Pool) -> Image.Image | None:
    """Return the names in the discard pile, the latest first."""
    if not place.discard:
        return None
    counts = Counter([shown.number for shown in reversed(place.discard)])
    names = [
        drawn_name(pool.cards[number], number) + (f" ×{count}" if count > 1 else "")
        for number, count in counts.items()
    ]
    wide = WIDTH - 2 * MARGIN
    setting = lines_needed((" · ".join(names),), wide - 40, ON_A_PHONE)
    image = Image.new("RGB", (wide, setting.high + 28), TABLE)
    plate(image, (0, 0, wide, setting.high + 28), 14, PANEL)
    print_text(image, 20, 14, setting, PAPER, PAPER)
    return image
