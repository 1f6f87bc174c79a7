"""The card language of Neo-Combat: its vocabulary, and every word by its name.

Each file has one word or a few that belong together. A new one is a file, and a line here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, TypeAlias

from msgspec import Meta

from bot.engine.cards.vocabulary import Vocabulary
from bot.engine.cards.words.hands import DrawCards
from bot.engine.cards.words.players import PLAYERS
from bot.games.neocombat.cards.words.abilities import PlayedAbility, Reaction
from bot.games.neocombat.cards.words.answers import Cancel, Reduce
from bot.games.neocombat.cards.words.attacks import Attack, Spot
from bot.games.neocombat.cards.words.pieces import Target, User
from bot.games.neocombat.cards.words.specials import CloakIt, Mend, Turn

__all__ = [
    "VOCABULARY",
    "Abilities",
    "Attack",
    "Cancel",
    "CloakIt",
    "DrawCards",
    "Mend",
    "PlayedAbility",
    "Reaction",
    "Reduce",
    "Spot",
    "Target",
    "Turn",
    "User",
]

VOCABULARY = Vocabulary(
    words=(Spot, Attack, Cancel, Reduce, Turn, CloakIt, Mend, DrawCards),
    players={"you": PLAYERS["you"]},
)
"""The words of Neo-Combat, in the order in which a refusal lists them."""

if TYPE_CHECKING:
    Abilities: TypeAlias = tuple[PlayedAbility | Reaction, ...]
else:
    Abilities = Annotated[
        tuple[VOCABULARY.of(PlayedAbility) | VOCABULARY.of(Reaction), ...], Meta(min_length=1, max_length=3)
    ]
