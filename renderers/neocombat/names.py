"""How sectors, varans and cards are called in pictures."""

from __future__ import annotations

from bot.engine.language import gettext, pgettext
from bot.games.neocombat.cards.cards import ActionCard
from bot.games.neocombat.cards.varans import Varan
from renderers.kit import text


def sector_title(sector: int) -> str:
    """Return what a sector is called by itself: "Sector 3", "Centre"."""
    return gettext("Sector {number}", number=sector) if sector else pgettext("sector", "Centre")


def drawn_varan(varan: Varan) -> str:
    """Return a varan's name as the font can draw it, its id where nothing readable is left of it."""
    return text.legible(pgettext("card", varan.name), varan.id)


def varan_name(varan: Varan) -> str:
    """Return a varan by its id and name: names repeat (NEO-18b)."""
    return f"{varan.id} {text.legible(pgettext('card', varan.name), '')}".rstrip()


def card_name(card: ActionCard) -> str:
    """Return what a card is called in the language that is spoken; cards made by players keep their names."""
    return pgettext("card", card.name)


def drawn_card(card: ActionCard) -> str:
    """Return a card's name as the font can draw it, its number where nothing readable is left of it."""
    return text.legible(card_name(card), card.number)
