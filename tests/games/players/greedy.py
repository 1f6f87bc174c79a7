"""A simple player of Neo-Combat as a baseline: it takes the greatest visible damage."""

from __future__ import annotations

from collections import Counter

from bot.engine.players.opponent import Opponent
from bot.games.neocombat.cards.words.attacks import Attack
from bot.games.neocombat.rules.actions import Cloak, Defend, Discard, Dress, Move, Pass, Play, Ready


class Greedy(Opponent):
    """Makes the hardest attack, spots where possible, answers with any card, and moves to the enemies."""

    key = "greedy"
    title = "Greedy"
    description = "Takes the greatest damage it sees."

    def choose(self, rules, view, legal, rng):
        """Return the first available: a kill or the hardest hit, a sensor, an answer, a move, Repair."""
        pool = rules.library[view.options.cards]
        actions = list(legal)
        if view.fight is not None:
            answers = [action for action in actions if isinstance(action, Defend)]
            return max(answers, key=lambda action: action.claim, default=Pass())
        plays = [action for action in actions if isinstance(action, Play)]
        if plays:
            return max(plays, key=lambda action: (self._worth(pool, view, action), rng.random()))
        if view.phase == "movement":
            return self._move(view, actions, rng)
        for kind in (Dress, Cloak, Ready, Discard):
            found = [action for action in actions if isinstance(action, kind)]
            if found:
                return rng.choice(found)
        return rng.choice(actions)

    def _worth(self, pool, view, play):
        way = pool.ways[play.card][play.way]
        effect = way.then[0]
        if isinstance(effect, Attack):
            varan = view.knowledge[play.target // view.options.team].name_of(play.target % view.options.team)
            left = pool.roster[varan].health - view.wounds[varan]
            return 10 + effect.by + 10 * (effect.by >= left) + play.claim
        return 5 + play.claim if way.threat == "sensor" else 1

    def _move(self, view, actions, rng):
        """Move to the sector with most enemies; a token there stays."""
        team = view.options.team
        enemies = Counter(
            its.sector for token, its in enumerate(view.tokens) if its.here and token // team != view.viewer
        )
        moves = [action for action in actions if isinstance(action, Move) and enemies[action.to]]
        best = max(moves, key=lambda action: (enemies[action.to], rng.random()), default=None)
        if best is None or enemies[best.to] <= enemies[view.tokens[best.token].sector]:
            return Pass()
        return best
