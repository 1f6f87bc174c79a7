"""Options, decks, the first Character, first hands (ARC-04, ARC-05)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from bot.engine.cards.deckbuilding import deck_cards
from bot.engine.errors import BadOptions
from bot.games.arclash.cards.cards import CardSet, Library, Pool
from bot.games.arclash.rules import actions, facts
from bot.games.arclash.rules.options import Options
from bot.games.arclash.rules.rules import ArclashRules
from tests.games.arclash.cards_for_tests import CHARACTERS, DECKS, POOL, TEST_SET
from tests.games.arclash.table import RULES, Table
from tests.games.random_play import fresh_randomness


def opening(seats: int = 2) -> Table:
    return Table(*[""] * seats, phase="decks", turn=0)


def test_the_defaults_are_five_points_a_seat_and_fifty_turns_arc_04_arc_14():
    assert [RULES.normalize(Options(), seats).score for seats in range(2, 7)] == [10, 15, 20, 25, 30]
    normalized = RULES.normalize(Options(), 2)
    assert (normalized.score, normalized.rounds, normalized.cards) == (10, 50, POOL.hash)
    assert RULES.normalize(normalized, 2) == normalized
    assert RULES.cards_of(normalized) == POOL.hash == RULES.cards


@pytest.mark.parametrize(
    ("seats", "options", "sentence"),
    [
        *[(seats, {}, f"2 to 6 seats, not {seats}") for seats in (0, 1, 7)],
        *[
            (2, {"score": n}, f"option score must be a whole number from 0 to 200, not {n}")
            for n in (201, -3)
        ],
        *[(2, {"rounds": n}, "option rounds must be a whole number from 0 to 200") for n in (-1, 201)],
    ],
)
def test_seats_points_and_turns_are_limited_arc_04_arc_14(seats, options, sentence):
    with pytest.raises(BadOptions, match=sentence):
        RULES.normalize(Options(**options), seats)
    assert [RULES.normalize(Options(score=agreed), 6).score for agreed in (1, 200)] == [1, 200]


def test_a_match_pins_its_pool_which_must_have_a_legal_deck():
    other = Pool([replace(TEST_SET, key="other")])
    library = Library(POOL)
    rules = ArclashRules(library)
    assert not rules.has_cards(other.hash)
    with pytest.raises(BadOptions, match="There are no cards"):
        rules.normalize(Options(cards=other.hash), 2)
    library.add(other)
    assert rules.has_cards(other.hash)
    assert rules.cards_of(rules.normalize(Options(cards=other.hash), 2)) == other.hash
    assert (rules.suggestions("cards"), rules.suggestions("score")) == (("standard",), ())
    bare = Pool([CardSet(key="bare", title="Bare", characters=CHARACTERS)])
    with pytest.raises(BadOptions, match="no legal ready deck"):
        ArclashRules(Library(bare)).normalize(Options(), 2)


def test_all_choose_decks_at_once_in_secret_arc_05():
    table = opening(3)
    assert table.awaited == [1, 2, 3]
    told = table.do("2: deck tide")
    assert told == [facts.Chose(1, "deck")]
    assert table.told(2) == [facts.Chose(1, "deck", own=True, deck="The Tides")]
    assert table.told(1) == told
    assert table.view().places[1].ready
    assert table.view(2).deck == deck_cards(DECKS["tide"])
    assert table.view(1).deck == ()
    assert table.awaited == [1, 3]


def test_a_custom_deck_is_accepted_if_it_is_legal_arc_01():
    table = opening()
    own = tuple(reversed(deck_cards(DECKS["high"])))
    events = RULES.apply(table.state, 0, actions.BringDeck(own), table.rng)
    assert events[0].seen_by(0) == facts.Chose(0, "deck", own=True, deck="own")
    assert events[0].public == facts.Chose(0, "deck")
    assert table.view(1).deck == deck_cards(DECKS["high"])


def test_a_deck_can_be_changed_until_all_have_one():
    table = opening()
    sentence = table.no(actions.TakeDeck("embers"), seat=1)
    assert sentence.startswith('There is no ready deck "embers". Did you mean "ember"? The decks are: ')
    table.do("1: deck tide")
    assert table.legal(1) == ["withdraw"]
    assert table.no("1: deck ember") == "You have chosen already: withdraw your choice if you want another."
    assert table.do("1: withdraw") == [facts.Withdrew(0, "deck")]
    assert table.view(1).deck == ()
    table.play("1: deck ember", "2: deck tide")
    assert table.state.phase == "openers"
    assert table.no("1: withdraw") == "There is nothing to take back: you have no choice lying face down."


def test_first_characters_are_revealed_together_and_all_draw_eight_arc_05():
    table = opening(3)
    table.play("1: deck ember", "2: deck tide", "3: deck mixed")
    openers = [shown.number for shown in table.view(1).openers]
    assert sorted(openers) == ["TST-01", "TST-01", "TST-19", "TST-19"]
    told = table.do("1: open Spark")
    assert told == [facts.Chose(0, "opener")]
    assert table.view(2).places[0].stack == ()
    assert table.view(1).placed.number == "TST-01"
    table.do("2: open Dawn")
    told = table.do("3: open Bully")
    assert [shown.number for shown in told[1].characters] == ["TST-01", "TST-14", "TST-15"]
    assert [type(fact) for fact in told[:2]] == [facts.Chose, facts.Opened]
    assert [table.stack(seat) for seat in (1, 2, 3)] == ["Spark", "Dawn", "Bully"]
    assert [len(side.hand) for side in table.state.sides] == [8, 8, 8]
    assert [len(side.deck.order) for side in table.state.sides] == [21, 21, 21]
    assert table.state.turn == 1


def test_only_a_level_one_of_the_own_deck_begins_arc_05():
    table = opening()
    table.play("1: deck ember", "2: deck tide")
    for name in ("Flame", "Push"):
        card = table.card(1, name, of="deck")
        assert (
            table.no(actions.Open(card), seat=1)
            == "That is no Level 1 Character of your deck: choose one that is."
        )
    assert table.no(actions.Open(table.card(2, "Drop", of="deck")), seat=1).startswith("That is no Level 1")


def test_the_numbers_of_cards_reveal_nothing_of_the_deck_arc_15():
    orders = set()
    for number in range(8):
        state = RULES.setup(RULES.normalize(Options(), 2), 2, fresh_randomness(number))
        rng = fresh_randomness(number)
        for seat in (0, 1):
            RULES.apply(state, seat, actions.TakeDeck("ember"), rng)
        orders.add(state.numbers[0])
        assert sorted(state.numbers[0]) == sorted(state.numbers[1]) == list(state.lists[0])
    assert len(orders) == 8


def test_actions_of_another_phase_are_refused_in_a_sentence():
    table = opening()
    assert table.no(actions.Stand(), seat=1) == "You stand in the Advance phase: now all choose their decks."
    assert table.no(actions.Advance(1), seat=1).startswith(
        "Characters are put face down in the Advance phase"
    )
    assert table.no(actions.Choose(1), seat=1) == "No card asks you anything now."
    later = Table("Spark", "Drop")
    assert later.no("1: deck ember") == "Decks are chosen before the match begins: now is the Advance phase."
