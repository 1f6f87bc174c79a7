#!/usr/bin/env bash
# @breejs/later 4.2.0 (npm), which makes a schedule of words
# Input: how often a table is reminded, from Saturday 28 November 2026, 21:00:30 UTC on; the times and what it calls an error.
# Guess: "every 36 hours" is a day and a half apart and "every 90 mins" an hour and a half, or both are refused, as the words are
#   read by fields of the clock.
# Behaviour: neither is refused (-1 is no error). 36 and 48 hours are each midnight, so twice or nearly twice as often; 90 minutes
#   are each full hour, and 45 minutes are 45 and 15 in turn; 40 days are the first of each month.
# Output seen: as in "want" below (day and hour in UTC).
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --silent --no-audit --no-fund @breejs/later@4.2.0 >/dev/null
cat >remind.js <<'JS'
const later = require("@breejs/later");

later.date.UTC();
for (const words of ["every 2 hours", "every 36 hours", "every 48 hours", "every 90 mins", "every 45 mins", "every 40 days"]) {
  const read = later.parse.text(words);
  const times = later.schedule(read).next(4, new Date("2026-11-28T21:00:30Z"));
  console.log(`${words}: ${read.error}`, ...times.map((time) => time.toISOString().slice(5, 16)));
}
JS
got=$(node remind.js)
echo "$got"
want="every 2 hours: -1 11-28T22:00 11-29T00:00 11-29T02:00 11-29T04:00
every 36 hours: -1 11-29T00:00 11-30T00:00 12-01T00:00 12-02T00:00
every 48 hours: -1 11-29T00:00 11-30T00:00 12-01T00:00 12-02T00:00
every 90 mins: -1 11-28T21:00 11-28T22:00 11-28T23:00 11-29T00:00
every 45 mins: -1 11-28T21:00 11-28T21:45 11-28T22:00 11-28T22:45
every 40 days: -1 12-01T00:00 01-01T00:00 02-01T00:00 03-01T00:00"
[ "$got" = "$want" ] || { echo "The behaviour has changed. Seen before:"; echo "$want"; exit 1; }
