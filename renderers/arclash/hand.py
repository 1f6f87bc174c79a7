"""The viewer's own hand: its cards with their whole texts, two in a row, to be read on a phone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial

from bot.engine.language import current, gettext, ngettext
from bot.games.arclash.cards.cards import AnyCard, Character, Pool
from bot.games.arclash.rules.view import ArclashView, Shown
from renderers.arclash.cards import printed
from renderers.contract import Sort
from renderers.kit.cards.hues import table_palette
from renderers.kit.cards.tiles import HEADING, Tile, dress_for, heading, height_of, lay_tiles
from renderers.kit.mosaic import Mosaic, PieceCache
from renderers.kit.titles import WIDTH, empty_hand, hand_title

_TITLE = 84
_EMPTY = 96
_PIECES = PieceCache(limit=1_500_000)


def in_order(hand: Iterable[Shown], sort: Sort, pool: Pool) -> list[Shown]:
    """Return cards by lineage ("suit") or by level ("rank"); Supports come last."""

    def by_lineage(shown: Shown) -> tuple[object, ...]:
        card = pool.cards[shown.number]
        return (card.level == 0, card.lineage or "~", card.level, card.name, shown.number, shown.card)

    def by_level(shown: Shown) -> tuple[object, ...]:
        card = pool.cards[shown.number]
        return (card.level == 0, card.level, _power(card), card.name, shown.number, shown.card)

    return sorted(hand, key=by_lineage if sort == "suit" else by_level)


def _power(card: AnyCard) -> int:
    return card.power if isinstance(card, Character) else 0


def draw_hand(view: ArclashView, name: str, sort: Sort, pool: Pool) -> Mosaic:
    """Draw what the viewer, who must have a seat, holds and what else it may look at."""
    sections = _dressed([(title, tiles) for title, tiles in _sections(view, sort, pool) if tiles])
    high = _TITLE + sum(height_of(tiles) + HEADING * bool(title) for title, tiles in sections) + 8
    board = Mosaic(WIDTH, high + (0 if sections else _EMPTY), palette=table_palette())
    words, seat, language = _words(view), view.viewer or 0, current().code
    head = (seat, name, words, _TITLE, 44)
    board.lay_kept(_PIECES, (head, language), partial(hand_title, *head), 0, 0)
    if not sections:
        empty = _why_empty(view)
        board.lay_kept(_PIECES, empty, partial(empty_hand, empty, _EMPTY), 0, _TITLE)
    y = _TITLE
    for title, tiles in sections:
        if title:
            board.lay_kept(_PIECES, title, partial(heading, title), 0, y)
            y += HEADING
        y = lay_tiles(board, y, tiles)
    return board


def _dressed(sections: list[tuple[str, list[Tile]]]) -> list[tuple[str, list[Tile]]]:
    dress = dress_for(sum(len(tiles) for _, tiles in sections))
    return [(title, [tile._replace(dress=dress) for tile in tiles]) for title, tiles in sections]


def _sections(view: ArclashView, sort: Sort, pool: Pool) -> list[tuple[str, list[Tile]]]:
    """Return the tiles under their headings: what a card lets the viewer look at, openers, the hand."""
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
    copies: dict[str, int] = {}
    for shown in cards:
        copies[shown.number] = copies.get(shown.number, 0) + 1
    return [Tile(printed(pool.cards[number], pool), "", count) for number, count in copies.items()]


def _words(view: ArclashView) -> str:
    place = view.places[view.viewer or 0]
    return ngettext(
        "{number} card · deck {deck} · discard {discard}",
        "{number} cards · deck {deck} · discard {discard}",
        len(view.hand),
        deck=place.deck,
        discard=len(place.discard),
    )


def _why_empty(view: ArclashView) -> str:
    if view.phase in ("decks", "openers"):
        return gettext("No cards yet: hands are dealt when all have chosen.")
    return gettext("You hold no cards.")
