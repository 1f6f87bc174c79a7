"""One seat's knowledge of a match, and its expectations."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cached_property, lru_cache
from math import exp
from statistics import fmean

from bot.engine.contract import Seat
from bot.games.neocombat.cards.cards import Pool
from bot.games.neocombat.cards.varans import Varan
from bot.games.neocombat.cards.words.field import Threat
from bot.games.neocombat.players.worth import WEIGHTS, Weights, keepsakes, life
from bot.games.neocombat.rules.knowledge import UNKNOWN, Record
from bot.games.neocombat.rules.match_end import QUIET_TURNS
from bot.games.neocombat.rules.queries import SPARE_CARDS
from bot.games.neocombat.rules.view import NeoView, Token

MEAN_HIT = 2.3
"""The assumed damage of an unknown attack."""

LEAD = 3.0
"""The difference in team value for odds of e to 1."""
LEAD_OF_COMEBACKS = 5.5
"""The same if the seat that is behind draws more cards (NEO-04a)."""
CARD = 0.5
"""The value of any card in hand, relative to the team's."""


class Situation:
    """One seat's analysis of a match whose varans are on the table."""

    def __init__(self, view: NeoView, seat: Seat, pool: Pool, weights: Weights = WEIGHTS) -> None:
        self.view = view
        self.seat = seat
        self.pool = pool
        self.weights = weights
        self.team = view.options.team
        self.tokens: Sequence[Token] = view.tokens
        self.first = seat * self.team
        self.own = [token for token in range(self.first, self.first + self.team) if view.tokens[token].here]
        self.enemies = [
            token
            for token, its in enumerate(view.tokens)
            if its.here and not self.first <= token < self.first + self.team
        ]
        self._losses: dict[tuple[tuple[int, ...], float], float] = {}

    # Varans

    def varan(self, token: int) -> Varan:
        """Return the varan of an own token."""
        return self.pool.roster[self.view.varans[token - self.first]]

    def is_own(self, token: int) -> bool:
        """Whether a token is the seat's own."""
        return self.first <= token < self.first + self.team

    @cached_property
    def lefts(self) -> dict[int, tuple[int, ...]]:
        """The possible remaining health of each living token, all values equally likely.

        For other seats' tokens it follows from public knowledge: a revealed varan is known by name and keeps
        its damage.
        """
        view, roster = self.view, self.pool.roster
        left = [varan.health - wound for varan, wound in zip(roster, view.wounds, strict=True)]
        lefts: dict[int, tuple[int, ...]] = {
            token: (left[view.varans[token - self.first]],) for token in self.own
        }
        unknown: dict[Record, tuple[int, ...]] = {}
        for token in self.enemies:
            seat, place = divmod(token, self.team)
            health: list[int] = []
            for record in view.knowledge[seat].possible(place):
                if record.varan != UNKNOWN:
                    health.append(left[record.varan])
                    continue
                if record not in unknown:
                    fitting = [left[each] for each in self._nameless if record.fits(roster[each])]
                    unknown[record] = (round(sum(fitting) / len(fitting)),) if fitting else (6,)
                health += unknown[record]
            lefts[token] = tuple([each for each in health if each > 0]) or (1,)
        return lefts

    @cached_property
    def _nameless(self) -> tuple[int, ...]:
        """The unrevealed varans of other seats."""
        seen = {record.varan for known in self.view.knowledge for record in known.records}
        return tuple(
            [each for each in range(len(self.pool.roster)) if each not in seen | set(self.view.varans)]
        )

    def loss(self, token: int, damage: float) -> float:
        """Return the average cost of this damage to a token's owner."""
        lefts = self.lefts[token]
        lost = self._losses.get((lefts, damage))
        if lost is None:
            weights = self.weights
            lost = sum(
                [life(left, weights) - life(max(0.0, left - damage), weights) for left in lefts]
            ) / len(lefts)
            self._losses[lefts, damage] = lost
        return lost

    def mended(self, token: int, by: int) -> float:
        """Return the value of healing an own varan by this much; 0 if half of it is wasted."""
        (left,) = self.lefts[token]
        healed = min(by, self.varan(token).health - left)
        if healed * 2 < by:
            return 0.0
        return life(left + healed, self.weights) - life(left, self.weights)

    # Cards

    @cached_property
    def unseen(self) -> Counter[int]:
        """The cards that may be in other seats' hands, or in the deck."""
        left = Counter(self.pool.deck)
        left.subtract((*self.view.hand, *self.view.discard, *self.view.removed))
        return left

    @cached_property
    def _unseen_total(self) -> int:
        return max(1, sum(self.unseen.values()))

    @cached_property
    def _attack_share(self) -> float:
        """The share of attacks among the unseen cards."""
        ways = self.pool.ways
        attacks = sum(
            [count for card, count in self.unseen.items() if any(way.is_attack for way in ways[card])]
        )
        return attacks / self._unseen_total

    @cached_property
    def _answer_shares(self) -> dict[Threat, tuple[float, float]]:
        """The shares of the unseen cards that cancel a kind of attack, and that reduce it."""
        shares: dict[Threat, tuple[float, float]] = {}
        kinds: tuple[Threat, ...] = ("shot", "flame", "strike", "sensor")
        for kind in kinds:
            stopping, softening = _answers(self.pool, kind)
            stops = sum([self.unseen[card] for card in stopping])
            softens = sum([self.unseen[card] for card in softening])
            shares[kind] = stops / self._unseen_total, softens / self._unseen_total
        return shares

    def answered(self, owner: Seat, kind: Threat) -> tuple[float, float]:
        """Return the probabilities that an attack is cancelled, and that it is reduced."""
        stop, soften = self._answer_shares[kind]
        cards = self.view.hands[owner]
        no_stop, nothing = (1 - stop) ** cards, max(0.0, 1 - stop - soften) ** cards
        willing = self.weights.willing
        return willing * (1 - no_stop), willing * (no_stop - nothing)

    @cached_property
    def limit(self) -> int:
        """The number of cards the seat may keep after Repair."""
        return len(self.own) + SPARE_CARDS

    @cached_property
    def _given_up(self) -> float:
        """The value of the best card that will have to be discarded; 0 if none."""
        excess = len(self.view.hand) - self.limit
        if excess <= 0:
            return 0.0
        worths = sorted([self.keep(card) for card in self.view.hand])
        return worths[excess - 1]

    def keep(self, card: int) -> float:
        """Return the value of a card in hand."""
        return keepsakes(self.pool)[card]

    def cost(self, card: int) -> float:
        """Return the cost of spending a card: 0 if it would be discarded anyway."""
        if self.is_last_turn:
            return 0.0
        return self.weights.card * max(0.0, self.keep(card) - self._given_up)

    # The course of the match

    @cached_property
    def is_last_turn(self) -> bool:
        """Whether the match ends with this combat, according to public knowledge."""
        view = self.view
        return view.turn >= view.options.turns or (view.quiet + 1 >= QUIET_TURNS and not view.hurt)

    @cached_property
    def leads(self) -> bool:
        """Whether the seat would win if the match ended now (NEO-16)."""
        view = self.view
        standing = [
            (view.kills[seat], view.alive(seat), view.dealt[seat])
            for seat in range(view.seats)
            if view.out[seat] != "resigned"
        ]
        mine = (view.kills[self.seat], view.alive(self.seat), view.dealt[self.seat])
        return mine == max(standing) and standing.count(mine) == 1

    @property
    def chances(self) -> float:
        """The chance to win, estimated from the values of teams and hands."""
        worths = [self._team_worth(seat) for seat in range(self.view.seats)]
        rival = max([worths[seat] for seat in self._others], default=0.0)
        lead = LEAD_OF_COMEBACKS if self.view.options.draw == "comeback" else LEAD
        return 1 / (1 + exp((rival - worths[self.seat]) / lead))

    def _team_worth(self, seat: Seat) -> float:
        alive = [each for each in self.lefts if each // self.team == seat]
        lives = [fmean([life(left, self.weights) for left in self.lefts[each]]) for each in alive]
        return sum(lives) + CARD * self.view.hands[seat]

    # What being revealed costs

    @cached_property
    def caution(self) -> float:
        """The weight of the risk of being revealed: without damage the match ends too soon."""
        view = self.view
        if view.hurt or self.leads:
            return 1.0
        return max(0.0, 1 - 0.4 * view.quiet)

    @cached_property
    def _attacks_now(self) -> float:
        """The number of attacks the other seats may still make on this seat in this turn."""
        return sum([self.attacks_of(seat) for seat in self._others]) / max(1, len(self._others))

    @cached_property
    def _others(self) -> list[Seat]:
        return [seat for seat in range(self.view.seats) if seat != self.seat and not self.view.out[seat]]

    def attacks_of(self, seat: Seat) -> float:
        """Return the number of attacks another seat may still make in this turn."""
        return min(self.upright(seat), self._attack_share * self.view.hands[seat])

    def upright(self, seat: Seat) -> int:
        """Return the number of a seat's varans that are not sideways."""
        team = self.team
        return sum([its.here and not its.sideways for its in self.tokens[seat * team : (seat + 1) * team]])

    @cached_property
    def _revealed_own(self) -> int:
        return sum([self.tokens[token].revealed for token in self.own])

    def exposed(self, token: int) -> float:
        """Return the expected loss when an own varan is revealed for the rest of the combat."""
        targets = self._revealed_own + (not self.tokens[token].revealed)
        risk = self.loss(token, MEAN_HIT * self._attacks_now / max(1, targets))
        return risk * self.weights.exposure * self.caution


@lru_cache(maxsize=64)
def _answers(pool: Pool, kind: Threat) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the cards that cancel a kind of attack, and those that reduce it."""
    ways = {card: pool.answer(card, kind) for card in range(len(pool.actions))}
    stops = {card: way for card, way in ways.items() if way is not None}
    stopping = [card for card, way in stops.items() if way.cancels]
    softening = [card for card, way in stops.items() if not way.cancels and way.left_of(HARDEST) < HARDEST]
    return tuple(stopping), tuple(softening)


HARDEST = 9
"""The maximum damage of an attack."""
