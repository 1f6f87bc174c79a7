"""Chances and verdicts: made from views alone, deterministic, for all games."""

from __future__ import annotations

import pytest

from bot.engine.fair import Stream
from bot.games.computers import normal_player
from bot.games.registry import GAMES
from bot.matches.options import read_options
from bot.parts.analysis.review import Effort, Point, estimated, evenly, judged, shares, swings
from tests.parts.analysis.test_hints import moments

LITTLE = Effort(worlds=2, ahead=3)


@pytest.mark.parametrize("key", [key for key, game in GAMES.items() if game.computers])
def test_chances_cover_all_sides_and_are_deterministic(key: str) -> None:
    rules = GAMES[key].rules
    state = moments(key)[-1][0]
    view = rules.view(state, None)
    found = estimated(key, rules.version, view, LITTLE, "seed")
    assert found == estimated(key, rules.version, view, LITTLE, "seed")
    assert len(found.chances) == len(rules.teams(view.seats))
    assert sum(found.chances) == pytest.approx(1)
    assert 2 <= found.steps <= 2 * (1 + 3)


def test_partners_have_one_chance_crf_22() -> None:
    rules = GAMES["crossfire"].rules
    state = rules.setup(read_options(rules, {}, 4), 4, Stream("four", bytes(32)))
    assert shares(rules, normal_player("crossfire"), state) == (0.5, 0.5)  # type: ignore[arg-type]


def test_a_missed_shot_is_found_and_a_fired_one_is_not() -> None:
    rules = GAMES["papyrus"].rules
    fired = [
        (state, seat, action)
        for state, seat, action in moments("papyrus")
        if type(action).__name__ == "Attack"
    ]
    found = []
    for state, seat, _ in fired[::12]:
        view, ending = rules.view(state, seat), rules.legal(state, seat)[-1]
        missed = judged("papyrus", rules.version, view, ending, 12, 6, "seed")
        assert type(missed.better).__name__ == "Attack"
        found.append((missed.gain, view, ending, missed))
    gain, view, ending, missed = max(found, key=lambda each: each[0])
    assert gain > 0
    same = judged("papyrus", rules.version, view, missed.better, 12, 6, "seed")
    assert (same.better, same.gain) == (None, 0.0)
    assert missed == judged("papyrus", rules.version, view, ending, 12, 6, "seed")


def test_the_largest_changes_are_first_and_small_ones_are_left_out() -> None:
    points = [Point(number, (chance, 1 - chance)) for number, chance in enumerate((0.5, 0.51, 0.9, 0.3))]
    assert [place for _, place in swings(points)] == [2, 1]
    assert evenly(range(10), 3) == [0, 4, 9]
    assert evenly([1, 2], 3) == [1, 2]
