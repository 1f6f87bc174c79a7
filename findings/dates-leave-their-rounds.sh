#!/usr/bin/env bash
# trf==1.1.1 (PyPI), which reads and writes FIDE's tournament reports (TRF-16)
# Input: a report of two rounds with the line 132, in which the day of each round stands in the columns of that round's games (92 to 99,
# 102 to 109); then the same report with a Woman Grandmaster, whose title fills the three columns of a title.
# Guess: read and written again, the report is the same; WGM is read.
# Behaviour: the days are written side by side from column 5 on, where no round stands, so a reader of columns finds none; all else is the
# same. Of the title only two of its three columns are read, and with WGM the whole report is refused.
# Output seen: "first day in column 92, then in column 5", "other lines: kept", "WGM: refused".
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/python"
"$dir/python/bin/pip" install -qq --disable-pip-version-check trf==1.1.1
cd "$dir"
got=$(
  python/bin/python - <<'PY'
import trf


def report(title):
    who = "001 {:>4} w{:>3} {:<33} {:>4} GER {:>11} {:>10}  1.0 {:>4}  {}"
    games = ((1, title, "Player 1", 2000, "   2 w 1     2 b 0"), (2, "", "Player 2", 1900, "   1 b 0     1 w 1"))
    return [
        "012 Club evening",
        f"{'132':<91}26/11/01  26/11/08",
        *(who.format(number, held, name, rating, "", "", number, cells) for number, held, name, rating, cells in games),
    ]


before = report("GM")
after = trf.dumps(trf.loads("\n".join(before) + "\n")).splitlines()
columns = [line.index("26/11/01") + 1 for line in before + after if line.startswith("132")]
print("first day in column {}, then in column {}".format(*columns))
print("other lines:", "kept" if {line for line in before if line[:3] != "132"} <= set(after) else "changed")
try:
    trf.loads("\n".join(report("WGM")) + "\n")
    print("WGM: read")
except trf.TrfException.TrfException:
    print("WGM: refused")
PY
)
echo "$got"
want="first day in column 92, then in column 5
other lines: kept
WGM: refused"
[ "$got" = "$want" ] || { echo "The behaviour has changed. Seen before:"; echo "$want"; exit 1; }
