"""The Tracker's decisions at Neo-Combat, each in a position where one of them is plainly the best."""

from __future__ import annotations

import random
from statistics import median
from time import process_time

import pytest

from bot.engine.contract import Resign
from bot.engine.fair import Stream
from bot.engine.standardrules import set_at
from bot.games.neocombat.rules import actions
from bot.games.neocombat.rules.knowledge import revealed, shuffled
from bot.games.neocombat.rules.options import Options
from bot.games.neocombat.rules.state import NeoState
from bot.players import RandomPlayer
from bot.players.neocombat.tracker import Tracker
from bot.players.opponent import Opponent
from bot.simulation import Series
from tests.games.neocombat.chance import positions
from tests.games.neocombat.table import KINDS, POOL, RULES, Table, varan
from tests.games.neocombat.test_turn import moving
from tests.players.greedy import Greedy

TRACKER = Tracker()
SECONDS = 0.05
"""CPU time that a decision may take at the median."""


def series(*players: Opponent, games: int = 1, seed: str = "tests", **options) -> Series:
    """A series of matches between these players."""
    seats = len(players)
    return Series(
        rules=RULES,
        options=RULES.normalize(Options(**options), seats),
        seats=seats,
        players=players,
        games=games,
        seed=seed,
        views=False,
    )


def won(rival: Opponent, games: int, seed: str) -> int:
    """How many of so many matches it wins, half of them in each seat."""
    found = 0
    for seat, players in enumerate(((TRACKER, rival), (rival, TRACKER))):
        played = series(*players, games=games // 2, seed=seed)
        found += sum(played.play(number).outcome.winners == (seat,) for number in range(games // 2))
    return found


def chosen(state: NeoState, seat: int, mood: int = 1):
    """What it does in a position, seats from 0."""
    view, legal = RULES.view(state, seat), RULES.legal(state, seat)
    return TRACKER.choose(RULES, view, legal, random.Random(mood))


def choices(table: Table, seat: int = 1):
    """What it does in a story in any of its moods, seats from 1."""
    return {chosen(table.state, seat - 1, mood) for mood in range(8)}


def choice(table: Table, seat: int = 1):
    """What it does in a story, the same in all moods."""
    (found,) = choices(table, seat)
    return found


# Whole matches


PHASES = {"draft", "specials", "movement", "combat", "window", "second", "repair"}


def test_every_choice_is_legal_in_random_positions_of_all_phases():
    seen, looked_at = set(), 0
    for state in positions(range(24), kept=0.3):
        for seat in sorted(RULES.to_act(state)):
            action = chosen(state, seat)
            assert action in list(RULES.legal(state, seat))
            assert not isinstance(action, Resign)
            looked_at += 1
            seen.add("window" if state.fight else "second" if state.second else state.phase)
    assert looked_at > 600
    assert seen == PHASES


def test_two_states_that_look_the_same_get_the_same_choice_neo_18():
    rng, compared, different = Stream("other", bytes(32)), 0, 0
    for state in positions(range(100, 112), kept=0.12):
        for seat in sorted(RULES.to_act(state)):
            other = RULES.resample(RULES.view(state, seat), rng)
            different += (other.hands, other.varans) != (state.hands, state.varans)
            assert chosen(state, seat) == chosen(other, seat)
            compared += 1
    assert compared > 100
    assert different > compared / 2


def test_the_same_seed_plays_the_same_match():
    once, again = (series(TRACKER, TRACKER, seed="same").play(0) for _ in range(2))
    assert once.actions == again.actions


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (2, {"deal": "draft"}),
        (2, {"team": 8, "deal": "random"}),
        (3, {"end": "last"}),
        (4, {"team": 1}),
        (4, {"end": "second", "team": 3, "deal": "draft"}),
        (5, {}),
        (6, {"end": "last"}),
    ],
)
def test_it_plays_all_seats_deals_and_ends_until_varans_are_gone(seats, options):
    wanted = series(*[TRACKER] * seats, games=2, seed="seats", **options)
    for number in range(2):
        outcome = wanted.play(number).outcome
        assert outcome is not None
        assert "without damage" not in outcome.why
        assert outcome.winners


@pytest.mark.parametrize("seats", [2, 6])
def test_it_beats_the_random_player(seats):
    for seat in (0, seats - 1):
        players = [RandomPlayer()] * seats
        players[seat] = TRACKER
        wanted = series(*players, games=6, seed="beats")
        assert sum(wanted.play(number).outcome.winners == (seat,) for number in range(6)) >= 5


def test_it_beats_the_greedy_player():
    assert won(Greedy(), 40, "greedy") >= 24


@pytest.mark.soak
def test_it_beats_the_random_player_in_95_of_100_matches():
    assert won(RandomPlayer(), 200, "soak") >= 190


@pytest.mark.soak
def test_it_beats_the_greedy_player_in_60_of_100_matches():
    assert won(Greedy(), 400, "soak") >= 240


@pytest.mark.parametrize("seats", [2, 6])
def test_it_decides_quickly(seats):
    """50 ms of CPU a decision at the median, in truth far less."""
    took = []

    class Timed(Tracker):
        def choose(self, rules, view, legal, rng):
            begin = process_time()
            action = super().choose(rules, view, legal, rng)
            took.append(process_time() - begin)
            return action

    series(*[Timed()] * seats, seed="quick").play(0)
    assert median(took) < SECONDS


def test_a_table_of_another_game_gets_any_legal_action():
    assert TRACKER.choose(RULES, object(), "abc", random.Random(1)) in "abc"


# The combat


def play(table, card, target, user="", **how):
    return table.a_play(card, target, user, **how)


def test_it_kills_rather_than_wounds():
    table = Table("*A1 A2", "*B7/4 *C1").hold(1, "Burst").hold(2, "Burst")
    assert choice(table) == play(table, "Burst", "2.1", "1.1")


def test_it_shoots_with_who_is_seen_already():
    table = Table("A1 *A2", "*B1 C1").hold(1, "Burst").hold(2, "Burst, Slash")
    assert choice(table) == play(table, "Burst", "2.1", "1.2")


def test_it_strikes_from_under_the_cloak_rather_than_shows_itself_neo_09():
    table = Table("A1@2 A3", "*B1 C1").hold(1, "Burst, Slash").hold(2, "Burst, Burst, Heavy Burst")
    assert choice(table) == play(table, "Slash", "2.1", "1.1")


def test_a_sniper_stays_cloaked_neo_09():
    table = Table("A1 B2", "*B1 C1").hold(1, "Sniper Shot").hold(2, "Burst, Burst, Heavy Burst")
    assert choice(table) == play(table, "Sniper Shot", "2.1", "1.2")


def test_it_claims_what_it_can_neo_11():
    table = Table("*A1 *A2", "*B1 C1").hold(1, "Aimed Shot").hold(2, "Slash")
    assert choice(table) == play(table, "Aimed Shot", "2.1", "1.2", claim=True)


def test_it_announces_a_second_attack_when_it_has_a_card_for_it_neo_07():
    table = Table("*C1 A4", "*B1 B2").hold(1, "Burst, Burst").hold(2, "Slash")
    assert choice(table).again
    table = Table("*C1 A4", "*B1 B2").hold(1, "Burst, Slash").hold(2, "Slash")
    assert not choice(table).again


def test_it_does_not_spot_what_it_cannot_hit():
    table = Table("A1 A2", "B1 C1").hold(1, "Detect, Dodge").hold(2, "Slash, Burst")
    assert choice(table) == actions.Pass()
    table = Table("A1 A2", "B1 C1").hold(1, "Detect, Heavy Burst, Burst").hold(2, "Slash, Burst")
    assert {each.card for each in choices(table)} == {KINDS["Detect"]}


def remembered(table: Table, name: str, number: str, damage: int) -> Table:
    """Let everybody have seen who a cloaked token is, and its damage."""
    state, token = table.state, table.token(name)
    seat, place = divmod(token, state.options.team)
    state.knowledge = set_at(
        state.knowledge, seat, revealed(state.knowledge[seat], place, varan(number), POOL.roster)
    )
    state.wounds = set_at(state.wounds, varan(number), damage)
    return table


@pytest.mark.parametrize(("name", "number"), [("2.1", "B1"), ("2.3", "C2")])
def test_it_remembers_who_was_wounded_under_which_cloak_neo_18a(name, number):
    table = Table("A1 A2 A5", "B1 C1 C2").hold(1, "Detect, Burst, Burst").hold(2, "Slash, Burst")
    remembered(table, name, number, 5)
    assert choice(table) == play(table, "Detect", name)


def test_it_knows_what_a_shuffled_token_may_be_neo_18c():
    """One of 2.1 and 2.2 has one point left: either is a better target than who is whole for certain."""
    table = Table("A1 A2 A3", "B1 C1 C2").hold(1, "Detect, Burst, Burst").hold(2, "Slash, Burst")
    remembered(table, "2.1", "B1", 5)
    remembered(table, "2.3", "C2", 0)
    table.state.knowledge = set_at(table.state.knowledge, 1, shuffled(table.state.knowledge[1], (0, 1)))
    assert {each.target for each in choices(table)} == {table.token("2.1"), table.token("2.2")}


def test_it_stuns_who_could_attack_neo_05a():
    table = Table("A1 A2", "*B1 C1").hold(1, "Stun").hold(2, "Burst, Burst, Heavy Burst, Slash")
    assert choice(table) == play(table, "Stun", "2.1")


def test_it_has_nothing_against_the_first_of_equals():
    table = Table("*A1 A2", "*C1 B1", "*C1 B2").hold(1, "Burst").hold(2, "Burst").hold(3, "Burst")
    assert {each.target for each in choices(table)} == {table.token("2.1"), table.token("3.1")}


def test_it_passes_with_nothing_worth_playing():
    table = Table("A1 A2", "B1 C1").hold(1, "Dodge, Slash").hold(2, "Burst")
    assert choice(table) == actions.Pass()


# Answers


def attacked(target: str, card: str, answers: str) -> Table:
    table = Table("*A1@2 A3", f"{target} C2").hold(1, f"{card}, Burst").hold(2, answers)
    return table.play(1, card, "2.1", "1.1")


def test_it_answers_what_would_kill_neo_10():
    table = attacked("*B1/4", "Burst", "Dodge, Slash")
    assert choice(table, 2) == actions.Defend(KINDS["Dodge"])


def test_it_takes_the_cheapest_answer_that_saves_its_varan():
    table = attacked("*B1/4", "Burst", "Dodge, Armour")
    assert choice(table, 2) == actions.Defend(KINDS["Armour"])


def test_it_lets_a_scratch_through():
    table = Table("*A1@2 A3", "*C1 C2").hold(1, "Spot! or Snapshot, Burst").hold(2, "Dodge, Slash")
    table.play(1, "Spot! or Snapshot", "2.1", "1.1", way=1)
    assert choice(table, 2) == actions.Pass()


def test_it_claims_with_its_answer_neo_11():
    table = attacked("*B3", "Slash", "Parry, Dodge")
    assert choice(table, 2) == actions.Defend(KINDS["Parry"], claim=True)


# Movement


def test_it_sends_a_cloaked_striker_to_who_is_revealed_neo_05():
    table = moving("A3 A6", "*B1/3 C1", first=0).hold(1, "Slash").hold(2, "")
    found = None
    while found in (None, actions.Pass()) and table.state.phase == "movement":
        seat = min(table.awaited)
        if seat == 1:
            found = choice(table)
        table.passes(seat)
    assert isinstance(found, actions.Move)
    assert found.to == 2


def test_one_goes_to_the_centre_neo_04():
    table = moving("A3 A6", "B1 C1").hold(1, "Dodge").hold(2, "")
    moved = []
    while table.state.phase == "movement":
        seat = min(table.awaited)
        action = choice(table, seat) if seat == 1 else actions.Pass()
        moved += [action.to] if isinstance(action, actions.Move) else []
        table.do(seat, action)
    assert moved == [0]


def test_it_says_so_when_it_has_done_with_moving_neo_05b():
    table = moving("A2@0 A7", "B1 C1").hold(1, "Dodge").hold(2, "")
    while (table.state.step, table.awaited) != (2, {1}):
        table.passes(min(table.awaited))
    assert choice(table) == actions.Stop()


# Repair and the draft


def test_in_repair_it_dresses_wounds_and_cloaks_neo_14():
    table = Table("*A1/4 A2@3", "B1 C1").hold(1, "Field Dressing").repair()
    assert choice(table) == actions.Dress(KINDS["Field Dressing"], 0)
    table.do(1, choice(table))
    assert choice(table) == actions.Cloak(0)
    assert choice(table.do(1, choice(table))) == actions.Ready()


def test_it_shuffles_who_was_seen_with_who_was_not_neo_18a():
    table = Table("*A1 A2@1", "B1 C1").hold(1, "Burst").repair()
    done = []
    while choice(table) != actions.Ready():
        done.append(choice(table))
        table.do(1, done[-1])
    assert done == [actions.Cloak(0), actions.Shuffle(0), actions.Shuffle(1)]


def test_it_discards_what_is_worth_least_neo_15():
    table = Table("A1", "B1").hold(1, "Dodge, Dodge, Dodge, Dodge, Spot! or Snapshot, Killing Blow").repair()
    assert choice(table) == actions.Discard(KINDS["Spot! or Snapshot"])


def test_it_keeps_the_best_of_those_dealt_neo_01a():
    state = RULES.setup(Options(deal="draft"), 2, Stream("draft", bytes(32)))
    kept = chosen(state, 0)
    worths = {each: POOL.roster[each].worth for each in state.offers[0]}
    assert worths[kept.varan] == max(worths.values())
