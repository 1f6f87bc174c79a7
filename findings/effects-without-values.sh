#!/usr/bin/env bash
# toml==0.10.2 and pytomlpp==1.1.0 (PyPI), which write TOML; read back by Python's tomllib
# Input: a card whose choice has two lists of effects (tables in lists in a list), and a list of true and false.
# Guess: what is written is read back as it was, or an error is raised.
# Behaviour: toml writes of each effect its keys alone: what it does, and by how much, is gone. pytomlpp writes true and
#   false in a list as the numbers 1 and 0; outside of a list they stay. Nothing is told.
# Output seen: "toml: [[["do", "by"]], [["do"]]]", "pytomlpp: open True, marks [1, 0]".
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3.11 -m venv "$dir/python" 2>/dev/null || python3 -m venv "$dir/python"
"$dir/python/bin/pip" install -qq --disable-pip-version-check toml==0.10.2 pytomlpp==1.1.0
got=$(
  "$dir/python/bin/python" - <<'PY'
import json
import tomllib

import pytomlpp
import toml

card = {"options": [[{"do": "buff", "by": 50}], [{"do": "draw"}]]}
print("toml:", json.dumps(tomllib.loads(toml.dumps(card))["options"]))
table = tomllib.loads(pytomlpp.dumps({"open": True, "marks": [True, False]}))
print(f"pytomlpp: open {table['open']}, marks {table['marks']}")
PY
)
echo "$got"
want='toml: [[["do", "by"]], [["do"]]]
pytomlpp: open True, marks [1, 0]'
[ "$got" = "$want" ] || { echo "The behaviour has changed. Seen before:"; echo "$want"; exit 1; }
