#!/usr/bin/env bash
# dateparser==1.5.0 and parsedatetime==2.6 (PyPI), English
# Input: an hour without minutes and without am or pm, said on Wednesday 25 November 2026 at 10:00, the future preferred.
# Guess: 8:00 or 20:00 of the day that is named.
# Behaviour: neither library ever says 8 o'clock. dateparser takes the 8 for August ("friday at 8" is 25 August 2027, a Wednesday)
# or drops it and gives the time of asking. parsedatetime drops it and gives its own hours for "tonight" (21:00), "tomorrow" (9:00)
# and "evening" (18:00). With "8pm" both are right.
# Output seen (dateparser, parsedatetime): as in "want" below.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/python"
"$dir/python/bin/pip" install -qq --disable-pip-version-check dateparser==1.5.0 parsedatetime==2.6
got=$(
  TZ=UTC "$dir/python/bin/python" -W ignore - <<'PY'
import datetime
import dateparser
import parsedatetime

asked = datetime.datetime(2026, 11, 25, 10, 0)
settings = {"RELATIVE_BASE": asked, "PREFER_DATES_FROM": "future"}
calendar = parsedatetime.Calendar()
for text in ("tonight at 8", "tomorrow at 8", "friday at 8", "friday evening at 8", "friday at 8pm"):
    one = dateparser.parse(text, languages=["en"], settings=settings)
    other, _ = calendar.parseDT(text, sourceTime=asked)
    print(f"{text}: {one:%Y-%m-%d %H:%M}, {other:%Y-%m-%d %H:%M}")
PY
)
want='tonight at 8: 2026-11-25 10:00, 2026-11-25 21:00
tomorrow at 8: 2026-11-26 10:00, 2026-11-26 09:00
friday at 8: 2027-08-25 00:00, 2026-11-27 10:00
friday evening at 8: 2027-08-25 18:00, 2026-11-27 18:00
friday at 8pm: 2026-11-27 20:00, 2026-11-27 20:00'
diff <(echo "$want") <(echo "$got") && echo "as stated"
