"""The easy computer players: they play by the rules, err as people do, and lose to the normal one."""

from __future__ import annotations

import random

import pytest

from bot.engine.fair import Stream
from bot.players import COMPUTERS
from bot.registry import GAMES
from bot.simulation import Series

EASY = {next(iter(player.games)): player for player in COMPUTERS.values() if player.level == "easy"}
NORMAL = {next(iter(player.games)): player for player in COMPUTERS.values() if player.level == "normal"}


def series(game: str, *players, seed: str = "novices") -> Series:
    rules = GAMES[game].rules
    return Series(
        rules=rules,
        options=rules.normalize(rules.Options(), 2),
        seats=2,
        players=players,
        games=1,
        seed=seed,
        views=False,
    )


def positions(game: str, every: int):
    """Yield states of a match between two easy players with the seat that acts, one of so many."""
    rules, rng, mood = GAMES[game].rules, Stream("positions", bytes(32)), random.Random(1)
    state = rules.setup(rules.normalize(rules.Options(), 2), 2, rng)
    done = 0
    while rules.outcome(state) is None:
        seat = min(rules.to_act(state))
        legal = rules.legal(state, seat)
        if done % every == 0 and len(legal) > 1:
            yield state, seat, legal
        rules.apply(state, seat, EASY[game].choose(rules, rules.view(state, seat), legal, mood), rng)
        done += 1


def test_every_game_with_a_normal_player_has_an_easy_one():
    assert set(EASY) == set(NORMAL)


@pytest.mark.parametrize("game", EASY)
def test_what_it_chooses_is_legal_and_the_same_in_worlds_that_look_the_same(game):
    rules, player, rng = GAMES[game].rules, EASY[game], Stream("other", bytes(32))
    compared = 0
    for state, seat, legal in positions(game, every=5):
        other = rules.resample(rules.view(state, seat), rng)
        chosen = [
            player.choose(rules, rules.view(each, seat), rules.legal(each, seat), random.Random(compared))
            for each in (state, other)
        ]
        assert chosen[0] == chosen[1]
        assert chosen[0] in legal
        compared += 1
    assert compared > 5


@pytest.mark.parametrize("game", EASY)
def test_it_sometimes_misses_what_the_normal_player_sees_and_sometimes_not(game):
    rules, same = GAMES[game].rules, []
    for state, seat, legal in positions(game, every=2):
        view = rules.view(state, seat)
        easy, normal = (
            player[game].choose(rules, view, legal, random.Random(len(same))) for player in (EASY, NORMAL)
        )
        same.append(easy == normal)
    assert True in same
    assert False in same


def test_a_unit_that_is_forgotten_is_forgotten_all_turn_long():
    """Else the next look would make up for it: the same lot for the same unit in the same round."""
    rules, player = GAMES["papyrus"].rules, EASY["papyrus"]
    forgotten: dict[tuple, set[bool]] = {}
    for state, seat, legal in positions("papyrus", every=3):
        view = rules.view(state, seat)
        for action in list(legal)[:200]:
            if hasattr(action, "unit"):
                key = view.round, seat, action.unit
                forgotten.setdefault(key, set()).add(player._forgets(view, seat, action))
    assert all(len(lots) == 1 for lots in forgotten.values())
    assert {lot for lots in forgotten.values() for lot in lots} == {True, False}


@pytest.mark.parametrize("game", EASY)
def test_it_beats_who_draws_lots(game):
    won = 0
    for number, seat in enumerate((0, 1, 0, 1)):
        players = [COMPUTERS["random"]] * 2
        players[seat] = EASY[game]
        won += series(game, *players).play(number).outcome.winners == (seat,)
    assert won >= 3


@pytest.mark.soak
@pytest.mark.parametrize("game", EASY)
def test_it_wins_some_matches_against_the_normal_player_and_fewer_than_half(game):
    won = 0
    for number in range(80):
        players = [NORMAL[game]] * 2
        players[number % 2] = EASY[game]
        won += series(game, *players).play(number).outcome.winners == (number % 2,)
    assert 3 <= won <= 36
