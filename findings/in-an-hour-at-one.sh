#!/usr/bin/env bash
# ctparse==0.3.6 (PyPI), which reads times in German and English
# Input: spans and hours as people say them, at 21:00 on Saturday 28 November 2026.
# Guess: "in einer Stunde" is one hour and "in einer halben Stunde" half an hour, as "in half an hour" is; "in anderthalb
#   Stunden" is 90 minutes or refused; "12am tomorrow" is the midnight before tomorrow's morning; "half eight" is 8:30 or asked back.
# Behaviour: the German hour is an hour of the clock: both are 1:00 in the night, four hours away. An hour and a half is 30
#   minutes, 12 am is noon, and the English half eight is 7:30, as in German.
# Output seen: as in "want" below.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/python"
"$dir/python/bin/pip" install -qq --disable-pip-version-check ctparse==0.3.6 2>/dev/null
got=$(
  "$dir/python/bin/python" - 2>/dev/null <<'PY'
import logging
from datetime import datetime

from ctparse import ctparse

logging.disable()
for words in (
    "in half an hour",
    "in einer halben Stunde",
    "in einer Stunde",
    "in anderthalb Stunden",
    "in eineinhalb Stunden",
    "morgen 20 Uhr",
    "12am tomorrow",
    "half eight",
):
    print(f"{words}: {ctparse(words, ts=datetime(2026, 11, 28, 21)).resolution}")
PY
)
echo "$got"
want="in half an hour: 30 minutes
in einer halben Stunde: 2026-11-29 01:00 (X/X)
in einer Stunde: 2026-11-29 01:00 (X/X)
in anderthalb Stunden: 30 minutes
in eineinhalb Stunden: 30 minutes
morgen 20 Uhr: 2026-11-29 20:00 (X/X)
12am tomorrow: 2026-11-29 12:00 (X/X)
half eight: 2026-11-29 07:30 (X/X)"
[ "$got" = "$want" ] || { echo "The behaviour has changed. Seen before:"; echo "$want"; exit 1; }
