"""The seats' cards: name, hand, deck, discard pile, and the status."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PIL import Image

from bot.base.language import gettext
from bot.engine.contract import Seat
from bot.games.overcross.rules.view import OvercrossView, awaited
from renderers.kit.mosaic import Mosaic
from renderers.kit.palette import SEATS
from renderers.kit.seats import Status, draw_counts, height_of_cards, lay_cards, seat_card
from renderers.kit.signs import pile
from renderers.overcross.signs import sign

_ACROSS = 2
"""Cards side by side: so they are broad enough for letters that can be read on a phone."""


class _Card(NamedTuple):
    """All that is on a seat's card."""

    seat: Seat
    name: str
    status: Status
    out: bool
    counts: tuple[int, int, int, int]
    """Cards in hand, in the deck and in the discard pile; the deck cost of the kills."""


def draw_cards(board: Mosaic, view: OvercrossView, names: Sequence[str], top: int) -> None:
    """Draw a card for each seat, side by side. Names are legible."""
    cards = []
    for seat, side in enumerate(view.sides):
        counts = (view.hands[seat], view.decks[seat], len(side.discard), side.kills)
        cards.append(_Card(seat, names[seat], status_of(view, seat), bool(side.out), counts))
    lay_cards(board, cards, _draw, top, _ACROSS)


def height_of_seats(view: OvercrossView) -> int:
    """Return how many pixels the seats' cards take, with the gap below."""
    return height_of_cards(view.seats, _ACROSS)


def status_of(view: OvercrossView, seat: Seat) -> Status:
    """Return the status of a seat; its sign is "tick", "sand" or ""."""
    out = view.sides[seat].out
    if out:
        return Status("", gettext("resigned") if out == "resigned" else gettext("out"))
    if view.outcome is not None:
        return Status("tick", gettext("won")) if seat in view.outcome.winners else Status()
    if seat in awaited(view):
        choosing = view.question is not None or view.phase in ("decks", "first", "hands")
        return Status("sand", gettext("choosing") if choosing else gettext("to play"))
    return Status("tick", gettext("ready")) if view.phase in ("decks", "hands") else Status()


def _draw(card: _Card, wide: int) -> Image.Image:
    image, tone = seat_card(card, wide), SEATS[card.seat].tones[6]
    signs = (pile("hand", 34, tone), pile("deck", 34, tone), pile("discard", 34, tone), sign("dead", 30))
    draw_counts(image, list(zip(signs, map(str, card.counts), strict=True)), side=14, gap=6, apart=44)
    return image
