#!/usr/bin/env bash
# color-blind 0.1.3 (npm) and daltonize==0.2.0 (PyPI), which show colours as colour-blind people see them
# Input: grey (128, 128, 128), and the pure blue (0, 0, 255).
# Guess: greys stay grey, as the three kinds of cones are excited alike; blue becomes a dark green-blue for those without
#   blue cones (Brettel, Vienot and Mollon 1997: about (0, 95, 134)).
# Behaviour: color-blind makes grey pink for those without green cones, 16 steps apart; daltonize makes blue a nearly black
#   red for those without blue cones. A board judged by them gets other colours than it needs.
# Output seen: "#808080 -> #8b7b80", "(0, 0, 255) -> (42, 0, 0)".
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/python"
"$dir/python/bin/pip" install -qq --disable-pip-version-check daltonize==0.2.0
cd "$dir"
npm install --silent --no-audit --no-fund color-blind@0.1.3 >/dev/null
got=$(
  node -e 'console.log("#808080 ->", require("color-blind").deuteranopia("#808080"))'
  python/bin/python - <<'PY'
import numpy
from daltonize import daltonize

blue = numpy.array([[(0, 0, 255)]], dtype=numpy.uint8)
seen = daltonize.simulate(daltonize.gamma_correction(blue, 2.4), "t")
print("(0, 0, 255) ->", tuple(map(int, daltonize.inverse_gamma_correction(seen, 2.4)[0, 0])))
PY
)
echo "$got"
want="#808080 -> #8b7b80
(0, 0, 255) -> (42, 0, 0)"
[ "$got" = "$want" ] || { echo "The behaviour has changed. Seen before:"; echo "$want"; exit 1; }
