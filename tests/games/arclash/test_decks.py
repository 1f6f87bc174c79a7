"""Legal decks, and the data of cards (ARC-01 to ARC-03)."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine.cards.deckbuilding import deck_cards
from bot.games.arclash.cards.cards import CardSet, DeckList, Pool
from bot.games.arclash.cards.decks import a_deck_with, faults, ready_decks
from bot.games.arclash.rules import actions
from tests.games.arclash.cards_for_tests import CHARACTERS, DECKS, POOL, number_of
from tests.games.arclash.table import Table
from tests.games.random_play import fresh_randomness

EMBER = deck_cards(DECKS["ember"])


def deck(**changes: int) -> list[str]:
    """Return the ember deck with this number of copies of these cards instead."""
    cards = [number for number in EMBER if POOL.cards[number].name not in changes]
    for name, copies in changes.items():
        cards += [number_of(name)] * copies
    return cards


@pytest.mark.parametrize(("missing", "told"), [(1, "1 too few"), (29, "29 too few")])
def test_a_deck_has_exactly_thirty_cards_arc_01(missing, told):
    (fault,) = [fault for fault in faults(EMBER[missing:], POOL) if "exactly 30" in fault]
    assert fault == f"A deck has exactly 30 cards, and this one has {30 - missing}: {told}."
    assert "this one has 31: 1 too many" in faults([*EMBER, number_of("Blank")], POOL)[0]


def test_one_level_four_in_one_copy_arc_01():
    assert faults(deck(Sun=1, Push=1), POOL) == ()
    (fault,) = faults(deck(Sun=2, Push=0), POOL)
    assert fault.endswith("this one has 2 of Sun (TST-04).")
    (fault,) = faults(deck(Sun=1, Ocean=1, Push=0), POOL)
    assert fault.endswith("this one has 1 of Sun (TST-04) and 1 of Ocean (TST-08).")


@pytest.mark.parametrize(
    ("cards", "fault"),
    [
        (deck(Push=3, Mire=1), "A deck has at most 2 copies of a card, and this one has 3 of Push (TST-31)."),
        (
            deck(Spark=0, Lucky=0, Echo=2, Coin=2),
            "A deck needs at least one Level 1 Character to begin with.",
        ),
        ([*deck(Push=0), "XXX-99", "XXX-99"], 'There is no card "XXX-99" among the cards of this match.'),
    ],
    ids=["two copies at most", "a Level 1 at least", "an unknown number is named once"],
)
def test_the_refusal_of_a_deck_names_the_broken_rule_arc_01(cards, fault):
    assert faults(cards, POOL) == (fault,)


def test_a_long_list_of_faults_is_cut():
    (fault,) = [fault for fault in faults([f"NO-{n:02}" for n in range(30)], POOL) if "no card" in fault]
    assert fault.endswith('"NO-05" or 24 others among the cards of this match.')


def test_every_fault_is_listed_at_once_arc_01():
    found = faults(["TST-04"] * 3 + ["TST-31"] * 5 + ["NIL-01"], POOL)
    assert len(found) == 5
    table = Table("", "", phase="decks")
    sentence = table.no(actions.BringDeck(("TST-04",) * 3 + ("TST-31",) * 5 + ("NIL-01",)), seat=1)
    assert all(fault in sentence for fault in found)


def test_only_legal_ready_made_decks_are_offered():
    assert set(ready_decks(POOL)) == set(DECKS)
    short = {"short": DeckList("Short", {"TST-01": 2})}
    pool = Pool([CardSet(key="test", title="Test", characters=CHARACTERS, decks=short)])
    assert ready_decks(pool) == {}


def test_bracketed_words_match_whole_words_of_traits_or_the_name_arc_03():
    assert "advance Flame" in Table("Spark; hand Flame", "Drop").legal(1)
    assert "advance Flame" not in Table("Emberling; hand Flame", "Drop").legal(1)
    assert "advance Snuffer" in Table("Spark; hand Snuffer", "Drop").legal(1)
    assert "advance Snuffer" not in Table("Lucky; hand Snuffer", "Drop").legal(1)


CARDS = st.lists(st.sampled_from([*POOL.cards, "XXX-01"]), max_size=36)


@given(CARDS)
def test_a_deck_has_no_fault_exactly_when_it_keeps_every_rule_arc_01(cards):
    copies = Counter(cards)
    known = {number: POOL.cards[number] for number in copies if number in POOL.cards}
    fours = sum([copies[number] for number, card in known.items() if card.level == 4])
    legal = (
        len(cards) == 30
        and len(known) == len(copies)
        and max(copies.values()) <= 2
        and fours <= 1
        and any(card.level == 1 for card in known.values())
    )
    assert (faults(cards, POOL) == ()) == legal


@given(st.sampled_from(sorted(DECKS)), st.data())
def test_any_seen_part_of_a_legal_deck_can_be_completed_to_a_legal_deck_arc_01(key, data):
    seen = data.draw(st.permutations(deck_cards(DECKS[key])))[: data.draw(st.integers(0, 30))]
    guessed = a_deck_with([*seen[:-1], *(["TST-48"] * (len(seen) > 1))], POOL, fresh_randomness(len(seen)))
    assert faults(guessed, POOL) == ()
    assert not Counter(seen[:-1]) - Counter(guessed)
