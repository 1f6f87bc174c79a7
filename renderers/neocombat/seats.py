"""The seats' cards: name, varans left, cards in hand, kills, the First player's marker, who is awaited."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from PIL import Image

from bot.engine.language import current, gettext
from bot.games.neocombat.rules.view import NeoView
from renderers.kit import text
from renderers.kit.fonts import READABLE
from renderers.kit.mosaic import Mosaic, PieceCache
from renderers.kit.palette import GOLD, HEAL, LIT_PANEL, MUTED, PANEL, PAPER, SEATS, TABLE, mix
from renderers.kit.shapes import seat_mark
from renderers.kit.signs import framed, pile, sand, tick
from renderers.kit.sprites import Sprite
from renderers.kit.titles import MARGIN, WIDTH
from renderers.neocombat.header import acting
from renderers.neocombat.sights import alive
from renderers.neocombat.signs import sign

HIGH = 92
_GAP = 12
_PIECES = PieceCache(limit=2_000_000)
_SIDE_BY_SIDE = 4


class _Card(NamedTuple):
    """All that is on a seat's card."""

    seat: int
    name: str
    wide: int
    awaited: bool
    first: bool
    status: tuple[str, str]
    """A sign and a word."""
    varans: int
    team: int
    out: bool
    hand: int
    kills: int


def height_of_cards(seats: int) -> int:
    """Return how many pixels the seats' cards take, with the gap below."""
    return -(-seats // columns(seats)) * (HIGH + _GAP)


def columns(seats: int) -> int:
    """Return how many cards stand side by side."""
    return seats if seats <= _SIDE_BY_SIDE else 3


def draw_cards(board: Mosaic, view: NeoView, names: Sequence[str], top: int) -> None:
    """Draw a card for each seat. Names are legible."""
    across = columns(view.seats)
    wide = (WIDTH - 2 * MARGIN - (across - 1) * _GAP) // across
    for seat in range(view.seats):
        row, column = divmod(seat, across)
        card = _card(view, seat, names[seat], wide)
        x, y = MARGIN + column * (wide + _GAP), top + row * (HIGH + _GAP)
        board.lay_kept(_PIECES, (card, current().code), partial(_draw, card), x, y)


def _card(view: NeoView, seat: int, name: str, wide: int) -> _Card:
    status = status_of(view, seat)
    return _Card(
        seat,
        name,
        wide,
        status[0] == "sand",
        view.first == seat and view.turn > 0,
        status,
        alive(view, seat),
        view.options.team,
        bool(view.out[seat]),
        view.hands[seat],
        view.kills[seat],
    )


def status_of(view: NeoView, seat: int) -> tuple[str, str]:
    """Return what a seat is doing: a sign ("tick", "sand", "passed", "stopped", "") and a word."""
    if view.out[seat]:
        return "", gettext("resigned") if view.out[seat] == "resigned" else gettext("out")
    if view.outcome is not None:
        return ("tick", gettext("won")) if seat in view.outcome.winners else ("", "")
    if view.phase in ("draft", "repair"):
        return ("tick", gettext("ready")) if view.ready[seat] else ("sand", gettext("choosing"))
    if acting(view) == seat:
        return "sand", gettext("to answer") if view.fight is not None else gettext("to play")
    if view.phase == "movement" and seat in view.stopped:
        return "stopped", gettext("stays put")
    if view.phase == "combat" and seat in view.passed:
        return "passed", gettext("passed")
    return "", ""


def _draw(card: _Card) -> Image.Image:
    image = Image.new("RGB", (card.wide, HIGH), TABLE)
    style = SEATS[card.seat]
    rim = style.colour if card.awaited else mix(PANEL, style.colour, 0.3)
    framed(
        image,
        (0, 0, card.wide, HIGH),
        12,
        LIT_PANEL if card.awaited else PANEL,
        rim,
        4 if card.awaited else 3,
    )
    seat_mark(card.seat, 40).centre(image, 34, 28)
    right = _status(image, card)
    if card.first:
        right -= 34
        sign("first", 32).paste(image, right, 10)
        right -= 8
    colour = MUTED if card.out else PAPER
    text.write_bold(image, 62, 28, card.name, size=30, colour=colour, room=right - 62)
    _counts(image, card)
    return image


def _status(image: Image.Image, card: _Card) -> int:
    """Draw what the seat is doing; return where what stands before it has to end."""
    kind, word = card.status
    right = card.wide - 14
    wide = text.width(word, "extrabold", READABLE)
    if word and (wide + 40 <= card.wide // 2 - 40 or not kind):
        colour = {"tick": HEAL, "sand": GOLD}.get(kind, MUTED)
        right -= text.write_bold(image, right, 28, word, size=READABLE, colour=colour, anchor="right") + 6
    mark = _sign(kind)
    if mark is not None:
        right -= mark.width
        mark.paste(image, right, 28 - mark.height // 2)
    return right - 12


def _sign(kind: str) -> Sprite | None:
    if kind in ("tick", "sand"):
        return tick(30) if kind == "tick" else sand(28)
    return sign(kind, 28) if kind else None


def _counts(image: Image.Image, card: _Card) -> None:
    """Draw how many varans, cards and kills the seat has, evenly apart but never wide apart."""
    style = SEATS[card.seat]
    signs = (sign("varan", 32), pile("hand", 34, style.tones[6]), sign("kill", 32))
    words = (f"{card.varans}/{card.team}", str(card.hand), str(card.kills))
    wide = [
        mark.width + 8 + text.width(said, "extrabold", 28) for mark, said in zip(signs, words, strict=True)
    ]
    gap, x = min(64, (card.wide - 32 - sum(wide)) // 2), 16
    for mark, said, room in zip(signs, words, wide, strict=True):
        mark.paste(image, x, 66 - mark.height // 2)
        text.write_bold(image, x + mark.width + 8, 66, said, size=28, colour=PAPER)
        x += room + gap
