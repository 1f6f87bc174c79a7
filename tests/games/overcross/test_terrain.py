"""Terrain: placement, effects of its area, moves and destruction (OVC-03, OVC-13)."""

from __future__ import annotations

from bot.games.overcross.rules import actions, facts
from tests.games.overcross.table import SEVEN, Match

ROUND_TWO = SEVEN + "now: seat 1, round 2\n"


def put(match, name, at):
    return match.refused(1, match.a_play(1, name, at))


def test_ovc_13_a_centre_is_on_no_character_zone_or_other_area():
    match = Match(ROUND_TWO + "terrain: CST-48 at B3\nseat 1:\nCST-02 at E4:\nhand: CST-50\nseat 2:\n")
    assert match.deploys(1, "Lava") == {"E2", "E3", "E5", "E6", "F2", "F3", "F4", "F5", "F6", "G2", "G3",
                                        "G4", "G5", "G6", "A6", "B6", "C6", "D6"}  # fmt: skip
    assert put(match, "Lava", "E4").startswith("A Character stands on E4. It can be put on ")
    assert put(match, "Lava", "D1").startswith("D1 is in a deploy zone, where no terrain has its centre.")
    assert put(match, "Lava", "D4").startswith("Lava on D4 would overlap Bog on C3 and C4.")


def test_ovc_13_obstructive_areas_cover_no_character_or_flag_and_are_not_next_to_a_zone():
    match = Match(
        "options: objective=flag width=9 height=9\nnow: seat 1, round 2\nseat 1:\nCST-02 at C5:\n"
        "hand: CST-47\nseat 2:\nflag: G5"
    )
    assert match.deploys(1, "Long Wall") == {"E4", "E5", "E6"} | {
        column + row for column in "A" for row in "456"
    } | {column + row for column in "I" for row in "456"}
    assert put(match, "Long Wall", "D4").startswith("Long Wall would lie over the Characters on C5.")
    assert put(match, "Long Wall", "F5").startswith("Long Wall would lie over the flag on G5.")
    assert put(match, "Long Wall", "E3").startswith(
        "Long Wall would lie on D2, E2 and F2, next to a deploy zone."
    )


def test_ovc_13_a_path_between_the_zones_must_remain_and_the_refusal_names_the_squares():
    walls = "".join(f"terrain: CST-46 at {column}4\n" for column in "ABCEFG")
    match = Match(ROUND_TWO + walls + "seat 1:\nhand: CST-46\nseat 2:")
    assert "D4" not in match.deploys(1, "Wall")
    assert not match.deploys(1, "Wall") & {"D3", "D5"}
    assert {"A3", "C3", "G5"} <= match.deploys(1, "Wall")
    sentence = put(match, "Wall", "D4")
    assert sentence.startswith(
        "Wall on D4 would seal the path to A7, B7, C7, D7, E7, F7 and G7. It can be put on "
    )


def test_ovc_13_a_path_may_pass_one_corner_but_not_between_two():
    zigzag = "".join(f"terrain: CST-46 at {square}\n" for square in ("A4", "B4", "C4", "D4", "E4", "F4"))
    match = Match(ROUND_TWO + zigzag + "seat 1:\nhand: CST-46\nseat 2:")
    assert "G5" not in match.deploys(1, "Wall")
    assert "G4" not in match.deploys(1, "Wall")
    assert "F5" in match.deploys(1, "Wall")


def test_ovc_13_deploying_and_teleporting_count_as_entering_an_area():
    match = Match(ROUND_TWO + "terrain: CST-50 at D2\nseat 1:\nhand: CST-02\nseat 2:")
    match.play(1, "Forum Regular", "D1")
    assert match.piece(1, "Forum Regular").counters == 1
    match = Match(ROUND_TWO + "terrain: CST-50 at D4\nseat 1:\nCST-02 at D2:\nhand: CST-67\nseat 2:")
    match.play(1, "Emergency Teleport").choose(1, "Forum Regular").choose(1, "D4")
    assert match.piece(1, "Forum Regular").counters == 1


def test_ovc_13_a_moved_terrain_obeys_the_same_rules_and_has_no_effect_on_arrival():
    match = Match(
        SEVEN + "terrain: CST-50 at D3\nseat 1:\nCST-21 at A1:\nCST-02 at F4:\nCST-06 at D4:\nseat 2:"
    )
    match.use(1, "Cartographer Drone").choose(1, "Lava")
    assert {match.queries.grid.name(square) for square in match.question.options} == {
        "C2", "C3", "C4", "D2", "E2", "E3", "E4",
    }  # fmt: skip
    match.choose(1, "E3")
    assert match.terrains() == {"Lava": "E3"}
    assert match.piece(1, "Forum Regular").counters == 0
    assert match.facts_told(facts.TerrainMoved)


def test_ovc_13_areas_are_clipped_at_the_edge_and_squares_off_the_grid_are_refused():
    match = Match(ROUND_TWO + "seat 1:\nhand: CST-49\nseat 2:")
    off = match.refused(1, actions.Play(match.card(1, "Wide Bog"), 400))
    assert off == "There is no such square on this grid: squares are A1 to G7."
    match.play(1, "Wide Bog", "A4")
    assert match.queries.area(match.state.terrains[0].card).bit_count() == 15


def test_ovc_13_the_zone_may_be_covered_in_part_but_no_wall_comes_near_it():
    match = Match(ROUND_TWO + "seat 1:\nhand: CST-50 CST-46\nseat 2:")
    assert {"D2", "D6"} <= match.deploys(1, "Lava")
    assert not match.deploys(1, "Wall") & {"D2", "D6"}
    assert put(match, "Wall", "D2").startswith("Wall would lie on D2, next to a deploy zone.")
