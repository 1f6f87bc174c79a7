"""The seats' cards: name, varans left, cards in hand, kills, the First player's marker, and the status."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from PIL import Image

from bot.base.language import gettext
from bot.engine.contract import Seat
from bot.games.neocombat.rules.view import NeoView
from renderers.kit.mosaic import Mosaic
from renderers.kit.palette import SEATS
from renderers.kit.seats import Status, draw_counts, lay_cards, seat_card
from renderers.kit.signs import pile
from renderers.neocombat.signs import sign


class _Card(NamedTuple):
    """All that is on a seat's card."""

    seat: Seat
    name: str
    status: Status
    out: bool
    first: bool
    varans: int
    team: int
    hand: int
    kills: int


def draw_cards(board: Mosaic, view: NeoView, names: Sequence[str], top: int) -> None:
    """Draw a card for each seat. Names are legible."""
    lay_cards(board, [_card(view, seat, names[seat]) for seat in range(view.seats)], _draw, top)


def _card(view: NeoView, seat: Seat, name: str) -> _Card:
    return _Card(
        seat,
        name,
        status_of(view, seat),
        bool(view.out[seat]),
        view.first == seat and view.turn > 0,
        view.alive(seat),
        view.options.team,
        view.hands[seat],
        view.kills[seat],
    )


def status_of(view: NeoView, seat: Seat) -> Status:
    """Return the status of a seat; its sign is "tick", "sand", "passed", "stopped" or ""."""
    if view.out[seat]:
        return Status("", gettext("resigned") if view.out[seat] == "resigned" else gettext("out"))
    if view.outcome is not None:
        return Status("tick", gettext("won")) if seat in view.outcome.winners else Status()
    if view.phase in ("draft", "repair"):
        return Status("tick", gettext("ready")) if view.ready[seat] else Status("sand", gettext("choosing"))
    if view.acting == seat:
        return Status("sand", gettext("to answer") if view.fight is not None else gettext("to play"))
    if view.phase == "movement" and seat in view.stopped:
        return Status("stopped", gettext("stays put"))
    if view.phase == "combat" and seat in view.passed:
        return Status("passed", gettext("passed"))
    return Status()


def _draw(card: _Card, wide: int) -> Image.Image:
    badge = sign("first", 32) if card.first else None
    image, tone = seat_card(card, wide, partial(sign, size=28), badge), SEATS[card.seat].tones[6]
    counts = (
        (sign("varan", 32), f"{card.varans}/{card.team}"),
        (pile("hand", 34, tone), str(card.hand)),
        (sign("kill", 32), str(card.kills)),
    )
    draw_counts(image, counts, side=16, gap=8, apart=64)
    return image
