"""Maps of Papyrus and layouts of Crossfire, and the matches that measure one.

Some matches are on it, others on a plain board for comparison.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any, Final

import msgspec

from bot.base.language import gettext
from bot.engine.errors import BadOptions
from bot.engine.mapfiles import MapFormat
from bot.engine.phrases import echo, either
from bot.engine.spelling import name_key
from bot.games.crossfire.rules.layout import SEATS_OF_FORM, LayoutFile
from bot.games.crossfire.rules.options import FIRST_OF_FORM
from bot.games.crossfire.rules.rules import CrossfireRules
from bot.games.papyrus.rules.mapfiles import MapFile
from bot.games.papyrus.rules.normalize import OPEN
from bot.games.papyrus.rules.options import Options as PapyrusOptions
from bot.games.papyrus.rules.rules import PapyrusRules
from bot.games.registry import GAMES
from bot.matches.options import offered_options
from bot.parts.workshop.lab.contests import Contest, contest_of

USUAL_SQUARES: Final = 192
"""The number of squares of a map on which a match takes about as long as a match with cards."""
_TIMES_AS_LONG: Final[Mapping[str, int]] = {"two": 2, "four": 8, "ultimate": 25}
"""How many times as long a match of Crossfire takes, by form: 0.4, 1.8 and 5.7 s of CPU time, compared with
0.2 s on a map of usual size (28 November 2026).
"""


class Board(msgspec.Struct, frozen=True):
    """A map or a layout."""

    sort: str
    """The key of its file format: map, layout."""
    game: str
    key: str
    title: str
    """The title in its author's language, or a message to translate with `gettext`; not escaped."""
    options: Mapping[str, Any]
    """The options of a match on it."""
    seats: tuple[int, ...]
    """The possible numbers of seats; the first is the default for measuring."""
    own: bool = False
    """Whether it was made by a user and is not shipped with the bot."""

    @property
    def called(self) -> str:
        """The title in the current language."""
        return self.title if self.own else gettext(self.title)


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


def board_of(format_: MapFormat, value: Any) -> Board | None:
    """Return the map or layout in a file; None for a squad."""
    match value:
        case MapFile():
            size = min(PapyrusOptions().squad, value.largest_squad)
            further: dict[str, Any] = {"squad": size} if size != PapyrusOptions().squad else {}
            seats = value.seats
        case LayoutFile():
            further, seats = {"ultimate": value.form == "ultimate"}, (SEATS_OF_FORM[value.form],)
        case _:
            return None
    options = {**format_.pinned([value]), **further}
    return Board(format_.key, format_.game, value.key, value.title, options, seats, own=True)


def shipped_boards() -> list[Board]:
    """Return the maps and layouts shipped with the bot."""
    found = list[Board]()
    for game in GAMES.values():
        rules = game.rules
        if isinstance(rules, PapyrusRules):
            found += [
                Board("map", game.key, each.key, each.title, {"map": each.key}, each.seats)
                for each in rules.maps.values()
            ]
        elif isinstance(rules, CrossfireRules):
            found += [
                Board("layout", game.key, each.key, each.title,
                      {"layout": each.key, "ultimate": each.form == "ultimate"}, (SEATS_OF_FORM[each.form],))
                for each in rules.layouts.values()
            ]  # fmt: skip
    return found


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
        found = next((each for each in boards if names(each) == folded), None)
        if found is not None:
            return found
    return None


def plan_on(board: Board, most: int, seats: int | None = None, seed: str = "") -> BoardPlan:
    """Return the matches that measure a map or layout.

    About two thirds are on the board, with all ready-made squads if the game has any, the others on a plain
    one. Raises `BadOptions` if a match with this number of seats cannot be played on it.
    """
    rules, seats = GAMES[board.game].rules, seats or board.seats[0]
    options = _options_on(board, seats)
    plain = offered_options(rules, _plain(board, options), seats)
    seed = seed or hash_of(board.game, options, plain, seats, squads_of(board.game))
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
    options = _options_on(board, seats)
    if board.game == "papyrus":
        squares = options.width * options.height
        return int(most * min(1, USUAL_SQUARES / squares) * 2 / seats)
    form = "ultimate" if options.ultimate else "two" if seats == 2 else "four"
    return most // _TIMES_AS_LONG[form]


def hash_of(*what: Any) -> str:
    """Return the hash that is the key of the report on these values."""
    return hashlib.sha256(msgspec.json.encode(what, order="deterministic")).hexdigest()


def squads_of(game: str) -> Any:
    """Return the ready-made squads of a game; empty if it has no squads."""
    rules = GAMES[game].rules
    return rules.squads if isinstance(rules, PapyrusRules) else {}


def _options_on(board: Board, seats: int) -> Any:
    """Return the options of a match with this number of seats on a map or layout. Raises `BadOptions`."""
    game, rules = GAMES[board.game], GAMES[board.game].rules
    if isinstance(rules, CrossfireRules) and seats not in board.seats:
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


def _plain(board: Board, options: Any) -> dict[str, Any]:
    """Return the same options as for a match on the board, but on a plain board."""
    given = {key: value for key, value in board.options.items() if key not in ("map", "layout", "grid")}
    if board.sort == "map":
        return {**given, "map": OPEN, "width": options.width, "height": options.height}
    return {**given, "layout": FIRST_OF_FORM}
