#!/usr/bin/env bash
# node-ical 0.26.1, ts-ics 2.4.6 and cal-parser 1.0.2 (npm), ical==14.3.1 (PyPI), which read calendars (RFC 5545)
# Input: an event with a comma escaped within a category, an organizer's name with a semicolon in quotes, and a reminder
#   that has a description of its own.
# Guess: the category "Cup, north" is one, the name is whole, and the event keeps its own description.
# Behaviour: node-ical, ts-ics and ical make two categories of one, the first with the backslash; node-ical and ts-ics cut
#   the name at the semicolon and keep its opening quote; for cal-parser the event's description is the reminder's.
# Output seen: as in "want" below.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/python"
"$dir/python/bin/pip" install -qq --disable-pip-version-check ical==14.3.1 2>/dev/null
cd "$dir"
npm install --silent --no-audit --no-fund node-ical@0.26.1 ts-ics@2.4.6 cal-parser@1.0.2 >/dev/null
printf '%s\r\n' BEGIN:VCALENDAR VERSION:2.0 PRODID:-//Example//Club//EN BEGIN:VEVENT UID:1@example.org \
  DTSTAMP:20261101T100000Z DTSTART:20261129T200000Z DTEND:20261129T220000Z 'SUMMARY:Round 2\, board 1' \
  'DESCRIPTION:Ann against Ben' 'CATEGORIES:Cup\, north,Round' 'ORGANIZER;CN="Doe; Ann":mailto:ann@example.org' \
  BEGIN:VALARM ACTION:DISPLAY DESCRIPTION:Soon TRIGGER:-PT1H END:VALARM END:VEVENT END:VCALENDAR >cup.ics
cat >read.mjs <<'JS'
import { readFileSync } from "node:fs";
import nodeIcal from "node-ical";
import { convertIcsCalendar } from "ts-ics";
import calParser from "cal-parser";

const text = readFileSync("cup.ics", "utf8");
const show = (reader, ...values) => console.log(`${reader}:`, ...values.map((value) => JSON.stringify(value)));
const [event] = Object.values(nodeIcal.sync.parseICS(text)).filter(({ type }) => type === "VEVENT");
show("node-ical", event.summary, event.description, event.categories, event.organizer.params.CN);
const [second] = convertIcsCalendar(undefined, text).events;
show("ts-ics", second.summary, second.description, second.categories, second.organizer.name);
const [third] = calParser.parseString(text).events;
show("cal-parser", third.summary.value, third.description.value);
JS
got=$(
  node read.mjs
  python/bin/python - <<'PY'
import json
from pathlib import Path

from ical.calendar_stream import IcsCalendarStream

(event,) = IcsCalendarStream.calendar_from_ics(Path("cup.ics").read_bytes().decode()).events
print("ical:", *map(json.dumps, (event.summary, event.description, event.categories)))
PY
)
echo "$got"
want='node-ical: "Round 2, board 1" "Ann against Ben" ["Cup\\","north","Round"] "\"Doe"
ts-ics: "Round 2, board 1" "Ann against Ben" ["Cup\\"," north","Round"] "\"Doe"
cal-parser: "Round 2, board 1" "Soon"
ical: "Round 2, board 1" "Ann against Ben" ["Cup\\", " north", "Round"]'
[ "$got" = "$want" ] || { echo "The behaviour has changed. Seen before:"; echo "$want"; exit 1; }
