#!/usr/bin/env bash
# apng==0.3.4 (PyPI), which joins PNG files to one that moves; read back with pillow==13.0.0
# Input: two boards as PNG with a palette of their own, one red and one green, joined with 700 ms each.
# Guess: the film shows the red board and then the green one, or the two are refused, as a file has one palette.
# Behaviour: both are red. The second picture keeps its numbers of colours, and its palette is left out without a word.
# Output seen: "alone: (200, 30, 30) (30, 160, 60)", "in the film: (200, 30, 30) (200, 30, 30)".
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/python"
"$dir/python/bin/pip" install -qq --disable-pip-version-check apng==0.3.4 pillow==13.0.0
cd "$dir"
got=$(
  python/bin/python - <<'PY'
from apng import APNG
from PIL import Image


def colours(name):
    with Image.open(name) as picture:
        for frame in range(getattr(picture, "n_frames", 1)):
            picture.seek(frame)
            yield picture.convert("RGB").getpixel((4, 4))


for name, colour in (("red.png", (200, 30, 30)), ("green.png", (30, 160, 60))):
    board = Image.new("P", (8, 8))
    board.putpalette(colour)
    board.save(name)
APNG.from_files(["red.png", "green.png"], delay=700).save("film.png")
print("alone:", *colours("red.png"), *colours("green.png"))
print("in the film:", *colours("film.png"))
PY
)
echo "$got"
want="alone: (200, 30, 30) (30, 160, 60)
in the film: (200, 30, 30) (200, 30, 30)"
[ "$got" = "$want" ] || { echo "The behaviour has changed. Seen before:"; echo "$want"; exit 1; }
