"""How each effect is told that does something by itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, TypeAlias

from bot.engine.cards.nodes import (
    Buff,
    Debuff,
    DiscardCards,
    DrawCards,
    EffectNode,
    LevelDown,
    Reroll,
    Search,
    Shield,
)
from bot.engine.cards.text.clauses import Clause, said
from bot.engine.cards.text.guards import shield
from bot.engine.cards.text.hands import discard, draw
from bot.engine.cards.text.people import you
from bot.engine.cards.text.power import buff, debuff, level_down
from bot.engine.cards.text.searches import search
from bot.engine.cards.text.terms import Voice
from bot.engine.language import N_

Describer: TypeAlias = Callable[[Any, Voice], Clause]


def _reroll(_effect: Reroll, voice: Voice) -> Clause:
    reader = you(voice)
    message = (_ROLL_AGAIN if voice.on == "roll" else _ROLL_THOSE_AGAIN)[reader.second]
    return Clause(said(message, player=reader.subject), optional=reader.second)


_ROLL_AGAIN = {
    True: N_("you may roll them again", "main", "inverted"),
    False: N_("{player} may roll them again", "main", "inverted"),
}
_ROLL_THOSE_AGAIN = {
    True: N_("you may roll those dice again", "main", "inverted"),
    False: N_("{player} may roll those dice again", "main", "inverted"),
}

SIMPLE: Mapping[type[EffectNode], Describer] = MappingProxyType(
    {
        Buff: buff,
        Debuff: debuff,
        DrawCards: draw,
        Search: search,
        DiscardCards: discard,
        LevelDown: level_down,
        Shield: shield,
        Reroll: _reroll,
    }
)
"""How each effect is told that has no other effects in it."""
