"""The strip above the field: the player to move, the round, or the result; below it the cards."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image, ImageDraw

from bot.base.language import N_, gettext, ngettext
from bot.games.papyrus.rules.view import PapyrusView
from renderers.kit import text
from renderers.kit.fonts import ON_A_PHONE, READABLE
from renderers.kit.mosaic import Box
from renderers.kit.palette import INK, PANEL, PAPER, SEATS, TABLE, mix
from renderers.kit.titles import WIDTH, before_note, result, turn_of, write_note, write_title
from renderers.papyrus.board import Board
from renderers.papyrus.cards import draw_cards
from renderers.papyrus.layout import CARDS_TOP, HEADER

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


def _title(view: PapyrusView, names: Sequence[str]) -> str:
    if view.turn >= 0:
        return turn_of(names[view.turn])
    return gettext(_BEFORE[view.phase]) if view.phase in _BEFORE else "Papyrus"


def _title_line(board: Board, view: PapyrusView, names: Sequence[str]) -> None:
    """Draw the title line: a title, the pool of steps, and a note, each of which changes alone."""
    title, note, turn = _title(view, names), _round_words(view), view.turn
    right = before_note(note, size=_SECOND)
    board.paint((right, 0, WIDTH, CARDS_TOP), _draw_note, note)
    if turn < 0:
        board.paint((0, 0, WIDTH, CARDS_TOP), _draw_title, title)
        return
    pool = _pool(view)
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


def _pool(view: PapyrusView) -> str:
    if view.phase == "moving":
        return ngettext("{number} to move", "{number} to move", view.pool)
    return gettext("attacking")


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
    size = text.largest(why, "semibold", _WHY, room - wide - 30)
    why = text.fitted(why, "semibold", size, room - wide - 30)
    left = (WIDTH - wide - 30 - text.width(why, "semibold", size)) // 2
    text.write_bold(image, left, middle, line, size=_TITLE, colour=INK)
    text.write(image, left + wide + 30, middle + 5, why, size=size, colour=TABLE)
