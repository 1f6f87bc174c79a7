#!/usr/bin/env bash
# xdice==1.2.1 (PyPI)
# Input: 4d1d1, in many notations "drop the lowest of four dice". The dice have one side, so every total is known.
# Guess: 3, or an error, as this library writes "l1" for the lowest that falls away.
# Behaviour: two rolls stand side by side, each is replaced by its total, and the digits are read as one number: 4 and 1 are 41.
# With six sides four dice and one more give totals from 41 to 246.
# Output seen: "4d1d1 41", "3d1d1d1 311", "4d1l1 3".
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/python"
"$dir/python/bin/pip" install -qq --disable-pip-version-check xdice==1.2.1
got=$(
  "$dir/python/bin/python" - <<'PY'
import xdice

for text in ("4d1d1", "3d1d1d1", "4d1l1"):
    print(text, int(xdice.roll(text)))
PY
)
want='4d1d1 41
3d1d1d1 311
4d1l1 3'
diff <(echo "$want") <(echo "$got") && echo "as stated"
