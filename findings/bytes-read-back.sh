#!/usr/bin/env bash
# pillow==13.0.0 (PyPI), its PdfParser
# Input: eight bytes, such as a piece of a palette or of a title in UTF-16, written as a PDF string and read again.
# Guess: what the module writes it reads back, so the eight bytes come back.
# Behaviour: bytes are written as a literal string in which only brackets and backslashes are escaped. A carriage return stays as it is,
# and a reader takes one in a literal string for the end of a line (ISO 32000-1, 7.3.4.2): the module's own reader makes byte 13 a 10.
# Output seen: as in "want" below.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/python"
"$dir/python/bin/pip" install -qq --disable-pip-version-check pillow==13.0.0
got=$(
  "$dir/python/bin/python" - <<'PY'
from PIL import PdfParser

written = bytes(range(8, 16))
read, _ = PdfParser.PdfParser.get_value(PdfParser.pdf_repr(written), 0)
print(written.hex(" "))
print(read.hex(" "))
PY
)
want='08 09 0a 0b 0c 0d 0e 0f
08 09 0a 0b 0c 0a 0e 0f'
diff <(echo "$want") <(echo "$got") && echo "as stated"
