#!/usr/bin/env bash
# tablib==3.10.0 (PyPI), with PyYAML==6.0.3 for its YAML
# Input: results as a JSON and a YAML list of objects; the second one has the same two keys in the other order, the third lacks
#   one and has another.
# Guess: each value stands under its own key, as in any list of objects; a key that is new makes a column, or an error.
# Behaviour: the headings are the keys of the first object, and the values of each other one are taken in the order in which they
#   stand: a score is a name, and a team is a score. An export as CSV keeps it so. Nothing is told.
# Output seen: as in "want" below.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/python"
"$dir/python/bin/pip" install -qq --disable-pip-version-check tablib==3.10.0 PyYAML==6.0.3
cd "$dir"
got=$(
  python/bin/python - <<'PY'
import json

import tablib

rows = [{"name": "Ann", "score": 3}, {"score": 5, "name": "Bob"}, {"name": "Eve", "team": "red"}]
sheet = tablib.Dataset().load(json.dumps(rows), format="json")
print("json:", *sheet.export("csv").split())
sheet = tablib.Dataset().load("- {name: Ann, score: 3}\n- {score: 5, name: Bob}\n", format="yaml")
print("yaml:", *sheet.export("csv").split())
sheet = tablib.Dataset()
sheet.dict = rows[:2]
print("names:", *sheet["name"])
PY
)
echo "$got"
want="json: name,score Ann,3 5,Bob Eve,red
yaml: name,score Ann,3 5,Bob
names: Ann 5"
[ "$got" = "$want" ] || { echo "The behaviour has changed. Seen before:"; echo "$want"; exit 1; }
