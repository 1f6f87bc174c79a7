"""The viewer's own hand: the cards it holds and those it may look at, sorted and under headings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from bot.base.language import gettext
from bot.engine.cards.printed import card_name
from bot.games.arclash.cards.cards import Pool
from bot.games.arclash.rules.view import ArclashView, Shown
from renderers.arclash.cards import printed
from renderers.contract import Sort
from renderers.kit.cards.slips import Section, draw_tiled_hand
from renderers.kit.cards.tiles import Tile
from renderers.kit.mosaic import Mosaic
from renderers.kit.text import printable
from renderers.kit.titles import hand_note, no_cards, no_cards_yet


def in_order(hand: Iterable[Shown], sort: Sort, pool: Pool) -> list[Shown]:
    """Return cards by lineage ("suit") or by level ("rank"); Supports come last."""

    def by_lineage(shown: Shown) -> tuple[object, ...]:
        card = pool.cards[shown.number]
        return (card.level == 0, card.lineage or "~", card.level, card.name, shown.number, shown.card)

    def by_level(shown: Shown) -> tuple[object, ...]:
        card = pool.cards[shown.number]
        return (card.level == 0, card.level, card.power, card.name, shown.number, shown.card)

    return sorted(hand, key=by_lineage if sort == "suit" else by_level)


def draw_hand(view: ArclashView, name: str, sort: Sort, pool: Pool, *, brief: bool) -> Mosaic:
    """Draw the viewer's hand and the other cards it may look at; the viewer must have a seat."""
    seat = view.viewer or 0
    place, early = view.places[seat], view.phase in ("decks", "openers")
    note = hand_note(len(view.hand), place.deck, len(place.discard))
    empty = no_cards_yet() if early else no_cards()
    return draw_tiled_hand(seat, name, note, _sections(view, sort, pool), empty, brief=brief)


def _sections(view: ArclashView, sort: Sort, pool: Pool) -> list[Section]:
    """Return the tiles under their headings: cards to look at, openers, the hand."""
    openers = _grouped(in_order(view.openers, sort, pool), pool)
    if view.placed is not None:
        openers = [
            tile._replace(note=gettext("face down")) if tile.card.number == view.placed.number else tile
            for tile in openers
        ]
    looking = _grouped(in_order(view.looking, sort, pool), pool)
    return [
        (gettext("To look at now"), looking),
        (gettext("The Level 1s of your deck"), openers),
        (gettext("Your hand") if looking or openers else "", _hand_tiles(view, sort, pool)),
    ]


def _hand_tiles(view: ArclashView, sort: Sort, pool: Pool) -> list[Tile]:
    notes = {shown.card: gettext("to discard") for shown in view.paying}
    if view.placed is not None:
        notes[view.placed.card] = gettext("face down")
    held = {shown.card: shown for shown in view.hand}
    if not view.openers:
        held |= {shown.card: shown for shown in (*view.paying, *filter(None, (view.placed,)))}
    return [
        Tile(printed(pool.cards[shown.number], pool), notes.get(shown.card, ""))
        for shown in in_order(held.values(), sort, pool)
    ]


def _grouped(cards: Sequence[Shown], pool: Pool) -> list[Tile]:
    """Return each card once, with the number of its copies."""
    copies = Counter([shown.number for shown in cards])
    return [Tile(printed(pool.cards[number], pool), "", count) for number, count in copies.items()]


def hand_names(view: ArclashView, sort: Sort, pool: Pool) -> list[str]:
    """Return the cards of the viewer's hand by name."""
    return [printable(card_name(pool.cards[shown.number])) for shown in in_order(view.hand, sort, pool)]
