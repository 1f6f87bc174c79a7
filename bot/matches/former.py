"""Former holders of seats, so that past events have their names.

The fact `SeatTaken` keeps the former name for earlier lines and boards.
"""

from __future__ import annotations

from collections.abc import Iterable

from bot.engine.contract import Seat
from bot.matches.codec import Codec
from bot.matches.notices import SeatTaken
from bot.matches.ports import EventRow

_SEAT_TAKEN = str(SeatTaken.__struct_config__.tag).encode()


def changes_of_seats(codec: Codec, rows: Iterable[EventRow]) -> list[tuple[int, SeatTaken]]:
    """Return the changes of seats among these events, with the numbers of their events, the newest first."""
    found = [
        (row.seq, fact)
        for row in rows
        if _SEAT_TAKEN in row.event and isinstance(fact := codec.fact(row.event, None), SeatTaken)
    ]
    return found[::-1]


def former_holders(changes: Iterable[tuple[int, SeatTaken]], seq: int) -> tuple[tuple[Seat, str], ...]:
    """Return the holders, at an action, of seats that have changed hands since."""
    names: dict[Seat, str] = {}
    for at, change in changes:
        if at > seq:
            names[change.seat] = change.before
    return tuple(names.items())
