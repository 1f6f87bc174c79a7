#!/usr/bin/env bash
# js-weighted-list 0.1.1 (npm), which draws things by their weights
# Input: a list of fox, owl and hare, each with the weight 1; addWeight("ox", 2), of which the source says that it creates a thing that is
# not in the list yet; for comparison addWeight("owl", 2), and push(["ox", 2]). Then 1,000 draws and an order of all.
# Guess: the new thing is drawn in two of five cases, as after push, and an order has each thing once.
# Behaviour: from then on every draw gives the first thing of the list, and an order of all gives it three times. Nothing is said. For a
# thing that is there it works.
# Output seen: as in "want" below.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --silent --no-audit --no-fund js-weighted-list@0.1.1 >/dev/null
cat >draws.cjs <<'JS'
const WeightedList = require("js-weighted-list");

const changes = {
  'push(["ox", 2])': (list) => list.push(["ox", 2]),
  'addWeight("owl", 2)': (list) => list.addWeight("owl", 2),
  'addWeight("ox", 2)': (list) => list.addWeight("ox", 2),
};
for (const [name, change] of Object.entries(changes)) {
  const list = new WeightedList([["fox", 1], ["owl", 1], ["hare", 1]]);
  change(list);
  const drawn = new Set();
  for (let i = 0; i < 1000; i++) drawn.add(list.peek()[0]);
  console.log(`${name}: ${[...drawn].sort().join(", ")} drawn; all in an order: ${list.shuffle().sort().join(", ")}`);
}
JS
got=$(node draws.cjs)
echo "$got"
want='push(["ox", 2]): fox, hare, owl, ox drawn; all in an order: fox, hare, owl, ox
addWeight("owl", 2): fox, hare, owl drawn; all in an order: fox, hare, owl
addWeight("ox", 2): fox drawn; all in an order: fox, fox, fox'
[ "$got" = "$want" ] || { echo "The behaviour has changed. Seen before:"; echo "$want"; exit 1; }
