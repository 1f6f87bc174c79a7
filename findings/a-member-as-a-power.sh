#!/usr/bin/env bash
# texttable==1.7.2 and beautifultable==1.1.0 (PyPI), which draw tables as text
# Input: a table of texts: a member's id of 18 digits, a card "007", a seed "1e3", a price "2.50", a name "Infinity" and a bonus "+2".
# Guess: cells that are texts stand there as they are; a column may be set to the right.
# Behaviour: both make a number of each text that could be one: 007 is 7, 1e3 is 1000, Infinity is inf, +2 is 2. In texttable all
#   ids become powers of ten with three digits, and a number has three places behind the point.
# Output seen: as in "want" below.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/python"
"$dir/python/bin/pip" install -qq --disable-pip-version-check texttable==1.7.2 beautifultable==1.1.0
cd "$dir"
got=$(
  python/bin/python - <<'PY'
from beautifultable import BeautifulTable
from texttable import Texttable

CELLS = ["876543210987654321", "007", "1e3", "2.50", "Infinity", "+2"]
table = Texttable(max_width=0)
table.add_rows([CELLS], header=False)
print(f"texttable: {' '.join(str(table.draw()).splitlines()[1].replace('|', '').split())}")
other = BeautifulTable()
other.rows.append(CELLS)
print(f"beautifultable: {' '.join(str(other).splitlines()[1].replace('|', '').split())}")
PY
)
echo "$got"
want="texttable: 8.765e+17 7 1000 2.500 inf 2
beautifultable: 876543210987654321 7 1000.0 2.5 inf 2"
[ "$got" = "$want" ] || { echo "The behaviour has changed. Seen before:"; echo "$want"; exit 1; }
