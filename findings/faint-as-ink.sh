#!/usr/bin/env bash
# get-contrast 3.0.0 (npm), which tells whether a text can be read on its ground (WCAG 2: 4.5 to 1 at least, 7 for AAA)
# Input: black on white, whole, as half and as a twentieth, as captions are drawn faint; each also as the colour that is then seen.
# Guess: a half-transparent colour has the contrast of what is seen, 3.95 for the half and 1.12 for the twentieth, or is refused:
#   the library refuses what is wholly transparent, so it looks at that.
# Behaviour: each is as good as black ink, 21 and AAA; only a share of 0 is refused.
# Output seen: as in "want" below.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --silent --no-audit --no-fund get-contrast@3.0.0 >/dev/null 2>&1
cat >read.js <<'JS'
const { ratio, score } = require("get-contrast");

for (const [share, seen] of [[1, "#000000"], [0.5, "#808080"], [0.05, "#f2f2f2"], [0, "#ffffff"]]) {
  const colour = `rgba(0, 0, 0, ${share})`;
  let told;
  try {
    told = `${ratio(colour, "#ffffff").toFixed(2)} ${score(colour, "#ffffff")}`;
  } catch (error) {
    told = error.message;
  }
  console.log(`${share}: ${told}, seen as ${seen}: ${ratio(seen, "#ffffff").toFixed(2)} ${score(seen, "#ffffff")}`);
}
JS
got=$(node read.js)
echo "$got"
want="1: 21.00 AAA, seen as #000000: 21.00 AAA
0.5: 21.00 AAA, seen as #808080: 3.95 AA Large
0.05: 21.00 AAA, seen as #f2f2f2: 1.12 Fail
0: get-contrast cannot contrast transparent colors, seen as #ffffff: 1.00 Fail"
[ "$got" = "$want" ] || { echo "The behaviour has changed. Seen before:"; echo "$want"; exit 1; }
