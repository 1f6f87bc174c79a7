"""The title line, the victory points, and a panel for each seat. Each is kept until it changes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from PIL import Image, ImageDraw

from bot.engine.language import gettext, ngettext, pgettext
from bot.games.crossfire.rules.cards import Card
from bot.games.crossfire.rules.scoring import claims_in
from bot.games.crossfire.rules.view import CrossfireView, Tally
from renderers.crossfire.layout import POINTS, QUARTERS, TITLE, Layout
from renderers.crossfire.piles import face_of
from renderers.kit import text
from renderers.kit.mosaic import Mosaic, PieceCache
from renderers.kit.palette import GOLD, INK, LIT_PANEL, MUTED, PANEL, PAPER, SEATS, TABLE, Colour, mix
from renderers.kit.playing_cards import back, chip
from renderers.kit.shapes import seat_mark
from renderers.kit.titles import MARGIN, WIDTH, turn_of, winning, write_note, write_outcome, write_title

GOAL = 6
"""Victory points that win (CRF-23)."""
_TITLE = 46
_NOTE = 40
"""Pixels: 10 on a phone, for what wins is said here."""
_TEXT = 32
_BAND = 900
"""Pixels: a panel from this width on is one line."""
_CHIP = 76
_PIECES = PieceCache(limit=8_000_000)


# --- title ------------------------------------------------------------------------------------------------


class _Title(NamedTuple):
    """All that the title line says."""

    seat: int
    words: str
    right: str
    winners: tuple[int, ...] | None
    """Who won, once the match is over."""


def draw_title(board: Mosaic, view: CrossfireView, names: Sequence[str], part: str | None) -> None:
    """Draw whose turn it is, or how the match ended, and which quarter it is. Names are legible."""
    title = _title(view, names)
    if part is not None and part in QUARTERS and title.winners is None:
        title = title._replace(right=f"{title.right} · {gettext(QUARTERS[part])}")
    board.lay_kept(_PIECES, title, lambda: _draw_title(title), 0, 0)


def _title(view: CrossfireView, names: Sequence[str]) -> _Title:
    if view.outcome is not None:
        winners = view.outcome.winners
        words = winning([names[seat] for seat in winners]) if winners else gettext("A tie")
        return _Title(-1, words, gettext(view.outcome.why), winners)
    if view.turn >= 0:
        words = turn_of(names[view.turn])
        right = gettext("{aim} · turn {turn}", aim=_aim(view), turn=view.turns)
        return _Title(view.turn, words, right, None)
    return _Title(-1, gettext("Settling the bases"), _aim(view), None)


def _aim(view: CrossfireView) -> str:
    """Return what wins, in as few words as it can be said (CRF-21, CRF-23)."""
    return gettext("take the base") if view.seats == 2 else gettext("first to {goal} points", goal=GOAL)


def game_name(view: CrossfireView) -> str:
    """Return the name of the game in this form."""
    return "Crossfire Ultimate" if view.options.ultimate else "Crossfire"


def _draw_title(title: _Title) -> Image.Image:
    image, middle = Image.new("RGB", (WIDTH, TITLE), TABLE), TITLE // 2 + 2
    if title.winners is not None:
        _draw_banner(image, title, title.winners)
        return image
    right = write_note(image, title.right, middle, size=_NOTE)
    write_title(image, title.words, middle, size=_TITLE, right=right, seat=title.seat, gap=12)
    return image


def _draw_banner(image: Image.Image, title: _Title, winners: tuple[int, ...]) -> None:
    fill = SEATS[winners[0]].colour if winners else PAPER
    pen = ImageDraw.Draw(image)
    pen.rounded_rectangle((MARGIN, 6, WIDTH - MARGIN, TITLE - 4), radius=14, fill=fill)
    write_outcome(image, winners, title.words, title.right, TITLE // 2 + 1, 3, TABLE)


# --- victory points ---------------------------------------------------------------------------------------


def draw_points(board: Mosaic, view: CrossfireView) -> None:
    """Draw the victory points of both teams by their source, six places to fill (CRF-23)."""
    if view.seats < 4:
        return
    half = WIDTH // 2
    for team in (0, 1):
        tally = view.tallies[team]
        words = (gettext("base"), gettext("chain"), gettext("middle"))
        key = ("points", team, tally, words)
        board.lay_kept(_PIECES, key, partial(_draw_points, team, tally, words), team * half, TITLE)


def _draw_points(team: int, tally: Tally, words: tuple[str, str, str]) -> Image.Image:
    wide = WIDTH // 2
    image, middle = Image.new("RGB", (wide, POINTS), TABLE), POINTS // 2
    left = MARGIN if team == 0 else GAP_BETWEEN
    for place, seat in enumerate((team, team + 2)):
        seat_mark(seat, 40).centre(image, left + 20 + place * 40, middle)
    number = str(tally.points)
    text.write_bold(image, left + 116, middle, number, size=50, colour=PAPER, anchor="middle")
    right = wide - (GAP_BETWEEN if team == 0 else MARGIN)
    _draw_places(image, left + 150, right, team, _sources(tally, words))
    return image


GAP_BETWEEN = 10
"""Pixels from the middle of the picture to what either team has beside it."""


def _sources(tally: Tally, words: tuple[str, str, str]) -> list[tuple[str, int]]:
    """Return what a team's points come from, and how many each source gives."""
    base, chain, middle = words
    sources = [(base, 1)] * tally.bases
    sources += [(chain, tally.chain)] * bool(tally.chain)
    sources += [(middle, tally.middle)] * bool(tally.middle)
    return sources


def _draw_places(
    image: Image.Image, left: int, right: int, team: int, sources: Sequence[tuple[str, int]]
) -> None:
    pen, wide = ImageDraw.Draw(image), (right - left) // GOAL
    top, bottom = 10, POINTS - 11
    for place in range(GOAL):
        x = left + place * wide
        pen.rounded_rectangle((x + 2, top, x + wide - 3, bottom), radius=8, fill=PANEL)
    place = 0
    for word, points in sources:
        if place >= GOAL:
            return
        x, end = left + place * wide, left + min(GOAL, place + points) * wide
        pen.rounded_rectangle((x + 2, top, end - 3, bottom), radius=8, fill=SEATS[team].colour)
        if text.width(word, "extrabold", 26) <= end - x - 6:
            middle = (x + end) // 2
            text.write_bold(image, middle, POINTS // 2 - 1, word, size=26, colour=INK, anchor="middle")
        place += points


# --- seats ------------------------------------------------------------------------------------------------


class _Panel(NamedTuple):
    """All that a seat's panel says."""

    wide: int
    high: int
    seat: int
    name: str
    active: bool
    note: str
    """What it is about to do, in words."""
    hand: int
    pack: int
    discards: int
    last: Card
    """The top card of its discards, or -1."""
    shown: tuple[Card, ...]
    """Cards of its hand that everybody knows."""
    points: int
    """What it would have if a pack ran out now, or -1 where nothing is counted (CRF-28)."""
    counted: str
    """What stands before these points."""
    out: str
    """What stands before the discards, and before the cards known."""
    holds: str


def draw_seats(board: Mosaic, layout: Layout, view: CrossfireView, names: Sequence[str]) -> None:
    """Draw a panel for each seat."""
    claims = claims_in(view)
    for seat, (left, top, right, bottom) in enumerate(layout.seats):
        points = claims[seat].points if claims else -1
        panel = _panel(view, seat, names[seat], points, (right - left, bottom - top))
        board.lay_kept(_PIECES, panel, partial(_draw_panel, panel), left, top)


def _panel(view: CrossfireView, seat: int, name: str, points: int, size: tuple[int, int]) -> _Panel:
    discards = view.discards[seat]
    return _Panel(
        *size,
        seat,
        name,
        view.turn == seat or (view.phase == "bases" and view.deciding[seat]),
        _note(view, seat),
        view.hands[seat],
        view.packs[seat],
        len(discards),
        discards[-1] if discards else -1,
        view.shown[seat],
        points,
        ngettext("point", "points", points),
        pgettext("discarded cards", "out"),
        gettext("holds"),
    )


def _note(view: CrossfireView, seat: int) -> str:
    if view.phase == "bases":
        return gettext("may redeal") if view.deciding[seat] else gettext("bases settled")
    return gettext("won") if view.outcome is not None and seat in view.outcome.winners else ""


def _draw_panel(panel: _Panel) -> Image.Image:
    image = Image.new("RGB", (panel.wide, panel.high), TABLE)
    pen, box = ImageDraw.Draw(image), (0, 0, panel.wide - 1, panel.high - 1)
    ground = LIT_PANEL if panel.active else mix(PANEL, SEATS[panel.seat].colour, 0.12)
    pen.rounded_rectangle(box, radius=14, fill=ground)
    if panel.wide >= _BAND:
        _band(image, panel)
    else:
        _boxed(image, panel)
    rim = SEATS[panel.seat].colour if panel.active else mix(PANEL, SEATS[panel.seat].colour, 0.3)
    pen.rounded_rectangle(box, radius=14, outline=rim, width=5 if panel.active else 2)
    return image


def _band(image: Image.Image, panel: _Panel) -> None:
    """Write all in one line across the picture: who it is, the cards, and the points."""
    middle = panel.high // 2
    seat_mark(panel.seat, 48).centre(image, 42, middle)
    x = 78 + text.write_bold(image, 78, middle, panel.name, size=42, colour=PAPER, room=330) + 24
    if panel.note:
        x += text.write(image, x, middle, panel.note, size=32, colour=MUTED, room=max(1, 560 - x))
    right = _points(image, panel, middle, 44, 34)
    x = max(x + 24, 480 if not panel.shown else 400)
    x = _counts(image, x, middle, panel, ((1, panel.hand), (0, panel.pack)), 44)
    x = _pair(image, x, middle, panel.out, panel.discards, panel.last, right)
    if panel.shown and x + 150 < right:
        _known(image, x + 24, middle, panel, right)


def _boxed(image: Image.Image, panel: _Panel) -> None:
    """Write below each other what there is room for."""
    _name(image, panel)
    both = ((1, panel.hand), (0, panel.pack))
    if panel.high < 140:
        _counts(image, 16, 66, panel, both, 34)
    elif panel.wide < 220:
        for at, one in enumerate(both):
            _counts(image, 18, 84 + at * 52, panel, (one,), 40)
    else:
        _tall(image, panel)
    _points(image, panel, 90 if panel.high >= 140 else 66, 34, 26)


def _name(image: Image.Image, panel: _Panel) -> None:
    middle = 36 if panel.high >= 140 else 28
    seat_mark(panel.seat, 42).centre(image, 36, middle)
    room = panel.wide - 64 - 12
    if panel.note and panel.wide >= 330:
        wide = text.write(image, panel.wide - 16, middle, panel.note, size=28, colour=MUTED, anchor="right")
        room -= wide + 14
    size = 40 if panel.high >= 220 else 34
    text.write_bold(image, 64, middle, panel.name, size=size, colour=PAPER, room=room)


def _points(image: Image.Image, panel: _Panel, middle: int, size: int, small: int) -> int:
    """Write what the seat would have if a pack ran out now at the right edge (CRF-28); return its left."""
    right = panel.wide - 16
    if panel.points < 0:
        return right
    right -= text.write(image, right, middle, panel.counted, size=small, colour=MUTED, anchor="right") + 8
    number = str(panel.points)
    return right - text.write_bold(image, right, middle, number, size=size, colour=GOLD, anchor="right")


def _tall(image: Image.Image, panel: _Panel) -> None:
    """Write below each other: hand and pack, discards, and what is known of the hand."""
    step = 66 if panel.high >= 220 else 46
    y = 38 + step
    _counts(image, 16, y, panel, ((1, panel.hand), (0, panel.pack)), 42)
    y += step
    if y > panel.high - 20:
        return
    _pair(image, 16, y, panel.out, panel.discards, panel.last, panel.wide)
    y += step
    if panel.shown and y <= panel.high - 16:
        _known(image, 16, y, panel, panel.wide)


def _known(image: Image.Image, x: int, y: int, panel: _Panel, right: int) -> None:
    """Show the cards of the hand that everybody knows, as many as there is room for."""
    x += text.write(image, x, y, panel.holds, size=32, colour=MUTED) + 12
    for card in panel.shown:
        if x + _CHIP > right - 8:
            break
        chip(face_of(card), _CHIP, 42, PAPER).paste(image, x, y - 21)
        x += _CHIP + 6


def _counts(
    image: Image.Image, x: int, y: int, panel: _Panel, counts: tuple[tuple[int, int], ...], high: int
) -> int:
    """Draw the hand as a fan and the pack as a stack, each with its number; return where they end."""
    for fan, count in counts:
        icon = back(panel.seat, high)
        for layer in range(3):
            icon.paste(image, x + layer * (11 if fan else 3), y - high // 2 - (0 if fan else layer * 3 - 3))
        x += icon.width + (22 if fan else 6) + 8
        colour: Colour = GOLD if not fan and not count else PAPER
        x += text.write_bold(image, x, y, str(count), size=38, colour=colour) + 26
    return x


def _pair(image: Image.Image, x: int, y: int, word: str, count: int, last: Card, right: int) -> int:
    """Write how many cards are discarded, and show the last; return where that ends."""
    x += text.write(image, x, y, word, size=32, colour=MUTED) + 12
    x += text.write_bold(image, x, y, str(count), size=36, colour=PAPER) + 14
    if last >= 0 and x + _CHIP <= right - 8:
        chip(face_of(last), _CHIP, 42, PAPER).paste(image, x, y - 21)
        x += _CHIP
    return x
