"""Phrases with the nouns of Overcross (`bot.engine.cards.text.terms`)."""

from __future__ import annotations

from bot.base.language import N_, NN_

PHRASES: tuple[str | tuple[str, str], ...] = (
    # Counters
    N_("counters", "accusative"),
    NN_("{number} counter", "{number} counters", "accusative"),
    # Squares
    N_("a square", "accusative"),
    NN_("{number} square", "{number} squares", "accusative"),
    # Cards of each kind
    N_("a Character", "accusative"),
    N_("another Character", "accusative"),
    NN_("{number} Character", "{number} Characters", "accusative"),
    NN_("{number} other Character", "{number} other Characters", "accusative"),
    N_("an Edit", "accusative"),
    N_("another Edit", "accusative"),
    NN_("{number} Edit", "{number} Edits", "accusative"),
    NN_("{number} other Edit", "{number} other Edits", "accusative"),
    N_("a Terrain", "accusative"),
    N_("another Terrain", "accusative"),
    NN_("{number} Terrain", "{number} Terrains", "accusative"),
    NN_("{number} other Terrain", "{number} other Terrains", "accusative"),
    N_("an Event", "accusative"),
    N_("another Event", "accusative"),
    NN_("{number} Event", "{number} Events", "accusative"),
    NN_("{number} other Event", "{number} other Events", "accusative"),
)
