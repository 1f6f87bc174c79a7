"""Cards of a match by their numbers, and how cards and squares are called in pictures."""

from __future__ import annotations

from bot.engine.cards.printed import card_name
from bot.engine.decks import Card
from bot.engine.grid import grid_of
from bot.engine.language import gettext
from bot.games.overcross.cards.cards import AnyCard, Pool
from bot.games.overcross.cards.field import OFF
from bot.games.overcross.rules.view import SEAT_CARDS, OvercrossView
from renderers.kit import text


def face_of(view: OvercrossView, card: Card, pool: Pool) -> AnyCard:
    """Return what is printed on a card of the match. Raises `IndexError` for one that the viewer does not
    know: no deck lies open before all have chosen."""
    seat, place = divmod(card, SEAT_CARDS)
    return pool.cards[(*view.lists[seat], *view.chosen[seat])[place]]


def drawn_card(face: AnyCard) -> str:
    """Return a card's name as the font can draw it."""
    return text.legible(card_name(face), face.number)


def square_name(view: OvercrossView, square: int) -> str:
    """Return the name of a square, or that somebody waits off the grid (OVC-26)."""
    return gettext("off the grid") if square == OFF else grid_of(view.width, view.height).name(square)
