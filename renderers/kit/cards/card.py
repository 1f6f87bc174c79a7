"""The picture of one card: dark in its family's colour if it has a level, else light as vellum."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

from PIL import Image, ImageDraw

from bot.base.language import N_
from bot.engine.cards.printed import card_name
from renderers.kit import text
from renderers.kit.cache import kept, kept_in_budget
from renderers.kit.cards.emblem import Emblem, scene
from renderers.kit.cards.hues import SEPIA, VELLUM, card_palette, deep_of, tones_of
from renderers.kit.cards.pictures import colours_of, fitted_picture
from renderers.kit.cards.typesetting import (
    Setting,
    balanced,
    lines_needed,
    print_name,
    print_slanted,
    print_text,
    set_text,
)
from renderers.kit.fonts import READABLE
from renderers.kit.outlines import Box
from renderers.kit.palette import GOLD, INK, MUTED, PAPER, TABLE, Colour, mix
from renderers.kit.png import Palette, distinct, packed
from renderers.kit.signs import framed, pips, plate

WIDTH, HEIGHT = 744, 1039
_EDGE = 30
"""Pixels from the picture's edge to the print."""
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
_KIND = (30, 28, READABLE)
"""The font sizes in pixels of the word on a badge; smaller for a long word."""
_CORNER = 48
"""Pixels of a card's corners, within which all of the frame's curves are."""


SEE_MORE = N_("… see /cards show")
"""What ends a text that does not fit even in the smallest type."""


class PrintedCard(NamedTuple):
    """All text on a card, in the language of the viewer."""

    emblem: Emblem
    number: str
    name: str
    """Legible: as the font can draw it."""
    badge: str
    """The kind of card, on a plate in the head; "" where the power is shown there."""
    power: str
    """The number in the head; of a card with a badge it is on tiles alone."""
    level: str
    """Words beside the pips of the level."""
    traits: str
    rules: tuple[str, ...]
    """Paragraphs."""
    flavour: str
    credit: str
    """At the foot, beside the number."""
    more: str
    """What ends a text that does not fit even in the smallest type."""
    ranked: bool = True
    """Whether the level is shown in pips before its words; else it only makes the emblem richer."""

    @property
    def light(self) -> bool:
        """Whether it is printed dark on vellum, as cards without a level are."""
        return self.emblem.level == 0

    @property
    def rim(self) -> Colour:
        """The colour of the card's edge."""
        return GOLD if self.emblem.level == 4 else self.colours.frame

    @property
    def colours(self) -> PrintColours:
        """The colours of the card's print."""
        return print_colours(self.emblem.step, self.light)


class PrintColours(NamedTuple):
    """The colours of a card's print."""

    frame: Colour
    ground: Colour
    box: Colour
    """Behind the rules text."""
    print: Colour
    strong: Colour
    quiet: Colour


@lru_cache(maxsize=64)
def print_colours(step: int, light: bool) -> PrintColours:
    """Return the colours of a card of this hue."""
    tones = tones_of(step)
    if light:
        quiet = mix(SEPIA, VELLUM, 0.25)
        return PrintColours(tones[3], VELLUM, mix(VELLUM, PAPER, 0.6), SEPIA, tones[2], quiet)
    return PrintColours(tones[3], tones[0], deep_of(step), PAPER, tones[5], tones[5])


class _Layout(NamedTuple):
    """Where a card's text goes and in which type."""

    art: int
    traits: Setting
    rules: Setting
    flavour: Setting | None


@kept(256)
def _layout_of(card: PrintedCard) -> _Layout:
    """Return the layout with the largest emblem that leaves enough space for the text.

    The flavour text is shown if it does not shrink either too much.
    """
    beside = _WIDE - max(230, text.width(card.level, "extrabold", 30) + (168 if card.ranked else 38))
    line = Setting(30, (), True)
    if card.traits:
        line = set_text((card.traits,), beside, 76, (30, 28, READABLE), card.more)
    flavour = _flavour(card.flavour) if card.flavour else None
    room = HEIGHT - _HEAD - _FOOT - 10 - 2 * _PAD - _strip_high(line, card.light)
    wide, needed = _WIDE - 2 * _PAD, flavour.high + _RULE if flavour else 0
    for art in _ART[:4]:
        for size in _COMFORTABLE:
            setting = lines_needed(card.rules, wide, size)
            if setting.high + needed <= room - art:
                return _Layout(art, line, setting, flavour)
    for sizes in (_COMFORTABLE, _SMALL):
        for art in _ART:
            setting = set_text(card.rules, wide, room - art, sizes, card.more)
            if setting.whole:
                return _Layout(art, line, setting, None)
    return _Layout(art, line, setting, None)


def _strip_high(traits: Setting, light: bool) -> int:
    """Return the height of the line of level and traits, which light cards do not have."""
    return 14 if light else max(56, traits.high + 12)


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


def drawn_card(face: Any) -> str:
    """Return a card's name as the font can draw it, its number where nothing readable is left of it."""
    return text.legible_name(card_name(face), face.number)


@kept_in_budget
def card_png(card: PrintedCard) -> bytes:
    """Return the picture of a card as PNG."""
    emblem, layout = card.emblem, _layout_of(card)
    image = _frame(card)
    _head(image, card)
    image.paste(_window(emblem, _WIDE, layout.art), (_EDGE, _HEAD))
    top = _HEAD + layout.art
    bottom = top + _strip_high(layout.traits, card.light)
    if not card.light:
        _strip(image, (top + bottom) // 2, card, layout.traits)
    _text_box(image, (_EDGE, bottom + 2, WIDTH - _EDGE, HEIGHT - _FOOT), layout, card.colours)
    _foot(image, card)
    palette = _palette_with(emblem) if emblem.picture else card_palette(emblem.step)
    return packed(palette.reduced(image))


_OWN_COLOURS = 112
"""Colours of a card that are its picture's, where it has one; the others are for all else on it."""


def _palette_with(emblem: Emblem) -> Palette:
    """Return the colours of a card with a picture."""
    own = colours_of(emblem.picture, _OWN_COLOURS)
    return Palette(distinct((*card_palette(emblem.step).colours[: 256 - _OWN_COLOURS], *own)))


def _window(emblem: Emblem, wide: int, high: int) -> Image.Image:
    """Return the emblem with its rim. The window of a light card has cut corners."""
    if emblem.picture:
        image = fitted_picture(emblem.picture, wide, high, _palette_with(emblem))
    else:
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


def _frame(card: PrintedCard) -> Image.Image:
    """Return an unprinted card, spread out from a small one: most of a card is one colour."""
    colours, side = card.colours, _CORNER * 2
    small = Image.new("RGB", (side, side), TABLE)
    plate(small, (0, 0, side, side), 38, INK)
    framed(small, (5, 5, side - 5, side - 5), 34, colours.ground, card.rim, 9)
    if card.emblem.level == 4:
        framed(small, (14, 14, side - 14, side - 14), 26, colours.ground, colours.frame, 5)
    image = _spread(small)
    if card.light:
        # a round notch in each long edge, as on a ticket
        y = _HEAD // 2 + 2
        for x in (0, WIDTH):
            for radius, fill in ((28, colours.frame), (19, INK), (15, TABLE)):
                plate(image, (x - radius, y - radius, x + radius, y + radius), radius, fill)
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


def _head(image: Image.Image, card: PrintedCard) -> None:
    middle, left, right, colours = _HEAD // 2 + 4, _EDGE + 10, WIDTH - _EDGE - 8, card.colours
    if card.badge:
        left, right = left + 14, right - 14
        size, wide = _badge_size(card.badge)
        plate(image, (right - wide, middle - 24, right, middle + 24), 10, colours.strong)
        x = right - wide // 2
        text.centre(image, x, middle, card.badge, size=size, colour=VELLUM, bold=True)
    else:
        text.write_bold(image, right, middle, card.power, size=76, colour=colours.strong, anchor="right")
    print_name(image, left, middle, _name(card), colours.print)


def _name(card: PrintedCard) -> tuple[int, tuple[str, ...]]:
    """Return the size and the lines of a name beside what stands at the right of it."""
    if card.badge:
        room = WIDTH - 2 * _EDGE - 18 - 28 - _badge_size(card.badge)[1]
    else:
        room = WIDTH - 2 * _EDGE - 18 - text.width(card.power, "extrabold", 76)
    return balanced(card.name, room - 22, (52, 48, 44, 40), (38, 34, 30, READABLE))


def cut_on(card: PrintedCard) -> tuple[str, ...]:
    """Return which texts its picture cuts: "name", "traits", "rules"."""
    layout = _layout_of(card)
    whole = {
        "name": "".join(_name(card)[1]).replace(" ", "") == card.name.replace(" ", ""),
        "traits": layout.traits.whole,
        "rules": layout.rules.whole,
    }
    return tuple([what for what, so in whole.items() if not so])


def _badge_size(words: str) -> tuple[int, int]:
    """Return the size of the letters on a badge, and its width."""
    size = text.largest(words, "extrabold", _KIND, 200)
    return size, text.width(words, "extrabold", size) + 36


def _strip(image: Image.Image, middle: int, card: PrintedCard, traits: Setting) -> None:
    """Draw the level and the traits."""
    left = _EDGE + 6
    if card.ranked:
        row = pips(card.emblem.level, 30, GOLD, tones_of(card.emblem.step)[2])
        row.paste(image, left, middle - 15)
        left += 130
    text.write_bold(image, left, middle, card.level, size=30, colour=PAPER)
    y, size = middle - traits.high // 2, traits.size
    for line in traits.lines:
        words = " ".join(word.letters for word in line or ())
        x, below, quiet = WIDTH - _EDGE - 8, y + size * 63 // 100, card.colours.quiet
        text.write(image, x, below, words, size=size, colour=quiet, anchor="right")
        y += round(size * 1.26)


def _text_box(image: Image.Image, box: Box, layout: _Layout, colours: PrintColours) -> None:
    left, top, right, bottom = box
    framed(image, box, 14, colours.box, mix(colours.frame, colours.ground, 0.35), 2)
    high = layout.rules.high
    spare = bottom - top - 2 * _PAD - high
    flavour = layout.flavour
    y = top + _PAD
    if flavour is None and spare > 0:
        y += min(spare // 2, 60)
    print_text(image, left + _PAD, y, layout.rules, colours.print, colours.strong)
    if flavour is not None:
        below = bottom - _PAD - flavour.high
        pen = ImageDraw.Draw(image)
        pen.rectangle(
            (left + 150, below - 19, right - 150, below - 18), fill=mix(colours.frame, colours.box, 0.3)
        )
        print_slanted(image, (left + right) // 2, below - 4, flavour, colours.quiet)


def _foot(image: Image.Image, card: PrintedCard) -> None:
    middle, left, right = HEIGHT - 36, _EDGE + 8, WIDTH - _EDGE - 8
    colour = card.colours.quiet if card.light else MUTED
    left += text.write_bold(image, left, middle, card.number, size=READABLE, colour=colour) + 18
    if card.credit:
        room = right - left
        text.write(image, right, middle, card.credit, size=READABLE, colour=colour, anchor="right", room=room)
