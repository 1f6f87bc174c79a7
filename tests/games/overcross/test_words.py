"""Texts for players: a sentence for each fact, the status lines, the position as text, the rule pages."""

from __future__ import annotations

import typing

import pytest

from bot.engine.facts import MatchOver
from bot.engine.positions import read_scene
from bot.games import catalogue
from bot.games.overcross.cards.objectives import Objective
from bot.games.overcross.rules import facts
from bot.games.overcross.wording.sentences import DESCRIBERS
from tests.games.overcross.screens import DUEL, NAMES, RULES, WORDING, view

PAGES = catalogue.rulebook("overcross")
BATTLE = f"""names: Ann, Ben
{DUEL}now: seat 1, round 4, minor
terrain: CST-51 at F4, 2 counters
seat 1: 9 points, 9 kills
CST-14 at D3: moved, CST-34
hand: CST-06 2xCST-46
deck: 2xCST-03
discard: CST-59
seat 2:
CST-02 at D4: 2 counters, CST-30 of seat 1
"""


def recent(text, seat=None):
    seen = f"seen by: seat {seat}\n" if seat else ""
    scene = read_scene(seen + text, RULES, WORDING)
    return [WORDING.describe(fact, scene.view, NAMES) for fact in scene.recent]


def test_every_type_of_fact_has_a_sentence():
    assert set(DESCRIBERS) | {MatchOver} >= set(typing.get_args(facts.OvercrossFact))


def test_dice_are_shown_with_the_needed_number_ovc_18_ovc_19():
    attack = "1: attack piece:Well-Read Ogre at:D4"
    assert recent(f"{BATTLE}dice: 3 6\n{attack}")[:3] == [
        "●*Well-Read Ogre* **hits** ■*Forum Regular* with 3. It attacked D4, to hit on 1-3.",
        "■*Forum Regular* does not save with 6. It saves on 1-2.",
        "■*Forum Regular* takes **6 counters**. It has 8 in all.",
    ]
    assert recent(f"{BATTLE}dice: 3 2\n{attack}")[1] == "■*Forum Regular* **saves** with 2. It saves on 1-2."
    assert recent(f"{BATTLE}dice: 4\n{attack}") == [
        "●*Well-Read Ogre* **misses** ■*Forum Regular* with 4. It attacked D4, to hit on 1-3."
    ]


def test_the_position_as_text_has_grid_counters_edits_and_only_the_own_hand():
    public, own = WORDING.board_text(view(BATTLE, None), NAMES), WORDING.board_text(view(BATTLE), NAMES)
    assert "Death match: first to 20 by killing" in public
    assert " 4  . . .2a %" in public
    assert "2a Forum Regular D4, 2 counters, Bad Review." in public
    assert "% Woodland around F4, radius 1, 2 counters" in public
    assert "3 in hand, 2 in the deck, discard pile: Bump the Thread." in public
    assert "Your hand" not in public
    assert "Your hand: First-Post Goblin (1); Wall x2 (1)." in own


@pytest.mark.parametrize(
    ("options", "line"),
    [
        ("objective=assassination", "● *Queen of the Paper Court* D1, 0 counters"),
        ("objective=summoning", "● *The Punchline* to be played for 6"),
        ("objective=flag", "● flag on D1"),
        ("objective=invasion", "● 9/10"),
        ("objective=deathmatch", "● 9/20"),
    ],
)
def test_objective_and_score_are_always_visible(options, line):
    text = BATTLE.replace("objective=deathmatch", options)
    if "summoning" in options:
        text = text.replace("hand: CST-06", "named: CST-29\nhand: CST-06")
    if "assassination" in options:
        text = text.replace("hand: CST-06", "named: CST-15\nhand: CST-06")
    assert line in WORDING.status(view(text), NAMES)


def test_every_objective_has_a_page_with_an_example():
    titles = [page.title for page in PAGES]
    assert {"Assassination", "Summoning", "Capture the flag", "Invasion", "Death match"} <= set(titles)
    assert len(typing.get_args(Objective)) == 5
    for page in PAGES:
        scene = read_scene(page.scene, RULES, WORDING)
        assert WORDING.board_text(scene.view, scene.names)
