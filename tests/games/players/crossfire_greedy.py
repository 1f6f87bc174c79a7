"""A simple player of Crossfire as a baseline: it takes the best immediate action."""

from __future__ import annotations

from bot.engine.contract import set_at
from bot.engine.grid import squares_of
from bot.engine.players.opponent import Opponent
from bot.games.crossfire.rules.actions import Answer, Attack, KeepOne, Lay, Raise, Rebuild, Support, Tower
from bot.games.crossfire.rules.cards import rank, strength
from bot.games.crossfire.rules.piles import defence, node, unknown
from bot.games.crossfire.rules.reach import Reach
from bot.games.crossfire.rules.table import team_of


class CrossfireGreedy(Opponent):
    """Storms a base, answers with the weakest sufficient card, takes nodes, lays cards that gain power."""

    key = "crossfire-greedy"
    title = "Greedy"
    description = "Takes the best that it sees at once."

    def choose(self, rules, view, legal, rng):
        """Return the action of the highest immediate value; a random one among equals."""
        self.view, self.seat = view, view.viewer
        self.table = view.table
        return max(legal, key=lambda action: (self._worth(action), rng.random()))

    def _worth(self, action):
        pile = self.view.board[action.at] if hasattr(action, "at") else None
        match action:
            case Answer(card=card, at=at):
                return (90 if self.table.base_home[at] == self.seat else 40) - strength(card)
            case Attack(card=card, at=at):
                home = self.table.base_home[at]
                if home >= 0 and team_of(home) != team_of(self.seat):
                    return 60 + strength(card)
                if unknown(pile):
                    return 8 + strength(card) / 2
                return 30 + defence(pile) - strength(card) / 2
            case Tower() | Raise():
                return 50
            case KeepOne(card=card, at=at):
                return 45 if self._powered(set_at(self.view.board, at, node(self.seat, card)), at) else 0
            case Lay(card=card, at=at) | Rebuild(card=card, at=at):
                ahead = self.table.rows_ahead(self.seat, at)
                board = set_at(self.view.board, at, node(self.seat, card))
                return 12 + 2 * ahead if self._powered(board, at) else 5 + ahead - rank(card) / 4
            case Support():
                return 4
        return -strength(action.card) / 10 if hasattr(action, "card") else 3

    def _powered(self, board, square):
        return square in squares_of(Reach(self.table, board, self.seat).acting)
