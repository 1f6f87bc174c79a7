"""The viewer's own hand: its cards with their whole texts, two in a row, to be read on a phone."""

from __future__ import annotations

from collections import Counter
from functools import partial

from bot.engine.decks import Card
from bot.engine.language import current, gettext
from bot.games.overcross.cards.cards import AnyCard, Pool
from bot.games.overcross.rules.view import OvercrossView
from renderers.contract import Sort
from renderers.kit.cards.hues import table_palette
from renderers.kit.cards.tiles import HEADING, Tile, dress_for, heading, height_of, lay_tiles
from renderers.kit.mosaic import Mosaic, PieceCache
from renderers.kit.titles import WIDTH, empty_hand, hand_note, hand_title, no_cards
from renderers.overcross.cards import printed
from renderers.overcross.names import face_of

_TITLE = 84
_EMPTY = 96
_KINDS = ("character", "edit", "event", "terrain")
_PIECES = PieceCache(limit=1_500_000)


def in_order(view: OvercrossView, sort: Sort, pool: Pool) -> list[AnyCard]:
    """Return the cards in hand, each once, by kind ("suit") or by play cost ("rank")."""
    return _ordered({face_of(view, card, pool) for card in view.hand}, sort)


def _ordered(faces: set[AnyCard], sort: Sort) -> list[AnyCard]:
    def key(face: AnyCard) -> tuple[object, ...]:
        kind = _KINDS.index(face.kind)
        return (*((kind, face.play) if sort == "suit" else (face.play, kind)), face.number)

    return sorted(faces, key=key)


def draw_hand(view: OvercrossView, name: str, sort: Sort, pool: Pool) -> Mosaic:
    """Draw what the viewer, who must have a seat, holds, and what a card lets it look at."""
    looking = () if view.question is None else view.question.looking
    sections = [
        (gettext("To look at now"), _tiles(view, looking, sort, pool)),
        (gettext("Your hand") if looking else "", _tiles(view, view.hand, sort, pool)),
    ]
    sections = [(title, tiles) for title, tiles in sections if tiles]
    dress = dress_for(sum(len(tiles) for _, tiles in sections))
    sections = [(title, [tile._replace(dress=dress) for tile in tiles]) for title, tiles in sections]
    high = _TITLE + sum(height_of(tiles) + HEADING * bool(title) for title, tiles in sections) + 8
    board = Mosaic(WIDTH, high + (0 if sections else _EMPTY), palette=table_palette())
    seat = view.viewer or 0
    note = hand_note(len(view.hand), view.decks[seat], len(view.sides[seat].discard))
    head = (seat, name, note, _TITLE, 44)
    board.lay_kept(_PIECES, (head, current().code), partial(hand_title, *head), 0, 0)
    if not sections:
        words = no_cards() if view.turn else gettext("No cards yet: hands are dealt when all have chosen.")
        board.lay_kept(_PIECES, words, partial(empty_hand, words, _EMPTY), 0, _TITLE)
    y = _TITLE
    for title, tiles in sections:
        if title:
            board.lay_kept(_PIECES, title, partial(heading, title), 0, y)
            y += HEADING
        y = lay_tiles(board, y, tiles)
    return board


def _tiles(view: OvercrossView, cards: tuple[Card, ...], sort: Sort, pool: Pool) -> list[Tile]:
    copies = Counter([face_of(view, card, pool) for card in cards])
    return [Tile(printed(face), "", copies[face]) for face in _ordered(set(copies), sort)]
