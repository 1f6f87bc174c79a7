#!/usr/bin/env bash
# openskill==6.2.0 (PyPI)
# Input: two new players with the ranks 1 and 1.5, which the type of `ranks` (floats) allows.
# Guess: the first wins, in every model of the library.
# Behaviour: PlackettLuce cuts ranks to whole numbers and makes a draw of it; BradleyTerryFull and ThurstoneMostellerFull let the
# first win. Scores (10 and 9.5) are not cut by any of the three. Places such as 2.5 for two who share the second and third place
# are therefore no ranks for PlackettLuce.
# Output seen: "PlackettLuce ranks draw, scores win", "BradleyTerryFull ranks win, scores win", and the third alike.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/python"
"$dir/python/bin/pip" install -qq --disable-pip-version-check openskill==6.2.0
got=$(
  "$dir/python/bin/python" - <<'PY'
from openskill.models import BradleyTerryFull, PlackettLuce, ThurstoneMostellerFull

for kind in (PlackettLuce, BradleyTerryFull, ThurstoneMostellerFull):
    model = kind()
    said = []
    for name, value in (("ranks", [1, 1.5]), ("scores", [10, 9.5])):
        (first,), (second,) = model.rate([[model.rating()], [model.rating()]], **{name: value})
        said.append(f"{name} {'win' if first.mu > second.mu else 'draw'}")
    print(kind.__name__, ", ".join(said))
PY
)
want='PlackettLuce ranks draw, scores win
BradleyTerryFull ranks win, scores win
ThurstoneMostellerFull ranks win, scores win'
diff <(echo "$want") <(echo "$got") && echo "as stated"
