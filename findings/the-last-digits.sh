#!/usr/bin/env bash
# json-2-csv 5.6.0 (npm), and jq 1.6 of Debian 12
# Input: a table of two members with Discord's ids, 18 and 19 digits, as CSV with quoted texts; and a JSON object with such an id.
# Guess: csv2json leaves the quoted texts as they are, or makes numbers of them that are the same; jq changes no value that it only
#   passes on.
# Behaviour: both read a number as a double, which has 53 bits: the last digits are others, and belong to nobody or to another
#   member. Nothing is told.
# Output seen: as in "want" below.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --silent --no-fund --no-audit json-2-csv@5.6.0 >/dev/null
jq=$(command -v jq || true)
if [ "$(dpkg-query -W -f '${Version}' jq 2>/dev/null | cut -c 1-4)" != "1.6-" ]; then
  apt-get download -qq jq libjq1 libonig5 2>/dev/null
  for each in ./*.deb; do dpkg-deb -x "$each" jq; done
  jq=$dir/jq/usr/bin/jq
  LD_LIBRARY_PATH=$(dirname "$(find "$dir/jq" -name 'libjq.so*' | head -n 1)")
  export LD_LIBRARY_PATH
fi
cat >read.mjs <<'JS'
import { csv2json } from "json-2-csv";

for (const row of csv2json('user,name\n"1234567890123456789",Ann\n"876543210987654321",Bob')) {
  console.log("json-2-csv:", JSON.stringify(row));
}
JS
got=$(
  node read.mjs
  echo "jq: $(echo '{"user":1234567890123456789}' | "$jq" -c .)"
)
echo "$got"
want='json-2-csv: {"user":1234567890123456800,"name":"Ann"}
json-2-csv: {"user":876543210987654300,"name":"Bob"}
jq: {"user":1234567890123456800}'
[ "$got" = "$want" ] || { echo "The behaviour has changed. Seen before:"; echo "$want"; exit 1; }
