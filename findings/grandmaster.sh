#!/usr/bin/env bash
# caissify-pairings==0.5.0 (PyPI), which reads and writes FIDE's tournament reports (TRF-16)
# Input: a report of four players with the titles WGM, GM, WFM and CM in the columns 11 to 13 of their lines, as the format has them.
# Guess: read and written again, each keeps the title.
# Behaviour: a title is read one column too far right. Two letters stand at the right of the three columns and are read; of three the W is
# lost, and written back the Woman Grandmaster is a Grandmaster.
# Output seen: "WGM GM WFM CM" became "GM GM FM CM".
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/python"
"$dir/python/bin/pip" install -qq --disable-pip-version-check caissify-pairings==0.5.0
cd "$dir"
got=$(
  python/bin/python - <<'PY'
from caissify_pairings.trf import parse_trf, write_trf

TITLES = ("WGM", "GM", "WFM", "CM")
PAIRED = ("   2 w 1", "   1 b 0", "   4 w =", "   3 b =")


def player(number, title, paired):
    who = f"001 {number:>4} w{title:>3} {f'Player {number}':<33} {2400 - number:>4} GER {'':>11} 2000/01/01"
    return f"{who}  0.0 {number:>4}  {paired}"


report = ["012 Club evening", *[player(place + 1, *each) for place, each in enumerate(zip(TITLES, PAIRED))]]
read = parse_trf("\n".join(report) + "\n")
written = write_trf(read["tournament"], read["players"], 1)
print("before:", *[line[10:13].strip() for line in report if line.startswith("001")])
print("after:", *[line[10:14].strip() for line in written.splitlines() if line.startswith("001")])
PY
)
echo "$got"
want="before: WGM GM WFM CM
after: GM GM FM CM"
[ "$got" = "$want" ] || { echo "The behaviour has changed. Seen before:"; echo "$want"; exit 1; }
