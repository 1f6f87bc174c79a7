#!/usr/bin/env bash
# python-barcode==0.16.1 (PyPI), read back with zxing-cpp==3.1.1
# Input: numbers of printed cards as Code 128: "9912", "9901-A", "999", "1299"; and "007" as Code 39.
# Guess: a scanner reads what was written.
# Behaviour: two digits 99 at the beginning are left out of a Code 128: in one of its three sets of characters the number that
#   means 99 means in another a change of set, and it is taken for one. "9912" is read as "12", and "9901" would be the card "01".
#   Code 39 has one more character than the text, a check character that scanners do not take away unless they are told to.
# Output seen: as in "want" below.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/python"
"$dir/python/bin/pip" install -qq --disable-pip-version-check python-barcode==0.16.1 zxing-cpp==3.1.1 pillow==13.0.0
cd "$dir"
got=$(
  python/bin/python - <<'PY'
import barcode
import zxingcpp
from barcode.writer import ImageWriter

for kind, text in (*(("code128", each) for each in ("1299", "9912", "9901-A", "999")), ("code39", "007")):
    drawn = barcode.get(kind, text, writer=ImageWriter()).render({"write_text": False}).convert("L")
    print(f"{kind}: {text} -> {', '.join(found.text for found in zxingcpp.read_barcodes(drawn))}")
PY
)
echo "$got"
want="code128: 1299 -> 1299
code128: 9912 -> 12
code128: 9901-A -> 01-A
code128: 999 -> 9
code39: 007 -> 0077"
[ "$got" = "$want" ] || { echo "The behaviour has changed. Seen before:"; echo "$want"; exit 1; }
