"""The computer players: what all of them promise."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence

import pytest

from bot.engine.contract import Resign
from bot.engine.fair import Stream
from bot.players import COMPUTERS
from bot.players.novice import RandomPlayer
from bot.registry import GAMES
from tests.audited import PAPYRUS, SMALL, series
from tests.audited import read_options as options_of


def test_each_is_seated_under_its_own_key_and_can_be_listed():
    for key, computer in COMPUTERS.items():
        assert computer.key == key
        assert 0 < len(computer.title) <= 32
        assert 0 < len(computer.description) <= 100
        assert any(computer.plays(game) for game in GAMES)


def test_every_game_has_one():
    for game in GAMES:
        assert [computer for computer in COMPUTERS.values() if computer.plays(game)]


class Watched(Sequence):
    """Legal actions that note which of them are built."""

    def __init__(self, actions):
        self.actions, self.built = actions, 0

    def __len__(self):
        return len(self.actions)

    def __getitem__(self, index):
        self.built += 1
        return self.actions[index]


def test_the_random_player_builds_only_the_action_it_takes():
    legal = Watched(range(1000))
    chosen = RandomPlayer().choose(PAPYRUS, None, legal, random.Random(1))
    assert chosen in range(1000)
    assert legal.built == 1


def test_the_random_player_takes_each_action_equally_often():
    rng = random.Random(1)
    taken = Counter(RandomPlayer().choose(PAPYRUS, None, "abcdef", rng) for _ in range(12_000))
    # Chi-square with 5 degrees of freedom, passed by chance once in 1,000.
    assert sum((taken[each] - 2000) ** 2 / 2000 for each in "abcdef") < 20.5


@pytest.mark.parametrize("key", COMPUTERS)
@pytest.mark.parametrize(
    ("options", "seats"),
    [
        (SMALL, 2),
        ({"squad": 4, "critical": True, "rounds": 4, "map": "paper-town"}, 2),
        ({"squad": 1, "kinds": "basic"}, 2),
        ({"squad": 3, "kinds": "intermediate", "width": 12, "height": 12}, 3),
        ({"squad": 4, "map": "pinwheel"}, 4),
    ],
)
def test_every_choice_is_legal_until_the_match_has_ended(key, options, seats):
    if not COMPUTERS[key].plays("papyrus"):
        return
    rng, mood = Stream("legal", bytes(32)), random.Random(key)
    state = PAPYRUS.setup(options_of(PAPYRUS, options, seats), seats, rng)
    while PAPYRUS.outcome(state) is None:
        for seat in sorted(PAPYRUS.to_act(state)):
            legal, view = PAPYRUS.legal(state, seat), PAPYRUS.view(state, seat)
            action = COMPUTERS[key].choose(PAPYRUS, view, legal, mood)
            assert action in list(legal)
            assert not isinstance(action, Resign)
            PAPYRUS.apply(state, seat, action, rng)


@pytest.mark.parametrize("key", COMPUTERS)
def test_the_same_view_and_mood_give_the_same_choice(key):
    once, again = (series(players=[key]).play(3) for _ in range(2))
    assert once.actions == again.actions


@pytest.mark.parametrize("key", COMPUTERS)
def test_secret_phases_are_played_without_a_look_at_the_others(key):
    """Two states that the seat cannot tell apart get the same choice (PAP-02, PAP-03, PAP-24)."""
    played = series({"squad": 3, "width": 10, "height": 6}, players=["random"]).play(1)
    rng = Stream("other", bytes(32))
    state = PAPYRUS.setup(played.options, 2, rng)
    compared = 0
    for seat, action in played.actions:
        if state.phase not in ("picking", "placing"):
            break
        other = PAPYRUS.resample(PAPYRUS.view(state, seat), rng)
        choices = [
            COMPUTERS[key].choose(
                PAPYRUS, PAPYRUS.view(each, seat), PAPYRUS.legal(each, seat), random.Random(compared)
            )
            for each in (state, other)
        ]
        assert choices[0] == choices[1]
        compared += 1
        PAPYRUS.apply(state, seat, action, rng)
    assert compared > 10
