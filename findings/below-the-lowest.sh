#!/usr/bin/env bash
# tdigest==0.5.2.2 (PyPI), which keeps percentiles of a stream of numbers
# Input: few numbers, such as the turns of short matches or the seconds of answers: 1 2 3, nine noughts and a 30; and 1 to 100.
# Guess: each percentile lies between the lowest and the highest number; half of 0 0 0 0 0 0 0 0 0 30 is 0.
# Behaviour: between single numbers it draws a line and follows it beyond the ends: a tenth of the answers took less than
#   -21 seconds, and half of them less than 3. With a hundred numbers it is right within a half.
# Output seen: as in "want" below (the 10th, 50th and 90th percentile).
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/python"
"$dir/python/bin/pip" install -qq --disable-pip-version-check tdigest==0.5.2.2 2>/dev/null
got=$(
  "$dir/python/bin/python" - <<'PY'
from tdigest import TDigest

for name, numbers in (("1 2 3", [1, 2, 3]), ("1 1 1 9", [1, 1, 1, 9]), ("nine 0 and 30", [0] * 9 + [30]), ("1 to 100", range(1, 101))):
    digest = TDigest()
    digest.batch_update(numbers)
    print(f"{name}:", *[f"{digest.percentile(each):.1f}" for each in (10, 50, 90)])
PY
)
echo "$got"
want="1 2 3: 0.8 2.0 3.0
1 1 1 9: -3.4 3.0 9.0
nine 0 and 30: -21.0 3.0 27.0
1 to 100: 10.5 50.5 90.5"
[ "$got" = "$want" ] || { echo "The behaviour has changed. Seen before:"; echo "$want"; exit 1; }
