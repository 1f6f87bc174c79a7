#!/usr/bin/env bash
# discord.py==2.7.1 (PyPI): discord.utils.remove_markdown and escape_markdown
# Input: ordinary lines of a post: a link with words, small print, a product of two numbers, the name of a file, an emoji of a server.
# Guess: the plain words stay: "the rules", "small print", "2*3 = 6", "cave_map"; an escaped emoji is still the emoji.
# Behaviour: of a link nothing is left, not even its words. Of small print (-#) only the minus goes, and what is left is a heading. Single
# stars and underlines go wherever they stand: 2*3 is 23. escape_markdown puts a backslash into the name of an emoji, which is then text.
# Output seen: as in "want" below.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/python"
"$dir/python/bin/pip" install -qq --disable-pip-version-check discord.py==2.7.1
got=$(
  "$dir/python/bin/python" -W ignore - <<'PY'
from discord.utils import escape_markdown, remove_markdown

for words in ("See [the rules](https://example.org/rules).", "-# small print", "2*3 = 6", "cave_map.toml"):
    print(f"{words!r} becomes {remove_markdown(words)!r}")
print(escape_markdown("<:gold_coin:123456789012345678>"))
PY
)
echo "$got"
want="'See [the rules](https://example.org/rules).' becomes 'See .'
'-# small print' becomes '# small print'
'2*3 = 6' becomes '23 = 6'
'cave_map.toml' becomes 'cavemap.toml'
<:gold\\_coin:123456789012345678>"
[ "$got" = "$want" ] || { echo "The behaviour has changed. Seen before:"; echo "$want"; exit 1; }
