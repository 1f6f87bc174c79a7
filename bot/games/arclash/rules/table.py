"""The changes that cards make to a match of Arclash (`bot.engine.cards.table.Table`), with their facts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal

from msgspec.structs import replace

from bot.base.language import N_
from bot.engine.cards.machine import effects_of
from bot.engine.cards.program import Program, Running
from bot.engine.cards.table import Recorder
from bot.engine.cards.words.dice import rerolling
from bot.engine.contract import Outcome, Seat, changed_at
from bot.engine.decks import Card, without
from bot.engine.facts import MatchOver
from bot.engine.fair import Stream
from bot.games.arclash.cards.cards import Pool
from bot.games.arclash.cards.words.abilities import Trigger
from bot.games.arclash.cards.words.field import HandOrDeck, Until
from bot.games.arclash.rules import facts
from bot.games.arclash.rules.power import OpenTable, leaves_of_standing
from bot.games.arclash.rules.queries import ArclashQueries, Memory
from bot.games.arclash.rules.state import NO_CARD, ArclashState, Boost, Guarding, ends_in, owner_of
from bot.games.arclash.rules.view import NOBODY, Shown

REACHED = N_("The winning score is reached")
"""The usual reason for the end of a match."""


class ArclashTable(ArclashQueries, Recorder):
    """A match during a change. `events` are the resulting facts, in order."""

    def __init__(
        self,
        state: ArclashState,
        pool: Pool,
        rng: Stream,
        memory: Memory | None = None,
    ) -> None:
        ArclashQueries.__init__(self, state, pool, memory)
        Recorder.__init__(self, rng)
        self._counted: tuple[Any, ...] = ()
        self.fallen: list[Seat] = []
        """The seats that lost a level in this step, until `level-lost` abilities are triggered."""

    @property
    def open(self) -> OpenTable:
        """The current powers and guards of all Characters.

        The work is counted whenever the cards in play differ from the last count in this step, even if the
        result is cached. So the count is the same on every machine.
        """
        leaves = leaves_of_standing(self)
        if leaves != self._counted:
            self.work.spent += self.memory.standing(self).work
            self._counted = leaves
        return super().open

    def change(self, seat: Seat, **fields: Any) -> None:
        """Replace a seat's side."""
        self.state.sides = changed_at(self.state.sides, seat, **fields)

    def clear_choice(self, seat: Seat) -> None:
        """Forget the secret choice of a seat."""
        side = self.side(seat)
        if side.ready or side.placed != NO_CARD:
            self.change(seat, ready=False, placed=NO_CARD, way=0, paying=())

    def finish_choice(
        self, seat: Seat, what: facts.Choosing, card: Card = NO_CARD, *, deck: str = ""
    ) -> None:
        """Report that a seat has made its secret choice: a card, or none.

        Others do not learn whether it chose a card (ARC-15).
        """
        self.change(seat, ready=True)
        own = facts.Chose(seat, what, own=True, shown=self._shown_or_none(card), deck=deck)
        self.record(facts.Chose(seat, what), {seat: own})

    def reveal(self, what: Literal["advance", "renew"], placed: Sequence[Card]) -> None:
        """Reveal the face-down cards, by seat (ARC-07, ARC-13)."""
        self.record(facts.Revealed(what, tuple([self._shown_or_none(card) for card in placed])))

    def _shown_or_none(self, card: Card) -> Shown | None:
        return None if card == NO_CARD else self.shown(card)

    # For the card language

    def rerolls(self, seat: Seat) -> tuple[Card, ...]:
        """Return the cards in play by which this seat may reroll now."""
        return tuple([card for card in self.cards("play", seat) if self._rerolling(card)])

    def _rerolling(self, card: Card) -> list[int]:
        """Return the rerolls of a card that are not used up, by index of the ability."""
        found = rerolling(self, card, owner_of(card)) if self._doing(card, "roll") else []
        return [index for index in found if not self.used_up(card, index)]

    def used(self, card: Card) -> None:
        """Record that the first reroll of this card that is left has been used."""
        self.carried_out(card, self._rerolling(card)[0])

    def waiting(self, card: Card, trigger: Trigger) -> list[Running]:
        """Return the abilities of a card with this trigger that are not used up, to be queued."""
        if not self._doing(card, trigger):
            return []
        return [
            Running(card, owner_of(card), effects_of(ability), ability=index)
            for index, ability in enumerate(self.face(card).abilities)
            if ability.trigger == trigger and not self.used_up(card, index)
        ]

    def advanced(self, card: Card) -> list[Running]:
        """Return the abilities of a Character that a card has just put on a stack."""
        return self.waiting(card, "advance")

    def _doing(self, card: Card, trigger: Trigger) -> bool:
        return bool(self.pool.doing[self.state.number_of(card)].get(trigger))

    def used_up(self, card: Card, ability: int) -> bool:
        """Whether this once-a-turn ability of this copy was carried out in this turn (ARC-06b)."""
        return (card, ability) in (self.state.spent or ())

    def lapsed(self, card: Card, ability: int) -> bool:
        """Whether a queued ability's card has left the stack or the Supports (ARC-06a), or it is used up."""
        return card not in self.cards("play", owner_of(card)) or self.used_up(card, ability)

    def carried_out(self, card: Card, ability: int) -> None:
        """Record that an ability was carried out, if it works once a turn (ARC-06b)."""
        if self.face(card).abilities[ability].once:
            self.state.spent = (*(self.state.spent or ()), (card, ability))

    def rolled(self, card: Card, seat: Seat, dice: tuple[int, ...], sides: int, *, again: bool) -> None:
        """Report that this seat rolled these dice."""
        self.record(facts.Rolled(seat, self.state.number_of(card), dice, sides, again))

    def tossed(self, card: Card, seat: Seat, *, heads: bool) -> None:
        """Report that this seat tossed a coin."""
        self.record(facts.Tossed(seat, self.state.number_of(card), heads))

    def change_power(self, card: Card, target: Seat, by: int, until: Until) -> None:
        """Add power, or take it where `by` is below 0 and no shield prevents it."""
        if by < 0 and self._prevented(card, target, "debuff"):
            return
        lasting, ends = self._lasting(card, until)
        self.state.boosts = (*self.state.boosts, Boost(card, target, by, ends))
        number = self.state.number_of(card)
        self.record(facts.PowerChanged(owner_of(card), number, target, by, lasting, self.power(target)))

    def draw(self, card: Card, target: Seat, count: int, rng: Stream) -> None:
        """Let a seat draw from its deck by a card's effect."""
        self.draw_cards(target, count, rng, self.state.number_of(card))

    def take(
        self,
        card: Card,
        seat: Seat,
        zone: Literal["deck", "discard"],
        cards: tuple[Card, ...],
        to: HandOrDeck,
        rng: Stream,
    ) -> None:
        """Move cards found in the own deck or discard pile, and show them.

        A deck that was searched or that received cards is shuffled.
        """
        side = self.side(seat)
        deck = side.deck.take(cards) if zone == "deck" else side.deck.recovered(cards)
        if to == "deck":
            deck = replace(deck, order=deck.order + cards)
        if zone == "deck" or (to == "deck" and cards):
            deck = deck.shuffled(rng, f"deck of seat {seat + 1}")
        self.change(seat, deck=deck, hand=side.hand + cards if to == "hand" else side.hand)
        self.record(facts.Took(seat, self.state.number_of(card), zone, self.all_shown(cards), to))

    def discard(self, card: Card, by: Seat, target: Seat, cards: tuple[Card, ...]) -> None:  # noqa: ARG002
        """Discard these cards of a hand."""
        self._from_hand(target, cards)
        self.record(facts.Discarded(target, self.state.number_of(card), self.all_shown(cards)))

    def mill(self, card: Card, target: Seat, count: int) -> None:
        """Discard from the top of a deck, as far as there are cards."""
        cards = self._off_the_top(target, count)
        self.record(facts.Milled(target, self.state.number_of(card), self.all_shown(cards)))

    def level_down(self, card: Card, target: Seat) -> None:
        """Discard the top Advancement of a stack; a Level 1 stays, and a shield can prevent it."""
        if not self._prevented(card, target, "level-down"):
            self.go_down(target, "card", self.state.number_of(card))

    def shield(self, card: Card, target: Seat, against: Sequence[str], until: Until) -> None:
        """Protect a seat."""
        lasting, ends = self._lasting(card, until)
        guard = Guarding(card, target, tuple(against), ends)
        self.state.guards = (*self.state.guards, guard)
        self.record(facts.Shielded(target, self.state.number_of(card), guard.against, lasting))

    def shielded(self, target: Seat, by: Seat, against: str) -> bool:
        """Whether this seat is protected from this effect of a card controlled by `by`."""
        return target != by and any(against in guard.against for guard in self.open.guards[target])

    def guessed(self, card: Card, guesser: Seat, position: int, shown: Card | None) -> None:
        """Report an opponent's guess."""
        seat = owner_of(card)
        seen = None if shown is None else self.shown(shown)
        size = len(self.side(seat).hand)
        self.record(facts.Guessed(seat, self.state.number_of(card), guesser, position, size, seen))

    def prevented(self, card: Card, target: Seat, against: Any) -> None:
        """Report that a shield prevented a card's effect on a seat."""
        self.record(facts.Prevented(self.state.number_of(card), target, against))

    @property
    def over(self) -> bool:
        """Whether a card has ended the match."""
        return self.state.outcome is not None

    def cancel(self, card: Card, target: Seat, support: Card) -> None:
        """Discard this Support of a player, and end its changes of power and its shields."""
        side = self.side(target)
        self.change(target, supports=without(side.supports, (support,)), deck=side.deck.discarded((support,)))
        self.end_effects(lambda one: one.card == support)
        self.record(facts.Cancelled(target, self.shown(support), self.state.number_of(card)))

    def forbid(self, card: Card, target: Seat) -> None:
        """Make a player pass for the rest of this battle; no fact for a player who has already passed."""
        if self.state.phase in ("battle", "support") and not self.side(target).done:
            self.change(target, done=True)
            self.record(facts.Forbidden(target, self.state.number_of(card)))

    def score_points(self, card: Card, seat: Seat, points: int) -> None:
        """Add points to a seat; a seat that reaches the winning score wins at once (ARC-14)."""
        score = self.score(seat) + points
        self.change(seat, score=score)
        self.record(facts.Scored(seat, self.state.number_of(card), points, score))
        if score >= self.state.options.score:
            self.end((seat,), REACHED)

    def end(self, winners: tuple[Seat, ...], why: str) -> None:
        """End the match; `why` is a message, translated where it is shown."""
        state = self.state
        state.outcome = Outcome(winners, tuple([side.score for side in state.sides]), why)
        state.phase, state.program, state.answers = "over", Program(), ()
        state.order, state.current = (), NOBODY
        for seat in range(state.seats):
            self.clear_choice(seat)
        self.record(MatchOver(state.outcome))

    def looked(self, card: Card, seat: Seat, target: Seat, zone: HandOrDeck, cards: tuple[Card, ...]) -> None:
        """Report that a seat has looked at these cards; only that seat learns which cards."""
        told = facts.Looked(seat, self.state.number_of(card), target, zone, len(cards))
        self.record(told, {seat: replace(told, cards=self.all_shown(cards))})

    def take_back_advancement(self, card: Card, target: Seat, to: HandOrDeck, rng: Stream) -> None:
        """Move the top Advancement of a stack to the hand or the deck; a Level 1 stays."""
        side = self.side(target)
        if self._prevented(card, target, "level-down") or len(side.stack) < 2 or self.level(target) == 1:
            return
        self.change(target, stack=side.stack[:-1])
        self.end_with(side.stack[-1:])
        self.fallen.append(target)
        self._bring_back(card, target, side.stack[-1], to, rng)

    def take_back_support(self, card: Card, target: Seat, support: Card, to: HandOrDeck, rng: Stream) -> None:
        """Move a Support in play to the hand or the deck of its owner."""
        self.change(target, supports=without(self.side(target).supports, (support,)))
        self._bring_back(card, target, support, to, rng)

    def _bring_back(self, by: Card, target: Seat, card: Card, to: HandOrDeck, rng: Stream) -> None:
        side = self.side(target)
        if to == "deck":
            deck = replace(side.deck, order=(*side.deck.order, card))
            self.change(target, deck=deck.shuffled(rng, f"deck of seat {target + 1}"))
        else:
            self.change(target, hand=(*side.hand, card))
        self.record(facts.Returned(target, self.shown(card), to, self.state.number_of(by)))

    def climb(
        self,
        card: Card,
        seat: Seat,
        zone: Literal["hand", "deck", "discard"],
        path: tuple[Card, ...],
        rng: Stream,
    ) -> None:
        """Put a card found in this zone on the stack, if one was found; a deck is shuffled."""
        side = self.side(seat)
        hand = without(side.hand, path) if zone == "hand" else side.hand
        deck = side.deck
        if zone == "deck":
            deck = deck.take(path).shuffled(rng, f"deck of seat {seat + 1}")
        elif zone == "discard":
            deck = deck.recovered(path)
        self.change(seat, hand=hand, deck=deck, stack=(*side.stack, *path))
        self.record(facts.Climbed(seat, self.state.number_of(card), zone, self.all_shown(path)))

    def cut_short(self, card: Card) -> None:
        """Report that a chain of effects was too long and stops."""
        self.record(facts.CutShort(self.state.number_of(card)))

    def paid(self, card: Card, seat: Seat, cards: tuple[Card, ...], milled: int) -> None:
        """Pay the cost of an effect: these cards of the hand, and this number from the top of the deck."""
        number = self.state.number_of(card)
        self.refill(seat, milled)
        if cards:
            self._from_hand(seat, cards)
            self.record(facts.Discarded(seat, number, self.all_shown(cards), cost=True))
        if milled:
            gone = self.pay_from_deck(seat, milled)
            self.record(facts.Milled(seat, number, self.all_shown(gone), cost=True))

    # Shared by the phases and the card language

    def draw_cards(self, seat: Seat, count: int, rng: Stream, by: str = "") -> None:
        """Draw cards, and refill an empty deck from the discard pile; it may be fewer cards (ARC-12)."""
        side = self.side(seat)
        drawn, deck = side.deck.draw(count, rng, f"refill of seat {seat + 1}")
        if len(side.deck.order) < count and side.deck.discard:
            self.record(facts.Refilled(seat, len(side.deck.discard)))
        self.change(seat, deck=deck, hand=side.hand + drawn)
        if drawn:
            told = facts.Drew(seat, len(drawn), (), by)
            self.record(told, {seat: replace(told, cards=self.all_shown(drawn))})

    def pay_from_deck(self, seat: Seat, count: int) -> tuple[Card, ...]:
        """Discard the top cards of a deck as a cost, and return them."""
        self._refill(seat, count)
        return self._off_the_top(seat, count) if count else ()

    def refill(self, seat: Seat, count: int) -> None:
        """Shuffle the discard pile under a deck with fewer than `count` cards.

        A cost or an effect does so before its own discards, so these stay out of the shuffle (ARC-12a).
        """
        self._refill(seat, count)

    def _refill(self, seat: Seat, count: int) -> None:
        deck = self.side(seat).deck
        if len(deck.order) < count and deck.discard:
            more = tuple(self.rng.shuffle(f"refill of seat {seat + 1}", deck.discard))
            self.record(facts.Refilled(seat, len(more)))
            self.change(seat, deck=replace(deck, order=deck.order + more, discard=()))

    def _off_the_top(self, seat: Seat, count: int) -> tuple[Card, ...]:
        """Discard the top cards of a deck, as far as there are cards; return them."""
        deck = self.side(seat).deck
        cards = deck.top(count)
        self.change(seat, deck=deck.take(cards).discarded(cards))
        return cards

    def go_down(self, seat: Seat, why: Any, by: str = "") -> None:
        """Discard the top Advancement of a stack; a Level 1 stays."""
        side = self.side(seat)
        if len(side.stack) < 2 or self.level(seat) == 1:
            return
        card = side.stack[-1]
        self.change(seat, stack=side.stack[:-1], deck=side.deck.discarded((card,)))
        self.end_with((card,))
        self.record(facts.LevelledDown(seat, self.shown(card), why, by))
        if why != "level-4":
            self.fallen.append(seat)

    def end_with(self, cards: Sequence[Card]) -> None:
        """End the effects that last while these cards are in a stack, because they leave it."""
        self.end_effects(lambda one: not one.ends and one.card in cards)

    def end_effects(self, ended: Callable[[Boost | Guarding], bool]) -> None:
        """End the changes of power and the shields for which this holds."""
        state = self.state
        state.boosts = tuple([one for one in state.boosts if not ended(one)])
        state.guards = tuple([one for one in state.guards if not ended(one)])

    def _from_hand(self, seat: Seat, cards: tuple[Card, ...]) -> None:
        side = self.side(seat)
        self.change(seat, hand=without(side.hand, cards), deck=side.deck.discarded(cards))

    def _prevented(self, card: Card, target: Seat, against: Any) -> bool:
        """Whether a shield prevents this effect of a card; if so it is reported."""
        if not self.shielded(target, owner_of(card), against):
            return False
        self.prevented(card, target, against)
        return True

    def _lasting(self, card: Card, until: Until) -> tuple[Until, int]:
        """Return an effect's duration and the turn it ends in; one turn for a card in no stack."""
        if until == "stack" and card not in self.side(owner_of(card)).stack:
            until = "turn"
        return until, ends_in(until, self.state.turn)
