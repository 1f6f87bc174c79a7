"""The export of a tournament: its table as CSV, and all public data as JSON.

`verify` checks the JSON of a finished tournament, which includes the seed of the draw.
"""

from __future__ import annotations

import csv
import io
from fractions import Fraction
from typing import Final

import msgspec

from bot.competitions.model import Entrant, Tournament
from bot.competitions.schedule import table_of
from bot.engine.fair import Draw
from bot.tournaments.model import EntrantId, Format
from bot.tournaments.teams import Teams

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
    """Whether some people were kept apart for a reason that is never published."""
    entrants: tuple[Entered, ...]
    games: tuple[Played, ...]
    teams: Teams | msgspec.UnsetType = msgspec.UNSET
    """The seats of each pair in a match."""
    rule: int = 1
    """The rule of rounds and ties (`bot.tournaments.model.Rule`); files of versions to 1.5.0 have none."""
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
        apart=bool(tournament.apart),
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
                    found.places if found else None,
                    found.how if found else "",
                )
                for game, found in games
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


def as_csv(tournament: Tournament, decimal_mark: str = ".") -> bytes:
    """Return the tables of all divisions, as the spreadsheet programs of a language open them.

    With a decimal comma the columns are separated by semicolons. A byte-order mark says that it is UTF-8.
    """
    out = io.StringIO()
    writer = csv.writer(out, delimiter=";" if decimal_mark == "," else ",")
    writer.writerow(COLUMNS)

    def number(value: Fraction) -> str:
        return f"{float(value):.4g}".replace(".", decimal_mark)

    for division in tournament.divisions:
        for row in table_of(tournament, division):
            name = tournament.called(row.entrant)
            figures = (
                number(row.points),
                row.played,
                row.wins,
                row.draws,
                row.losses,
                number(row.tie_break),
            )
            writer.writerow((division, row.place, _plain(name), *figures, row.decided_by))
    return out.getvalue().encode("utf-8-sig")


def _plain(name: str) -> str:
    """Return a name that no spreadsheet reads as a formula."""
    return f"'{name}" if name[:1] in ("=", "+", "-", "@", "\t") else name


def is_tournament(content: bytes) -> bool:
    """Whether a file describes a tournament, not a match."""
    return FORMAT.encode() in content[:200]
