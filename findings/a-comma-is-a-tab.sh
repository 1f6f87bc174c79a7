#!/usr/bin/env bash
# csvjson 5.1.0 (npm), which makes CSV of JSON and reads it
# Input: two cards whose texts have a comma, a line break and quotation marks; without options, and with its option wrap, which puts
#   each cell in quotation marks.
# Guess: cells with a comma, a break or quotation marks are quoted, and the marks doubled, as RFC 4180 says; what was written is
#   read again as it was.
# Behaviour: a comma becomes a tab and a break too, so "1,5" is "1", a tab and "5". With wrap the comma stays, the break does not,
#   and quotation marks are not doubled.
# Output seen: as in "want" below.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --silent --no-fund --no-audit csvjson@5.1.0 >/dev/null
cat >write.cjs <<'JS'
const { toCSV } = require("csvjson");

const cards = [
  { name: "Fox, red", cost: "1,5", text: "Draw one.\nRest." },
  { name: 'The "Old" One', cost: "2", text: "" },
];
console.log("plain:", JSON.stringify(toCSV(cards, { headers: "key" })));
console.log("wrap:", JSON.stringify(toCSV(cards, { headers: "key", wrap: true })));
JS
got=$(node write.cjs)
echo "$got"
want='plain: "name,cost,text\nFox\t red,1\t5,Draw one.\tRest.\nThe \"Old\" One,2,"
wrap: "\"name\",\"cost\",\"text\"\n\"Fox, red\",\"1,5\",\"Draw one.\tRest.\"\n\"The \"Old\" One\",\"2\","'
[ "$got" = "$want" ] || { echo "The behaviour has changed. Seen before:"; echo "$want"; exit 1; }
