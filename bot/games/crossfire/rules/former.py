"""The rules of version 1, under which matches go on that were opened with them.

They differ from those of now in four points: a known neutral is only attacked with a card that beats it
(CRF-30), no card of the hand makes a tower of a seized pile (CRF-27), a base won back by the partner goes on
counting for the chain as one of the seat whose line it is in (CRF-31), and a pack that runs out is always a
tie of two players (CRF-28).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, TypeAlias

import msgspec
from msgspec import UNSET

from bot.engine.contract import Event, Resign, Seat
from bot.engine.errors import IllegalAction
from bot.engine.fair import Stream
from bot.games.crossfire.rules import actions, refusals
from bot.games.crossfire.rules.options import Options as CrossfireOptions
from bot.games.crossfire.rules.piles import beats_neutral, unknown
from bot.games.crossfire.rules.reach import Standing
from bot.games.crossfire.rules.rules import CrossfireRules
from bot.games.crossfire.rules.state import CrossfireState
from bot.games.crossfire.rules.table import Table, make_table
from bot.games.crossfire.rules.view import CrossfireView, Pile

FormerAction: TypeAlias = (
    actions.Redeal
    | actions.Keep
    | actions.Lay
    | actions.Support
    | actions.Attack
    | actions.Answer
    | actions.Rebuild
    | actions.Discard
    | actions.Replace
    | actions.KeepOne
    | actions.Tower
    | Resign
)


class FormerState(CrossfireState, forbid_unknown_fields=True):
    """A match of version 1: what is kept of it is the same, its table counts bases by their lines."""

    @property
    def table(self) -> Table:
        """The table of the layout in play."""
        return make_table(self.options.grid, self.seats, bases_by_line=True)


class FormerCrossfireRules(CrossfireRules):
    """Crossfire as it was before the rulings CRF-27 to CRF-31."""

    version: ClassVar[str] = "1"
    State = FormerState
    Action = FormerAction

    def normalize(self, options: CrossfireOptions, seats: int) -> CrossfireOptions:
        """Check the options and fill in the layout's grid; the end is no option yet."""
        return msgspec.structs.replace(super().normalize(options, seats), end=UNSET)

    def setup(self, options: CrossfireOptions, seats: int, rng: Stream) -> FormerState:
        """Return a match with all bases dealt (CRF-03)."""
        state = super().setup(options, seats, rng)
        state.options = self.normalize(options, seats)
        return _former(state)

    def legal(self, state: CrossfireState, seat: Seat) -> Sequence[Any]:
        """Return the legal actions of a seat."""
        return [action for action in super().legal(state, seat) if not _is_new(state, action)]

    def carry_out(self, state: CrossfireState, seat: Seat, action: Any, rng: Stream) -> list[Event]:
        """Carry out an action in place. Raises `IllegalAction` with a sentence for the player."""
        if state.phase == "turn" and seat == state.turn and _is_new(state, action):
            raise _refusal(state, seat, action)
        return super().carry_out(state, seat, action, rng)

    def resample(self, view: CrossfireView, rng: Stream) -> FormerState:
        """Return a state with the viewer's knowledge and the rest dealt again."""
        return _former(super().resample(view, rng))


def _former(state: CrossfireState) -> FormerState:
    return FormerState(**{name: getattr(state, name) for name in state.__struct_fields__})


def _is_new(state: CrossfireState, action: Any) -> bool:
    """Whether an action is possible under the present rules only."""
    if isinstance(action, actions.Attack) and state.table.has(action.at):
        pile = state.board[action.at]
        return pile is not None and _withstands(pile, action.card)
    return isinstance(action, actions.Raise)


def _withstands(pile: Pile, card: int) -> bool:
    """Whether this is a known neutral that nobody contests and the card does not beat."""
    free = pile.kind == "neutral" and not pile.contested and not unknown(pile)
    return free and not beats_neutral(card, pile.cards[0])


def _refusal(state: CrossfireState, seat: Seat, action: Any) -> IllegalAction:
    if isinstance(action, actions.Attack):
        if action.card not in state.hands[seat]:
            return refusals.not_in_hand(action.card, seat)
        return refusals.cannot_attack(Standing(state.table, state.board, seat), action.at, action.card)
    return IllegalAction.translated("Crossfire knows no such action.")
