"""The viewer's own hand: a row of large cards with their names."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from PIL import Image

from bot.base.language import current, gettext, ngettext
from bot.games.crossfire.rules import cards
from bot.games.crossfire.rules.cards import Card
from bot.games.crossfire.rules.view import CrossfireView
from renderers.contract import Sort
from renderers.crossfire.piles import edge_of, face_of
from renderers.kit import text
from renderers.kit.cards.typesetting import balanced
from renderers.kit.fonts import ON_A_PHONE, Weight
from renderers.kit.mosaic import Mosaic, PieceCache
from renderers.kit.palette import GOLD, MUTED, PAPER, TABLE, Colour
from renderers.kit.playing_cards import SLENDER, card
from renderers.kit.titles import MARGIN, WIDTH, empty_hand, hand_title

_TITLE = 76
_NAME = 40
"""Pixels: the size of a card's name where it fits; else it takes two lines of smaller letters."""
_LINE = 46
"""Pixels from line to line below a card."""
_LARGEST = 372
_GAP = 26
_EMPTY = 90
_PIECES = PieceCache()


def in_order(hand: Sequence[Card], sort: Sort) -> tuple[Card, ...]:
    """Return a hand in order of suits, or of ranks; Jokers come last."""

    def by_suit(one: Card) -> tuple[int, ...]:
        which = cards.suit(one)
        return (4 if which is None else which, cards.rank(one), one)

    def by_rank(one: Card) -> tuple[int, ...]:
        which = cards.suit(one)
        return (14 if which is None else cards.rank(one), 4 if which is None else which, one)

    return tuple(sorted(hand, key=by_suit if sort == "suit" else by_rank))


def draw_hand(view: CrossfireView, name: str, sort: Sort) -> Mosaic:
    """Draw the hand of the viewer, who must have a seat."""
    seat = view.viewer or 0
    hand = in_order(view.hand, sort)
    count = max(1, len(hand))
    wide = min(round(_LARGEST * SLENDER), (WIDTH - 2 * MARGIN - (count - 1) * _GAP) // count)
    long = round(wide / SLENDER)
    step = min(wide + max(_GAP, (WIDTH - 2 * MARGIN - count * wide) // (count + 1)), WIDTH // count)
    cards_drawn = _drawn(view, seat, hand, long, step)
    lines = max([len(one.name) + len(one.note) for one in cards_drawn], default=0)
    board = Mosaic(WIDTH, _TITLE + (long + lines * _LINE + 14 if hand else _EMPTY))
    title = (seat, name, _counts(len(hand), view.packs[seat]), _TITLE, 42)
    board.lay_kept(_PIECES, (current().code, title), lambda: hand_title(*title), 0, 0)
    if not hand:
        empty = gettext("No cards yet: hands are dealt when all bases are settled.")
        board.lay_kept(_PIECES, empty, lambda: empty_hand(empty, _EMPTY), 0, _TITLE)
    left = (WIDTH - step * (count - 1) - wide) // 2
    for place, drawn in enumerate(cards_drawn):
        x = left + place * step - (step - wide) // 2
        board.lay_kept(_PIECES, drawn, partial(_card, drawn), x, _TITLE)
    return board


def _counts(hand: int, pack: int) -> str:
    return ngettext(
        "{number} card · {pack} left in your pack",
        "{number} cards · {pack} left in your pack",
        hand,
        pack=pack,
    )


class _Drawn(NamedTuple):
    """A card of the hand, with everything on which its picture depends."""

    seat: int
    card: Card
    long: int
    step: int
    open: bool
    """Whether it is publicly known to be in the hand."""
    size: int
    """Of the letters of its name."""
    name: tuple[str, ...]
    """Its lines."""
    note: tuple[str, ...]
    """The lines below its name."""


def _drawn(view: CrossfireView, seat: int, hand: Sequence[Card], long: int, step: int) -> list[_Drawn]:
    known, drawn, room = list(view.shown[seat]), list[_Drawn](), step - 8
    for one in hand:
        open_ = one in known
        if open_:
            known.remove(one)
        size, name = balanced(cards.name(one), room, (_NAME, ON_A_PHONE), (ON_A_PHONE,))
        _, note = balanced(
            gettext("everybody knows it") if open_ else _worth(one), room, (ON_A_PHONE,), (ON_A_PHONE,)
        )
        drawn.append(_Drawn(seat, one & 63, long, step, open_, size, name, note))
    return drawn


def _card(one: _Drawn) -> Image.Image:
    """Return a card with its name and its note below."""
    lines: list[tuple[str, int, Weight, Colour]] = [
        (words, one.size, "extrabold", PAPER) for words in one.name
    ]
    lines += [(words, ON_A_PHONE, "semibold", GOLD if one.open else MUTED) for words in one.note]
    image = Image.new("RGB", (one.step, one.long + len(lines) * _LINE + 14), TABLE)
    sprite = card(face_of(one.card), one.long, "upright", edge_of(one.seat))
    sprite.paste(image, (one.step - sprite.width) // 2, 0)
    for at, (words, size, weight, colour) in enumerate(lines):
        middle = one.long + 12 + at * _LINE + _LINE // 2
        text.write(
            image, image.width // 2, middle, words, size=size, colour=colour, weight=weight, anchor="middle"
        )
    return image


def _worth(one: Card) -> str:
    """Return the power of a card as a node, in a few words (CRF-07, CRF-10)."""
    if cards.is_joker(one):
        return gettext("any power")
    if cards.is_royal(one):
        return gettext("no power")
    if cards.rank(one) == 10:
        return gettext("powered alone")
    return gettext("pairs with {number}", number=10 - cards.rank(one))


def hand_names(view: CrossfireView, sort: Sort) -> list[str]:
    """Return the cards of the viewer's hand by name."""
    return [cards.name(one) for one in in_order(view.hand, sort)]
