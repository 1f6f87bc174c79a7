"""Carrying out attacks: the dice to hit and to save (OVC-18 to OVC-22)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.engine.cards.effect_context import EffectContext
from bot.engine.cards.nodes import EffectNode
from bot.engine.contract import Event, Seat
from bot.engine.decks import Card, without
from bot.engine.grid import mask_of, squares_of
from bot.games.overcross.cards.field import OFF, STEPS, Attached, Piece
from bot.games.overcross.rules import facts
from bot.games.overcross.rules.aim import Aim
from bot.games.overcross.rules.field import Field
from bot.games.overcross.rules.geometry import middle
from bot.games.overcross.rules.pieces import Pieces
from bot.games.overcross.rules.steps import Acted, Attacked, Redeploy, Save, Shove, Strike, Walk
from bot.games.overcross.rules.view import NO_CARD, Flag

# Changing squares of pieces: moving, pushing, teleporting, deploying.
#
# See OVC-12 to OVC-16, OVC-25, OVC-26, OVC-32 and OVC-33.


class Places(Pieces):
    """Changes of the squares of Characters and terrains."""

    # Entering

    def enter(self, context: EffectContext[Any], piece: Piece, square: int, *, moved: bool = True) -> Piece:
        """Put a Character on a square and trigger the results.

        The order is: the objective, the terrain (OVC-35), then redeployment from an enemy zone in the
        Invasion.

        `moved`: by move, push or teleport; only these count for flags and zones (OVC-25).
        """
        origin = piece.square
        here = self.put(piece, square=square)
        carried = [flag for flag in self.state.flags if flag.carrier == piece.card]
        for flag in carried:
            self.put_flag(flag.seat, Flag(flag.seat, square, piece.card))
        invades = moved and self._invades(here)
        if moved:
            self._at_flags(here)
            self._at_goal(context, here)
        if invades:
            self._invade(context, here)
        terrain = self.terrain_at(square)
        if terrain is not None and (origin == OFF or not self.area(terrain.card) >> origin & 1):
            self.set_off(context, self.of_terrain("entered", terrain, here))
        if invades:
            self.step(context, piece.seat, Redeploy(piece.card))
        return here

    def _at_flags(self, piece: Piece) -> None:
        """Pick up an enemy flag, or return the own one (OVC-25)."""
        for flag in self.state.flags:
            if flag.square != piece.square or flag.carrier != NO_CARD:
                continue
            if flag.seat != piece.seat:
                self.put_flag(flag.seat, Flag(flag.seat, flag.square, piece.card))
                self.record(facts.FlagTaken(flag.seat, piece.card))
            elif flag.square != (home := middle(self.state.options, flag.seat)):
                self.put_flag(flag.seat, Flag(flag.seat, home))
                self.record(facts.FlagHome(flag.seat, home))

    def _at_goal(self, context: EffectContext[Any], piece: Piece) -> None:
        """Check whether a Legend or a flag carrier has reached a winning square (OVC-24, OVC-25)."""
        objective = self.state.options.objective
        if objective == "summoning":
            if self.face(piece.card).mark == "legend":
                self.judge_next(context)
        elif objective == "flag" and self.carrying(piece.card):
            self.judge_next(context)

    def _invades(self, piece: Piece) -> bool:
        """Whether a Character is in an enemy zone in the Invasion (OVC-26)."""
        invasion = self.state.options.objective == "invasion"
        return invasion and bool(self.enemy_squares(piece.seat) >> piece.square & 1)

    def _invade(self, context: EffectContext[Any], piece: Piece) -> None:
        """Score 1 for a Character in an enemy zone (OVC-26)."""
        points = self.state.sides[piece.seat].points + 1
        self.change(piece.seat, points=points)
        self.record(facts.Invaded(piece.card, self._zone_owner(piece), points))
        self.judge_next(context)

    def _zone_owner(self, piece: Piece) -> Seat:
        return next(seat for seat in self.seats if seat != piece.seat and self.zone(seat) >> piece.square & 1)

    # Walking and pushing

    def walk(self, context: EffectContext[Any], piece: Card, square: int, squares: int) -> None:
        """Move a Character by OVC-16 to one of its `walks`; every square is entered."""
        here = self.piece(piece)
        if here is not None and self.goals(here, squares) >> square & 1:
            path, _ = self.path(here, self.reached(here, squares, fresh=True), square)
            self.step(context, here.seat, Walk(piece, path))

    def walk_on(self, context: EffectContext[Any], step: Walk) -> Sequence[EffectNode]:
        """Move a Character along its path until an effect interrupts, or it has arrived."""
        here, path = self.piece(step.piece), step.path
        if here is None or here.square != path[0]:
            return ()
        gone, mark = 1, len(self.events)
        while gone < len(path) and not context.first and self._may_pass(here, path[gone]):
            here = self.enter(context, here, path[gone])
            gone += 1
        barred = gone < len(path) and not context.first
        walked = path[:gone]
        if barred:
            walked = self._back(context, here, (*step.behind, *walked))
        if len(walked) > 1 and walked[-1] != path[0]:
            self.events.insert(mark, Event(facts.Moved(here.card, walked)))
        if barred or gone == len(path):
            return ()
        return (Walk(step.piece, path[gone - 1 :], (*step.behind, *path[: gone - 1])),)

    def uneventful(self, field: Field, piece: Piece, path: Sequence[int]) -> bool:
        """Whether a Character can pass a whole path, and no square of it makes a difference.

        The field must be that of the start: a move that nothing interrupts is one change.
        """
        state, way = self.state, mask_of(path[1:])
        if way & (field.layout.covered | field.occupied & ~field.by_seat[piece.seat]):
            return False
        for flag in state.flags:
            if flag.carrier == piece.card or way >> flag.square & 1:
                return False
        if state.options.objective == "invasion":
            return not way & self.enemy_squares(piece.seat)
        return state.options.objective != "summoning" or self.face(piece.card).mark != "legend"

    def _may_pass(self, piece: Piece, square: int) -> bool:
        """Whether a moving Character can still enter the next square."""
        other = self.at(square)
        if other is not None and other.seat != piece.seat and not self.in_force.passes(piece.card, "enemies"):
            return False
        walled = self.layout.obstructive >> square & 1
        return not walled or self.in_force.passes(piece.card, "obstructive")

    def _back(self, context: EffectContext[Any], piece: Piece, path: tuple[int, ...]) -> tuple[int, ...]:
        """Put a blocked Character on the last square of its path that it can occupy; return the path.

        If it can occupy none of them it is redeployed.
        """
        for place in range(len(path) - 1, -1, -1):
            square = path[place]
            if self._alone(piece, square):
                if square != piece.square:
                    self.put(piece, square=square)
                return path[: place + 1]
        self.step(context, piece.seat, Redeploy(piece.card))
        return path

    def _alone(self, piece: Piece, square: int) -> bool:
        """Whether a Character can occupy a square: no other Character is there, and it is not obstructive."""
        others = [each for each in self.state.pieces if each.square == square and each is not piece]
        return not others and not self.layout.obstructive >> square & 1

    def push(self, context: EffectContext[Any], piece: Card, direction: int, squares: int) -> None:
        """Push a Character (OVC-33)."""
        here = self.piece(piece)
        if here is not None and here.square != OFF and not self.unmoved(piece):
            self.step(context, here.seat, Shove(piece, direction, squares, here.square))

    def shove_on(self, context: EffectContext[Any], step: Shove) -> Sequence[EffectNode]:
        """Push a Character until an effect interrupts, or it is stopped.

        An effect that puts it on another square ends the push (OVC-36).
        """
        here = self.piece(step.piece)
        if here is None or here.square != step.square:
            return ()
        path, left, mark = [here.square], step.squares, len(self.events)
        while left and not context.first and (square := self.next_square(here.square, step.direction)) != OFF:
            here = self.enter(context, here, square)
            path.append(square)
            left -= 1
        if len(path) > 1:
            self.events.insert(mark, Event(facts.Moved(here.card, tuple(path), pushed=True)))
        return (Shove(step.piece, step.direction, left, here.square),) if left and context.first else ()

    def next_square(self, square: int, direction: int) -> int:
        """Return the next square of a push, or `OFF`: at the edge, a Character, a wall, a closed corner."""
        column, row = self.grid.place(square)
        east, north = STEPS[direction]
        column, row = column + east, row + north
        if not (0 <= column < self.grid.width and 0 <= row < self.grid.height):
            return OFF
        goal = self.grid.at(column, row)
        reached = self.field.layout.on_foot.step(1 << square) & self.free
        return goal if reached >> goal & 1 else OFF

    def teleport(self, context: EffectContext[Any], piece: Card, square: int) -> None:
        """Put a Character on a free square; only that square is entered."""
        here = self.piece(piece)
        if here is None or here.square == OFF or self.unmoved(piece) or not self.free >> square & 1:
            return
        self.record(facts.Teleported(piece, here.square, square))
        self.enter(context, here, square)

    # Deploying

    def redeploy(self, context: EffectContext[Any], piece: Card) -> None:
        """Let a Character's owner redeploy it by a card's effect (OVC-32)."""
        here = self.piece(piece)
        if here is not None and not self.unmoved(piece):
            self.step(context, here.seat, Redeploy(piece))

    def redeploy_now(self, context: EffectContext[Any], step: Redeploy) -> Sequence[EffectNode]:
        """Let a Character's owner choose a free square of the zone, or let it wait off the grid (OVC-32)."""
        here = self.piece(step.piece)
        if here is None:
            return ()
        squares = list(squares_of(self.zone_squares(here.seat)))
        if len(squares) > 1:
            square = context.ask(here.seat, "square", squares, "redeploy", of=here.seat)
        else:
            square = squares[0] if squares else OFF
        if square == OFF and here.square == OFF:
            return ()
        self.stop_moving(here.card)
        self.drop_flags(context, here)
        if square == OFF:
            self.waiting(here)
        else:
            self.record(facts.Redeployed(here.card, square))
            self.enter(context, here, square, moved=False)
        return ()

    def deploy(self, context: EffectContext[Any], card: Card, square: int) -> None:
        """Deploy a Character from its owner's discard pile or hand without paying."""
        seat = self.owner(card)
        if not self.deploys(card, seat) >> square & 1:
            return
        if card in self.state.sides[seat].discard:
            self.change(seat, discard=without(self.state.sides[seat].discard, (card,)))
        elif card in self.state.hands[seat]:
            self.from_hand(seat, (card,))
        else:
            return
        self.put_in_play(context, card, square, context.card)

    def put_in_play(self, context: EffectContext[Any], card: Card, square: int, by: Card = NO_CARD) -> None:
        """Put a Character that was not in play on the grid, and trigger the results (OVC-12)."""
        state, seat = self.state, self.owner(card)
        piece = Piece(card, seat, deployed=state.turn)
        state.pieces = tuple(sorted((*state.pieces, piece), key=lambda one: one.card))
        self.use_up_nearer(seat)
        self.record(facts.Deployed(card, square, by))
        here = self.enter(context, piece, square, moved=False)
        self.set_off(context, self.about("deployed", here))

    # Terrain and edits

    def move_terrain(self, context: EffectContext[Any], terrain: Card, centre: int) -> None:  # noqa: ARG002
        """Move a terrain; its arrival does not count as entering (OVC-13)."""
        placed = self.terrain(terrain)
        if placed is not None and self.terrain_steps(terrain) >> centre & 1:
            self.put_terrain(placed, centre=centre)
            self.record(facts.TerrainMoved(terrain, placed.centre, centre))

    def attach(self, context: EffectContext[Any], card: Card, piece: Piece) -> None:
        """Attach an edit to a Character (OVC-03)."""
        bearer = self.put(piece, edits=(*piece.edits, Attached(card)))
        self.record(facts.AttachedTo(card, piece.card))
        self.set_off(context, self.of_edit("attached", card, bearer))


SIDES = 6


def successes(value: int) -> int:
    """Return the number of a die's faces that are lower than acc or defense (OVC-18)."""
    return max(0, min(value - 1, SIDES))


class Attacks(Places, Aim):
    """Carrying out attacks."""

    def strike(self, context: EffectContext[Any], step: Strike) -> Sequence[EffectNode]:
        """Roll to hit (OVC-18)."""
        here, target = self.piece(step.piece), self.piece(step.target)
        if here is None or (target is None and self.terrain(step.target) is None):
            return ()
        aimed = None if target is None else target.card
        acc = self.attack_stat(here, "acc", step.attack, aimed)
        dmg = self.attack_stat(here, "dmg", step.attack, aimed)
        die, hit = self._succeeds(context, "hit", acc) if step.attack.acc else (facts.NO_DIE, True)
        self.record(facts.Aimed(here.card, step.target, step.at, step.attack.reach, acc, die, hit))
        done = Attacked(here.card, step.target, die)
        if not hit:
            return (done,)
        if target is not None:
            self.set_off(context, self.about("hits", here, (target.card,)))
        return (Save(here.card, step.attack, dmg, step.target), done)

    def save(self, context: EffectContext[Any], step: Save) -> Sequence[EffectNode]:
        """Let the Character that was hit roll to save; terrain has no defense (OVC-19 to OVC-21)."""
        target = self.piece(step.target)
        if target is not None and step.dmg > 0:
            defense = self.defense(target, step.piece, step.attack)
            die, saved = self._succeeds(context, "save", defense)
            self.record(facts.SaveRolled(target.card, defense, die, saved))
            if saved:
                return ()
        self.damage(context, (step.target,), step.dmg)
        return ()

    def _succeeds(self, context: EffectContext[Any], what: str, value: int) -> tuple[int, bool]:
        """Return the result of a die, and whether it is lower than acc or defense (OVC-18).

        No die is rolled for a value below 2, which never succeeds, or above 6, which always succeeds.
        """
        if not 2 <= value <= SIDES:
            return facts.NO_DIE, value > SIDES
        (die,) = context.rng.roll(what, SIDES)
        return die, die < value

    def attacked(self, context: EffectContext[Any], step: Attacked) -> Sequence[EffectNode]:
        """Trigger the abilities that follow an attack."""
        here = self.piece(step.piece)
        if here is not None:
            self.set_off(context, self.about("attacks", here, (step.target,)))
            rolled = [
                due
                for due in self.about("rolled", here, (step.target,))
                if step.face and step.face in getattr(due[2], "faces", ())
            ]
            self.set_off(context, rolled)
        return ()

    def acted(self, context: EffectContext[Any], step: Acted) -> Sequence[EffectNode]:
        """Trigger the abilities that follow an action."""
        here = self.piece(step.piece)
        if here is not None:
            self.set_off(context, self.about("acts", here))
        return ()
