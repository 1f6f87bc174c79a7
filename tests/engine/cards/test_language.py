"""Cards in other languages (ARC-18): all words are in the catalogues, and every text means the same."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import get_args

from hypothesis import given, settings

from bot.base.language import Language, speaking
from bot.base.languages.catalogues import language
from bot.base.languages.sources import messages
from bot.engine.cards.nodes import ConditionNode as Condition
from bot.engine.cards.nodes import EffectNode as Effect
from bot.engine.cards.text.grammar import Words
from bot.engine.cards.words.counting import CountOf, Holds
from bot.engine.cards.words.dice import Rolled
from bot.engine.cards.words.logic import May
from bot.games.arclash.cards.words import VOCABULARY, VOICE
from bot.games.arclash.cards.words.abilities import DiscardCards, DiscardCost, Search
from bot.games.arclash.cards.words.field import Zone
from bot.games.arclash.cards.words.hands import Look
from bot.games.arclash.cards.words.levels import LevelIs, LevelOf
from bot.games.arclash.cards.words.places import Cards, Filter
from bot.games.arclash.cards.words.power import Buff, Debuff
from bot.games.arclash.cards.words.score import Score, ScoreOf
from bot.games.arclash.cards.words.shield import Shield
from tests.engine.cards.telling import (
    Voice,
    describe_amount,
    describe_condition,
    describe_effect,
    describe_filter,
    explain,
    label,
)
from tests.engine.cards.test_text_corpus import CORPUS
from tests.engine.cards.trees import Trees, trees
from tests.languages.marked import MARKED, unmarked

ANN = Voice(you="Ann")
"""The voice for a reader who does not control the card."""
VOICES = (VOICE, VOICE._replace(explicit=True), ANN, VOICE._replace(on="always"), ANN._replace(on="advance"))
GERMAN = language("de")


# ---- all words are in the catalogues


def test_every_text_of_the_corpus_is_made_of_messages() -> None:
    with speaking(MARKED):
        texts = [explain(entry.ability) for entry in CORPUS]
    assert [text for text in texts if unmarked(text)] == []


@settings(max_examples=100)
@given(trees(depth=5))
def test_every_effect_of_a_card_is_described_in_messages(maker: Trees) -> None:
    with speaking(MARKED):
        told = [explain(maker.ability()), describe_filter(maker.filter())]
        for voice in VOICES:
            told += [describe_effect(maker.effect(), voice), label((maker.effect(), maker.effect()), voice)]
            told.append(describe_condition(maker.condition(), voice))
            told.append(describe_amount(maker.amount(), voice=voice))
    assert [text for text in told if unmarked(text, ["Ann"])] == []


class Listening(Language):
    """English that collects the used messages with their contexts."""

    def __init__(self) -> None:
        self.said: set[tuple[str | None, str]] = set()

    def gettext(self, message: str) -> str:
        self.said.add((None, message))
        return message

    def pgettext(self, context: str, message: str) -> str:
        self.said.add((context, message))
        return message

    def npgettext(self, context: str, one: str, many: str, number: int) -> str:
        self.said.add((context, one))
        return super().npgettext(context, one, many, number)


def which_nouns() -> Iterator[Filter]:
    """Yield filters of every noun, alone and with a word after "a" and after "an"."""
    for kind, word in product(("", "character", "support"), ("", "Tide", "Ember")):
        yield Filter(word, kind=kind)  # type: ignore[arg-type]


def effects_with_nouns(cards: Cards) -> Iterator[Effect]:
    for halved, times in product((False, True), (0, 1, 2)):
        yield Buff(CountOf(cards, halved, times))
        yield Buff(Rolled(halved, times))
        yield Debuff(Rolled(halved, times))
    yield Buff(LevelOf(cards.whose))
    yield Buff(ScoreOf(cards.whose))
    yield from (Look(cards.whose), Look(top=1), Look(top=2))
    yield from (Score(1), Score(2))
    yield DiscardCards(cards.whose, "deck", count=1)
    yield DiscardCards(cards.whose, "hand", Rolled(), "you", cards.which)
    yield DiscardCards(cards.whose, "hand", 2, which=cards.which)
    yield Search("top", top=2)
    for against, whose in product(("level-down", "debuff"), ("you", "everyone")):
        yield Shield((against,), whose)  # type: ignore[arg-type]
    yield May((), (DiscardCost(), DiscardCost(1, cards.which), DiscardCost(2, cards.which)))


def conditions_with_nouns(cards: Cards) -> Iterator[Condition]:
    for low, high in ((1, None), (0, 0), (0, 1), (3, None), (0, None), (1, 1)):
        yield Holds(cards, low, high)
    yield LevelIs(cards.whose)


def say_all_phrases() -> None:
    """Use every noun in every place and number, for every player."""
    for zone, whose, which in product(get_args(Zone), VOCABULARY.players, which_nouns()):
        cards = Cards(zone, whose, which)
        for voice in (VOICE, ANN, VOICE._replace(on="always")) if zone == "hand" else (VOICE,):
            for effect in effects_with_nouns(cards):
                describe_effect(effect, voice)
        for condition in conditions_with_nouns(cards):
            describe_condition(condition, ANN if which.word else VOICE)
        describe_filter(which)


def test_every_phrase_of_a_noun_is_in_the_catalogue() -> None:
    with speaking(MARKED):
        say_all_phrases()  # raises if one is missing


def test_every_phrase_of_a_noun_in_the_catalogue_is_used() -> None:
    listening = Listening()
    with speaking(listening):
        say_all_phrases()
    phrases = {
        (context, message if isinstance(message, str) else message[0])
        for message, context, place in messages("card-texts")
        if place.endswith("card-phrases.toml")
    }
    assert len(phrases) > 130
    assert sorted(phrases - listening.said, key=str) == []


def test_messages_can_have_an_effect_with_a_capital() -> None:
    assert f"{Words('draw a card'):capital}" == "Draw a card"
    assert f"{Words('(draw) a card'):capital}" == "(Draw) a card"
    assert f"{Words('draw a card')}" == "draw a card"
