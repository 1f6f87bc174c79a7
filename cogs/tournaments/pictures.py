"""The content of the picture of a tournament's table, made from its rows."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from bot.base.language import gettext, pgettext
from bot.parts.tournaments.formats.model import EntrantId, points_of
from bot.parts.tournaments.formats.standings import TableRow
from bot.parts.tournaments.model import Game, Tournament
from bot.parts.tournaments.schedule import at_once, bounds_of, games_of, movement, table_of
from cogs.tournaments.words import points_in_words, title_of
from renderers.tournaments.standings import Cell, Kind, Move, StandingsLine

GRID = 9
"""The maximum number of entrants for a grid with all results."""


def picture_title(tournament: Tournament, division: int) -> str:
    """Return the title of the picture of a division."""
    if len(tournament.divisions) == 1:
        return title_of(tournament)
    return gettext("{tournament}, division {number}", tournament=title_of(tournament), number=division)


def lines_of(tournament: Tournament, division: int) -> tuple[list[str], list[StandingsLine]]:
    """Return the headings of the results, and a line for each entrant."""
    rows = table_of(tournament, division)
    bounds = {} if tournament.over else bounds_of(tournament, division)
    headings, cells = _cells(tournament, division, rows)
    up, down = movement(tournament, division)
    lines = []
    for row in rows:
        reach = bounds.get(row.entrant)
        lines.append(
            StandingsLine(
                row.place,
                tuple([each.called for each in tournament.members(row.entrant)]),
                points_in_words(row.points),
                tuple(cells[row.entrant]),
                best=reach.best if reach else 0,
                worst=reach.worst if reach else 0,
                move=_move(row.place, len(rows), up, down),
                gone=bool(tournament.entrant(row.entrant).leaving),
            )
        )
    return headings, lines


def note_of(tournament: Tournament) -> str:
    """Return the note under the picture; "" for none."""
    if tournament.over:
        return ""
    return gettext("Empty squares are still to be played.")


def _move(place: int, size: int, up: int, down: int) -> Move:
    if place <= up:
        return "up"
    return "down" if place > size - down else ""


def _cells(
    tournament: Tournament, division: int, rows: Sequence[TableRow]
) -> tuple[list[str], dict[EntrantId, list[Cell]]]:
    known = [(each, found) for each, found in games_of(tournament) if each.division == division]
    games = [each for each, _found in known]
    done = {each.number for each in tournament.results}
    places = {each.number: found for each, found in known if each.number in done}
    order = {row.entrant: row.place for row in rows}
    if at_once(tournament) and len(rows) <= GRID:
        grid = {one: [_against(one, other, games, places) for other in order] for one in order}
        return [str(place) for place in order.values()], grid
    rounds = sorted({each.round for each in games})
    by_round = {one: [_in_round(one, number, games, places, order) for number in rounds] for one in order}
    return [pgettext("round", "R{number}", number=number) for number in rounds], by_round


Places = dict[int, tuple[int, ...] | None]


def _against(one: EntrantId, other: EntrantId, games: Sequence[Game], places: Places) -> Cell:
    if one == other:
        return Cell("self")
    found = [each for each in games if {one, other} <= set(each.seats)]
    return _cell(one, found, places, "") if found else Cell("none")


def _in_round(
    one: EntrantId, number: int, games: Sequence[Game], places: Places, order: dict[EntrantId, int]
) -> Cell:
    found = [each for each in games if each.round == number and one in each.seats]
    if not found:
        return Cell("none")
    others = [order[each] for each in found[0].seats if each != one]
    if not others:
        return Cell("bye", "+")
    return _cell(one, found, places, str(others[0]) if len(others) == 1 else "")


def _cell(one: EntrantId, games: Sequence[Game], places: Places, words: str) -> Cell:
    """Return the cell with an entrant's results in these matches; `words` replace the points, if any."""
    known = [(each, places.get(each.number)) for each in games]
    ended = [(each, found) for each, found in known if found is not None]
    if not ended:
        done = all(each.number in places for each in games)
        return Cell("none" if done else "open", words)
    scored = [points_of(found)[each.seats.index(one)] for each, found in ended]
    total, most = sum(scored, Fraction(0)), len(ended) * (1 if len(ended[0][1]) == 2 else 6)
    kind: Kind = "won" if total * 2 > most else "drawn" if total * 2 == most else "lost"
    return Cell(kind, words or points_in_words(total))
