#!/usr/bin/env bash
# exceljs 4.4.0 and excel4node 1.8.2 (npm); sheets made and read with openpyxl==3.1.5 and XlsxWriter==3.2.9 (PyPI)
# Input: in Berlin, a sheet of a card whose text has one bold word and a date, 4 December 2026, 20:30; and a sheet that each of
#   them writes, with new Date(2026, 11, 4, 20, 30) of that zone and, for exceljs, the day new Date(2026, 11, 4).
# Guess: a cell's text goes into a CSV file with or without its marks; 20:30 is 20:30 in the CSV, and in a sheet too.
# Behaviour: the bold text becomes JSON with fonts and colours. exceljs takes a sheet's hours for UTC, so the CSV says 21:30, what
#   it writes is 19:30, and the day is the evening before; excel4node writes 19:30 as well.
# Output seen: as in "want" below.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/python"
"$dir/python/bin/pip" install -qq --disable-pip-version-check openpyxl==3.1.5 XlsxWriter==3.2.9
cd "$dir"
npm install --silent --no-fund --no-audit exceljs@4.4.0 excel4node@1.8.2 >/dev/null
cat >sheets.mjs <<'JS'
import { createRequire } from "module";
import { writeFileSync } from "fs";

const require = createRequire(import.meta.url);
const { Workbook } = require("exceljs");
const read = new Workbook();
await read.xlsx.readFile("cards.xlsx");
const [text, at] = (await read.csv.writeBuffer()).toString().split(/,(?=\d{4}-)/);
console.log(`exceljs, CSV: ${text.slice(0, 36)}... | ${at}`);

const evening = new Date(2026, 11, 4, 20, 30);
const written = new Workbook();
written.addWorksheet("rounds").addRow([evening, new Date(2026, 11, 4)]);
await written.xlsx.writeFile("exceljs.xlsx");

const excel4node = require("excel4node");
const other = new excel4node.Workbook();
other.addWorksheet("rounds").cell(1, 1).date(evening);
writeFileSync("excel4node.xlsx", await other.writeToBuffer());
JS
export TZ=Europe/Berlin
got=$(
  python/bin/python - <<'PY'
from datetime import datetime

import xlsxwriter

book = xlsxwriter.Workbook("cards.xlsx")
sheet = book.add_worksheet()
sheet.write_rich_string(0, 0, "Draw ", book.add_format({"bold": True}), "two", " cards.")
sheet.write_datetime(0, 1, datetime(2026, 12, 4, 20, 30), book.add_format({"num_format": "yyyy-mm-dd hh:mm"}))
book.close()
PY
  node sheets.mjs
  python/bin/python - <<'PY'
import openpyxl

for name in ("exceljs", "excel4node"):
    (row,) = openpyxl.load_workbook(f"{name}.xlsx").active.iter_rows(values_only=True)
    print(f"{name}, xlsx:", ", ".join(f"{cell:%d %b %H:%M}" for cell in row))
PY
)
echo "$got"
want="exceljs, CSV: \"{\"\"richText\"\":[{\"\"text\"\":\"\"Draw \"\"}... | 2026-12-04T21:30:00+01:00
exceljs, xlsx: 04 Dec 19:30, 03 Dec 23:00
excel4node, xlsx: 04 Dec 19:30"
[ "$got" = "$want" ] || { echo "The behaviour has changed. Seen before:"; echo "$want"; exit 1; }
