#!/usr/bin/env bash
# gif-encoder-2 1.0.5 (npm), which makes films as GIF; read back with pillow==13.0.0 (PyPI)
# Input: a board of 200x200 points in two colours; then a red piece of 20x20 on it, then a blue one, too. Made by each of its two
#   ways to choose colours, without and with the optimizer, which uses the table of colours of a picture that is much the same again.
# Guess: with the optimizer, too, the pieces are red and blue, or nearly so: three or four colours fit into a table of 256.
# Behaviour: the table is that of the empty board. With octree a piece gets the colour of the ground, so none is ever seen;
#   with neuquant the red one is nearly black and the blue one grey. Without the optimizer all are right.
# Output seen: as in "want" below (the colour in the middle of each piece; the ground is (240, 217, 181) and (181, 136, 99)).
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/python"
"$dir/python/bin/pip" install -qq --disable-pip-version-check pillow==13.0.0
cd "$dir"
npm install --silent --no-audit --no-fund --ignore-scripts gif-encoder-2@1.0.5 >/dev/null
cat >film.js <<'JS'
const { writeFileSync } = require("node:fs");
const Encoder = require("gif-encoder-2");

function board(pieces) {
  const points = new Uint8ClampedArray(200 * 200 * 4);
  for (let at = 0; at < 200 * 200; at += 1) {
    const [x, y] = [at % 200, Math.floor(at / 200)];
    let colour = (Math.floor(x / 25) + Math.floor(y / 25)) % 2 ? [181, 136, 99] : [240, 217, 181];
    for (const [left, top, own] of pieces) if (x >= left && x < left + 20 && y >= top && y < top + 20) colour = own;
    points.set([...colour, 255], at * 4);
  }
  return points;
}

const red = [3, 3, [200, 30, 30]];
const blue = [53, 53, [30, 60, 200]];
for (const way of ["octree", "neuquant"])
  for (const optimizer of [false, true]) {
    const film = new Encoder(200, 200, way, optimizer, 3);
    film.setDelay(700);
    film.start();
    for (const pieces of [[], [red], [red, blue]]) film.addFrame(board(pieces));
    film.finish();
    writeFileSync(`${way}-${optimizer ? "optimizer" : "plain"}.gif`, film.out.getData());
  }
JS
node film.js
got=$(
  python/bin/python - <<'PY'
from PIL import Image

for name in ("octree-plain", "octree-optimizer", "neuquant-plain", "neuquant-optimizer"):
    with Image.open(f"{name}.gif") as film:
        film.seek(2)
        shown = film.convert("RGB")
        print(f"{name}: {shown.getpixel((13, 13))} {shown.getpixel((63, 63))}")
PY
)
echo "$got"
want="octree-plain: (200, 30, 30) (30, 60, 200)
octree-optimizer: (181, 136, 99) (181, 136, 99)
neuquant-plain: (199, 30, 30) (30, 59, 199)
neuquant-optimizer: (30, 30, 30) (66, 58, 51)"
[ "$got" = "$want" ] || { echo "The behaviour has changed. Seen before:"; echo "$want"; exit 1; }
