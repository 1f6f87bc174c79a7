"""The value of a Crossfire position to a seat: distances of both sides, hand, points."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache
from math import comb

from bot.engine.contract import Seat
from bot.engine.grid import mask_of, squares_of
from bot.games.crossfire.players.ways import distances, nearest
from bot.games.crossfire.players.weights import USUAL, Weights
from bot.games.crossfire.rules.cards import HIGHEST, Card, is_joker, pack_of, rank, strength
from bot.games.crossfire.rules.piles import Board, defence
from bot.games.crossfire.rules.power import face_powers
from bot.games.crossfire.rules.reach import Reach
from bot.games.crossfire.rules.resample import unseen_of
from bot.games.crossfire.rules.scoring import GOAL, claims_of, count_points
from bot.games.crossfire.rules.table import Table, team_of
from bot.games.crossfire.rules.view import NOBODY, CrossfireView, Pile

# The probability that a player holds a strong enough card, by a seat's knowledge (CRF-14 to CRF-26).


WILLING = 0.95
"""The probability that a player continues an attack when holding the card for it."""

HOPELESS = 0.15
"""The value of a contest that no card in hand can continue: a card may be drawn in time."""


class Odds:
    """The possible hands of the other seats: the known cards, and random ones of their packs."""

    def __init__(self, view: CrossfireView) -> None:
        self._known = [tuple([strength(card) for card in shown]) for shown in view.shown]
        self._drawn = [view.hands[seat] - len(view.shown[seat]) + 1 for seat in range(view.seats)]
        self._counts = [_counts(view, seat) for seat in range(view.seats)]

    def none_of(self, seat: Seat, least: int, most: int) -> float:
        """Return the probability that a seat holds no card of these strengths, even after its next draw."""
        if any(least <= one <= most for one in self._known[seat]):
            return 0.0
        counts = self._counts[seat]
        return _missing(sum(counts), sum(counts[max(0, least) : most + 1]), self._drawn[seat])

    def holds(self, seat: Seat, least: int) -> float:
        """Return the probability that a seat holds a card at least as strong, even after its next draw."""
        return 0.0 if least > HIGHEST else 1 - self.none_of(seat, least, HIGHEST)

    def wins(self, rival: Seat, leading: int, hand: Sequence[int], *, attacking: bool, tight: bool) -> float:
        """Return the probability of winning a contest led by an own card of this strength.

        `hand` are the strengths of the other cards. The attacker may equal a card, `attacking` is whether the
        seat is the attacker; in a `tight` contest, for a neutral, both have to exceed it.
        """
        least = leading if not attacking and not tight else leading + 1
        if least > HIGHEST:
            return 1.0
        before, chance = 1.0, self.none_of(rival, least, HIGHEST)
        for top in range(least, HIGHEST + 1):
            after = self.none_of(rival, least, top)
            if before - after > 0.02:
                needed = top if attacking and not tight else top + 1
                chance += (before - after) * self._going_on(
                    rival, needed, hand, attacking=attacking, tight=tight
                )
            before = after
        return chance

    def _going_on(
        self, rival: Seat, needed: int, hand: Sequence[int], *, attacking: bool, tight: bool
    ) -> float:
        """Return the probability of winning after the rival's answer with the weakest sufficient card."""
        able = [one for one in hand if one >= needed]
        if not able or len(hand) < 2:
            return (HOPELESS if needed <= HIGHEST else 0.0) if not able else 0.5
        card = min(able)
        rest = list(hand)
        rest.remove(card)
        return WILLING * self.wins(rival, card, rest[:1], attacking=attacking, tight=tight)


def _counts(view: CrossfireView, seat: Seat) -> list[int]:
    """Return the number of unknown cards of each strength of a seat's own pack, from 0 to 13."""
    counts = [0] * (HIGHEST + 1)
    for card in unseen_of(view, seat):
        assert pack_of(card) == seat, "what is not seen of a pack is of that pack"
        counts[strength(card)] += 1
    return counts


@lru_cache(maxsize=4096)
def _missing(cards: int, good: int, drawn: int) -> float:
    """Return the probability that none of the good cards is among this number of drawn ones."""
    if not good:
        return 1.0
    drawn = min(drawn, cards)
    return comb(cards - good, drawn) / comb(cards, drawn)


WIN = 100.0
POINT = 9.0
"""The value of a victory point in teams (CRF-23)."""
TEMPO = 0.6
"""The advantage in plays of the side to move."""
HOLD, ROOM = 0.02, 0.06
"""The values of each point of strength of a powered node, and of an open square."""
EVEN_HAND = 20
"""The strength of a hand that is neither good nor bad."""
LAST_CARDS = 8
"""The number of cards in the thinner pack from which the points at the end count (CRF-28)."""
_PAIR = 0.3
"""The additional value of two cards of the hand that make 10."""


class Outlook:
    """One seat's evaluation of possible positions, all from its view."""

    def __init__(self, view: CrossfireView, seat: Seat, weights: Weights = USUAL) -> None:
        self.view = view
        self.seat = seat
        self.table = table = view.table
        self.weights = weights
        self.odds = Odds(view)
        self.bases = [[(base, table.beside[base] & table.field) for base in bases] for bases in table.bases]

    @cached_property
    def ending(self) -> float:
        """The current value of a point at the end; 0 long before it, and if no points are counted."""
        if self.view.seats == 2 and self.view.options.end != "points":
            return 0.0
        return self.weights.end_point * max(0.0, 1 - min(self.view.packs) / LAST_CARDS)

    def worth(self, board: Board, hand: Sequence[Card]) -> float:
        """Return the value of a board to the seat, with this hand, when the next seat is to play."""
        strengths, powers = [strength(card) for card in hand], 0
        for card in hand:
            powers |= face_powers(card)
        # The cards in hand, alone and as pairs.
        total = sum([self.weights.keep[each] for each in strengths])
        ranks = [rank(card) for card in hand if 0 < rank(card) < 10]
        total += _PAIR * sum([10 - one in ranks[i + 1 :] for i, one in enumerate(ranks)])
        for other in range(self.view.seats):
            reach = Reach(self.table, board, other)
            own = other == self.seat
            spans = distances(reach, powers if own else None, self.weights)
            ours = team_of(other) == team_of(self.seat)
            early = 0.0 if ours else TEMPO
            value = self._aims(board, reach, spans, early, sum(strengths)) + self._ground(reach)
            value += self._storm(board, reach, strengths)
            total += value if ours else -value
        return total + self._counted(board)

    def _ground(self, reach: Reach) -> float:
        """Return the value of powered nodes by strength, of the open squares beside them, and of neutrals."""
        held = [reach.board[square] for square in squares_of(reach.acting)]
        strengths = sum([strength(pile.cards[0]) for pile in held if pile is not None])
        worth = self.weights.node * len(held) + HOLD * strengths
        worth += ROOM * reach.open.bit_count()
        if self.weights.neutral:
            # The number of the squares of the ring that a seat owns.
            ring = [reach.board[square] for square in self.table.ring]
            worth += self.weights.neutral * sum(
                [pile is not None and pile.owner == reach.seat for pile in ring]
            )
        return worth

    def _aims(self, board: Board, reach: Reach, spans: Sequence[float], early: float, in_hand: int) -> float:
        """Return the value of a seat's goals by distance, with the strength of the hand for or against
        them.
        """
        weights = self.weights
        near = sorted([nearest(spans, beside) for _, beside in self.enemy_bases(reach.seat, board)])
        steps = [max(0.0, far - early) for far in near[:2]]
        shares = [weights.nearer**far for far in steps]
        worth: float = sum([each * share for each, share in zip((1.0, weights.second), shares, strict=False)])
        if self.view.seats == 2:
            beside = max(shares, default=0.0) * (in_hand - EVEN_HAND)
            if reach.seat == self.seat:
                return weights.aim * worth + weights.hand_near * beside
            return weights.enemy_aim * weights.aim * worth - weights.hand_in_danger * beside
        return POINT * (0.7 * worth + self._of_teams(board, reach, spans, early))

    def enemy_bases(self, seat: Seat, board: Board) -> list[tuple[int, int]]:
        """Return the bases that a seat may take, each with the mask of the field beside it."""
        bases = []
        for other in range(self.view.seats):
            if team_of(other) != team_of(seat):
                for base, beside in self.bases[other]:
                    pile = board[base]
                    if pile is not None and team_of(pile.owner) != team_of(seat):
                        bases.append((base, beside))
        return bases

    def _of_teams(self, board: Board, reach: Reach, spans: Sequence[float], early: float) -> float:
        """Return the value of the middle node and of a chain to the partner (CRF-23)."""
        middle = board[self.table.middle]
        worth = 0.0
        if middle is None or middle.owner == NOBODY or team_of(middle.owner) != team_of(reach.seat):
            worth += self.weights.nearer ** max(0.0, spans[self.table.middle] - early)
        partner = (reach.seat + 2) % 4
        theirs = mask_of([base for base, _ in self.bases[partner]])
        powered = reach.power.powered
        chain = self.table.flood(theirs & powered, powered)
        if not reach.power.joined:
            goal = self.table.spread(chain or theirs) & self.table.field
            worth += self.weights.nearer ** max(0.0, nearest(spans, goal) - early)
        return worth

    def _storm(self, board: Board, reach: Reach, hand: Sequence[int]) -> float:
        """Return the value of the attacks on bases that a seat could open next turn (CRF-21)."""
        best = 0.0
        for base, beside in self.enemy_bases(reach.seat, board):
            pile = board[base]
            if pile is None or pile.contested or not beside & reach.acting:
                continue
            best = max(best, self._attack(reach.seat, pile, hand))
        return best * (self.weights.storm if self.view.seats == 2 else POINT * 0.5)

    def _attack(self, seat: Seat, pile: Pile, hand: Sequence[int]) -> float:
        """Return the probability that an attack of this seat on a base succeeds."""
        held = defence(pile)
        if seat == self.seat:
            able = [one for one in hand if one >= held]
            return max([self._through(one, hand, pile.owner) for one in set(able)], default=0.1)
        if pile.owner == self.seat:
            return self.weights.enemy_storm * self.odds.holds(seat, max(held, max(hand, default=0)))
        return 0.6 * self.odds.holds(seat, max(held, HIGHEST - 1))

    def _through(self, card: int, hand: Sequence[int], rival: Seat) -> float:
        rest = list(hand)
        rest.remove(card)
        return self.odds.wins(rival, card, rest, attacking=True, tight=False)

    def _counted(self, board: Board) -> float:
        """Return the value of the current points (CRF-23, CRF-28)."""
        mine = team_of(self.seat)
        if self.view.seats == 4:
            points = [tally.points for tally in count_points(self.table, board)]
            lead = points[mine] - points[1 - mine]
            won = WIN * ((points[mine] >= GOAL) - (points[1 - mine] >= GOAL))
            return won + (POINT + self.ending) * lead
        if not self.ending:
            return 0.0
        claims = [claim.points for claim in claims_of(self.table, board)]
        return self.ending * (claims[mine] - claims[1 - mine])


def promising(board: Board, table: Table, seat: Seat) -> float:
    """Return the value of the bases dealt to a seat: the powered ones, and those that may become powered."""
    reach = Reach(table, board, seat)
    piles = [board[base] for base in table.bases[seat]]
    jokers = sum([is_joker(pile.cards[0]) for pile in piles if pile is not None])
    return reach.acting.bit_count() + 0.2 * len(piles) + jokers
