"""The picture: the board under a line that says who is to move, or who has won."""

from collections.abc import Sequence
from typing import Any

from PIL import Image, ImageDraw

from bot.engine.grid import column_name
from renderers.contract import Picture, Renderer
from renderers.kit import text
from renderers.kit.alt_text import joined
from renderers.kit.grid import Grid
from renderers.kit.palette import GROUND, MUTED, SEATS, TABLE
from renderers.kit.png import encoded
from renderers.kit.titles import WIDTH, drawn_player, result, title_line, turn_of
from tests.noughts.rules import EMPTY, MARKS, NoughtsState

COLOURS = {EMPTY: MUTED, MARKS[0]: SEATS[0].colour, MARKS[1]: SEATS[1].colour}
HIGH, PLACES = 840, Grid(columns=3, shown_columns=3, shown_rows=3, cell=200, left=340, top=170)


class NoughtsRenderer(Renderer[NoughtsState]):
    def board(self, view: NoughtsState, *, names: Sequence[str], **_further: Any) -> Picture:
        called = [drawn_player(names, seat) for seat in range(2)]
        title = result(view.outcome.winners, called) if view.outcome else turn_of(called[view.turn])
        image = Image.new("RGB", (WIDTH, HIGH), TABLE)
        image.paste(title_line(title, 100, size=46))
        for square, mark in enumerate(view.squares):
            x, y = PLACES.corner(square)
            ImageDraw.Draw(image).rectangle((x + 4, y + 4, x + 196, y + 196), fill=GROUND)
            text.write_bold(image, x + 100, y + 100, mark, size=150, colour=COLOURS[mark], anchor="middle")
        for x, y, name in PLACES.ruler(column_name, (36, 36, 36, 36)):
            text.write(image, x, y, name, size=32, colour=MUTED, anchor="middle")
        rows = [f"{row + 1}: {' '.join(view.squares[row * 3 : row * 3 + 3])}" for row in range(3)]
        return Picture(encoded(image), joined([f"{title}.", *rows]), WIDTH, HIGH)
