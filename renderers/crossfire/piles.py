"""The cards on a square: nodes, supports, towers, seized and contested piles, neutrals."""

from __future__ import annotations

from typing import NamedTuple

from PIL import Image

from bot.games.crossfire.rules import cards
from bot.games.crossfire.rules.cards import Card
from bot.games.crossfire.rules.view import Pile
from renderers.crossfire.due import ROOMY, aside, draw_among, draw_beside, is_wide
from renderers.crossfire.lights import Light
from renderers.crossfire.signs import more, power_plate, rook, shadow, shield
from renderers.kit.fonts import ON_A_PHONE
from renderers.kit.outlines import Box
from renderers.kit.palette import GOLD, MUTED, PAPER, SEATS, Colour
from renderers.kit.playing_cards import SLENDER, Face, Stance, back, card, chip, sides
from renderers.kit.shapes import seat_mark
from renderers.kit.sprites import Sprite

_NODE = 0.88
"""The long side of a node's card, in parts of the square."""
_NEUTRAL = 0.8
"""The long side of a neutral's card, in parts of the square."""
_ACROSS = 1.08
"""The greatest long side of a sideways card in a wide square, as a multiple of the square's height."""
_WIDE_ENOUGH, _HIGH_ENOUGH = 110, 90
"""Smallest size in pixels of a square whose covered cards have readable corners."""


def face_of(shown: Card) -> Face:
    """Return the print of a card."""
    return Face(cards.rank(shown), cards.suit(shown))


def stance_of(seat: int) -> Stance:
    """Return the direction of a seat's cards: upright for one team, sideways for the other."""
    return "across" if seat % 2 else "upright"


def edge_of(seat: int) -> Colour:
    """Return the colour of a card's edge: its owner's, or grey without an owner."""
    return SEATS[seat].colour if seat >= 0 else MUTED


def reach_of(pile: Pile, size: tuple[int, int], support: bool) -> tuple[int, int]:
    """Return the width and height of the cards on a square."""
    if pile.kind == "node" and not pile.contested:
        return sides(_long(pile, size, support), stance_of(pile.owner))
    margin = _margin(size[1])
    return size[0] - 2 * margin, size[1] - 2 * margin


def _long(pile: Pile, size: tuple[int, int], support: bool) -> int:
    """Return the long side of a node's card. A sideways card may be longer on a wide square."""
    wide, high = size
    share = _NODE * 0.86 if support else _NODE
    across = min(wide * share, high * _ACROSS) if stance_of(pile.owner) == "across" else 0
    return round(max(high * share, across))


def _margin(cell: int) -> int:
    return max(5, round(cell * 0.05))


def _has_corners(image: Image.Image) -> bool:
    return image.width >= _WIDE_ENOUGH and image.height >= _HIGH_ENOUGH


def draw_pile(image: Image.Image, pile: Pile, light: Light, support: bool) -> None:
    """Draw the cards of a square into its picture."""
    if pile.contested:
        _contest(image, pile, light)
    elif pile.kind == "node":
        _node(image, pile, light, support)
    elif pile.kind == "tower":
        _tower(image, pile, light)
    elif pile.kind == "seized":
        _seized(image, pile)
    else:
        _neutral(image, pile)


# --- nodes ------------------------------------------------------------------------------------------------


def _node(image: Image.Image, pile: Pile, light: Light, support: bool) -> None:
    long, stance = _long(pile, image.size, support), stance_of(pile.owner)
    wide, high = sides(long, stance)
    left, top = (image.width - wide) // 2, (image.height - high) // 2
    shown = card(face_of(pile.cards[0]), long, stance, edge_of(pile.owner), faded=light.glow == "dead")
    if light.glow in ("dead", "none"):
        shadow(image, (left, top, left + wide, top + high))
    shown.paste(image, left, top)
    # the seat's shape, on the upper left corner of its card
    size = max(22, round(image.height * 0.2))
    low = size // 2 + 1
    seat_mark(pile.owner, size).centre(image, max(low, left + size // 6), max(low, top + size // 6))
    if light.power:  # of a Joker or a supported base, at the lower right corner
        sign = power_plate(light.power, max(ON_A_PHONE, size), bolted=_has_corners(image))
        x = min(left + wide - sign.width // 3, image.width - sign.width - 3)
        sign.paste(image, x, image.height - sign.height - 3)


# --- piles ------------------------------------------------------------------------------------------------


class _Below(NamedTuple):
    """A covered card: only its corner is visible."""

    face: Face
    edge: Colour
    faded: bool


class _Fan(NamedTuple):
    """A pile spread out: the corners of the cards below, and the card on top."""

    below: tuple[_Below, ...]
    """The first is the most worth seeing."""
    top: Face
    seat: int
    """Whose the top card is."""
    faded: bool
    aside: int
    """Pixels at the right that are kept free."""
    spare: int
    """Places among the corners that are kept free for a sign."""


def _contest(image: Image.Image, pile: Pile, light: Light) -> None:
    first = _Below(face_of(_foremost(pile)), edge_of(pile.owner), light.glow == "dead")
    others = [_Below(face_of(laid.card), edge_of(laid.seat), False) for laid in pile.laid[:-1]]
    top, wide = pile.laid[-1], is_wide(image)
    beside = aside(image) if wide else 0
    fan = _Fan((first, *others), face_of(top.card), top.seat, False, beside, int(not wide))
    place = _draw_fan(image, fan)
    if wide:
        draw_beside(image, pile)
    else:
        draw_among(image, pile, place)


def _foremost(pile: Pile) -> Card:
    """Return the card that shows a pile's strength."""
    if pile.kind == "seized":
        return max(pile.cards, key=lambda one: (cards.strength(one), one))
    return pile.cards[0]


def _seized(image: Image.Image, pile: Pile) -> None:
    best = _foremost(pile)
    rest = list(pile.cards)
    rest.remove(best)
    rest.sort(key=lambda one: (-cards.strength(one), one))
    below = tuple([_Below(face_of(one), MUTED, True) for one in rest])
    fan = _Fan(below, face_of(best), pile.owner, True, 0, 0)
    _draw_fan(image, fan)
    _, _, right, bottom = _place(image, fan)
    if _has_corners(image):
        sign = shield(str(cards.strength(best)), max(64, round(image.height * 0.4)))
    else:
        sign = shield("", 40)
    left = min(right - sign.width // 2, image.width - sign.width - 2)
    sign.paste(image, left, min(bottom - sign.height // 2, image.height - sign.height - 2))


def _tower(image: Image.Image, pile: Pile, light: Light) -> None:
    royal, ten = pile.cards
    faded = light.glow == "dead"
    below = (_Below(face_of(ten), edge_of(pile.owner), faded),)
    left, top, right, bottom = _draw_fan(image, _Fan(below, face_of(royal), pile.owner, faded, 0, 1))
    sign = rook(max(30, round(image.height * 0.24)), MUTED if faded else GOLD)
    sign.centre(image, (left + right) // 2, (top + bottom) // 2)


def _draw_fan(image: Image.Image, fan: _Fan) -> Box:
    """Draw a pile spread out. Return a free place for a sign beside the corners or instead of them."""
    margin, (corner_wide, corner_high) = _margin(image.height), _corner(image)
    left, top, right, bottom = _place(image, fan)
    upright = stance_of(fan.seat) == "upright"
    if upright:
        places = max(1, (image.height - 2 * margin) // corner_high - fan.spare)
        x, y = max(margin, left - corner_wide + 6), margin
    else:
        places = max(1, (image.width - 2 * margin - fan.aside) // corner_wide - fan.spare)
        x, y = margin, margin
    for shown in _chosen(fan.below, places) if _has_corners(image) else ():
        _covered(shown, corner_wide, corner_high).paste(image, x, y)
        x, y = (x, y + corner_high) if upright else (x + corner_wide, y)
    shadow(image, (left, top, right, bottom))
    long = max(right - left, bottom - top)
    card(fan.top, long, stance_of(fan.seat), edge_of(fan.seat), faded=fan.faded).paste(image, left, top)
    size = max(22, round(image.height * 0.17))
    seat_mark(fan.seat, size).centre(image, right - size // 3, top + size // 3)
    if _has_corners(image):
        return x, y, x + corner_wide, y + corner_high
    return (x, y, x + _SIGN, y + 2 * _SIGN) if upright else (x, y, x + 2 * _SIGN, y + _SIGN)


_SIGN = 30
"""Pixels that a sign takes in place of the corners."""


def _corner(image: Image.Image) -> tuple[int, int]:
    """Return the width and height of the corners of covered cards, or of the signs that replace them."""
    if not _has_corners(image):
        return _SIGN + 4, _SIGN + 2
    return _chip_wide(image), max(44, round(image.height * 0.235))


def _chip_wide(image: Image.Image) -> int:
    """Return the width of a corner. The pip is beside the rank where it fits."""
    if is_wide(image):
        return 84 if image.width >= ROOMY else 66
    return max(60, round(image.height * 0.31))


def _place(image: Image.Image, fan: _Fan) -> Box:
    """Return the edges of a fan's top card."""
    margin, (corner_wide, corner_high) = _margin(image.height), _corner(image)
    if not fan.below:
        corner_wide = corner_high = 0
    broad, deep = image.width - 2 * margin - fan.aside, image.height - 2 * margin
    stance = stance_of(fan.seat)
    if stance == "upright":
        long = min(round((broad - corner_wide + 6) / SLENDER), deep)
    else:
        long = min(broad, round((deep - corner_high + 6) / SLENDER))
    wide, high = sides(long, stance)
    if stance == "upright":
        right = image.width - margin - fan.aside
        left = (min(right, (image.width + wide) // 2) if is_wide(image) else right) - wide
        top = margin + (deep - high) // 2
    else:
        left = margin + (broad - wide) // 2
        top = image.height - margin - high
    return left, top, left + wide, top + high


def _chosen(below: tuple[_Below, ...], places: int) -> list[_Below | int]:
    """Return the corners that fit: the first, the number of those left out, and the last ones."""
    if len(below) <= places:
        return list(below)
    if places < 3:
        return [*below[: places - 1], len(below) - places + 1] if places > 1 else list(below[:1])
    kept = places - 2
    return [below[0], len(below) - 1 - kept, *below[-kept:]]


def _covered(shown: _Below | int, wide: int, high: int) -> Sprite:
    """Return the corner of a covered card, or the number of cards left out."""
    if isinstance(shown, int):
        return more(shown, wide, high)
    return chip(shown.face, wide, high, shown.edge, faded=shown.faded)


# --- neutrals ---------------------------------------------------------------------------------------------


def _neutral(image: Image.Image, pile: Pile) -> None:
    own, margin = pile.cards[0], _margin(image.height)
    long = round(image.height * _NEUTRAL)
    wide, high = sides(long, "upright")
    left, top = (image.width - wide) // 2, (image.height - high) // 2
    known = own >= 0
    if known and not is_wide(image):
        left = image.width - margin - wide
    shadow(image, (left, top, left + wide, top + high))
    back(cards.pack_of(own), long).paste(image, left, top)
    if not known:
        return
    _laid_on_neutral(image, pile, left if is_wide(image) else 0)
    size = max(_chip_wide(image), round(image.height * 0.42))
    corner = chip(face_of(own), size, 48, PAPER)
    right = min(left + wide + corner.width // 3, image.width - 4)
    corner.paste(image, right - corner.width, image.height - corner.height - 5)


def _laid_on_neutral(image: Image.Image, pile: Pile, card_left: int) -> None:
    """Show the cards that did not beat the neutral and stay on it (CRF-20)."""
    if not _has_corners(image):
        return
    margin, (wide, high) = _margin(image.height), _corner(image)
    x = max(margin, card_left - wide + 6)
    below = tuple([_Below(face_of(laid.card), edge_of(laid.seat), True) for laid in pile.laid])
    for at, shown in enumerate(_chosen(below, (image.height - 2 * margin) // high)):
        _covered(shown, wide, high).paste(image, x, margin + at * high)
