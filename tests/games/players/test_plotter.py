"""The Plotter's decisions at Overcross, each in a position with one clearly best action."""

from __future__ import annotations

import random
from functools import cache

import msgspec
import pytest
from msgspec.inspect import type_info

from bot.engine.cards.nodes import EffectNode
from bot.games.overcross.cards.field import BEARER, SELF
from bot.games.overcross.cards.words import VOCABULARY
from bot.games.overcross.players.aims import Aims
from bot.games.overcross.players.effects import Effects
from bot.games.overcross.players.plans import Plans
from bot.games.overcross.players.plotter import Plotter
from bot.games.overcross.players.situation import Situation
from bot.games.overcross.rules.actions import Attack, Choose, EndTurn, Move, Play
from bot.games.overcross.rules.attacks import successes
from bot.games.overcross.rules.view import Flag
from tests.engine.cards.trees import Trees
from tests.games.overcross.chance import RULES, positions
from tests.games.overcross.laid_out import Match

PLOTTER = Plotter()


def choices(match: Match):
    """Return seat 1's actions in a story, over its moods."""
    view, legal = RULES.view(match.state, 0), RULES.legal(match.state, 0)
    return {PLOTTER.choose(RULES, view, legal, random.Random(mood)) for mood in range(8)}


EFFECTS = [word for word in VOCABULARY.words if issubclass(word, EffectNode)]


@cache
def in_play():
    """Return positions of matches that have begun."""
    return [state for state in positions(range(8)) if state.phase not in ("decks", "first", "hands")]


@pytest.mark.parametrize("word", EFFECTS, ids=[word.__struct_config__.tag for word in EFFECTS])
def test_it_has_a_value_for_every_effect_word_of_the_cards(word):
    dice, made, judged = random.Random(word.__name__), type_info(VOCABULARY.of(word)), 0
    for state in in_play():
        situation = Situation(RULES.view(state, 0), 0, RULES.library[state.options.cards])
        effects = Effects(Plans(situation, Aims(situation), dice))
        for piece in situation.own[:2]:
            effect = Trees(dice)._make(made, 2)
            names = {SELF: (piece.card,), BEARER: (piece.card,)}
            assert isinstance(effects.worth((effect,), names, lasting=effect.lasting), float | int)
            judged += 1
    assert judged > 20


def test_an_attack_given_by_an_edit_has_a_value():
    match = Match()
    hero = match.put(1, "Apprentice of Wrong Spells", "F1")
    view = RULES.view(match.state, 0)
    situation = Situation(view, 0, RULES.library[view.options.cards])
    effects = Effects(Plans(situation, Aims(situation), random.Random(1)))
    pool = RULES.library[view.options.cards]
    laser = next(card for card in pool.cards.values() if card.name == "Borrowed Laser")
    given = [ability.then for ability in laser.abilities if ability.on == "always"]
    assert sum(effects.worth(then, {BEARER: (hero,)}, lasting=True) for then in given) > 0.9


# ---- the evaluation of a position


def chances(first: str, second: str = "CST-27 at F11:", *, victims: str = "leader") -> float:
    """Return seat 1's chance in the Assassination, from the lines of each seat."""
    named = "named: CST-27\n" if victims == "leader" else ""
    state = RULES.position(
        f"options: objective=assassination victims={victims}\n"
        f"seat 1:\n{named}{first}\nseat 2:\n{named}{second}"
    )
    own, other = (PLOTTER.chances(RULES, RULES.view(state, seat)) for seat in (0, 1))
    assert own + other == pytest.approx(1)
    return own


def test_in_the_assassination_counters_on_leaders_decide_the_chances_ovc_43():
    assert chances("CST-27 at F1: 2 counters", "CST-27 at F11: 2 counters") == 0.5
    falling = [chances(f"CST-27 at F1: {counters} counters") for counters in range(2, 6)]
    assert falling == sorted(falling, reverse=True)
    assert falling[-1] < 0.2
    assert chances("CST-27 off: 5 counters") == falling[-1], "it waits, and is not dead"
    friends = "CST-14 at A1:\nCST-09 at B1:\nCST-10 at C1:\nCST-27 at F1: 3 counters"
    assert falling[1] < chances(friends) < 0.4, "they make up for less than a counter"


def test_in_the_assassination_a_dead_champion_counts_6_counters_ovc_28():
    unhurt = "named: CST-27 CST-28\nCST-27 at F11:\nCST-28 at G11:"
    dead = chances("named: CST-27 CST-28 dead\nCST-27 at F1:", unhurt, victims="both")
    hurt = chances("named: CST-27 CST-28\nCST-28 at G1: 5 counters", unhurt, victims="both")
    assert dead < hurt < 0.2


# ---- single decisions


def test_it_attacks_a_possible_kill_rather_than_an_unhurt_target():
    match = Match()
    ogre = match.put(1, "Well-Read Ogre", "E5")
    match.put(2, "Forum Regular", "E6", counters=0)
    match.put(2, "Forum Regular", "F6", counters=4)
    match.state.phase = "major"
    assert choices(match) == {Attack(ogre, match.grid.parse("F6"))}


def test_an_attack_without_a_roll_always_hits_except_for_the_save_ovc_18():
    match = Match()
    match.put(1, "Well-Read Ogre", "E5")
    match.put(2, "Forum Regular", "E6")
    situation = Situation(RULES.view(match.state, 0), 0, RULES.library[match.state.options.cards])
    (ogre,), (regular,) = situation.own, situation.enemies
    rolled = situation.queries.attacks(ogre.card)[0]
    sure = msgspec.structs.replace(rolled, acc=0)
    saved = successes(situation.queries.defense(regular, ogre.card, sure)) / 6
    assert situation.struck(ogre, sure, regular) == 1 - saved > situation.struck(ogre, rolled, regular)
    harm = situation.lost(regular, situation.queries.attack_stat(ogre, "dmg", sure, regular.card))
    assert situation.blow(ogre, sure, regular) == (1 - saved) * harm


def test_a_carrier_moves_to_its_zone_ovc_25():
    match = Match(objective="flag")
    pilot = match.put(1, "Escape-Pod Pilot", "F6")
    match.state.flags = (Flag(0, match.grid.parse("F1")), Flag(1, match.grid.parse("F6"), pilot))
    (move,) = {choice.to // 11 for choice in choices(match) if isinstance(choice, Move)}
    assert move == 0


def test_a_legend_moves_into_the_enemy_zone_ovc_24():
    match = Match(objective="summoning")
    punchline = match.put(1, "The Punchline", "F7")
    assert {(choice.piece, choice.to // 11) for choice in choices(match)} == {(punchline, 10)}


def test_it_moves_within_reach_and_then_attacks_ovc_15():
    match = Match()
    knight = match.put(1, "Mild-Mannered Knight", "E4")
    match.put(2, "Fan-Art Painter", "E7", counters=4)
    for choice in choices(match):
        assert isinstance(choice, Move)
        assert match.grid.chebyshev(choice.to, match.grid.parse("E7")) == 1
        assert choice.piece == knight


def test_it_deploys_before_it_does_anything_else_ovc_09():
    match = Match()
    match.put(1, "Forum Regular", "E4")
    match.put(2, "Forum Regular", "E5")
    knight = match.hold(1, "Mild-Mannered Knight")
    assert {choice.card for choice in choices(match) if isinstance(choice, Play)} == {knight}


def test_it_ends_its_turn_when_nothing_can_be_gained():
    match = Match()
    match.put(1, "Fan-Art Painter", "E1")
    match.state.phase = "major"
    assert choices(match) == {EndTurn()}


def test_it_teleports_a_friend_and_purges_no_friends():
    match = Match()
    for square in ("E4", "F4", "G4"):
        match.put(1, "Traveling Gnome" if square == "E4" else "Mild-Mannered Knight", square)
    match.put(2, "Forum Regular", "E9")
    match.hold(1, "Genre Purge")
    assert not any(isinstance(choice, Play) for choice in choices(match))


def test_it_plays_flame_war_among_enemies():
    match = Match()
    match.put(1, "Forum Regular", "A1")
    first, second = match.put(2, "Cloned Intern", "E9"), match.put(2, "Hedge Dragon", "F9")
    match.hold(1, "Flame War")
    (play,) = choices(match)
    assert isinstance(play, Play)
    match.play(play.card)
    assert choices(match) <= {Choose(first), Choose(second)}
