"""Maps and layouts, and the matches that measure one.

Some matches are on it, others on a plain board for comparison.
"""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec

from bot.engine.errors import BadOptions
from bot.engine.lab import Board, Boards
from bot.engine.mapfiles import MapFormat
from bot.engine.sentences import echo, either
from bot.engine.spelling import name_key
from bot.games.registry import GAMES
from bot.matches.options import offered_options
from bot.parts.workshop.lab.contests import Contest, contest_of


class BoardPlan(msgspec.Struct, frozen=True, kw_only=True):
    """The matches that measure a map or layout."""

    board: Board
    contest: Contest
    """The matches on it; the seed is the key of the stored report."""
    plain: Contest | None
    """The matches with the same seeds on an open field of the same size or the usual layout; None if the
    board is that itself.
    """

    @property
    def matches(self) -> int:
        """The number of matches."""
        return self.contest.matches + (self.plain.matches if self.plain is not None else 0)


def boards_of(game: str) -> Boards:
    """Return the boards of a game that has some."""
    boards = GAMES[game].lab.boards
    assert boards is not None, "only games with boards have one to be measured"
    return boards


def board_of(format_: MapFormat, value: Any) -> Board | None:
    """Return the map or layout in a file; None for a squad."""
    boards = GAMES[format_.game].lab.boards
    return None if boards is None else boards.of_file(format_, value)


def shipped_boards() -> list[Board]:
    """Return the maps and layouts shipped with the bot."""
    with_boards = [game.lab.boards for game in GAMES.values() if game.lab.boards is not None]
    return [board for boards in with_boards for board in boards.shipped()]


def shipped_board(word: str) -> Board | None:
    """Return the shipped map or layout that a word names, None if there is none.

    The word is its key, alone or after its format and "~", or its title.
    """
    folded = name_key(word)
    boards = shipped_boards()
    for names in (
        lambda each: f"{each.sort}~{each.key}",
        lambda each: each.key,
        lambda each: name_key(each.called),
    ):
        board = next((each for each in boards if names(each) == folded), None)
        if board is not None:
            return board
    return None


def plan_on(board: Board, most: int, seats: int | None = None, seed: str = "") -> BoardPlan:
    """Return the matches that measure a map or layout.

    About two thirds are on the board, with all ready-made squads if the game has any, the others on a plain
    one. Raises `BadOptions` if a match with this number of seats cannot be played on it.
    """
    rules, seats = GAMES[board.game].rules, seats or board.seats[0]
    options = _options_on(board, seats)
    plain = offered_options(rules, boards_of(board.game).plain(board, options), seats)
    seed = seed or hash_of(board.game, options, plain, seats, ready_content(board.game))
    compared = plain.grid != options.grid
    contest = contest_of(board.game, options, seats, most * 2 // 3 if compared else most, seed)
    return BoardPlan(
        board=board,
        contest=contest,
        plain=contest_of(board.game, plain, seats, most // 3, seed) if compared else None,
    )


def affordable(board: Board, most: int, seats: int | None = None) -> int:
    """Return how many matches on a map or layout take about as long as `most` matches with cards.

    Raises `BadOptions` like `plan_on`.
    """
    seats = seats or board.seats[0]
    return boards_of(board.game).affordable(_options_on(board, seats), seats, most)


def hash_of(*what: Any) -> str:
    """Return the hash that is the key of the report on these values."""
    return hashlib.sha256(msgspec.json.encode(what, order="deterministic")).hexdigest()


def ready_content(game: str) -> Any:
    """Return the ready-made loadouts of a game as values; empty if it has none."""
    loadouts = GAMES[game].lab.loadouts
    return {} if loadouts is None else loadouts.content


def _options_on(board: Board, seats: int) -> Any:
    """Return the options of a match with this number of seats on a map or layout. Raises `BadOptions`."""
    game, rules = GAMES[board.game], GAMES[board.game].rules
    if boards_of(board.game).one_number_of_seats and seats not in board.seats:
        raise BadOptions.translated(
            "{name} is for {seats} seats, not {number}.",
            name=echo(board.called),
            seats=board.seats[0],
            number=seats,
        )
    if seats not in rules.seats:
        raise BadOptions.translated(
            "{game} is played with {seats} seats, not {number}.",
            game=game.title, seats=either([str(each) for each in rules.seats]), number=seats,
        )  # fmt: skip
    return offered_options(rules, board.options, seats)
