"""The picture of a free table: its zones, cards with their text, boards with their pieces."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, ClassVar

from PIL import Image, ImageDraw, ImageOps

from bot.base.language import gettext
from bot.engine.grid import column_name
from bot.engine.sentences import SEAT_MARKS
from bot.engine.wording import Focus
from bot.games.freetable.rules.legal import awaited
from bot.games.freetable.rules.table import SHARED, Thing, Zone
from bot.games.freetable.rules.view import FreeView
from bot.games.freetable.wording.names import kind_name, own, thing_name, things_named
from bot.games.freetable.wording.wording import FreeTableWording, counters_told
from renderers.contract import Picture, Renderer, Sort
from renderers.freetable.things import (
    BOARD_SQUARES,
    Drawn,
    draw_on_square,
    in_rows,
    opened,
    palette_of,
)
from renderers.kit import text
from renderers.kit.alt_text import alt_player, hand_text, joined, table_text
from renderers.kit.fonts import ON_A_PHONE
from renderers.kit.grid import Grid
from renderers.kit.lines import Line, Mark, Quiet, draw_line, latest_lines
from renderers.kit.palette import GOLD, HEAL, HURT, INK, MUTED, PAPER, SEATS, TABLE, Colour, ground_tone
from renderers.kit.png import encoded, packed
from renderers.kit.shapes import seat_mark
from renderers.kit.signs import plate
from renderers.kit.titles import (
    MARGIN,
    WIDTH,
    Heading,
    drawn_player,
    hand_title,
    no_cards,
    result,
    table_heading,
    turn_of,
)

_LABEL = 54
"""Pixels of the line above a zone."""
_LINE = 54
_GAP = 16
_RULER = 48
_LARGEST_SQUARE = 140
_NEWS = 3
_DISCARDS = 4
"""The latest cards of a discard pile that are drawn."""
_MOST = 24
"""The most things of a row that are drawn; more are counted."""
_TALLEST_PICTURE = 1500
"""Pixels of the height of a board that is a picture."""
_TALLEST = 3600
"""Pixels beyond which no further zone is drawn."""


class FreeTableRenderer(Renderer[FreeView]):
    """Draws free tables."""

    has_hands = True
    plate: ClassVar[Colour | None] = SEATS[3].tones[2]

    def __init__(self, wording: FreeTableWording) -> None:
        self._wording = wording

    def holds(self, view: FreeView) -> bool:
        """Whether there are hands at this table."""
        return any(hand >= 0 for hand in view.layout.hands)

    def board(
        self,
        view: FreeView,
        *,
        names: Sequence[str],
        recent: Sequence[Any] = (),
        focus: Focus | None = None,
        **_further: Any,
    ) -> Picture:
        """Draw the table; the hands of others are counts."""
        called = [drawn_player(names, seat) for seat in range(view.seats)]
        heading = _heading(view, called)
        parts = [table_heading(heading, 46)]
        parts += map(_drawn_line, latest_lines(self._wording, view, recent, {})[-_NEWS:])
        parts += _words_drawn(_counts(view)) + _words_drawn(counters_told(view, 24).replace("\\", ""))
        first_board = next((at for at, zone in enumerate(view.layout.zones) if zone.squares), -1)
        for at, zone in enumerate(view.layout.zones):
            if sum(each.height for each in parts) > _TALLEST:
                parts += _words_drawn(gettext("More lies on the table: read it as text."))
                break
            if _is_drawn(view, at, zone):
                lit = focus if at == first_board else None
                parts += _zone(view, at, zone, called, lit)
        image = _stacked(parts)
        title = own(view.layout, view.layout.table.file.title)
        alt = joined([table_text(title, self._wording, view, names, recent), *_on_spots(view)])
        return Picture(_encoded(view, image), alt, *image.size)

    def hand(
        self, view: FreeView, *, names: Sequence[str], sort: Sort = "suit", **_further: Any
    ) -> Picture | None:
        """Draw the viewer's hands and what it has chosen, with the texts of the cards."""
        if view.viewer is None:
            return None
        layout, seat = view.layout, view.viewer
        things = [
            thing
            for zone, things in zip(layout.zones, view.zones, strict=True)
            if zone.kind == "hand" and zone.owner == seat
            for thing in things
        ]
        things.sort(key=lambda each: _sorted_by(layout.kinds[each.kind].sign, each.kind, sort))
        name = drawn_player(names, seat)
        parts = [hand_title(seat, name, "", 76, 42)]
        chosen = view.chosen[seat]
        if chosen is not None:
            words = gettext("Chosen in secret: {card}", card=thing_name(layout, chosen.kind))
            parts += _words_drawn(words)
        parts.append(_tiles(view, things) if things else _drawn_line((Quiet(no_cards()),)))
        image = _stacked(parts)
        alt = hand_text(alt_player(names, seat), [thing_name(layout, each.kind) for each in things])
        return Picture(_encoded(view, image), alt, *image.size)


def _on_spots(view: FreeView) -> list[str]:
    """Return what lies on each named place of a board: "Mill: red figure."."""
    layout = view.layout
    return [
        f"{own(layout, zone.spots[at].name)}: {things_named(layout, [each.kind for each in stack])}."
        for zone, things in zip(layout.zones, view.zones, strict=True)
        if zone.spots
        for at, stack in sorted(_stacks(things).items())
    ]


def _sorted_by(sign: str, kind: int, sort: Sort) -> tuple[int, int, int]:
    rank = "A23456789TJQKo".find(sign[:1] if sign != "Jo" else "o")
    suit = "cdhs".find(sign[1:]) if len(sign) == 2 and sign[1:] in "cdhs" else 9
    if rank < 0 or suit == 9:
        return (9, kind, 0)
    return (suit, rank, kind) if sort == "suit" else (rank, suit, kind)


def _heading(view: FreeView, called: Sequence[str]) -> Heading:
    title = own(view.layout, view.layout.table.file.title)
    if view.outcome is not None:
        winners = view.outcome.winners
        return Heading(result(winners, called), gettext(view.outcome.why), winners=winners)
    seats = sorted(awaited(view))
    if view.ending is not None:
        return Heading(gettext("Is it over?"), title)
    if view.phase == "choose":
        return Heading(gettext("All choose in secret"), title)
    if view.turn == SHARED or len(seats) != 1:
        return Heading(gettext("All may act"), title)
    return Heading(turn_of(called[view.turn]), title, seat=view.turn)


def _counts(view: FreeView) -> str:
    """Return how much is in decks and hands: "deck 38 · hand ● 5, ■ 7"."""
    counts: dict[str, list[str]] = {}
    for at, zone in enumerate(view.layout.zones):
        if zone.kind in ("deck", "hand"):
            number = str(len(view.zones[at]))
            mark = "" if zone.owner == SHARED else f"{SEAT_MARKS[zone.owner]} "
            counts.setdefault(zone.name, []).append(mark + number)
    return " · ".join([f"{own(view.layout, name)} {', '.join(numbers)}" for name, numbers in counts.items()])


def _is_drawn(view: FreeView, at: int, zone: Zone) -> bool:
    return zone.kind == "board" or (zone.kind in ("row", "discard", "secret row") and bool(view.zones[at]))


def _words_drawn(words: str) -> list[Image.Image]:
    """Return a text in as many lines as it needs; marks of seats are drawn in their colours."""
    lines: list[str] = []
    for word in words.split(" · ") if words else ():
        joined = f"{lines[-1]} · {word}" if lines else word
        if lines and text.width(joined, "semibold", ON_A_PHONE) <= WIDTH - 2 * MARGIN - 8:
            lines[-1] = joined
        else:
            lines.append(word)
    marks = f"([{''.join(SEAT_MARKS)}])"
    parted = [[part.strip() for part in re.split(marks, line) if part.strip()] for line in lines]
    signs = {mark: Mark(seat) for seat, mark in enumerate(SEAT_MARKS)}
    return [_drawn_line(tuple([signs.get(each) or Quiet(each) for each in line])) for line in parted]


def _drawn_line(line: Line) -> Image.Image:
    image = Image.new("RGB", (WIDTH, _LINE), TABLE)
    draw_line(image, line, MARGIN + 4, _LINE // 2, WIDTH - MARGIN, size=ON_A_PHONE)
    return image


def _lit(focus: Focus | None, square: int) -> Colour | None:
    """Return the colour of a frame around a square that is pointed out."""
    if focus is None:
        return None
    if square == focus.chosen:
        return GOLD
    return HEAL if square in focus.reach else HURT if square in focus.targets else None


def _zone(
    view: FreeView, at: int, zone: Zone, called: Sequence[str], focus: Focus | None
) -> list[Image.Image]:
    """Return a zone below its name."""
    things = view.zones[at]
    name = own(view.layout, zone.name)
    label = Image.new("RGB", (WIDTH, _LABEL), TABLE)
    x = MARGIN + 4
    if zone.owner != SHARED:
        seat_mark(zone.owner, 38).centre(label, x + 19, _LABEL // 2)
        x += 50
        name = f"{name} · {called[zone.owner]}"
    count = "" if zone.kind == "board" or not things else f"  {len(things)}"
    x += text.write_bold(label, x, _LABEL // 2, name, size=ON_A_PHONE, colour=PAPER, room=WIDTH - 160 - x)
    text.write(label, x, _LABEL // 2, count, size=ON_A_PHONE, colour=MUTED)
    if zone.kind == "board":
        picture = view.layout.table.pictures.get(zone.picture)
        if picture is not None:
            return [label, _picture(view, zone, things, focus, picture)]
        return [label, (_spots if zone.spots else _board)(view, zone, things, focus)]
    shown = things[-_DISCARDS:][::-1] if zone.kind == "discard" else things[-_MOST:]
    return [label, _tiles(view, shown)]


def _drawn(view: FreeView, thing: Thing) -> Drawn:
    """Return all on which the picture of a thing depends."""
    layout = view.layout
    turned = thing.turned
    if thing.kind < 0:
        return Drawn("", "back", group=-1 - thing.kind, turned=turned)
    kind = layout.kinds[thing.kind]
    face_down = kind.hides and not thing.up
    picture = layout.table.pictures.get(kind.art.file)
    return Drawn(
        kind_name(layout, kind),
        kind.shape,
        own(layout, kind.text) if kind.text else "",
        kind.sign,
        kind.colour,
        kind.group,
        thing.value,
        kind.sides,
        turned,
        face_down,
        None if picture is None else (picture, kind.art),
    )


def _tiles(view: FreeView, things: Sequence[Thing]) -> Image.Image:
    return in_rows([_drawn(view, each) for each in things])


def _board(view: FreeView, zone: Zone, things: Sequence[Thing], focus: Focus | None) -> Image.Image:
    """Return a board of squares with row 1 at the bottom."""
    rows = zone.squares // zone.width
    size = min(_LARGEST_SQUARE, (WIDTH - 2 * MARGIN - _RULER) // zone.width)
    left = (WIDTH - size * zone.width + _RULER) // 2
    image = Image.new("RGB", (WIDTH, size * rows + _RULER + _GAP), TABLE)
    small = max(26, min(ON_A_PHONE, size - 8))
    width = zone.width
    grid = Grid(columns=width, shown_columns=width, shown_rows=rows, cell=size, left=left, top=0, upward=True)
    for square in range(zone.squares):
        x, y = grid.corner(square)
        tone = BOARD_SQUARES[sum(divmod(square, zone.width)) % 2] if zone.chequered else ground_tone(0)
        image.paste(_lit(focus, square) or tone, (x + 1, y + 1, x + size - 1, y + size - 1))
        image.paste(tone, (x + 7, y + 7, x + size - 7, y + size - 7))
    beside = (_RULER // 2, _RULER // 2, _RULER // 2, _RULER // 2)
    for x, y, name in grid.ruler(column_name, beside):
        if x < grid.right and y > grid.top:  # on the left and below
            text.centre(image, x, y, name, size=small, colour=MUTED)
    for square, stack in _stacks(things).items():
        draw_on_square(image, (*grid.corner(square), size, size), [_drawn(view, each) for each in stack])
    return image


def _spots(view: FreeView, zone: Zone, things: Sequence[Thing], focus: Focus | None) -> Image.Image:
    """Return named places, each with what lies there."""
    columns = min(4, len(zone.spots))
    wide, high = (WIDTH - 2 * MARGIN) // columns, 220
    rows = -(-len(zone.spots) // columns)
    image = Image.new("RGB", (WIDTH, rows * high + _GAP), TABLE)
    stacks = _stacks(things)
    for at, spot in enumerate(zone.spots):
        x, y = MARGIN + at % columns * wide, at // columns * high
        image.paste(_lit(focus, at) or ground_tone(0), (x + 4, y + 4, x + wide - 4, y + high - 4))
        image.paste(ground_tone(0), (x + 10, y + 10, x + wide - 10, y + high - 10))
        name, middle = own(view.layout, spot.name), x + wide // 2
        text.centre(image, middle, y + 34, name, size=ON_A_PHONE, colour=PAPER, room=wide - 20)
        if at in stacks:
            draw_on_square(
                image, (x + (wide - 140) // 2, y + 64, 140, 140), [_drawn(view, each) for each in stacks[at]]
            )
    return image


def _picture(
    view: FreeView, zone: Zone, things: Sequence[Thing], focus: Focus | None, picture: bytes
) -> Image.Image:
    """Return a board that is a picture, what lies on its places, and their names where there is room."""
    room = WIDTH - 2 * MARGIN, _TALLEST_PICTURE
    drawn = ImageOps.contain(opened(picture), room, Image.Resampling.LANCZOS)
    board = palette_of(_pictures(view)).dotted(drawn)
    spots = [(round(each.x * board.width / 100), round(each.y * board.height / 100)) for each in zone.spots]
    near = [
        max(abs(x - u), abs(y - v))
        for at, (x, y) in enumerate(spots)
        for u, v in spots[:at]
        if (x, y) != (u, v)
    ]
    side = max(72, min(_LARGEST_SQUARE, *near, *board.size)) if near else min(_LARGEST_SQUARE, *board.size)
    stacks = _stacks(things)
    boxes = {
        at: (
            max(0, min(board.width - side, spots[at][0] - side // 2)),
            max(0, min(board.height - side, spots[at][1] - side // 2)),
        )
        for at in range(zone.squares)
    }
    taken = [(*boxes[at], boxes[at][0] + side, boxes[at][1] + side) for at in stacks]
    for at, (x, y) in enumerate(spots):
        name = own(view.layout, zone.spots[at].name)
        high = ON_A_PHONE + 10
        long = min(board.width, text.width(name, "semibold", ON_A_PHONE) + 16)
        left = max(0, min(board.width - long, x - long // 2))
        for top in (y + side // 2, y - side // 2 - high) if at in stacks else (y - high // 2,):
            box = (left, top, left + long, top + high)
            free = all(box[0] >= c or box[2] <= a or box[1] >= d or box[3] <= b for a, b, c, d in taken)
            if free and top >= 0 and box[3] <= board.height:
                plate(board, box, 8, INK)
                text.centre(board, left + long // 2, top + high // 2, name, size=ON_A_PHONE, colour=PAPER)
                taken.append(box)
                break
        else:
            if at not in stacks:
                plate(board, (x - 9, y - 9, x + 9, y + 9), 9, INK)
                plate(board, (x - 6, y - 6, x + 6, y + 6), 6, PAPER)
        lit = _lit(focus, at)
        if lit is not None:
            pen = ImageDraw.Draw(board)
            pen.ellipse((x - side // 2, y - side // 2, x + side // 2, y + side // 2), outline=lit, width=7)
    for at, stack in stacks.items():
        draw_on_square(board, (*boxes[at], side, side), [_drawn(view, each) for each in stack])
    image = Image.new("RGB", (WIDTH, board.height + _GAP), TABLE)
    image.paste(board, ((WIDTH - board.width) // 2, 0))
    return image


def _stacks(things: Sequence[Thing]) -> dict[int, list[Thing]]:
    stacks: dict[int, list[Thing]] = {}
    for each in things:
        stacks.setdefault(each.at, []).append(each)
    return stacks


def _pictures(view: FreeView) -> tuple[bytes, ...]:
    return tuple(view.layout.table.pictures.values())


def _encoded(view: FreeView, image: Image.Image) -> bytes:
    pictures = _pictures(view)
    return packed(palette_of(pictures).reduced(image)) if pictures else encoded(image)


def _stacked(parts: Sequence[Image.Image]) -> Image.Image:
    image = Image.new("RGB", (WIDTH, sum(each.height for each in parts) + MARGIN), TABLE)
    y = 0
    for part in parts:
        image.paste(part, (0, y))
        y += part.height
    return image
