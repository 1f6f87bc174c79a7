#!/usr/bin/env bash
# python-shogi==1.1.1 (PyPI), which reads games of shogi; tsshogi 2.2.0 (npm) beside it
# Input: a game of four moves in the KIF format, given up at the fifth, with another third move as a variation behind it (the line 変化);
# and one of three moves in the CSA format, of which two share a line, with the comma that the format has for it.
# Guess: the moves that were played, and no other: four and three. A variation is left out, or kept apart.
# Behaviour: python-shogi hands the variation's move out as the fifth of the game, though it is the same player's third; of the moves that
# share a line only the first is read. tsshogi reads both games as they were played.
# Output seen: as in "want" below.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/python"
"$dir/python/bin/pip" install -qq --disable-pip-version-check python-shogi==1.1.1
cd "$dir"
npm install --silent --no-audit --no-fund tsshogi@2.2.0 >/dev/null
cat >game.kif <<'KIF'
手合割：平手
先手：Ann
後手：Bo
手数----指手---------消費時間--
   1 ７六歩(77)   ( 0:16/00:00:16)
   2 ３四歩(33)   ( 0:05/00:00:05)
   3 ２二角成(88)   ( 0:05/00:00:21)
   4 同　銀(31)   ( 0:05/00:00:10)
   5 投了   ( 0:05/00:00:26)

変化：3手
   3 ２六歩(27)   ( 0:05/00:00:21)
KIF
printf 'V2.2\nN+Ann\nN-Bo\nPI\n+\n+7776FU,-3334FU\n+2726FU\n%%CHUDAN\n' >game.csa
cat >read.mjs <<'JS'
import { readFileSync } from "node:fs";
import { importCSA, importKIF } from "tsshogi";

const moves = (record) => record.getUSI({ allMoves: true }).split(" moves ")[1];
console.log("tsshogi, KIF:", moves(importKIF(readFileSync("game.kif", "utf8"))));
console.log("tsshogi, CSA:", moves(importCSA(readFileSync("game.csa", "utf8"))));
JS
got=$(
  python/bin/python - <<'PY'
from pathlib import Path

from shogi import CSA, KIF

for name, parser in (("KIF", KIF.Parser), ("CSA", CSA.Parser)):
    text = Path(f"game.{name.lower()}").read_text(encoding="utf-8")
    print(f"python-shogi, {name}:", *parser.parse_str(text)[0]["moves"])
PY
  node read.mjs
)
echo "$got"
want="python-shogi, KIF: 7g7f 3c3d 8h2b+ 3a2b 2g2f
python-shogi, CSA: 7g7f 2g2f
tsshogi, KIF: 7g7f 3c3d 8h2b+ 3a2b
tsshogi, CSA: 7g7f 3c3d 2g2f"
[ "$got" = "$want" ] || { echo "The behaviour has changed. Seen before:"; echo "$want"; exit 1; }
