"""The title line: whose turn it is, round and phase or how it ended; below it the objective and the score."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from PIL import Image

from bot.engine.contract import Seat
from bot.engine.decks import Card
from bot.engine.language import N_, current, gettext, pgettext
from bot.engine.phrases import listed
from bot.games.overcross.cards.field import OFF, Piece
from bot.games.overcross.rules.view import NO_CARD, NOBODY, SEAT_CARDS, OvercrossView, owner_of
from bot.games.overcross.wording.terms import PHASES, awaited
from renderers.kit import text
from renderers.kit.fonts import ON_A_PHONE, READABLE
from renderers.kit.mosaic import Mosaic, PieceCache
from renderers.kit.palette import GOLD, LIT_PANEL, PAPER, TABLE
from renderers.kit.shapes import seat_mark
from renderers.kit.signs import framed
from renderers.kit.titles import MARGIN, WIDTH, Heading, height_of_heading, result, table_heading, turn_of
from renderers.overcross.sights import square_name

SCORE = 72
"""Pixels of the line with the objective, with the gap below."""
_PIECES = PieceCache(limit=1_500_000)
_GOALS: Mapping[str, str] = {
    "leader": N_("Kill the enemy Leader"),
    "champion": N_("Kill the enemy Champion"),
    "both": N_("Kill Leader and Champion"),
    "summoning": N_("Legend into an enemy zone"),
    "flag": N_("Bring an enemy flag home"),
    "invasion": N_("Invasion: first to {score}"),
    "deathmatch": N_("Kills: first to {score}"),
}


def phase_words(view: OvercrossView) -> list[str]:
    """Return the round, the phase, and what is left of the play limit (OVC-10)."""
    words = (
        [gettext("Round {round} of {last}", round=view.round, last=view.options.rounds)] if view.round else []
    )
    words.append(pgettext("phase", PHASES[view.phase]))
    if view.phase == "cards":
        limit = play_limit(view)
        words.append(gettext("{left} of {limit} left to play", left=limit - view.spent, limit=limit))
    return words


def play_limit(view: OvercrossView) -> int:
    """Return the play limit of the turn (OVC-10)."""
    late = view.options.objective == "invasion" and view.current == view.first and view.round == 2
    return 1 if late else view.round


def whose_move(view: OvercrossView, names: Sequence[str]) -> str:
    """Return whose turn it is, or who has to choose."""
    if view.question is not None and view.question.seat != view.current:
        return gettext("{player} has to choose", player=names[view.question.seat])
    if view.current != NOBODY:
        return turn_of(names[view.current])
    return pgettext("phase", PHASES[view.phase])


def goal_words(view: OvercrossView) -> str:
    """Return what wins: "Kills: first to 20"."""
    options = view.options
    key = options.victims if options.objective == "assassination" else options.objective
    return gettext(_GOALS[key], score=options.score)


# The score


def score_words(view: OvercrossView, seat: Seat) -> str:
    """Return how near a seat is to the objective, or to losing: "6", "B4 2/6", "carried by Ann"."""
    if view.sides[seat].out:
        return gettext("out")
    if view.options.objective in ("invasion", "deathmatch"):
        return str(view.sides[seat].points)
    if view.options.objective == "flag":
        return ", ".join(
            [_flag_words(view, flag.square, flag.carrier) for flag in view.flags if flag.seat == seat]
        )
    return ", ".join(list(_named(view, seat)))


def _flag_words(view: OvercrossView, square: int, carrier: Card) -> str:
    message = N_("flag {square}") if carrier == NO_CARD else N_("flag taken, {square}")
    return gettext(message, square=square_name(view, square))


def _named(view: OvercrossView, seat: Seat) -> Iterator[str]:
    """Yield how each Leader, Champion or Legend of a seat stands."""
    for at in range(len(view.chosen[seat])):
        card = seat * SEAT_CARDS + len(view.lists[seat]) + at
        piece = next((each for each in view.pieces if each.card == card), None)
        yield _stands(view, piece, seat)


def _stands(view: OvercrossView, piece: Piece | None, seat: Seat) -> str:
    if piece is None:
        if view.options.objective == "summoning":
            return gettext("costs {cost}", cost=6 + 2 * view.sides[seat].deaths)
        return gettext("dead")
    if piece.square == OFF:
        return gettext("off the grid")
    return f"{square_name(view, piece.square)} {piece.counters}/6"


class _Stand(NamedTuple):
    """How one seat stands, in short."""

    seat: Seat
    words: str
    carrier: Seat = NOBODY
    """Whose Character carries its flag (OVC-25)."""

    def wide(self, size: int) -> int:
        """Return how many pixels it takes, with the gap behind it."""
        return 72 + text.width(self.words, "extrabold", size) + (0 if self.carrier == NOBODY else 36)


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
    image = Image.new("RGB", (WIDTH, SCORE), TABLE)
    framed(image, (MARGIN, 0, WIDTH - MARGIN, SCORE - 12), 12, LIT_PANEL, GOLD, 3)
    middle, left, right = (SCORE - 12) // 2, MARGIN + 20, WIDTH - MARGIN - 18
    size = next(
        (size for size in (ON_A_PHONE, 34, 30, 28) if _width(score, size) < right - left - 190), READABLE
    )
    x = right - _width(score, size)
    room = max(x - left - 24, 120)
    goal = text.largest(score.goal, "extrabold", (ON_A_PHONE, 34, 30), room)
    text.write_bold(image, left, middle, score.goal, size=goal, colour=PAPER, room=room)
    for stand in score.stands:
        seat_mark(stand.seat, 38).centre(image, x + 19, middle)
        text.write_bold(image, x + 46, middle, stand.words, size=size, colour=PAPER)
        x += stand.wide(size)
        if stand.carrier != NOBODY:
            seat_mark(stand.carrier, 26).centre(image, x - 40, middle + 6)
    return image


def _width(score: _Score, size: int) -> int:
    return sum(stand.wide(size) for stand in score.stands) - 26


# The whole header


def height_of_header(view: OvercrossView) -> int:
    """Return how many pixels the title and the score take."""
    return height_of_heading(over=view.outcome is not None) + SCORE


def draw_header(board: Mosaic, view: OvercrossView, names: Sequence[str]) -> None:
    """Draw the title line, and the objective with the score. Names are legible."""
    heading, language = _heading(view, names), current().code
    board.lay_kept(_PIECES, (heading, language), partial(table_heading, heading, 44), 0, 0)
    known = view.first != NOBODY
    stands = [_stand(view, seat) for seat in range(view.seats)] if known else []
    score = _Score(goal_words(view), tuple(stands))
    board.lay_kept(_PIECES, (score, language), partial(_draw_score, score), 0, height_of_header(view) - SCORE)


def _heading(view: OvercrossView, names: Sequence[str]) -> Heading:
    if view.outcome is not None:
        winners = view.outcome.winners
        return Heading(result(winners, names), gettext(view.outcome.why), winners=winners)
    seat = view.question.seat if view.question is not None else view.current
    note = (
        " · ".join(phase_words(view))
        if view.round
        else gettext("waiting for {players}", players=_listed(view, names))
    )
    return Heading(whose_move(view, names), note, seat)


def _listed(view: OvercrossView, names: Sequence[str]) -> str:
    return listed([names[seat] for seat in awaited(view)])
