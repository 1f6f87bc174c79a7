#!/usr/bin/env bash
# spacetime@7.15.0 (npm)
# Input: 02:30 on 29 March 2026 in Berlin, which the clocks skip; then noon of UTC with the zone Europe/Kyiv named beside it.
# Guess: the skipped time becomes 03:30, the same distance behind the change (as java.time, Temporal and JavaScript's Date have it), or is
# refused; the second is shown on the clock of Kyiv, 15:00.
# Behaviour: the skipped time becomes 01:30, an hour before it, so a limit that falls there ends early. The Z at the end of a text wins
# over the zone that is named: the result stands in Greenwich, and a day added to it is a day of that zone.
# Output seen: "2026-03-29T01:30:00.000+01:00", "etc/gmt 12:00".
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --silent --no-fund --no-audit spacetime@7.15.0 >/dev/null
got=$(
  node - <<'JS'
const spacetime = require("spacetime");
console.log(spacetime("2026-03-29T02:30:00", "Europe/Berlin").format("iso"));
const kyiv = spacetime("2026-07-01T12:00:00Z", "Europe/Kyiv");
console.log(`${kyiv.tz} ${kyiv.format("{hour-24}:{minute-pad}")}`);
JS
)
echo "$got"
want="2026-03-29T01:30:00.000+01:00
etc/gmt 12:00"
[ "$got" = "$want" ] || { echo "The behaviour has changed. Seen before:"; echo "$want"; exit 1; }
