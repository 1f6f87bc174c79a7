"""The search of hard players: within their budget, and from their view alone."""

from __future__ import annotations

import random
from functools import partial
from typing import Any

import pytest

from bot.engine.fair import Stream
from bot.engine.players.opponent import GameOpponent
from bot.engine.players.searcher import Searcher, play_on
from bot.games.arclash.players.duellist import Duellist
from bot.games.neocombat.players.tracker import Hunter, Tracker
from bot.games.neocombat.rules.rules import NeoCombatRules
from bot.games.overcross.players.plotter import Plotter
from bot.games.papyrus.players.skirmisher import Skirmisher, Strategist
from bot.games.registry import GAMES

NORMALS: dict[str, GameOpponent] = {
    "papyrus": Skirmisher(),
    "arclash": Duellist(),
    "neo-combat": Tracker(),
    "overcross": Plotter(),
}


def searcher(game: str, steps: int) -> Searcher:
    kind = type("Thorough", (Searcher,), {"normal": NORMALS[game], "width": 4, "depth": 8})
    return kind(steps)


class Counted:
    """Rules that count the actions applied to them."""

    def __init__(self, rules: Any) -> None:
        self.rules, self.tried = rules, 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self.rules, name)

    def apply(self, *given: Any) -> Any:
        self.tried += 1
        return self.rules.apply(*given)


def positions(game: str, most: int):
    """Yield states of a match between normal players in which the seat has several candidates."""
    rules, rng, mood = GAMES[game].rules, Stream("positions", bytes(32)), random.Random(1)
    state, found = rules.setup(rules.normalize(rules.Options(), 2), 2, rng), 0
    while rules.outcome(state) is None and found < most:
        seat = min(rules.to_act(state))
        view, legal = rules.view(state, seat), rules.legal(state, seat)
        ranked = NORMALS[game].ranked(rules, view, legal, random.Random(1))
        if len(ranked) > 1:
            yield state, seat
            found += 1
        rules.apply(state, seat, NORMALS[game].choose(rules, view, legal, mood), rng)


@pytest.mark.parametrize("game", NORMALS)
def test_every_decision_is_legal_within_its_budget_and_the_same_in_worlds_with_the_same_view(game):
    rng, tried = Stream("other", bytes(32)), []
    for state, seat in positions(game, 6):
        rules, luck = Counted(GAMES[game].rules), len(tried)
        other = rules.resample(rules.view(state, seat), rng)
        chosen = []
        for world in (state, other):
            rules.tried = 0
            legal = rules.legal(world, seat)
            player = searcher(game, 40)
            chosen.append(player.choose(rules, rules.view(world, seat), legal, random.Random(luck)))
            assert rules.tried <= 40
            tried.append(rules.tried)
        assert chosen[0] == chosen[1]
        assert chosen[0] in list(GAMES[game].rules.legal(state, seat))
    assert max(tried) > 30, "it does use its steps"


def test_a_rollout_of_neo_combat_is_evaluated_at_the_end_of_the_combat():
    rules, hunter, tried = GAMES["neo-combat"].rules, Hunter(), []
    for state, seat in positions("neo-combat", 4):
        settled = partial(hunter.settled, rules.view(state, seat))
        world, dice = rules.clone(state), Stream("search", bytes(32))
        tried.append(play_on(rules, Tracker(), world, 60, dice, random.Random(1), settled))
        assert world.phase == "repair" or rules.outcome(world) is not None
    assert 0 < min(tried) <= max(tried) < 60


def test_a_rollout_of_papyrus_ends_after_the_enemys_turn_in_every_temper():
    rules, strategist = GAMES["papyrus"].rules, Strategist()
    views = [rules.view(state, seat) for state, seat in positions("papyrus", 12)]
    fields = [view for view in views if view.phase == "moving"]
    found = [
        strategist.ideas(rules, view, rules.legal(world, view.viewer), random.Random(1))
        for view in fields
        for world in (rules.resample(view, Stream("other", bytes(32))),)
    ]
    assert max([len(ideas) for ideas in found]) > 1, "attacking and waiting are not the same"
    for view, ideas in zip(fields, found, strict=True):
        assert next(iter(ideas.values())) is strategist.normal
        world, dice = rules.resample(view, Stream("other", bytes(32))), Stream("search", bytes(32))
        settled = partial(strategist.settled, view)
        play_on(rules, strategist.normal, world, 400, dice, random.Random(1), settled)
        assert rules.outcome(world) is not None or (world.round, world.turn) == (view.round + 1, view.viewer)


@pytest.mark.parametrize("steps", [1, 2, 5])
def test_with_a_tiny_budget_it_plays_like_the_normal_player(steps):
    rules = GAMES["neo-combat"].rules
    for state, seat in positions("neo-combat", 3):
        view, legal = rules.view(state, seat), rules.legal(state, seat)
        chosen = searcher("neo-combat", steps).choose(rules, view, legal, random.Random(1))
        assert chosen == NORMALS["neo-combat"].ranked(rules, view, legal, random.Random(1))[0]


def test_it_drops_the_first_candidate_if_another_wins_at_once():
    """A player with candidates in the wrong order, which the search corrects."""

    class Contrary(Tracker):
        """Puts the worst candidate first."""

        def ideas(self, *given: Any) -> Any:
            return list(super().ideas(*given))[::-1]

    rules: NeoCombatRules = GAMES["neo-combat"].rules
    better = 0
    for state, seat in positions("neo-combat", 12):
        view, legal = rules.view(state, seat), rules.legal(state, seat)
        kind = type("Contrarian", (Searcher,), {"normal": Contrary(), "width": 4, "depth": 12})
        chosen = kind(240).choose(rules, view, legal, random.Random(3))
        better += chosen != Contrary().ranked(rules, view, legal, random.Random(3))[0]
    assert better >= 1
