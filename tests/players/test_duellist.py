"""The Duellist's decisions at Arclash, each in a position where one of them is plainly the best."""

from __future__ import annotations

import random
from time import process_time

import pytest

from bot.engine.fair import Stream
from bot.games.arclash.cards.cards import CardSet, Character, DeckList, Library, Pool, Support
from bot.games.arclash.cards.words import Ability, Buff, Choose, Debuff, Dice, DrawCards, May
from bot.games.arclash.rules.options import Options
from bot.games.arclash.rules.rules import ArclashRules
from bot.players import COMPUTERS
from tests.games.arclash.table import RULES, Table

DUELLIST = COMPUTERS["duellist"]


def choice(table: Table, seat: int = 1) -> str:
    """What it does in a story, in the words of the story; the same in ten moods."""
    view, legal = RULES.view(table.state, seat - 1), list(RULES.legal(table.state, seat - 1))
    chosen = [DUELLIST.choose(RULES, view, legal, random.Random(mood)) for mood in range(10)]
    (action,) = {legal.index(each) for each in chosen}
    return table.legal(seat)[action]


def last_word(*seats: str, **more) -> Table:
    """A Support stage in which all others have passed, and the first player is on turn."""
    table = Table.in_support(*seats, **more)
    for seat in range(2, len(seats) + 1):
        table.change(seat, done=True)
    table.state.current = 0
    return table


# The opening and advancing


def test_it_opens_with_the_strongest_level_1_that_leads_on():
    table = Table("; deck Emberling Spark Drop Flame Flame Flame Blaze", "Drop", phase="openers")
    assert choice(table) == "open Spark"


def test_it_advances_when_that_costs_nothing():
    assert choice(Table("Spark; hand Flame Push Blank", "Drop")) == "advance Flame"


def test_it_pays_with_what_is_worth_least():
    table = Table("Spark Flame; hand Blaze Push Emberling Push", "Drop Stream; hand Blank Blank")
    assert choice(table) == "advance Blaze"
    table.do("1: advance Blaze")
    assert choice(table) == "pay Emberling"


def test_it_plans_the_cheap_step_that_leads_on():
    """Snuffer advances from a Spark as well, but no Blaze advances from it."""
    table = Table("Spark; hand Snuffer Flame Blaze Blank Blank", "Drop Stream")
    assert choice(table) == "advance Flame"


def test_it_stands_when_nothing_leads_on():
    assert choice(Table("Spark; hand River Push", "Drop")) == "stand"


# Supports


def test_it_passes_when_it_has_won_anyway():
    assert choice(last_word("Spark Flame; hand Push Push", "Drop; hand Push")) == "pass"


def test_it_plays_the_cheapest_support_that_wins():
    assert choice(last_word("Spark Flame; hand Kindle Push", "Drop Stream")) == "play Push"


def test_it_plays_the_support_that_is_needed():
    """450 against its 400: with 50 more it would only tie."""
    rival = "Drop Counter; hand Blank Blank Blank Blank Blank Blank"
    assert choice(last_word("Spark Flame; hand Push Kindle", rival)) == "play Kindle"


def test_it_begins_when_two_together_win():
    table = last_word("Spark Flame; hand Push Kindle", "Drop Leaper")
    assert choice(table) != "pass"
    table.do(choice(table), seat=1)
    assert choice(table) != "pass"
    table.do(choice(table), seat=1)
    assert choice(table) == "pass"
    table.do("1: pass")
    assert table.scores == [3, 0]


def test_it_saves_its_supports_when_nothing_helps():
    assert choice(last_word("Spark; hand Push Kindle", "Drop Stream River")) == "pass"


def test_it_plays_everything_where_the_match_would_be_lost():
    """Three points short of the goal the rival would win the match with this battle."""
    table = last_word("Spark Flame; hand Kindle Push; score 2", "Drop Leaper; score 8")
    assert choice(table) != "pass"


# Questions


def test_it_strikes_at_the_strongest():
    table = last_word("Spark Flame; hand Mire", "Drop", "Drop Stream")
    assert choice(table) == "play Mire"
    table.do("1: play Mire")
    assert choice(table) == "choose seat 3"


def test_of_equals_it_strikes_at_the_leader():
    table = Table.in_support("Spark; hand Mire", "Drop Stream; score 1", "Drop Stream; score 7")
    table.do("1: play Mire")
    assert choice(table) == "choose seat 3"


def test_it_discards_what_is_of_least_use():
    table = last_word("Drop; hand Purge", "Spark; hand Push Emberling Flame")
    table.do("1: play Purge")
    assert choice(table, seat=2) == "choose Emberling"


def test_it_takes_the_best_of_anothers_hand():
    table = last_word("Drop; hand Peek", "Spark; hand Emberling Push Emberling")
    table.do("1: play Peek")
    assert choice(table) == "choose Push"


def test_it_finds_what_leads_on():
    table = last_word("Spark Flame; hand Scout; deck Emberling Blaze Emberling", "Drop")
    table.do("1: play Scout")
    assert choice(table) == "choose Blaze"


@pytest.mark.parametrize(
    ("rolled", "wanted"),
    [(1, "choose roll again"), (2, "choose roll again"), (5, "choose keep"), (6, "choose keep")],
)
def test_it_rolls_again_what_is_below_average(rolled, wanted):
    table = Table.in_support("Lucky; hand Dice", "Emberling; hand Blank Blank Blank", dice=(rolled,))
    table.state.current = 0
    table.do("1: play Dice")
    assert choice(table) == wanted


def test_it_pays_for_what_wins_the_battle_and_not_for_what_does_not():
    table = last_word("Spark; hand Bargain Emberling", "Drop")
    table.do("1: play Bargain")
    assert choice(table) == "choose yes"
    table = last_word("Spark; hand Bargain Kindle", "Drop Stream River")
    table.do("1: play Bargain")
    assert choice(table) == "choose no"


# Beginning anew


def test_it_begins_anew_when_it_is_stuck():
    table = Table("Emberling; hand Spark Flame Blaze Blank", "Drop Stream", phase="renew")
    assert choice(table) == "renew Spark"


def test_it_keeps_a_stack_that_leads_on():
    table = Table("Spark Flame; hand Spark Blaze Blank", "Drop Stream", phase="renew")
    assert choice(table) == "stay"


# Cards made to be hard to think through


def test_no_set_of_cards_keeps_it_waiting():
    """Each of these Supports has thousands of ways to come out, and there are eight of them in hand."""
    pick = Choose(((Buff(25),), (DrawCards(),), (Debuff(25),), (May((Buff(Dice(10, 20)),)),)))
    nasty = [
        Support(number=f"BAD-{number:02}", name=f"Maze{number}", abilities=(Ability("played", (pick,) * 6),))
        for number in range(1, 9)
    ]
    ones = [
        Character(number=f"BAD-{number}", name=f"One{number}", level=1, power=300) for number in range(10, 19)
    ]
    cards = {card.number: 2 for card in (*nasty, *ones)} | {
        "BAD-10": 1,
        "BAD-11": 1,
        "BAD-12": 1,
        "BAD-13": 1,
    }
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
