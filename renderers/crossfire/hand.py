"""The viewer's own hand: a row of large cards with their names."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from PIL import Image

from bot.engine.language import current, gettext, ngettext
from bot.games.crossfire.rules import cards
from bot.games.crossfire.rules.cards import Card
from bot.games.crossfire.rules.view import CrossfireView
from renderers.contract import Sort
from renderers.crossfire.piles import edge_of, face_of
from renderers.kit import text
from renderers.kit.fonts import Weight
from renderers.kit.mosaic import Mosaic, PieceCache
from renderers.kit.palette import GOLD, MUTED, PAPER, TABLE, Colour
from renderers.kit.playing_cards import SLENDER, card
from renderers.kit.titles import MARGIN, WIDTH, empty_hand, hand_title

_TITLE = 76
_NAME, _NOTE = (40, 34, 30), (36, 32, 28, 26)
"""The sizes of a card's name and of what stands below it: the first in which it fits."""
_CAPTION = 112
"""Pixels below a card, for its name."""
_LARGEST = 372
_GAP = 26
_EMPTY = 90
_PIECES = PieceCache(limit=8_000_000)


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
    board = Mosaic(WIDTH, _TITLE + (long + _CAPTION if hand else _EMPTY))
    title = (seat, name, _counts(len(hand), view.packs[seat]), _TITLE, 42)
    board.lay_kept(_PIECES, (current().code, title), lambda: hand_title(*title), 0, 0)
    if not hand:
        empty = gettext("No cards yet: hands are dealt when all bases are settled.")
        board.lay_kept(_PIECES, empty, lambda: empty_hand(empty, _EMPTY), 0, _TITLE)
    step = min(wide + max(_GAP, (WIDTH - 2 * MARGIN - count * wide) // (count + 1)), WIDTH // count)
    left = (WIDTH - step * (count - 1) - wide) // 2
    known = list(view.shown[seat])
    for place, one in enumerate(hand):
        open_ = one in known
        if open_:
            known.remove(one)
        note = gettext("everybody knows it") if open_ else _worth(one)
        drawn = _Drawn(seat, one & 63, long, step, open_, cards.name(one), note)
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
    """All that decides how a card of the hand looks."""

    seat: int
    card: Card
    long: int
    step: int
    open: bool
    """Whether everybody knows that it is held."""
    name: str
    note: str
    """What stands below its name."""


def _card(one: _Drawn) -> Image.Image:
    """Return a card with its name below, and a word when everybody knows it is held."""
    image = Image.new("RGB", (one.step, one.long + _CAPTION), TABLE)
    sprite = card(face_of(one.card), one.long, "upright", edge_of(one.seat))
    sprite.paste(image, (one.step - sprite.width) // 2, 0)
    _write(image, one.long + 34, one.name, _NAME, "extrabold", PAPER)
    _write(image, one.long + 80, one.note, _NOTE, "semibold", GOLD if one.open else MUTED)
    return image


def _write(
    image: Image.Image, y: int, words: str, sizes: Sequence[int], weight: Weight, colour: Colour
) -> None:
    """Write words in the middle, as large as they fit."""
    room = image.width - 8
    size = text.largest(words, weight, sizes, room)
    shown = text.fitted(words, weight, size, room)
    middle = image.width // 2
    text.write(image, middle, y, shown, size=size, colour=colour, weight=weight, anchor="middle")


def _worth(one: Card) -> str:
    """Return what power a card brings to the table, in a few words (CRF-07, CRF-10)."""
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
