"""The texts of cards with the words of Arclash, for tests of texts."""

from functools import partial

from bot.engine.cards import explaining
from bot.engine.cards.nodes import Amount
from bot.engine.cards.nodes import ConditionNode as Condition
from bot.engine.cards.nodes import CostNode as Cost
from bot.engine.cards.nodes import EffectNode as Effect
from bot.engine.cards.text import amounts
from bot.engine.cards.text.grammar import Called, Noun
from bot.engine.cards.text.terms import Voice as AnyVoice
from bot.engine.cards.words import logic
from bot.games.arclash.cards.words import VOCABULARY, VOICE
from bot.games.arclash.cards.words.abilities import Ability
from bot.games.arclash.cards.words.field import POWER
from bot.games.arclash.cards.words.places import Filter

LABEL_LENGTH = explaining.LABEL_LENGTH
Voice = partial(AnyVoice, VOCABULARY)


def explain(ability: Ability) -> str:
    return explaining.explain(ability, VOCABULARY)


def label(effects: tuple[Effect, ...], voice: AnyVoice = VOICE) -> str:
    return explaining.label(effects, voice)


def describe_effect(effect: Effect, voice: AnyVoice = VOICE) -> str:
    return explaining.describe_effect(effect, voice)


def describe_condition(condition: Condition, voice: AnyVoice = VOICE) -> str:
    return logic.describe_condition(condition, voice)


def describe_amount(amount: Amount, unit: Noun | None = None, voice: AnyVoice = VOICE) -> str:
    return amounts.measure(amount, Called(unit or POWER), voice).words


def describe_cost(cost: Cost, voice: AnyVoice = VOICE) -> str:
    return amounts.describe_cost(cost, voice)


def describe_filter(
    which: Filter, count: int = 1, voice: AnyVoice = VOICE, case: str = "nominative", *, up_to: bool = False
) -> str:
    return amounts.describe_filter(which, count, voice, case, up_to=up_to)  # type: ignore[arg-type]
