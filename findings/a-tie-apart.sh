#!/usr/bin/env bash
# trueskill==0.4.5 (PyPI); the same match with openskill==6.2.0 (PyPI)
# Input: four players with the rating of a beginner; one wins, three share the second place.
# Guess: the three have the same rating after it, as nothing tells them apart.
# Behaviour: each has another one, by the order in which they are named; also with the smallest `min_delta`. openskill gives one rating.
# (A tie is a chain there: each player is compared with the neighbours only.)
# Output seen: "trueskill: 23.18 23.19 23.19, 3 different", "trueskill, min_delta=1e-14: 3 different", "openskill: 1 different".
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/python"
"$dir/python/bin/pip" install -qq --disable-pip-version-check trueskill==0.4.5 openskill==6.2.0
cd "$dir"
got=$(
  python/bin/python - <<'PY'
from openskill.models import PlackettLuce
from trueskill import TrueSkill

PLACES = [1, 2, 2, 2]


def different(teams):
    return len({(round(team[0].mu, 9), round(team[0].sigma, 9)) for team in teams[1:]})


teams = [(TrueSkill().create_rating(),) for _ in PLACES]
rated = TrueSkill().rate(teams, ranks=PLACES)
print("trueskill:", *[f"{team[0].mu:.2f}" for team in rated[1:]], "-", different(rated), "different")
print("trueskill, min_delta=1e-14:", different(TrueSkill().rate(teams, ranks=PLACES, min_delta=1e-14)), "different")
model = PlackettLuce()
print("openskill:", different(model.rate([[model.rating()] for _ in PLACES], ranks=PLACES)), "different")
PY
)
echo "$got"
want="trueskill: 23.18 23.19 23.19 - 3 different
trueskill, min_delta=1e-14: 3 different
openskill: 1 different"
[ "$got" = "$want" ] || { echo "The behaviour has changed. Seen before:"; echo "$want"; exit 1; }
