"""The card language of Overcross: its vocabulary, with every word by name.

Each file has one word or a few related ones. To add a word, write a file and add a line here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, TypeAlias

from msgspec import Meta

from bot.engine.cards.text.terms import Voice
from bot.engine.cards.vocabulary import Vocabulary
from bot.engine.cards.words.dice import CoinShows, Dice, DieShows, Rolled
from bot.engine.cards.words.hands import DrawCards
from bot.engine.cards.words.logic import AllOf, AnyOf, Choose, If, May, Not
from bot.games.overcross.cards.words.abilities import Ability
from bot.games.overcross.cards.words.counters import Damage, Heal, SetCounters, ToHand
from bot.games.overcross.cards.words.motion import DeployNearer, Move, Push, Redeploy, Shift, Teleport
from bot.games.overcross.cards.words.numbers import (
    BecomeGenre,
    ChangeNumbers,
    GrantAttack,
    Theme,
    TurnsAttached,
)
from bot.games.overcross.cards.words.pieces import Pieces
from bot.games.overcross.cards.words.piles import (
    WHOSE,
    Destroy,
    DestroyThisCost,
    DiscardCards,
    DiscardCost,
    Filter,
    LookAtHand,
    Recover,
    Target,
)
from bot.games.overcross.cards.words.static_effects import (
    Discount,
    Forbid,
    NoSlow,
    Passes,
    StaticEffect,
    TargetLimit,
    Unmoved,
    ZoneRows,
)

__all__ = [
    "VOCABULARY", "VOICE", "Abilities", "Ability", "AllOf", "AnyOf", "BecomeGenre", "ChangeNumbers", "Choose",
    "CoinShows", "Damage", "DeployNearer", "Destroy", "DestroyThisCost", "Dice", "DieShows", "DiscardCards",
    "DiscardCost", "Discount", "DrawCards", "Filter", "Forbid", "GrantAttack", "Heal", "If", "LookAtHand",
    "May", "Move", "NoSlow", "Not", "Passes", "Pieces", "Push", "Recover", "Redeploy", "Rolled",
    "SetCounters", "Shift", "StaticEffect", "Target", "TargetLimit", "Teleport", "Theme", "ToHand",
    "TurnsAttached", "Unmoved", "ZoneRows",
]  # fmt: skip

VOCABULARY = Vocabulary(
    words=(
        Damage, Heal, SetCounters, ToHand, ChangeNumbers, Theme, GrantAttack, BecomeGenre, Forbid, Push, Move,
        Teleport, Redeploy, Shift, DeployNearer, Destroy, Target, DrawCards, DiscardCards, Recover,
        LookAtHand, Passes, NoSlow, TargetLimit, Unmoved, ZoneRows, Discount, If, May, Choose,
        TurnsAttached, DieShows, CoinShows, Not, AllOf, AnyOf,
        Dice, Rolled,
        DiscardCost, DestroyThisCost,
    ),
    players=WHOSE,
)  # fmt: skip
"""The words of Overcross, in the order in which an error message lists them."""
VOICE = Voice(VOCABULARY)
"""Addresses the card's controller; effects are described as immediate."""

if TYPE_CHECKING:
    Abilities: TypeAlias = tuple[Ability, ...]
else:
    Abilities = Annotated[tuple[VOCABULARY.of(Ability), ...], Meta(max_length=4)]
