#!/usr/bin/env bash
# csvtojson 2.0.14 and json-2-csv 5.6.0 (npm), which make objects of the rows of a sheet
# Input: cards with the columns "Name", "max. HP" and "Anz." (German short for number), lines ending as RFC 4180 has them.
# Guess: each row is an object with the three names of the columns and the texts of its cells.
# Behaviour: a point in a name makes an object within the object: "max. HP" becomes "max" with a part " HP". "Anz." stays
#   in csvtojson; in json-2-csv, which takes the carriage return for a part of the name, it becomes "Anz" with a part "\r".
# Output seen: as in "want" below.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --silent --no-audit --no-fund csvtojson@2.0.14 json-2-csv@5.6.0 >/dev/null
cat >read.mjs <<'JS'
import csvtojson from "csvtojson";
import { csv2json } from "json-2-csv";

const sheet = "Name,max. HP,Anz.\r\nFox,7,2\r\n";
console.log("csvtojson:", JSON.stringify((await csvtojson().fromString(sheet))[0]));
console.log("json-2-csv:", JSON.stringify(csv2json(sheet)[0]));
JS
got=$(node read.mjs)
echo "$got"
want='csvtojson: {"Name":"Fox","max":{" HP":"7"},"Anz.":"2"}
json-2-csv: {"Name":"Fox","max":{" HP":7},"Anz":{"\r":2}}'
[ "$got" = "$want" ] || { echo "The behaviour has changed. Seen before:"; echo "$want"; exit 1; }
