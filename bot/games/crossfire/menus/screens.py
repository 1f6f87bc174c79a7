"""Building blocks of screens: choices among many squares, and the highlights of the private picture."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

import msgspec

from bot.base.language import gettext
from bot.engine.menus import Lanes, parted
from bot.engine.wording import Choice, Focus, Group
from bot.games.crossfire.rules.actions import (
    Answer,
    Attack,
    CrossfireAction,
    Lay,
    Raise,
    Rebuild,
    Replace,
    Support,
)
from bot.games.crossfire.rules.cards import strength
from bot.games.crossfire.rules.piles import defence, unknown
from bot.games.crossfire.rules.view import CrossfireView
from bot.games.crossfire.wording.names import PRINTED_RANKS


class SquareAction(msgspec.Struct, frozen=True):
    """An action that a screen offers, with its label; choosing it asks for confirmation."""

    action: CrossfireAction
    label: str
    hint: Callable[[], str]
    """Called only if the hint is shown: some hints need the power of a whole table."""


class Spots:
    """Squares to choose from; if there are too many, the row is chosen first."""

    def __init__(self, letter: str, prompt: str, entries: Mapping[int, SquareAction], width: int) -> None:
        self.letter, self.prompt, self.width = letter, prompt, width
        self._entries = dict(sorted(entries.items()))

    @property
    def crowded(self) -> bool:
        """Whether the row is chosen first."""
        return parted(self._entries)

    @property
    def squares(self) -> frozenset[int]:
        """All the squares."""
        return frozenset(self._entries)

    @property
    def _lanes(self) -> Lanes:
        return Lanes(
            self.width, lambda square: self._entries[square].label, lambda row: f"{self.letter}-row{row + 1}"
        )

    def groups(self) -> list[Group]:
        """Return the select of the squares, or of their rows."""
        return self._lanes.groups(self.prompt, self._entries, self._choice)

    @property
    def keyed(self) -> dict[str, SquareAction]:
        """The action of each square, by the key of its choice."""
        return {self._key(square): entry for square, entry in self._entries.items()}

    def row(self, key: str) -> Spots | None:
        """Return the squares of the row of this key, or None if rows are not needed."""
        lane = self._lanes.of(self._entries).get(key) if self.crowded else None
        if lane is None:
            return None
        inside = {square: self._entries[square] for square in lane.squares}
        return Spots(self.letter, self.prompt, inside, self.width)

    def entry(self, key: str) -> SquareAction | None:
        """Return the action of the choice with this key, or None."""
        return None if self.crowded else self.keyed.get(key)

    def _choice(self, square: int) -> Choice:
        entry = self._entries[square]
        return Choice(self._key(square), entry.label, entry.hint())

    def _key(self, square: int) -> str:
        return f"{self.letter}{square}"


def focus_on(view: CrossfireView, actions: Iterable[CrossfireAction], chosen: int | None = None) -> Focus:
    """Return the squares of these plays and of their targets, each with a label.

    A support is shown on its support square. `chosen` is a square; a card in hand has none.
    """
    reach: set[int] = set()
    targets: dict[int, str] = {}
    for action in actions:
        match action:
            case Lay(at=at) | Rebuild(at=at) | Raise(at=at):
                reach.add(at)
            case Support(base=base):
                reach.add(view.table.behind[base])
            case Attack(at=at):
                pile = view.board[at]
                if pile is None or (pile.kind == "neutral" and unknown(pile)):
                    targets[at] = gettext("probe")
                else:
                    targets[at] = _against(defence(pile))
            case Answer(at=at):
                # The strength of the card that leads a contest.
                pile = view.board[at]
                targets[at] = _against(strength(pile.laid[-1].card) if pile is not None and pile.laid else 0)
            case Replace(at=at):
                targets[at] = gettext("swap")
    return Focus(chosen, frozenset(reach), dict(sorted(targets.items())))


def _against(held: int) -> str:
    return gettext("vs {strength}", strength=("Jo", *PRINTED_RANKS)[held])
