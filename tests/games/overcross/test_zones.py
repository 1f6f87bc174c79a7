"""The deploy zones (OVC-12): at edges, or for three seats two of them in corners."""

from __future__ import annotations

from itertools import combinations

import pytest

from bot.engine.errors import BadOptions, IllegalAction
from bot.engine.grid import grid_of, squares_of
from bot.games.overcross.rules.geometry import counting_squares, middle, zone_of
from bot.games.overcross.rules.options import Options
from bot.matches.options import differing, offered_options
from tests.games.overcross.chance import RULES
from tests.games.overcross.table import Match
from tests.games.overcross.test_rulings import WORDING

CORNERS = "options: objective={} width=7 height=7 zones=corners {}\n"
WIDTHS = pytest.mark.parametrize("width", range(7, 22, 2))


def plan(width, zones="corners"):
    return Options(width=width, height=width, zones=zones)


def distance(width, one, other):
    grid = grid_of(width, width)
    return min(grid.chebyshev(a, b) for a in squares_of(one) for b in squares_of(other))


@WIDTHS
def test_three_seats_have_equal_zones_and_equal_distances_of_leaders(width):
    options = plan(width)
    zones = [zone_of(options, seat) for seat in range(3)]

    assert {zone.bit_count() for zone in zones} == {width - 2}
    assert all(distance(width, one, other) > 1 for one, other in combinations(zones, 2))
    middles = [1 << middle(options, seat) for seat in range(3)]
    assert all(middles[seat] & zones[seat] for seat in range(3))
    assert {distance(width, one, other) for one, other in combinations(middles, 2)} == {width - 1}


@WIDTHS
def test_the_field_is_symmetric_for_seats_1_and_2_with_seat_3(width):
    grid, options = grid_of(width, width), plan(width)

    def upside_down(mask):
        places = [grid.place(square) for square in squares_of(mask)]
        return sum(1 << grid.at(column, width - 1 - row) for column, row in places)

    assert upside_down(zone_of(options, 0)) == zone_of(options, 1)
    assert upside_down(zone_of(options, 2)) == zone_of(options, 2)


@WIDTHS
def test_each_of_three_can_win_in_both_other_zones_ovc_24(width):
    options = plan(width)
    for seat in range(3):
        for enemy in {0, 1, 2} - {seat}:
            assert counting_squares(options, seat, enemy, 3).bit_count() >= 2


def test_at_edges_the_third_seat_has_half_of_the_distance():
    options = plan(11, "edges")
    middles = [1 << middle(options, seat) for seat in range(3)]

    assert [distance(11, one, other) for one, other in combinations(middles, 2)] == [10, 5, 5]


def test_leaders_champions_and_flags_begin_in_the_corners():
    match = Match(
        CORNERS.format("assassination", "victims=both")
        + "seat 1:\nnamed: CST-15 CST-04\nseat 2:\nnamed: CST-23 CST-18\nseat 3:\nnamed: CST-27 CST-28\n"
    )
    grid = match.queries.grid

    assert [grid.name(piece.square) for piece in match.state.pieces] == ["G1", "F1", "G7", "F7", "A4", "A5"]
    flags = Match(CORNERS.format("flag", "") + "seat 1:\nseat 2:\nseat 3:").state.flags
    assert [grid.name(flag.square) for flag in flags] == ["G1", "G7", "A4"]


def test_characters_are_deployed_around_the_corner_and_cards_reach_the_next_row():
    hand = "now: seat 1, round 4\nseat 1:\nhand: CST-02 CST-06 CST-64\nseat 2:\nseat 3:\n"
    match = Match(CORNERS.format("deathmatch", "") + hand)
    zone = {"E1", "F1", "G1", "G2", "G3"}

    assert match.deploys(1, "Forum Regular") == zone
    assert match.deploys(1, "First-Post Goblin") == zone | {"D1", "D2", "E2", "F2", "F3", "F4", "G4"}
    match.play(1, "Crossover")
    far = match.deploys(1, "Forum Regular")
    assert {"A1", "B3", "G3"} <= far
    assert not {"A2", "A3", "D4", "G5"} & far, "others' zones, and from the middle line on"


def test_a_corner_zone_contains_no_centre_of_terrain_but_the_free_edge_may():
    hand = "now: seat 3, round 4\nseat 1:\nseat 2:\nseat 3:\nhand: CST-48\n"
    match = Match(CORNERS.format("deathmatch", "") + hand)

    with pytest.raises(IllegalAction, match="is in a deploy zone"):
        match.play(3, "Bog", "G2")
    match.play(3, "Bog", "C1")


def test_three_seats_are_offered_the_corners_and_others_have_edges():
    """With three edges seat 3 won 6.5 % of 108 matches (docs/BALANCE.md)."""
    offered = {seats: offered_options(RULES, {}, seats) for seats in (2, 3, 4)}

    assert [options.zones for options in offered.values()] == ["edges", "corners", "edges"]
    assert differing(RULES, offered[3], 3) == {}
    assert offered_options(RULES, {"zones": "edges"}, 3).zones == "edges", "what is said holds"
    assert RULES.normalize(Options(), 3).zones == "edges"
    for seats in (2, 4):
        with pytest.raises(BadOptions, match=f"Only three seats have zones in the corners: with {seats}"):
            RULES.normalize(Options(zones="corners"), seats)


@pytest.mark.parametrize(
    ("zones", "places"),
    [("edges", ("south", "north", "west")), ("corners", ("south-east", "north-east", "west"))],
)
def test_the_position_as_text_has_the_place_of_each_zone(zones, places):
    text = f"options: objective=flag width=7 height=7 zones={zones}\nnow: seat 1, round 2\n"
    match = Match(text + "seat 1:\nseat 2:\nseat 3:\n")
    told = WORDING.board_text(RULES.view(match.state, None), ["Ann", "Ben", "Cleo"])

    for seat, place in enumerate(places, 1):
        assert f"(seat {seat}): {place}," in told
