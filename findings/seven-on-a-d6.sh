#!/usr/bin/env bash
# @3d-dice/dice-roller-parser@0.2.6 and dice-roller-parser@0.1.8 (npm)
# Input: 1d6, 6,000 times each, with the libraries' own random numbers.
# Guess (put into words after the first look): 1 to 6, about 1,000 times each.
# Behaviour: in 0.2.6 of @3d-dice, a six-sided die also shows 7. 1 and 7 come up about 500 times each, half as often as the other
# numbers, so the mean is 4 and not 3.5. The package that it was made from rolls 1 to 6 evenly.
# Output seen: "@3d-dice/dice-roller-parser 1d6 1 2 3 4 5 6 7, ends rarer: true" and "dice-roller-parser 1d6 1 2 3 4 5 6, ends
# rarer: false". "Rarer" means less than 750 times; by chance that happens less than once in 10^15 runs.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --silent --no-fund --no-audit @3d-dice/dice-roller-parser@0.2.6 dice-roller-parser@0.1.8 >/dev/null
got=$(
  node - <<'JS'
for (const name of ["@3d-dice/dice-roller-parser", "dice-roller-parser"]) {
  const { DiceRoller } = require(name);
  const roller = new DiceRoller();
  const counts = {};
  for (let i = 0; i < 6000; i++) {
    const value = roller.rollValue("1d6");
    counts[value] = (counts[value] || 0) + 1;
  }
  const faces = Object.keys(counts).map(Number);
  const ends = [Math.min(...faces), Math.max(...faces)];
  console.log(`${name} 1d6 ${faces.join(" ")}, ends rarer: ${ends.every((face) => counts[face] < 750)}`);
}
JS
)
want='@3d-dice/dice-roller-parser 1d6 1 2 3 4 5 6 7, ends rarer: true
dice-roller-parser 1d6 1 2 3 4 5 6, ends rarer: false'
diff <(echo "$want") <(echo "$got") && echo "as stated"
