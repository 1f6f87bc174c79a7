"""Changing a match: its parts, and the reactions of cards."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from operator import attrgetter
from typing import Any

from msgspec.structs import replace

from bot.engine.cards.effect_context import EffectContext
from bot.engine.cards.nodes import AbilityNode
from bot.engine.cards.program import Due
from bot.engine.cards.table import Recorder
from bot.engine.contract import Seat, changed_at
from bot.engine.decks import Card
from bot.engine.fair import Stream
from bot.games.overcross.cards.cards import Pool
from bot.games.overcross.cards.field import BEARER, IT, OFF, SELF, Piece, Placed, Trigger
from bot.games.overcross.cards.words import Ability
from bot.games.overcross.rules.field import Field, Memory
from bot.games.overcross.rules.queries import OvercrossQueries
from bot.games.overcross.rules.standing import InForce
from bot.games.overcross.rules.state import OvercrossState
from bot.games.overcross.rules.steps import Step

_CARD = attrgetter("card")
"""The order of the Characters in play (`view.OvercrossView.pieces`)."""
PIECES_A_UNIT = 4
"""The number of Characters processed in a unit of work when one of them changes."""


class Changing(OvercrossQueries, Recorder):
    """A match during a change, with its randomness and the facts so far."""

    def __init__(self, state: OvercrossState, pool: Pool, rng: Stream, memory: Memory | None = None) -> None:
        OvercrossQueries.__init__(self, state, pool, memory)
        Recorder.__init__(self, rng)
        self._counted: Field | None = None

    @property
    def in_force(self) -> InForce:
        """The effects in force."""
        return self.in_force_on(self.memory.field(self))

    def in_force_on(self, field: Field) -> InForce:
        """Return the effects in force at the current positions.

        The work is counted whenever the match differs from the last count in this step, even if the result is
        cached. So the count is the same on every machine.
        """
        found = field.in_force
        if field is not self._counted:
            self.work.spent += found.work
            self._counted = field
        return found

    def piece(self, card: Card) -> Piece | None:
        """Return a Character in play; None if this card is not one."""
        pieces = self.state.pieces
        place = bisect_left(pieces, card, key=_CARD)
        return pieces[place] if place < len(pieces) and pieces[place].card == card else None

    def bearer(self, edit: Card) -> Piece | None:
        """Return the Character that an edit is attached to."""
        for piece in self.state.pieces:
            for each in piece.edits:
                if each.card == edit:
                    return piece
        return None

    def at(self, square: int) -> Piece | None:
        """Return the Character on a square; while one passes another, the one with the higher card."""
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
        """Replace a Character; recomputing all stats counts as work."""
        pieces, changed = self.state.pieces, replace(piece, **fields)
        self.work.spent += len(pieces) // PIECES_A_UNIT
        place = bisect_left(pieces, piece.card, key=_CARD)
        if place < len(pieces) and pieces[place] is piece:
            self.state.pieces = after = (*pieces[:place], changed, *pieces[place + 1 :])
            self.memory.put(pieces, after, piece, changed)
        return changed

    def put_terrain(self, placed: Placed, **fields: Any) -> None:
        """Replace a terrain."""
        changed = replace(placed, **fields)
        self.state.terrains = tuple([changed if each is placed else each for each in self.state.terrains])

    # Reactions of cards

    def set_off(self, context: EffectContext[Any], dues: Sequence[Due]) -> None:
        """Carry out abilities before the current card continues, in the order of OVC-09."""
        for due in self.in_order(dues) if dues else ():
            self.use_up(due[0], due[2])
            context.first.append(due)

    def in_order(self, dues: Iterable[Due]) -> list[Due]:
        """Return simultaneous abilities: the acting seat's first, then by seat, then by card (OVC-09).

        Of one seat's, those of its own cards come before those of other seats' edits that it carries out, as
        at the start of a turn (OVC-38): a kill is credited to what happens first.
        """
        found = list(dues)
        if len(found) > 1:
            current, seats = max(self.state.current, 0), self.state.seats
            own_first = self.state.options.mended
            found.sort(
                key=lambda due: (
                    (due[1] - current) % seats,
                    own_first and self.owner(due[0]) != due[1],
                    due[0],
                )
            )
        return found

    def about(self, trigger: Trigger, piece: Piece, it: Sequence[int] = ()) -> Sequence[Due]:
        """Return the abilities of a Character's text and its edits with this trigger."""
        found: list[Due] = []
        if trigger in self.does(piece.card):
            found += self.doing(trigger, piece.card, piece.seat, ((SELF, (piece.card,)), (IT, tuple(it))))
        for edit in self.edits(piece) if piece.edits else ():
            if trigger in self.does(edit):
                found += self.of_edit(trigger, edit, piece, it)
        return found

    def of_edit(self, trigger: Trigger, edit: Card, bearer: Piece, it: Sequence[int] = ()) -> Sequence[Due]:
        """Return the abilities of an edit with a trigger of its bearer."""
        names = ((SELF, (edit,)), (BEARER, (bearer.card,)), (IT, tuple(it)))
        return [
            (edit, bearer.seat if ability.bearers else self.owner(edit), ability, names)
            for ability in self.ready(trigger, edit)
        ]

    def of_terrain(self, trigger: Trigger, placed: Placed, piece: Piece) -> Sequence[Due]:
        """Return a terrain's abilities about a Character in its area.

        Its owner controls them; if the owner is out, the Character's player does.
        """
        owner = self.owner(placed.card)
        seat = owner if owner in self.seats else piece.seat
        return self.doing(trigger, placed.card, seat, ((SELF, (placed.card,)), (IT, (piece.card,))))

    def doing(self, trigger: Trigger, card: Card, seat: Seat, names: Any) -> Sequence[Due]:
        """Return the `ready` abilities of a card, which this seat controls."""
        return [(card, seat, ability, names) for ability in self.ready(trigger, card)]

    def ready(self, trigger: Trigger, card: Card) -> Sequence[Ability]:
        """Return the abilities of a card with a trigger, except once-a-turn abilities that were used."""
        abilities = self.does(card).get(trigger, ())
        return [each for each in abilities if not (each.once and self.used_up(card, each))]

    def use_up(self, card: Card, ability: AbilityNode) -> None:
        """Record the use of a once-a-turn ability."""
        if works_once(ability):
            self.state.used = (*self.state.used, (card, self.face(card).abilities.index(ability)))

    def unused(self, context: EffectContext[Any]) -> None:
        """Record that the ability whose first effect is next had no result: a once-a-turn ability can be used
        again in this turn.
        """
        abilities = self.face(context.card).abilities
        places = [place for place, ability in enumerate(abilities) if ability.then[0] == context.effect]
        again = [(context.card, place) for place in places]
        self.state.used = tuple([each for each in self.state.used if each not in again])

    def step(self, context: EffectContext[Any], seat: Seat, step: Step, card: Card | None = None) -> None:
        """Carry out a step of the rules before the current card continues; `card` causes it."""
        context.first.append((context.card if card is None else card, seat, Doing(then=(step,))))


def works_once(ability: AbilityNode) -> bool:
    """Whether an ability works at most once a turn; free ones always do (OVC-03)."""
    return ability.once or (ability.trigger == "activated" and getattr(ability, "size", "") == "free")


class Doing(AbilityNode, frozen=True):
    """A step of the rules in the form of an ability, for the queue."""

    then: tuple[Step, ...]

    @property
    def trigger(self) -> str:
        """None: the rules trigger it."""
        return ""
