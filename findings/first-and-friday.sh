#!/usr/bin/env bash
# @sapphire/cron 1.2.1 (npm, of a framework for Discord bots) and huey==3.5.4 (PyPI)
# Input: the crontab line "0 20 1 * 5", from 30 November 2026 on.
# Guess: as in a crontab, where a day of the month and a day of the week are alternatives: on the first of each month and on each
#   Friday, so 1, 4, 11, 18 and 25 December come first.
# Behaviour: both have to hold: a first that is a Friday, once or twice in a year. Next is 1 January 2027, then 1 October.
# Output seen: as in "want" below.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/python"
"$dir/python/bin/pip" install -qq --disable-pip-version-check huey==3.5.4
cd "$dir"
npm install --silent --no-fund --no-audit @sapphire/cron@1.2.1 >/dev/null
cat >next.cjs <<'JS'
const { Cron } = require("@sapphire/cron");

const told = [];
const line = new Cron("0 20 1 * 5");
for (let at = new Date("2026-11-30T12:00:00Z"); told.length < 2; told.push(at.toISOString().slice(0, 10))) at = line.next(at);
console.log(`sapphire: ${told.join(", ")}`);
JS
got=$(
  TZ=UTC node next.cjs
  python/bin/python - <<'PY'
from datetime import datetime, timedelta

from huey import crontab

due = crontab(minute="0", hour="20", day="1", month="*", day_of_week="5")
evenings = [datetime(2026, 11, 30, 20) + timedelta(days=day) for day in range(365)]
print("huey:", ", ".join(f"{at:%Y-%m-%d}" for at in evenings if due(at)))
PY
)
echo "$got"
want='sapphire: 2027-01-01, 2027-10-01
huey: 2027-01-01, 2027-10-01'
[ "$got" = "$want" ] || { echo "The behaviour has changed. Seen before:"; echo "$want"; exit 1; }
