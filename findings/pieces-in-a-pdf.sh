#!/usr/bin/env bash
# pdfkit@0.20.2, jspdf@4.2.1 and pdf-lib@1.17.1 (npm), fpdf2==2.8.9 (PyPI); drawn with pypdfium2==5.15.2
# Input: a piece of four colours on 40x40 points, of which green is transparent: as PNG with a palette of these, with one of 80 colours, and in RGB.
# Guess: in a PDF the red quarter is red, and in the green quarter one sees the paper.
# Behaviour: with pdfkit the piece of four colours is not there at all; without the transparent colour it is. In RGB the transparent
# colour is printed by pdfkit, jspdf and fpdf2. pdf-lib prints all three as they are.
# Output seen: "pdfkit: 4 colours nothing, 80 colours right, rgb green is printed", "jspdf: 4 colours right, 80 colours right, rgb green is
# printed", "pdf-lib: 4 colours right, 80 colours right, rgb right", "fpdf2: 4 colours right, 80 colours right, rgb green is printed".
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/python"
"$dir/python/bin/pip" install -qq --disable-pip-version-check fpdf2==2.8.9 pypdfium2==5.15.2 pillow==13.0.0
cd "$dir"
npm install --silent --no-fund --no-audit pdfkit@0.20.2 jspdf@4.2.1 pdf-lib@1.17.1 >/dev/null
cat >pictures.py <<'PY'
from PIL import Image

COLOURS = [200, 30, 30, 30, 160, 60, 30, 60, 200, 250, 250, 10]
piece = Image.new("P", (40, 40))
piece.putpalette(COLOURS)
for x in range(40):
    for y in range(40):
        piece.putpixel((x, y), x // 20 + y // 20 * 2)
piece.save("4.png", transparency=1)
piece.convert("RGB").save("rgb.png", transparency=(30, 160, 60))
piece.putpalette(COLOURS * 20)
piece.save("80.png", transparency=1)
PY
cat >documents.mjs <<'JS'
import { createWriteStream, readFileSync, writeFileSync } from "node:fs";
import { finished } from "node:stream/promises";
import { PDFDocument } from "pdf-lib";
import PDFKit from "pdfkit";
import { jsPDF } from "jspdf";
for (const kind of ["4", "80", "rgb"]) {
  const png = readFileSync(`${kind}.png`);
  const kit = new PDFKit({ size: [40, 40], margin: 0 });
  const file = kit.pipe(createWriteStream(`pdfkit-${kind}.pdf`));
  kit.image(png, 0, 0, { width: 40 }).end();
  await finished(file);
  const js = new jsPDF({ unit: "pt", format: [40, 40] });
  js.addImage(`data:image/png;base64,${png.toString("base64")}`, "PNG", 0, 0, 40, 40);
  writeFileSync(`jspdf-${kind}.pdf`, Buffer.from(js.output("arraybuffer")));
  const lib = await PDFDocument.create();
  lib.addPage([40, 40]).drawImage(await lib.embedPng(png), { x: 0, y: 0, width: 40, height: 40 });
  writeFileSync(`pdf-lib-${kind}.pdf`, await lib.save());
}
JS
cat >look.py <<'PY'
from fpdf import FPDF
from pypdfium2 import PdfDocument

PAPER, SEEN = (255, 255, 255), {"red": (200, 30, 30), "green": (30, 160, 60)}


def near(one, other):
    return max(abs(a - b) for a, b in zip(one, other)) < 5


def said(name):
    page = PdfDocument(name)[0].render(scale=1).to_pil().convert("RGB")
    red, green = page.getpixel((10, 10)), page.getpixel((30, 10))
    if near(red, PAPER):
        return "nothing"
    if near(red, SEEN["red"]) and near(green, SEEN["green"]):
        return "green is printed"
    return "right" if near(red, SEEN["red"]) and near(green, PAPER) else f"{red} {green}"


for kind in ("4", "80", "rgb"):
    page = FPDF(unit="pt", format=(40, 40))
    page.set_auto_page_break(False)
    page.add_page()
    page.image(f"{kind}.png", 0, 0, 40, 40)
    page.output(f"fpdf2-{kind}.pdf")
for maker in ("pdfkit", "jspdf", "pdf-lib", "fpdf2"):
    few, many, rgb = [said(f"{maker}-{kind}.pdf") for kind in ("4", "80", "rgb")]
    print(f"{maker}: 4 colours {few}, 80 colours {many}, rgb {rgb}")
PY
python/bin/python pictures.py
node documents.mjs
got=$(python/bin/python look.py)
echo "$got"
want="pdfkit: 4 colours nothing, 80 colours right, rgb green is printed
jspdf: 4 colours right, 80 colours right, rgb green is printed
pdf-lib: 4 colours right, 80 colours right, rgb right
fpdf2: 4 colours right, 80 colours right, rgb green is printed"
[ "$got" = "$want" ] || { echo "The behaviour has changed. Seen before:"; echo "$want"; exit 1; }
