"""Positions at free tables, for the tests of pictures."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from bot.engine.contract import Outcome, Seat
from bot.engine.fair import Stream
from bot.engine.positions import read_command
from bot.games.freetable.game import GAME
from bot.games.freetable.rules import facts
from bot.games.freetable.rules.options import Options
from bot.games.freetable.rules.state import FreeState
from bot.games.freetable.rules.view import FreeView
from tests.games.freetable.chance import positions

RENDERER = GAME.renderer
PLAYED = {
    "cards": (
        3,
        [
            "deal deck: deck number: 9",
            "move what: top of deck to: table",
            "move what: top of deck to: table face: down",
            "draw deck",
        ],
    ),
    "chess": (
        2,
        [
            "move what: white pawn E2 to: E4",
            "move what: black queen D8 to: taken",
            "turn what: white king E1",
        ],
    ),
    "draughts": (
        2,
        ["move what: white man C3 to: D4", "flip what: white man D4", "move what: white man A1 to: B2"],
    ),
    "night-market": (2, []),
}


def state_of(key: str) -> FreeState:
    """Return a position at a shipped table."""
    seats, commands = PLAYED[key]
    rng = Stream("picture", bytes(32))
    state = GAME.rules.setup(Options(key), seats, rng)
    for command in commands:
        action = read_command(GAME.rules, GAME.wording, GAME.rules.view(state, 0), 0, command)
        GAME.rules.apply(state, 0, action, rng)
    return state


def random_state(number: int) -> FreeState:
    """Return a late position at a random table."""
    return list(positions(range(number, number + 1), kept=0.3))[-2]


def seen(state: FreeState, viewer: Seat | None = None) -> FreeView:
    return GAME.rules.view(state, viewer)


def ended(winners: tuple[Seat, ...]) -> FreeView:
    """Return the view of a match that these seats have won."""
    state = state_of("chess")
    outcome = Outcome(winners, tuple([int(seat in winners) for seat in range(2)]), "Agreed at the table")
    return seen(replace(state, outcome=outcome, phase="over"))


def every_fact() -> list[Any]:
    """Return a fact of each kind, at the table of cards."""
    return [
        facts.Dealt(0, 3, 5, (0, 1)),
        facts.Dealt(1, 3, 1, (1,)),
        facts.Moved(0, 7, 3 * 4096, 4 * 4096),
        facts.Moved(1, -1, 3 * 4096, 4 * 4096, down=True),
        facts.Collected(2, 4, 3, 7),
        facts.Flipped(0, 30, 4 * 4096, up=True),
        facts.Turned(1, -1, 4 * 4096),
        facts.Looked(2, -1, 3 * 4096),
        facts.Revealed(0, 51, 0),
        facts.Shuffled(1, 3),
        facts.Rolled(0, 4, (3, 6)),
        facts.Rolled(1, 4, ()),
        facts.Counted(2, 1, 12),
        facts.RoundBegan(4),
        facts.Unveiled(0, 12, 4 * 4096),
        facts.Said(1, "well, well"),
        facts.Proposed(0, (1, 2, 2)),
        facts.Declined(1),
        facts.Resigned(2),
    ]
