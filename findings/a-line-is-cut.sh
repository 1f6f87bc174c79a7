#!/usr/bin/env bash
# discord-markdown==0.4.0 (PyPI), which makes HTML of Discord's messages, as archives of a channel do
# Input: messages as players of dice write them: "7 > 5, Ann hits", and a name with underscores, which Discord shows as it is.
# Guess: a ">" within a line is text (it quotes only at a line's start), and snake_case_name stays, as in Discord.
# Behaviour: all that stands behind the ">" is gone; the middle of the name is in italics and its underscores are gone.
# Output seen: "<p>7 </p>" and "<p>old<i>stone</i>tower</p>".
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/python"
"$dir/python/bin/pip" install -qq --disable-pip-version-check discord-markdown==0.4.0
got=$(
  "$dir/python/bin/python" - <<'PY' | grep "^<"
from discord_markdown.discord_markdown import convert_to_html

for message in ("7 > 5, Ann hits", "old_stone_tower"):
    print(convert_to_html(message))
PY
)
echo "$got"
want="<p>7 </p>
<p>old<i>stone</i>tower</p>"
[ "$got" = "$want" ] || { echo "The behaviour has changed. Seen before:"; echo "$want"; exit 1; }
