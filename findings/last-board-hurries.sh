#!/usr/bin/env bash
# The ffmpeg 9.0.2 that imageio-ffmpeg==0.8.1 (PyPI) brings; the film made and read with pillow==13.0.0
# Input: a film of three boards as GIF, 0.7 seconds each and 3 seconds for the last, turned into WebP, APNG and GIF.
# Guess: the last board stands for 3 seconds in each, as in the MP4 of the same command.
# Behaviour: in WebP and APNG it stands for 0.7 seconds, the time of the board before it, and the film begins again. GIF keeps it.
# Output seen: "webp: 700 700 700", "apng: 700 700 700", "gif: 700 700 3000".
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/python"
"$dir/python/bin/pip" install -qq --disable-pip-version-check imageio-ffmpeg==0.8.1 pillow==13.0.0
cd "$dir"
got=$(
  python/bin/python - <<'PY'
import subprocess

from imageio_ffmpeg import get_ffmpeg_exe
from PIL import Image

boards = []
for colour in ((200, 30, 30), (30, 160, 60), (30, 60, 200)):
    board = Image.new("P", (64, 64))
    board.putpalette(colour)
    boards.append(board)
boards[0].save("film.gif", save_all=True, append_images=boards[1:], duration=[700, 700, 3000], loop=0)
for kind, options in (("webp", ["-loop", "0"]), ("apng", ["-plays", "0"]), ("gif", [])):
    subprocess.run(
        [get_ffmpeg_exe(), "-loglevel", "error", "-i", "film.gif", *options, f"again.{kind}"], check=True
    )
    times = []
    with Image.open(f"again.{kind}") as film:
        for frame in range(film.n_frames):
            film.seek(frame)
            film.load()
            times.append(round(film.info["duration"]))
    print(f"{kind}:", *times)
PY
)
echo "$got"
want="webp: 700 700 700
apng: 700 700 700
gif: 700 700 3000"
[ "$got" = "$want" ] || { echo "The behaviour has changed. Seen before:"; echo "$want"; exit 1; }
