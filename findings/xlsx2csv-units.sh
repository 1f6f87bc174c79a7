#!/usr/bin/env bash
# xlsx2csv==0.8.6 and openpyxl==3.1.5 (PyPI)
# Input: a sheet of numbers whose format writes a unit behind the figure, as a spreadsheet program shows "5 gold" for 5.
# Guess (put into words after the first look): "5 gold", as the sheet shows it, or 5.
# Behaviour: a d, m, y, h or s in the quoted unit makes the number a date. The cell is the format's own text, quotes and 0 included,
# in which the letters are replaced by parts of a day in January 1900. A unit without such letters gives the number. `--ignore-formats
# date` gives the number in both cases.
# Output seen: `0 "gol04"`, `"04a01age" 0` and 5; with the option 5, 5 and 5.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/python"
"$dir/python/bin/pip" install -qq --disable-pip-version-check xlsx2csv==0.8.6 openpyxl==3.1.5
cd "$dir"
"$dir/python/bin/python" - <<'PY'
import openpyxl

book = openpyxl.Workbook()
for row, shown in enumerate(('0 "gold"', '"damage" 0', '0 "xp"'), 1):
    book.active.cell(row, 1, 5).number_format = shown
book.save("units.xlsx")
PY
PATH=$dir/python/bin:$PATH
got=$(
  xlsx2csv units.xlsx
  echo "without dates"
  xlsx2csv units.xlsx --ignore-formats date
)
want='"0 ""gol04"""
"""04a01age"" 0"
5
without dates
5
5
5'
diff <(echo "$want") <(echo "$got") && echo "as stated"
