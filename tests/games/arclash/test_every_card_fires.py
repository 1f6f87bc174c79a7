"""Every card that comes with Arclash is played in whole matches, with each of its branches (ARC-18).

The runner goes on until all have come about: abilities, effects, both sides of conditions and guesses,
options, prices, Advancements, bounds, shields that keep something off, and the end of whatever lasts.
"""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from bot.games.arclash.cards import words as nodes
from bot.games.arclash.cards.cards import Advancement, Library, Pool
from bot.games.arclash.cards.words import (
    Ability,
    Buff,
    Cards,
    Choose,
    Filter,
    Holds,
    If,
    Keyword,
    KeywordName,
    Node,
)
from bot.games.arclash.rules.rules import ArclashRules
from tests.games.arclash.branches import OUTCOMES, all_branches, branches_of
from tests.games.arclash.runner import Runner
from tests.games.arclash.shipped import arclash_pool
from tests.games.arclash.twists import pool_with

POOL = arclash_pool()
FIRST = 30_000
MATCHES = 2_000
"""At most; some hundreds are enough."""


def runner(pool: Pool = POOL, first: int = FIRST) -> Runner:
    return Runner(ArclashRules(Library(pool)), first)


def check_all_fire(playing: Runner) -> None:
    playing.run(MATCHES)
    left = "\n".join([str(branch) for branch in playing.witness.missing])
    assert not left, f"after {playing.matches} matches there never was:\n{left}"


def test_every_branch_of_every_card_comes_about_arc_18():
    check_all_fire(runner())


@pytest.mark.soak
@pytest.mark.parametrize("first", [100_000, 200_000, 300_000, 400_000])
def test_every_branch_of_every_card_comes_about_whatever_is_dealt(first: int):
    check_all_fire(runner(first=first))


# What the runner counts


def test_each_word_of_the_language_has_its_outcomes():
    words = {
        word
        for word in vars(nodes).values()
        if isinstance(word, type) and issubclass(word, Node) and not word.__name__.endswith("Node")
    }
    assert set(OUTCOMES) == (words | {Advancement}) - {Filter, Cards, Keyword, KeywordName}
    assert set(nodes.VOCABULARY.words) <= set(OUTCOMES)


def test_each_part_of_a_card_is_counted_once():
    branches = all_branches(POOL)
    assert len(branches) == len(set(branches))
    assert {branch.number for branch in branches} == set(POOL.cards)


def test_the_branches_of_a_card_with_two_sides():
    test = Holds(Cards("hand"), at_least=4)
    one = card((If(test, (Buff(50),), (Choose(((Buff(25),), (Buff(75),))),)),))
    assert [str(branch).removeprefix("COM-02 ") for branch in branches_of(one)] == [
        "played",
        "abilities[0] set off",
        "abilities[0].then[0] then",
        "abilities[0].then[0] otherwise",
        "abilities[0].then[0].test true",
        "abilities[0].then[0].test false",
        "abilities[0].then[0].then[0] done",
        "abilities[0].then[0].then[0] over",
        "abilities[0].then[0].otherwise[0] option 1",
        "abilities[0].then[0].otherwise[0] option 2",
        "abilities[0].then[0].otherwise[0].options[0][0] done",
        "abilities[0].then[0].otherwise[0].options[0][0] over",
        "abilities[0].then[0].otherwise[0].options[1][0] done",
        "abilities[0].then[0].otherwise[0].options[1][0] over",
    ]


def card(effects: tuple[Any, ...]) -> Any:
    """Deep Breath, which does something else."""
    return replace(POOL.cards["COM-02"], abilities=(Ability("played", effects),))


def missing_of(effects: tuple[Any, ...], matches: int = 30) -> list[str]:
    """What of Deep Breath never came about in so many matches."""
    playing = runner(pool_with(POOL, card(effects)))
    playing.run(matches)
    return [str(branch) for branch in playing.witness.missing if branch.number == "COM-02"]


def test_what_can_be_comes_about():
    assert missing_of((If(Holds(Cards("hand"), at_least=6), (Buff(25),), (Buff(50),)),)) == []


def test_what_can_never_be_is_named():
    assert missing_of((If(Holds(Cards("hand"), at_least=31), (Buff(25),), (Buff(50),)),)) == [
        "COM-02 abilities[0].then[0] then",
        "COM-02 abilities[0].then[0].test true",
        "COM-02 abilities[0].then[0].then[0] done",
        "COM-02 abilities[0].then[0].then[0] over",
    ]


def test_an_effect_that_does_nothing_is_named():
    nobody = Cards("hand", which=Filter(name="Nobody"))
    assert missing_of((Buff(nodes.CountOf(nobody, times=25)),)) == [
        "COM-02 abilities[0].then[0] done",
        "COM-02 abilities[0].then[0] over",
        "COM-02 abilities[0].then[0].by counted",
    ]


def test_a_card_that_is_in_no_deck_is_not_said_to_have_been_played():
    playing = runner()
    playing.run(1)
    held = {number for deck in playing.decks for number in deck}
    fired = set(all_branches(POOL)) - set(playing.witness.missing)
    assert fired
    assert {branch.number for branch in fired} <= held


def test_watching_leaves_the_language_as_it_was():
    before = [dict(vars(word)) for word in nodes.VOCABULARY.words]
    runner().run(1)
    assert [dict(vars(word)) for word in nodes.VOCABULARY.words] == before
