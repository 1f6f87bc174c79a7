#!/usr/bin/env bash
# parse-prometheus-text-format 1.1.1 (npm), which reads the figures of a service; the same with prometheus-client==0.25.0 (PyPI)
# Input: a histogram of the seconds of moves and a counter, each for two games (a label), as Prometheus scrapes them.
# Guess: each sample with its labels, or two histograms; the sums and the counts are there.
# Behaviour: the counter is right. The histograms of both games are one without labels, its buckets those of the game that
#   comes last; sum and count are gone. Nothing is told.
# Output seen: as in "want" below.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/python"
"$dir/python/bin/pip" install -qq --disable-pip-version-check prometheus-client==0.25.0
cd "$dir"
npm install --silent --no-audit --no-fund parse-prometheus-text-format@1.1.1 >/dev/null
cat >metrics.txt <<'TEXT'
# TYPE moves counter
moves{game="papyrus"} 90
moves{game="overcross"} 6
# TYPE seconds histogram
seconds_bucket{game="papyrus",le="1"} 40
seconds_bucket{game="papyrus",le="+Inf"} 90
seconds_sum{game="papyrus"} 300
seconds_count{game="papyrus"} 90
seconds_bucket{game="overcross",le="1"} 5
seconds_bucket{game="overcross",le="+Inf"} 6
seconds_sum{game="overcross"} 3
seconds_count{game="overcross"} 6
TEXT
cat >read.mjs <<'JS'
import { readFileSync } from "node:fs";
import parse from "parse-prometheus-text-format";

for (const { name, metrics } of parse(readFileSync("metrics.txt", "utf8"))) console.log(name, JSON.stringify(metrics));
JS
got=$(
  node read.mjs
  python/bin/python - <<'PY'
from pathlib import Path

from prometheus_client.parser import text_string_to_metric_families

for family in text_string_to_metric_families(Path("metrics.txt").read_text()):
    games = {sample.labels["game"] for sample in family.samples}
    print(f"prometheus-client: {family.name}, {len(family.samples)} samples of {len(games)} games")
PY
)
echo "$got"
want='moves [{"value":"90","labels":{"game":"papyrus"}},{"value":"6","labels":{"game":"overcross"}}]
seconds [{"buckets":{"1":"5","+Inf":"6"}}]
prometheus-client: moves, 2 samples of 2 games
prometheus-client: seconds, 8 samples of 2 games'
[ "$got" = "$want" ] || { echo "The behaviour has changed. Seen before:"; echo "$want"; exit 1; }
