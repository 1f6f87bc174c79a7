#!/usr/bin/env bash
# pyphen==0.18.1 (PyPI), hyphenation with the dictionaries of LibreOffice
# Input: German words of a card's text that are wrapped: compounds that have a hyphen of their own, and "Rückrunde".
# Guess: "E-Mail-" and "Partie": a word is parted behind its hyphen, and no second one is put there; ck is not parted (Rück-runde).
# Behaviour: a line ends with two hyphens or the next one begins with one, and Rückrunde is parted before and behind ck, as is
#   Rückkampf; Zucker is parted as it should be.
# Output seen: as in "want" below.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/python"
"$dir/python/bin/pip" install -qq --disable-pip-version-check pyphen==0.18.1
cd "$dir"
got=$(
  python/bin/python - <<'PY'
from pyphen import Pyphen

german = Pyphen(lang="de_DE")
for word, width in (("E-Mail-Partie", 8), ("Schach-Turnier", 9), ("Zwei-Spieler-Partie", 13), ("Rückrunde", 4)):
    print(f"{word}, {width}: {' | '.join(german.wrap(word, width))}")
print(*map(german.inserted, ("Rückrunde", "Rückkampf", "Zucker")))
PY
)
echo "$got"
want="E-Mail-Partie, 8: E-Mail-- | Partie
Schach-Turnier, 9: Schach-- | Turnier
Zwei-Spieler-Partie, 13: Zwei-Spieler- | -Partie
Rückrunde, 4: Rü- | ckrunde
Rü-ck-run-de Rü-ck-kampf Zu-cker"
[ "$got" = "$want" ] || { echo "The behaviour has changed. Seen before:"; echo "$want"; exit 1; }
