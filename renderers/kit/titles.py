"""Title lines: the player to move, the owner of a hand, the winner; and names of players in pictures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PIL import Image

from bot.base.language import gettext, messages, ngettext
from bot.engine.sentences import listed
from renderers.kit import text
from renderers.kit.fonts import ON_A_PHONE
from renderers.kit.palette import INK, MUTED, PANEL, PAPER, SEATS, TABLE
from renderers.kit.shapes import seat_mark
from renderers.kit.signs import plate

WIDTH = 1280
"""Pixels of every picture of a table or a hand."""
MARGIN = 20
_SIDE = MARGIN + 4
"""Pixels from the picture's edge to the text."""


def drawn_player(names: Sequence[str], seat: int) -> str:
    """Return a player's name in characters that the fonts have.

    For a name without any, return the name of the seat's mark; for no player, "Player 2".
    """
    name = given_name(names, seat)
    return text.legible_name(name, seat_title(seat) if text.printable(name) else numbered(seat))


def given_name(names: Sequence[str], seat: int) -> str:
    """Return the name that a player has, "" for none."""
    return names[seat] if seat < len(names) else ""


def numbered(seat: int) -> str:
    """Return the name of a nameless player: "Player 2"."""
    return gettext("Player {number}", number=seat + 1)


def seat_title(seat: int) -> str:
    """Return the name of a seat's sign, for a button: "Blue circle"."""
    return gettext(_SEAT_TITLES[seat])


_SEAT_TITLES = messages("shared", "seats", tuple[str, ...])


def winning(players: Sequence[str]) -> str:
    """Return the winners in words: "Ann wins", "Ann and Ben win"."""
    return ngettext("{players} wins", "{players} win", len(players), players=listed(players))


def result(winners: Sequence[int], called: Sequence[str]) -> str:
    """Return the winners, with these names of players, or that it is a draw."""
    return winning([called[seat] for seat in winners]) if winners else gettext("A draw")


def turn_of(player: str) -> str:
    """Return "Ann’s turn"."""
    return gettext("{player}’s turn", player=player)


def write_note(image: Image.Image, words: str, middle: int, *, size: int, right: int = WIDTH - _SIDE) -> int:
    """Write a muted note that ends at `right`; return the x at which earlier text must end."""
    text.write(image, right, middle, words, size=size, colour=MUTED, anchor="right")
    return before_note(words, size=size, right=right)


def before_note(words: str, *, size: int, right: int = WIDTH - _SIDE) -> int:
    """Return the x at which text before a note that ends at `right` must end."""
    return right - text.width(words, "semibold", size) - 28


def write_title(
    image: Image.Image,
    words: str,
    middle: int,
    *,
    size: int,
    right: int,
    seat: int = -1,
    mark: int = 56,
    gap: int = 14,
) -> None:
    """Write a title that ends at `right` at the latest, after the mark of a seat unless that is -1.

    The mark is of `mark` pixels, with a gap behind it.
    """
    left = _SIDE
    if seat >= 0:
        seat_mark(seat, mark).centre(image, _SIDE - 2 + mark // 2, middle)
        left += mark + gap - 2
    text.write_bold(image, left, middle, words, size=size, colour=PAPER, room=right - left)


def write_fitted_title(
    image: Image.Image,
    words: str,
    notes: Sequence[str],
    middle: int,
    *,
    sizes: Sequence[int],
    note_size: int,
    seat: int = -1,
    mark: int = 56,
) -> None:
    """Write a title and the first note that fits beside it, in the first size that fits.

    Without such a note the title is written alone, shortened in the smallest size if needed.
    """
    left = _SIDE + (mark + 10 if seat >= 0 else 0)
    for note in (*notes, ""):
        right = WIDTH - _SIDE - (text.width(note, "semibold", note_size) + 28 if note else 0)
        size = text.largest(words, "extrabold", sizes, right - left)
        if text.width(words, "extrabold", size) <= right - left:
            break
    if note:
        write_note(image, note, middle, size=note_size)
    write_title(image, words, middle, size=size, right=right, seat=seat, mark=mark, gap=12)


def title_line(words: str, high: int, *, size: int, note: str = "", seat: int = -1) -> Image.Image:
    """Return a line across the picture: the mark of a seat, a title and, at the right, a quiet note."""
    image, middle = Image.new("RGB", (WIDTH, high), TABLE), high // 2 + 2
    right = write_note(image, note, middle, size=ON_A_PHONE) if note else WIDTH - _SIDE
    write_title(image, words, middle, size=size, right=right, seat=seat, mark=52)
    return image


def hand_title(seat: int, name: str, note: str, high: int, size: int) -> Image.Image:
    """Return the title of a hand, whose it is and with a note."""
    words = gettext("{player}’s hand", player=name)
    return title_line(words, high, size=size, note=note, seat=seat)


def hand_note(cards: int, deck: int, discard: int) -> str:
    """Return how many cards are in a hand and in the piles it is drawn from."""
    return ngettext(
        "{number} card · deck {deck} · discard {discard}",
        "{number} cards · deck {deck} · discard {discard}",
        cards,
        deck=deck,
        discard=discard,
    )


def no_cards() -> str:
    """Return the text for an empty hand."""
    return gettext("You hold no cards.")


def no_cards_yet() -> str:
    """Return the text shown instead of a hand before the deal."""
    return gettext("No cards yet: hands are dealt when all have chosen.")


def empty_hand(words: str, high: int) -> Image.Image:
    """Return the text shown instead of a hand without cards."""
    image = Image.new("RGB", (WIDTH, high), TABLE)
    text.centre(image, WIDTH // 2, 34, words, size=38, colour=PAPER)
    return image


HEADING, _WHY = 88, 48
"""Pixels of the title line of a table, and below the winners for why they won: such sentences are long."""


class Heading(NamedTuple):
    """All that the title line of a table says."""

    words: str
    note: str
    """What goes on, or why it ended so."""
    seat: int = -1
    """The seat whose mark precedes the words, or -1."""
    winners: tuple[int, ...] | None = None
    """Who won, once the match is over."""


def height_of_heading(*, over: bool) -> int:
    """Return how many pixels the title line of a table takes."""
    return HEADING + _WHY if over else HEADING


def table_heading(heading: Heading, size: int) -> Image.Image:
    """Return the title line of a table: whose move it is, or on a banner how it ended and below it why."""
    if heading.winners is None:
        return title_line(heading.words, HEADING, size=size, note=heading.note, seat=heading.seat)
    image = Image.new("RGB", (WIDTH, HEADING + _WHY), TABLE)
    draw_banner(image, heading.winners, heading.words, HEADING)
    write_title(image, heading.note, HEADING + _WHY // 2 - 6, size=ON_A_PHONE, right=WIDTH - MARGIN)
    return image


def draw_banner(image: Image.Image, winners: Sequence[int], words: str, high: int) -> None:
    """Draw the winners' marks and names on a banner in the first winner's colour, in a line with this height
    in pixels.
    """
    plate(image, (MARGIN, 8, WIDTH - MARGIN, high - 8), 14, SEATS[winners[0]].colour if winners else PAPER)
    left, middle = MARGIN + 24, high // 2
    for seat in winners:
        seat_mark(seat, 48).centre(image, left + 24, middle)
        left += 60
    room = WIDTH - MARGIN - 24 - left
    size = text.largest(words, "extrabold", (46, 42, ON_A_PHONE), room)
    text.write_bold(image, left + 8, middle, words, size=size, colour=INK, room=room)


def secret_panel(words: str, high: int, gap: int) -> Image.Image:
    """Return the panel shown instead of a table before anything is revealed, with a gap below it."""
    image = Image.new("RGB", (WIDTH, high), TABLE)
    plate(image, (MARGIN, 0, WIDTH - MARGIN, high - gap), 14, PANEL)
    text.centre(image, WIDTH // 2, (high - gap) // 2, words, size=ON_A_PHONE, colour=PAPER)
    return image
