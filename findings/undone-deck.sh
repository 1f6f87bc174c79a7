#!/usr/bin/env bash
# dictdiffer==0.10.0 (PyPI) and json-diff-ts 4.10.4 (npm), which tell what changed in nested data, apply it and take it back
# Input: a deck of four cards of which one is left, and a row of a board whose first square is empty (null) or taken.
# Guess: what `diff` tells, applied to the old state, gives the new one; taken back from the new one, it gives the old one.
# Behaviour: dictdiffer gives back three cards in another order. json-diff-ts adds a square to a row of a board when an
#   empty square is taken, and takes the move back in a row so that the piece that stood still moves.
# Output seen: "A K Q 7 -> A -> A K 7 Q", "[["P",null],["K",null]] applied: [["P",null],["K",null,null,"K"]]",
#   "[null,"K"] taken back: ["K",null]".
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/python"
"$dir/python/bin/pip" install -qq --disable-pip-version-check dictdiffer==0.10.0
cd "$dir"
npm install --silent --no-audit --no-fund json-diff-ts@4.10.4 >/dev/null
got=$(
  python/bin/python - <<'PY'
import dictdiffer

before, after = ["A", "K", "Q", "7"], ["A"]
changes = list(dictdiffer.diff(before, after))
assert dictdiffer.patch(changes, before) == after
print(" ".join(before), "->", " ".join(after), "->", " ".join(dictdiffer.revert(changes, after)))
PY
  cat >board.mjs <<'JS'
import { applyChangeset, diff, revertChangeset } from "json-diff-ts";

const told = (value) => JSON.stringify(value);
const before = { board: [["P", null], ["K", null]] };
const after = { board: [["P", null], [null, "K"]] };
console.log(told(before.board), "applied:", told(applyChangeset(structuredClone(before), diff(before, after)).board));
const empty = { row: [null, "K"] };
const taken = { row: ["P", "K"] };
console.log(told(empty.row), "taken back:", told(revertChangeset(structuredClone(taken), diff(empty, taken)).row));
JS
  node board.mjs 2>/dev/null
)
echo "$got"
want='A K Q 7 -> A -> A K 7 Q
[["P",null],["K",null]] applied: [["P",null],["K",null,null,"K"]]
[null,"K"] taken back: ["K",null]'
[ "$got" = "$want" ] || { echo "The behaviour has changed. Seen before:"; echo "$want"; exit 1; }
