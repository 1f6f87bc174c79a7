"""The card language of Neo-Combat: its vocabulary.

Each file has one word or a few related ones. A new word is a file, and a line here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, TypeAlias

from msgspec import Meta

from bot.engine.cards.vocabulary import Vocabulary
from bot.engine.cards.words.dice import CoinShows, DieShows
from bot.engine.cards.words.hands import DrawCards
from bot.engine.cards.words.logic import AllOf, AnyOf, If, Not
from bot.games.neocombat.cards.words.abilities import PlayedAbility, Reaction
from bot.games.neocombat.cards.words.attacks import Attack, Cancel, Reduce, Spot
from bot.games.neocombat.cards.words.pieces import WHOSE, DiscardCards, VaranIs
from bot.games.neocombat.cards.words.specials import CloakIt, Harm, Mend, Reveal, Turn

VOCABULARY = Vocabulary(
    words=(
        Spot, Attack, Cancel, Reduce, Harm, Turn, CloakIt, Reveal, Mend, DrawCards, DiscardCards, If,
        VaranIs, CoinShows, DieShows, Not, AllOf, AnyOf,
    ),
    players=WHOSE,
)  # fmt: skip
"""The words of Neo-Combat, in the order in which a refusal lists them."""

if TYPE_CHECKING:
    Abilities: TypeAlias = tuple[PlayedAbility | Reaction, ...]
else:
    Abilities = Annotated[
        tuple[VOCABULARY.of(PlayedAbility) | VOCABULARY.of(Reaction), ...], Meta(min_length=1, max_length=3)
    ]
