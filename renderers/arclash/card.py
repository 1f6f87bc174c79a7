"""The picture of one card: Characters dark in their lineage's colour, Supports light as vellum."""

from __future__ import annotations

import io
from functools import lru_cache
from typing import NamedTuple

from PIL import Image, ImageDraw

from bot.engine.language import current, gettext, pgettext
from bot.games.arclash.cards import AnyCard, Character, Pool
from bot.games.arclash.cardtext import rules_text
from renderers.arclash.emblem import Emblem, emblem_of, scene
from renderers.arclash.inks import SEPIA, VELLUM, card_inks, deep_of, tones_of
from renderers.arclash.names import drawn_name, traits_of
from renderers.arclash.plates import framed, pips, plate
from renderers.arclash.print import (
    Setting,
    balanced,
    lines_needed,
    print_name,
    print_slanted,
    print_text,
    set_text,
)
from renderers.kit import text
from renderers.kit.fonts import READABLE
from renderers.kit.mosaic import Box
from renderers.kit.palette import GOLD, INK, MUTED, PAPER, TABLE, Colour, mix

WIDTH, HEIGHT = 744, 1039
_EDGE = 30
"""Pixels from the picture's edge to what is printed."""
_HEAD = 116
_FOOT = 56
_ART = (440, 400, 360, 320, 280)
"""Heights of the emblem, the largest first: it gives way to long texts."""
_WIDE = WIDTH - 2 * _EDGE
_PAD = 20
_RULE = 44
"""Pixels for the line above the flavour."""
_COMFORTABLE, _SMALL = (38, 36, 34, 32, 30), (28, READABLE)
"""Pixels of type: for the first the emblem gives way, the second are for texts that are too long for that."""
_KIND = (30, 28)
"""Pixels of type for the word that tells a Support; small where the word is long."""
_CORNER = 48
"""Pixels of a card's corners, within which all of the frame's curves are."""
_KEPT = 160
"""Cards whose pictures are kept, of about 60,000 bytes each: as many as ship, in whatever languages."""


class Look(NamedTuple):
    """The colours of a card's print."""

    frame: Colour
    ground: Colour
    box: Colour
    """Behind the rules text."""
    print: Colour
    strong: Colour
    quiet: Colour


def forget() -> None:
    """Drop all kept cards and texts, as in a fresh process."""
    _card_png.cache_clear()
    _laid_out.cache_clear()


@lru_cache(maxsize=64)
def look_of(step: int, support: bool) -> Look:
    """Return the colours of a card of this hue."""
    tones = tones_of(step)
    if support:
        return Look(tones[3], VELLUM, mix(VELLUM, PAPER, 0.6), SEPIA, tones[2], mix(SEPIA, VELLUM, 0.25))
    return Look(tones[3], tones[0], deep_of(step), PAPER, tones[5], tones[5])


class _Layout(NamedTuple):
    """Where a card's text goes and in which type."""

    art: int
    traits: Setting
    rules: Setting
    flavour: Setting | None


@lru_cache(maxsize=256)
def _laid_out(rules: tuple[str, ...], traits: str, flavour: str, support: bool, _language: str) -> _Layout:
    """Return the layout with the largest emblem that leaves room for a comfortable text, and for the flavour
    where that costs neither too much."""
    level = text.width(gettext("Lv {level}", level=4), "extrabold", 30)
    wide = _WIDE - max(230, level + 168)
    line = set_text((traits,), wide, 76, (30, 28, READABLE)) if traits else Setting(30, (), True)
    said = _flavour(flavour) if flavour else None
    room = HEIGHT - _HEAD - _FOOT - 10 - 2 * _PAD - _strip(line, support)
    told = said.high + _RULE if said else 0
    for art in _ART[:4]:
        for size in _COMFORTABLE:
            setting = lines_needed(rules, _WIDE - 2 * _PAD, size)
            if setting.high + told <= room - art:
                return _Layout(art, line, setting, said)
    for sizes in (_COMFORTABLE, _SMALL):
        for art in _ART:
            setting = set_text(rules, _WIDE - 2 * _PAD, room - art, sizes)
            if setting.whole:
                return _Layout(art, line, setting, None)
    return _Layout(art, line, setting, None)


def _strip(traits: Setting, support: bool) -> int:
    """Return the height of the line of level and traits, which Supports do not have."""
    return 14 if support else max(56, traits.high + 12)


def _flavour(words: str) -> Setting:
    """Return the flavour in lines of about the same length."""
    wide = _WIDE - 2 * _PAD - 40
    setting = lines_needed((words,), wide, 28)
    while wide > 200 and len(setting.lines) > 1:
        narrower = lines_needed((words,), wide - 16, 28)
        if len(narrower.lines) > len(setting.lines):
            break
        wide, setting = wide - 16, narrower
    return setting


def text_is_whole(card: AnyCard) -> bool:
    """Return whether the card's whole text is printed on it."""
    layout = _layout_of(card)
    return layout.rules.whole and layout.traits.whole


def _layout_of(card: AnyCard) -> _Layout:
    support = not isinstance(card, Character)
    flavour = pgettext("card", card.flavour) if card.flavour else ""
    return _laid_out(rules_text(card), traits_of(card), flavour, support, current().code)


def draw_card(card: AnyCard, pool: Pool) -> Image.Image:
    """Return the card as a picture with a palette."""
    emblem, layout = emblem_of(card, pool), _layout_of(card)
    look = look_of(emblem.step, not isinstance(card, Character))
    image = _frame(look, emblem)
    _head(image, card, look)
    art = (_EDGE, _HEAD, WIDTH - _EDGE, _HEAD + layout.art)
    image.paste(_window(emblem, _WIDE, layout.art), art[:2])
    strip = art[3] + _strip(layout.traits, emblem.level == 0)
    _strip_of(image, (art[0], art[3], art[2], strip), card, layout.traits, emblem, look)
    _text_box(image, (_EDGE, strip + 2, WIDTH - _EDGE, HEIGHT - _FOOT), layout, look)
    _foot(image, card, pool, look)
    inks = card_inks(emblem.step)
    picture = inks.merged(image)
    picture.putpalette(inks.palette)
    return picture


def card_png(card: AnyCard, pool: Pool) -> bytes:
    """Return the card as PNG, in the language that is spoken; those asked for last are kept."""
    return _card_png(card, pool, current().code)


@lru_cache(maxsize=_KEPT)
def _card_png(card: AnyCard, pool: Pool, _language: str) -> bytes:
    file = io.BytesIO()
    draw_card(card, pool).save(file, "PNG", compress_level=2)
    return file.getvalue()


def _window(emblem: Emblem, wide: int, high: int) -> Image.Image:
    """Return the emblem with its rim; that of a Support has cut corners."""
    image = scene(emblem, wide, high)
    tones, pen = tones_of(emblem.step), ImageDraw.Draw(image)
    cut = 34 if emblem.level == 0 else 0
    ground = VELLUM if cut else tones[0]
    for x, y in ((0, 0), (wide - 1, 0), (wide - 1, high - 1), (0, high - 1)):
        if cut:
            inward = (1 if x == 0 else -1, 1 if y == 0 else -1)
            pen.polygon([(x, y), (x + cut * inward[0], y), (x, y + cut * inward[1])], fill=ground)
    corners = [
        (cut, 1),
        (wide - 1 - cut, 1),
        (wide - 2, cut),
        (wide - 2, high - 1 - cut),
        (wide - 1 - cut, high - 2),
        (cut, high - 2),
        (1, high - 1 - cut),
        (1, cut),
    ]
    rim = GOLD if emblem.level == 4 else tones[4]
    pen.line([*corners, corners[0]], fill=rim, width=4)
    return image


def _frame(look: Look, emblem: Emblem) -> Image.Image:
    """Return an unprinted card, spread out from a small one: most of a card is one colour."""
    small = Image.new("RGB", (_CORNER * 2, _CORNER * 2), TABLE)
    plate(small, (0, 0, *small.size), 38, INK)
    rim, inset, side = GOLD if emblem.level == 4 else look.frame, 5, small.width
    framed(small, (inset, inset, side - inset, side - inset), 34, look.ground, rim, 9)
    if emblem.level == 4:
        inset = 14
        framed(small, (inset, inset, side - inset, side - inset), 26, look.ground, look.frame, 5)
    image = _spread(small)
    if emblem.level == 0:
        _ticket(image, look)
    return image


def _spread(small: Image.Image) -> Image.Image:
    """Return a small frame at the size of a card: its corners as they are, its edges stretched."""
    image, side = Image.new("RGB", (WIDTH, HEIGHT), small.getpixel((_CORNER, _CORNER))), _CORNER
    wide, high = WIDTH - 2 * side, HEIGHT - 2 * side
    for x, end in ((0, 0), (side, WIDTH - side)):
        image.paste(
            small.crop((x, side, x + side, side + 1)).resize((side, high), Image.Resampling.NEAREST),
            (end, side),
        )
        for y, foot in ((0, 0), (side, HEIGHT - side)):
            image.paste(small.crop((x, y, x + side, y + side)), (end, foot))
    for y, foot in ((0, 0), (side, HEIGHT - side)):
        edge = small.crop((side, y, side + 1, y + side)).resize((wide, side), Image.Resampling.NEAREST)
        image.paste(edge, (side, foot))
    return image


def _ticket(image: Image.Image, look: Look) -> None:
    """Bite a round notch into each long edge, as on a ticket."""
    y = _HEAD // 2 + 2
    for x in (0, WIDTH):
        for radius, fill in ((28, look.frame), (19, INK), (15, TABLE)):
            plate(image, (x - radius, y - radius, x + radius, y + radius), radius, fill)


def _head(image: Image.Image, card: AnyCard, look: Look) -> None:
    middle, left, right = _HEAD // 2 + 4, _EDGE + 10, WIDTH - _EDGE - 8
    if isinstance(card, Character):
        right -= text.write(
            image,
            right,
            middle,
            str(card.power),
            size=76,
            colour=look.strong,
            weight="extrabold",
            anchor="right",
        )
    else:
        left += 14
        words = gettext("SUPPORT")
        size = next((size for size in _KIND if text.width(words, "extrabold", size) <= 200), READABLE)
        wide = text.width(words, "extrabold", size) + 36
        right -= 14
        plate(image, (right - wide, middle - 24, right, middle + 24), 10, look.strong)
        text.write(
            image,
            right - wide // 2,
            middle,
            words,
            size=size,
            colour=VELLUM,
            weight="extrabold",
            anchor="middle",
        )
        right -= wide
    name = balanced(drawn_name(card), right - 22 - left, (52, 48, 44, 40), (38, 34, 30, READABLE))
    print_name(image, left, middle, name, look.print)


def _strip_of(
    image: Image.Image, box: Box, card: AnyCard, traits: Setting, emblem: Emblem, look: Look
) -> None:
    """Draw the level and the traits, or whose a Support is."""
    left, top, right, bottom = box
    middle = (top + bottom) // 2
    if not isinstance(card, Character):
        return
    row = pips(card.level, 30, GOLD, tones_of(emblem.step)[2])
    row.paste(image, left + 6, middle - 15)
    level = gettext("Lv {level}", level=card.level)
    text.write(image, left + 136, middle, level, size=30, colour=PAPER, weight="extrabold")
    y = middle - traits.high // 2
    for line in traits.lines:
        words = " ".join(word.letters for word in line or ())
        text.write(
            image,
            right - 8,
            y + traits.size * 63 // 100,
            words,
            size=traits.size,
            colour=look.quiet,
            anchor="right",
        )
        y += round(traits.size * 1.26)


def _text_box(image: Image.Image, box: Box, layout: _Layout, look: Look) -> None:
    left, top, right, bottom = box
    framed(image, box, 14, look.box, mix(look.frame, look.ground, 0.35), 2)
    high = layout.rules.high
    spare = bottom - top - 2 * _PAD - high
    flavour = layout.flavour
    y = top + _PAD
    if flavour is None and spare > 0:
        y += min(spare // 2, 60)
    print_text(image, left + _PAD, y, layout.rules, look.print, look.strong)
    if flavour is not None:
        below = bottom - _PAD - flavour.high
        pen = ImageDraw.Draw(image)
        pen.rectangle((left + 150, below - 19, right - 150, below - 18), fill=mix(look.frame, look.box, 0.3))
        print_slanted(image, (left + right) // 2, below - 4, flavour, look.quiet)


def _foot(image: Image.Image, card: AnyCard, pool: Pool, look: Look) -> None:
    middle, left, right = HEIGHT - 36, _EDGE + 8, WIDTH - _EDGE - 8
    colour = MUTED if isinstance(card, Character) else look.quiet
    left += (
        text.write(image, left, middle, card.number, size=READABLE, colour=colour, weight="extrabold") + 18
    )
    lineage = pool.lineages.get(card.lineage)
    words = [
        pgettext("card", lineage.title) if lineage else "",
        gettext("drawn by {artist}", artist=card.artist) if card.artist else "",
    ]
    told = text.legible(" · ".join(word for word in words if word), "")
    if told:
        told = text.fitted(told, "semibold", READABLE, right - left)
        text.write(image, right, middle, told, size=READABLE, colour=colour, anchor="right")
