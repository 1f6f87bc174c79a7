#!/usr/bin/env bash
# pyexcel-ods3==0.6.1, pyexcel-ods==0.6.0 and python-calamine==0.9.1 (PyPI), which read OpenDocument sheets; written by odfpy==1.4.1
# Input: a sheet of cards: one whose text has a line break within its paragraph, then so many equal rows, saved as offices
#   save them, as one row with table:number-rows-repeated, then another card.
# Guess: repeated rows are repeated, and a line break is a line break, or at least a blank.
# Behaviour: both pyexcel readers give 31 equal rows as 31, but 32 and more as one: the copies are lost. calamine gives all
#   rows, but joins the words about the line break. Nothing is told.
# Output seen: "pyexcel-ods3: 31 -> 31, 32 -> 1, 40 -> 1, 'Draw one.\nRest.'", pyexcel-ods the same,
#   "calamine: 31 -> 31, 32 -> 32, 40 -> 40, 'Draw one.Rest.'".
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/python"
"$dir/python/bin/pip" install -qq --disable-pip-version-check odfpy==1.4.1 pyexcel-ods3==0.6.1 pyexcel-ods==0.6.0 python-calamine==0.9.1
cd "$dir"
got=$(
  python/bin/python - <<'PY'
import pyexcel_ods
import pyexcel_ods3
import python_calamine
from odf.opendocument import OpenDocumentSpreadsheet
from odf.table import Table, TableCell, TableRow
from odf.text import LineBreak, P


def row(*texts, **attributes):
    made = TableRow(**attributes)
    for text in texts:
        cell, paragraph = TableCell(valuetype="string"), P()
        for number, line in enumerate(text.split("\n")):
            if number:
                paragraph.addElement(LineBreak())
            paragraph.addText(line)
        cell.addElement(paragraph)
        made.addElement(cell)
    return made


def read_by_calamine(name):
    return python_calamine.CalamineWorkbook.from_path(name).get_sheet_by_index(0).to_python()


readers = {
    "pyexcel-ods3": lambda name: pyexcel_ods3.get_data(name)["cards"],
    "pyexcel-ods": lambda name: pyexcel_ods.get_data(name)["cards"],
    "calamine": read_by_calamine,
}
for reader, read in readers.items():
    told = []
    for copies in (31, 32, 40):
        document, table = OpenDocumentSpreadsheet(), Table(name="cards")
        table.addElement(row("Fox", "Draw one.\nRest."))
        table.addElement(row("Token", "Wait.", numberrowsrepeated=copies))
        table.addElement(row("Moon", "Shine."))
        document.spreadsheet.addElement(table)
        document.save("cards.ods")
        rows = read("cards.ods")
        told.append(f"{copies} -> {sum(cells[0] == 'Token' for cells in rows)}")
    print(f"{reader}: {', '.join(told)}, {rows[0][1]!r}")
PY
)
echo "$got"
want="pyexcel-ods3: 31 -> 31, 32 -> 1, 40 -> 1, 'Draw one.\\nRest.'
pyexcel-ods: 31 -> 31, 32 -> 1, 40 -> 1, 'Draw one.\\nRest.'
calamine: 31 -> 31, 32 -> 32, 40 -> 40, 'Draw one.Rest.'"
[ "$got" = "$want" ] || { echo "The behaviour has changed. Seen before:"; echo "$want"; exit 1; }
