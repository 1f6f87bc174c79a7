#!/usr/bin/env bash
# oneroll==1.3.5 and rpg-dice==0.2.1 (PyPI), which roll dice written as text
# Input: sums and products, a die of one side among them, so that every total is known: 2+3*4, 10-4/2, 3d1+2d1*2; 3d1-1, 3d1*2.
# Guess: multiplication and division come before addition and subtraction (14, 8, 7); what is not understood is refused.
# Behaviour: oneroll works from left to right: 2+3*4 is 20 and 10-4/2 is 3; brackets count. rpg-dice takes of each sum only the dice and
# leaves out what else stands there, a minus and a factor too, without a word.
# Output seen: as in "want" below.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/python"
"$dir/python/bin/pip" install -qq --disable-pip-version-check oneroll==1.3.5 rpg-dice==0.2.1
cd "$dir"
got=$(
  python/bin/python - <<'PY'
import oneroll
import rpg_dice

for text in ("2+3*4", "10-4/2", "3d1+2d1*2", "2+(3*4)"):
    print("oneroll:", text, "is", oneroll.roll(text)["total"])
for text in ("3d1-1", "3d1*2", "3d1+2d1"):
    print("rpg-dice:", text, "is", rpg_dice.roll(text))
PY
)
echo "$got"
want="oneroll: 2+3*4 is 20
oneroll: 10-4/2 is 3
oneroll: 3d1+2d1*2 is 10
oneroll: 2+(3*4) is 14
rpg-dice: 3d1-1 is 3
rpg-dice: 3d1*2 is 3
rpg-dice: 3d1+2d1 is 5"
[ "$got" = "$want" ] || { echo "The behaviour has changed. Seen before:"; echo "$want"; exit 1; }
