"""Counters, death, edits and terrain: changes of pieces in play (OVC-03, OVC-20, OVC-21, OVC-27)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from msgspec.structs import replace

from bot.engine.cards.effect_context import EffectContext
from bot.engine.cards.nodes import EffectNode
from bot.engine.cards.program import Due
from bot.engine.contract import Seat, set_at
from bot.engine.decks import Card, without
from bot.engine.fair import Stream
from bot.engine.grid import squares_of
from bot.games.overcross.cards.field import OFF, Piece, Until
from bot.games.overcross.cards.statics import ANY, AnyStatic, Nearer
from bot.games.overcross.rules import facts
from bot.games.overcross.rules.changing import Changing
from bot.games.overcross.rules.field import DEADLY
from bot.games.overcross.rules.steps import DropFlag, Judge, Perish
from bot.games.overcross.rules.view import NO_CARD, NOBODY, Flag, Lasting, ended_by, named_cards

# Hands, decks and discard piles: changes by cards and rules (`bot.engine.cards.table.HandTable`).


class Hands(Changing):
    """Changes of hands, decks and discard piles."""

    def draw(self, card: Card, target: Seat, count: int, rng: Stream) -> None:  # noqa: ARG002
        """Let a seat draw by a card's effect."""
        self.draw_cards(target, count, card)

    def draw_cards(self, seat: Seat, count: int, by: Card = NO_CARD) -> None:
        """Let a seat draw, as far as there are cards: an empty deck is not refilled (OVC-08)."""
        state = self.state
        deck = state.decks[seat]
        drawn = deck[:count]
        if not drawn:
            return
        state.decks = set_at(state.decks, seat, deck[count:])
        state.hands = set_at(state.hands, seat, (*state.hands[seat], *drawn))
        fact = facts.Drew(seat, len(drawn), by)
        self.record(fact, {seat: replace(fact, cards=drawn)})

    def take(self, card: Card, seat: Seat, zone: Any, cards: tuple[Card, ...], to: Any, rng: Stream) -> None:
        """Move cards found in the own deck or discard pile, and show them; a deck is shuffled."""
        state, purpose = self.state, f"deck of seat {seat + 1}"
        deck = state.decks[seat]
        if zone == "deck":
            deck = without(deck, cards)
        else:
            self.change(seat, discard=without(state.sides[seat].discard, cards))
        if to == "deck":
            deck = (*deck, *cards)
        else:
            state.hands = set_at(state.hands, seat, (*state.hands[seat], *cards))
        if zone == "deck" or (to == "deck" and cards):
            deck = tuple(rng.shuffle(purpose, deck))
        state.decks = set_at(state.decks, seat, deck)
        taken = facts.Took(seat, card, "deck" if zone == "deck" else "discard", cards, "hand")
        self.record(replace(taken, to="deck") if to == "deck" else taken)

    def discard(self, card: Card, by: Seat, target: Seat, cards: tuple[Card, ...]) -> None:  # noqa: ARG002
        """Discard these hand cards by a card's effect."""
        self.throw_away(target, cards, card)

    def throw_away(self, seat: Seat, cards: tuple[Card, ...], by: Card = NO_CARD) -> None:
        """Discard hand cards."""
        self.from_hand(seat, cards)
        self.to_discard(cards)
        self.record(facts.Discarded(seat, cards, by))

    def from_hand(self, seat: Seat, cards: tuple[Card, ...]) -> None:
        """Remove cards from a hand."""
        self.state.hands = set_at(self.state.hands, seat, without(self.state.hands[seat], cards))

    def to_discard(self, cards: tuple[Card, ...]) -> None:
        """Put cards on their owners' discard piles."""
        for card in cards:
            owner = self.owner(card)
            self.change(owner, discard=(*self.state.sides[owner].discard, card))

    def mill(self, card: Card, target: Seat, count: int) -> None:
        """Discard from the top of a deck, as far as there are cards."""
        deck = self.state.decks[target]
        gone = deck[:count]
        self.state.decks = set_at(self.state.decks, target, deck[count:])
        self.to_discard(gone)
        self.record(facts.Milled(target, gone, card))

    def paid(self, card: Card, seat: Seat, cards: tuple[Card, ...], milled: int) -> None:
        """Pay costs: these hand cards, and this number of cards from the top of the deck."""
        if cards:
            self.throw_away(seat, cards, card)
        if milled:
            self.mill(card, seat, milled)

    def look_at(self, context: EffectContext[Any], target: Seat) -> None:
        """Show a hand to the card's controller, once."""
        fact = facts.LookedAt(context.seat, target, context.card)
        self.record(fact, {context.seat: replace(fact, cards=tuple(sorted(self.state.hands[target])))})

    def rolled(
        self,
        card: Card,
        seat: Seat,
        dice: tuple[int, ...],
        sides: int,
        *,
        again: bool,  # noqa: ARG002
    ) -> None:
        """Report that a seat rolled dice for a card."""
        self.record(facts.Rolled(seat, card, dice, sides))

    def tossed(self, card: Card, seat: Seat, *, heads: bool) -> None:
        """Report that a seat tossed a coin for a card."""
        self.record(facts.Tossed(seat, card, heads))

    def cut_short(self, card: Card) -> None:
        """Report that a chain of effects was too long and stops."""
        self.record(facts.CutShort(card))


class Pieces(Hands):
    """Changes of Characters, edits and terrains."""

    # Counters

    def damage(self, context: EffectContext[Any], cards: Sequence[Card], by: int) -> None:
        """Put counters on Characters and terrains at the same time; a Character with 6 dies (OVC-20)."""
        if by < 1:
            return
        harmed = [piece for piece in map(self.piece, dict.fromkeys(cards)) if piece is not None]
        for piece in harmed:
            self.put(piece, counters=piece.counters + by)
            self.record(facts.Harmed(piece.card, by, piece.counters + by, context.card))
        for placed in [placed for placed in map(self.terrain, dict.fromkeys(cards)) if placed is not None]:
            total = placed.counters + by
            self.put_terrain(placed, counters=total)
            self.record(facts.Harmed(placed.card, by, total, context.card))
            if total >= DEADLY:
                self.remove_terrain(placed.card)
        # Characters die at the same time, in the order of OVC-09; then there may be a winner.
        current, seats = max(self.state.current, 0), self.state.seats
        dying = [piece for piece in harmed if piece.counters + by >= DEADLY]
        for piece in sorted(dying, key=lambda one: ((one.seat - current) % seats, one.card)):
            self.step(context, piece.seat, Perish(piece.card, context.card))
        if dying:
            self.judge_next(context)
        about = [due for piece in harmed for due in self.about("damaged", piece, (piece.card,))]
        self.set_off(context, about)

    def heal(self, context: EffectContext[Any], cards: Sequence[Card], by: int) -> None:
        """Remove counters from Characters and terrains, as far as there are any (OVC-20)."""
        for card in cards:
            here = self.piece(card) or self.terrain(card)
            taken = 0 if here is None else min(by, here.counters)
            if here is None or taken < 1:
                continue
            if isinstance(here, Piece):
                self.put(here, counters=here.counters - taken)
            else:
                self.put_terrain(here, counters=here.counters - taken)
            self.record(facts.Healed(card, taken, here.counters - taken, context.card))

    def set_counters(self, context: EffectContext[Any], piece: Card, to: int) -> None:
        """Set a Character's counters, 0 to 5."""
        here, to = self.piece(piece), max(0, min(to, DEADLY - 1))
        if here is None or here.counters == to:
            return
        self.put(here, counters=to)
        if to < here.counters:
            self.record(facts.Healed(piece, here.counters - to, to, context.card))
        else:
            self.record(facts.Harmed(piece, to - here.counters, to, context.card))

    # Death

    def judge_next(self, context: EffectContext[Any]) -> None:
        """Check for winners and losers before the current card continues."""
        self.step(context, self.seats[0], Judge())

    def perish(self, context: EffectContext[Any], step: Perish) -> Sequence[EffectNode]:
        """Let a Character die, unless an `instead` ability that is not tried yet prevents it (OVC-20)."""
        here = self.piece(step.piece)
        if here is None:
            if step.tried:
                self._credit(step.piece, step.card, "hand")
                self.set_off(context, self._killed(step.piece, step.card))
            return ()
        if here.counters < DEADLY:
            return ()
        instead = [due for due in self._edits_first(here) if getattr(due[2], "instead", False)]
        if step.tried < len(instead):
            self.set_off(context, instead[step.tried : step.tried + 1])
            return (Perish(step.piece, step.card, step.tried + 1),)
        self.set_off(context, self._die(context, here, step.card))
        return ()

    def die_leaving(self, seat: Seat) -> list[Due]:
        """Let the Characters of a seat that resigns die if a card still asks about their death: without an
        answer nothing replaces it (OVC-20), and the kill was made before (OVC-37). Return what comes of it.
        """
        found: list[Due] = []
        steps = [effect for running in self.state.program.running for effect in running.effects]
        dying = {step.piece: step for step in steps if isinstance(step, Perish)}
        for step in [each for each in dying.values() if self.owner(each.piece) == seat]:
            here = self.piece(step.piece)
            if here is not None and here.counters >= DEADLY:
                found += self._die(None, here, step.card)
            elif here is None and step.tried:
                self._credit(step.piece, step.card, "hand")
                found += self._killed(step.piece, step.card)
        return found

    def _edits_first(self, piece: Piece) -> list[Due]:
        found = list(self.about("dies", piece, (piece.card,)))
        return sorted(found, key=lambda due: due[0] == piece.card)

    def _die(self, context: EffectContext[Any] | None, piece: Piece, source: Card) -> list[Due]:
        """Let a Character die; return the abilities that this triggers."""
        afterwards = [due for due in self._edits_first(piece) if not getattr(due[2], "instead", False)]
        afterwards += self._killed(piece.card, source)
        aside = self.is_aside(piece.card)
        self._credit(piece.card, source, "aside" if aside else "discard")
        self.take_off(context, piece)
        if aside:
            seat, legend = piece.seat, self.face(piece.card).mark == "legend"
            side = self.state.sides[seat]
            self.change(seat, aside=(*side.aside, piece.card), deaths=side.deaths + legend)
        else:
            self.to_discard((piece.card,))
        return afterwards

    def _killed(self, victim: Card, source: Card) -> list[Due]:
        """Return the abilities that a kill triggers on the killer, if that is a Character in play."""
        killer = self.piece(source)
        if killer is None or victim == source:
            return []
        return list(self.about("kills", killer, (victim,)))

    def is_aside(self, card: Card) -> bool:
        """Whether a card is set aside when it leaves play: it was named before the match (OVC-23, OVC-24)."""
        return card in named_cards(self.state, self.owner(card))

    def _credit(self, victim: Card, source: Card, to: Literal["discard", "aside", "hand"]) -> None:
        """Credit a kill and report it (OVC-27)."""
        seat, cost = self.credited(victim, source), self.kill_cost(victim)
        if seat != NOBODY:
            side = self.state.sides[seat]
            scored = cost if self.state.options.objective == "deathmatch" else 0
            self.change(seat, kills=side.kills + cost, points=side.points + scored)
        self.record(facts.Died(victim, source, seat, cost, to))

    def credited(self, victim: Card, source: Card) -> Seat:
        """Return the seat credited with a kill by a card, or `NOBODY` (OVC-27)."""
        seat, by = self.owner(victim), self.owner(source)
        if by == seat:
            return 1 - seat if self.state.seats == 2 else NOBODY
        return by if not self.state.sides[by].out else NOBODY

    # Leaving play

    def stop_moving(self, piece: Card) -> None:
        """End a Character's move, whatever movement remains."""
        if self.state.moving is not None and self.state.moving.piece == piece:
            self.state.moving = None

    def take_off(self, context: EffectContext[Any] | None, piece: Piece) -> None:
        """Take a Character out of play: its edits go to owners' discard piles, its flags drop (OVC-03)."""
        state = self.state
        self.stop_moving(piece.card)
        self.drop_flags(context, piece)
        state.pieces = tuple([each for each in state.pieces if each is not piece])
        kept = [one for one in state.lasting if getattr(one.static, "piece", ANY) != piece.card]
        state.lasting = tuple(kept)
        for edit in piece.edits:
            self._destroyed(edit.card)

    def _destroyed(self, card: Card) -> None:
        self.to_discard((card,))
        self.record(facts.Destroyed(card))

    def to_hand(self, context: EffectContext[Any], card: Card) -> None:
        """Put a Character in play into its owner's hand, or set it aside if it is not a card of the deck."""
        here = self.piece(card)
        if here is None:
            return
        dying = here.counters >= DEADLY
        self.take_off(context, here)
        aside = self.is_aside(card)
        if aside:
            self.change(here.seat, aside=(*self.state.sides[here.seat].aside, card))
        else:
            self.state.hands = set_at(self.state.hands, here.seat, (*self.state.hands[here.seat], card))
        if not dying or aside:
            self.record(facts.Returned(card, "aside" if aside else "hand"))
        if not dying:  # the kill is credited first, and seen to with all of this instant (OVC-37)
            self.judge_next(context)

    def destroy(self, context: EffectContext[Any], card: Card) -> None:  # noqa: ARG002 - nothing is set off by it
        """Put an attached edit or a terrain into its owner's discard pile."""
        self.remove_edit(card)
        self.remove_terrain(card)

    def remove_edit(self, card: Card) -> None:
        """Put an attached edit into its owner's discard pile."""
        bearer = self.bearer(card)
        if bearer is not None:
            self.put(bearer, edits=tuple([edit for edit in bearer.edits if edit.card != card]))
            self._destroyed(card)

    def remove_terrain(self, card: Card) -> None:
        """Put a terrain into its owner's discard pile."""
        left = tuple([placed for placed in self.state.terrains if placed.card != card])
        if len(left) < len(self.state.terrains):
            self.state.terrains = left
            self._destroyed(card)

    # Flags

    def drop_flags(self, context: EffectContext[Any] | None, piece: Piece) -> None:
        """Drop the flags that a Character carries on its square (OVC-25)."""
        for flag in self.state.flags:
            if flag.carrier == piece.card:
                self.put_flag(flag.seat, Flag(flag.seat, piece.square))
                if self.field.layout.obstructive >> piece.square & 1 and context is not None:
                    self.step(context, self._chooser(flag.seat), DropFlag(flag.seat))
                else:
                    self.record(facts.FlagDropped(flag.seat, piece.square))

    def _chooser(self, seat: Seat) -> Seat:
        return seat if seat in self.seats else self.seats[0]

    def drop_flag(self, context: EffectContext[Any], step: DropFlag) -> Sequence[EffectNode]:
        """Place a flag on the nearest free square, chosen by its owner (OVC-25)."""
        flag = next((flag for flag in self.state.flags if flag.seat == step.seat), None)
        if flag is None or flag.carrier != NO_CARD:
            return ()
        nearest = self.nearest_free(flag.square)
        square = flag.square
        if len(nearest) > 1:
            square = context.ask(self._chooser(flag.seat), "square", nearest, "flag")
        elif nearest:
            square = nearest[0]
        self.put_flag(flag.seat, Flag(flag.seat, square))
        self.record(facts.FlagDropped(flag.seat, square))
        return ()

    def nearest_free(self, square: int) -> list[int]:
        """Return the free squares nearest to a square."""
        near, free = 1 << square, self.free
        while near != self.grid.full and not near & free:
            near = self.grid.spread_diagonally(near)
        return list(squares_of(near & free))

    def put_flag(self, seat: Seat, flag: Flag) -> None:
        """Replace a seat's flag."""
        self.state.flags = tuple([flag if each.seat == seat else each for each in self.state.flags])

    # Effects with a duration

    def last(self, context: EffectContext[Any], statics: Sequence[AnyStatic], until: Until) -> None:
        """Put something in force for a time."""
        if not statics:
            return
        state = self.state
        seat = ended_by(statics[0], context.seat)
        new = [Lasting(context.card, static, until, seat, state.turn) for static in statics]
        state.lasting = (*state.lasting, *new)
        for static in statics:
            self.record(facts.InForce(context.card, static, until))

    def use_up_nearer(self, seat: Seat) -> None:
        """Remove the permission to deploy the next Character nearer, because it was deployed."""
        lasting = self.state.lasting
        left = tuple([one for one in lasting if one.static != Nearer(seat)])
        if len(left) < len(lasting):  # else the same object: what depends on it is cached
            self.state.lasting = left

    def waiting(self, piece: Piece) -> None:
        """Let a Character wait off the grid."""
        self.put(piece, square=OFF)
        self.record(facts.Waits(piece.card))
