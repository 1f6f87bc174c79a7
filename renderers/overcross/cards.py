"""Cards as they are printed: their words in the language that is spoken, and their emblems."""

from __future__ import annotations

from collections.abc import Mapping

from bot.engine.language import N_, current, gettext, pgettext
from bot.games.overcross.cards.cards import AnyCard
from bot.games.overcross.cards.cardtext import costs, kind_words, rules_text, stats
from bot.games.overcross.cards.printed import Genre
from renderers.kit import text
from renderers.kit.cache import kept
from renderers.kit.cards.card import SEE_MORE, PrintedCard
from renderers.kit.cards.emblem import Emblem, composed
from renderers.kit.cards.news import CardSign
from renderers.overcross.names import drawn_card

_KEPT = 256
_GENRES: Mapping[Genre, tuple[str, int]] = {
    "Fantasy": ("crystal", 280),
    "Sci-Fi": ("gear", 195),
    "Modern": ("key", 20),
    "Online": ("bolt", 140),
    "None": ("mountain", 55),
}
"""The motif and the hue of each genre."""
_RICHNESS: Mapping[str, int] = {"": 1, "champion": 2, "leader": 3, "legend": 4}
"""How rich the emblem of a Character is, by its mark; the other cards have plain plates."""
_BADGES = {"edit": N_("EDIT"), "terrain": N_("TERRAIN"), "event": N_("EVENT")}


def emblem_of(card: AnyCard) -> Emblem:
    """Return what a card's emblem is composed from."""
    return _emblem(card.number, card.genre, card.kind, card.mark, card.motif)


@kept(_KEPT)
def _emblem(number: str, genre: Genre, kind: str, mark: str, motif: str) -> Emblem:
    family_motif, hue = _GENRES[genre]
    return composed(
        number,
        family=genre,
        level=_RICHNESS[mark] if kind == "character" else 0,
        motif=motif,
        family_motif=family_motif,
        hue=hue,
        charms=(kind, mark) if mark else (kind,),
    )


def card_sign(card: AnyCard, *, named: bool = True) -> CardSign:
    """Return a card for a line, with its name or alone."""
    return CardSign(emblem_of(card), drawn_card(card) if named else "")


def printed(card: AnyCard) -> PrintedCard:
    """Return a card with all that is printed on it."""
    return _printed(card, current().code)


@kept(_KEPT)
def _printed(card: AnyCard, _language: str) -> PrintedCard:
    character = card.kind == "character"
    credit = (
        text.legible(card.side, ""),
        gettext("drawn by {artist}", artist=card.artist) if card.artist else "",
    )
    return PrintedCard(
        emblem=emblem_of(card),
        number=card.number,
        name=drawn_card(card),
        badge="" if character else gettext(_BADGES[card.kind]),
        power=str(card.play) if card.play else "",
        level=kind_words(card) if character else "",
        traits=" · ".join(costs(card)) if character else "",
        rules=(_numbers(card), *rules_text(card)),
        flavour=pgettext("card", card.flavour) if card.flavour else "",
        credit=text.legible(" · ".join(filter(None, credit)), ""),
        more=gettext(SEE_MORE),
        ranked=False,
    )


def _numbers(card: AnyCard) -> str:
    """Return what a card's first paragraph says: "Speed 3, defense 4.", "Online Edit, play cost 2."."""
    kind = kind_words(card)
    if card.kind == "character":
        words = stats(card).removeprefix(f"{kind}, ")
    else:
        words = ", ".join([stats(card), *costs(card)])
    return f"{words[:1].upper()}{words[1:]}."
