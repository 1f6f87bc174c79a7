#!/usr/bin/env bash
# node-schedule 2.1.1 (npm) and croniter==7.0.0 (PyPI)
# Input: a reminder each day at 02:30 of Berlin, over 28 March 2027, when the clocks go from 02:00 to 03:00, and 31 October 2027,
#   when 02:30 comes twice.
# Guess: it comes once on each day, as with cron itself: on 28 March at 03:00 or 03:30, on 31 October at one of both.
# Behaviour: on 28 March none comes by node-schedule; croniter has it at 03:00. On 31 October both have it twice, an hour apart.
# Output seen: as in "want" below, in UTC.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/python"
"$dir/python/bin/pip" install -qq --disable-pip-version-check croniter==7.0.0 tzdata==2026.6
cd "$dir"
npm install --silent --no-fund --no-audit node-schedule@2.1.1 >/dev/null
cat >next.cjs <<'JS'
const { RecurrenceRule } = require("node-schedule");

const rule = new RecurrenceRule();
Object.assign(rule, { hour: 2, minute: 30, second: 0, tz: "Europe/Berlin" });
for (const start of ["2027-03-26T12:00:00Z", "2027-10-29T12:00:00Z"]) {
  const told = [];
  for (let at = new Date(start); told.length < 3; told.push(at.toISOString().slice(5, 16))) {
    at = new Date(Number(rule.nextInvocationDate(at)));
  }
  console.log(`node-schedule: ${told.join(", ")}`);
}
JS
got=$(
  node next.cjs
  python/bin/python - <<'PY'
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from croniter import croniter

for start in (datetime(2027, 3, 26, 12), datetime(2027, 10, 29, 12)):
    line = croniter("30 2 * * *", start.replace(tzinfo=ZoneInfo("Europe/Berlin")))
    print("croniter:", ", ".join(f"{line.get_next(datetime).astimezone(UTC):%m-%dT%H:%M}" for _ in range(3)))
PY
)
echo "$got"
want='node-schedule: 03-27T01:30, 03-29T00:30, 03-30T00:30
node-schedule: 10-30T00:30, 10-31T00:30, 10-31T01:30
croniter: 03-27T01:30, 03-28T01:00, 03-29T00:30
croniter: 10-30T00:30, 10-31T00:30, 10-31T01:30'
[ "$got" = "$want" ] || { echo "The behaviour has changed. Seen before:"; echo "$want"; exit 1; }
