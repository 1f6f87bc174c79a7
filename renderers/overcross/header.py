"""The title line: the player to move, round and phase, or the result; below it objective and score."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from PIL import Image

from bot.base.language import current, gettext, messages, pgettext
from bot.engine.contract import Seat
from bot.engine.decks import Card
from bot.engine.sentences import listed
from bot.games.overcross.cards.field import OFF
from bot.games.overcross.rules.field import DEADLY
from bot.games.overcross.rules.view import (
    NO_CARD,
    NOBODY,
    OvercrossView,
    awaited,
    named_cards,
    owner_of,
    play_limit,
)
from bot.games.overcross.wording.terms import PHASES
from renderers.kit import text
from renderers.kit.fonts import ON_A_PHONE
from renderers.kit.mosaic import Mosaic, PieceCache
from renderers.kit.palette import GOLD, LIT_PANEL, PAPER, TABLE
from renderers.kit.shapes import seat_mark
from renderers.kit.signs import framed
from renderers.kit.titles import (
    HEADING,
    MARGIN,
    WIDTH,
    Heading,
    height_of_heading,
    result,
    table_heading,
    turn_of,
    write_fitted_title,
)
from renderers.overcross.sights import square_name

SCORE = 72
"""Pixels of the line with the objective, with the gap below."""
_ROW = 50
"""Pixels of a further row of the score."""
_TITLE = (44, 40, ON_A_PHONE)
_PIECES = PieceCache()
_GOALS = messages("overcross", "goals-in-short", dict[str, str])


def phase_words(view: OvercrossView) -> list[str]:
    """Return the round, the phase, and the rest of the play limit (OVC-10)."""
    words = (
        [gettext("Round {round} of {last}", round=view.round, last=view.options.rounds)] if view.round else []
    )
    words.append(pgettext("phase", PHASES[view.phase]))
    if view.phase == "cards":
        limit = play_limit(view, view.current)
        words.append(gettext("{left} of {limit} left to play", left=limit - view.spent, limit=limit))
    return words


def whose_move(view: OvercrossView, names: Sequence[str]) -> str:
    """Return the player to move or to choose."""
    if view.question is not None and view.question.seat != view.current:
        return gettext("{player} has to choose", player=names[view.question.seat])
    if view.current != NOBODY:
        return turn_of(names[view.current])
    return pgettext("phase", PHASES[view.phase])


def goal_words(view: OvercrossView) -> str:
    """Return what wins: "Kills: first to 20"."""
    return gettext(_GOALS[view.options.goal], score=view.options.score)


# The score


def score_words(view: OvercrossView, seat: Seat) -> str:
    """Return how near a seat is to the objective, or to losing: "6", "B4 2/6"."""
    if view.sides[seat].out:
        return gettext("out")
    if view.options.has_points:
        return str(view.sides[seat].points)
    return ", ".join([_named(view, seat, card) for card in named_cards(view, seat)])


def _named(view: OvercrossView, seat: Seat, card: Card) -> str:
    """Return the state of a Leader, Champion or Legend."""
    piece = next((each for each in view.pieces if each.card == card), None)
    if piece is None:
        if view.options.objective == "summoning":
            return gettext("costs {cost}", cost=6 + 2 * view.sides[seat].deaths)
        return gettext("dead")
    if piece.square == OFF:
        return gettext("off the grid")
    return f"{square_name(view, piece.square)} {piece.counters}/{DEADLY}"


class _Stand(NamedTuple):
    """The state of one seat, in short."""

    seat: Seat
    words: str
    carrier: Seat = NOBODY
    """Whose Character carries its flag (OVC-25)."""

    @property
    def wide(self) -> int:
        """Pixels it takes, with the gap behind it."""
        return 72 + text.width(self.words, "extrabold", ON_A_PHONE) + (0 if self.carrier == NOBODY else 36)


class _Score(NamedTuple):
    """All that the line of the score says."""

    goal: str
    stands: tuple[_Stand, ...]


def _stand(view: OvercrossView, seat: Seat) -> _Stand:
    for flag in view.flags:
        if flag.seat == seat:
            carrier = NOBODY if flag.carrier == NO_CARD else owner_of(flag.carrier)
            return _Stand(seat, square_name(view, flag.square), carrier)
    return _Stand(seat, score_words(view, seat))


def _draw_score(score: _Score) -> Image.Image:
    rows = _rows(score)
    image = Image.new("RGB", (WIDTH, SCORE + (len(rows) - 1) * _ROW), TABLE)
    framed(image, (MARGIN, 0, WIDTH - MARGIN, image.height - 12), 12, LIT_PANEL, GOLD, 3)
    middle, left = (SCORE - 12) // 2, MARGIN + 20
    text.write_bold(image, left, middle, score.goal, size=ON_A_PHONE, colour=PAPER)
    for at, row in enumerate(rows):
        x, y = _RIGHT - _width(row), middle + at * _ROW
        for stand in row:
            seat_mark(stand.seat, 38).centre(image, x + 19, y)
            text.write_bold(image, x + 46, y, stand.words, size=ON_A_PHONE, colour=PAPER)
            if stand.carrier != NOBODY:
                seat_mark(stand.carrier, 26).centre(image, x + stand.wide - 40, y + 6)
            x += stand.wide
    return image


_RIGHT = WIDTH - MARGIN - 18
"""Where the score ends."""


def _rows(score: _Score) -> list[tuple[_Stand, ...]]:
    """Return how the seats stand, row by row: beside what wins where all fit, else below it."""
    room = _RIGHT - MARGIN - 20
    goal = text.width(score.goal, "extrabold", ON_A_PHONE) + 24
    if _width(score.stands) <= room - goal:
        return [score.stands]
    rows: list[tuple[_Stand, ...]] = [()]
    for stand in score.stands:
        if len(rows) == 1 or _width((*rows[-1], stand)) > room:
            rows.append(())
        rows[-1] = (*rows[-1], stand)
    return rows


def _width(stands: Sequence[_Stand]) -> int:
    return sum(stand.wide for stand in stands) - 26


# The whole header


def height_of_header(view: OvercrossView) -> int:
    """Return how many pixels the title and the score take."""
    further = (len(_rows(_score(view))) - 1) * _ROW
    return height_of_heading(over=view.outcome is not None) + SCORE + further


def draw_header(board: Mosaic, view: OvercrossView, names: Sequence[str]) -> None:
    """Draw the title line, and the objective with the score. Names are legible."""
    language, score = current().code, _score(view)
    top = height_of_heading(over=view.outcome is not None)
    if view.outcome is not None:
        winners = view.outcome.winners
        heading = Heading(result(winners, names), gettext(view.outcome.why), winners=winners)
        board.lay_kept(_PIECES, heading, partial(table_heading, heading, _TITLE[0]), 0, 0)
    else:
        seat = view.question.seat if view.question is not None else view.current
        if view.round:
            # The longest first. The most important part is at the end of each.
            words = phase_words(view)
            notes = tuple([" · ".join(words[at:]) for at in range(len(words))])
        else:
            awaiting = listed([names[each] for each in awaited(view)])
            notes = (gettext("waiting for {players}", players=awaiting),)
        title = (whose_move(view, names), notes, seat)
        board.lay_kept(_PIECES, title, partial(_draw_title, *title), 0, 0)
    board.lay_kept(_PIECES, (score, language), partial(_draw_score, score), 0, top)


def _score(view: OvercrossView) -> _Score:
    known = view.first != NOBODY
    return _Score(goal_words(view), tuple([_stand(view, seat) for seat in range(view.seats) if known]))


def _draw_title(words: str, notes: Sequence[str], seat: Seat) -> Image.Image:
    image = Image.new("RGB", (WIDTH, HEADING), TABLE)
    middle = HEADING // 2 + 2
    write_fitted_title(image, words, notes, middle, sizes=_TITLE, note_size=ON_A_PHONE, seat=seat, mark=52)
    return image
