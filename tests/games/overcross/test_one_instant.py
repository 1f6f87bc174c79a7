"""Rulings found with prepared positions: the order within one step, pushes, and simultaneous deaths."""

from __future__ import annotations

from bot.games.overcross.rules.view import Flag, Side
from tests.games.overcross.laid_out import Match

REGULAR, LEGEND = "Forum Regular", "The Unwritten King"


def test_ovc_35_entering_zone_and_lava_at_once_counts_as_entering_the_zone():
    """A Legend wins, a flag is home, and in the Invasion it has scored and is not redeployed."""
    match = Match(objective="summoning")
    king = match.put(1, LEGEND, "E10", 5)
    match.lay(2, "Lava", "G10")
    assert match.move(king, "F11").state.outcome.winners == (0,)

    match = Match(objective="flag")
    carrier = match.put(1, REGULAR, "E2", 5)
    match.state.flags = (Flag(0, match.grid.parse("F1")), Flag(1, match.grid.parse("E2"), carrier))
    match.lay(2, "Lava", "G2")
    assert match.move(carrier, "F1").state.outcome.winners == (0,)

    match = Match(objective="invasion")
    runner = match.put(1, REGULAR, "E10", 5)
    match.lay(2, "Lava", "G10")
    match.move(runner, "F11")
    assert (match.state.sides[0].points, match.here(runner)) == (1, False)
    assert match.state.program.question is None

    match = Match(objective="invasion")
    runner = match.put(1, REGULAR, "E10", 3)
    match.lay(2, "Lava", "G10")
    match.move(runner, "F11")
    assert (match.state.sides[0].points, match.counters(runner)) == (1, 4), "harmed, then redeployed"
    assert match.state.program.question.kind == "square"


def test_ovc_36_a_push_ends_where_a_trapdoor_redeploys_or_a_line_is_crossed_in_the_invasion():
    match = Match()
    enemy, card = match.put(2, REGULAR, "F5"), match.hold(1, "Wind Machine")
    match.lay(1, "Trapdoor", "F4")
    match.play(card).answer(enemy, "S", "A11")
    assert match.at(enemy) == "A11", "not pushed on to A9"

    match = Match(objective="invasion")
    friend, card = match.put(1, REGULAR, "F10"), match.hold(1, "Wind Machine")
    match.play(card).answer(friend, "NE", "A1")
    assert match.state.sides[0].points == 1
    assert match.at(friend) == "A1", "not pushed on to C3"


def test_ovc_37_all_simultaneous_kills_are_credited_before_targets_are_checked():
    """XI returns to the hand and is a kill too: so seat 1 has more than seat 2, which gets the Regular."""
    match = Match()
    match.state.sides = (Side(points=95), Side(points=97))
    xi = match.put(2, "XI", "F6", 5)
    match.put(1, REGULAR, "F7", 5)
    match.hold(2, "Bog")
    flames = match.hold(1, "Flame War")

    match.play(flames).answer(xi, 1)

    assert [side.points for side in match.state.sides] == [101, 100]
    assert match.state.outcome.winners == (0,)
