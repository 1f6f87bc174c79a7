#!/usr/bin/env bash
# text2num==3.1.0 (PyPI; module text_to_num), German
# Input: sentences of rules with number words; in two of them a word that only looks like one: "achte" (mind!) and "Einer" (one of them).
# Guess: the numbers become digits ("wirf 3 Würfel, 8 oder mehr trifft"), small ones may stay as words, and "achte auf" stays.
# Behaviour: the verb "achte" becomes the 8th, "8. auf die Karten", also at the start of a sentence. "Einer" stays, and so does a single
# small number in "ziehe zwei Karten"; two of them become digits.
# Output seen: as in "want" below.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/python"
"$dir/python/bin/pip" install -qq --disable-pip-version-check text2num==3.1.0
got=$(
  "$dir/python/bin/python" - <<'PY'
from text_to_num import alpha2digit

for words in (
    "achte auf die Karten",
    "Achte darauf, wer am Zug ist",
    "Einer von drei",
    "ziehe zwei Karten",
    "wirf drei Würfel, acht oder mehr trifft",
):
    print(alpha2digit(words, "de"))
PY
)
echo "$got"
want="8. auf die Karten
8. darauf, wer am Zug ist
Einer von 3
ziehe zwei Karten
wirf 3 Würfel, 8 oder mehr trifft"
[ "$got" = "$want" ] || { echo "The behaviour has changed. Seen before:"; echo "$want"; exit 1; }
