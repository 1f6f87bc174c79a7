"""Cards of the seats above a table: mark, name, status and numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple, Protocol, TypeVar

from PIL import Image

from bot.base.language import current
from bot.engine.contract import Seat
from renderers.kit import text
from renderers.kit.fonts import ON_A_PHONE
from renderers.kit.mosaic import Mosaic, PieceCache
from renderers.kit.palette import GOLD, HEAL, LIT_PANEL, MUTED, PANEL, PAPER, SEATS, TABLE, mix
from renderers.kit.shapes import seat_mark
from renderers.kit.signs import framed, sand, tick
from renderers.kit.sprites import Sprite
from renderers.kit.titles import MARGIN, WIDTH

HIGH, GAP = 92, 12
"""Pixels of a card, and between cards and below them."""
_PIECES = PieceCache()
_UPPER, _LOWER = 28, 66
"""The middle of a card's two lines."""


class Status(NamedTuple):
    """The status of a seat."""

    sign: str = ""
    """"tick", "sand" for a seat that is to act, another sign of the game, or ""."""
    word: str = ""


class Seated(Protocol):
    """All that is on a seat's card; equal ones look alike."""

    @property
    def seat(self) -> Seat:
        """Whose it is."""

    @property
    def name(self) -> str:
        """The player's name, legible."""

    @property
    def status(self) -> Status:
        """The status of the seat."""

    @property
    def out(self) -> bool:
        """Whether the seat is out of the match."""


SeatedT = TypeVar("SeatedT", bound=Seated)


def columns(seats: int) -> int:
    """Return how many cards stand side by side."""
    return 2 if seats == 4 else min(seats, 3)


def height_of_cards(seats: int, across: int = 0) -> int:
    """Return the height in pixels of the seats' cards with the gap below.

    `across` of them are side by side if it is not 0.
    """
    return -(-seats // (across or columns(seats))) * (HIGH + GAP)


def lay_cards(
    board: Mosaic,
    cards: Sequence[SeatedT],
    draw: Callable[[SeatedT, int], Image.Image],
    top: int,
    across: int = 0,
) -> None:
    """Draw a card for each seat from this y coordinate on; `draw` gets a seat and the width of its card.

    `across` is the number of cards side by side, if it is not 0.
    """
    across = across or columns(len(cards))
    wide = (WIDTH - 2 * MARGIN - (across - 1) * GAP) // across
    for at, card in enumerate(cards):
        row, column = divmod(at, across)
        x, y = MARGIN + column * (wide + GAP), top + row * (HIGH + GAP)
        board.lay_kept(_PIECES, (card, wide, current().code), partial(draw, card, wide), x, y)


def seat_card(
    card: Seated, wide: int, sign: Callable[[str], Sprite] | None = None, badge: Sprite | None = None
) -> Image.Image:
    """Return a card with its upper line: mark, name, an optional badge, and the status.

    `sign` returns the game's own status signs.
    """
    image = Image.new("RGB", (wide, HIGH), TABLE)
    style, lit = SEATS[card.seat], card.status.sign == "sand"
    rim = style.colour if lit else mix(PANEL, style.colour, 0.3)
    framed(image, (0, 0, wide, HIGH), 12, LIT_PANEL if lit else PANEL, rim, 4 if lit else 3)
    seat_mark(card.seat, 40).centre(image, 34, _UPPER)
    right = _status(image, card.status, sign)
    if badge is not None:
        badge.paste(image, right - 34, 10)
        right -= 42
    colour = MUTED if card.out else PAPER
    text.write_bold(image, 62, _UPPER, card.name, size=ON_A_PHONE, colour=colour, room=right - 62)
    return image


def _status(image: Image.Image, status: Status, sign: Callable[[str], Sprite] | None) -> int:
    """Draw the status; return the x at which earlier text must end."""
    right, word = image.width - 14, status.word
    wide = text.width(word, "extrabold", ON_A_PHONE)
    if word and (wide + 40 <= image.width // 2 - 40 or not status.sign):
        colour = {"tick": HEAL, "sand": GOLD}.get(status.sign, MUTED)
        right -= text.write_bold(image, right, _UPPER, word, size=ON_A_PHONE, colour=colour, anchor="right")
        right -= 6
    mark: Sprite | None = None
    if status.sign in ("tick", "sand"):
        mark = tick(30) if status.sign == "tick" else sand(28)
    elif status.sign and sign is not None:
        mark = sign(status.sign)
    if mark is not None:
        right -= mark.width
        mark.paste(image, right, _UPPER - mark.height // 2)
    return right - 12


def draw_counts(
    image: Image.Image, counts: Sequence[tuple[Sprite, str]], *, side: int, gap: int, apart: int
) -> None:
    """Draw signs with their numbers on a card's lower line, evenly spaced but at most `apart` pixels.

    `side` is the margin at both edges, `gap` the distance between a sign and its number.
    """
    wide = [mark.width + gap + text.width(said, "extrabold", ON_A_PHONE) for mark, said in counts]
    between, x = min(apart, (image.width - 2 * side - sum(wide)) // (len(counts) - 1)), side
    for (mark, said), room in zip(counts, wide, strict=True):
        mark.paste(image, x, _LOWER - mark.height // 2)
        text.write_bold(image, x + mark.width + gap, _LOWER, said, size=ON_A_PHONE, colour=PAPER)
        x += room + between
