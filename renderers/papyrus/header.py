"""The strip above the field: the player to move, the round, or the result; below it the cards."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from PIL import Image, ImageDraw

from bot.base.language import N_, gettext, ngettext
from bot.games.papyrus.rules.view import SECRET_PHASES, PapyrusView
from renderers.kit import text
from renderers.kit.cache import kept_in_budget
from renderers.kit.fonts import ON_A_PHONE, READABLE
from renderers.kit.outlines import Box
from renderers.kit.palette import GOLD, INK, LIT_PANEL, MUTED, PANEL, PAPER, SEATS, TABLE, Colour, mix
from renderers.kit.shapes import seat_mark
from renderers.kit.titles import WIDTH, before_note, result, turn_of, write_note, write_title
from renderers.papyrus.board import Board
from renderers.papyrus.layout import CARDS, CARDS_TOP, HEADER

# The seats' cards: shape, name, units alive and HP. Each is kept until it changes.


_GAP = 12
_SIZES = (ON_A_PHONE, 32, 28)
"""Of the letters: the largest that fit, for four cards side by side are narrow."""
_INDENT = 76


class Card(msgspec.Struct, frozen=True):
    """All that is on a seat's card."""

    seat: int
    name: str
    line: str
    shade: Colour
    """The colour of the line."""
    strength: int | None
    """HP left, in hundredths of the squad's full HP; None where no bar is shown."""
    active: bool
    out: bool
    wide: int


def draw_cards(board: Board, view: PapyrusView, names: Sequence[str]) -> None:
    """Draw a card for each seat, side by side."""
    wide = (WIDTH - 2 * _SIDE - (view.seats - 1) * _GAP) // view.seats
    for seat in range(view.seats):
        card = _card(view, seat, names[seat], wide)
        left = _SIDE + seat * (wide + _GAP)
        board.paint((left, CARDS_TOP, left + wide, CARDS_TOP + CARDS), _draw_card, card, left)


def _draw_card(image: Image.Image, card: Card, left: int) -> None:
    image.paste(_drawn(card), (left, CARDS_TOP))


def _card(view: PapyrusView, seat: int, name: str, wide: int) -> Card:
    active, out = view.turn == seat, view.out[seat]
    if view.phase in SECRET_PHASES:
        line, shade = (gettext("ready"), GOLD) if view.ready[seat] else (gettext("choosing…"), MUTED)
        return Card(seat, name, line, shade, None, active, out, wide)
    if out:
        return Card(seat, name, gettext("out of play"), MUTED, 0, active, out, wide)
    alive = [unit.hp for unit in view.units if unit.seat == seat and unit.hp > 0]
    line = gettext("{units}/{size} · {hp} HP", units=len(alive), size=view.options.squad, hp=sum(alive))
    strength = min(100, sum(alive) * 10 // view.options.squad)
    return Card(seat, name, line, PAPER, strength, active, out, wide)


@kept_in_budget
def _drawn(card: Card) -> Image.Image:
    image = Image.new("RGB", (card.wide, CARDS), TABLE)
    pen = ImageDraw.Draw(image)
    box = (0, 0, card.wide - 1, CARDS - 1)
    pen.rounded_rectangle(box, radius=10, fill=LIT_PANEL if card.active else PANEL)
    seat_mark(card.seat, 44).centre(image, 40, 48)
    room = card.wide - _INDENT - 16
    size = text.largest(card.name, "extrabold", _SIZES, room)
    colour = MUTED if card.out else PAPER
    text.write_bold(image, _INDENT, 29, card.name, size=size, colour=colour, room=room)
    size = text.largest(card.line, "semibold", _SIZES, room)
    text.write(image, _INDENT, 71, card.line, size=size, colour=card.shade, room=room)
    if card.strength is not None:
        left, right, bottom = 12, card.wide - 13, CARDS - 7
        pen.rectangle((left, bottom - 6, right, bottom), fill=INK)
        if card.strength:
            filled = left + (right - left) * card.strength // 100
            pen.rectangle((left, bottom - 6, filled, bottom), fill=SEATS[card.seat].colour)
    if card.active:
        pen.rounded_rectangle(box, radius=10, outline=SEATS[card.seat].colour, width=4)
    return image


_SIDE = 20
_TITLE = 46
_MIDDLE = HEADER // 2 + 2
_SECOND = ON_A_PHONE
_WHY = (ON_A_PHONE, 32, READABLE)
"""Of the letters that say why a match ended: the largest that fit."""
_BEFORE = {"picking": N_("Picking squads"), "placing": N_("Placing units")}


def draw_header(board: Board, view: PapyrusView, names: Sequence[str]) -> None:
    """Draw the title line and the seats' cards. `names` are legible already."""
    if view.outcome is not None:
        winners = view.outcome.winners
        words, why = result(winners, names), gettext(view.outcome.why)
        board.paint((0, 0, WIDTH, CARDS_TOP), _draw_banner, winners, words, why)
    else:
        _title_line(board, view, names)
    draw_cards(board, view, names)


def _title_line(board: Board, view: PapyrusView, names: Sequence[str]) -> None:
    """Draw the title line: a title, the pool of steps, and a note, each of which changes alone."""
    note, turn = _round_words(view), view.turn
    title = gettext(_BEFORE[view.phase]) if view.phase in _BEFORE else "Papyrus"
    if turn >= 0:
        title = turn_of(names[turn])
    right = before_note(note, size=_SECOND)
    board.paint((right, 0, WIDTH, CARDS_TOP), _draw_note, note)
    if turn < 0:
        board.paint((0, 0, WIDTH, CARDS_TOP), _draw_title, title)
        return
    if view.phase == "moving":
        pool = ngettext("{number} to move", "{number} to move", view.pool)
    else:
        pool = gettext("attacking")
    left = right - text.width(pool, "extrabold", _SECOND) - 36
    box = (left, _MIDDLE - 25, right, _MIDDLE + 25)
    board.paint((left, 0, right + 1, CARDS_TOP), _draw_pool, box, pool, turn)
    board.paint((0, 0, left, CARDS_TOP), _draw_turn, title, turn, left - 48)


def _draw_note(image: Image.Image, note: str) -> None:
    write_note(image, note, _MIDDLE, size=_SECOND)


def _draw_title(image: Image.Image, title: str) -> None:
    text.write_bold(image, _SIDE + 4, _MIDDLE, title, size=_TITLE, colour=PAPER)


def _draw_turn(image: Image.Image, title: str, turn: int, right: int) -> None:
    write_title(image, title, _MIDDLE, size=_TITLE, right=right, seat=turn, gap=12)


def _round_words(view: PapyrusView) -> str:
    if not view.round:
        size = view.options.squad
        return ngettext("Papyrus · {number} unit each", "Papyrus · {number} units each", size)
    if not view.options.rounds:
        return gettext("Papyrus · Round {round}", round=view.round)
    return gettext("Papyrus · Round {round} of {rounds}", round=view.round, rounds=view.options.rounds)


def _draw_pool(image: Image.Image, box: Box, words: str, turn: int) -> None:
    """Draw the pool of steps as a chip."""
    left, _, right, _ = box
    ImageDraw.Draw(image).rounded_rectangle(box, radius=8, fill=mix(PANEL, SEATS[turn].colour, 0.3))
    middle = right - (right - left) // 2
    text.write_bold(image, middle, _MIDDLE, words, size=_SECOND, colour=PAPER, anchor="middle")


def _draw_banner(image: Image.Image, winners: Sequence[int], words: str, why: str) -> None:
    """Draw the outcome on a paper ribbon with folded ends."""
    colour = SEATS[winners[0]].tones[5] if winners else PAPER
    shade = SEATS[winners[0]].tones[3] if winners else mix(INK, PAPER, 0.5)
    pen = ImageDraw.Draw(image)
    top, bottom = 6, HEADER - 6
    for x, inward in ((0, 1), (WIDTH - 1, -1)):
        middle = (top + bottom) // 2 + 8
        tail = [(x, top + 12), (x + inward * 70, top + 12), (x + inward * 70, bottom), (x, bottom)]
        pen.polygon([*tail, (x + inward * 26, middle)], fill=shade)
        fold_down = [
            (x + inward * 44, bottom - 10),
            (x + inward * 70, bottom - 10),
            (x + inward * 70, bottom),
        ]
        pen.polygon(fold_down, fill=INK)
    pen.rectangle((44, top, WIDTH - 45, bottom - 11), fill=colour)
    _centred_pair(image, words, why, (top + bottom - 11) // 2)


def _centred_pair(image: Image.Image, line: str, why: str, middle: int) -> None:
    room = WIDTH - 2 * 44 - 40
    line = text.fitted(line, "extrabold", _TITLE, room * 3 // 5)
    wide = text.width(line, "extrabold", _TITLE)
    if text.width(why, "semibold", _WHY[-1]) > room - wide - 30:
        why = why.split(":")[0]  # a sentence of its own; who wins by it is told above the picture
    size = text.largest(why, "semibold", _WHY, room - wide - 30)
    why = text.fitted(why, "semibold", size, room - wide - 30)
    left = (WIDTH - wide - 30 - text.width(why, "semibold", size)) // 2
    text.write_bold(image, left, middle, line, size=_TITLE, colour=INK)
    text.write(image, left + wide + 30, middle + 5, why, size=size, colour=TABLE)
