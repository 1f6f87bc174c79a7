#!/usr/bin/env bash
# csvkit==2.2.0 (PyPI)
# Input: a small table of cards, sorted by number with csvsort; then one column at a time through csvjson.
# Guess: csvsort changes the order of the rows and no cell; csvjson makes numbers of 1 and 0, and leaves 3/4, "1,5" and words alone.
# Behaviour: csvsort empties the cells of cards named "None", "NA" or "null", with no message, even with `--no-inference`, which
# leaves all other texts alone; only `--blanks` keeps these. csvjson looks at a whole column: costs
# of only 1 and 0 become true and false, power/toughness becomes dates in 2001, the German decimal 1,5 becomes 15, dice of time such
# as "2d" become days, and cards called "Sunday" and "Monday" become days of the year 1.
# Output seen: as in "want" below.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/python"
"$dir/python/bin/pip" install -qq --disable-pip-version-check csvkit==2.2.0
cd "$dir"
PATH=$dir/python/bin:$PATH
column() { # two cells of one column, as csvjson gives them
  printf 'card,cell\na,"%s"\nb,"%s"\n' "$1" "$2" >column.csv
  echo "$1 $2: $(csvjson column.csv | python -c 'import json, sys; print(json.dumps([row["cell"] for row in json.load(sys.stdin)]))')"
}
printf 'number,name\nMAR-02,None\nMAR-01,NA\nMAR-03,null\nMAR-04,Reed\n' >cards.csv
got=$(
  csvsort --columns number cards.csv
  echo "--no-inference"
  csvsort --no-inference --columns number cards.csv
  echo "--blanks"
  csvsort --blanks --columns number cards.csv
  column 1 0
  column 3/4 1/2
  column 1,5 2,5
  column 2d 3d
  column Sunday Monday
)
want='number,name
MAR-01,
MAR-02,
MAR-03,
MAR-04,Reed
--no-inference
number,name
MAR-01,
MAR-02,
MAR-03,
MAR-04,Reed
--blanks
number,name
MAR-01,NA
MAR-02,None
MAR-03,null
MAR-04,Reed
1 0: [true, false]
3/4 1/2: ["2001-03-04", "2001-01-02"]
1,5 2,5: [15.0, 25.0]
2d 3d: ["2 days, 0:00:00", "3 days, 0:00:00"]
Sunday Monday: ["0001-01-07", "0001-01-08"]'
diff <(echo "$want") <(echo "$got") && echo "as stated"
