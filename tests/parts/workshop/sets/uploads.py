"""Card files as users upload them: valid ones, and hostile ones."""

from __future__ import annotations

import random

from tests.engine.cards.card_files.sound import SOUND

COMMONS = ", ".join([f"COM-{number:02} = 2" for number in range(1, 9)])
TIDES = "TID-01 = 2, TID-02 = 2, TID-03 = 1"
DECK = f"""
[decks.herons]
title = "Standing Still"
cards = {{ REE-01 = 2, REE-02 = 2, REE-03 = 2, REE-04 = 1, REE-11 = 2, {COMMONS}, {TIDES} }}
"""

HERONS = (SOUND + DECK).encode()
"""A valid set that refers to the usual cards, with a legal ready-made deck."""

HERON_TEXTS = (
    *("The Reed Bank", "The Dry Reed Bank", "Herons that stand still.", "Heron Chick", "Still Heron"),
    *("Striking Heron", "Heron of the Whole River", "Ripple", "All neck.", "Something moved."),
    *("Standing Still", "Patient", "Heron"),
)
"""The designer's texts of these sets, which are in no catalogue."""
OTHER_HERONS = HERONS.replace(b"The Reed Bank", b"The Dry Reed Bank").replace(b"power = 300", b"power = 325")
"""The same set, changed."""

ADVISED = HERONS.replace(b"power = 300", b"power = 405")
"""A set with advice and no error: a Level 1 with more power than the guide allows."""

BROKEN = HERONS.replace(b"level = 2", b"level = 7")

HOSTILE = {
    "huge": b"# " + b"x" * (64 * 1024),
    "nested": b"key = " + b"[" * 30000,
    "binary": random.Random(7).randbytes(20000),
    "picture": b"\x89PNG\r\n\x1a\n" + b"\x00" * 500,
    "empty": b"",
    "markdown": HERONS.replace(b"Heron Chick", b"**Heron** [x](y) `z`"),
    "mentions": HERONS.replace(b"Heron Chick", b"@everyone <@123> <#4>"),
    "controls": HERONS.replace(b"Heron Chick", b"Heron\x07\x1b[31m Chick"),
    "turned": HERONS.replace(b"Heron Chick", "Heron \u202e Chick".encode()),
    "unknown keys": HERONS.replace(b"[[supports]]", b"[[supports]]\n__class__ = 'os.system'"),
    "dotted": b"a" + b".a" * 20000 + b" = 1",
    "tables": b"[[supports]]\n" * 4000,
}
"""Files that must be refused in a sentence."""

CLAWS = b"""
key = "claws"
title = "Claws"
description = "A volley that hits hard, and one more call"

[[actions]]
number = "CLW-01"
name = "Great Volley"
copies = 8
abilities = [
  { on = "played", user = {}, target = { pieces = "enemy", state = "revealed" }, then = [
    { do = "attack", kind = "shot", by = 6 },
  ] },
]

[[actions]]
number = "CLW-02"
name = "Who Goes There"
copies = 8
abilities = [
  { on = "played", target = { state = "cloaked", within = "same-sector" }, then = [{ do = "spot" }] },
]
"""
"""A set of Neo-Combat: two action cards, which are no whole deck."""
