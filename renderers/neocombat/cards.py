"""Action cards as they are printed: their words in the language that is spoken, and their emblems."""

from __future__ import annotations

from bot.engine.language import N_, current, gettext
from bot.games.neocombat.cards.cards import ActionCard
from bot.games.neocombat.cards.cardtext import card_text
from renderers.kit.cache import kept
from renderers.kit.cards.card import SEE_MORE, PrintedCard
from renderers.kit.cards.emblem import Emblem, composed
from renderers.kit.cards.news import CardSign
from renderers.neocombat.names import drawn_card

SORTS = ("sensor", "shot", "flame", "strike", "answer", "special", "repair")
"""What action cards are played as, in the order in which a hand is sorted."""
_MOTIFS = {
    "sensor": ("eye", 190),
    "shot": ("bolt", 30),
    "flame": ("flame", 10),
    "strike": ("blade", 345),
    "answer": ("shield", 220),
    "special": ("star", 275),
    "repair": ("gear", 130),
}
_KINDS = {
    "sensor": N_("SENSOR"),
    "shot": N_("SHOT"),
    "flame": N_("SHOT"),
    "strike": N_("STRIKE"),
    "answer": N_("ANSWER"),
    "special": N_("SPECIAL"),
    "repair": N_("REPAIR"),
}


def sort_of(card: ActionCard) -> str:
    """Return what a card is played as, first of all."""
    if not card.ways:
        return "answer"
    way = card.ways[0]
    return way.threat or ("repair" if "repair" in way.phases else "special")


@kept(128)
def emblem_of(card: ActionCard) -> Emblem:
    """Return what a card's emblem is composed from: its motif and hue are those of its sort."""
    sort = sort_of(card)
    motif, hue = _MOTIFS[sort]
    return composed(card.number, family=sort, level=0, motif=motif, family_motif=motif, hue=hue)


def card_sign(card: ActionCard, *, named: bool = True) -> CardSign:
    """Return a card for a line, with its name or alone."""
    return CardSign(emblem_of(card), drawn_card(card) if named else "")


def printed(card: ActionCard) -> PrintedCard:
    """Return a card with all that is printed on it."""
    return _printed(card, current().code)


@kept(128)
def _printed(card: ActionCard, _language: str) -> PrintedCard:
    return PrintedCard(
        emblem=emblem_of(card),
        number=card.number,
        name=drawn_card(card),
        badge=gettext(_KINDS[sort_of(card)]),
        power="",
        level="",
        traits="",
        rules=card_text(card),
        flavour="",
        credit=gettext("{number} in the deck", number=card.copies),
        more=gettext(SEE_MORE),
    )
