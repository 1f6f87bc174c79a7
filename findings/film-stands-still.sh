#!/usr/bin/env bash
# moviepy==2.2.1 with imageio-ffmpeg==0.8.1 and pillow==11.3.0 (PyPI)
# Input: two films of four boards as GIF: each board 0.7 seconds, and each board one second. The boards that its frames show, in turn.
# Guess: boards 1, 2, 3, 4 in both, as a clip that is opened and written again shows what it showed.
# Behaviour: the film of 0.7 seconds has the right length and shows board 1 in every frame. Its rate of 1/0.7 is rounded to 1.43, and no
# board but the first is found at the times asked for. With a last board of 5 seconds (a rate of 0.56) it is the same. Written as MP4
# or GIF, the whole game is one still. The film of one second is right.
# Output seen: "0.7 s: 1 1 1 1", "0.7 s, the last 5 s: 1 1 1", "1 s: 1 2 3 4".
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/python"
"$dir/python/bin/pip" install -qq --disable-pip-version-check moviepy==2.2.1 imageio-ffmpeg==0.8.1 pillow==11.3.0
cd "$dir"
got=$(
  "$dir/python/bin/python" - <<'PY'
from moviepy import VideoFileClip
from PIL import Image, ImageDraw


def film(waits):
    """Write a GIF of four boards, the square one step further to the right on each."""
    boards = [Image.new("RGB", (64, 64)) for _ in waits]
    for number, board in enumerate(boards):
        ImageDraw.Draw(board).rectangle((number * 12, 10, number * 12 + 10, 50), fill="white")
    boards[0].save("film.gif", save_all=True, append_images=boards[1:], duration=waits, loop=0)


def shown():
    """Return the number of the board in each frame."""
    with VideoFileClip("film.gif") as clip:
        return [str(int((frame[30].sum(axis=1) > 300).argmax()) // 12 + 1) for frame in clip.iter_frames()]


for name, waits in [("0.7 s", [700] * 4), ("0.7 s, the last 5 s", [700, 700, 700, 5000]), ("1 s", [1000] * 4)]:
    film(waits)
    print(f"{name}: {' '.join(shown())}")
PY
)
echo "$got"
want="0.7 s: 1 1 1 1
0.7 s, the last 5 s: 1 1 1
1 s: 1 2 3 4"
[ "$got" = "$want" ] || { echo "The behaviour has changed. Seen before:"; echo "$want"; exit 1; }
