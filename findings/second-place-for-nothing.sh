#!/usr/bin/env bash
# openskill 5.0.1 (npm) and openskill==6.2.0 (PyPI), the same rating system in two languages
# Input: new players; five with five places, and three of whom two share the first place. Both packages' Bradley-Terry model with partial
# pairing, in which everybody is compared with the neighbours only; and the full one.
# Guess: the two packages agree, the second of five gains less than the first, and who share a place have one rating.
# Behaviour: the full models agree. With partial pairing the package of npm leaves places 2 to 4 of five as they were, and of the two who
# share the first place only the one named second gains anything, as much as a winner. That of PyPI gives each place another rating, and
# those who share one the same.
# Output seen: as in "want" below.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/python"
"$dir/python/bin/pip" install -qq --disable-pip-version-check openskill==6.2.0
cd "$dir"
npm install --silent --no-audit --no-fund openskill@5.0.1 >/dev/null
cat >places.mjs <<'JS'
import { rate, rating } from "openskill";
import { bradleyTerryFull, bradleyTerryPart } from "openskill/models";

for (const [name, model] of Object.entries({ full: bradleyTerryFull, part: bradleyTerryPart })) {
  for (const rank of [[1, 2, 3, 4, 5], [1, 1, 2]]) {
    const rated = rate(rank.map(() => [rating()]), { rank, model });
    console.log(`npm, ${name}, ${rank}: ${rated.map(([player]) => player.mu.toFixed(2)).join(" ")}`);
  }
}
JS
got=$(
  node places.mjs
  python/bin/python - <<'PY'
from openskill.models import BradleyTerryFull, BradleyTerryPart

for name, model in (("full", BradleyTerryFull()), ("part", BradleyTerryPart())):
    for ranks in ([1, 2, 3, 4, 5], [1, 1, 2]):
        rated = model.rate([[model.rating()] for _ in ranks], ranks=ranks)
        places = ",".join(map(str, ranks))
        print(f"PyPI, {name}, {places}:", *(f"{player.mu:.2f}" for (player,) in rated))
PY
)
echo "$got"
want="npm, full, 1,2,3,4,5: 35.54 30.27 25.00 19.73 14.46
npm, full, 1,1,2: 27.64 27.64 19.73
npm, part, 1,2,3,4,5: 27.64 25.00 25.00 25.00 22.36
npm, part, 1,1,2: 25.00 27.64 22.36
PyPI, full, 1,2,3,4,5: 35.54 30.27 25.00 19.73 14.46
PyPI, full, 1,1,2: 27.64 27.64 19.73
PyPI, part, 1,2,3,4,5: 27.64 26.32 25.00 23.68 22.36
PyPI, part, 1,1,2: 26.32 26.32 22.36"
[ "$got" = "$want" ] || { echo "The behaviour has changed. Seen before:"; echo "$want"; exit 1; }
