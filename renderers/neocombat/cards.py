"""Action cards as they are printed, in the language that is spoken: words, emblems, and the own hand."""

from __future__ import annotations

from collections import Counter

from bot.base.language import gettext, messages, ngettext
from bot.engine.cards.printed import card_name, told_in
from bot.games.neocombat.cardgame import card_text, first_use
from bot.games.neocombat.cards.cards import ActionCard, AnyCard, Pool
from bot.games.neocombat.rules.view import NeoView
from renderers.contract import Sort
from renderers.kit.alt_text import counted_names, cut
from renderers.kit.cache import kept
from renderers.kit.cards.card import SEE_MORE, PrintedCard, cut_on, drawn_card
from renderers.kit.cards.emblem import Emblem, composed
from renderers.kit.cards.news import CardSign
from renderers.kit.cards.pictures import picture_of
from renderers.kit.cards.slips import draw_tiled_hand
from renderers.kit.cards.tiles import Tile
from renderers.kit.fonts import ON_A_PHONE
from renderers.kit.mosaic import Mosaic
from renderers.kit.text import printable
from renderers.kit.titles import hand_note, no_cards

USES = ("sensor", "shot", "flame", "strike", "answer", "special", "repair")
"""The uses of action cards, in the order in which a hand is sorted."""
_MOTIFS = {
    "sensor": ("eye", 190),
    "shot": ("bolt", 30),
    "flame": ("flame", 10),
    "strike": ("blade", 345),
    "answer": ("shield", 220),
    "special": ("star", 275),
    "repair": ("gear", 130),
}
_KINDS = messages("neocombat", "kinds", dict[str, str])


def emblem_of(card: ActionCard) -> Emblem:
    """Return the parts of a card's emblem: motif and hue follow its first use."""
    return _emblem(card, picture_of(card.number))


@kept(128)
def _emblem(card: ActionCard, _picture: str) -> Emblem:
    use = first_use(card)
    motif, hue = _MOTIFS[use]
    return composed(card.number, family=use, level=0, motif=motif, family_motif=motif, hue=hue)


def card_sign(card: ActionCard, *, named: bool = True) -> CardSign:
    """Return a card for a line, with its name or alone."""
    return CardSign(emblem_of(card), drawn_card(card) if named else "", ON_A_PHONE)


def printed(card: ActionCard) -> PrintedCard:
    """Return a card with all that is printed on it."""
    return _printed(card, told_in(card), picture_of(card.number))


@kept(128)
def _printed(card: ActionCard, _told_in: object, _picture: str) -> PrintedCard:
    return PrintedCard(
        emblem=emblem_of(card),
        number=card.number,
        name=drawn_card(card),
        badge=gettext(_KINDS[first_use(card)]),
        power="",
        level="",
        traits="",
        rules=card_text(card),
        flavour="",
        credit=gettext("{number} in the deck", number=card.copies),
        more=gettext(SEE_MORE),
    )


def cut_texts(card: AnyCard, pool: Pool) -> tuple[str, ...]:  # noqa: ARG001 - all is on the card
    """Return which texts its picture cuts; a varan is drawn otherwise, and cuts none."""
    return cut_on(printed(card)) if isinstance(card, ActionCard) else ()


def in_order(view: NeoView, sort: Sort, pool: Pool) -> list[int]:
    """Return the kinds of cards in hand, each once, by their use ("suit") or by number."""
    kinds = sorted(set(view.hand), key=lambda kind: pool.actions[kind].number)
    if sort == "rank":
        return kinds
    return sorted(kinds, key=lambda kind: USES.index(first_use(pool.actions[kind])))


def draw_hand(view: NeoView, name: str, sort: Sort, pool: Pool, *, brief: bool) -> Mosaic:
    """Draw the hand of the viewer, who must have a seat."""
    copies, chosen = Counter(view.hand), Counter(view.plan.cards)
    tiles = [
        Tile(printed(pool.actions[kind]), _note(chosen[kind], copies[kind]), copies[kind])
        for kind in in_order(view, sort, pool)
    ]
    note = hand_note(len(view.hand), view.deck, len(view.discard))
    return draw_tiled_hand(view.viewer or 0, name, note, [("", tiles)], no_cards(), brief=brief)


def _note(chosen: int, copies: int) -> str:
    """Return the note on a card that is chosen for Repair."""
    if not chosen:
        return ""
    if copies == 1:
        return gettext("chosen")
    return ngettext("{number} chosen", "{number} chosen", chosen)


def hand_names(view: NeoView, sort: Sort, pool: Pool) -> list[str]:
    """Return the cards of the viewer's hand by name, with how many there are."""
    kinds = in_order(view, sort, pool)
    return counted_names((pool.actions[kind], view.hand.count(kind)) for kind in kinds)


def card_in_words(card: ActionCard) -> str:
    """Return an action card as text, as far as it fits."""
    return cut(f"{printable(card_name(card))} ({card.number}). {' '.join(card_text(card))}")
