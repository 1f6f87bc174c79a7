#!/usr/bin/env bash
# ordinal-numbers 1.0.3 (npm), beside ordinal 1.0.3 and number-to-words 1.2.4 (npm)
# Input: places 11 to 13, 21, 111 to 113 and 1011.
# Guess: 11th, 12th, 13th, 21st, 111th, 112th, 113th, 1011th, as the other two say.
# Behaviour: only the numbers 11 to 13 themselves are exceptions: 111st, 112nd, 113rd and 1011st.
# Output seen: as in "want" below.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --silent --no-fund --no-audit ordinal-numbers@1.0.3 ordinal@1.0.3 number-to-words@1.2.4 >/dev/null
cat >places.cjs <<'JS'
const places = [11, 12, 13, 21, 111, 112, 113, 1011];
const told = {
  "ordinal-numbers": require("ordinal-numbers"),
  ordinal: require("ordinal"),
  "number-to-words": require("number-to-words").toOrdinal,
};
for (const [name, tell] of Object.entries(told)) console.log(`${name}: ${places.map((place) => tell(place)).join(" ")}`);
JS
got=$(node places.cjs)
echo "$got"
want='ordinal-numbers: 11th 12th 13th 21st 111st 112nd 113rd 1011st
ordinal: 11th 12th 13th 21st 111th 112th 113th 1011th
number-to-words: 11th 12th 13th 21st 111th 112th 113th 1011th'
[ "$got" = "$want" ] || { echo "The behaviour has changed. Seen before:"; echo "$want"; exit 1; }
