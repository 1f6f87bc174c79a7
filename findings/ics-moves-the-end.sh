#!/usr/bin/env bash
# ics==0.7.3 (PyPI)
# Input: an event of DURATION:PT24H that begins at 20:00 in Berlin on the day before summer time ends; read, written, read again.
# Guess: the same end before and after, whatever it is: writing what was read changes no event.
# Behaviour: when first read, the end is at 20:00 of the next day, 25 hours later, as the duration is added on the clock of Berlin.
# Written, the beginning is in UTC with a duration of P1D; read again, the event ends an hour earlier, at 19:00 in Berlin.
# (RFC 5545, 3.3.6: hours of a duration are exact, so 19:00 was right at first, too.)
# Output seen: "read: 2026-10-25T20:00:00+01:00", "DTSTART:20261024T180000Z", "DURATION:P1D", "read again:
# 2026-10-25T19:00:00+01:00".
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/python"
"$dir/python/bin/pip" install -qq --disable-pip-version-check ics==0.7.3
got=$(
  "$dir/python/bin/python" -W ignore - <<'PY'
import ics

LINES = """BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//x//y//EN
BEGIN:VEVENT
UID:1@example.org
DTSTAMP:20261001T000000Z
DTSTART;TZID=Europe/Berlin:20261024T200000
DURATION:PT24H
SUMMARY:A round
END:VEVENT
END:VCALENDAR
"""
first = ics.Calendar(LINES.replace("\n", "\r\n"))
written = first.serialize()
(event,) = first.events
(again,) = ics.Calendar(written).events
print("read:", event.end.isoformat())
print(*(line for line in sorted(written.splitlines(), reverse=True) if line.startswith(("DTSTART", "DURATION"))), sep="\n")
print("read again:", again.end.to("Europe/Berlin").isoformat())
PY
)
want='read: 2026-10-25T20:00:00+01:00
DURATION:P1D
DTSTART:20261024T180000Z
read again: 2026-10-25T19:00:00+01:00'
diff <(echo "$want") <(echo "$got") && echo "as stated"
