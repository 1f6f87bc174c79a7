#!/usr/bin/env bash
# pyexcel==0.7.6 (PyPI), which reads sheets of many formats
# Input: a CSV file of cards as a German spreadsheet saves it, with the names and prices "12,5", "1.10", "1e3", "007" and "3-4".
# Guess: cells of a CSV file are texts, and what is made a number has the value of its text: "12,5" stays, or is 12.5.
# Behaviour: "12,5" is the number 125, "1.10" is 1.1 and "1e3" 1000; "007" and "3-4" stay. Nothing is told.
# Output seen: "12,5 -> 125", "1.10 -> 1.1", "1e3 -> 1000.0", "007 -> '007'", "3-4 -> '3-4'".
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/python"
"$dir/python/bin/pip" install -qq --disable-pip-version-check pyexcel==0.7.6 pyexcel-io==0.6.8
cd "$dir"
got=$(
  python/bin/python - <<'PY'
from pathlib import Path

import pyexcel

CELLS = ("12,5", "1.10", "1e3", "007", "3-4")
Path("cards.csv").write_text("price\n" + "".join(f'"{cell}"\n' for cell in CELLS))
for cell, (read,) in zip(CELLS, pyexcel.get_array(file_name="cards.csv")[1:]):
    print(f"{cell} -> {read!r}")
PY
)
echo "$got"
want="12,5 -> 125
1.10 -> 1.1
1e3 -> 1000.0
007 -> '007'
3-4 -> '3-4'"
[ "$got" = "$want" ] || { echo "The behaviour has changed. Seen before:"; echo "$want"; exit 1; }
