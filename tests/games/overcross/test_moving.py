"""Moving, pushing, teleporting and redeploying (OVC-16, OVC-32, OVC-33)."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from bot.engine.grid import grid_of, mask_of, squares_of
from bot.games.overcross.rules import actions, facts, reach
from bot.games.overcross.rules.legal import legal
from tests.games.overcross.chance import RULES, positions
from tests.games.overcross.invariants import queries_of
from tests.games.overcross.table import SEVEN, Match

QUIET = SEVEN + "seat 1:\nCST-09 at D4:\nseat 2:\n"


def test_ovc_16_a_move_is_up_to_speed_squares_diagonals_included():
    match = Match(QUIET)
    assert match.moves(1, "Mild-Mannered Knight") == {
        column + row for column in "BCDEF" for row in "23456" if column + row != "D4"
    }
    match.move(1, "Mild-Mannered Knight", "F6")
    assert match.where(1, "Mild-Mannered Knight") == "F6"
    assert match.facts_told(facts.Moved)[0].path == tuple(map(match.square, ("D4", "E5", "F6")))


def test_ovc_16_enemies_block_and_friends_are_passed_but_are_no_end():
    walled = "terrain: CST-46 at A3\nterrain: CST-46 at C3\n"
    friend = Match(SEVEN + walled + "seat 1:\nCST-09 at B2:\nCST-02 at B3:\nseat 2:")
    assert "B4" in friend.moves(1, "Mild-Mannered Knight")
    assert "B3" not in friend.moves(1, "Mild-Mannered Knight")
    enemy = Match(SEVEN + walled + "seat 1:\nCST-09 at B2:\nseat 2:\nCST-02 at B3:")
    assert "B4" not in enemy.moves(1, "Mild-Mannered Knight")
    sentence = enemy.refused(1, actions.Move(enemy.card(1, "Mild-Mannered Knight"), enemy.square("B3")))
    assert sentence.startswith("Forum Regular stands on B3. It can move to A1, B1, ")


def test_ovc_16_slow_terrain_costs_1_more_and_1_square_is_always_possible():
    match = Match(SEVEN + "terrain: CST-48 at D5\nseat 1:\nCST-09 at D3:\nCST-24 at A4:\nseat 2:")
    assert "D4" in match.moves(1, "Mild-Mannered Knight")
    assert "D5" not in match.moves(1, "Mild-Mannered Knight")
    slow = Match(SEVEN + "terrain: CST-49 at C4\nseat 1:\nCST-24 at D4:\nseat 2:")
    assert slow.moves(1, "The Last Server") == {"C3", "C4", "C5", "D3", "D5", "E3", "E4", "E5"}
    gnome = Match(SEVEN + "terrain: CST-49 at C4\nseat 1:\nCST-12 at D2:\nseat 2:")
    assert "D6" in gnome.moves(1, "Traveling Gnome")


def test_ovc_16_two_walls_that_touch_at_a_corner_block_and_one_does_not():
    one = Match(SEVEN + "terrain: CST-46 at D3\nseat 1:\nCST-24 at C3:\nseat 2:")
    assert "D4" in one.moves(1, "The Last Server")
    two = Match(SEVEN + "terrain: CST-46 at D3\nterrain: CST-46 at C4\nseat 1:\nCST-24 at C3:\nseat 2:")
    assert "D4" not in two.moves(1, "The Last Server")


def test_ovc_16_any_move_uses_the_minor_action_and_the_rest_can_be_moved_later():
    match = Match(SEVEN + "seat 1:\nCST-02 at D2:\nCST-06 at A2:\nseat 2:")
    match.move(1, "Forum Regular", "D3")
    assert "D5" in match.moves(1, "Forum Regular")
    assert "D6" not in match.moves(1, "Forum Regular")
    match.move(1, "Forum Regular", "D4")
    match.move(1, "First-Post Goblin", "A3")
    assert match.moves(1, "Forum Regular") == set()
    refused = match.refused(1, actions.Move(match.card(1, "Forum Regular"), match.square("D5")))
    assert refused.startswith("Forum Regular has taken its minor action in this turn")


def test_ovc_16_a_move_avoids_harmful_squares_if_possible():
    match = Match(SEVEN + "terrain: CST-50 at D4\nseat 1:\nCST-06 at D2:\nseat 2:")
    match.move(1, "First-Post Goblin", "C6")
    assert match.piece(1, "First-Post Goblin").counters == 0
    straight = Match(SEVEN + "terrain: CST-50 at D4\nseat 1:\nCST-12 at D2:\nseat 2:")
    straight.move(1, "Traveling Gnome", "D6")
    assert straight.piece(1, "Traveling Gnome").counters == 1
    assert straight.where(1, "Traveling Gnome") == "D6"


def test_ovc_13_a_move_inside_a_harmful_area_does_not_leave_it_to_enter_it_again():
    """Former matches go as they went: their moves are carried out again from the list."""
    for rulings, counters in ((" rulings=4", 5), (" rulings=3", 5), (" rulings=2", 6), ("", 6)):
        match = Match(
            SEVEN.replace("\n", f"{rulings}\n")
            + "terrain: CST-50 at D4\nseat 1:\nCST-06 at E3: 5 counters\nseat 2:\nCST-02 at G7:"
        )
        goblin = match.card(1, "First-Post Goblin")
        events = match.move(1, "First-Post Goblin", "C3")
        alive = match.queries.piece(goblin)
        assert (alive.counters if alive else 6) == counters, events


def test_ovc_41_a_move_that_kills_is_offered_where_one_way_leads_to_its_square():
    """By the shorter way the Goblin dies at F5, one square before."""
    for rulings, offered in ((4, True), (3, True), (2, False)):
        match = Match(
            SEVEN.replace("\n", f" rulings={rulings}\n")
            + "terrain: CST-50 at D4\nterrain: CST-50 at G4\nseat 1:\nCST-06 at B3: 4 counters\n"
            "seat 2:\nCST-02 at C3:\nCST-03 at C5:"
        )
        assert ("G5" in match.moves(1, "First-Post Goblin")) is offered
        if offered:
            goblin = match.card(1, "First-Post Goblin")
            match.move(1, "First-Post Goblin", "G5")
            assert match.queries.piece(goblin) is None


def test_ovc_32_redeploy_the_owner_chooses_a_free_square_and_the_move_ends():
    match = Match(
        SEVEN + "terrain: CST-56 at D4, of seat 2\nseat 1:\nCST-08 at D3: 2 counters, CST-32\n"
        "CST-02 at A1:\nseat 2:\nCST-03 at B1:"
    )
    match.move(1, "Spoiler Ghost", "D4")
    assert match.question.kind == "square"
    assert [match.queries.grid.name(square) for square in match.question.options] == [
        "C1",
        "D1",
        "E1",
        "F1",
        "G1",
    ]
    match.choose(1, "G1")
    ghost = match.piece(1, "Spoiler Ghost")
    assert (match.where(1, "Spoiler Ghost"), ghost.counters, ghost.minor, ghost.major) == (
        "G1",
        2,
        True,
        False,
    )
    assert match.edits(1, "Spoiler Ghost") == ["Fan Club"]
    assert match.moves(1, "Spoiler Ghost") == set()
    assert not match.facts_told(facts.LookedAt)
    assert match.terrains() == {}
    assert match.discard(2) == ["Trapdoor"]


def test_ovc_32_without_a_free_square_it_is_redeployed_at_the_start_of_its_owners_turn():
    full = "".join(
        f"CST-{number:02} at {column}1:\n"
        for number, column in zip((2, 3, 5, 6, 7, 9, 10), "ABCDEFG", strict=True)
    )
    match = Match(SEVEN + "terrain: CST-56 at D4\nseat 1:\n" + full + "CST-12 at D3:\nseat 2:\nCST-02 at D7:")
    match.move(1, "Traveling Gnome", "D4")
    assert match.where(1, "Traveling Gnome") == "off"
    assert match.facts_told(facts.Waits)
    match.move(1, "Forum Regular", "A2").end(1, 2)
    assert match.where(1, "Traveling Gnome") == "A1"
    assert match.moves(1, "Traveling Gnome")


@pytest.mark.parametrize(
    ("terrain", "pieces", "way", "stops"),
    [
        ("", "CST-02 at D3:\nCST-06 at D5:", 0, "D4"),
        ("terrain: CST-46 at D6\n", "CST-02 at D3:", 0, "D5"),
        ("", "CST-02 at D5:", 0, "D7"),
        ("terrain: CST-46 at D3\nterrain: CST-46 at C4\n", "CST-02 at C3:", 1, "C3"),
    ],
    ids=["a Character", "a wall", "the edge", "a closed corner"],
)
def test_ovc_33_a_push_stops_before_obstacles(terrain, pieces, way, stops):
    match = Match(f"{SEVEN}now: seat 1, round 2\n{terrain}seat 1:\nhand: CST-66\nseat 2:\n{pieces}")
    match.play(1, "Wind Machine").choose(1, "Forum Regular").choose(1, way)
    assert match.where(2, "Forum Regular") == stops


# ---- compared with brute force


def walked_by_hand(grid, start, steps, walls, slow, enemies, friends, ends):
    """Return every possible end of a move, by trying all paths square by square."""
    best = {start: 0}
    waiting = [start]
    while waiting:
        here = waiting.pop()
        if here in ends and here != start:
            continue
        (x, y) = grid.place(here)
        for dx in (-1, 0, 1):
            for dy in (-1, 0, 1):
                if not (0 <= x + dx < grid.width and 0 <= y + dy < grid.height) or (dx, dy) == (0, 0):
                    continue
                there = grid.at(x + dx, y + dy)
                if there in walls or there in enemies:
                    continue
                if dx and dy and grid.at(x + dx, y) in walls and grid.at(x, y + dy) in walls:
                    continue
                spent = best[here] + (2 if there in slow else 1)
                if spent > steps:
                    if here != start:
                        continue
                    spent = steps
                if spent < best.get(there, 99):
                    best[there] = spent
                    waiting.append(there)
    return set(best) - {start} - friends, best


@pytest.mark.parametrize("number", range(150))
def test_ovc_16_movement_agrees_with_brute_force(number):
    random = Random(number)
    grid = grid_of(random.choice([7, 9, 11]), random.choice([7, 9]))
    squares = list(range(grid.size))
    random.shuffle(squares)
    start, rest = squares[0], squares[1:]
    walls, enemies = set(rest[: grid.size // 6]), set(rest[20:24])
    friends, slow = set(rest[24:28]) - walls, set(random.sample(squares, grid.size // 5)) - walls
    ends = set(random.sample(squares, 3))
    steps = random.randint(1, 6)
    ways = reach.ways(grid, mask_of(walls), mask_of(slow))
    going = reach.Going(ways, start, steps, mask_of(walls | enemies), mask_of(ends), fresh=True)
    found = reach.layers(going)
    reached = set()
    for layer in found:
        assert not reached & set(squares_of(layer))
        reached |= set(squares_of(layer))
    goals, best = walked_by_hand(grid, start, steps, walls, slow, enemies, friends, ends)
    assert reached - {start} - friends == goals
    for goal in goals:
        path, takes = reach.path(going, found, goal)
        assert takes == best[goal]
        assert path[0] == start
        assert path[-1] == goal
        cost = sum(2 if square in slow else 1 for square in path[1:])
        assert min(cost, steps) == best[goal]
        assert len(path) == 2 or cost <= steps
        assert not set(path[1:]) & (walls | enemies)
        assert not set(path[1:-1]) & ends
        for a, b in pairwise(path):
            assert grid.chebyshev(a, b) == 1
        gentle, spent = reach.gentlest(going, goal, reach.Tolls(()))
        assert (gentle[0], gentle[-1], spent) == (start, goal, best[goal])


@pytest.mark.parametrize("number", range(60))
def test_ovc_13_the_gentlest_way_agrees_with_all_ways(number):
    """All ways of up to four steps through two harmful areas, some of which kill."""
    random = Random(number)
    grid = grid_of(7, 7)
    start, *rest = random.sample(range(grid.size), 13)
    ways = reach.ways(grid, 0, mask_of(rest[:6]))
    going = reach.Going(ways, start, 4, mask_of(rest[6:]), 0, fresh=True)
    west, east = random.randint(1, 2), random.randint(4, 5)
    boxes = [
        (grid.box(grid.at(column, random.randrange(7)), 1), random.randint(1, 3)) for column in (west, east)
    ]
    tolls = reach.Tolls(tuple(boxes), random.randint(1, 5))
    least = {}

    def go(squares, spent, cost):
        for there in squares_of(ways.step(1 << squares[-1]) & ~going.blocked):
            after = spent + (2 if ways.slow >> there & 1 else 1)
            if after <= going.steps and there not in squares:
                paid = cost + sum(
                    toll for box, toll in boxes if box >> there & 1 and not box >> squares[-1] & 1
                )
                least[there] = min(least.get(there, (paid, after)), (paid, after))
                if paid < tolls.limit:
                    go((*squares, there), after, paid)

    go((start,), 0, 0)
    assert {square for _, square in reach.gentle(going, tolls)} == {start, *least}
    for goal, (cost, spent) in least.items():
        path, takes = reach.gentlest(going, goal, tolls)
        entered = [
            toll for a, b in pairwise(path) for box, toll in boxes if box >> b & 1 and not box >> a & 1
        ]
        assert (sum(entered), takes) == (cost, spent)
        assert sum(entered[:-1]) < tolls.limit


def test_one_search_serves_all_goals_of_a_move():
    """One search takes about a millisecond, and there may be a hundred goals behind terrain with effects."""
    ways = reach.ways(grid_of(9, 9), 0, 0)
    areas = reach.Tolls(((mask_of(range(9, 18)), 1), (mask_of(range(27, 36)), 1)))
    going = reach.Going(ways, 0, 8, 0, 0, fresh=True)
    before = reach.gentle.cache_info().misses
    for goal in range(1, 81):
        path, spent = reach.gentlest(going, goal, areas)
        assert spent == len(path) - 1 == ways.grid.chebyshev(0, goal)
    assert reach.gentle.cache_info().misses == before + 1


def test_offered_squares_are_those_of_a_new_search():
    """Cached paths over the same terrain are equal to recomputed ones."""
    for state in positions(range(10), kept=0.03):
        if state.phase not in ("cards", "minor", "major") or state.program.question is not None:
            continue
        offered = list(RULES.legal(state, state.current))
        assert list(legal(queries_of(state), state.current)) == offered
