"""A closer look at varans: each with its name, its attributes in words, and its possible identities."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from PIL import Image

from bot.base.language import gettext
from bot.games.neocombat.cards.cards import Pool
from bot.games.neocombat.cards.varans import Varan, attribute_name
from bot.games.neocombat.rules.knowledge import UNKNOWN
from bot.games.neocombat.rules.view import NeoView
from bot.games.neocombat.wording.names import sector_title
from renderers.kit import text
from renderers.kit.cards.hues import table_palette
from renderers.kit.fonts import ON_A_PHONE
from renderers.kit.lines import Line, Quiet, Word, draw_line
from renderers.kit.mosaic import Mosaic, PieceCache
from renderers.kit.palette import GOLD, INK, PANEL, PAPER, SEATS, TABLE, Colour, mix
from renderers.kit.shapes import seat_mark
from renderers.kit.signs import framed
from renderers.kit.titles import MARGIN, WIDTH, title_line
from renderers.neocombat.lizards import hood_sprite, varan_sprite
from renderers.neocombat.sights import Sight, varan_name
from renderers.neocombat.signs import small_sign, speed_sign
from renderers.neocombat.tokens import draw_health

GAP = 14
_TITLE = 84
_HEAD = 60
_LINE = 50
_PAD = 18
_PIECES = PieceCache()


class Speed(NamedTuple):
    """A speed within a line."""

    speed: int
    least: bool

    def draw(self, image: Image.Image, x: int, y: int, _: int) -> int:
        """Draw it; see `Run.draw`."""
        mark = speed_sign(self.speed, 18, least=self.least)
        mark.paste(image, x + 7, y - mark.height // 2)
        return 32


class Health(NamedTuple):
    """The remaining health of a varan, within a line."""

    left: int
    health: int

    def draw(self, image: Image.Image, x: int, y: int, room: int) -> int:
        """Draw it; see `Run.draw`."""
        wide = min(room, 330)
        draw_health(image, (x, x + wide), y, self.left, self.health)
        return wide


class Tile(NamedTuple):
    """All that a closer look at a varan shows."""

    seat: int
    varan: Varan | None
    hidden: bool
    """Whether it is cloaked, so that it is drawn dim."""
    number: str
    title: str
    colour: Colour
    lines: tuple[Line, ...]


def token_tile(view: NeoView, seen: Sight, pool: Pool) -> Tile:
    """Return the closer look at a token."""
    title = varan_name(seen.varan) if seen.varan else gettext("Cloaked")
    colour = GOLD if seen.secret else PAPER
    lines = [
        (sector_title(seen.sector), Quiet(gettext("revealed") if seen.revealed else gettext("cloaked"))),
        *_states(seen),
    ]
    if seen.varan:
        lines += _values(seen.varan, seen.left[0])
    elif seen.speed > 1:
        lines.append((Speed(seen.speed, True), gettext("speed {speed} or more", speed=seen.speed)))
    lines += attribute_lines(seen.attributes, seen.used)
    if seen.maybe or seen.secret:
        lines += _known_to_all(view, seen, pool)
    return Tile(seen.seat, seen.varan, not seen.revealed, seen.number, title, colour, tuple(lines))


def varan_tile(varan: Varan, seat: int, note: str = "") -> Tile:
    """Return a varan of the roster, in a seat's armour, with a note."""
    lines = [*_values(varan, varan.health), *attribute_lines(varan.attributes, ())]
    if note:
        lines.insert(0, (note,))
    return Tile(seat, varan, False, "", varan_name(varan), GOLD if note else PAPER, tuple(lines))


def _states(seen: Sight) -> list[Line]:
    signs = []
    if seen.moved:
        signs.append(("moved", gettext("has moved"), False))
    if seen.sideways:
        signs.append(("sideways", gettext("sideways"), False))
    if seen.secret:
        signs.append(("secret", gettext("only you know"), False))
    return _filled(signs)


def _values(varan: Varan, left: int) -> list[Line]:
    return [
        (Health(left, varan.health),),
        (Speed(varan.speed, False), gettext("speed {speed}", speed=varan.speed)),
    ]


def attribute_lines(attributes: Sequence[str], used: Sequence[str]) -> list[Line]:
    """Return attributes with their signs, as many on a line as fit; those claimed in this turn are quiet."""
    return _filled([(each, attribute_name(each), each in used) for each in attributes])


def _filled(signs: Sequence[tuple[str, str, bool]]) -> list[Line]:
    """Return signs with their words, as many on a line as fit beside the lizard."""
    lines: list[list[Word]] = []
    room = 0
    for kind, words, quiet in signs:
        wide = 32 + 10 + text.width(words, "semibold", ON_A_PHONE) + 10
        if wide > room:
            lines.append([])
            room = HALF.wide - HALF.art[0] - 2 * _PAD - 8
        lines[-1] += (small_sign(kind, spent=quiet), Quiet(words) if quiet else words)
        room -= wide
    return [tuple(line) for line in lines]


def _known_to_all(view: NeoView, seen: Sight, pool: Pool) -> list[Line]:
    """Return what everybody knows that a token may be, with what that can still take (NEO-18c)."""
    team = view.options.team
    records = view.knowledge[seen.seat].possible(seen.token % team)
    lines: list[Line] = [(Quiet(gettext("Known to be one of")),)]
    for number in sorted({each.varan for each in records if each.varan != UNKNOWN}):
        varan = pool.roster[number]
        left = varan.health - view.wounds[number]
        lines.append((varan_name(varan), Quiet(f"{left}/{varan.health}")))
    if seen.others:
        lines.append((Quiet(gettext("an unseen varan")),))
    return lines


# --- drawing ----------------------------------------------------------------------------------------------


class Frame(NamedTuple):
    """The size of tiles, in pixels."""

    wide: int
    art: tuple[int, int]

    def high(self, tile: Tile) -> int:
        """Return how high a tile must be for all that is on it."""
        return _HEAD + max(self.art[1] + 8, len(tile.lines) * _LINE) + 14


HALF = Frame((WIDTH - 2 * MARGIN - GAP) // 2, (140, 94))
WHOLE = Frame(WIDTH - 2 * MARGIN, (540, 360))
CARD = Frame(744, (240, 160))


def draw_sheet(title: str, note: str, seat: int, tiles: Sequence[Tile], frame: Frame) -> Mosaic:
    """Draw tiles under a title with a seat's mark."""
    board = Mosaic(WIDTH, _TITLE + height_of_tiles(tiles, frame) + 8, palette=table_palette())
    board.lay(title_line(title, _TITLE, size=44, note=note, seat=seat), 0, 0)
    lay_tiles(board, _TITLE, tiles, frame)
    return board


def _in_rows(tiles: Sequence[Tile], frame: Frame) -> list[Sequence[Tile]]:
    across = (WIDTH - 2 * MARGIN + GAP) // (frame.wide + GAP)
    return [tiles[at : at + across] for at in range(0, len(tiles), across)]


def height_of_tiles(tiles: Sequence[Tile], frame: Frame = HALF) -> int:
    """Return how many pixels tiles take, with the gap below."""
    return sum(max(map(frame.high, row)) + GAP for row in _in_rows(tiles, frame))


def lay_tiles(board: Mosaic, top: int, tiles: Sequence[Tile], frame: Frame = HALF) -> None:
    """Place tiles from this y on, as many in a row as fit."""
    for row in _in_rows(tiles, frame):
        high = max(map(frame.high, row))
        for column, tile in enumerate(row):
            key = (tile, frame, high)
            x = MARGIN + column * (frame.wide + GAP)
            board.lay_kept(_PIECES, key, partial(draw_tile, tile, frame, high), x, top)
        top += high + GAP


def draw_tile(tile: Tile, frame: Frame, high: int) -> Image.Image:
    """Return the picture of a closer look."""
    wide, style = frame.wide, SEATS[tile.seat]
    image = Image.new("RGB", (wide, high), TABLE)
    fill = PANEL if tile.hidden else mix(PANEL, style.colour, 0.12)
    framed(image, (0, 0, wide, high), 14, fill, style.tones[3] if tile.hidden else style.colour, 4)
    _title(image, tile)
    left = _PAD + frame.art[0]
    framed(image, (_PAD, _HEAD, left, _HEAD + frame.art[1]), 10, TABLE, INK, 2)
    art = (frame.art[0] - 16, frame.art[1] - 12)
    sprite = hood_sprite(tile.seat, art)
    if tile.varan is not None:
        sprite = varan_sprite(tile.varan, tile.seat, art, dim=tile.hidden)
    sprite.paste(image, _PAD + 8, _HEAD + 8)
    for at, line in enumerate(tile.lines):
        y = _HEAD + _LINE // 2 + at * _LINE
        draw_line(image, line, left + 18, y, wide - _PAD, size=ON_A_PHONE)
    return image


def _title(image: Image.Image, tile: Tile) -> None:
    """Write whose it is, its number, and which varan it is."""
    seat_mark(tile.seat, 40).centre(image, _PAD + 20, 34)
    left = _PAD + 50
    if tile.number:
        left += text.write_bold(image, left, 34, tile.number, size=ON_A_PHONE, colour=PAPER) + 18
    room = image.width - _PAD - left
    text.write_bold(image, left, 34, tile.title, size=ON_A_PHONE, colour=tile.colour, room=room)


def draw_varan(varan: Varan) -> Mosaic:
    """Draw a varan of the roster by itself, as a card."""
    tile = varan_tile(varan, 0)
    high = CARD.high(tile)
    board = Mosaic(CARD.wide, high, palette=table_palette())
    board.lay(draw_tile(tile, CARD, high), 0, 0)
    return board
