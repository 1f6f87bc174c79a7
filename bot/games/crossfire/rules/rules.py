"""The rules of Crossfire, for the engine contract (CRF-01 to CRF-31)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import attrgetter
from typing import Any, ClassVar

from msgspec.structs import replace

from bot.base.language import gettext
from bot.engine.contract import (
    Event,
    Notated,
    Ordered,
    Plannable,
    Resign,
    Seat,
    StandardRules,
    Viewer,
    check_turn,
    latest,
)
from bot.engine.decks import Deck
from bot.engine.errors import IllegalAction
from bot.engine.fair import Stream
from bot.games.crossfire.rules import actions, facts, legal, opening, own_turns, plays, scoring, turns
from bot.games.crossfire.rules.cards import Card
from bot.games.crossfire.rules.layout import Layout
from bot.games.crossfire.rules.normalize import normalize
from bot.games.crossfire.rules.options import FIRST_OF_FORM, QUICK
from bot.games.crossfire.rules.options import Options as CrossfireOptions
from bot.games.crossfire.rules.own_turns import Orders as CrossfireOrders
from bot.games.crossfire.rules.own_turns import answered
from bot.games.crossfire.rules.resample import resample
from bot.games.crossfire.rules.state import CrossfireState
from bot.games.crossfire.rules.table import make_table
from bot.games.crossfire.rules.view import SHARED, CrossfireView

_SEEN = attrgetter("hands", "decks", *SHARED)
"""The fields of a state from which a view is made."""
_ORDER, _DISCARD = attrgetter("order"), attrgetter("discard")


@latest
def _public_view(hands: Sequence[tuple[Card, ...]], decks: Sequence[Deck], *open_: Any) -> CrossfireView:
    """Return the public's view, which is made once for all viewers."""
    options, seats, phase, outcome, board, *more = open_  # by position: names take three times as long
    shown, deciding, start, first, turn, turns, tallies = more
    grid = make_table(options.grid, seats).grid
    left, discards = tuple(map(len, map(_ORDER, decks))), tuple(map(_DISCARD, decks))
    return CrossfireView(
        None, options, seats, grid.width, grid.height, phase, board, (), tuple(map(len, hands)),
        shown, left, discards, deciding, start, first, turn, turns, tallies, outcome,
    )  # fmt: skip


class CrossfireRules(
    StandardRules[CrossfireState, Any, CrossfireView, CrossfireOptions], Ordered, Plannable, Notated
):
    """Crossfire with these layouts by the key a player types; the first of a form is its standard."""

    key: ClassVar[str] = "crossfire"
    version: ClassVar[str] = "1"
    seats: ClassVar[range] = range(2, 5, 2)
    State = CrossfireState
    Action = actions.CrossfireAction
    Fact = facts.CrossfireFact
    View = CrossfireView
    Options = CrossfireOptions
    Orders = CrossfireOrders
    revealing = (
        facts.Laid,
        facts.Supported,
        facts.Attacked,
        facts.Probed,
        facts.Answered,
        facts.Rebuilt,
        facts.Raised,
        facts.Discarded,
        facts.Replaced,
    )
    """A card leaves a hand, or a neutral's face is seen."""

    def __init__(self, layouts: Mapping[str, Layout]) -> None:
        self.layouts = layouts

    def normalize(self, options: CrossfireOptions, seats: int) -> CrossfireOptions:
        """Check the options and fill in the layout's grid and the end (CRF-01, CRF-22, CRF-25, CRF-28)."""
        return normalize(options, seats, self.layouts)

    def suggestions(self, option: str) -> Sequence[str]:
        """Return the names of the layouts (CRF-25)."""
        return (FIRST_OF_FORM, QUICK, *self.layouts) if option == "layout" else ()

    def teams(self, seats: int) -> tuple[tuple[Seat, ...], ...]:
        """Return the two teams; with two players each is alone (CRF-22)."""
        return (tuple(range(0, seats, 2)), tuple(range(1, seats, 2)))

    def setup(self, options: CrossfireOptions, seats: int, rng: Stream) -> CrossfireState:
        """Return a match with all bases dealt (CRF-03)."""
        return opening.new_match(normalize(options, seats, self.layouts), seats, rng)

    def to_act(self, state: CrossfireState) -> frozenset[Seat]:
        """Return the seats that have to decide on their bases, or the one whose turn it is."""
        if state.phase == "bases":
            return frozenset([seat for seat, deciding in enumerate(state.deciding) if deciding])
        return frozenset((state.turn,)) if state.turn >= 0 else frozenset()

    def turn_of(self, state: CrossfireState) -> object:
        """Return the phase, and the seats to act in it."""
        return state.phase, self.to_act(state)

    def legal(self, state: CrossfireState, seat: Seat) -> Sequence[Any]:
        """Return the legal actions of a seat; they depend only on the table and its own hand."""
        if state.phase == "bases" and state.deciding[seat]:
            return [actions.Redeal(), actions.Keep()]
        return legal.plays(state, seat) if state.phase == "turn" and state.turn == seat else ()

    def carry_out(self, state: CrossfireState, seat: Seat, action: Any, rng: Stream) -> list[Event]:
        """Carry out an action in place. Raises `IllegalAction` with a sentence for the player."""
        if isinstance(action, Resign):
            return turns.resign(state, seat)
        if state.phase == "bases":
            return _decide(state, seat, action, rng)
        if isinstance(action, (actions.Redeal, actions.Keep)):
            raise IllegalAction.translated("All bases are settled: they are never rearranged again.")
        check_turn(seat, state.turn)
        return _play(state, seat, action)

    def answer_by_orders(self, view: CrossfireView, legal: Sequence[Any], orders: CrossfireOrders) -> Any:
        """Return the action of a seat's standing orders (CRF-03, CRF-16), or None to ask the player."""
        return answered(view, legal, orders)

    def own_turn(self, view: CrossfireView) -> CrossfireState | None:
        """Return the state in which the viewer's next turn begins, as far as it is known."""
        return own_turns.own_turn(view)

    def in_own_turn(self, view: CrossfireView) -> bool:
        """Whether it is the viewer's own turn."""
        return own_turns.in_own_turn(view)

    def conditions(self, view: CrossfireView, actions: Sequence[Any]) -> Mapping[str, Any]:
        """Return the possible conditions of a plan with these actions."""
        return own_turns.conditions(view, actions)

    def view(self, state: CrossfireState, viewer: Viewer) -> CrossfireView:
        """Return the viewer's view: the table, and only its own hand (CRF-26)."""
        public = _public_view(*_SEEN(state))
        return public if viewer is None else replace(public, viewer=viewer, hand=state.hands[viewer])

    def resample(self, view: CrossfireView, rng: Stream) -> CrossfireState:
        """Return a state with the viewer's knowledge and everything else dealt again."""
        return resample(view, rng)

    def adjudicate(self, state: CrossfireState) -> Sequence[tuple[int, ...]]:
        """Return the points of each seat if a pack ran out now (CRF-28); nothing before the first turn."""
        if state.phase == "bases":
            return ()
        return scoring.standings(state.table, state.board, state.tallies)

    def position(self, text: str, cards: str | None = None) -> CrossfireState:  # noqa: ARG002 - it has one pack
        """Return an example position. Raises `ValueError` with the line at fault."""
        from bot.games.crossfire.rules.position import read_position  # as `Notated` says

        return read_position(text, self.layouts)

    def notation(self, state: CrossfireState) -> str:
        """Return a position as text."""
        from bot.games.crossfire.rules.position import write_position  # as `Notated` says

        return write_position(state)


def _decide(state: CrossfireState, seat: Seat, action: Any, rng: Stream) -> list[Event]:
    """Carry out a decision on the bases (CRF-03)."""
    if not isinstance(action, (actions.Redeal, actions.Keep)):
        raise IllegalAction.translated("Bases are still being settled: the first turn comes after that.")
    if not state.deciding[seat]:
        sentence = gettext(
            "Your bases are settled: they are dealt again only with a Joker among them, or "
            "with two numbered ones or fewer."
        )
        raise IllegalAction(sentence)
    if isinstance(action, actions.Redeal):
        return opening.redeal(state, seat, rng)
    return opening.keep(state, seat, rng)


def _play(state: CrossfireState, seat: Seat, action: Any) -> list[Event]:
    """Carry out an action of the seat to act: a free one, or the turn's play, which ends the turn."""
    free = _FREE.get(type(action))
    if free is not None:
        return [Event(free(state, seat, action))]
    play = _PLAYS.get(type(action))
    if play is None:
        raise IllegalAction.translated("Crossfire knows no such action.")
    return [Event(play(state, seat, action)), *turns.end_turn(state, seat)]


_FREE: Mapping[type, Any] = {
    actions.Replace: plays.replace,
    actions.KeepOne: plays.keep_one,
    actions.Tower: plays.build_tower,
}
_PLAYS: Mapping[type, Any] = {
    actions.Lay: plays.lay,
    actions.Support: plays.support,
    actions.Attack: plays.attack,
    actions.Answer: plays.answer,
    actions.Rebuild: plays.rebuild,
    actions.Raise: plays.raise_tower,
    actions.Discard: plays.throw_away,
}
