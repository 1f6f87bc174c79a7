"""The league of the computer players, and the strengths computed from its results."""

from __future__ import annotations

import json
import random
from typing import Any
from unittest.mock import patch

import pytest

from bot.engine.players.opponent import ANCHOR
from bot.games.computers import COMPUTERS
from bot.games.neocombat.rules.rules import NeoCombatRules
from bot.games.neocombat.rules.view import NeoView
from bot.games.registry import GAMES
from bot.parts.workshop.lab.league import Observed, Record, fixtures, played, strengths


def record(**wins: tuple[int, int]) -> Record:
    """Return the record of pairs such as `a_b=(30, 10)`."""
    found = Record()
    for pair, (won, lost) in wins.items():
        first, second = pair.split("_")
        found.wins[first, second], found.wins[second, first] = won, lost
    return found


def test_three_wins_of_four_are_about_191_points():
    found = strengths(record(a_b=(300_000, 100_000)), ["a", "b"], "b")
    assert found["b"].points == ANCHOR
    assert found["b"].margin == 0
    assert found["a"].points == pytest.approx(ANCHOR + 190.85, abs=0.1)


def test_margins_are_those_of_the_binomial_and_halve_with_four_times_the_matches():
    few, many = (strengths(record(a_b=(n, n)), ["a", "b"], "b")["a"].margin for n in (50, 200))
    assert few == pytest.approx(1.96 * 173.7 * 2 / 101**0.5, rel=0.01)
    assert few / many == pytest.approx(2, rel=0.02)


def test_strengths_of_three_depend_on_all_their_results():
    found = strengths(record(a_b=(640, 360), b_c=(640, 360), a_c=(760, 240)), list("abc"), "b")
    assert found["a"].points == pytest.approx(ANCHOR + 100, abs=3)
    assert found["c"].points == pytest.approx(ANCHOR - 100, abs=3)


def test_a_player_who_wins_everything_has_a_finite_strength():
    found = strengths(record(a_b=(20, 0)), ["a", "b"], "b")["a"]
    assert 500 < found.points - ANCHOR < 800
    assert found.margin > 300


def test_a_draw_is_half_a_win():
    found = Record()
    for winners in ({0}, {1}, set(), set()):
        found.add(("a", "b"), winners)
    assert found.points("a", "b") == found.points("b", "a") == 2
    assert strengths(found, ["a", "b"], "b")["a"].points == pytest.approx(ANCHOR)


def test_each_player_has_either_seat_equally_often_and_is_timed_if_it_has_a_choice():
    rules = GAMES["neo-combat"].rules
    options = rules.normalize(rules.Options(), 2)
    wanted = fixtures("neo-combat", ("random", "rookie"), options, 2, "seats", 1)
    assert [list(each.numbers) for each in wanted] == [[0, 1]]
    with played(wanted, 1) as records:
        (found,) = records
    assert found.matches("random", "rookie") == 2
    assert found.points("rookie", "random") == 2, "it wins from both seats"
    assert all(seconds >= 0 for seconds in found.seconds["rookie"])
    assert len(found.seconds["rookie"]) > 20


def test_a_decision_without_a_choice_is_not_timed():
    player = Observed(COMPUTERS["random"])
    assert player.choose(GAMES["papyrus"].rules, None, ["only"], random.Random(1)) == "only"
    assert player.seconds == []


class TellingView(NeoView, frozen=True):
    """A view of Neo-Combat with the hand of another seat."""

    other_hand: tuple[int, ...] = ()


true_view, true_legal = NeoCombatRules.view, NeoCombatRules.legal


def telling_view(rules: Any, state: Any, seat: int) -> Any:
    """Return the view of a seat with a planted leak."""
    view = true_view(rules, state, seat)
    fields = {field: getattr(view, field) for field in view.__struct_fields__}
    return TellingView(**fields, other_hand=state.hands[1 - seat])


def telling_legal(rules: Any, state: Any, seat: int) -> Any:
    """Return the legal actions of a seat, reversed if another seat's first card has an odd number."""
    legal = list(true_legal(rules, state, seat))
    hand = state.hands[1 - seat]
    return legal[::-1] if hand and hand[0] % 2 else legal


@pytest.mark.parametrize(
    ("planted", "sentence"),
    [
        ({"view": telling_view}, "The view of seat"),
        ({"legal": telling_legal}, "The list of legal actions of seat"),
    ],
)
def test_a_leak_planted_in_the_input_of_a_player_is_detected(planted, sentence, told):
    line = "league neo-combat --games 2 --players rookie tracker"
    with patch.multiple(NeoCombatRules, **planted):
        code, words = told(line)
    assert (code, sentence in words) == (1, True)
    assert told(line)[0] == 0


def test_the_command_reports_strengths_and_times(told):
    line = "league neo-combat --games 2 --players rookie random"
    code, words = told(f"{line} --json")
    players = json.loads(words)["players"]
    rookie = players["rookie"]
    assert code == 0
    assert rookie["strength"] > players["random"]["strength"]
    assert 0 < rookie["median_ms"] <= rookie["p99_ms"] <= rookie["slowest_ms"]
    assert "rookie" in told(line)[1]


def test_strengths_are_relative_to_the_normal_players():
    for game in [key for key, one in GAMES.items() if one.computers]:
        able = [each for each in COMPUTERS.values() if each.plays(game)]
        strengths = {each.level: each.strength(game) for each in able}
        assert strengths["normal"] == ANCHOR
        assert strengths["easy"] < ANCHOR < strengths["hard"]
