"""A simple player of Overcross as a baseline: it takes the best immediate action."""

from __future__ import annotations

from bot.engine.players.opponent import Opponent
from bot.games.overcross.rules.actions import Attack, Begin, EndTurn, Keep, Move, Play, TakeDeck, Use
from bot.games.overcross.rules.aim import Aim
from bot.games.overcross.rules.geometry import middle, zone_of
from bot.games.overcross.rules.seen import seen_state


class OvercrossGreedy(Opponent):
    """Plays the most expensive card, makes the hardest attack, and otherwise moves towards the objective."""

    key = "greedy-overcross"
    title = "Greedy"
    description = "Takes what is best at once."

    def choose(self, rules, view, legal, rng):
        """Return the most expensive play, the hardest attack, a step to the goal, or the end of the turn."""
        actions = list(legal)
        if view.phase not in ("cards", "minor", "major") or view.question is not None:
            wanted = [
                each for each in actions if isinstance(each, (TakeDeck, Keep)) or each == Begin("first")
            ]
            return rng.choice(wanted or actions)
        queries = Aim(seen_state(view), rules.library[view.options.cards])
        plays = [each for each in actions if isinstance(each, Play)]
        if plays:
            return max(plays, key=lambda play: (queries.face(play.card).deck, rng.random()))
        moves = [each for each in actions if isinstance(each, Move)]
        step = self._step(queries, view, moves, rng)
        attacks = [each for each in actions if isinstance(each, Attack) and not each.terrain]
        uses = [each for each in actions if isinstance(each, Use)]
        if step is not None:
            return step
        if attacks:
            return max(attacks, key=lambda each: (self._damage(queries, each), rng.random()))
        return rng.choice(uses) if uses and rng.random() < 0.5 else EndTurn()

    def _damage(self, queries, action):
        attack, target = queries.attacks(action.piece)[action.way], queries.at(action.at)
        deadly = target.counters + attack.dmg >= 6
        return attack.dmg * (attack.acc or 7) * (2 if deadly else 1)

    def _step(self, queries, view, moves, rng):
        """Move as near the goal as possible; None if no move comes nearer."""
        best, most = None, 0
        for move in moves:
            piece = queries.piece(move.piece)
            goals = self._goals(queries, view, piece)
            near, far = (
                min([queries.grid.chebyshev(square, goal) for goal in goals], default=0)
                for square in (move.to, piece.square)
            )
            if far - near + rng.random() / 2 > most and far > near:
                best, most = move, far - near + rng.random() / 2
        return best

    def _goals(self, queries, view, piece):
        """Return the squares that win: enemy zones, flags, the own zone with a flag; else the enemies."""
        others = [seat for seat in range(view.seats) if seat != view.viewer and not view.sides[seat].out]
        objective, enemies = view.options.objective, [each for each in view.pieces if each.seat in others]
        if objective == "invasion" or queries.face(piece.card).mark == "legend":
            return [
                square
                for seat in others
                for square in range(queries.grid.size)
                if zone_of(view.options, seat) >> square & 1
            ]
        if objective == "flag":
            if queries.carrying(piece.card):
                return [middle(view.options, view.viewer)]
            return [flag.square for flag in view.flags if flag.seat != view.viewer]
        if objective == "assassination":
            if queries.face(piece.card).mark:
                return []
            enemies = [each for each in enemies if queries.face(each.card).mark]
        return [each.square for each in enemies if each.square >= 0]
