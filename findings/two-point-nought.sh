#!/usr/bin/env bash
# decksmith==0.9.9 (PyPI), which prints cards from a CSV file and a layout
# Input: two cards with the costs 2 and 3; then the same file with a third card that has no cost. The picture of the first card is compared
# with those of layouts in which "2" and "2.0" stand as fixed text.
# Guess: the first card shows 2 both times; what the third card has changes nothing on it.
# Behaviour: as soon as one cell of the column is empty, all whole numbers in it are printed with ".0". The number 007 loses its noughts
# in the same way where a column has only figures. Neither is told.
# Output seen: "all have a cost: 2", "one has none: 2.0", "007: 7".
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/python"
"$dir/python/bin/pip" install -qq --disable-pip-version-check decksmith==0.9.9
cd "$dir"
card() { # card TEXT FILE: print the first card of the file with this text of the layout, and name its picture
  cat >layout.yaml <<YAML
id: canvas
width: 200
height: 100
background_color: [255, 255, 255]
elements:
  - {id: cost, type: text, position: [0, 20], relative_to: [canvas, top-center], anchor: top-center, text: "$1", color: [0, 0, 0], font_size: 32}
YAML
  rm -rf cards
  python/bin/decksmith build --spec layout.yaml --data "$2" --output cards >/dev/null 2>&1
  sha256sum <cards/card_1.png
}
printf 'title;cost\nGoblin;2\nOrc;3\n' >all.csv
printf 'title;cost\nGoblin;2\nOrc;3\nTrap;\n' >one.csv
printf 'title;cost\nAgent;007\nClerk;012\n' >noughts.csv
shown() { # shown FILE TEXT...: the one of these texts that the first card of the file shows
  local picture
  picture=$(card "%cost%" "$1")
  for text in "${@:2}"; do
    [ "$(card "$text" "$1")" = "$picture" ] && echo "$text" && return
  done
  echo "something else"
}
got="all have a cost: $(shown all.csv 2 2.0)
one has none: $(shown one.csv 2 2.0)
007: $(shown noughts.csv 007 7)"
echo "$got"
want="all have a cost: 2
one has none: 2.0
007: 7"
[ "$got" = "$want" ] || { echo "The behaviour has changed. Seen before:"; echo "$want"; exit 1; }
