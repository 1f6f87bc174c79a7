#!/usr/bin/env bash
# pdfimpose==2.10.0 and cardimpose==0.2.2 (PyPI), which lay cards on sheets for printing, and pdf-lib 1.17.1 (npm)
# Input: four cards of 180 x 250 points, a quarter of each black; the first file has them upright, the second lying, with /Rotate 90,
#   as scanners and layout programs write them. Both look alike in a viewer. Drawn by pypdfium2==5.15.2, points counted.
# Guess: the sheets of both files are alike: the cards whole and upright, as a viewer has them.
# Behaviour: pdfimpose makes places of 250 x 180 and cuts off what stands out below; cardimpose lays the cards down and cuts off
#   their side: of each card 28 % are lost. pdf-lib lays them down whole. None says a word.
# Output seen: as in "want" below (how much is shown of the four cards; width and height of the red part of the first).
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/python"
"$dir/python/bin/pip" install -qq --disable-pip-version-check pdfimpose==2.10.0 cardimpose==0.2.2 pikepdf==10.18.0 pypdfium2==5.15.2 2>/dev/null
cd "$dir"
npm install --silent --no-audit --no-fund pdf-lib@1.17.1 >/dev/null
cat >make.py <<'PY'
from pikepdf import Pdf

for name, (wide, high), turn, black in (("upright", (180, 250), 0, "0 187.5 180 62.5"), ("lying", (250, 180), 90, "0 0 62.5 180")):
    pdf = Pdf.new()
    for colour in ("1 0 0", "0 1 0", "0 0 1", "1 1 0"):
        page = pdf.add_blank_page(page_size=(wide, high))
        page.obj.Contents = pdf.make_stream(f"{colour} rg 0 0 {wide} {high} re f 0 0 0 rg {black} re f".encode())
        page.obj.Rotate = turn
    pdf.save(f"{name}.pdf")
PY
cat >sheet.mjs <<'JS'
import { readFileSync, writeFileSync } from "node:fs";
import { PDFDocument } from "pdf-lib";

for (const name of ["upright", "lying"]) {
  const sheet = await PDFDocument.create();
  const page = sheet.addPage([520, 520]);
  const cards = await sheet.embedPdf(readFileSync(`${name}.pdf`), [0, 1, 2, 3]);
  cards.forEach((card, at) => page.drawPage(card, { x: 260 * (at % 2), y: 260 * Math.floor(at / 2) }));
  writeFileSync(`pdf-lib-${name}.pdf`, await sheet.save());
}
JS
cat >count.py <<'PY'
import pypdfium2
from PIL import ImageChops

CARDS = {(255, 0, 0), (0, 255, 0), (0, 0, 255), (255, 255, 0), (0, 0, 0)}
for name in ("upright", "lying"):
    for maker in ("viewer", "pdfimpose", "cardimpose", "pdf-lib"):
        shown, size = 0, ""
        for page in pypdfium2.PdfDocument(f"{maker}-{name}.pdf" if maker != "viewer" else f"{name}.pdf"):
            image = page.render(scale=1).to_pil().convert("RGB")
            shown += sum(count for count, colour in image.getcolors(1 << 24) if colour in CARDS)
            red, green, blue = image.split()
            only_red = ImageChops.subtract(ImageChops.subtract(red, green), blue)
            if box := only_red.point(lambda value: 255 * (value == 255)).getbbox():
                size = f"{box[2] - box[0]} x {box[3] - box[1]}"
        print(f"{name}, {maker}: {shown / (4 * 180 * 250):.0%}, {size}")
PY
python/bin/python make.py
for name in upright lying; do
  python/bin/pdfimpose cards -s 2x1 -o "pdfimpose-$name.pdf" "$name.pdf" 2>/dev/null
  python/bin/cardimpose -o "cardimpose-$name.pdf" --mode singles --nup 2x2 --no-crop-marks "$name.pdf" 2>/dev/null
done
node sheet.mjs
got=$(python/bin/python count.py)
echo "$got"
want="upright, viewer: 100%, 180 x 187
upright, pdfimpose: 100%, 180 x 187
upright, cardimpose: 100%, 180 x 187
upright, pdf-lib: 100%, 180 x 187
lying, viewer: 100%, 180 x 187
lying, pdfimpose: 72%, 180 x 117
lying, cardimpose: 72%, 118 x 180
lying, pdf-lib: 100%, 187 x 180"
[ "$got" = "$want" ] || { echo "The behaviour has changed. Seen before:"; echo "$want"; exit 1; }
