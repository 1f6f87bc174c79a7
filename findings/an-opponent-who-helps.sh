#!/usr/bin/env bash
# mcts==1.0.4 (PyPI), Monte Carlo tree search "on any perfect information domain", with tic-tac-toe as its example
# Input: Nim: five counters, take one to three, the last counter wins; the reward is 1 if the first player took it, else -1.
#   Whoever leaves four wins, so the right move is to take one. 3,000 rounds, ten searches with seeds 0 to 9.
# Guess: it takes one, at least nearly always; with so few positions the tree holds the whole game.
# Behaviour: it takes three each time and loses at once: at the opponent's turns, too, it follows what is best for the one
#   who searches. More rounds do not help.
# Output seen: "takes 3 in 10 of 10".
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/python"
"$dir/python/bin/pip" install -qq --disable-pip-version-check mcts==1.0.4
got=$(
  "$dir/python/bin/python" - <<'PY'
import random
from collections import Counter

from mcts import mcts


class Nim:
    def __init__(self, left, player=1):
        self.left, self.player = left, player

    def getCurrentPlayer(self):
        return self.player

    def getPossibleActions(self):
        return range(1, min(3, self.left) + 1)

    def takeAction(self, count):
        return Nim(self.left - count, -self.player)

    def isTerminal(self):
        return not self.left

    def getReward(self):
        return -self.player


taken = Counter()
for seed in range(10):
    random.seed(seed)
    taken[mcts(iterationLimit=3000).search(Nim(5))] += 1
print(", ".join(f"takes {count} in {times} of 10" for count, times in taken.items()))
PY
)
echo "$got"
want="takes 3 in 10 of 10"
[ "$got" = "$want" ] || { echo "The behaviour has changed. Seen before:"; echo "$want"; exit 1; }
