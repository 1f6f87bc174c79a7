#!/usr/bin/env bash
# iso8601-duration 2.1.4 (npm), which reads spans as ISO 8601 writes them; beside it tinyduration 3.4.1
# Input: the spans of reminders in calendars (RFC 5545, 3.3.6: a sign may stand before the P): -PT1H and -P1DT12H; and P0.5D.
# Guess: a negative span, or an error, as the first part of ISO 8601 has no sign; P0.5D is twelve hours.
# Behaviour: the minus is left out without a word, so a reminder for an hour before 20:00 comes at 21:00. Half a day is an error
#   ("invalid duration"), half an hour is not. tinyduration reads all.
# Output seen: as in "want" below.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --silent --no-audit --no-fund iso8601-duration@2.1.4 tinyduration@3.4.1 >/dev/null
cat >remind.mjs <<'JS'
import { end, parse } from "iso8601-duration";
import { parse as tiny } from "tinyduration";

const round = new Date("2026-11-29T20:00:00Z");
for (const span of ["PT0.5H", "P0.5D", "-PT1H", "-P1DT12H"]) {
  let told;
  try {
    told = end(parse(span), round).toISOString().slice(5, 16);
  } catch (error) {
    told = error.constructor.name;
  }
  console.log(`${span}: ${told}, tinyduration ${JSON.stringify(tiny(span))}`);
}
JS
got=$(node remind.mjs)
echo "$got"
want='PT0.5H: 11-29T20:30, tinyduration {"hours":0.5}
P0.5D: RangeError, tinyduration {"days":0.5}
-PT1H: 11-29T21:00, tinyduration {"hours":1,"negative":true}
-P1DT12H: 12-01T08:00, tinyduration {"days":1,"hours":12,"negative":true}'
[ "$got" = "$want" ] || { echo "The behaviour has changed. Seen before:"; echo "$want"; exit 1; }
