"""The card language of Arclash: its vocabulary.

Each file has one word or a few related ones. To add a word, write a file and add a line here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, TypeAlias

from msgspec import Meta

from bot.engine.cards import program
from bot.engine.cards.nodes import CostNode as Cost
from bot.engine.cards.text.terms import Voice
from bot.engine.cards.vocabulary import Vocabulary
from bot.engine.cards.words.counting import CountOf, HaveCost, Holds
from bot.engine.cards.words.dice import CoinShows, Dice, DieShows, Reroll, Rolled, RolledWas
from bot.engine.cards.words.hands import DrawCards, MillCost
from bot.engine.cards.words.logic import AllOf, AnyOf, Choose, If, May, Not
from bot.games.arclash.cards.words.abilities import (
    Ability,
    Cancel,
    DiscardCards,
    DiscardCost,
    Forbid,
    Keyword,
    Search,
)
from bot.games.arclash.cards.words.free_advance import FreeAdvance
from bot.games.arclash.cards.words.hands import DiscardDown, Guess, Look, Return
from bot.games.arclash.cards.words.levels import LevelDown, LevelDownCost, LevelIs, LevelOf
from bot.games.arclash.cards.words.places import Cards
from bot.games.arclash.cards.words.power import BattleWas, Buff, Debuff, PowerIs, PowerOf
from bot.games.arclash.cards.words.score import WHOSE, Score, ScoreIs, ScoreOf
from bot.games.arclash.cards.words.shield import Shield

VOCABULARY = Vocabulary(
    words=(
        Buff, Debuff, DrawCards, Search, DiscardCards, LevelDown, Guess, Shield, Reroll, If, May, Choose,
        DiscardDown, Cancel, Forbid, Score, Look, Return, FreeAdvance,
        Holds, DieShows, RolledWas, CoinShows, ScoreIs, PowerIs, LevelIs, BattleWas, Not, AllOf, AnyOf,
        Dice, Rolled, CountOf, LevelOf, ScoreOf, PowerOf,
        DiscardCost, MillCost, HaveCost, LevelDownCost,
    ),
    players=WHOSE,
    cards=Cards,
)  # fmt: skip
"""The words of Arclash, in the order in which an error message lists them."""
VOICE = Voice(VOCABULARY)
"""Addresses the card's controller; effects are described as immediate."""

if TYPE_CHECKING:
    Abilities: TypeAlias = tuple[Ability, ...]
    AnyKeyword: TypeAlias = Keyword
    AdvanceCosts: TypeAlias = tuple[Cost, ...]
    from bot.engine.cards.program import Program as Program
    from bot.engine.cards.program import Question as Question
    from bot.engine.cards.program import Running as Running
else:
    AnyKeyword = VOCABULARY.of(Keyword)
    Abilities = Annotated[tuple[VOCABULARY.of(Ability), ...], Meta(max_length=4)]
    AdvanceCosts = Annotated[tuple[DiscardCost | MillCost | VOCABULARY.of(HaveCost), ...], Meta(max_length=3)]
    Program, Question, Running = map(VOCABULARY.of, (program.Program, program.Question, program.Running))
