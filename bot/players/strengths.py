"""How strong the computer players are, as `python -m bot league` measured it (docs/BALANCE.md)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

ANCHOR: Final = 1000
"""The strength of the normal player of each game. 100 more wins 64 of 100 matches, 200 more 76."""

STRENGTHS: Mapping[tuple[str, str], int] = MappingProxyType(
    {
        ("papyrus", "random"): 219,
        ("papyrus", "recruit"): 787,
        ("papyrus", "skirmisher"): ANCHOR,
        ("crossfire", "random"): 131,
        ("crossfire", "cadet"): 679,
        ("crossfire", "sapper"): ANCHOR,
        ("arclash", "random"): 341,
        ("arclash", "apprentice"): 849,
        ("arclash", "duellist"): ANCHOR,
        ("arclash", "champion"): 1103,
        ("neo-combat", "random"): 244,
        ("neo-combat", "rookie"): 814,
        ("neo-combat", "tracker"): ANCHOR,
        ("neo-combat", "hunter"): 1105,
        ("overcross", "dabbler"): 774,
        ("overcross", "plotter"): ANCHOR,
    }
)
"""The strength of each computer player, by game and key. Those of different games do not compare."""
