#!/usr/bin/env bash
# typedload==2.41 and dataclasses-json==0.6.7 (PyPI), which write dataclasses as JSON and read them; beside them pyserde==0.34.0
# Input: the action of a match, a Pass with a piece or a Move with a piece and a square that may be left out; and who is ready, by
#   true and false.
# Guess: what is written is read back equal, or an error is raised.
# Behaviour: both read the Pass as a Move to square 0: the first class that fits is taken, and nothing written tells them apart.
#   False as a key becomes true. pyserde gives back the Pass, and raises an error for the key.
# Output seen: as in "want" below.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/python"
"$dir/python/bin/pip" install -qq --disable-pip-version-check typedload==2.41 dataclasses-json==0.6.7 pyserde==0.34.0 2>/dev/null
cd "$dir"
cat >read.py <<'PY'
import json
from dataclasses import dataclass

import serde
import serde.json
import typedload
from dataclasses_json import dataclass_json


@serde.serde
@dataclass_json
@dataclass
class Move:
    piece: str
    to: int = 0


@serde.serde
@dataclass_json
@dataclass
class Pass:
    piece: str


@serde.serde
@dataclass_json
@dataclass
class Taken:
    action: Move | Pass


@serde.serde
@dataclass_json
@dataclass
class Ready:
    by: dict[bool, str]


ways = {
    "typedload": lambda one: typedload.load(json.loads(json.dumps(typedload.dump(one))), type(one)),
    "dataclasses-json": lambda one: type(one).from_json(one.to_json()),
    "pyserde": lambda one: serde.json.from_json(type(one), serde.json.to_json(one)),
}
for name, way in ways.items():
    told = []
    for one in (Taken(Pass("e1")), Ready({False: "Ann"})):
        try:
            told.append(str(way(one)))
        except Exception as error:
            told.append(type(error).__name__)
    print(f"{name}:", *told)
PY
got=$(python/bin/python read.py)
echo "$got"
want="typedload: Taken(action=Move(piece='e1', to=0)) Ready(by={True: 'Ann'})
dataclasses-json: Taken(action=Move(piece='e1', to=0)) Ready(by={True: 'Ann'})
pyserde: Taken(action=Pass(piece='e1')) SerdeError"
[ "$got" = "$want" ] || { echo "The behaviour has changed. Seen before:"; echo "$want"; exit 1; }
