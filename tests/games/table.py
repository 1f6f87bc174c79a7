"""A table for tests of every game: a position as text, commands as typed, dice with given results.

A line is a command, "attack SMG-1 at D7", by the first awaited seat, or "2: attack SMG-1 at D7". Players are
counted from 1.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, ClassVar

import pytest

from bot.base.language import speaking
from bot.engine.contract import Event, Resign, Rules, Seat
from bot.engine.errors import Refusal
from bot.engine.positions import Scene, ScriptedStream, read_command, read_scene
from bot.engine.wording import AnyWording
from bot.games.registry import GAMES
from tests.languages.marked import STRICT, unmarked


def page_scene(game: str, text: str) -> Scene:
    """Return an example of a game as players have it."""
    return read_scene(text, GAMES[game].rules, GAMES[game].wording)


class Table:
    """A match in play. A game's tests derive one with its rules and words, and with their own queries."""

    rules: ClassVar[Rules[Any, Any, Any, Any]]
    wording: ClassVar[AnyWording]
    by_chance: ClassVar[bool] = False
    """Whether dice without a given result are random; otherwise they fail the test."""
    unlisted: ClassVar[tuple[type, ...]] = (Resign,)
    """Actions that are never among the legal ones."""
    proper: ClassVar[Sequence[str]] = ()
    """Words of refusals that are the same in all languages."""

    def __init__(self, position: str, dice: Sequence[int] = ()) -> None:
        self.state: Any = self.rules.position(position)
        self.rng = ScriptedStream(dice, then_by_chance=self.by_chance)
        self.events: list[Event] = []

    def do(self, what: Any, *dice: int, seat: int | None = None) -> list[Any]:
        """Let a player act, by an action or a line, with these dice; return the public facts."""
        actor, action = self._told(what, seat)
        self.rng.faces += dice
        legal = self.rules.legal(self.state, actor)
        listed = action in legal or isinstance(action, self.unlisted)
        self.events = self.rules.apply(self.state, actor, action, self.rng)
        assert listed
        assert self.by_chance or not self.rng.faces, "dice were told that nobody rolled"
        return self.told()

    def play(self, *lines: str) -> list[Any]:
        """Carry out lines in sequence; return the public facts of the last."""
        for line in lines:
            self.do(line)
        return self.told()

    def told(self, seat: int | None = None) -> list[Any]:
        """Return the facts of the last action for a player, or for the public."""
        facts = [event.seen_by(None if seat is None else seat - 1) for event in self.events]
        return [fact for fact in facts if fact is not None]

    def no(self, what: Any, seat: int | None = None) -> str:
        """Return the sentence that refuses an action, which must be in the catalogues.

        The refusal must change nothing and draw nothing.
        """
        before, drawn = self.rules.clone(self.state), len(self.rng.draws)
        sentence = self._refusal(what, seat)
        with speaking(STRICT):
            marked = self._refusal(what, seat)
        assert self.state == before
        assert len(self.rng.draws) == drawn
        assert unmarked(re.sub(r'"[^"⟦]*"', "", marked), self.proper) == [], marked
        return sentence

    def _refusal(self, what: Any, seat: int | None) -> str:
        with pytest.raises(Refusal) as refused:
            self._apply_unlisted(*self._told(what, seat))
        return refused.value.sentence

    def _apply_unlisted(self, actor: Seat, action: Any) -> None:
        assert action not in self.rules.legal(self.state, actor)
        self.rules.apply(self.state, actor, action, self.rng)

    def action(self, line: str) -> Any:
        """Return the action of a line."""
        return self._told(line, None)[1]

    def _told(self, what: Any, seat: int | None) -> tuple[Seat, Any]:
        """Return the acting seat, counted from 0, and the action."""
        actor = min(self.rules.to_act(self.state), default=0) if seat is None else seat - 1
        if not isinstance(what, str):
            return actor, what
        number, command = re.fullmatch(r"(?:(\d): )?(.+)", what).groups()  # type: ignore[union-attr]
        actor = int(number) - 1 if number else actor
        return actor, read_command(self.rules, self.wording, self.view(actor + 1), actor, command)

    def view(self, seat: int | None = None) -> Any:
        return self.rules.view(self.state, None if seat is None else seat - 1)

    @property
    def outcome(self) -> Any:
        return self.rules.outcome(self.state)
