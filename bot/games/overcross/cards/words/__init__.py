"""The card language of Overcross: its vocabulary, and every word by its name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, TypeAlias

from msgspec import Meta

from bot.engine.cards.vocabulary import Vocabulary
from bot.engine.cards.words.dice import CoinShows
from bot.engine.cards.words.hands import DiscardCards, DiscardCost, DrawCards
from bot.engine.cards.words.logic import Choose, If, May, Not
from bot.engine.cards.words.players import PLAYERS
from bot.games.overcross.cards.words.abilities import Ability

VOCABULARY = Vocabulary(
    words=(DrawCards, DiscardCards, If, May, Choose, CoinShows, Not, DiscardCost),
    players=PLAYERS,
)
"""The words of Overcross, in the order in which a refusal lists them."""

if TYPE_CHECKING:
    Abilities: TypeAlias = tuple[Ability, ...]
else:
    Abilities = Annotated[tuple[VOCABULARY.of(Ability), ...], Meta(max_length=4)]
