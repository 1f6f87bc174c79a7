"""Abilities of cards, and abilities that are refused: further cases of each code."""

from __future__ import annotations

import pytest

from tests.engine.cards.card_files.examples import BUFF, CHOSEN, ROLLED
from tests.engine.cards.card_files.sound import (
    always,
    at,
    changed,
    character,
    codes,
    errors,
    if_so,
    only,
    played,
    support,
)

COIN = '{ test = "coin" }'
DIE = '{ test = "die", at_least = 3 }'
SCORE = '{ test = "score", whose = "opponent", at_least = 1 }'


def branch(test: str, then: str, otherwise: str = "") -> str:
    return f'{{ do = "if", test = {test}, then = [{then}], otherwise = [{otherwise}] }}'


def held(cards: str) -> str:
    return f'{{ test = "cards", cards = {cards} }}'


def reroll(needs: str) -> str:
    """Return the valid set with a Support that rerolls dice under this condition."""
    return support(f'{{ on = "roll", needs = {needs}, then = [{{ do = "reroll" }}] }}')


def after_a_roll(rolled: str) -> str:
    """Return the valid set with a condition on the previous roll of a die."""
    test = f'{{ test = "rolled"{", " * bool(rolled)}{rolled} }}'
    return played(f'{{ do = "draw", count = {{ amount = "dice", at_most = 1 }} }}, {branch(test, BUFF)}')


def counting(cards: str) -> str:
    return f'{{ do = "buff", by = {{ amount = "count", cards = {cards}, at_most = 50 }} }}'


@pytest.mark.parametrize(
    "effects",
    [
        '{ do = "debuff", by = 5 }, ' + CHOSEN,
        branch(SCORE, CHOSEN, CHOSEN),
        branch(f'{{ test = "all", of = [{COIN}, {SCORE}] }}', CHOSEN),
        branch(f'{{ test = "any", of = [{COIN}, {SCORE}] }}', "", CHOSEN),
        branch(f'{{ test = "not", of = {SCORE} }}', CHOSEN),
        branch(COIN, '{ do = "discard" }', '{ do = "debuff", by = 5, whose = "leading-opponent" }')
        + ", "
        + CHOSEN,
        '{ do = "guess", right = [' + CHOSEN + "] }",
        '{ do = "choose", who = "opponent", options = [[' + CHOSEN + "], []] }",
        '{ do = "debuff", by = { amount = "level", whose = "chosen" }, whose = "weakest-opponent" }',
        '{ do = "debuff", by = { amount = "score", whose = "opponent" }, whose = "opponents" }, ' + CHOSEN,
    ],
)
def test_a_target_chosen_on_every_path_can_be_referred_to(effects):
    assert codes(at(4, effects)) == []


@pytest.mark.parametrize(
    "effects",
    [
        CHOSEN,
        branch(f'{{ test = "all", of = [{COIN}, {SCORE}] }}', BUFF, CHOSEN),
        branch(f'{{ test = "any", of = [{COIN}, {SCORE}] }}', CHOSEN),
        branch(COIN, '{ do = "discard" }') + ", " + CHOSEN,
        '{ do = "choose", options = [[{ do = "debuff", by = 5 }], []] }, ' + CHOSEN,
        '{ do = "debuff", by = { amount = "level", whose = "chosen" }, whose = "opponents" }',
        '{ do = "guess", whose = "chosen", right = [' + BUFF + "] }",
        '{ do = "choose", who = "chosen", options = [[' + BUFF + "], []] }",
    ],
)
def test_a_target_is_unknown_if_a_path_skips_the_choice(effects):
    assert codes(at(4, effects)) == ["E402"]


@pytest.mark.parametrize(
    "effects",
    [
        '{ do = "buff", by = { amount = "dice", halved = true } }, ' + ROLLED,
        branch(DIE, ROLLED, ROLLED),
        branch(f'{{ test = "any", of = [{COIN}, {DIE}] }}', BUFF) + ", " + ROLLED,
        branch(f"{{ test = \"all\", of = [{DIE}, {{ test = 'rolled', parity = 'even' }}] }}", BUFF),
        '{ do = "may", then = [{ do = "buff", by = { amount = "dice" } }] }, ' + ROLLED,
    ],
)
def test_a_possible_roll_can_be_used(effects):
    assert errors(at(4, effects)) == []


def test_a_roll_of_another_ability_cannot_be_used():
    one = '{ on = "advance", then = [{ do = "buff", by = { amount = "dice" } }] }'
    assert codes(character(4, f'{one}, {{ on = "start-of-battle", then = [{ROLLED}] }}')) == ["E403"]
    assert codes(at(4, '{ do = "discard", count = { amount = "rolled" } }')) == ["E403"]


def test_needs_come_before_the_effects():
    assert codes(character(4, f'{{ on = "advance", needs = {SCORE}, then = [{CHOSEN}] }}')) == []
    assert codes(character(4, f'{{ on = "advance", needs = {DIE}, then = [{ROLLED}] }}')) == []


STANDING = [
    ('{ do = "buff", by = { amount = "dice" } }', "E406"),
    (branch(DIE, BUFF), "E406"),
    (branch(COIN, BUFF), "E406"),
    ('{ do = "may", then = [' + BUFF + "] }", "E407"),
    ('{ do = "choose", options = [[' + BUFF + "], []] }", "E407"),
    ('{ do = "debuff", by = 5, whose = "leading-opponent" }', "E407"),
    ('{ do = "buff", by = { amount = "level", whose = "opponent" } }', "E407"),
    ('{ do = "debuff", by = 5, whose = "strongest-opponent" }', "E408"),
    (branch('{ test = "level", whose = "weakest-opponent", at_least = 2 }', BUFF), "E408"),
    (branch('{ test = "not", of = { test = "power", at_least = 500 } }', BUFF), "E408"),
    ('{ do = "search", where = "discard" }', "E409"),
    ('{ do = "discard" }', "E409"),
    ('{ do = "level-down" }', "E409"),
    ('{ do = "guess", right = [' + BUFF + "] }", "E409"),
    ('{ do = "reroll" }', "E404"),
    (
        branch(held('{ zone = "deck", whose = "opponents", which = { kind = "support" } }'), BUFF),
        "E410",
    ),
    ('{ do = "buff", by = 5, until = "stack" }', "E418"),
    ('{ do = "shield", against = ["debuff"], until = "next-turn" }', "E418"),
    (ROLLED, "E403"),
    (CHOSEN, "E402"),
]
"""Effects that cannot be permanent."""


@pytest.mark.parametrize(("effect", "code"), STANDING)
def test_effects_that_cannot_be_permanent(effect, code):
    assert codes(always(effect)) == [code]


@pytest.mark.parametrize(
    "effect",
    [
        '{ do = "shield", against = ["debuff", "level-down"], whose = "everyone" }',
        '{ do = "debuff", by = 5, whose = "everyone" }',
        counting('{ zone = "play", which = { word = "heron" } }'),
        counting('{ zone = "hand", whose = "opponents" }'),
        branch(held('{ zone = "stack", which = { trait = "patient" } }'), BUFF),
        branch('{ test = "score", rank = "lowest" }', BUFF, '{ do = "debuff", by = 5, whose = "opponents" }'),
    ],
)
def test_effects_that_can_be_permanent(effect):
    assert codes(always(effect)) == []


def test_once_is_refused_on_a_permanent_ability():
    assert codes(character(3, f'{{ on = "always", once = true, then = [{BUFF}] }}')) == ["E418"]
    assert codes(support('{ on = "roll", once = true, then = [{ do = "reroll" }] }')) == []


NEEDED = [
    (COIN, "E405"),
    (DIE, "E405"),
    (SCORE, "E405"),
    ('{ test = "cards", cards = { zone = "stack", which = { word = "Heron" } } }', None),
]
"""Conditions of a reroll, valid or not."""


@pytest.mark.parametrize(("needs", "code"), NEEDED)
def test_a_reroll_may_depend_on_visible_data(needs, code):
    assert codes(reroll(needs)) == ([code] if code else [])


SETTLED = [
    ('{ test = "die" }', "E414"),
    ('{ test = "die", at_most = 6 }', "E414"),
    ('{ test = "die", sides = 20, at_most = 6 }', None),
    ('{ test = "die", parity = "even" }', None),
    ('{ test = "die", at_least = 3, at_most = 3, parity = "even" }', "E413"),
    ('{ test = "die", at_least = 4, at_most = 3 }', "E413"),
    ('{ test = "score" }', "E414"),
    ('{ test = "score", rank = "highest" }', None),
    ('{ test = "score", at_least = 4, at_most = 3 }', "E413"),
    ('{ test = "power" }', "E414"),
    ('{ test = "power", at_least = 500, at_most = 499 }', "E413"),
    ('{ test = "level", at_least = 3, at_most = 2 }', "E413"),
    ('{ test = "level" }', "E414"),
    ('{ test = "cards", cards = { zone = "hand" }, at_least = 0 }', "E414"),
    ('{ test = "cards", cards = { zone = "hand" }, at_least = 0, at_most = 0 }', None),
    ('{ test = "cards", cards = { zone = "hand" }, at_least = 3, at_most = 2 }', "E413"),
    ('{ test = "cards", cards = { zone = "current" }, at_least = 1 }', "E414"),
    ('{ test = "cards", cards = { zone = "current", which = { word = "heron" } }, at_least = 2 }', "E413"),
    ('{ test = "cards", cards = { zone = "current", whose = "opponents" }, at_least = 2 }', None),
    ('{ test = "cards", cards = { zone = "current", whose = "opponents" }, at_least = 6 }', "E413"),
    ('{ test = "cards", cards = { zone = "current" }, at_least = 0, at_most = 1 }', "E414"),
    ('{ test = "cards", cards = { zone = "stack" }, at_least = 2 }', None),
    ('{ test = "not", of = { test = "die", at_least = 7 } }', "E413"),
]
"""Conditions, with the findings for those that are constant."""


@pytest.mark.parametrize(("test", "code"), SETTLED)
def test_conditions_that_are_constant(test, code):
    assert codes(if_so(test)) == ([code] if code else [])


ROLLS = [
    ("at_least = 6", None),
    ("at_least = 7", "E413"),
    ("at_least = 3, at_most = 2", "E413"),
    ("at_least = 2, at_most = 2, parity = 'odd'", "E413"),
    ("at_least = 2, at_most = 2, parity = 'even'", "E418"),
    ("at_least = 3, at_most = 3, parity = 'even'", "E413"),
    ("at_least = 3, at_most = 3, parity = 'odd'", "E418"),
    ("parity = 'odd'", None),
    ("", "E414"),
]


@pytest.mark.parametrize(("rolled", "code"), ROLLS)
def test_conditions_on_the_roll_before(rolled, code):
    assert errors(after_a_roll(rolled)) == ([code] if code else [])


NOTHING = [
    ('{ do = "buff", by = 0 }', "E417"),
    ('{ do = "debuff", by = { amount = "dice", times = 0 } }', "E417"),
    ('{ do = "discard", count = 0 }', "E417"),
    (branch(COIN, ""), "E417"),
    (branch(COIN, "", BUFF), None),
    ('{ do = "may", then = [] }', "E417"),
    ('{ do = "guess" }', "E417"),
    ('{ do = "guess", wrong = [{ do = "buff", by = 5 }] }', None),
    ('{ do = "choose", options = [[], []] }', "E417"),
    ('{ do = "buff", by = 5, until = "stack" }', "E418"),
    ('{ do = "buff", by = 5, until = "next-turn" }', None),
    ('{ do = "discard", zone = "deck", how = "you" }', "E418"),
    ('{ do = "discard", zone = "deck", which = { kind = "support" } }', "E418"),
    ('{ do = "search", where = "deck", top = 4 }', "E411"),
    ('{ do = "search", where = "deck", to = "deck" }', "E412"),
]
"""Effects, with the findings for those that do nothing or too much."""


@pytest.mark.parametrize(("effect", "code"), NOTHING)
def test_effects_that_do_nothing_or_too_much(effect, code):
    assert errors(played(effect)) == ([code] if code else [])


FAULTY_ABILITIES = (
    *[always(effect) for effect, _ in STANDING],
    *[reroll(needs) for needs, code in NEEDED if code],
    *[if_so(test) for test, code in SETTLED if code],
    *[after_a_roll(rolled) for rolled, code in ROLLS if code],
    *[played(effect) for effect, code in NOTHING if code],
)
"""Files with the faults of these tables, to be read in other languages too."""


def test_after_the_battle_power_must_last_into_the_next_turn():
    assert codes(at(3, BUFF, on="end-of-battle")) == ["E417"]
    assert codes(at(3, '{ do = "buff", by = 10, until = "next-turn" }', on="end-of-battle")) == []
    assert codes(at(3, '{ do = "shield", against = ["discard"] }', on="end-of-battle")) == []


def test_triggers_belong_to_their_kind_of_card():
    assert codes(at(1, BUFF, on="played")) == ["E401"]
    assert codes(at(1, BUFF, on="advance")) == ["E419"]
    assert codes(at(2, BUFF, on="advance")) == []
    assert codes(support('{ on = "start-of-turn", then = [{ do = "draw" }] }')) == ["E401"]
    assert codes(support('{ on = "end-of-battle", then = [{ do = "draw" }] }')) == []


def test_a_misspelled_word_has_a_suggestion():
    assert only(played('{ do = "bufff", by = 5 }')).sentence == (
        'abilities 1, then 1, do: there is no effect "bufff" (did you mean "buff"?).'
    )
    assert only(played('{ do = "search", where = "dekc" }')).sentence.endswith('(did you mean "deck"?).')
    assert (
        'there is no amount "dices" (did you mean "dice"?)'
        in only(played('{ do = "draw", count = { amount = "dices" } }')).sentence
    )
    assert 'there is no condition "xyz": it could be' in only(if_so('{ test = "xyz" }')).sentence
    assert only(played("{ by = 5 }")).sentence.endswith(
        'the key "do" is missing, which says what effect this is.'
    )
    assert only(changed('motif = "leaf"', 'motif = "leav"')).sentence.endswith('(did you mean "leaf"?).')


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ('"5"', "a text stands where a whole number or a table belongs."),
        ("5.5", "a number with a fraction stands where a whole number or a table belongs."),
        ("5.0", "a number with a fraction"),
        ("true", "true or false stands where"),
        ("[5]", "a list stands where"),
        ("1979-05-27", "a date or time stands where"),
    ],
)
def test_values_of_the_wrong_type_are_named_by_their_type(value, words):
    finding = only(played(f'{{ do = "buff", by = {value} }}'))
    assert finding.code == "E103"
    assert words in finding.sentence


def test_numbers_beyond_all_bounds_are_refused():
    for number in ("-1", "1000", "99999999999999999999999999"):
        assert codes(played(f'{{ do = "buff", by = {number} }}')) == ["E105"]
