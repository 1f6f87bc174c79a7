"""What lies on a square: nodes, supports, towers, seized and contested piles, neutrals."""

from __future__ import annotations

from typing import NamedTuple

from PIL import Image, ImageDraw

from bot.engine.language import gettext, pgettext
from bot.games.crossfire.rules import cards
from bot.games.crossfire.rules.cards import Card
from bot.games.crossfire.rules.view import NOBODY, Pile
from renderers.crossfire.lights import Light
from renderers.crossfire.signs import glyph, more, plate, rook, shield
from renderers.kit import text
from renderers.kit.fonts import READABLE
from renderers.kit.palette import GOLD, INK, MUTED, PAPER, SEATS, Colour
from renderers.kit.playing_cards import Face, Stance, back, card, chip, sides
from renderers.kit.shapes import seat_mark

ROOMY = 120
"""Pixels: squares from this size on have room for words."""
_NODE = 0.88
"""The long side of a node's card, in parts of the square."""


def face_of(shown: Card) -> Face:
    """Return what is printed on a card."""
    return Face(cards.rank(shown), cards.suit(shown))


def stance_of(seat: int) -> Stance:
    """Return how the cards of a seat lie: one team's upright, the other's across, as in the rulebook."""
    return "across" if seat % 2 else "upright"


def edge_of(seat: int) -> Colour:
    """Return the colour of a card's edge: its owner's, grey for nobody's."""
    return SEATS[seat].colour if seat >= 0 else MUTED


def reach_of(pile: Pile, cell: int, support: bool) -> tuple[int, int]:
    """Return how wide and high what lies on a square is, for what is drawn around it."""
    if pile.kind == "node" and not pile.contested:
        return sides(_long(cell, support), stance_of(pile.owner))
    return cell - 2 * _margin(cell), cell - 2 * _margin(cell)


def _long(cell: int, support: bool) -> int:
    return round(cell * (_NODE * 0.86 if support else _NODE))


def _margin(cell: int) -> int:
    return max(5, round(cell * 0.05))


def due_words(pile: Pile | None, cell: int) -> tuple[str, ...]:
    """Return ways to say who is to do what in a contest, the fullest first; none where there is no room."""
    if pile is None or not pile.contested or cell < ROOMY:
        return ()
    if pile.lapsed:
        return gettext("wins it"), gettext("wins")
    if pile.rival == NOBODY:
        return (gettext("leads"),)
    return gettext("to answer"), pgettext("its turn in a contest", "answer"), gettext("due")


def draw_pile(image: Image.Image, pile: Pile, light: Light, support: bool, due: tuple[str, ...]) -> None:
    """Draw what lies on a square into its picture; `due` is what `due_words` says of it."""
    if pile.contested:
        _contest(image, pile, light, due)
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
    cell = image.width
    long, stance = _long(cell, support), stance_of(pile.owner)
    wide, high = sides(long, stance)
    left, top = (cell - wide) // 2, (cell - high) // 2
    shown = card(face_of(pile.cards[0]), long, stance, edge_of(pile.owner), faded=light.glow == "dead")
    shown.paste(image, left, top)
    _seat_sign(image, pile.owner, left, top)
    if light.power:
        _power(image, light.power)


def _seat_sign(image: Image.Image, seat: int, x: int, y: int) -> None:
    """Set the seat's shape on the upper left corner of its card."""
    size = max(22, round(image.width * 0.19))
    low = size // 2 + 1
    seat_mark(seat, size).centre(image, max(low, x + size // 6), max(low, y + size // 6))


def _power(image: Image.Image, power: int) -> None:
    """Write the power that a Joker or a supported base has at present into the lower right corner."""
    cell = image.width
    size = max(READABLE, round(cell * 0.2))
    sign = plate(f"={power}", size, INK, GOLD)
    sign.paste(image, cell - sign.width - 3, cell - sign.height - 3)


# --- piles ------------------------------------------------------------------------------------------------


class _Below(NamedTuple):
    """A card that lies below another: only its corner shows."""

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
    strip: int
    """Pixels at the foot that are kept free."""
    spare: int
    """Places among the corners that are kept free for a sign."""


def _contest(image: Image.Image, pile: Pile, light: Light, due: tuple[str, ...]) -> None:
    first = _Below(face_of(_foremost(pile)), edge_of(pile.owner), light.glow == "dead")
    others = [_Below(face_of(laid.card), edge_of(laid.seat), False) for laid in pile.laid[:-1]]
    top = pile.laid[-1]
    strip = round(READABLE * 1.34) if due else 0
    fan = _Fan((first, *others), face_of(top.card), top.seat, False, strip, int(not due))
    place = _draw_fan(image, fan)
    seat, sign = _due_sign(pile)
    if due:
        _say(image, seat, due)
    else:
        _small_due(image, seat, sign, place)


def _foremost(pile: Pile) -> Card:
    """Return the card of a pile that stands for it: that of its strength."""
    if pile.kind == "seized":
        return max(pile.cards, key=lambda one: (cards.strength(one), one))
    return pile.cards[0]


def _due_sign(pile: Pile) -> tuple[int, str]:
    """Return whose turn it is to do something, and the sign for it."""
    if pile.lapsed:
        return pile.leader, "won"
    return (pile.leader, "leads") if pile.rival == NOBODY else (pile.rival, "due")


def _seized(image: Image.Image, pile: Pile) -> None:
    best = _foremost(pile)
    rest = list(pile.cards)
    rest.remove(best)
    rest.sort(key=lambda one: (-cards.strength(one), one))
    below = tuple([_Below(face_of(one), MUTED, True) for one in rest])
    fan = _Fan(below, face_of(best), pile.owner, True, 0, 0)
    _draw_fan(image, fan)
    strength = str(cards.strength(best))
    sign = shield(strength, max(38, round(image.width * 0.27)))
    cell = image.width
    sign.paste(image, cell - sign.width - 2, cell - sign.height - 2)


def _tower(image: Image.Image, pile: Pile, light: Light) -> None:
    royal, ten = pile.cards
    faded = light.glow == "dead"
    below = (_Below(face_of(ten), edge_of(pile.owner), faded),)
    x, y = _draw_fan(image, _Fan(below, face_of(royal), pile.owner, faded, 0, 1))
    sign = rook(max(26, round(image.width * 0.24)), MUTED if faded else GOLD)
    sign.paste(image, x, y)


def _draw_fan(image: Image.Image, fan: _Fan) -> tuple[int, int]:
    """Draw a pile spread out; return where there is room for a sign beside the corners."""
    cell, margin = image.width, _margin(image.width)
    corner_wide, corner_high = max(38, round(cell * 0.31)), max(33, round(cell * 0.235))
    room = cell - 2 * margin
    stance = stance_of(fan.seat)
    upright = stance == "upright"
    if upright:
        long = min(round((room - corner_wide + 6) / 0.71), room - fan.strip)
        places = max(1, (room - fan.strip) // corner_high - fan.spare)
    else:
        long = min(room, round((room - fan.strip - corner_high + 6) / 0.71))
        places = max(1, room // corner_wide - fan.spare)
    if not fan.below:
        corner_wide = corner_high = 0
    wide, high = sides(long, stance)
    if upright:
        left = cell - margin - wide
        top = margin + (room - fan.strip - high) // 2
    else:
        left = margin + (room - wide) // 2
        top = cell - margin - fan.strip - high
    x, y = margin, margin
    for shown in _chosen(fan.below, places):
        if isinstance(shown, int):
            more(shown, corner_wide, corner_high).paste(image, x, y)
        else:
            chip(shown.face, corner_wide, corner_high, shown.edge, faded=shown.faded).paste(image, x, y)
        x, y = (x, y + corner_high) if upright else (x + corner_wide, y)
    card(fan.top, long, stance, edge_of(fan.seat), faded=fan.faded).paste(image, left, top)
    size = max(22, round(cell * 0.17))
    seat_mark(fan.seat, size).centre(image, left + wide - size // 3, top + size // 3)
    return x, y


def _chosen(below: tuple[_Below, ...], places: int) -> list[_Below | int]:
    """Return the corners there is room for: the first, how many more there are, and the last ones."""
    if len(below) <= places:
        return list(below)
    if places < 3:
        return [*below[: places - 1], len(below) - places + 1] if places > 1 else list(below[:1])
    kept = places - 2
    return [below[0], len(below) - 1 - kept, *below[-kept:]]


# --- neutrals ---------------------------------------------------------------------------------------------


def _neutral(image: Image.Image, pile: Pile) -> None:
    cell, own = image.width, pile.cards[0]
    long = round(cell * 0.78)
    wide, high = sides(long, "upright")
    left, top = (cell - wide) // 2, (cell - high) // 2
    known = own >= 0
    if known:
        left = cell - _margin(cell) - wide
    back(cards.pack_of(own), long).paste(image, left, top)
    if not known:
        return
    _laid_on_neutral(image, pile)
    size = max(44, round(cell * 0.42))
    corner = chip(face_of(own), size, max(36, round(size * 0.74)), PAPER)
    corner.paste(image, cell - corner.width - 4, cell - corner.height - 5)


def _laid_on_neutral(image: Image.Image, pile: Pile) -> None:
    """Show the cards that did not beat the neutral and stay on it (CRF-20)."""
    cell, margin = image.width, _margin(image.width)
    wide, high = max(38, round(cell * 0.31)), max(33, round(cell * 0.235))
    below = tuple([_Below(face_of(laid.card), edge_of(laid.seat), True) for laid in pile.laid])
    for at, shown in enumerate(_chosen(below, (cell - 2 * margin) // high)):
        if isinstance(shown, int):
            more(shown, wide, high).paste(image, margin, margin + at * high)
        else:
            chip(shown.face, wide, high, shown.edge, faded=True).paste(image, margin, margin + at * high)


# --- signs ------------------------------------------------------------------------------------------------


def _say(image: Image.Image, seat: int, ways: tuple[str, ...]) -> None:
    """Write along the foot of a square who is to do what."""
    cell, high = image.width, round(READABLE * 1.34)
    room = cell - 42
    words = next((way for way in ways if text.width(way, "semibold", READABLE) <= room), ways[-1])
    pen = ImageDraw.Draw(image)
    pen.rectangle((4, cell - high - 3, cell - 5, cell - 5), fill=INK)
    middle = cell - high // 2 - 4
    seat_mark(seat, 28).centre(image, 21, middle)
    text.write(image, 37, middle, words, size=READABLE, colour=PAPER)


def _small_due(image: Image.Image, seat: int, sign: str, place: tuple[int, int]) -> None:
    """Set the seat's shape and a sign into the free place beside the corners."""
    x, y = place
    pen = ImageDraw.Draw(image)
    pen.rounded_rectangle((x, y + 2, x + 37, y + 27), radius=6, fill=INK)
    seat_mark(seat, 20).centre(image, x + 11, y + 15)
    glyph(sign, 16).centre(image, x + 28, y + 15)
