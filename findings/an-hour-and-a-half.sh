#!/usr/bin/env bash
# parse-duration@2.1.9, timestring@7.0.0 (npm), tempora==5.13.0, timelength==3.0.4 (PyPI): readers of time spans
# Input: an hour and a half as people write it for a clock or a reminder: "1,5 h" (a decimal comma), "1h30", "1 1/2 hours".
# Guess: 90 minutes, or a refusal.
# Behaviour: with a decimal comma it is 15 hours in both of npm (the comma is taken out), and 5 hours and 1 second in tempora (two spans,
# the first in seconds). "1h30" is 90 minutes, 60 minutes, or 60 minutes and 30 seconds. "1 1/2 hours" is 30 minutes, two hours, or in
# timestring 112 hours (1 and 12 in a row). None of these is an error. Only timelength refuses anything: "1,5 h".
# Output seen (minutes, rounded for parse-duration): as in "want" below.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/python"
"$dir/python/bin/pip" install -qq --disable-pip-version-check tempora==5.13.0 timelength==3.0.4
cd "$dir"
npm install --silent --no-fund --no-audit parse-duration@2.1.9 timestring@7.0.0 >/dev/null
cat >spans.mjs <<'JS'
import parse from "parse-duration";
import timestring from "timestring";
for (const words of ["1,5 h", "1h30", "1 1/2 hours"]) {
  console.log(`parse-duration ${words}: ${Math.round(parse(words) / 60000)}`);
  console.log(`timestring ${words}: ${timestring(words) / 60}`);
}
JS
got=$(
  node spans.mjs
  "$dir/python/bin/python" - <<'PY'
from tempora import parse_timedelta
from timelength import TimeLength

for words in ("1,5 h", "1h30", "1 1/2 hours"):
    print(f"tempora {words}: {parse_timedelta(words).total_seconds() / 60:g}")
    read = TimeLength(words).result
    print(f"timelength {words}: {read.seconds / 60:g}" if read.success else f"timelength {words}: refused")
PY
)
echo "$got"
want="parse-duration 1,5 h: 900
timestring 1,5 h: 900
parse-duration 1h30: 90
timestring 1h30: 60
parse-duration 1 1/2 hours: 120
timestring 1 1/2 hours: 6720
tempora 1,5 h: 300.017
timelength 1,5 h: refused
tempora 1h30: 60.5
timelength 1h30: 60
tempora 1 1/2 hours: 120.033
timelength 1 1/2 hours: 30"
[ "$got" = "$want" ] || { echo "The behaviour has changed. Seen before:"; echo "$want"; exit 1; }
