"""The strip above the field: whose turn it is, the round, or how the match ended; below it the cards."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image, ImageDraw

from bot.engine.language import N_, gettext, ngettext
from bot.games.papyrus.rules.view import PapyrusView
from renderers.kit import text
from renderers.kit.palette import INK, PANEL, PAPER, SEATS, TABLE, mix
from renderers.kit.titles import WIDTH, result, turn_of, write_note, write_title
from renderers.papyrus.cards import draw_cards
from renderers.papyrus.layout import HEADER

_SIDE = 20
_TITLE = 46
_SECOND = 28
_TEXT = 26
_BEFORE = {"picking": N_("Picking squads"), "placing": N_("Placing units")}


def draw_header(board: Image.Image, view: PapyrusView, names: Sequence[str]) -> None:
    """Draw the title line and the seats' cards. `names` are legible already."""
    if view.outcome is not None:
        _banner(board, view, names)
    else:
        _title_line(board, view, names)
    draw_cards(board, view, names)


def _title_line(board: Image.Image, view: PapyrusView, names: Sequence[str]) -> None:
    middle = HEADER // 2 + 2
    right = write_note(board, _round_words(view), middle, size=_SECOND)
    if view.turn < 0:
        title = gettext(_BEFORE[view.phase]) if view.phase in _BEFORE else "Papyrus"
        text.write_bold(board, _SIDE + 4, middle, title, size=_TITLE, colour=PAPER)
        return
    right -= _pool(board, view, right, middle) + 20
    title = turn_of(names[view.turn])
    write_title(board, title, middle, size=_TITLE, right=right, seat=view.turn, gap=12)


def _round_words(view: PapyrusView) -> str:
    if not view.round:
        size = view.options.squad
        return ngettext("Papyrus · {number} unit each", "Papyrus · {number} units each", size)
    if not view.options.rounds:
        return gettext("Papyrus · Round {round}", round=view.round)
    return gettext("Papyrus · Round {round} of {rounds}", round=view.round, rounds=view.options.rounds)


def _pool(board: Image.Image, view: PapyrusView, right: int, middle: int) -> int:
    """Draw the pool of steps as a chip that ends at `right`; return its width with a gap."""
    words = gettext("attacking")
    if view.phase == "moving":
        words = ngettext("{number} to move", "{number} to move", view.pool)
    wide = text.width(words, "extrabold", _SECOND) + 36
    colour = SEATS[view.turn].colour
    pen = ImageDraw.Draw(board)
    box = (right - wide, middle - 25, right, middle + 25)
    pen.rounded_rectangle(box, radius=8, fill=mix(PANEL, colour, 0.3))
    text.write_bold(board, right - wide // 2, middle, words, size=_SECOND, colour=PAPER, anchor="middle")
    return wide + 28


def _banner(board: Image.Image, view: PapyrusView, names: Sequence[str]) -> None:
    """Draw the outcome on a paper ribbon with folded ends."""
    assert view.outcome is not None
    winners = view.outcome.winners
    colour = SEATS[winners[0]].tones[5] if winners else PAPER
    shade = SEATS[winners[0]].tones[3] if winners else mix(INK, PAPER, 0.5)
    pen = ImageDraw.Draw(board)
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
    _centred_pair(board, result(winners, names), gettext(view.outcome.why), (top + bottom - 11) // 2)


def _centred_pair(board: Image.Image, line: str, why: str, middle: int) -> None:
    room = WIDTH - 2 * 44 - 40
    line = text.fitted(line, "extrabold", _TITLE, room * 3 // 5)
    wide = text.width(line, "extrabold", _TITLE)
    why = text.fitted(why, "semibold", _TEXT, room - wide - 30)
    left = (WIDTH - wide - 30 - text.width(why, "semibold", _TEXT)) // 2
    text.write_bold(board, left, middle, line, size=_TITLE, colour=INK)
    text.write(board, left + wide + 30, middle + 5, why, size=_TEXT, colour=TABLE)
