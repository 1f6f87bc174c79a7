"""What a game calls the things on its cards, and for whom a text is written."""

from __future__ import annotations

from typing import NamedTuple

from bot.engine.cards.nodes import Trigger
from bot.engine.cards.text.grammar import Noun
from bot.engine.language import N_


class Terms(NamedTuple):
    """The nouns of a game. Each game names those that differ from these.

    What is made of them is translated as `nouns.PHRASES`.
    """

    power: Noun = Noun(N_("power"), "power", counted=False)
    """What a buff adds."""
    character: Noun = Noun("Character", "Characters")
    support: Noun = Noun("Support", "Supports")
    card: Noun = Noun("card", "cards")
    stack: Noun = Noun("stack", "stacks")
    battle: str = N_("Battle")
    level: str = N_("Level")


POINTS = Noun("point", "points")

TERMS = Terms()
"""The nouns that Arclash uses."""


class Voice(NamedTuple):
    """How a text speaks."""

    terms: Terms = TERMS
    on: Trigger = "played"
    """What sets the ability off: that says which durations go without saying."""
    you: str = ""
    """What to call who controls the card, for another reader; "" to say "you"."""
    explicit: bool = False
    """Whether to say "you draw a card", where "draw a card" could be taken for somebody else's doing."""

    @property
    def static(self) -> bool:
        """Whether what is told is so all the time, and does not happen at a moment."""
        return self.on == "always"


VOICE = Voice()
"""Speaks to who controls the card, of what happens at once."""
