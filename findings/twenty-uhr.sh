#!/usr/bin/env bash
# chrono-node@2.10.3 (npm, chrono.de) and dateparser==1.5.0 (PyPI, languages=["de"])
# Input: usual German times with "20 Uhr" and "morgen früh um 7", said on Saturday 28 November 2026 at 21:00, the future preferred.
# Guess: all are read whole or refused; 20 Uhr is 20:00, "morgen früh um 7" is Sunday at 7:00.
# Behaviour: the hour becomes a year or a day. chrono-node reads "5. Dezember, 20 Uhr" as 5 December 2020, takes "5.12. 20 Uhr" for
# tomorrow at 20:00, and reads the first letters of "früh" as Friday. dateparser makes 2120 of the hour, reads "Samstag um 20 Uhr"
# as the 20th of this month, which is past, and "in drei Tagen um 20 Uhr" as 21:00, the time of asking.
# Output seen: as in "want" below.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/python"
"$dir/python/bin/pip" install -qq --disable-pip-version-check dateparser==1.5.0
(cd "$dir" && npm install --silent --no-fund --no-audit chrono-node@2.10.3 >/dev/null)
export TZ=UTC
got=$(
  (cd "$dir" && node - <<'JS'
const chrono = require("chrono-node");
const asked = new Date(2026, 10, 28, 21, 0);
for (const text of ["5. Dezember, 20 Uhr", "5.12. 20 Uhr", "morgen früh um 7"]) {
  const found = chrono.de.parse(text, asked, { forwardDate: true });
  const read = found.map((part) => `${part.text} = ${part.start.date().toISOString().slice(0, 16)}`);
  console.log(`chrono-node ${text}: ${read.join("; ")}`);
}
JS
  )
  "$dir/python/bin/python" -W ignore - <<'PY'
import datetime
import dateparser

asked = datetime.datetime(2026, 11, 28, 21, 0)
settings = {"RELATIVE_BASE": asked, "PREFER_DATES_FROM": "future"}
for text in ("5. Dezember, 20 Uhr", "Samstag um 20 Uhr", "in drei Tagen um 20 Uhr", "Samstag 20:00"):
    found = dateparser.parse(text, languages=["de"], settings=settings)
    print(f"dateparser {text}: {found:%Y-%m-%dT%H:%M}")
PY
)
want='chrono-node 5. Dezember, 20 Uhr: 5. Dezember, 20 = 2020-12-05T12:00
chrono-node 5.12. 20 Uhr: 20 Uhr = 2026-11-29T20:00
chrono-node morgen früh um 7: morgen = 2026-11-29T21:00; fr = 2026-12-04T12:00; um 7 = 2026-11-29T07:00
dateparser 5. Dezember, 20 Uhr: 2120-12-05T00:00
dateparser Samstag um 20 Uhr: 2026-11-20T00:00
dateparser in drei Tagen um 20 Uhr: 2026-12-01T21:00
dateparser Samstag 20:00: 2026-12-05T20:00'
diff <(echo "$want") <(echo "$got") && echo "as stated"
