"""References of a set must exist: cards, lineages, ways to advance, decks (ARC-01, ARC-03, ARC-07)."""

from __future__ import annotations

import pytest

from bot.engine.cards.files.reading import read_card_set
from bot.games.arclash.cardgame import FORMAT
from bot.games.arclash.cards.cards import Pool
from tests.engine.cards.card_files.examples import circle, circle_with_a_way_in, cost, way
from tests.engine.cards.card_files.sound import (
    BASE,
    SNAILS,
    SOUND,
    changed,
    codes,
    deck,
    if_so,
    only,
    played,
    read,
)


@pytest.mark.parametrize(
    ("which", "zone", "found"),
    [
        ('{ word = "heron" }', "stack", True),
        ('{ word = "Whole River" }', "stack", True),
        ('{ word = "River Whole" }', "stack", False),
        ('{ word = "Hero" }', "stack", False),
        ('{ trait = "patient" }', "stack", True),
        ('{ trait = "Still" }', "stack", False),
        ('{ name = "ripple" }', "supports", True),
        ('{ name = "ripple" }', "stack", False),
        ('{ kind = "support" }', "discard", True),
        ('{ kind = "support" }', "current", False),
        ('{ kind = "support", level = [2] }', "discard", False),
        ('{ trait = "Patient", level = [3, 4] }', "discard", False),
        ('{ trait = "Patient", level = [2, 4] }', "discard", True),
        ('{ word = "Snail" }', "hand", True),
        ('{ word = "Pond", trait = "Pond" }', "hand", False),
        ('{ word = "!!" }', "hand", False),
    ],
)
def test_a_filter_must_match_a_card_in_its_place(which, zone, found):
    test = f'{{ test = "cards", cards = {{ zone = "{zone}", which = {which} }}, at_least = 2 }}'
    if zone == "current":
        test = test.replace(", at_least = 2", "")
    assert codes(if_so(test)) == ([] if found else ["E306"])


PAID = '{ pay = "discard", which = { word = "Snial" } }'
HAVE = '{ pay = "have", cards = { zone = "hand", which = { word = "Snial" } } }'


@pytest.mark.parametrize(
    "content",
    [
        played('{ do = "discard", which = { word = "Snial" } }'),
        played('{ do = "guess", which = { word = "Snial" }, right = [{ do = "draw" }] }'),
        played(f'{{ do = "may", pay = [{PAID}], then = [{{ do = "draw" }}] }}'),
        played(f'{{ do = "may", then = [{{ do = "draw" }}], pay = [{HAVE}] }}'),
        cost(2, PAID),
    ],
)
def test_every_filter_of_a_card_and_of_its_costs_is_checked(content):
    finding = only(content)
    assert finding.code == "E306"
    assert "there is no card for [Snial] (did you mean" in finding.sentence
    assert codes(content.replace("Snial", "Snail")) == []


@pytest.mark.parametrize(
    ("begins", "found"),
    [
        ("level = 1", []),
        ("level = 3", ["E307"]),
        ('which = { kind = "support" }', ["E307"]),
        ("which = { level = [1] }", ["E307"]),
    ],
)
def test_a_way_to_advance_must_have_a_first_character(begins, found):
    assert codes(way(f'{{ {begins}, costs = [{{ pay = "discard" }}] }}')) == found


def test_an_unknown_advancement_has_a_suggestion():
    finding = only(way('{ which = { word = "Patence" }, costs = [{ pay = "discard" }] }'))
    assert finding.sentence == (
        'advances 1: there is no [Patence] Character of Level 2 to advance from (did you mean "Patient"?).'
    )


def test_a_circle_of_advancements_is_unreachable():
    assert [(finding.code, finding.card) for finding in read(circle()).findings] == [
        ("E307", "REE-24"),
        ("E307", "REE-23"),
    ]
    assert codes(circle_with_a_way_in()) == []


def test_a_repeated_number_is_reported_at_its_second_place():
    content = changed('number = "REE-11"', 'number = "REE-01"')
    finding = only(content)
    assert finding.sentence == "number: REE-01 is the number of a card of this set already."
    assert content.split("\n")[finding.line - 1] == 'number = "REE-01"'
    assert finding.line > 40


def test_a_set_with_a_used_key_is_reported_once():
    taken = Pool([*BASE.sets, read(SOUND).set])
    again = read_card_set(SOUND, "reed.toml", FORMAT, taken)
    assert [finding.code for finding in again.findings] == ["E302"]
    assert codes(changed('key = "reed"', 'key = "standard"')) == ["E302"]


def test_every_fault_of_a_ready_made_deck_is_reported():
    sentences = [finding.sentence for finding in read(deck("REE-04 = 2\nPON-51 = 1\nPON-01 = 2")).findings]
    assert len(sentences) == 3
    assert "at most one Level 4 Character, in one copy" in sentences[0]
    assert sentences[1].endswith("A deck has exactly 30 cards, and this one has 5: 25 too few.")
    assert sentences[2].startswith("decks, bank, cards, PON-51: there is no card PON-51 (did you mean")


@pytest.mark.parametrize(("copies", "code"), [("0", "E105"), ("3", "E105"), ('"2"', "E103")])
def test_copies_are_one_or_two(copies, code):
    reading = read(deck(f"REE-01 = 1\nREE-04 = 1\n{SNAILS}"))
    assert reading.findings == ()
    assert reading.set.decks["bank"].cards["REE-04"] == 1
    assert codes(deck(f"REE-01 = {copies}\n{SNAILS}")) == [code]
