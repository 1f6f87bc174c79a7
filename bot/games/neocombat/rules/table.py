"""Changing a match: effects on varans, hands and the deck. Each change records its fact."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from bot.engine.cards.machine import run
from bot.engine.cards.nodes import EffectNode
from bot.engine.cards.program import Program, Running
from bot.engine.cards.table import Recorder
from bot.engine.cards.vocabulary import Vocabulary
from bot.engine.contract import Seat, changed_at, set_at
from bot.engine.decks import without
from bot.engine.fair import Stream
from bot.games.neocombat.cards.cards import Pool
from bot.games.neocombat.cards.words import VOCABULARY
from bot.games.neocombat.cards.words.field import FOE, IT, SELF, State, Threat
from bot.games.neocombat.rules import facts, knowledge
from bot.games.neocombat.rules.knowledge import Knowledge
from bot.games.neocombat.rules.queries import NeoCombatQueries
from bot.games.neocombat.rules.state import NeoState
from bot.games.neocombat.rules.view import DRAWN, GONE, NOBODY


class Table(NeoCombatQueries, Recorder):
    """A match in progress of change, with its randomness and its facts so far."""

    def __init__(self, state: NeoState, pool: Pool, rng: Stream) -> None:
        NeoCombatQueries.__init__(self, state, pool)
        Recorder.__init__(self, rng)
        self.settling: int | None = None
        """The card whose effects are carried out, if it lies on the discard pile already."""

    def put(self, token: int, **fields: Any) -> None:
        """Change the public state of a token."""
        self.state.tokens = changed_at(self.state.tokens, token, **fields)

    def know(self, seat: Seat, known: Knowledge) -> None:
        """Change the public knowledge of a seat's varans."""
        self.state.knowledge = set_at(self.state.knowledge, seat, known)

    # Cards

    def draw(self, card: int, target: Seat, count: int, rng: Stream) -> None:  # noqa: ARG002 - the table's own
        """Let a seat draw for a card, up to the limit of a turn; never that card itself (NEO-04b)."""
        held, before = len(self.state.hands[target]), self.state.drawn or ()
        left = DRAWN - before.count(target)
        self.draw_cards(target, min(count, left), "card", self._aside(card))
        drawn = len(self.state.hands[target]) - held
        if drawn:
            self.state.drawn = (*before, *[target] * drawn)
        if count > left:
            self.record(facts.DrewEnough(target))

    def _aside(self, card: int) -> tuple[int, ...]:
        """Return the card if it lies on the discard pile because it was played, and is not settled yet."""
        return (card,) if card == self.settling and card in self.state.deck.discard else ()

    def draw_cards(self, seat: Seat, count: int, why: facts.Why, aside: tuple[int, ...] = ()) -> None:
        """Let a seat draw, as long as there are cards (NEO-04); a refill leaves out the cards `aside`."""
        cards = tuple([card for _ in range(count) for card in self.draw_one(aside)])
        if cards:
            self.take_in(seat, cards, why)

    def draw_one(self, aside: tuple[int, ...] = ()) -> tuple[int, ...]:
        """Take the top card of the deck, refilled from the discard pile if it is empty (NEO-04); the cards
        `aside` stay on the pile.
        """
        state = self.state
        if state.deck.order:
            cards, state.deck = state.deck.draw(1, self.rng, "refill")
            return cards
        cards, deck = state.deck.recovered(aside).draw(1, self.rng, "refill")
        state.deck = deck.discarded(aside)
        if cards:
            self.record(facts.Refilled(len(deck.order) + 1))
        return cards

    def take_in(self, seat: Seat, cards: tuple[int, ...], why: facts.Why) -> None:
        """Put drawn cards into a hand."""
        hand = tuple(sorted((*self.state.hands[seat], *cards)))
        self.state.hands = set_at(self.state.hands, seat, hand)
        drew = facts.Drew(seat, len(cards), why)
        self.record(drew, {seat: replace(drew, cards=cards)})

    def spend(self, seat: Seat, card: int, *, spared: bool = False) -> None:
        """Take a played card out of the hand: it is discarded, or leaves the game (NEO-13)."""
        state = self.state
        state.hands = set_at(state.hands, seat, without(state.hands[seat], (card,)))
        if self.face(card).leaves and not spared:
            state.removed = (*state.removed, card)
        else:
            self.settling = card
            state.deck = state.deck.discarded((card,))

    def throw_away(self, seat: Seat, cards: tuple[int, ...]) -> None:
        """Discard cards of a hand (NEO-15)."""
        if not cards:
            return
        self._drop(seat, cards)
        self.record(facts.Discarded(seat, cards))

    def _drop(self, seat: Seat, cards: tuple[int, ...]) -> None:
        state = self.state
        state.hands = set_at(state.hands, seat, without(state.hands[seat], cards))
        state.deck = state.deck.discarded(cards)

    # Varans

    def show_attribute(self, token: int, attribute: str) -> None:
        """Make a varan's attribute public (NEO-11)."""
        seat, attribute = self.owner(token), str(attribute)  # a card's own text is not stored with its words
        known = knowledge.claimed(self.state.knowledge[seat], token % self.team, attribute, self.pool.roster)
        self.know(seat, known)
        self.record(facts.Claimed(token, attribute))

    def claim(self, token: int, attribute: str) -> None:
        """Let a varan claim an attribute, once a turn (NEO-11)."""
        self.put(token, used=(*self.state.tokens[token].used, str(attribute)))
        self.show_attribute(token, attribute)

    def reveal(self, token: int) -> None:
        """Turn a cloaked varan face up."""
        seat, varan = self.owner(token), self.state.varans[token]
        self.put(token, revealed=True)
        known = knowledge.revealed(self.state.knowledge[seat], token % self.team, varan, self.pool.roster)
        self.know(seat, known)
        self.record(facts.Revealed(token, varan))

    def cloak(self, token: int) -> None:
        """Cloak a revealed varan; the public knowledge of it remains (NEO-18a)."""
        if not self.is_so(token, "revealed"):
            return
        self.put(token, revealed=False)
        self.record(facts.CloakedAgain(token))

    def turn(self, token: int) -> None:
        """Turn a varan sideways."""
        if not self.state.tokens[token].here or self.state.tokens[token].sideways:
            return
        self.put(token, sideways=True)
        self.record(facts.Turned(token))

    def mend(self, token: int, by: int) -> None:
        """Remove damage from a varan, at most all of it."""
        if not self.state.tokens[token].here or not self.damage(token):
            return
        left = max(0, self.damage(token) - by)
        self.state.wounds = set_at(self.state.wounds, self.state.varans[token], left)
        self.record(facts.Mended(token, left))

    def hurt(self, token: int, by: int, seat: Seat) -> None:
        """Do damage to a revealed varan for a seat, which scores if the varan is killed (NEO-12)."""
        state, varan = self.state, self.varan(token)
        damage = min(self.damage(token) + by, varan.health)
        dealt = damage - self.damage(token)
        state.wounds = set_at(state.wounds, state.varans[token], damage)
        state.dealt = set_at(state.dealt, seat, state.dealt[seat] + dealt)
        state.hurt = state.hurt or dealt > 0
        self.record(facts.Hit(token, by, damage))
        if damage >= varan.health:
            state.kills = set_at(state.kills, seat, state.kills[seat] + 1)
            self.record(facts.Killed(token, seat))
            self.leave_sector(token, GONE)

    def uncloak(self, token: int) -> None:
        """Reveal a varan that is cloaked."""
        if self.state.tokens[token].here and not self.state.tokens[token].revealed:
            self.reveal(token)

    def harm(self, token: int, by: int, seat: Seat) -> None:
        """Do damage to a varan for a card; a cloaked one is revealed first (NEO-12)."""
        if self.state.tokens[token].here:
            self.uncloak(token)
            self.hurt(token, by, seat)

    def leave_sector(self, token: int, to: int) -> None:
        """Take a varan to another sector, or out of the game; an empty sector's number is freed."""
        origin = self.state.tokens[token].sector
        self.put(token, sector=to)
        if origin and not any(other.sector == origin for other in self.state.tokens):
            self.state.freed = (*self.state.freed, origin)

    # The interface of the card language

    @property
    def vocabulary(self) -> Vocabulary:
        """The words of the game."""
        return VOCABULARY

    def cards(self, zone: Any, seat: Seat) -> tuple[int, ...]:
        """Return the cards in a place; for the deck the top card first."""
        if zone == "hand":
            return self.state.hands[seat]
        return self.state.deck.order if zone == "deck" else self.state.deck.discard

    def threaten(self, kind: Threat, by: int) -> None:
        """Begin an attack or a sensor with the varans of the current card."""
        fight = self.state.fight
        assert fight is not None
        self.state.fight = replace(fight, kind=kind, by=by)

    def weaken(self, by: int | None) -> None:
        """Reduce the current attack or sensor by this amount; None to cancel it."""
        fight = self.state.fight
        assert fight is not None
        self.state.fight = replace(fight, by=STOPPED if by is None else max(0, fight.by - by))

    def rolled(self, card: int, seat: Seat, dice: tuple[int, ...], sides: int, *, again: bool) -> None:  # noqa: ARG002
        """Record rolled dice; cards do not reroll them."""
        self.record(facts.Rolled(seat, card, dice, sides))

    def tossed(self, card: int, seat: Seat, *, heads: bool) -> None:
        """Record a tossed coin."""
        self.record(facts.Tossed(seat, card, heads))

    def discard(self, card: int, by: Seat, target: Seat, cards: tuple[int, ...]) -> None:  # noqa: ARG002
        """Discard random cards of a hand for a card; they are public (NEO-18b)."""
        self._drop(target, cards)
        self.record(facts.LostCards(target, cards))

    # What words ask of varans

    def shows(self, token: int, attribute: str) -> bool:
        """Return whether a revealed varan has an attribute."""
        return self.is_so(token, "revealed") and attribute in self.varan(token).attributes

    def is_so(self, token: int, state: State) -> bool:
        """Return whether a varan is in this state, by public knowledge."""
        its = self.state.tokens[token]
        if not its.here or (state in ("revealed", "damaged") and not its.revealed):
            return False
        if state == "damaged":
            return self.damage(token) > 0
        return its.sideways if state == "sideways" else its.sector == 0 if state == "in-centre" else True

    def cut_short(self, card: int) -> None:
        """Report that the limit of effects was reached: the game's words cannot reach it."""


STOPPED = -1
"""The damage of a cancelled attack or sensor."""


def carry_out(
    table: Table,
    seat: Seat,
    card: int,
    effects: Sequence[EffectNode],
    own: int,
    other: int,
    foe: Seat = NOBODY,
) -> None:
    """Carry out the effects of a card, with the remembered own varan, the other varan, and its owner.

    No word of the game asks anything, so the program is idle afterwards.
    """
    named = ((SELF, own), (IT, other), (FOE, foe))
    names = tuple([(name, (one,)) for name, one in named if one != NOBODY])
    run(Program((Running(card, seat, tuple(effects), names=names),)), table, table.rng)
