"""The easy computer players: one plays at random, the others overlook things, as people do."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence

from bot.engine.players.opponent import RandomPlayer
from bot.games.computers import COMPUTERS
from tests.audited import PAPYRUS
from tests.games.papyrus.chance import playthrough


class Watched(Sequence):
    """Legal actions that record which of them are built."""

    def __init__(self, actions):
        self.actions, self.built = actions, 0

    def __len__(self):
        return len(self.actions)

    def __getitem__(self, index):
        self.built += 1
        return self.actions[index]


def test_the_random_player_builds_only_its_action():
    legal = Watched(range(1000))
    chosen = RandomPlayer().choose(PAPYRUS, None, legal, random.Random(1))
    assert chosen in range(1000)
    assert legal.built == 1


def test_the_random_player_takes_each_action_equally_often():
    rng = random.Random(1)
    taken = Counter(RandomPlayer().choose(PAPYRUS, None, "abcdef", rng) for _ in range(12_000))
    # Chi-square with 5 degrees of freedom; chance exceeds the limit once in 1,000.
    assert sum((taken[each] - 2000) ** 2 / 2000 for each in "abcdef") < 20.5


def test_an_overlooked_unit_is_overlooked_for_the_whole_turn():
    """Otherwise the next decision would find it: the same unit has the same random number all round."""
    player, forgotten = COMPUTERS["recruit"], dict[tuple, set[bool]]()
    for state in [turning.after for turning in playthrough(1)][::5]:
        for seat in PAPYRUS.to_act(state):
            view = PAPYRUS.view(state, seat)
            for action in list(PAPYRUS.legal(state, seat))[:200]:
                if hasattr(action, "unit"):
                    lots = forgotten.setdefault((view.round, seat, action.unit), set())
                    lots.add(player._forgets(view, seat, action))
    assert all(len(lots) == 1 for lots in forgotten.values())
    assert {lot for lots in forgotten.values() for lot in lots} == {True, False}
