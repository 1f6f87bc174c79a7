"""The five objectives, limits, tie-breaks, defeated seats and resignations (OVC-23 to OVC-28b)."""

from __future__ import annotations

import pytest

from bot.engine.cards.program import Program, Running
from bot.engine.facts import SeatOut
from bot.games.overcross.rules import actions, facts
from bot.games.overcross.rules.geometry import counting_squares
from bot.games.overcross.rules.rules import go_on
from bot.games.overcross.rules.steps import DropFlag
from bot.games.overcross.rules.table import Table
from bot.games.overcross.rules.view import Flag
from tests.games.overcross.chance import POOL
from tests.games.overcross.table import Match


def options(objective, size=7, **more):
    said = " ".join(f"{key}={value}" for key, value in more.items())
    return f"options: objective={objective} width={size} height={size} {said}\n"


# ---- Assassination


def test_ovc_23_leaders_begin_in_the_middle_with_champions_to_the_east_or_north():
    match = Match(options("assassination", victims="both") + "seat 1:\nseat 2:\nseat 3:\nseat 4:")
    squares = [
        [match.queries.grid.name(piece.square) for piece in match.state.pieces if piece.seat == seat]
        for seat in range(4)
    ]
    assert squares == [["D1", "E1"], ["D7", "E7"], ["A4", "A5"], ["G4", "G5"]]


def test_ovc_23_the_first_to_kill_an_enemy_leader_wins_and_a_leader_counts_6():
    match = Match(
        options("assassination") + "seat 1:\nCST-14 at C6:\nseat 2:\nnamed: CST-27\nCST-27 at D7: 1 counter",
        1,
        6,
    )
    match.attack(1, "Well-Read Ogre", "D7")
    assert match.winners == [1]
    assert match.facts_told(facts.Died)[0].cost == 6
    assert match.facts_told(facts.Died)[0].to == "aside"
    assert match.state.outcome.why == "The last Leader alive"


def test_ovc_23_the_seat_of_a_dead_leader_loses_whoever_killed_it():
    match = Match(
        options("assassination") + "terrain: CST-50 at D5, of seat 2\nseat 1:\nseat 2:\nnamed: CST-27\n"
        "CST-27 at D3: 5 counters"
    )
    match.end(1).move(2, "Cornstalk Editor", "D4")
    assert match.winners == [1]
    assert match.state.sides[0].kills == 6


def test_ovc_23_with_both_all_must_die():
    text = options("assassination", victims="both") + (
        "seat 1:\nCST-14 at C6:\nCST-09 at D6:\nseat 2:\nnamed: CST-27 CST-28\nCST-27 at C7: 5 counters\n"
        "CST-28 at D7: 5 counters"
    )
    match = Match(text, 1, 6, 1, 6)
    match.attack(1, "Well-Read Ogre", "C7")
    assert match.state.outcome is None
    match.attack(1, "Mild-Mannered Knight", "D7")
    assert match.winners == [1]


def test_ovc_23_with_more_seats_the_seat_is_out_and_the_last_one_wins():
    match = Match(
        options("assassination")
        + "terrain: CST-48 at C3, of seat 2\nseat 1:\nCST-14 at C6:\nseat 2:\nnamed: CST-27\n"
        "CST-27 at D7: 5 counters\nCST-02 at F6:\nseat 3:\nCST-03 at B5: CST-30 of seat 2",
        1,
        6,
    )
    match.attack(1, "Well-Read Ogre", "D7")
    assert match.state.outcome is None
    assert match.facts_told(SeatOut)[0].seat == 1
    assert match.find(2, "Forum Regular") is None
    assert match.edits(3, "Lurker") == []
    assert match.terrains() == {"Bog": "C3"}
    assert match.refused(2, actions.EndTurn()) == "You are out of this match."
    match.end(1)
    assert match.state.current == 2
    match.resign(3)
    assert match.winners == [1]


def test_ovc_23_if_all_die_at_once_kills_decide_or_it_is_a_draw():
    board = (
        options("assassination")
        + "now: seat 1, round 3\nseat 1: {kills} kills\nCST-27 at D4: 5 counters\nnamed: CST-27\n"
        "hand: CST-60\nseat 2:\nCST-23 at D5: 4 counters\nnamed: CST-23"
    )
    ahead = Match(board.format(kills=9))
    ahead.play(1, "Flame War").choose(1, "Cornstalk Editor")
    assert ahead.winners == [1]
    level = Match(board.format(kills=0))
    level.play(1, "Flame War").choose(1, "Cornstalk Editor")
    assert level.state.sides[0].kills == level.state.sides[1].kills == 6
    assert level.winners == []


# ---- Summoning


def test_ovc_24_a_legend_is_played_as_from_the_hand_and_wins_in_the_enemy_zone():
    match = Match(options("summoning") + "now: seat 1, round 6\nseat 1:\nnamed: CST-29\nseat 2:")
    match.play(1, "The Punchline", "D1")
    assert match.refused(1, actions.Move(match.card(1, "The Punchline"), match.square("D2"))) == (
        "The Punchline was deployed in this turn, and a Legend does not act then: choose another Character."
    )
    match.end(1, 2).move(1, "The Punchline", "D5").end(1, 2).move(1, "The Punchline", "D7")
    assert match.winners == [1]


def test_ovc_24_a_dead_legend_is_set_aside_and_costs_2_more_each_time():
    match = Match(
        options("summoning")
        + "now: seat 1, round 8\nseat 1:\nCST-14 at D5:\nseat 2:\nnamed: CST-29\nCST-29 at D6: 5 counters",
        1,
        6,
    )
    match.attack(1, "Well-Read Ogre", "D6")
    side = match.state.sides[1]
    assert (side.deaths, len(side.aside), side.discard) == (1, 1, ())
    match.end(1)
    assert match.queries.cost(side.aside[0]) == 8
    match.play(2, "The Punchline", "D7")
    assert match.state.sides[1].aside == ()


def test_ovc_24_a_legend_is_not_deployed_by_crossover():
    match = Match(
        options("summoning") + "now: seat 1, round 9\nseat 1:\nnamed: CST-29\nhand: CST-64 CST-02\nseat 2:"
    )
    match.play(1, "Crossover")
    assert match.deploys(1, "The Punchline") == {column + "1" for column in "ABCDEFG"}
    assert "D3" in match.deploys(1, "Forum Regular")
    match.play(1, "Forum Regular", "D3")
    assert match.state.lasting == ()


def test_ovc_24_with_more_seats_only_far_squares_of_a_zone_count():
    match = Match(options("summoning") + "seat 1:\nseat 2:\nseat 3:")
    grid, played = match.queries.grid, match.state.options
    counting = counting_squares(played, 0, 2, 3)
    assert {grid.name(square) for square in range(49) if counting >> square & 1} == {"A4", "A5", "A6"}
    assert counting_squares(played, 0, 1, 3).bit_count() == 7
    assert counting_squares(played, 0, 1, 2).bit_count() == 7


# ---- Capture the flag


def test_ovc_25_a_flag_is_picked_up_during_a_move_and_wins_in_the_own_zone():
    match = Match(options("flag") + "seat 1:\nCST-06 at D6:\nseat 2:")
    match.move(1, "First-Post Goblin", "D7")
    assert match.facts_told(facts.FlagTaken)[0].flag == 1
    match.move(1, "First-Post Goblin", "D4").end(1, 2).move(1, "First-Post Goblin", "D1")
    assert match.winners == [1]


def test_ovc_25_a_dead_carrier_drops_the_flag_and_its_owner_returns_it():
    match = Match(
        options("flag")
        + "seat 1:\nCST-14 at D4:\nCST-02 at E3:\nseat 2:\nCST-06 at D5: 5 counters, carries 1",
        1,
        6,
    )
    match.attack(1, "Well-Read Ogre", "D5")
    assert match.facts_told(facts.FlagDropped)[0].square == match.square("D5")
    match.end(1, 2).move(1, "Forum Regular", "D5")
    assert match.facts_told(facts.FlagHome)
    assert match.state.flags[0].square == match.square("D1")


def test_ovc_25_the_own_flag_is_not_carried_and_deploying_picks_up_nothing():
    match = Match(options("flag") + "seat 1:\nhand: CST-02\nCST-06 at C1:\nseat 2:\nflag: D1")
    match.play(1, "Forum Regular", "D1")
    assert match.state.flags[1].carrier == -1
    own = Match(options("flag") + "seat 1:\nCST-06 at C2:\nseat 2:")
    own.move(1, "First-Post Goblin", "D1")
    assert own.state.flags[0].carrier == -1


def test_ovc_25_a_redeployed_carrier_drops_the_flag_where_it_was():
    match = Match(options("flag") + "terrain: CST-56 at D4\nseat 1:\nCST-06 at D5: carries 2\nseat 2:")
    match.move(1, "First-Post Goblin", "D4").choose(1, "A1")
    assert match.facts_told(facts.FlagDropped)[0].square == match.square("D4")
    assert match.state.outcome is None


def test_ovc_25_a_flag_on_a_wall_moves_to_the_nearest_free_square_by_its_owners_choice():
    match = Match(
        options("flag") + "terrain: CST-47 at D4\nseat 1:\nCST-02 at A3:\nseat 2:\n"
        "CST-19 at D2: CST-39, carries 1, 5 counters\n"
    )
    carrier = match.piece(2, "Escape-Pod Pilot")
    table = Table(match.state, POOL, match.rng)
    table.put(carrier, square=match.square("D3"))
    table.put_flag(0, Flag(0, match.square("D3"), carrier.card))
    table.drop_flags(None, table.piece(carrier.card))
    table.put(table.piece(carrier.card), square=match.square("A7"))
    match.state.program = Program((Running(carrier.card, 0, (DropFlag(0),)),))
    go_on(table)
    assert match.question.seat == 0
    assert [match.queries.grid.name(square) for square in match.question.options] == ["C2", "D2", "E2"]
    match.choose(1, "E2")
    assert match.state.flags[0].square == match.square("E2")


# ---- Invasion


def test_ovc_26_a_character_that_enters_the_enemy_zone_scores_1_and_is_redeployed():
    match = Match(options("invasion") + "seat 1:\nCST-06 at D5: 2 counters, CST-32\nseat 2:\n")
    assert "C7" in match.moves(1, "First-Post Goblin")
    match.move(1, "First-Post Goblin", "D7")
    assert match.state.sides[0].points == 1
    match.choose(1, "B1")
    goblin = match.piece(1, "First-Post Goblin")
    assert (match.where(1, "First-Post Goblin"), goblin.counters, len(goblin.edits)) == ("B1", 2, 1)
    assert match.moves(1, "First-Post Goblin") == set()


def test_ovc_26_a_push_into_an_enemy_zone_scores_too_and_the_agreed_number_wins():
    match = Match(options("invasion") + "now: seat 1, round 3\nseat 1:\nhand: CST-66\nCST-06 at D5:\nseat 2:")
    match.play(1, "Wind Machine").choose(1, "First-Post Goblin").choose(1, 0)
    assert match.state.sides[0].points == 1
    match = Match(options("invasion", score=2) + "seat 1: 1 point\nCST-06 at D6:\nseat 2:")
    assert match.move(1, "First-Post Goblin", "D7").winners == [1]


# ---- Death match


def test_ovc_27_a_kill_scores_its_deck_cost_and_the_agreed_score_wins():
    match = Match(
        options("deathmatch", score=5) + "seat 1: 3 points\nCST-14 at D4:\nseat 2:\nCST-02 at D5: 5 counters",
        1,
        6,
    )
    match.attack(1, "Well-Read Ogre", "D5")
    assert match.state.sides[0].points == 6
    assert match.winners == [1]


@pytest.mark.parametrize(
    ("owner", "more", "points"), [(1, "", [0, 3]), (2, "", [0, 3]), (1, "\nseat 3:", [0, 0, 0])]
)
def test_ovc_27_terrain_scores_for_its_owner_but_not_for_own_victims(owner, more, points):
    """With more seats a death caused by the own side scores for nobody."""
    board = f"terrain: CST-50 at D4, of seat {owner}\nseat 1:\nCST-02 at D2: 5 counters\nseat 2:{more}"
    match = Match(options("deathmatch") + board).move(1, "Forum Regular", "D3")
    assert [side.points for side in match.state.sides] == points
    assert match.facts_told(facts.Died)[0].credit == (-1 if more else 1)


def test_ovc_27_kills_by_an_edit_score_for_its_owner():
    match = Match(
        options("deathmatch") + "seat 1:\nCST-02 at D4: 5 counters, CST-44 of seat 2\nseat 2:\nCST-09 at D5:",
        6,
    )
    match.attack(1, "Forum Regular", "D5")
    assert [side.points for side in match.state.sides] == [0, 3]


# ---- the end of the rounds, ties, defeated seats


def test_ovc_28_of_several_at_the_target_most_points_win_and_a_tie_continues():
    board = options("deathmatch", score=6) + (
        "now: seat 1, round 3\nseat 1: {one} points\nCST-02 at D4: 5 counters\nhand: CST-60\n"
        "seat 2: {two} points\n"
        "CST-06 at D5: 5 counters"
    )
    level = Match(board.format(one=3, two=3))
    level.play(1, "Flame War").choose(1, "Forum Regular")
    assert [side.points for side in level.state.sides] == [6, 6]
    assert level.state.outcome is None
    more = Match(board.format(one=4, two=3))
    more.play(1, "Flame War").choose(1, "Forum Regular")
    assert more.winners == [1]


@pytest.mark.parametrize(
    ("objective", "one", "two", "winners"),
    [
        (
            "assassination",
            "\nnamed: CST-27\nCST-27 at D1: 2 counters",
            "\nnamed: CST-23\nCST-23 at D7: 3 counters",
            [1],
        ),
        ("summoning", "\nnamed: CST-29\nCST-29 at D5:", "\nnamed: CST-16\nCST-16 at D2:", [2]),
        ("summoning", "\nnamed: CST-29\nCST-29 at A1:", "\nnamed: CST-16", [1]),
        ("flag", "\nCST-02 at D6: carries 2", "", [1]),
        ("flag", "\nCST-02 at D3: carries 2", "\nCST-02 at D4: carries 1", [1]),
        ("invasion", "", "", []),
        ("deathmatch", "\nCST-02 at D6:", "", []),
        *[(each, " 2 points", " 3 points", [2]) for each in ("invasion", "deathmatch")],
        *[(each, " 2 points, 4 kills", " 2 points", [1]) for each in ("invasion", "deathmatch")],
    ],
)
def test_ovc_28_after_the_last_round_the_objective_decides_then_kills(objective, one, two, winners):
    text = options(objective, rounds=10) + f"now: seat 1, round 10\nseat 1:{one}\nseat 2:{two}"
    assert Match(text).end(1, 2).winners == winners


def test_ovc_28b_a_resigned_seat_is_out_and_the_last_one_wins():
    assert Match(options("flag") + "seat 1:\nseat 2:").resign(1).winners == [2]
    match = Match(
        options("flag") + "terrain: CST-48 at C3, of seat 1\nseat 1:\nCST-02 at D2: carries 2\nseat 2:\n"
        "CST-06 at E4: CST-30 of seat 1\nseat 3:\nCST-09 at B4: carries 1"
    )
    match.resign(1)
    assert match.state.current == 1
    assert match.state.sides[0].out == "resigned"
    assert match.find(1, "Forum Regular") is None
    assert match.edits(2, "First-Post Goblin") == []
    assert {flag.seat for flag in match.state.flags} == {1, 2}
    assert match.state.flags[0].carrier == -1
    assert match.terrains() == {"Bog": "C3"}
    assert match.queries.enemy_squares(1) & match.queries.zone(0) & ~match.queries.zone(2) == 0


def test_ovc_28b_the_zone_of_a_seat_that_is_out_does_not_count_and_stays_closed_to_terrain():
    match = Match(
        options("invasion")
        + "now: seat 2, round 2\nseat 1: out\nseat 2:\nCST-06 at D3:\nhand: CST-50\nseat 3:"
    )
    assert "D1" not in match.deploys(2, "Lava")
    match.move(2, "First-Post Goblin", "D1")
    assert match.state.sides[1].points == 0


def test_ovc_28b_after_a_resignation_during_a_question_the_match_continues():
    match = Match(
        options("deathmatch")
        + "now: seat 1, round 2\nseat 1:\nhand: CST-66\nCST-09 at A1:\nseat 2:\nCST-02 at D5:\nseat 3:"
    )
    match.play(1, "Wind Machine").choose(1, "Forum Regular")
    match.resign(1)
    assert (match.state.current, match.state.phase) == (1, "cards")
    asked = Match(
        options("deathmatch") + "terrain: CST-56 at D4\nseat 1:\nCST-09 at D3:\nseat 2:\nseat 3:"
    ).move(1, "Mild-Mannered Knight", "D4")
    asked.resign(2)
    assert asked.question.seat == 0
    asked.choose(1, "A1")
    assert asked.where(1, "Mild-Mannered Knight") == "A1"
