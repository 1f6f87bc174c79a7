"""What a set names has to be there: cards, lineages, ways to advance, decks (ARC-01, ARC-03, ARC-07)."""

from __future__ import annotations

import pytest

from bot.cardfiles import read_card_set
from bot.games.arclash.cards.cards import Pool
from bot.games.arclash.cards.checks.format import FORMAT
from tests.cardfiles.examples import circle, circle_with_a_way_in, cost, way
from tests.cardfiles.sound import BASE, SNAILS, SOUND, changed, codes, deck, if_so, only, played, read


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
def test_some_card_has_to_be_meant_in_the_place_it_is_looked_for_in(which, zone, found):
    test = f'{{ test = "cards", cards = {{ zone = "{zone}", which = {which} }}, at_least = 2 }}'
    if zone == "current":
        test = test.replace(", at_least = 2", "")
    assert codes(if_so(test)) == ([] if found else ["E306"])


HAVE = '{ pay = "have", cards = { zone = "hand", which = { word = "Snial" } } }'


@pytest.mark.parametrize(
    "passage",
    [
        '{ do = "discard", which = { word = "Snial" } }',
        '{ do = "guess", which = { word = "Snial" }, right = [{ do = "draw" }] }',
        '{ do = "may", pay = [{ pay = "discard", which = { word = "Snial" } }], then = [{ do = "draw" }] }',
        f'{{ do = "may", then = [{{ do = "draw" }}], pay = [{HAVE}] }}',
    ],
)
def test_every_filter_of_a_card_is_looked_at(passage):
    finding = only(played(passage))
    assert finding.code == "E306"
    assert "there is no card for [Snial] (did you mean" in finding.sentence
    assert codes(played(passage.replace("Snial", "Snail"))) == []


def test_costs_of_advancing_are_looked_at_too():
    assert codes(cost(2, '{ pay = "discard", which = { word = "Snial" } }')) == ["E306"]
    assert codes(cost(2, '{ pay = "discard", which = { word = "Snail" } }')) == []


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ('{ level = 1, costs = [{ pay = "discard" }] }', None),
        ('{ level = 3, costs = [{ pay = "discard" }] }', "E307"),
        ('{ which = { kind = "support" }, costs = [{ pay = "discard" }] }', "E307"),
        ('{ which = { level = [1] }, costs = [{ pay = "discard" }] }', "E307"),
        ('{ which = { word = "Patience" }, costs = [{ pay = "discard" }] }', "E307"),
    ],
)
def test_a_way_to_advance_has_to_begin_somewhere(words, code):
    assert codes(way(words)) == ([code] if code else [])


def test_an_advancement_is_told_with_what_may_have_been_meant():
    finding = only(way('{ which = { word = "Patence" }, costs = [{ pay = "discard" }] }'))
    assert finding.sentence == (
        'advances 1: there is no [Patence] Character of Level 2 to advance from (did you mean "Patient"?).'
    )


def test_characters_that_lead_only_to_each_other_are_never_reached():
    assert [(finding.code, finding.card) for finding in read(circle()).findings] == [
        ("E307", "REE-24"),
        ("E307", "REE-23"),
    ]
    assert codes(circle_with_a_way_in()) == []


def test_a_number_twice_in_one_set_is_told_where_it_comes_again():
    content = changed('number = "REE-11"', 'number = "REE-01"')
    finding = only(content)
    assert finding.sentence == "number: REE-01 is the number of a card of this set already."
    assert content.split("\n")[finding.line - 1] == 'number = "REE-01"'
    assert finding.line > 40


def test_a_set_of_a_key_that_is_taken_is_told_once():
    taken = Pool([*BASE.sets, read(SOUND).set])
    again = read_card_set(SOUND, "reed.toml", FORMAT, taken)
    assert [finding.code for finding in again.findings] == ["E302"]
    assert codes(changed('key = "reed"', 'key = "standard"')) == ["E302"]


def test_a_ready_deck_is_told_with_every_fault():
    sentences = [finding.sentence for finding in read(deck("REE-04 = 2\nPON-51 = 1\nPON-01 = 2")).findings]
    assert len(sentences) == 3
    assert "at most one Level 4 Character, in one copy" in sentences[0]
    assert sentences[1].endswith("A deck has exactly 30 cards, and this one has 5: 25 too few.")
    assert sentences[2].startswith("decks, bank, cards, PON-51: there is no card PON-51 (did you mean")


def test_a_legal_deck_passes():
    reading = read(deck(f"REE-01 = 1\nREE-04 = 1\n{SNAILS}"))
    assert reading.findings == ()
    assert reading.set.decks["bank"].cards["REE-04"] == 1


@pytest.mark.parametrize("copies", ["0", "3", '"2"'])
def test_copies_are_one_or_two(copies):
    assert codes(deck(f"REE-01 = {copies}\n{SNAILS}")) in (["E103"], ["E105"])
