"""Cards as they are printed: their words in the language that is spoken, their emblems, and the own hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from bot.base.language import N_, gettext, pgettext
from bot.engine.cards.printed import card_name, told_in
from bot.engine.decks import Card
from bot.games.overcross.cards.cards import AnyCard, Pool
from bot.games.overcross.cards.cardtext import costs, kind_words, rules_text, stats
from bot.games.overcross.cards.printed import Genre
from bot.games.overcross.rules.view import OvercrossView, number_of
from renderers.contract import Sort
from renderers.kit import text
from renderers.kit.alt_text import counted_names, cut
from renderers.kit.cache import kept
from renderers.kit.cards.card import SEE_MORE, PrintedCard, cut_on, drawn_card
from renderers.kit.cards.emblem import Emblem, composed
from renderers.kit.cards.news import CardSign
from renderers.kit.cards.pictures import picture_of
from renderers.kit.cards.slips import draw_tiled_hand
from renderers.kit.cards.tiles import Tile
from renderers.kit.lines import TEXT
from renderers.kit.mosaic import Mosaic
from renderers.kit.text import printable
from renderers.kit.titles import hand_note, no_cards, no_cards_yet

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
    """Return the parts of a card's emblem."""
    return _emblem(card.number, card.genre, card.kind, card.mark, card.motif, picture_of(card.number))


@kept(_KEPT)
def _emblem(number: str, genre: Genre, kind: str, mark: str, motif: str, _picture: str) -> Emblem:
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


def card_sign(card: AnyCard, *, named: bool = True, size: int = TEXT) -> CardSign:
    """Return a card for a line, with its name in letters of this size or alone."""
    return CardSign(emblem_of(card), drawn_card(card) if named else "", size)


def printed(card: AnyCard) -> PrintedCard:
    """Return a card with all that is printed on it."""
    return _printed(card, told_in(card), picture_of(card.number))


@kept(_KEPT)
def _printed(card: AnyCard, _told_in: object, _picture: str) -> PrintedCard:
    character = card.kind == "character"
    credit = (
        text.legible_name(card.side, ""),
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
        credit=text.legible_name(" · ".join(filter(None, credit)), ""),
        more=gettext(SEE_MORE),
        ranked=False,
    )


def cut_texts(card: AnyCard, pool: Pool) -> tuple[str, ...]:  # noqa: ARG001 - all is on the card
    """Return which texts of a card its picture cuts."""
    return cut_on(printed(card))


def _numbers(card: AnyCard) -> str:
    """Return the first paragraph of a card: "Speed 3, defense 4.", "Online Edit, play cost 2."."""
    kind = kind_words(card)
    if card.kind == "character":
        words = stats(card).removeprefix(f"{kind}, ")
    else:
        words = ", ".join([stats(card), *costs(card)])
    return f"{words[:1].upper()}{words[1:]}."


_KINDS = ("character", "edit", "event", "terrain")


def _grouped(
    cards: tuple[Card, ...], view: OvercrossView, sort: Sort, pool: Pool
) -> list[tuple[AnyCard, int]]:
    """Return cards, each with the number of its copies, by kind ("suit") or by play cost ("rank")."""

    def key(group: tuple[AnyCard, int]) -> tuple[object, ...]:
        face, _ = group
        kind = _KINDS.index(face.kind)
        return (*((kind, face.play) if sort == "suit" else (face.play, kind)), face.number)

    return sorted(Counter([face_of(view, card, pool) for card in cards]).items(), key=key)


def draw_hand(view: OvercrossView, name: str, sort: Sort, pool: Pool, *, brief: bool) -> Mosaic:
    """Draw the hand of the viewer, who must have a seat, and other cards that a card shows them."""
    looking, seat = () if view.question is None else view.question.looking, view.viewer or 0
    sections = [
        (gettext("To look at now"), _tiles(looking, view, sort, pool)),
        (gettext("Your hand") if looking else "", _tiles(view.hand, view, sort, pool)),
    ]
    note = hand_note(len(view.hand), view.decks[seat], len(view.sides[seat].discard))
    empty = no_cards() if view.turn else no_cards_yet()
    return draw_tiled_hand(seat, name, note, sections, empty, brief=brief)


def _tiles(cards: tuple[Card, ...], view: OvercrossView, sort: Sort, pool: Pool) -> list[Tile]:
    return [Tile(printed(face), "", copies) for face, copies in _grouped(cards, view, sort, pool)]


def face_of(view: OvercrossView, card: Card, pool: Pool) -> AnyCard:
    """Return the printed face of a card of the match.

    Raises `IndexError` for a card that the viewer does not know: decks are hidden before all seats have
    chosen.
    """
    return pool.cards[number_of(view, card)]


def hand_names(view: OvercrossView, sort: Sort, pool: Pool) -> list[str]:
    """Return the cards of the viewer's hand by name, with how many there are."""
    return counted_names(_grouped(view.hand, view, sort, pool))


def card_in_words(card: AnyCard) -> str:
    """Return a card as text, as far as it fits."""
    numbers = ", ".join([stats(card), *costs(card)])
    return cut(
        f"{printable(card_name(card))} ({card.number}). {numbers}. {' '.join(rules_text(card))}".rstrip()
    )
