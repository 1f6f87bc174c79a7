#!/usr/bin/env bash
# ical-generator@10.2.0 (npm), read by icalendar==7.3.2 (PyPI)
# Input: a calendar with `timezone: "Europe/Berlin"` and an event whose start is the moment 2026-07-10T18:00:00Z, 20:00 in Berlin.
# Guess: the event begins at 20:00 with TZID=Europe/Berlin, or at 18:00 with the Z of UTC.
# Behaviour: it begins at 18:00 without a zone: the hour of UTC, but the Z is left out because a zone was named. A reader takes it for
# 18:00 on its own clock or in the zone of the calendar, two hours early in Berlin. Without `timezone` the Z is there and all is right.
# Output seen: "Europe/Berlin: DTSTART:20260710T180000, read as 2026-07-10 18:00:00, zone None" and "no zone:
# DTSTART:20260710T180000Z, read as 2026-07-10 18:00:00+00:00, zone UTC".
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/python"
"$dir/python/bin/pip" install -qq --disable-pip-version-check icalendar==7.3.2
cd "$dir"
npm install --silent --no-fund --no-audit ical-generator@10.2.0 >/dev/null
cat >write.mjs <<'JS'
import { writeFileSync } from "node:fs";
import ical from "ical-generator";
for (const timezone of ["Europe/Berlin", undefined]) {
  const calendar = ical({ name: "Cup", timezone });
  calendar.createEvent({ id: "1", summary: "Round 1", start: new Date("2026-07-10T18:00:00Z") });
  writeFileSync(timezone ? "berlin.ics" : "plain.ics", calendar.toString());
}
JS
node write.mjs
got=$(
  "$dir/python/bin/python" - <<'PY'
from pathlib import Path

from icalendar import Calendar

for name, file in (("Europe/Berlin", "berlin.ics"), ("no zone", "plain.ics")):
    text = Path(file).read_text()
    line = next(line for line in text.splitlines() if line.startswith("DTSTART"))
    (event,) = Calendar.from_ical(text).walk("VEVENT")
    start = event["DTSTART"].dt
    print(f"{name}: {line}, read as {start}, zone {start.tzinfo and start.tzname()}")
PY
)
echo "$got"
want="Europe/Berlin: DTSTART:20260710T180000, read as 2026-07-10 18:00:00, zone None
no zone: DTSTART:20260710T180000Z, read as 2026-07-10 18:00:00+00:00, zone UTC"
[ "$got" = "$want" ] || { echo "The behaviour has changed. Seen before:"; echo "$want"; exit 1; }
