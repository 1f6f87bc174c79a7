#!/usr/bin/env bash
# glicko2==2.1.0 (PyPI) and glicko2-lite 5.0.0 (npm), the same rating system
# Input: a player with deviation 50 who loses ten matches in a period against players rated 300 points lower, deviation 50. Once the player
# has 1500, once 1800, 2100, 2400 and 900; all others move with them.
# Guess: only differences count, so the volatility after these ten surprises is the same everywhere, as in the other package.
# Behaviour: in the package of PyPI it grows too much at 1500, and the less, the further the ratings are from there; at 2400 and at 900 ten
# lost matches are no surprise. Its formula has the rating where Glickman's (step 5) has the deviation. The package of npm gives one
# number for all.
# Output seen: as in "want" below.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/python"
"$dir/python/bin/pip" install -qq --disable-pip-version-check glicko2==2.1.0
cd "$dir"
npm install --silent --no-audit --no-fund glicko2-lite@5.0.0 >/dev/null
cat >lite.mjs <<'JS'
import glicko2 from "glicko2-lite";

const told = [1500, 1800, 2100, 2400, 900].map((at) => {
  const lost = Array.from({ length: 10 }, () => [at - 300, 50, 0]);
  return `${at}: ${glicko2(at, 50, 0.06, lost, { tau: 0.5 }).vol.toFixed(5)}`;
});
console.log("npm ", told.join(", "));
JS
got=$(
  python/bin/python - <<'PY'
from glicko2 import Player

told = []
for at in (1500, 1800, 2100, 2400, 900):
    player = Player(rating=at, rd=50, vol=0.06)
    player.update_player([at - 300] * 10, [50] * 10, [0] * 10)
    told.append(f"{at}: {player.vol:.5f}")
print("PyPI", ", ".join(told))
PY
  node lite.mjs
)
echo "$got"
want="PyPI 1500: 0.06095, 1800: 0.06004, 2100: 0.06000, 2400: 0.06000, 900: 0.06000
npm  1500: 0.06077, 1800: 0.06077, 2100: 0.06077, 2400: 0.06077, 900: 0.06077"
[ "$got" = "$want" ] || { echo "The behaviour has changed. Seen before:"; echo "$want"; exit 1; }
