#!/usr/bin/env bash
# discord.py==2.7.1 (PyPI): the words of a typed command, as `discord.ext.commands` reads them
# Input: a name of two words in the quotes of an English, a French and a German keyboard, and one with the apostrophe that phones put.
# Guess: as curly quotes are read, those of the German keyboard hold a name together, too, and an apostrophe is a letter of its word.
# Behaviour: „Old harbour“ is an error: a quote that begins „ has to end with another sign (U+201F), which no keyboard has; so is »Old
# harbour«. O’Brien is an error as well, O'Brien is not.
# Output seen: "“Old harbour”: Old harbour", "«Old harbour»: Old harbour", "„Old harbour“: ExpectedClosingQuoteError", "»Old harbour«:
# UnexpectedQuoteError", "O’Brien: UnexpectedQuoteError", "O'Brien: O'Brien".
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/python"
"$dir/python/bin/pip" install -qq --disable-pip-version-check discord.py==2.7.1
cd "$dir"
got=$(
  python/bin/python - <<'PY'
from discord.ext.commands import ArgumentParsingError
from discord.ext.commands.view import StringView

for typed in ("“Old harbour”", "«Old harbour»", "„Old harbour“", "»Old harbour«", "O’Brien", "O'Brien"):
    try:
        line, words = StringView(typed), []
        while not line.eof:
            words.append(line.get_quoted_word())
            line.skip_ws()
        print(f"{typed}: {' | '.join(words)}")
    except ArgumentParsingError as error:
        print(f"{typed}: {type(error).__name__}")
PY
)
echo "$got"
want="“Old harbour”: Old harbour
«Old harbour»: Old harbour
„Old harbour“: ExpectedClosingQuoteError
»Old harbour«: UnexpectedQuoteError
O’Brien: UnexpectedQuoteError
O'Brien: O'Brien"
[ "$got" = "$want" ] || { echo "The behaviour has changed. Seen before:"; echo "$want"; exit 1; }
