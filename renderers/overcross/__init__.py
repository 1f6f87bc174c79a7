"""Overcross drawn: the grid with terrain, Characters, flags; a hand as a list of its cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from PIL import Image, ImageDraw

from bot.engine.decks import Card
from bot.engine.grid import Grid, column_name, grid_of, squares_of
from bot.engine.language import gettext
from bot.engine.wording import Focus
from bot.games.overcross.cards.cards import AnyCard, Library, Pool
from bot.games.overcross.cards.cardtext import card_name, one_line
from bot.games.overcross.rules.sight import within
from bot.games.overcross.rules.view import SEAT_CARDS, OvercrossView
from bot.games.overcross.rules.zones import zone_of
from renderers.contract import Picture, Renderer, Sort
from renderers.kit import text
from renderers.kit.alt_text import hand_text, joined
from renderers.kit.palette import GROUND, INK, MUTED, PAPER, SEATS, TABLE, mix
from renderers.kit.png import encoded
from renderers.kit.titles import WIDTH, drawn_player, result, title_line, turn_of

__all__ = ["OvercrossRenderer"]

_LEFT = 60
_TOP = 110
_LINE = 46


class OvercrossRenderer(Renderer[OvercrossView]):
    """Draws matches of Overcross."""

    has_hands: ClassVar[bool] = True

    def __init__(self, library: Library) -> None:
        self._library = library

    def board(
        self,
        view: OvercrossView,
        *,
        names: Sequence[str],
        recent: Sequence[Any] = (),  # noqa: ARG002
        focus: Focus | None = None,
        part: str | None = None,  # noqa: ARG002
    ) -> Picture:
        """Draw the grid under a title line."""
        called = [drawn_player(names, seat) for seat in range(view.seats)]
        cell = (WIDTH - 2 * _LEFT) // view.width
        high = _TOP + cell * view.height + 70
        image = Image.new("RGB", (WIDTH, high), TABLE)
        title = _title(view, called)
        image.paste(title_line(title, 90, size=40))
        _ground(image, view, cell, self._pool(view), focus)
        for piece in view.pieces:
            if piece.square >= 0:
                x, y = _corner(view, cell, piece.square)
                colour = SEATS[piece.seat].colour
                box = (x + 4, y + 4, x + cell - 4, y + cell - 4)
                ImageDraw.Draw(image).ellipse(box, fill=colour, outline=INK, width=3)
                name = card_name(self._face(view, piece.card))
                letters = "".join([word[0] for word in name.split()][:3])
                text.write_bold(
                    image,
                    x + cell // 2,
                    y + cell // 2,
                    letters,
                    size=cell // 3,
                    colour=PAPER,
                    anchor="middle",
                )
                if piece.counters:
                    text.write_bold(
                        image,
                        x + cell - 12,
                        y + 14,
                        str(piece.counters),
                        size=cell // 4,
                        colour=PAPER,
                        anchor="middle",
                    )
        rows = [f"{title}."]
        rows += [
            f"{called[piece.seat]}: {card_name(self._face(view, piece.card))}, {_square(view, piece.square)}."
            for piece in view.pieces
        ]
        return Picture(encoded(image), joined(rows), WIDTH, high)

    def hand(self, view: OvercrossView, *, names: Sequence[str], sort: Sort = "suit") -> Picture | None:
        """Draw the viewer's own cards, by kind or by play cost; None for who has no seat."""
        if view.viewer is None:
            return None
        faces = [self._face(view, card) for card in view.hand]
        faces.sort(key=lambda face: (face.play if sort == "rank" else 0, face.number))
        high = 110 + _LINE * 2 * max(1, len(faces))
        image = Image.new("RGB", (WIDTH, high), TABLE)
        called = drawn_player(names, view.viewer)
        image.paste(title_line(called, 90, size=40))
        for place, face in enumerate(faces):
            y = 120 + place * 2 * _LINE
            text.write_bold(image, 40, y, f"{card_name(face)} ({face.play})", size=34, colour=PAPER)
            line = text.fitted(one_line(face), "semibold", 26, WIDTH - 80)
            text.write(image, 40, y + _LINE, line, size=26, colour=MUTED)
        return Picture(encoded(image), hand_text(called, [card_name(face) for face in faces]), WIDTH, high)

    def _pool(self, view: OvercrossView) -> Pool:
        return self._library[view.options.cards]

    def _face(self, view: OvercrossView, card: Card) -> AnyCard:
        seat, place = divmod(card, SEAT_CARDS)
        cards = (*view.lists[seat], *view.chosen[seat])
        return self._pool(view).cards[cards[place]]


def _title(view: OvercrossView, called: Sequence[str]) -> str:
    if view.outcome is not None:
        return result(view.outcome.winners, called)
    return turn_of(called[view.current]) if view.current >= 0 else gettext("Overcross")


def _square(view: OvercrossView, square: int) -> str:
    return _grid(view).name(square) if square >= 0 else "-"


def _grid(view: OvercrossView) -> Grid:
    return grid_of(view.width, view.height)


def _corner(view: OvercrossView, cell: int, square: int) -> tuple[int, int]:
    row, column = divmod(square, view.width)
    return _LEFT + column * cell, _TOP + (view.height - 1 - row) * cell


def _ground(image: Image.Image, view: OvercrossView, cell: int, pool: Pool, focus: Focus | None) -> None:
    """Draw the squares: zones, terrain areas, what is pointed out, flags, coordinates."""
    grid, pen = _grid(view), ImageDraw.Draw(image)
    fills = dict.fromkeys(range(grid.size), GROUND)
    for seat in range(view.seats):
        for square in squares_of(zone_of(grid, seat)):
            fills[square] = mix(GROUND, SEATS[seat].colour, 0.35)
    letters: dict[int, str] = {}
    for placed in view.terrains:
        seat, place = divmod(placed.card, SEAT_CARDS)
        face: Any = pool.cards[(*view.lists[seat], *view.chosen[seat])[place]]
        letters[placed.centre] = card_name(face)[:3]
        for square in squares_of(within(grid, placed.centre, face.radius)):
            fills[square] = mix(GROUND, INK, 0.5)
    for square, fill in fills.items():
        x, y = _corner(view, cell, square)
        shown = mix(fill, PAPER, 0.4) if focus is not None and square in focus.reach else fill
        pen.rectangle((x, y, x + cell, y + cell), fill=shown, outline=TABLE)
        if square in letters:
            text.write(
                image,
                x + cell // 2,
                y + cell // 2,
                letters[square],
                size=cell // 4,
                colour=PAPER,
                anchor="middle",
            )
    for flag in view.flags:
        x, y = _corner(view, cell, flag.square)
        pen.rectangle((x + 2, y + 2, x + cell // 4, y + cell // 4), fill=SEATS[flag.seat].colour, outline=INK)
    for column in range(view.width):
        x = _LEFT + column * cell + cell // 2
        text.write(image, x, image.height - 40, column_name(column), size=28, colour=MUTED, anchor="middle")
    for row in range(view.height):
        y = _TOP + (view.height - 1 - row) * cell + cell // 2
        text.write(image, 30, y, str(row + 1), size=28, colour=MUTED, anchor="middle")
