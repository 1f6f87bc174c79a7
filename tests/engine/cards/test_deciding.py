"""Conditions that are always or never true are found, and those that are neither are left alone."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from bot.engine.cards.deciding import CASES, decided, settled_ability, truth_value
from bot.games.arclash.cards.cards import Support
from tests.engine.cards.card_files.sound import at, codes, played, read, support

LEVELS = {("level", "you"): (2, 4)}


def ability(**fields: Any) -> Any:
    written = {"on": "played", "then": [{"do": "draw"}], **fields}
    card = {"number": "REE-11", "name": "Ripple", "lineage": "reed", "abilities": [written]}
    return msgspec.convert(card, Support).abilities[0]


def condition_of(written: Any) -> Any:
    return ability(needs=written).needs


def hand(low: int, high: int | None = None, **which: str) -> dict[str, Any]:
    found: dict[str, Any] = {"test": "cards", "at_least": low, "cards": {"zone": "hand"}}
    if which:
        found["cards"]["which"] = which
    return found if high is None else {**found, "at_most": high}


def level(low: int, high: int) -> dict[str, Any]:
    return {"test": "level", "at_least": low, "at_most": high}


def no(of: Any) -> dict[str, Any]:
    return {"test": "not", "of": of}


def both(*of: Any) -> dict[str, Any]:
    return {"test": "all", "of": list(of)}


def one(*of: Any) -> dict[str, Any]:
    return {"test": "any", "of": list(of)}


WON, LOST = {"test": "battle", "result": "won"}, {"test": "battle", "result": "lost"}
COIN, DIE = {"test": "coin"}, {"test": "die", "at_least": 4}
RICH = {"test": "score", "at_least": 5}
THEIRS = {"test": "level", "whose": "opponent", "at_least": 3}

KNOWN = [
    (one(hand(1), no(hand(1))), "always"),
    (both(hand(1), no(hand(1))), "never"),
    (one(hand(3), hand(0, 4)), "always"),
    (both(hand(5), hand(0, 3)), "never"),
    (both(hand(5), hand(0, 5)), "open"),
    (both(hand(2, word="Heron"), hand(0, 1)), "never"),
    (one(hand(2), no(hand(2, word="Heron"))), "always"),
    (both(hand(2), hand(0, 1, word="Heron")), "open"),
    (one(WON, LOST), "open"),
    (both(WON, LOST), "never"),
    (one(no(WON), no(LOST)), "always"),
    (one(WON, LOST, both(no(WON), no(LOST))), "always"),
    (one(level(1, 2), level(3, 4)), "always"),
    (both(level(1, 2), level(3, 4)), "never"),
    (both(RICH, no(RICH), COIN), "never"),
    (one(COIN, no(COIN)), "open"),
    (both(DIE, no(DIE)), "open"),
    (one(THEIRS, no(THEIRS)), "open"),
    (no(no(one(RICH, no(RICH)))), "always"),
]


@pytest.mark.parametrize(("written", "expected"), KNOWN)
def test_what_a_condition_can_be(written: Any, expected: str) -> None:
    assert truth_value(condition_of(written), {}) == expected


def test_the_level_of_the_card_counts() -> None:
    assert truth_value(condition_of(level(1, 1)), LEVELS) == "never"
    assert truth_value(condition_of(level(2, 4)), LEVELS) == "always"
    assert truth_value(condition_of(level(3, 4)), LEVELS) == "open"


def test_two_hundred_conditions_always_or_never_true_are_found() -> None:
    """Made from random ones: joined with their opposite, ranges that meet, and these within others."""
    rng = random.Random(50)
    seen = {"always": 0, "never": 0}
    for _ in range(200):
        low = rng.randint(1, 5)
        kin = rng.choice(
            [hand(low), hand(low, low + 2), RICH, WON, level(1, rng.randint(1, 3)), hand(1, word="A")]
        )
        other = rng.choice([LOST, COIN, THEIRS, hand(low + 1, word="B"), DIE])
        always = rng.choice([one(kin, no(kin)), one(no(both(kin, other)), kin), one(hand(low), hand(0, low))])
        if other in (COIN, DIE, THEIRS):
            always = one(kin, no(kin), other)
        expected, written = rng.choice(
            [("always", always), ("never", no(always)), ("never", both(no(always), other))]
        )
        assert truth_value(condition_of(written), {}) == expected, written
        seen[expected] += 1
    assert min(seen.values()) > 40


def test_a_condition_of_too_many_parts_is_said_to_be_undecided(monkeypatch: pytest.MonkeyPatch) -> None:
    assert truth_value(condition_of(one(RICH, no(RICH))), {}) == "always"
    monkeypatch.setattr("bot.engine.cards.deciding.CASES", 1)
    assert truth_value(condition_of(one(RICH, no(RICH))), {}) == "undecided"
    assert CASES > 1000


def test_a_condition_inside_of_another_one_knows_what_the_outer_one_says() -> None:
    inner = {"do": "if", "test": RICH, "then": [{"do": "draw"}], "otherwise": [{"do": "score"}]}
    (found,) = decided(ability(needs=RICH, then=[inner]), {})
    assert (found.place, found.truth) == (("then", 0, "test"), "always")
    later = ability(needs=RICH, then=[{"do": "draw"}, inner])
    assert list(decided(later, {})) == [], "the draw may have changed the table"
    never = {
        "do": "if",
        "test": RICH,
        "then": [{"do": "score"}],
        "otherwise": [{"do": "if", "test": RICH, "then": [{"do": "draw"}]}],
    }
    assert [each.place for each in decided(ability(then=[never]), {})] == [
        ("then", 0, "otherwise", 0, "test")
    ]


def test_what_is_left_of_an_ability_is_what_happens_anyway() -> None:
    always = one(RICH, no(RICH))
    wrapped = ability(needs=always, then=[{"do": "if", "test": always, "then": [{"do": "draw"}]}])
    assert settled_ability(wrapped, {}) == ability()
    assert settled_ability(ability(needs=no(always)), {}) is None


# In the check of card files

ALWAYS = '{ test = "any", of = [{ test = "score", at_least = 5 }, { test = "score", at_most = 4 }] }'


def test_a_condition_that_is_always_true_does_not_get_round_the_guide() -> None:
    bare = support('{ on = "played", then = [{ do = "buff", by = 150 }] }')
    hidden = support(f'{{ on = "played", needs = {ALWAYS}, then = [{{ do = "buff", by = 150 }}] }}')
    within = played(f'{{ do = "if", test = {ALWAYS}, then = [{{ do = "buff", by = 150 }}] }}')
    assert codes(bare) == ["A201"]
    assert codes(hidden) == codes(within) == ["A003", "A201"]


def test_silent_no_ops_are_told() -> None:
    assert codes(
        at(2, '{ do = "if", test = { test = "level", at_most = 1 }, then = [{ do = "buff", by = 10 }] }')
    ) == ["A003"]
    (found,) = read(at(2, '{ do = "cancel" }')).findings
    assert found.code == "A210"
    assert found.sentence.endswith("no Support is in play at this moment: nothing is cancelled.")
    assert codes(
        played('{ do = "draw" }').replace('abilities = [{ on = "played", then = [{ do = "draw" }] }]', "")
    ) == ["A209"]
