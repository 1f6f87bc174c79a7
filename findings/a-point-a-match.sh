#!/usr/bin/env bash
# bracketool==0.1 (PyPI: Elo ratings) and elo-rank 1.0.4 (npm)
# Input: eight players with 1500 play 1,000 matches whose winners a seeded coin decides; the ratings are carried on from match to match.
# Guess: what one wins the other loses, so the mean stays 1500, but for some points by rounding.
# Behaviour: in the package of PyPI both new ratings are cut to whole numbers, the winner's and the loser's: nearly each match takes a
# point from the two, and the mean falls by 124. The package of npm rounds to the nearest and keeps the mean.
# Output seen: as in "want" below.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/python"
"$dir/python/bin/pip" install -qq --disable-pip-version-check bracketool==0.1
cd "$dir"
npm install --silent --no-audit --no-fund elo-rank@1.0.4 >/dev/null
python/bin/python - <<'PY' >matches.json
import json
import random

draw = random.Random(1)
print(json.dumps([[*draw.sample(range(8), 2), draw.random() < 0.5] for _ in range(1000)]))
PY
cat >rank.cjs <<'JS'
const Elo = require("elo-rank");

const elo = new Elo(32);
const ratings = Array(8).fill(1500);
for (const [a, b, won] of require("./matches.json")) {
  const [one, other] = [ratings[a], ratings[b]];
  ratings[a] = elo.updateRating(elo.getExpected(one, other), Number(won), one);
  ratings[b] = elo.updateRating(elo.getExpected(other, one), Number(!won), other);
}
console.log("npm: mean", Math.round(ratings.reduce((sum, each) => sum + each) / 8));
JS
got=$(
  python/bin/python - <<'PY'
import json

from bracketool.elorating import EloRating

elo, ratings = EloRating(), [1500] * 8
with open("matches.json") as file:
    for a, b, won in json.load(file):
        ratings[a], ratings[b] = elo.calculate_elo_rating(ratings[a], ratings[b], won)
print("PyPI: mean", round(sum(ratings) / 8))
PY
  node rank.cjs
)
echo "$got"
want="PyPI: mean 1376
npm: mean 1500"
[ "$got" = "$want" ] || { echo "The behaviour has changed. Seen before:"; echo "$want"; exit 1; }
