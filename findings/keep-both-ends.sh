#!/usr/bin/env bash
# d20==1.1.2 (PyPI), @dice-roller/rpg-dice-roller@5.5.1 and @3d-dice/dice-roller-parser@0.2.6 (npm)
# Input: 4d6kl1kh1, four dice of which the lowest and the highest are kept.
# Guess: all three keep two dice, as each names a lowest and a highest.
# Behaviour: three meanings, none of them an error. d20 keeps both ends. rpg-dice-roller lets either modifier drop what the
# other keeps: no die is left, and the total is always 0. dice-roller-parser keeps the end that is named first, and only that.
# Output seen: "d20: both ends", "rpg-dice-roller: 0 to 0", "dice-roller-parser: 1 6" (dice 1 6 4 5: kl1kh1, then kh1kl1).
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/python"
"$dir/python/bin/pip" install -qq --disable-pip-version-check d20==1.1.2
(cd "$dir" && npm install --silent --no-fund --no-audit @dice-roller/rpg-dice-roller@5.5.1 @3d-dice/dice-roller-parser@0.2.6 >/dev/null)
got=$(
  "$dir/python/bin/python" - <<'PY'
import re
import d20

both = True
for _ in range(200):
    roll = d20.roll("4d6kl1kh1")
    dice = [int(n) for n in re.findall(r"\d+", roll.result.split("(")[1].split(")")[0])]
    if min(dice) < max(dice):
        both &= roll.total == min(dice) + max(dice)
print("d20:", "both ends" if both else "another total")
PY
  cd "$dir" && node - <<'JS'
const { DiceRoll } = require("@dice-roller/rpg-dice-roller");
const roll = new DiceRoll("4d6kl1kh1");
console.log(`rpg-dice-roller: ${roll.minTotal} to ${roll.maxTotal}`);
const { DiceRoller } = require("@3d-dice/dice-roller-parser");
const totals = ["4d6kl1kh1", "4d6kh1kl1"].map((text) => {
  const thrown = [0.01, 0.8, 0.5, 0.6];
  return new DiceRoller(() => thrown.shift()).rollValue(text);
});
console.log(`dice-roller-parser: ${totals.join(" ")}`);
JS
)
want='d20: both ends
rpg-dice-roller: 0 to 0
dice-roller-parser: 1 6'
diff <(echo "$want") <(echo "$got") && echo "as stated"
