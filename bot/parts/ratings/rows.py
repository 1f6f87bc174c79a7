"""Converts between the values of the rating service and table rows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from sqlalchemy import Row

from bot.matches.rows import of_row
from bot.parts.ratings.model import Change, Key, Player, RatingRow, Result, Scope, Step

_encode = msgspec.json.encode
_picks = msgspec.json.Decoder(tuple[str, ...])


def result_row(result: Result) -> dict[str, Any]:
    """Return the row of a result."""
    return {name: value for name, value in msgspec.structs.asdict(result).items() if name != "players"}


def player_rows(result: Result) -> list[dict[str, Any]]:
    """Return the rows of a result's players."""
    return [
        {**msgspec.structs.asdict(player), "number": result.number, "picks": _encode(player.picks)}
        for player in result.players
    ]


def player_of(row: Row[Any]) -> Player:
    """Return the player that a row holds."""
    return of_row(Player, row, picks=picks_of(row.picks))


def picks_of(encoded: bytes) -> tuple[str, ...]:
    """Return a player's picks."""
    return _picks.decode(encoded)


def rating_rows(standings: Mapping[Key, RatingRow]) -> list[dict[str, Any]]:
    """Return the rows of standings."""
    return [
        {
            **msgspec.structs.asdict(scope),
            **msgspec.structs.asdict(standing),
            "user": user,
            "points": standing.points,
        }
        for (scope, user), standing in standings.items()
    ]


def step_rows(steps: Iterable[Step]) -> list[dict[str, Any]]:
    """Return the rows of steps."""
    return [
        {
            "number": step.number,
            **msgspec.structs.asdict(step.scope),
            "user": step.user,
            **msgspec.structs.asdict(step.change),
        }
        for step in steps
    ]


def scope_of(row: Row[Any]) -> Scope:
    """Return the scope of a rating or a step."""
    return Scope(row.game, row.guild, row.season)  # faster than `of_row`: there can be very many


def standing_of(row: Row[Any]) -> RatingRow:
    """Return the standing that a row of ratings holds."""
    return RatingRow(row.mu, row.sigma, row.matches, row.wins, row.draws, row.streak, row.best)


def change_of(row: Row[Any]) -> Change:
    """Return the change that a row of steps holds."""
    return Change(row.before, row.after, row.matches)
