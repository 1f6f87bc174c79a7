#!/usr/bin/env bash
# openskill==6.2.0 and trueskill==0.4.5 (PyPI)
# Input: two teams of two new players, the first wins; in each team the second player took part for half of the game (weights 1 and
# 0.5). Then the second of the winners for none of it (weight 0).
# Guess: who took part for half of it gains half and loses half, in both libraries; who took no part stays as before.
# Behaviour: TrueSkill does so. In OpenSkill it is so for the winners only: of the losers, the one who took part for half of the
# game loses twice as much as the one who played it through. Weights are also stretched to between 1 and 2 within a team: who has
# the weight 0 gains as if there were no weights, and the partner with the weight 1 twice as much.
# Output seen (changes of mu): as in "want" below.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/python"
"$dir/python/bin/pip" install -qq --disable-pip-version-check openskill==6.2.0 trueskill==0.4.5
got=$(
  "$dir/python/bin/python" - <<'PY'
import trueskill
from openskill.models import PlackettLuce

model = PlackettLuce()


def shown(teams):
    return " ".join(f"{player.mu - 25:+.2f}" for team in teams for player in team)


def new(make):
    return [[make(), make()], [make(), make()]]


for weights in (None, [[1, 0.5], [1, 0.5]], [[1, 0], [1, 1]]):
    print(weights)
    print("  trueskill", shown(trueskill.rate(new(trueskill.Rating), weights=weights)))
    print("  openskill", shown(model.rate(new(model.rating), weights=weights)))
PY
)
want='None
  trueskill +3.11 +3.11 -3.11 -3.11
  openskill +1.96 +1.96 -1.96 -1.96
[[1, 0.5], [1, 0.5]]
  trueskill +3.98 +1.99 -3.98 -1.99
  openskill +3.93 +1.96 -0.98 -1.96
[[1, 0], [1, 1]]
  trueskill +8.76 +0.00 -8.76 -8.76
  openskill +3.93 +1.96 -1.96 -1.96'
diff <(echo "$want") <(echo "$got") && echo "as stated"
