"""Changing a match: its parts, and what cards do about what happened."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from bot.engine.cards.effect_context import EffectContext
from bot.engine.cards.nodes import AbilityNode
from bot.engine.cards.program import Due
from bot.engine.cards.table import Recorder
from bot.engine.contract import Seat
from bot.engine.decks import Card
from bot.engine.fair import Stream
from bot.engine.standardrules import changed_at
from bot.games.overcross.cards.cards import Pool
from bot.games.overcross.cards.field import BEARER, IT, OFF, SELF, Piece, Placed, Trigger
from bot.games.overcross.rules.field import Field, Memory
from bot.games.overcross.rules.queries import OvercrossQueries
from bot.games.overcross.rules.standing import InForce
from bot.games.overcross.rules.state import OvercrossState
from bot.games.overcross.rules.steps import Step

PIECES_A_UNIT = 4
"""Characters that are gone through in a unit of work when one of them changes."""


class Changing(OvercrossQueries, Recorder):
    """A match that is changed, with its randomness and what has happened so far."""

    def __init__(self, state: OvercrossState, pool: Pool, rng: Stream, memory: Memory | None = None) -> None:
        OvercrossQueries.__init__(self, state, pool, memory)
        Recorder.__init__(self, rng)
        self._counted: Field | None = None

    @property
    def in_force(self) -> InForce:
        """What is in force.

        What it takes to find out is counted whenever the match stands otherwise than when it was counted last
        in this step, whether or not it is remembered from elsewhere: the same wherever the match is played.
        """
        field = self.memory.field(self)
        found = field.in_force
        if field is not self._counted:
            self.work.spent += found.work
            self._counted = field
        return found

    def piece(self, card: Card) -> Piece | None:
        """Return a Character in play, None where this card is none."""
        for piece in self.state.pieces:
            if piece.card == card:
                return piece
        return None

    def at(self, square: int) -> Piece | None:
        """Return the Character on a square; where one passes another, the one with the higher card."""
        found = None
        for piece in self.state.pieces:
            if piece.square == square != OFF:
                found = piece
        return found

    # Changing the parts of the state

    def change(self, seat: Seat, **fields: Any) -> None:
        """Replace a seat's side."""
        self.state.sides = changed_at(self.state.sides, seat, **fields)

    def put(self, piece: Piece, **fields: Any) -> Piece:
        """Replace a Character; computing all stats anew counts as work."""
        self.work.spent += len(self.state.pieces) // PIECES_A_UNIT
        changed = replace(piece, **fields)
        self.state.pieces = tuple([changed if each is piece else each for each in self.state.pieces])
        return changed

    def put_terrain(self, placed: Placed, **fields: Any) -> None:
        """Replace a terrain."""
        changed = replace(placed, **fields)
        self.state.terrains = tuple([changed if each is placed else each for each in self.state.terrains])

    # What cards do about it

    def set_off(self, context: EffectContext[Any], dues: Iterable[Due]) -> None:
        """Let abilities be carried out before the card goes on, in the order of OVC-09."""
        for due in self.in_order(dues):
            self.use_up(due[0], due[2])
            context.first.append(due)

    def in_order(self, dues: Iterable[Due]) -> list[Due]:
        """Return simultaneous abilities: the acting seat's first, then by seat, then by card (OVC-09)."""
        found = list(dues)
        if len(found) > 1:
            current, seats = max(self.state.current, 0), self.state.seats
            found.sort(key=lambda due: ((due[1] - current) % seats, due[0]))
        return found

    def about(self, trigger: Trigger, piece: Piece, it: Sequence[int] = ()) -> Iterator[Due]:
        """Yield what a Character's text and its edits do at a moment of the Character."""
        if trigger in self.does(piece.card):
            names = ((SELF, (piece.card,)), (IT, tuple(it)))
            yield from self.doing(trigger, piece.card, piece.seat, names)
        for edit in self.edits(piece):
            if trigger in self.does(edit):
                yield from self.of_edit(trigger, edit, piece, it)

    def of_edit(self, trigger: Trigger, edit: Card, bearer: Piece, it: Sequence[int] = ()) -> Iterator[Due]:
        """Yield what an edit does at a moment of its bearer."""
        names = ((SELF, (edit,)), (BEARER, (bearer.card,)), (IT, tuple(it)))
        for card, seat, ability, *rest in self.doing(trigger, edit, self.owner(edit), names):
            yield card, bearer.seat if getattr(ability, "bearers", False) else seat, ability, rest[0]

    def of_terrain(self, trigger: Trigger, placed: Placed, piece: Piece) -> Iterator[Due]:
        """Yield what a terrain does about a Character in its area, for its owner while that one is in."""
        owner = self.owner(placed.card)
        seat = owner if owner in self.seats else piece.seat
        names = ((SELF, (placed.card,)), (IT, (piece.card,)))
        yield from self.doing(trigger, placed.card, seat, names)

    def doing(self, trigger: Trigger, card: Card, seat: Seat, names: Any) -> Iterator[Due]:
        """Yield the abilities of a card for a moment, but those that work once a turn and have."""
        for ability in self.does(card).get(trigger, ()):
            if not (ability.once and self.used_up(card, ability)):
                yield card, seat, ability, names

    def use_up(self, card: Card, ability: AbilityNode) -> None:
        """Note that an ability is used, if it works once a turn."""
        if works_once(ability):
            self.state.used = (*self.state.used, (card, self.face(card).abilities.index(ability)))

    def unused(self, context: EffectContext[Any]) -> None:
        """Note that nothing came of the ability whose first effect is in front: one that works once a turn
        can happen again in this turn."""
        abilities = self.face(context.card).abilities
        places = [place for place, ability in enumerate(abilities) if ability.then[0] == context.effect]
        again = [(context.card, place) for place in places]
        self.state.used = tuple([each for each in self.state.used if each not in again])

    def step(self, context: EffectContext[Any], seat: Seat, step: Step, card: Card | None = None) -> None:
        """Let a step of the rules come before the card goes on; `card` is the one whose doing it is."""
        context.first.append((context.card if card is None else card, seat, Doing(then=(step,))))


def works_once(ability: AbilityNode) -> bool:
    """Whether an ability works once a turn; free ones always do (OVC-03)."""
    return ability.once or (ability.trigger == "activated" and getattr(ability, "size", "") == "free")


class Doing(AbilityNode, frozen=True):
    """A step of the rules as an ability, to be set off."""

    then: tuple[Step, ...]

    @property
    def trigger(self) -> str:
        """None: it is set off by the rules."""
        return ""
