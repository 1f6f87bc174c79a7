#!/usr/bin/env bash
# gettext-parser@10.0.0 (npm); the same catalogue with polib==1.2.0 (PyPI)
# Input: a catalogue with one message that is marked "fuzzy", a guess of a tool that waits for a translator, compiled to a .mo file.
# Guess: the guess is left out, as msgfmt does, and people read the English sentence.
# Behaviour: it is compiled as a translation, and people read it. polib leaves it out.
# Output seen: "gettext-parser: Dein Zug, vielleicht", "polib: Your turn".
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/python"
"$dir/python/bin/pip" install -qq --disable-pip-version-check polib==1.2.0
cd "$dir"
npm install --silent --no-fund --no-audit gettext-parser@10.0.0 >/dev/null
cat >de.po <<'PO'
msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\n"

#, fuzzy
msgid "Your turn"
msgstr "Dein Zug, vielleicht"
PO
cat >compile.mjs <<'JS'
import { readFileSync, writeFileSync } from "node:fs";
import gettext from "gettext-parser";
writeFileSync("parser.mo", gettext.mo.compile(gettext.po.parse(readFileSync("de.po"))));
JS
node compile.mjs
python/bin/python -c 'import polib; polib.pofile("de.po").save_as_mofile("polib.mo")'
said() {
  python3 -c 'import gettext, sys; print(gettext.GNUTranslations(open(sys.argv[1], "rb")).gettext("Your turn"))' "$1"
}
got="gettext-parser: $(said parser.mo)
polib: $(said polib.mo)"
echo "$got"
want="gettext-parser: Dein Zug, vielleicht
polib: Your turn"
[ "$got" = "$want" ] || { echo "The behaviour has changed. Seen before:"; echo "$want"; exit 1; }
