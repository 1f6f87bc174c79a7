#!/usr/bin/env bash
# babel==2.18.0 (PyPI)
# Input: format_timedelta with add_direction, as for a time limit: 6 days, 26 days, 21 hours, 90 minutes.
# Guess: "in 6 days", "in 3 weeks" or "in 4 weeks", "in 21 hours", "in 1 hour" or "in 2 hours"; "in 6 Tagen" in German.
# Behaviour: from 0.85 of the larger unit on, the larger unit is named: 6 days are a week, 26 days a month, 21 hours a day. A limit
# told so is told up to a sixth too long. With threshold=1.01 the smaller unit stays: "in 6 days", "in 21 hours".
# Output seen: "in 1 week", "in 1 Woche", "in 1 month", "in 1 day", "in 2 hours"; with the threshold "in 6 days".
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/python"
"$dir/python/bin/pip" install -qq --disable-pip-version-check babel==2.18.0
got=$(
  "$dir/python/bin/python" - <<'PY'
from datetime import timedelta
from babel.dates import format_timedelta

for left, locale in (({"days": 6}, "en"), ({"days": 6}, "de"), ({"days": 26}, "en"), ({"hours": 21}, "en"), ({"minutes": 90}, "en")):
    print(format_timedelta(timedelta(**left), add_direction=True, locale=locale))
print(format_timedelta(timedelta(days=6), add_direction=True, threshold=1.01, locale="en"))
PY
)
want='in 1 week
in 1 Woche
in 1 month
in 1 day
in 2 hours
in 6 days'
diff <(echo "$want") <(echo "$got") && echo "as stated"
