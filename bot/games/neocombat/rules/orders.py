"""Standing orders and plans of moves: answers that a seat gives in advance (NEO-05c, NEO-10a).

They are not part of the game's rules: they only do what the seat could do itself, with the seat's knowledge.
Their progress is derived from the view, so they have no state.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from bot.engine.contract import Seat
from bot.games.neocombat.cards.cards import Pool
from bot.games.neocombat.cards.words.abilities import Reaction
from bot.games.neocombat.rules.actions import NEW, NONE, Defend, Move, Pass, Ready, Stop
from bot.games.neocombat.rules.queries import SPARE_CARDS
from bot.games.neocombat.rules.view import NO_PLAN, Fight, NeoView


class PlannedMove(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A varan that is to move in a step of the movement."""

    token: int
    step: Annotated[int, Meta(ge=1, le=3)]
    to: int = NEW
    """A sector's number, 0 for the Centre, -1 for a new sector."""
    after: int = NONE
    """A token whose current sector is the destination; then `to` is ignored."""


class MovePlan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A plan of moves for one turn (NEO-05c)."""

    turn: int
    moves: Annotated[tuple[PlannedMove, ...], Meta(max_length=8)] = ()
    stop: bool = True
    """Whether to stop moving once all moves are made; else the remaining steps are passed one by one."""


class Passing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Pass until one of my varans is named by a sensor, an attack or a Stun: in the combat of one turn."""

    turn: int
    named: int
    """How often own varans had been named in this turn when it was ordered (`NeoView.named`)."""


class Orders(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Set secret automatic answers; without options, see your orders."""

    attacks: Annotated[
        Literal["ask", "never", "kill", "always"],
        Meta(description="Answer attacks on you: ask me, never, only hits that would kill, or always"),
    ] = "ask"
    """How shots and strikes are answered: with `kill` only those whose hit would kill."""
    sensors: Annotated[
        Literal["ask", "never", "always"],
        Meta(description="Answer sensors on you: ask me, never, or always"),
    ] = "ask"
    passing: Passing | None = None
    repair: Annotated[bool, Meta(description="Do nothing in Repair, unless you must discard")] = False
    """Whether Repair is skipped, unless cards have to be discarded."""
    specials: Annotated[bool, Meta(description="Play no Special before the movement")] = False
    """Whether no Special is played before the movement."""
    plan: MovePlan | None = None


def answer(view: NeoView, legal: Sequence[Any], orders: Orders, pool: Pool) -> Any | None:
    """Return the action of the orders, one of the legal actions; None to ask the player."""
    seat = view.viewer
    if seat is None or not legal:
        return None
    done = _done(view, seat, orders, pool)
    return done if done is not None and done in legal else None


def _done(view: NeoView, seat: Seat, orders: Orders, pool: Pool) -> Any | None:
    if view.fight is not None:
        return _answer_window(view, view.fight, orders, pool)
    if view.phase == "combat" and view.second is None:
        return Pass() if orders.passing == passing_now(view, seat) else None
    if view.phase == "specials":
        return Pass() if orders.specials else None
    if view.phase == "movement":
        return _move(view, seat, orders.plan)
    if view.phase == "repair" and orders.repair and view.plan == NO_PLAN:
        return Ready() if len(view.hand) <= view.alive(seat) + SPARE_CARDS else None
    return None


def passing_now(view: NeoView, seat: Seat) -> Passing:
    """Return the order to pass in this combat until a varan of the seat's is named (NEO-10a)."""
    return Passing(view.turn, view.named[seat])


def _move(view: NeoView, seat: Seat, plan: MovePlan | None) -> Any | None:
    """Return the planned move for this step; None if a destination is gone, or there is no plan."""
    if plan is None or plan.turn != view.turn:
        return None
    open_moves = [each for each in plan.moves if _can_still_move(view, seat, each)]
    for move in open_moves:
        if move.step == view.step and view.tokens[move.token].revealed != view.cloaked:
            # The destination of a planned move; a sector that does not exist if its token has left.
            if move.after == NONE:
                destination = move.to
            else:
                there = 0 <= move.after < len(view.tokens) and view.tokens[move.after].here
                destination = view.tokens[move.after].sector if there else _NOWHERE
            return Move(move.token, destination)
    return Stop() if plan.stop and not open_moves else Pass()


def _can_still_move(view: NeoView, seat: Seat, planned: PlannedMove) -> bool:
    """Whether a planned move is still possible: not made, not past, of a varan in the game and upright."""
    team = view.options.team
    if not seat * team <= planned.token < (seat + 1) * team:
        return False
    token = view.tokens[planned.token]
    past = (not token.revealed, planned.step) < (view.cloaked, view.step)
    return token.here and not token.moved and not token.sideways and not past


_NOWHERE = -2


def _answer_window(view: NeoView, fight: Fight, orders: Orders, pool: Pool) -> Any | None:
    order = orders.sensors if fight.kind == "sensor" else orders.attacks
    if order == "ask":
        return None
    varan = view.varans[fight.target % view.options.team]
    left = pool.roster[varan].health - view.wounds[varan]
    if order == "never" or (order == "kill" and fight.by < left):
        return Pass()
    enough = left if order == "kill" else 1
    fitting = _fitting(view, fight, pool)
    for card, way in fitting:
        if fight.kind == "sensor" or way.left_of(fight.by) < enough:
            return _with_claim(view, fight, card, way, pool)
    if order == "always" and fitting:
        return _with_claim(view, fight, *fitting[0], pool)
    return Pass()


def _fitting(view: NeoView, fight: Fight, pool: Pool) -> list[tuple[int, Reaction]]:
    """Return the cards of the hand that answer it, the weakest first: Parry, Armour, Cover, Dodge (NEO-10a).

    Weaker are cards that stay in the game, then cards that do not cancel it, then cards that answer less.
    """

    def strength(answer: tuple[int, Reaction]) -> tuple[bool, bool, int, int]:
        card, way = answer
        return pool.actions[card].leaves, way.cancels, len(way.to), card

    answers = [(card, pool.answer(card, fight.kind)) for card in dict.fromkeys(view.hand)]
    return sorted([(card, way) for card, way in answers if way is not None], key=strength)


def _with_claim(view: NeoView, fight: Fight, card: int, way: Reaction, pool: Pool) -> Defend:
    """Return the answer with its extra card claimed, if possible."""
    varan = pool.roster[view.varans[fight.target % view.options.team]]
    claim = way.extra in varan.attributes and way.extra not in view.tokens[fight.target].used
    return Defend(card, claim)
