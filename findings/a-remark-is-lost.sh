#!/usr/bin/env bash
# chess==1.11.2 (PyPI) and chessops 0.15.1 (npm), which read and write games of chess as PGN; chess.js 1.4.0 (npm) beside them
# Input: four moves with the two kinds of comments that PGN has (its standard, 5): one from a semicolon to the end of the line, one in
# braces; read and written again.
# Guess: both comments are there, the first perhaps in braces.
# Behaviour: chess and chessops leave the comment behind the semicolon out, without an error or a word in the list of errors. chess.js
# writes it in braces.
# Output seen: as in "want" below.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/python"
"$dir/python/bin/pip" install -qq --disable-pip-version-check chess==1.11.2
cd "$dir"
npm install --silent --no-audit --no-fund chessops@0.15.1 chess.js@1.4.0 >/dev/null
cat >game.pgn <<'PGN'
[Event "Club evening"]

1. e4 e5 2. Nf3 ; Ann offers a draw
2... Nc6 {Bo refuses} *
PGN
cat >read.mjs <<'JS'
import { readFileSync } from "node:fs";
import { Chess } from "chess.js";
import { makePgn, parsePgn } from "chessops/pgn";

const text = readFileSync("game.pgn", "utf8");
const moves = (pgn) => pgn.trim().split("\n\n")[1];
console.log("chessops:", moves(makePgn(parsePgn(text)[0])));
const game = new Chess();
game.loadPgn(text);
console.log("chess.js:", moves(game.pgn()));
JS
got=$(
  python/bin/python - <<'PY'
import chess.pgn

with open("game.pgn") as file:
    game = chess.pgn.read_game(file)
print("chess:", game.mainline(), game.errors)
PY
  node read.mjs
)
echo "$got"
want="chess: 1. e4 e5 2. Nf3 Nc6 { Bo refuses } []
chessops: 1. e4 e5 2. Nf3 Nc6 { Bo refuses } *
chess.js: 1. e4 e5 2. Nf3 {Ann offers a draw} Nc6 {Bo refuses} *"
[ "$got" = "$want" ] || { echo "The behaviour has changed. Seen before:"; echo "$want"; exit 1; }
