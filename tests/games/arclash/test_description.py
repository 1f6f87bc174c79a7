"""The whole position as plain text, for users who cannot see the picture."""

from __future__ import annotations

from itertools import islice

import pytest

from tests.games.arclash.screens import NAMES, POOL, RULES, WORDING, fresh_randomness, own_view, positions
from tests.games.table import page_scene

STACK = """
names: Ann, Ben
phase: support, turn 7
order: 2 1
seat 1: 5 points, lost
stack: ORC-01 ORC-04 ORC-08
supports: COM-02
power: +50 COM-02, -25 MOT-13 next-turn
guard: COM-06 debuff discard, next-turn
discard: ORC-07 2xORC-12 COM-06
seat 2: 1 point, won
stack: MOT-01 MOT-04
supports: MOT-13
"""


def test_the_text_has_every_card_and_the_parts_of_the_powers():
    told = page_scene("arclash", STACK)
    text = WORDING.board_text(told.view, told.names)
    lines = " ".join(text.split())
    assert lines.startswith(
        "Arclash: 10 points win, at most 50 turns. Turn 7 · Battle, Supports: Ben is to play a Support or to "
    )
    assert "● Ann (seat 1): 5 points, lost the last battle." in lines
    assert "Level 3: Grandmother Quince [Orchard, Fruit, Gardener], upon: Apple Automaton;" in lines
    parts = told.view.places[0].parts
    assert f"Power {sum([part.by for part in parts])}: {parts[0].by} printed;" in lines
    assert "+50 Deep Breath" in lines
    assert "-25 Steamed Envelope (next turn too)" in lines
    assert "Guarded by Borrowed Umbrella against loss of power or discarding." in lines
    assert "discard pile: Scarecrow on Overtime; Orchard Key x2; Borrowed Umbrella." in lines
    assert "Grandmother Quince: Your Character has" in lines


def test_the_own_hand_and_face_down_cards_are_only_in_the_owner_s_text_arc_15():
    text = """
    phase: advance, turn 5
    seat 1: 3 points, lost
    stack: TID-02 TID-05
    plays: reading-light
    hand: TID-10 TID-06 2xTID-12 TID-03
    placed: TID-10
    paying: TID-03
    seat 2: 4 points, ready, won
    stack: MOT-03 MOT-05
    """
    view = own_view(text)
    own = " ".join(WORDING.board_text(view, NAMES).split())
    assert "Your hand: Index Eel; Read by Your Own Light x2." in own
    assert (
        "You have put Whale Who Keeps Appointments face down, discarding Sea Cucumber, Unhurried for it; "
        "1 card to be chosen yet." in own
    )
    public = RULES.view(RULES.resample(view, fresh_randomness(1)), None)
    told = WORDING.board_text(public, NAMES)
    assert "Whale" not in told
    assert "Cucumber" not in told


@pytest.mark.parametrize("number", range(4))
def test_any_position_names_every_current_character_and_support(number):
    for state in islice(positions(number, 0.12), 8):
        for viewer in (None, 0):
            view = RULES.view(state, viewer)
            whole = " ".join(WORDING.board_text(view, NAMES).split())
            for place in view.places:
                for card in (*place.stack, *place.supports):
                    assert " ".join(POOL.cards[card.number].name.split()) in whole
            if viewer is not None:
                assert all(POOL.cards[card.number].name in whole for card in view.hand)
