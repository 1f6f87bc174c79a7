#!/usr/bin/env bash
# @3d-dice/dice-roller-parser@0.2.6 (npm; reads the notation of Roll20)
# Input: 4d6 kh3, a blank before the modifier; 2^3; 2d6 fire + 3. The dice are fixed at 1 6 4 5.
# Guess (put into words after the first look): the blank does not matter (15), a power that it does not know is refused, and the +3 counts (10).
# Behaviour: all that is not understood after the first expression becomes a label, without a word. The four dice are added up
# (16), 2^3 is 2, and the bonus behind the word is lost (7).
# Output seen: "4d6 kh3 = 16 [kh3]", "2^3 = 2 [^3]", "2d6 fire + 3 = 7 [fire + 3]".
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --silent --no-fund --no-audit @3d-dice/dice-roller-parser@0.2.6 >/dev/null
got=$(
  node - <<'JS'
const { DiceRoller } = require("@3d-dice/dice-roller-parser");
for (const text of ["4d6 kh3", "2^3", "2d6 fire + 3"]) {
  const thrown = [0.01, 0.8, 0.5, 0.6];
  const roll = new DiceRoller(() => thrown.shift()).roll(text);
  console.log(`${text} = ${roll.value} [${roll.label}]`);
}
JS
)
want='4d6 kh3 = 16 [kh3]
2^3 = 2 [^3]
2d6 fire + 3 = 7 [fire + 3]'
diff <(echo "$want") <(echo "$got") && echo "as stated"
