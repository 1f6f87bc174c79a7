"""The text of an Arclash card (ARC-02, ARC-18)."""

from __future__ import annotations

from random import Random
from statistics import median
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.engine.cards.printed import numbered_name
from bot.engine.cards.words.counting import HaveCost
from bot.engine.cards.words.hands import DrawCards, MillCost
from bot.engine.cards.words.logic import May
from bot.games.arclash.cards.cards import Advancement, Character, Support
from bot.games.arclash.cards.cardtext import LINE_LENGTH, one_line, rules_text
from bot.games.arclash.cards.words.abilities import Ability, DiscardCost
from bot.games.arclash.cards.words.places import Cards, Filter
from bot.games.arclash.cards.words.power import Buff
from tests.engine.cards.meaning import effect, which
from tests.engine.cards.trees import Trees, trees
from tests.games.arclash.card_texts import CARD_TEXTS, written
from tests.games.arclash.shipped import arclash_pool

POOL = arclash_pool()
DRAWS = Ability("advance", (DrawCards(2),))
GAINS = Ability("start-of-battle", (Buff(50),))


def character(*advances: Advancement, level: int = 2, **fields: Any) -> Character:
    return Character("TST-01", "Finn", power=450, level=level, advances=advances, **fields)


# ---- Characters and Supports


def test_a_card_has_its_advancements_and_then_its_abilities() -> None:
    """ARC-02: Advancements, then ability text."""
    tidal = Advancement(Filter("Tidal"), costs=(DiscardCost(2),))
    assert rules_text(character(tidal, Advancement(Filter("Lunar")), abilities=(DRAWS, GAINS))) == (
        "Advance from a [Tidal] Level 1 and discard 2 cards.",
        "Advance from a [Lunar] Level 1.",
        "On advancing: draw 2 cards.",
        "Start of Battle: your Character gains 50 power.",
    )
    support = Support("TST-02", "Gust", abilities=(Ability("played", (Buff(50), DrawCards())),))
    assert rules_text(support) == ("When played: your Character gains 50 power. Draw a card.",)
    assert rules_text(character(level=1)) == ()


@pytest.mark.parametrize(
    ("way", "told"),
    [
        (Advancement(), "Advance from any Level 2."),
        (Advancement(level=1), "Advance from any Level 1."),
        (Advancement(Filter("Undead")), "Advance from an [Undead] Level 2."),
        (Advancement(Filter("Tidal", kind="character", level=(2,))), "Advance from a [Tidal] Level 2."),
        (Advancement(Filter(trait="Sea Beast")), "Advance from a Level 2 with the trait Sea Beast."),
        (Advancement(Filter(name="Finn")), 'Advance from a Level 2 named "Finn".'),
        (Advancement(Filter("Tidal"), costs=(MillCost(3),)),
         "Advance from a [Tidal] Level 2 and discard the top 3 cards of your deck."),
        (Advancement(Filter("Tidal"), costs=(DiscardCost(which=Filter("Tidal")), DiscardCost())),
         "Advance from a [Tidal] Level 2 and discard a [Tidal] card and another card."),
        (Advancement(Filter("Tidal"), costs=(HaveCost(Cards("discard"), 5),)),
         "Advance from a [Tidal] Level 2 if you have 5 or more cards in your discard pile."),
        (Advancement(costs=(HaveCost(Cards("discard"), 5), DiscardCost(2))),
         "Advance from any Level 2 if you have 5 or more cards in your discard pile, and discard 2 cards."),
        (Advancement(Filter(level=(1,))), "Advance from any Level 2 that is a Character of Level 1."),
        (Advancement(Filter(kind="support")), "Advance from any Level 2 that is a Support."),
    ],
)  # fmt: skip
def test_ways_to_advance(way: Advancement, told: str) -> None:
    """ARC-07, ARC-18: from the level below unless the card says otherwise, at its costs."""
    assert rules_text(character(way, level=3)) == (told,)


@settings(max_examples=150)
@given(trees(depth=4), st.sampled_from(["which", "level", "costs"]))
def test_a_changed_way_to_advance_changes_its_text(maker: Trees, field: str) -> None:
    one, other = maker.make(Advancement), maker.make(Advancement)
    changed = replace(one, **{field: getattr(other, field)})
    if rules_text(character(one)) == rules_text(character(changed)):
        assert way_meaning(one) == way_meaning(changed)


def way_meaning(way: Advancement) -> object:
    """Return a normal form of a way to advance to a Level 2, so that equivalent ways are equal."""
    level = way.level or 1
    kind: Any = "support" if way.which.kind == "support" else "character"
    levels = () if level in way.which.level else way.which.level
    costs = effect(May((DrawCards(),), way.costs), "played")
    return level, which(replace(way.which, kind=kind, level=levels)), costs


# ---- on one line, and as typed


def test_the_one_line_text_has_the_abilities_of_a_card() -> None:
    """Name, level and power are beside it; the ways to advance do not matter in play."""
    tidal = Advancement(Filter("Tidal"), costs=(DiscardCost(2),))
    card = character(tidal, abilities=(DRAWS, GAINS))
    assert one_line(card) == "On advancing: draw 2 cards. Start of Battle: your Character gains 50 power."
    assert one_line(character(tidal)) == "Level 2, 450 power."
    assert one_line(Support("TST-02", "Gust")) == "A Support."


@settings(max_examples=100)
@given(st.integers(0, 2**32))
def test_the_one_line_text_is_the_short_start_of_the_text(seed: int) -> None:
    maker = Trees(Random(seed), depth=4)
    card = Support("TST-02", "Gust", abilities=(maker.ability(), maker.ability()))
    line, text = one_line(card), " ".join(rules_text(card))
    assert len(line) <= LINE_LENGTH == 100
    assert line == text or (line.endswith("…") and text.startswith(line[:-1]))


def test_a_card_is_typed_by_name_and_set_number() -> None:
    """ARC-01: two cards with one name are two cards."""
    assert numbered_name(character()) == "Finn (TST-01)"
    assert len({numbered_name(card) for card in POOL.cards.values()}) == len(POOL.cards)


# ---- the shipped cards


def test_the_texts_of_all_cards_are_the_stored_ones() -> None:
    assert CARD_TEXTS.read_text("utf-8") == written(POOL), (
        "if that is meant: python -m tests.games.arclash.regenerate_card_texts"
    )


def test_the_cards_can_be_read_on_a_phone() -> None:
    texts = [text for card in POOL.cards.values() for text in rules_text(card)]
    assert median([len(text) for text in texts]) < 100
    assert max([len(text) for text in texts]) <= 300
    assert max([sum([len(text) for text in rules_text(card)]) for card in POOL.cards.values()]) <= 400


def test_cards_with_the_same_text_do_the_same() -> None:
    """Among the shipped cards no two different abilities have the same text."""
    abilities = {ability for card in POOL.cards.values() for ability in card.abilities}
    assert len({rules_text(Support("TST-02", "Gust", abilities=(one,))) for one in abilities}) == len(
        abilities
    )
