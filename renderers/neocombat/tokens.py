"""Tokens: a varan, or the hood of one that is cloaked, with all that the viewer knows of it."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from PIL import Image

from bot.base.language import current
from bot.engine.cards.printed import told_in
from bot.engine.wording import Focus
from renderers.kit import text
from renderers.kit.fonts import ON_A_PHONE
from renderers.kit.mosaic import Mosaic, PieceCache
from renderers.kit.outlines import Box
from renderers.kit.palette import GOLD, HEAL, HURT, INK, MUTED, PANEL, PAPER, SEATS, TABLE, mix
from renderers.kit.shapes import seat_mark
from renderers.kit.signs import framed, plate
from renderers.neocombat.ground import fill_of
from renderers.neocombat.layout import HEAD, Size
from renderers.neocombat.lizards import hood_sprite, varan_sprite
from renderers.neocombat.sights import Sight, drawn_varan, names_of, said_of
from renderers.neocombat.signs import sign, speed_sign

_PIECES = PieceCache()
_PAD = 6


class _Appearance(NamedTuple):
    """All that a token's picture depends on, beside its size."""

    sight: Sight
    pointed: str
    """A word, when it is pointed out as a target; "" when it is not."""
    chosen: bool


def lay_token(board: Mosaic, box: Box, sight: Sight, size: Size, focus: Focus | None) -> None:
    """Lay a token in its place."""
    appearance = _Appearance(
        sight._replace(sector=bool(sight.sector)),
        "" if focus is None or sight.token not in focus.targets else focus.targets[sight.token] or "!",
        focus is not None and focus.chosen == sight.token,
    )
    told = told_in(sight.varan) if sight.varan is not None else current().code
    key = (appearance, size, told)
    board.lay_kept(_PIECES, key, partial(draw_token, appearance, size), box[0], box[1])


def draw_token(appearance: _Appearance, size: Size) -> Image.Image:
    """Return the picture of a token, on the ground of a sector."""
    sight = appearance.sight
    image = Image.new("RGB", (size.wide, size.high), fill_of(sight.sector))
    _ground(image, appearance)
    _head(image, sight, size)
    top = HEAD
    if sight.varan is None and not sight.maybe and not sight.attributes and sight.speed == 1:
        _lizard(image, sight, size, top, size.high - top - 12)
        _beside(image, sight, size, top)
        _tag(image, appearance.pointed, size)
        return image
    _lizard(image, sight, size, top, size.art)
    _beside(image, sight, size, top)
    y = top + size.art + 4
    if size.named:
        _name(image, sight, y + 20)
        y += 44
    row = (size.high - y - 4) // 2
    if sight.varan is not None:
        sides = (_PAD + 2, image.width - _PAD - 2)
        draw_health(image, sides, y + row // 2, sight.left[0], sight.varan.health)
    elif not size.named:
        _name(image, sight, y + row // 2)
    elif sight.left[1]:
        # the range of the remaining health of a token with several possible identities
        (low, high), middle = sight.left, y + row // 2
        words = f"{low}" if low == high else f"{low}–{high}"
        sign("life", size.sign - 6).paste(image, image.width // 2 - size.sign, middle - size.sign // 2 + 3)
        text.write_bold(image, image.width // 2 + 4, middle, words, size=ON_A_PHONE, colour=MUTED)
    _attributes(image, sight, size, y + row + row // 2)
    _tag(image, appearance.pointed, size)
    return image


def _ground(image: Image.Image, appearance: _Appearance) -> None:
    style = SEATS[appearance.sight.seat]
    rim, broad = (style.colour, 4) if appearance.sight.revealed else (style.tones[3], 3)
    if appearance.chosen or appearance.pointed:
        rim, broad = (GOLD if appearance.chosen else HEAL), 6
    fill = mix(PANEL, style.colour, 0.3) if appearance.sight.revealed else TABLE
    framed(image, (0, 0, image.width, image.height), 12, fill, rim, broad)


def _head(image: Image.Image, sight: Sight, size: Size) -> None:
    """Write its number, and which varan it is."""
    middle, left = ON_A_PHONE // 2 + 8, _PAD
    if _marked(sight, size):
        seat_mark(sight.seat, size.mark).paste(image, left, middle - size.mark // 2)
        left += size.mark + 2
    text.write_bold(image, left, middle, sight.number, size=ON_A_PHONE, colour=PAPER)
    if sight.varan is not None:
        right, colour = image.width - _PAD - 2, GOLD if sight.secret else PAPER
        text.write_bold(image, right, middle, sight.varan.id, size=ON_A_PHONE, colour=colour, anchor="right")


def _marked(sight: Sight, size: Size) -> bool:
    """Whether the seat's mark fits between the edge and the number; else it is below."""
    words = sight.number + (sight.varan.id if sight.varan else "")
    return 2 * _PAD + size.mark + 20 + text.width(words, "extrabold", ON_A_PHONE) <= size.wide


def _lizard(image: Image.Image, sight: Sight, size: Size, top: int, high: int) -> None:
    box = (size.wide - 2 * _PAD - size.sign, high)
    if sight.varan is None:
        sprite = hood_sprite(sight.seat, box, sideways=sight.sideways)
    else:
        dim = not sight.revealed
        sprite = varan_sprite(sight.varan, sight.seat, box, dim=dim, sideways=sight.sideways)
    sprite.paste(image, _PAD + size.sign // 2, top)


def _beside(image: Image.Image, sight: Sight, size: Size, top: int) -> None:
    """Draw whether it has moved, is sideways or is a secret on the left, and its speed on the right."""
    at = top
    if not _marked(sight, size):
        seat_mark(sight.seat, size.sign).paste(image, _PAD - 2, at)
        at += size.sign - 2
    for kind, shown in (("sideways", sight.sideways), ("moved", sight.moved), ("secret", sight.secret)):
        if shown:
            sign(kind, size.sign).paste(image, _PAD - 2, at)
            at += size.sign - 2
    if sight.varan is not None or sight.speed > 1:
        small = size.sign * 3 // 4
        chevrons = speed_sign(sight.speed, small, least=sight.varan is None)
        chevrons.paste(image, size.wide - _PAD - small, top)


def _name(image: Image.Image, sight: Sight, middle: int) -> None:
    """Write its name, or its possible names."""
    room, across = image.width - 2 * _PAD, image.width // 2
    if sight.varan is not None:
        words = drawn_varan(sight.varan)
        text.write(image, across, middle, words, size=ON_A_PHONE, colour=PAPER, anchor="middle", room=room)
        return
    words = may_be(sight, room)
    text.write_bold(image, across, middle, words, size=ON_A_PHONE, colour=PAPER, anchor="middle", room=room)


def may_be(sight: Sight, room: int) -> str:
    """Return the possible varans of a token, as many as fit in bold: "A3 or B6", "A3/B6/?", "A3 +3"."""
    names = names_of(sight)
    ways = [said_of(sight), "/".join(names)]
    ways += [f"{'/'.join(names[:kept])} +{len(names) - kept}" for kept in range(len(names) - 1, 0, -1)]
    return next((way for way in ways if text.width(way, "extrabold", ON_A_PHONE) <= room), ways[-1])


def draw_health(image: Image.Image, sides: tuple[int, int], middle: int, left: int, health: int) -> None:
    """Draw the remaining health of a varan between two edges as a segmented bar, and write it with the full
    health.
    """
    words, (first, right) = f"{left}/{health}", sides
    last = right - text.width(words, "extrabold", ON_A_PHONE) - 8
    text.write_bold(image, right, middle, words, size=ON_A_PHONE, colour=PAPER, anchor="right")
    strength = HEAL if left * 2 > health else GOLD if left > 2 else HURT
    for at in range(health):
        begin, end = (first + (last - first) * step // health for step in (at, at + 1))
        fill = strength if at < left else mix(HURT, INK, 0.67)
        plate(image, (begin, middle - 9, end - 2, middle + 9), 3, fill)


def _attributes(image: Image.Image, sight: Sight, size: Size, middle: int) -> None:
    """Draw the attributes it is known to have."""
    count = len(sight.attributes)
    if not count:
        return
    step = min(size.sign + 4, (image.width - 2 * _PAD) // count)
    edge = min(size.sign, step)
    left = (image.width - step * count) // 2
    for at, each in enumerate(sight.attributes):
        sign(each, edge, spent=each in sight.used).paste(image, left + at * step, middle - edge // 2)


def _tag(image: Image.Image, words: str, size: Size) -> None:
    """Write a word about a target across its lizard; nothing for ""."""
    if not words:
        return
    words = text.fitted(words, "extrabold", ON_A_PHONE, image.width - 24)
    half, middle = text.width(words, "extrabold", ON_A_PHONE) // 2 + 8, HEAD + size.art - 16
    across = image.width // 2
    framed(image, (across - half, middle - 23, across + half, middle + 23), 8, INK, HEAL, 2)
    text.write_bold(image, across, middle, words, size=ON_A_PHONE, colour=PAPER, anchor="middle")
