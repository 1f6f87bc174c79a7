"""The results of each play of a turn: the board after it, and the outcomes of its contests (CRF-16)."""

from __future__ import annotations

from collections.abc import Sequence
from heapq import nsmallest
from typing import Any

from bot.engine.contract import Seat, set_at
from bot.games.crossfire.players.worth import WIN, Odds, Outlook
from bot.games.crossfire.rules import piles
from bot.games.crossfire.rules.actions import (
    Answer,
    Attack,
    Discard,
    KeepOne,
    Lay,
    Raise,
    Rebuild,
    Replace,
    Support,
    Tower,
)
from bot.games.crossfire.rules.cards import Card, is_joker, strength, tower_of, with_card, without_card
from bot.games.crossfire.rules.piles import Board
from bot.games.crossfire.rules.reach import Reach
from bot.games.crossfire.rules.table import team_of
from bot.games.crossfire.rules.view import NOBODY, Pile

MOST, LEAST_LAYS = 32, 16
"""The maximum number of evaluated actions, and the minimum number of lay actions among them."""

CARELESS = 0.8
"""The probability that a seat answers an attack it could beat, except on a base."""


NEGLIGIBLE = 0.02
"""Outcomes of a contest with a lower probability are ignored."""


class Plays:
    """The plays of one turn of a seat."""

    def __init__(self, outlook: Outlook) -> None:
        self.outlook = outlook
        self.view = outlook.view
        self.seat: Seat = outlook.seat
        self.table = outlook.table
        self.odds: Odds = outlook.odds

    def different(self, actions: Sequence[Any]) -> list[Any]:
        """Return the actions without duplicates that differ only in suit, which has no meaning."""
        distinct: dict[object, Any] = {}
        for action in actions:
            card = getattr(action, "card", None)
            key = (
                type(action),
                getattr(action, "at", getattr(action, "base", None)),
                None if card is None else strength(card),
                getattr(action, "held", getattr(action, "royal", None)),
            )
            distinct.setdefault(key, action)
        return self._foremost(list(distinct.values()))

    def _foremost(self, actions: list[Any]) -> list[Any]:
        """Return at most this number of actions: of the lay actions those closest to other teams' bases."""
        lays = [action for action in actions if isinstance(action, Lay)]
        if len(actions) <= MOST:
            return actions
        grid = self.table.grid
        others = [seat for seat in range(self.view.seats) if seat != self.seat]
        bases = [base for seat in others for base in self.table.bases[seat]]
        near = nsmallest(
            max(MOST - len(actions) + len(lays), LEAST_LAYS),
            lays,
            key=lambda lay: min([grid.manhattan(lay.at, base) for base in bases]),
        )
        return [action for action in actions if not isinstance(action, Lay)] + near

    def now(self) -> float:
        """Return the value of the current position."""
        return self._settled(self.view.board, self.view.hand, None)

    def after_free(self, action: KeepOne | Replace | Tower) -> float:
        """Return the value of the position after a free action."""
        board, hand = self.view.board, self.view.hand
        match action:
            case KeepOne(at=at, card=card):
                board = set_at(board, at, piles.node(self.seat, card))
            case Tower(at=at, royal=royal, ten=ten):
                board = set_at(board, at, piles.tower(self.seat, royal, ten))
            case Replace(at=at):
                joker = next(card for card in hand if is_joker(card))
                pile = board[at]
                assert pile is not None, "a Joker replaces a node that is there"
                hand = with_card(without_card(hand, joker), pile.cards[0])
                board = set_at(board, at, piles.node(self.seat, joker))
        return self._settled(board, hand, None)

    def after(self, action: Any) -> float:
        """Return the value of the position after the turn's play, with the bonus of a play of its kind."""
        board, hand, focus = self.view.board, self.view.hand, None
        if not isinstance(action, Discard):
            focus, pile = self.laid(action)
            board = set_at(board, focus, pile)
        # The contests lapse that the seat had to answer.
        for square, contest in enumerate(board):
            if contest is not None and contest.rival == self.seat and not contest.lapsed:
                board = set_at(board, square, piles.lapsed(contest))
        worth = self._settled(board, without_card(hand, action.card), focus)
        return worth + self._bonus(action)

    def _bonus(self, action: Any) -> float:
        """Return the difference between the value of a play of this kind and the value of the position after
        it.
        """
        weights = self.outlook.weights
        match action:
            case Discard():
                return weights.discard
            case Rebuild():
                return weights.rebuild
            case Lay(card=card):
                return weights.high_lay * (strength(card) - 7)
            case Attack(at=at):
                pile = self.view.board[at]
                assert pile is not None, "an attack is on a pile"
                if pile.kind == "neutral":
                    return weights.probe if piles.unknown(pile) else 0.0
                return 0.0 if self._is_base(at) else weights.take
            case _:
                return 0.0

    def laid(self, action: Any) -> tuple[int, Pile]:
        """Return the square that a play changes, and its pile afterwards."""
        board = self.view.board
        if isinstance(action, Support):
            return self.table.behind[action.base], piles.node(self.seat, action.card)
        pile = board[action.at]
        match action:
            case Lay() | Rebuild():
                return action.at, piles.node(self.seat, action.card)
            case Raise(card=card, held=held):
                return action.at, piles.tower(self.seat, *tower_of(card, held))
            case Attack(card=card) if pile is not None:
                return action.at, piles.after_attack(pile, self.seat, card)
            case Answer(card=card) if pile is not None:
                return action.at, piles.answered(pile, self.seat, card)
        raise TypeError(f"{type(action).__name__} is no play of a turn")

    def _settled(self, board: Board, hand: Sequence[Card], focus: int | None) -> float:
        """Return the average value of a board over the results of its contests.

        The contest of this play counts with both results; each other one with its likelier result.
        """
        strengths = [strength(card) for card in hand]
        total, centre = 0.0, None
        contested = [
            (square, pile) for square, pile in enumerate(board) if pile is not None and pile.contested
        ]
        for square, pile in contested:
            chance = self._chance(board, square, pile, strengths)
            total += self._prize(square, pile, chance)
            # A pile as the leader's seized pile, without the face of an unseen neutral.
            won = Pile(pile.leader, "seized", tuple([card for card in pile.all_cards if card >= 0]))
            # A pile after its leader is beaten, or after it failed to beat the neutral.
            if pile.kind == "neutral":
                lost = Pile(NOBODY, "neutral", pile.cards, pile.laid)
            else:
                lost = Pile(pile.rival, "seized", pile.all_cards)
            end = square, won, lost, chance
            if square == focus:
                centre = end
            else:
                board = set_at(board, square, end[1] if chance >= 0.5 else end[2])
        if centre is None:
            return total + self.outlook.worth(board, hand)
        square, won, lost, chance = centre
        for pile, weight in ((won, chance), (lost, 1 - chance)):
            if weight > NEGLIGIBLE:
                total += weight * self.outlook.worth(set_at(board, square, pile), hand)
        return total

    def _chance(self, board: Board, square: int, pile: Pile, hand: Sequence[int]) -> float:
        """Return the probability that the leader of a contest wins it."""
        if pile.lapsed:
            return 1.0
        leader, leading = pile.leader, strength(pile.laid[-1].card)
        neutral = pile.kind == "neutral"
        # The seats that may answer and are in reach.
        if pile.kind != "neutral":
            seats = [pile.rival]
        else:
            seats = [seat for seat in range(self.view.seats) if team_of(seat) != team_of(pile.leader)]
        rivals = [seat for seat in seats if Reach(self.table, board, seat).can_answer(square)]
        # The probability that a card beats an unseen neutral.
        beaten = max(0.0, (strength(pile.laid[-1].card) - 1) / 13) if neutral and piles.unknown(pile) else 1.0
        if not rivals:
            return beaten
        ours = leader == self.seat
        chance = 1.0
        for rival in rivals:
            attacking = pile.owner != leader
            if ours:
                won = self.odds.wins(rival, leading, hand, attacking=attacking, tight=neutral)
            else:
                least = piles.least_answer(pile, rival)
                won = 1 - (float(max(hand, default=0) >= least) if rival == self.seat else 0.6)
            chance *= won
        if self._is_base(square):
            return beaten * chance
        return beaten * (chance + (1 - chance) * (1 - CARELESS))

    def _is_base(self, square: int) -> bool:
        return self.table.base_home[square] != NOBODY

    def _prize(self, square: int, pile: Pile, chance: float) -> float:
        """Return the value of winning a base that ends the match (CRF-21)."""
        home = self.table.base_home[square]
        if self.view.seats == 4 or home in (NOBODY, pile.leader):
            return 0.0
        return WIN * chance if pile.leader == self.seat else -WIN * chance
