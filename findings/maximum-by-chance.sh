#!/usr/bin/env bash
# dice==4.0.0 (PyPI)
# Input: roll_max("2d6x"), the highest result of two exploding dice, 200 times; roll_max("2d6") beside it.
# Guess: 12, or always the same larger number, or an error, as exploding dice have no maximum.
# Behaviour: each die shows 6, and what the sixes add is thrown at random: the "maximum" is another number at each call, from 14 to
# over 20, and a real roll can exceed it. roll_min and roll_max without x are firm.
# Output seen: "2d6 12", "2d6x 14 or more, one of several".
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/python"
"$dir/python/bin/pip" install -qq --disable-pip-version-check dice==4.0.0
got=$(
  "$dir/python/bin/python" -W ignore - <<'PY'
import dice

print("2d6", *{sum(dice.roll_max("2d6")) for _ in range(200)})
found = {sum(dice.roll_max("2d6x")) for _ in range(200)}
print("2d6x", "14 or more," if min(found) >= 14 else min(found), "one of several" if len(found) > 3 else len(found))
PY
)
want='2d6 12
2d6x 14 or more, one of several'
diff <(echo "$want") <(echo "$got") && echo "as stated"
