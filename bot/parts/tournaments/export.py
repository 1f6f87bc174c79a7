"""The export of a tournament: its table as CSV, and all public data as JSON.

`verify` checks the JSON of a finished tournament, which includes the seed of the draw.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from bot.base.csv_files import csv_file, not_a_formula
from bot.engine.fair import Draw
from bot.parts.tournaments.formats.model import EntrantId, Format, Teams
from bot.parts.tournaments.model import Entrant, Tournament
from bot.parts.tournaments.schedule import fixed, table_of

FORMAT: Final = "tablepost-tournament/1"
COLUMNS = (
    "division",
    "place",
    "name",
    "points",
    "played",
    "wins",
    "draws",
    "losses",
    "tie-break",
    "decided by",
)


class Entered(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An entrant in the file's format."""

    number: EntrantId
    name: str
    word: str
    rating: int | None
    seed: int
    division: int
    first_round: int
    leaving: str
    after_round: int
    place: int
    partner: EntrantId | msgspec.UnsetType = msgspec.UNSET


class Played(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A pairing and its result in the file's format."""

    number: int
    division: int
    round: int
    leg: int
    seats: tuple[EntrantId, ...]
    match: str
    places: tuple[int, ...] | None
    how: str


class TournamentFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All public data of a tournament."""

    format: str
    tournament: str
    number: int
    kind: Format
    game: str
    seats: int
    stage: str
    after: str
    commitment: str
    seed: str
    """Hexadecimal; empty before the end."""
    draws: tuple[Draw, ...]
    forbidden: tuple[tuple[EntrantId, EntrantId], ...]
    undone: bool
    """Whether a round was undone."""
    apart: bool
    """Whether people may have been kept apart for reasons that are never published.

    It follows from the format. Until 1.5.0 it was true only where somebody was.
    """
    entrants: tuple[Entered, ...]
    games: tuple[Played, ...]
    teams: Teams | msgspec.UnsetType = msgspec.UNSET
    """The seats of each pair in a match."""
    rule: int = 1
    """The rule of rounds and ties (`formats.model.Rule`); files of versions to 1.5.0 have none."""
    rounds: int = 0
    """The number of Swiss rounds; 0 if it follows from the number of entrants."""


def file_of(tournament: Tournament) -> TournamentFile:
    """Return the public data of a tournament."""
    results = {each.number: each for each in tournament.results}
    games = [(each, results.get(each.number)) for each in tournament.games]
    return TournamentFile(
        format=FORMAT,
        tournament=tournament.id,
        number=tournament.number,
        kind=tournament.plans.format,
        game=tournament.plans.game,
        seats=tournament.plans.seats,
        stage=tournament.stage,
        after=tournament.after,
        commitment=tournament.commitment,
        seed=tournament.seed.hex() if tournament.over else "",
        draws=tournament.draws if tournament.over else (),
        forbidden=tournament.forbidden,
        undone=any(each.act == "undo-round" for each in tournament.log),
        apart=not fixed(tournament),
        entrants=tuple([_entered(tournament, each) for each in tournament.entrants]),
        games=tuple(
            [
                Played(
                    game.number,
                    game.division,
                    game.round,
                    game.leg,
                    game.seats,
                    game.match,
                    played.places if played else None,
                    played.how if played else "",
                )
                for game, played in games
            ]
        ),
        teams=tournament.plans.teams,
        rule=tournament.rule,
        rounds=tournament.rounds_planned,
    )


def _entered(tournament: Tournament, entrant: Entrant) -> Entered:
    begun = tournament.stage != "open"
    return Entered(
        entrant.number,
        entrant.called,
        entrant.word if begun else "",
        entrant.rating,
        entrant.seed,
        entrant.division,
        entrant.first_round,
        entrant.leaving,
        entrant.after_round,
        entrant.place,
        entrant.partner,
    )


def as_json(tournament: Tournament) -> bytes:
    """Return the file that `verify` reads."""
    return msgspec.json.format(msgspec.json.encode(file_of(tournament)), indent=1)


def as_csv(tournament: Tournament) -> bytes:
    """Return the tables of all divisions, for a spreadsheet in the current language."""
    rows: list[Sequence[object]] = [COLUMNS]
    for division in tournament.divisions:
        for row in table_of(tournament, division):
            name = tournament.called(row.entrant)
            figures = (float(row.points), row.played, row.wins, row.draws, row.losses, float(row.tie_break))
            rows.append((division, row.place, not_a_formula(name), *figures, row.decided_by))
    return csv_file(rows)
