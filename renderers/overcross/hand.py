"""The viewer's own hand: its cards with their whole texts, two in a row, to be read on a phone."""

from __future__ import annotations

from collections import Counter

from bot.engine.decks import Card
from bot.engine.language import gettext
from bot.games.overcross.cards.cards import AnyCard, Pool
from bot.games.overcross.rules.view import OvercrossView
from renderers.contract import Sort
from renderers.kit.cards import hands
from renderers.kit.cards.tiles import Tile
from renderers.kit.mosaic import Mosaic
from renderers.kit.titles import hand_note, no_cards, no_cards_yet
from renderers.overcross.cards import printed
from renderers.overcross.names import face_of

_KINDS = ("character", "edit", "event", "terrain")


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
    looking, seat = () if view.question is None else view.question.looking, view.viewer or 0
    sections = [
        (gettext("To look at now"), _tiles(looking, view, sort, pool)),
        (gettext("Your hand") if looking else "", _tiles(view.hand, view, sort, pool)),
    ]
    note = hand_note(len(view.hand), view.decks[seat], len(view.sides[seat].discard))
    return hands.draw_hand(seat, name, note, sections, no_cards() if view.turn else no_cards_yet())


def _tiles(cards: tuple[Card, ...], view: OvercrossView, sort: Sort, pool: Pool) -> list[Tile]:
    copies = Counter([face_of(view, card, pool) for card in cards])
    return [Tile(printed(face), "", copies[face]) for face in _ordered(set(copies), sort)]
