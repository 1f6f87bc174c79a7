#!/usr/bin/env bash
# hash-sum 2.0.0 (npm), which makes a short hash of any value; beside it object-hash 3.0.0 and ohash 2.0.12
# Input: pairs of boards: a Map of squares and pieces, a Set of taken squares, and a plain object, each before and after a move.
# Guess: a move changes the hash; at eight digits two boards agree once in four thousand millions.
# Behaviour: hash-sum looks at the keys of objects, which a Map and a Set have none of: all Maps have one hash, and all Sets,
#   also deep within an object. A check for repeated positions would end a match as a draw. The other two tell them apart.
# Output seen: as in "want" below.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --silent --no-audit --no-fund hash-sum@2.0.0 object-hash@3.0.0 ohash@2.0.12 >/dev/null
cat >boards.mjs <<'JS'
import hashSum from "hash-sum";
import objectHash from "object-hash";
import { hash as ohash } from "ohash";

const pairs = {
  Map: [new Map([["e1", "king"]]), new Map([["e2", "king"]])],
  Set: [{ turn: 1, taken: new Set(["e1"]) }, { turn: 1, taken: new Set(["e2"]) }],
  object: [{ e1: "king" }, { e2: "king" }],
};
for (const [reader, hash] of Object.entries({ "hash-sum": hashSum, "object-hash": objectHash, ohash })) {
  const told = Object.entries(pairs).map(([kind, [one, other]]) => `${kind} ${hash(one) === hash(other) ? "same" : "changes"}`);
  console.log(`${reader}: ${told.join(", ")}`);
}
JS
got=$(node boards.mjs)
echo "$got"
want="hash-sum: Map same, Set same, object changes
object-hash: Map changes, Set changes, object changes
ohash: Map changes, Set changes, object changes"
[ "$got" = "$want" ] || { echo "The behaviour has changed. Seen before:"; echo "$want"; exit 1; }
