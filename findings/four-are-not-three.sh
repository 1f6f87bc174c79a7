#!/usr/bin/env bash
# yahtzee-api==1.1.1 (PyPI), the scorecard of Yahtzee for programs that play it
# Input: three throws: 5 5 5 1 2, 5 5 5 5 2 and 3 3 3 3 3; what they would score as three of a kind and as four of a kind.
# Guess: three of a kind asks for at least three equal dice, so the throws score 18, 22 and 15 there, and 0, 22 and 15 as four of a kind.
# Behaviour: it counts exactly three and exactly four: 5 5 5 5 2 scores nothing as three of a kind, and five equal dice nothing in either.
# Output seen: as in "want" below.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/python"
"$dir/python/bin/pip" install -qq --disable-pip-version-check yahtzee-api==1.1.1
got=$(
  "$dir/python/bin/python" - <<'PY'
from yahtzee_api.player import Player

for dice in ([5, 5, 5, 1, 2], [5, 5, 5, 5, 2], [3, 3, 3, 3, 3]):
    player = Player("Ann")
    player.debug_roll([0] * 5, dice)
    three, four, *_ = (score for score, *_ in player.t_scorecard[6:])
    print(*dice, f"three of a kind: {three}, four of a kind: {four}")
PY
)
echo "$got"
want="5 5 5 1 2 three of a kind: 18, four of a kind: 0
5 5 5 5 2 three of a kind: 0, four of a kind: 22
3 3 3 3 3 three of a kind: 0, four of a kind: 0"
[ "$got" = "$want" ] || { echo "The behaviour has changed. Seen before:"; echo "$want"; exit 1; }
