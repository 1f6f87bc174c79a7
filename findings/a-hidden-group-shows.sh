#!/usr/bin/env bash
# PyTMX==3.32 (PyPI), which reads the maps of the editor Tiled
# Input: a map of hexagons, 3 by 1, as Tiled saves it: a layer "fog" in a group that is hidden (visible="0") and half transparent, and a
# layer "ground" with a tile as it stands, one that is flipped and one that is turned by 120 degrees (bit 28 of its number).
# Guess: only "ground" is visible, as in Tiled; and the three tiles have the pictures 1, 2 and 3 with what is done to them.
# Behaviour: "fog" counts as visible, and hides the board or shows what it should not; its group is visible to itself only. The turned
# tile becomes a tile with a number of nine digits that has no picture, so its hexagon stays empty.
# Output seen: as in "want" below.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/python"
"$dir/python/bin/pip" install -qq --disable-pip-version-check PyTMX==3.32
cd "$dir"
got=$(
  python/bin/python - 2>/dev/null <<'PY'
import logging

import pytmx

logging.disable()
FLIPPED, TURNED = 1 << 31, 1 << 28
with open("map.tmx", "w") as file:
    file.write(f"""<?xml version="1.0" encoding="UTF-8"?>
<map version="1.10" orientation="hexagonal" renderorder="right-down" width="3" height="1" tilewidth="16" tileheight="16"
 infinite="0" hexsidelength="8" staggeraxis="y" staggerindex="odd" nextlayerid="4" nextobjectid="1">
 <tileset firstgid="1" name="t" tilewidth="16" tileheight="16" tilecount="8" columns="4">
  <image source="tiles.png" width="64" height="32"/>
 </tileset>
 <layer id="1" name="ground" width="3" height="1"><data encoding="csv">1,{2 | FLIPPED},{3 | TURNED}</data></layer>
 <group id="2" name="hidden" visible="0" opacity="0.5">
  <layer id="3" name="fog" width="3" height="1"><data encoding="csv">8,8,8</data></layer>
 </group>
</map>""")


def pictures(source, colour, **_):
    return lambda rectangle, flags: f"picture at {rectangle[:2]}{', flipped' if flags.flipped_horizontally else ''}"


seen = pytmx.TiledMap("map.tmx", image_loader=pictures)
print("visible:", ", ".join(seen.layers[number].name for number in seen.visible_tile_layers))
ground = seen.get_layer_by_name("ground")
for number in ground.data[0]:
    print(f"tile {seen.tiledgidmap[number]}:", seen.images[number])
PY
)
echo "$got"
want="visible: ground, fog
tile 1: picture at (0, 0)
tile 2: picture at (16, 0), flipped
tile 268435459: None"
[ "$got" = "$want" ] || { echo "The behaviour has changed. Seen before:"; echo "$want"; exit 1; }
