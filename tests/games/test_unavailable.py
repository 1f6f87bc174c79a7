"""Choices missing on a screen, with the reasons: they come from the rules, and reveal nothing hidden."""

from __future__ import annotations

import random
from typing import Any

import pytest

from bot.base.language import speaking
from bot.base.languages.catalogues import language
from bot.engine.errors import IllegalAction
from bot.engine.fair import SEED_BYTES, Stream
from bot.engine.menus import reasons
from bot.engine.positions import read_scene
from bot.engine.wording import UnavailableChoice
from bot.games.registry import GAMES
from measures.taps.turns import easy_player
from tests.games.every_game import NAMES


def sentences(key: str, scene: str, path: tuple[str, ...] = ()) -> list[str]:
    """Return the sentences about choices missing on a screen of a position."""
    game = GAMES[key]
    view = read_scene(scene, game.rules, game.wording).view
    world = game.rules.resample(view, Stream("legal", bytes(SEED_BYTES)))
    unavailable = game.wording.unavailable(view, game.rules.legal(world, view.viewer), path, NAMES)
    return [each.sentence for each in reasons(game.rules, view, unavailable)]


CARDS = """
seen by: seat 1
options: objective=deathmatch width=9 height=9
now: seat 1, round 2
seat 1:
CST-09 at E3:
hand: CST-09 CST-04 CST-18 CST-17
seat 2:
CST-20 at C8:
"""


def test_cards_of_overcross_in_play_or_too_expensive() -> None:
    """OVC-10, OVC-11."""
    found = sentences("overcross", CARDS)
    assert any("only one Character with the same name is allowed" in each for each in found)
    assert any("you have 2 left of your limit of 2 in this turn" in each for each in found)


def test_cards_of_overcross_with_the_same_reason_are_listed_together() -> None:
    game = GAMES["overcross"]
    view = read_scene(CARDS, game.rules, game.wording).view
    world = game.rules.resample(view, Stream("legal", bytes(SEED_BYTES)))
    unavailable = game.wording.unavailable(view, game.rules.legal(world, 0), (), NAMES)
    assert [each.names for each in reasons(game.rules, view, unavailable)] == [
        ("Mild-Mannered Knight",),
        ("Night-Shift Moderator", "Deck Officer Plume"),
    ]


def test_cards_of_arclash_that_do_not_fit_the_character_in_play() -> None:
    """ARC-07."""
    scene = """
seen by: seat 1
phase: advance, turn 3
seat 1: 2 points, lost
stack: TID-01
hand: TID-04 TID-06 TID-09 TID-12 TID-15
seat 2: 1 point, won
stack: STO-01 STO-06
"""
    found = sentences("arclash", scene)
    assert any("and your current Character is" in each for each in found)
    assert sum("is a Support" in each for each in found) == 1


def test_cards_of_neo_combat_that_need_an_attack_or_a_revealed_target() -> None:
    """NEO-07, NEO-10."""
    scene = """
seen by: seat 1
phase: combat, turn 3
seat 1:
varans: A3@2, *B5@2, C1, A6
hand: Burst, Slash, Spot!, Armour, Resupply
seat 2: passed
varans: C6@3, B6@3, C5@3, B9@3
hand: 6 more
"""
    found = sentences("neo-combat", scene)
    assert "Armour answers an attack or a sensor: keep it until one is on you." in found
    assert any("is cloaked: Burst is meant for a revealed varan" in each for each in found)


def test_a_card_of_crossfire_names_what_it_cannot_beat_or_support() -> None:
    """CRF-11, CRF-15."""
    scene = """
seen by: seat 1
turn: seat 1, number 5
options: grid=bbbbb/22222/...../...../...../11111/aaaaa
.   .   .   .   .
Kc2 2s2 9d2 Jh2 4c2
.   .   .   .   .
.   .   9h2 .   .
.   .   6h1 4d1 .
Qd1 5c1 Tc1 Jh1 6s1
.   .   .   .   .
hand 1: 7d Ts 2s Kd
"""
    found = sentences("crossfire", scene, ("2s",))
    assert any("c4 holds seat 2's 9 of hearts of strength 9: your 2 has only 2." in each for each in found)
    assert any("only a numbered base can be supported" in each for each in found)


def test_a_unit_of_papyrus_gives_the_reason_for_the_nearest_target() -> None:
    """PAP-11, PAP-18."""
    scene = """
seen by: seat 1
turn: seat 1, pool 4
............
....#.......
..N..#s.....
....#.......
............
............
"""
    blocked = "Sniper-1 has no shot at SMG-1 on G3: the barrier at F3 is in the way."
    assert sentences("papyrus", scene, ("u0",)) == [blocked]
    assert sentences("papyrus", scene.replace("..N..#s", "..N...s"), ("u0",)) == []


@pytest.mark.parametrize("key", [key for key, game in GAMES.items() if game.computers])
def test_the_reasons_are_those_of_the_true_match(key: str) -> None:
    """The action is tried in a world drawn from the player's view; no sentence depends on other data."""
    game, mood, played = GAMES[key], random.Random(7), 0
    rules, seats = game.rules, game.rules.seats[0]
    rng = Stream("missing", bytes(SEED_BYTES))
    state: Any = rules.setup(rules.normalize(rules.Options(), seats), seats, rng)
    for _ in range(90):
        if rules.outcome(state) is not None:
            break
        seat = min(rules.to_act(state))
        view, legal = rules.view(state, seat), rules.legal(state, seat)
        menu = game.wording.menu(view, legal, (), NAMES)
        further = [(choice.key,) for group in menu.groups for choice in group.choices if not choice.actions]
        for path in [(), *further[:4]]:
            for each in game.wording.unavailable(view, legal, path, NAMES):
                played += 1
                assert each.action not in legal
                with pytest.raises(IllegalAction) as refused:
                    rules.apply(rules.clone(state), seat, each.action, rng)
                assert [one.sentence for one in reasons(rules, view, [each])] == [refused.value.sentence]
        rules.apply(state, seat, easy_player(key).choose(rules, view, legal, mood), rng)
    assert played > 20


def test_legal_actions_are_left_out() -> None:
    game = GAMES["overcross"]
    view = read_scene(CARDS, game.rules, game.wording).view
    world = game.rules.resample(view, Stream("legal", bytes(SEED_BYTES)))
    legal = list(game.rules.legal(world, 0))
    assert reasons(game.rules, view, [UnavailableChoice("the turn", legal[-1])]) == ()


def test_the_reasons_are_translated() -> None:
    with speaking(language("de")):
        assert any("liegt schon" in each or "kostet" in each for each in sentences("overcross", CARDS))
