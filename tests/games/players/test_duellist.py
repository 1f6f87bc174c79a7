"""The Duellist's decisions at Arclash, each in a position with one clearly best action."""

from __future__ import annotations

import random
from time import process_time

import pytest

from bot.engine.cards.words.dice import Dice
from bot.engine.cards.words.hands import DrawCards
from bot.engine.cards.words.logic import Choose, May
from bot.engine.fair import Stream
from bot.games.arclash.cards.cards import CardSet, Character, DeckList, Library, Pool, Support
from bot.games.arclash.cards.words.abilities import Ability
from bot.games.arclash.cards.words.power import Buff, Debuff
from bot.games.arclash.rules.options import Options
from bot.games.arclash.rules.rules import ArclashRules
from bot.games.computers import COMPUTERS
from tests.games.arclash.table import RULES, Table

DUELLIST = COMPUTERS["duellist"]


def choice(table: Table, seat: int = 1) -> str:
    """Return its action in a story, as text; it must be the same for ten moods."""
    view, legal = RULES.view(table.state, seat - 1), list(RULES.legal(table.state, seat - 1))
    chosen = [DUELLIST.choose(RULES, view, legal, random.Random(mood)) for mood in range(10)]
    (action,) = {legal.index(each) for each in chosen}
    return table.legal(seat)[action]


def last_word(*seats: str, **more) -> Table:
    """Return a Support stage in which all others have passed, with the first player on turn."""
    table = Table.in_support(*seats, **more)
    for seat in range(2, len(seats) + 1):
        table.change(seat, done=True)
    table.state.current = 0
    return table


# ---- the opening, advancing and renewing


@pytest.mark.parametrize(
    ("mine", "rival", "phase", "wanted"),
    [
        # the strongest level 1 that can advance
        ("; deck Emberling Spark Drop Flame Flame Flame Blaze", "Drop", "openers", "open Spark"),
        ("Spark; hand Flame Push Blank", "Drop", "advance", "advance Flame"),
        # Snuffer advances from a Spark as well, but no Blaze advances from it
        ("Spark; hand Snuffer Flame Blaze Blank Blank", "Drop Stream", "advance", "advance Flame"),
        ("Spark; hand River Push", "Drop", "advance", "stand"),
        ("Emberling; hand Spark Flame Blaze Blank", "Drop Stream", "renew", "renew Spark"),
        ("Spark Flame; hand Spark Blaze Blank", "Drop Stream", "renew", "stay"),
    ],
)
def test_it_builds_a_character_that_can_advance_for_free(mine, rival, phase, wanted):
    assert choice(Table(mine, rival, phase=phase)) == wanted


def test_it_pays_with_the_card_of_least_value():
    table = Table("Spark Flame; hand Blaze Push Emberling Push", "Drop Stream; hand Blank Blank")
    assert choice(table) == "advance Blaze"
    table.do("1: advance Blaze")
    assert choice(table) == "pay Emberling"


# ---- Supports


@pytest.mark.parametrize(
    ("mine", "rival", "wanted"),
    [
        ("Spark Flame; hand Push Push", "Drop; hand Push", "pass"),
        ("Spark Flame; hand Kindle Push", "Drop Stream", "play Push"),
        # 450 against 400: with 50 more it would only tie
        ("Spark Flame; hand Push Kindle", "Drop Counter; hand " + "Blank " * 6, "play Kindle"),
        ("Spark; hand Push Kindle", "Drop Stream River", "pass"),
    ],
)
def test_it_plays_the_cheapest_support_that_wins_and_saves_the_others(mine, rival, wanted):
    assert choice(last_word(mine, rival)) == wanted


def test_it_begins_when_two_together_win():
    table = last_word("Spark Flame; hand Push Kindle", "Drop Leaper")
    assert choice(table) != "pass"
    table.do(choice(table), seat=1)
    assert choice(table) != "pass"
    table.do(choice(table), seat=1)
    assert choice(table) == "pass"
    table.do("1: pass")
    assert table.scores == [3, 0]


def test_it_plays_every_support_that_may_save_the_match():
    """Three points short of the goal the opponent would win the match with this battle."""
    table = last_word("Spark Flame; hand Kindle Push; score 2", "Drop Leaper; score 8")
    assert choice(table) != "pass"


# ---- questions


def test_it_attacks_the_strongest_and_of_equals_the_leader():
    table = last_word("Spark Flame; hand Mire", "Drop", "Drop Stream")
    assert choice(table) == "play Mire"
    table.do("1: play Mire")
    assert choice(table) == "choose seat 3"
    equal = Table.in_support("Spark; hand Mire", "Drop Stream; score 1", "Drop Stream; score 7")
    equal.do("1: play Mire")
    assert choice(equal) == "choose seat 3"


@pytest.mark.parametrize(
    ("mine", "rival", "played", "seat", "wanted"),
    [
        ("Drop; hand Purge", "Spark; hand Push Emberling Flame", "Purge", 2, "Emberling"),
        ("Drop; hand Peek", "Spark; hand Emberling Push Emberling", "Peek", 1, "Push"),
        # the card that can advance
        ("Spark Flame; hand Scout; deck Emberling Blaze Emberling", "Drop", "Scout", 1, "Blaze"),
        ("Spark; hand Bargain Emberling", "Drop", "Bargain", 1, "yes"),
        ("Spark; hand Bargain Kindle", "Drop Stream River", "Bargain", 1, "no"),
    ],
)
def test_it_exchanges_the_least_useful_card_for_the_most_useful(mine, rival, played, seat, wanted):
    table = last_word(mine, rival)
    table.do(f"1: play {played}")
    assert choice(table, seat=seat) == f"choose {wanted}"


@pytest.mark.parametrize("rolled", [1, 2, 5, 6])
def test_it_rerolls_results_below_average(rolled):
    table = Table.in_support("Lucky; hand Dice", "Emberling; hand Blank Blank Blank", dice=(rolled,))
    table.state.current = 0
    table.do("1: play Dice")
    assert choice(table) == ("choose roll again" if rolled < 3 else "choose keep")


# ---- cards that are slow to evaluate


def test_it_decides_in_time_with_any_set_of_cards():
    """Each of these Supports has thousands of outcomes, and eight of them are in the hand."""
    pick = Choose(((Buff(25),), (DrawCards(),), (Debuff(25),), (May((Buff(Dice(10, 20)),)),)))
    nasty = [
        Support(number=f"BAD-{number:02}", name=f"Maze{number}", abilities=(Ability("played", (pick,) * 6),))
        for number in range(1, 9)
    ]
    ones = [
        Character(number=f"BAD-{number}", name=f"One{number}", level=1, power=300) for number in range(10, 19)
    ]
    single = {"BAD-10", "BAD-11", "BAD-12", "BAD-13"}
    cards = {card.number: 1 if card.number in single else 2 for card in (*nasty, *ones)}
    bad = CardSet(
        "bad", "Bad", characters=tuple(ones), supports=tuple(nasty), decks={"bad": DeckList("B", cards)}
    )
    rules = ArclashRules(Library(Pool([bad])))
    rng, mood = Stream("bad", bytes(32)), random.Random(1)
    state = rules.setup(Options(rounds=2), 3, rng)
    longest = 0.0
    while rules.outcome(state) is None:
        seat = min(rules.to_act(state))
        view, legal = rules.view(state, seat), rules.legal(state, seat)
        begin = process_time()
        action = DUELLIST.choose(rules, view, legal, mood)
        longest = max(longest, process_time() - begin)
        rules.apply(state, seat, action, rng)
    assert longest < 0.2
