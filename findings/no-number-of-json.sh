#!/usr/bin/env bash
# Miller 6.6.0 of Debian 12 (`mlr`)
# Input: a CSV file of cards with a cost ".5", a move "1.", a code "0x1F" and a mask "0b11", turned into JSON.
# Guess: the JSON can be read: a value is a number as JSON knows it, or a text in quotation marks, as "007" and "+2" are.
# Behaviour: what looks like a number to Miller is written as it stands, without quotation marks: .5, 1., 0x1F and 0b11 are no
#   numbers of JSON, and no reader takes the file. Miller says nothing and ends with 0.
# Output seen: as in "want" below.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
mlr=$(command -v mlr || true)
if [ "$(dpkg-query -W -f '${Version}' miller 2>/dev/null | cut -c 1-6)" != "6.6.0-" ]; then
  apt-get download -qq miller 2>/dev/null
  dpkg-deb -x miller_6.6.0*.deb miller
  mlr=$dir/miller/usr/bin/mlr
fi
got=$(
  for cell in 007 +2 1.50 .5 1. 0x1F 0b11; do
    made=$(printf 'cell\n%s\n' "$cell" | "$mlr" --icsv --ojson --jvstack --jlistwrap cat | tr -d '[]{}\n ')
    if echo "{$made}" | python3 -c 'import json, sys; json.load(sys.stdin)' 2>/dev/null; then
      echo "$cell: ${made#*:}"
    else
      echo "$cell: ${made#*:}, no JSON"
    fi
  done
)
echo "$got"
want='007: "007"
+2: "+2"
1.50: 1.50
.5: .5, no JSON
1.: 1., no JSON
0x1F: 0x1F, no JSON
0b11: 0b11, no JSON'
[ "$got" = "$want" ] || { echo "The behaviour has changed. Seen before:"; echo "$want"; exit 1; }
