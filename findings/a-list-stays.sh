#!/usr/bin/env bash
# discord.py==2.7.1 (PyPI): `discord.utils.escape_markdown`
# Input: lines that Discord would print as lists, alone and after a blank line.
# Guess: each gets a backslash before its mark, so that it is printed as it was written.
# Behaviour: a number with a full stop gets none. After a blank line the backslash stands in that line, where it does nothing: what
# follows is still a list.
# Output seen: "'- a' '\\- a'", "'1. a' '1. a'", "'rules\n\n- a' 'rules\n\\\n- a'".
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/python"
"$dir/python/bin/pip" install -qq --disable-pip-version-check discord.py==2.7.1
cd "$dir"
got=$(
  python/bin/python - <<'PY'
from discord.utils import escape_markdown

for written in ("- a", "1. a", "rules\n\n- a"):
    print(repr(written), repr(escape_markdown(written)))
PY
)
echo "$got"
want="'- a' '\\\\- a'
'1. a' '1. a'
'rules\\n\\n- a' 'rules\\n\\\\\\n- a'"
[ "$got" = "$want" ] || { echo "The behaviour has changed. Seen before:"; echo "$want"; exit 1; }
