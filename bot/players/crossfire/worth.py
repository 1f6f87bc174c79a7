"""The value of a Crossfire position to a seat: distances of both sides, hand, points."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from bot.engine.contract import Seat
from bot.engine.grid import mask_of, squares_of
from bot.games.crossfire.rules.cards import Card, is_joker, rank, strength
from bot.games.crossfire.rules.piles import Board, defence
from bot.games.crossfire.rules.power import face_powers
from bot.games.crossfire.rules.reach import Reach
from bot.games.crossfire.rules.scoring import GOAL, claims_of, count_points
from bot.games.crossfire.rules.table import Table, team_of
from bot.games.crossfire.rules.view import NOBODY, CrossfireView, Pile
from bot.players.crossfire.odds import HIGHEST, Odds
from bot.players.crossfire.ways import distances, nearest

WIN = 100.0
NEARER = 0.72
"""The factor on a goal's value for each play of distance."""
AIM = 16.0
"""The value, with two players, of being adjacent to an enemy base."""
POINT = 9.0
"""The value of a victory point in teams (CRF-23)."""
TEMPO = 0.6
"""The advantage in plays of the side to move."""
STORM = 22.0
"""The value of a certain attack next turn on a base beside one's power."""
NODE, HOLD, ROOM = 0.2, 0.02, 0.06
"""The values of a powered node, of each of its strength, and of an open square."""
LAST_CARDS = 8
"""The number of cards in the thinner pack from which the points at the end count (CRF-28)."""
END_POINT = 2.5

_KEEP = (1.6, 0.25, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6, 1.4, 1.1, 1.4, 1.9)
"""The values of cards in hand by strength, a Joker first."""
_PAIR = 0.3
"""The additional value of two cards of the hand that make 10."""


class Outlook:
    """One seat's evaluation of possible positions, all from its view."""

    def __init__(self, view: CrossfireView, seat: Seat, table: Table) -> None:
        self.view = view
        self.seat = seat
        self.table = table
        self.odds = Odds(view)
        self.bases = [[(base, table.beside[base] & table.field) for base in bases] for bases in table.bases]

    @cached_property
    def ending(self) -> float:
        """The current value of a point at the end; 0 long before it, and if no points are counted."""
        if self.view.seats == 2 and self.view.options.end != "points":
            return 0.0
        return END_POINT * max(0.0, 1 - min(self.view.packs) / LAST_CARDS)

    def worth(self, board: Board, hand: Sequence[Card]) -> float:
        """Return the value of a board to the seat, with this hand, when the next seat is to play."""
        total = self._in_hand(hand)
        for other in range(self.view.seats):
            standing = Reach(self.table, board, other)
            own = other == self.seat
            found = distances(standing, _powers(hand) if own else None)
            ours = team_of(other) == team_of(self.seat)
            early = 0.0 if ours else TEMPO
            value = self._aims(board, standing, found, early) + self._ground(standing)
            value += self._storm(board, standing, [strength(card) for card in hand])
            total += value if ours else -value
        return total + self._counted(board)

    def _ground(self, standing: Reach) -> float:
        """Return the value of powered nodes by strength, and of the open squares beside them."""
        held = [standing.board[square] for square in squares_of(standing.acting)]
        strengths = sum([strength(pile.cards[0]) for pile in held if pile is not None])
        return NODE * len(held) + HOLD * strengths + ROOM * standing.open_squares().bit_count()

    def _aims(self, board: Board, standing: Reach, found: Sequence[float], early: float) -> float:
        """Return the value of a seat's goals by distance."""
        near = sorted([nearest(found, beside) for _, beside in self.enemy_bases(standing.seat, board)])
        steps = [max(0.0, far - early) for far in near[:2]]
        worth: float = sum([weight * NEARER**far for weight, far in zip((1.0, 0.25), steps, strict=False)])
        if self.view.seats == 2:
            return AIM * worth
        return POINT * (0.7 * worth + self._of_teams(board, standing, found, early))

    def enemy_bases(self, seat: Seat, board: Board) -> list[tuple[int, int]]:
        """Return the bases that a seat may take, each with the mask of the field beside it."""
        found = []
        for other in range(self.view.seats):
            if team_of(other) != team_of(seat):
                for base, beside in self.bases[other]:
                    pile = board[base]
                    if pile is not None and team_of(pile.owner) != team_of(seat):
                        found.append((base, beside))
        return found

    def _of_teams(self, board: Board, standing: Reach, found: Sequence[float], early: float) -> float:
        """Return the value of the middle node and of a chain to the partner (CRF-23)."""
        middle = board[self.table.middle]
        worth = 0.0
        if middle is None or middle.owner == NOBODY or team_of(middle.owner) != team_of(standing.seat):
            worth += NEARER ** max(0.0, found[self.table.middle] - early)
        partner = (standing.seat + 2) % 4
        theirs = mask_of([base for base, _ in self.bases[partner]])
        powered = standing.power.powered
        chain = self.table.flood(theirs & powered, powered)
        if not standing.power.joined:
            goal = self.table.spread(chain or theirs) & self.table.field
            worth += NEARER ** max(0.0, nearest(found, goal) - early)
        return worth

    def _storm(self, board: Board, standing: Reach, hand: Sequence[int]) -> float:
        """Return the value of the attacks on bases that a seat could open next turn (CRF-21)."""
        best = 0.0
        for base, beside in self.enemy_bases(standing.seat, board):
            pile = board[base]
            if pile is None or pile.contested or not beside & standing.acting:
                continue
            best = max(best, self._attack(standing.seat, pile, hand))
        return best * (STORM if self.view.seats == 2 else POINT * 0.5)

    def _attack(self, seat: Seat, pile: Pile, hand: Sequence[int]) -> float:
        """Return the probability that an attack of this seat on a base succeeds."""
        held = defence(pile)
        if seat == self.seat:
            able = [one for one in hand if one >= held]
            return max([self._through(one, hand, pile.owner) for one in set(able)], default=0.1)
        if pile.owner == self.seat:
            return 1.4 * self.odds.holds(seat, max(held, max(hand, default=0)))
        return 0.6 * self.odds.holds(seat, max(held, HIGHEST - 1))

    def _through(self, card: int, hand: Sequence[int], rival: Seat) -> float:
        rest = list(hand)
        rest.remove(card)
        return self.odds.wins(rival, card, rest, attacking=True, tight=False)

    def _in_hand(self, hand: Sequence[Card]) -> float:
        """Return the value of the cards in hand, alone and as pairs."""
        total = sum([_KEEP[strength(card)] for card in hand])
        ranks = [rank(card) for card in hand if 0 < rank(card) < 10]
        return total + _PAIR * sum([10 - one in ranks[i + 1 :] for i, one in enumerate(ranks)])

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


def _powers(hand: Sequence[Card]) -> int:
    powers = 0
    for card in hand:
        powers |= face_powers(card)
    return powers


def promising(board: Board, table: Table, seat: Seat) -> float:
    """Return the value of the bases dealt to a seat: the powered ones, and those that may become powered."""
    standing = Reach(table, board, seat)
    piles = [board[base] for base in table.bases[seat]]
    jokers = sum([is_joker(pile.cards[0]) for pile in piles if pile is not None])
    return len(list(squares_of(standing.acting))) + 0.2 * len(piles) + jokers
