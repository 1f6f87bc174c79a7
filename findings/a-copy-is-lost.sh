#!/usr/bin/env bash
# csv-diff==1.2 and csvdiff==0.3.3 (PyPI)
# Input: a deck as CSV with two equal rows for a card of which there are two, and the deck with one of them; then a deck to which a
#   second Fox of another cost is added, both compared by their names.
# Guess: one row is removed; one row is added.
# Behaviour: equal rows, and rows with the same key, are one: the first two decks are told to be equal. In the second case no row is
#   added, but the Fox that is still there is told to cost 3 now. csv-diff does the first without a key as well.
# Output seen: as in "want" below.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/python"
"$dir/python/bin/pip" install -qq --disable-pip-version-check csv-diff==1.2 csvdiff==0.3.3
cd "$dir"
PATH=$dir/python/bin:$PATH
printf 'name,cost\nFox,1\nFox,1\nMoon,2\n' >two.csv
printf 'name,cost\nFox,1\nMoon,2\n' >one.csv
printf 'name,cost\nFox,1\nMoon,2\nFox,3\n' >other.csv
got=$(
  echo "csv-diff, no key: $(csv-diff --json two.csv one.csv | tr -d ' \n')"
  echo "csv-diff: $(csv-diff --json --key name two.csv one.csv | tr -d ' \n')"
  echo "csv-diff: $(csv-diff --json --key name one.csv other.csv | tr -d ' \n')"
  echo "csvdiff: $(csvdiff name two.csv one.csv | tr -d ' \n')"
  echo "csvdiff: $(csvdiff name one.csv other.csv | tr -d ' \n' || true)"
)
echo "$got"
want='csv-diff, no key: {"added":[],"removed":[],"changed":[],"columns_added":[],"columns_removed":[]}
csv-diff: {"added":[],"removed":[],"changed":[],"columns_added":[],"columns_removed":[]}
csv-diff: {"added":[],"removed":[],"changed":[{"key":"Fox","changes":{"cost":["1","3"]}}],"columns_added":[],"columns_removed":[]}
csvdiff: {"_index":["name"],"added":[],"changed":[],"removed":[]}
csvdiff: {"_index":["name"],"added":[],"changed":[{"fields":{"cost":{"from":"1","to":"3"}},"key":["Fox"]}],"removed":[]}'
[ "$got" = "$want" ] || { echo "The behaviour has changed. Seen before:"; echo "$want"; exit 1; }
