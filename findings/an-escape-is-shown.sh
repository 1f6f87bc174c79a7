#!/usr/bin/env bash
# chat-exporter==3.1.0 (PyPI) with discord.py==2.7.1: transcripts of Discord channels as web pages
# Input: what a bot posts: a name that discord.py's own escape_markdown has escaped, "5 * 3 * 2", snake_case, and two lines of a list.
# Guess: the page shows what Discord shows: the name without its backslashes, the asterisks between blanks, the underscores within
#   a word, and two points of a list.
# Behaviour: the backslashes stay and the signs behind them are taken as emphasis and lost: a player *Ann* is another one. Of a
#   product the asterisks are lost, of a_b_c the underscores, and a list is a cursive text over two lines.
# Output seen: as in "want" below.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/python"
"$dir/python/bin/pip" install -qq --disable-pip-version-check chat-exporter==3.1.0 discord.py==2.7.1
cd "$dir"
got=$(
  python/bin/python -W ignore - <<'PY'
import asyncio
import html

from chat_exporter.parse.markdown import ParseMarkdown
from discord.utils import escape_markdown

for text in (escape_markdown("*Ann*"), "5 * 3 * 2", "deck_of_cards", "* Ann\n* Bob", "**Ann**, `2*3*4`"):
    shown = asyncio.run(ParseMarkdown(html.escape(text)).standard_message_flow())
    print(f"{text!r} -> {shown}")
PY
)
echo "$got"
want="'\\\\*Ann\\\\*' -> \\<em>Ann\\</em>
'5 * 3 * 2' -> 5 <em> 3 </em> 2
'deck_of_cards' -> deck<em>of</em>cards
'* Ann\\n* Bob' -> <em> Ann<br></em> Bob
'**Ann**, \`2*3*4\`' -> <strong>Ann</strong>, <span class=\"pre pre-inline\">2*3*4</span>"
[ "$got" = "$want" ] || { echo "The behaviour has changed. Seen before:"; echo "$want"; exit 1; }
