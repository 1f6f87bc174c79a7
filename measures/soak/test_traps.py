"""Sets with planted traps: the checker refuses them, or a match with them ends nevertheless."""

from __future__ import annotations

from random import Random

import pytest

from bot.engine.cards.files.reading import read_card_set
from bot.engine.errors import BadOptions
from measures.soak.cards import Stopwatch, Taken, play
from tests.engine.cards.card_files.mutating import cards_of, shipped
from tests.engine.cards.card_files.sound import at

SHADE = """
[[varans]]
id = "S{0}"
name = "Shade"
speed = 3
health = {1}
attributes = []
"""
ACTION = """
[[actions]]
number = "TRP-0{0}"
name = "Trap {0}"
copies = 20
{2}
abilities = [{{ {1} }}]
"""
STRIKE = 'on = "played", user = {}, target = {}, then = [{ do = "attack", kind = "shot", by = 9%s }]'
BITE = 'on = "reaction", to = ["shot"], then = [{ do = "damage", by = 9 }]'
SPOT = 'on = "played", target = { state = "cloaked" }, then = [{ do = "spot"%s }]'


def neo(*abilities: str, health: int = 5, more: str = "") -> str:
    """Return a set of Neo-Combat with these cards, and enough varans for all."""
    cards = [ACTION.format(at, each, more) for at, each in enumerate(abilities, start=1)]
    varans = [SHADE.format(number, health) for number in range(1, 61)]
    return "".join(['key = "traps"\ntitle = "Traps"\n', *cards, *varans])


OVERCROSS = """
key = "traps"
title = "Traps"

[[characters]]
number = "TRP-01"
name = "Trap"
side = "Traps"
deck = 1
play = 1
speed = 1
defense = 6
%s
"""
TRAPS = {
    "everybody is forbidden their Supports": ("arclash", at(1, '{ do = "forbid" }')),
    "a deck is drawn to its end": ("arclash", at(1, '{ do = "draw", count = 99 }')),
    "all hands go": ("arclash", at(1, '{ do = "discard", whose = "everyone", count = 99 }')),
    "all decks go": ("arclash", at(1, '{ do = "discard", whose = "everyone", zone = "deck", count = 99 }')),
    "a choice of nothing": ("arclash", at(1, '{ do = "choose", options = [[], []] }')),
    "nobody to name or to attack with": ("overcross", OVERCROSS % ""),
    "it kills itself as it comes": (
        "overcross",
        OVERCROSS % 'abilities = [{ on = "deployed", then = [{ do = "damage", to = "self", by = 6 }] },'
        ' { on = "dies", instead = true, then = [{ do = "heal", to = "self", by = 6 }] }]',
    ),
    "answers alone": ("neo-combat", neo(BITE)),
    "who attacks dies by the answer": ("neo-combat", neo(STRIKE % "", SPOT % "", BITE, health=1)),
    "all cards leave the game": ("neo-combat", neo(STRIKE % "", SPOT % "", more="leaves = true")),
    "every attack empties all hands": (
        "neo-combat",
        neo(
            STRIKE % ', then = [{ do = "discard", whose = "everyone", count = 99 }]',
            SPOT % ', then = [{ do = "draw", whose = "everyone", count = 99 }]',
        ),
    ),
    "whoever is attacked is gone": (
        "neo-combat",
        neo(
            STRIKE % ', then = [{ do = "cloak" }, { do = "cloak", to = "self" }]',
            SPOT % ', then = [{ do = "turn" }, { do = "cloak" }]',
            'on = "reaction", to = ["shot", "sensor"], then = [{ do = "cloak", to = "self" }]',
        ),
    ),
    "an attack behind an attack": (
        "neo-combat",
        neo(STRIKE % ', then = [{ do = "attack", kind = "shot", by = 9 }]'),
    ),
}
REFUSED = ("a choice of nothing", "an attack behind an attack")


@pytest.mark.parametrize("name", TRAPS)
def test_a_planted_trap_is_refused_or_harmless(name: str) -> None:
    game, text = TRAPS[name]
    cards = cards_of(game)
    base = shipped(game)[0].base
    found = read_card_set(text, "traps.toml", cards.format, base).set
    assert (found is None) == (name in REFUSED)
    if found is None:
        return
    pool = (base if base.sets else cards.library.standard).with_sets([found])
    for number in range(4):
        try:
            play(game, Taken(pool, tuple(getattr(found, "decks", ()))), Random(number), Stopwatch())
        except BadOptions:
            continue
