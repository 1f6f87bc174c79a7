"""Dice with chosen results, and short functions to roll with them."""

from __future__ import annotations

from bot.parts.dice.notation import read
from bot.parts.dice.rolling import Pool, Rolled, roll


class Loaded:
    """A source that returns these faces in order, and stores the requests."""

    def __init__(self, *faces: int) -> None:
        self.faces = list(faces)
        self.draws: list[tuple[int, int]] = []

    def roll(self, purpose: str, sides: int = 6, count: int = 1) -> tuple[int, ...]:
        assert purpose == "roll"
        self.draws.append((count, sides))
        shown, self.faces = self.faces[:count], self.faces[count:]
        assert len(shown) == count, "more dice are rolled than the test has loaded"
        assert all(1 <= face <= sides for face in shown)
        return tuple(shown)


class Always:
    """A source whose dice always show the same face, or their highest if that is lower."""

    def __init__(self, face: int) -> None:
        self.face = face

    def roll(self, purpose: str, sides: int = 6, count: int = 1) -> tuple[int, ...]:
        return (min(self.face, sides),) * count


def rolled(text: str, *faces: int) -> Rolled:
    """Roll with dice that show these faces, all of which must be used."""
    source = Loaded(*faces)
    came = roll(read(text), source)
    assert source.faces == [], "dice are left over"
    return came


def total(text: str, *faces: int) -> int:
    """Return the total of an expression rolled once."""
    (turn,) = rolled(text, *faces).turns
    return turn.total


def pool(text: str, *faces: int) -> Pool:
    """Return the only term of dice of an expression rolled once."""
    (turn,) = rolled(text, *faces).turns
    (found,) = [piece for piece in turn.pieces if isinstance(piece, Pool)]
    return found


def kept(text: str, *faces: int) -> list[int]:
    """Return the values of the dice that count."""
    return [die.value for die in pool(text, *faces).dice if die.kept]
