#!/usr/bin/env bash
# humanize==4.17.0 (PyPI)
# Input: 35, 370, 400, 420 and 430 days, in English and German: since when a match rests, or how long a deck is kept.
# Guess: 400 days are "1 year, 1 month" in English and "ein Jahr und ein Monat" in German; the German forms of the others are there.
# Behaviour: in German 381 to 410 days are told as "ein Monat", as 35 days are: the year is missing in that one sentence.
# Output seen: as in "want" below.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/python"
"$dir/python/bin/pip" install -qq --disable-pip-version-check humanize==4.17.0
cd "$dir"
got=$(
  python/bin/python - <<'PY'
from datetime import timedelta

import humanize

DAYS = (35, 370, 400, 430)
english = [humanize.naturaldelta(timedelta(days=day)) for day in DAYS]
humanize.activate("de_DE")
for day, words in zip(DAYS, english):
    print(f"{day}: {words} | {humanize.naturaldelta(timedelta(days=day))}")
months = [day for day in range(100, 1000) if humanize.naturaldelta(timedelta(days=day)) == "ein Monat"]
print(f"a month: {months[0]} to {months[-1]} days")
PY
)
echo "$got"
want="35: a month | ein Monat
370: 1 year, 5 days | ein Jahr und 5 Tage
400: 1 year, 1 month | ein Monat
430: 1 year, 2 months | ein Jahr und 2 Monate
a month: 381 to 410 days"
[ "$got" = "$want" ] || { echo "The behaviour has changed. Seen before:"; echo "$want"; exit 1; }
