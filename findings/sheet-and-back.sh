#!/usr/bin/env bash
# translate-toolkit==3.20.4 (PyPI): po2csv, csv2po
# Input: a German catalogue of two messages, made into a sheet and back into a catalogue with the first as the template. Nobody edits it.
# Guess: the same translations, as both programs are made for this way and back, and the sheet itself has quotes for what needs them.
# Behaviour: a translation that begins with = comes back with an apostrophe before it, which po2csv writes against formulas and csv2po
# takes off in the message only. Each backslash comes back doubled, so a line break written as \n in a text about notation is another
# text. The message beside it matches, so the entry counts as translated and not as doubtful.
# Output seen: as in "want" below.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/python"
"$dir/python/bin/pip" install -qq --disable-pip-version-check translate-toolkit==3.20.4
cd "$dir"
cat >dice.po <<'PO'
msgid ""
msgstr ""
"Language: de\n"
"Content-Type: text/plain; charset=UTF-8\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\n"

#: dice.py:1
msgid "=3 counts threes"
msgstr "=3 zählt Dreien"

#: dice.py:2
msgid "Write \\* for a star"
msgstr "Schreib \\* für einen Stern"
PO
"$dir/python/bin/po2csv" --progress=none dice.po dice.csv
"$dir/python/bin/csv2po" --progress=none -t dice.po dice.csv back.po
got=$(grep -E "^msg(id|str) \"[^\"]" back.po)
echo "$got"
want='msgid "=3 counts threes"
msgstr "'"'"'=3 zählt Dreien"
msgid "Write \\* for a star"
msgstr "Schreib \\\\* für einen Stern"'
[ "$got" = "$want" ] || { echo "The behaviour has changed. Seen before:"; echo "$want"; exit 1; }
