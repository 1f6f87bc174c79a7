"""Example positions in Papyrus's own notation, and the pages of the rules that are drawn from them."""

from __future__ import annotations

import pytest

from bot.engine.positions import ScriptedStream
from bot.games import catalogue
from bot.games.papyrus.rules.actions import Attack, Move
from bot.games.papyrus.rules.facts import Healed, Moved
from bot.games.papyrus.rules.options import Kind
from bot.games.papyrus.rules.view import unit_name
from bot.games.papyrus.rules.weapons import FIRST, Arsenal
from tests.games.papyrus.table import RULES
from tests.games.table import page_scene

PAGES = catalogue.rulebook("papyrus")

FIELD = """
............
..S..#.n....
..M.........
............
............
............
"""


def scene(*lines: str, field: str = FIELD):
    return page_scene("papyrus", field + "\n".join(lines))


def fault(*lines: str, field: str = FIELD) -> str:
    with pytest.raises(ValueError, match=r".") as raised:
        scene(*lines, field=field)
    return str(raised.value)


def test_letters_are_units_of_the_first_two_seats_and_a_legend_has_seat_hp_and_number():
    view = scene().view
    assert [(unit.seat, unit_name(unit), unit.square) for unit in view.units] == [
        (0, "SMG-1", 14),
        (0, "Medic-1", 26),
        (1, "Sniper-1", 19),
    ]
    assert view.barriers == (17,)
    assert (view.width, view.height, view.seats, view.phase) == (12, 6, 2, "moving")
    assert (view.turn, view.pool, view.round) == (0, 4, 1)
    told = scene("field: 12x6", "barriers: F2", "seat 1: smg C2, medic C3", "seat 2: sniper H2", field="")
    assert told.view == view
    field = FIELD.replace("#", ".")
    unit = scene("n = seat 3 RPG-4:6 acted", "turn: seat 3, round 5, pool 1", field=field).view.units[2]
    assert (unit.seat, unit_name(unit), unit.hp, unit.acted) == (2, "RPG-4", 6, True)
    gone = scene("seat 2: SMG:0").view.units[-1]
    assert (gone.hp, gone.square) == (0, -1), "it has left the board (PAP-20)"


def test_steps_are_commands_that_the_rules_carry_out_pap_18():
    field = FIELD.replace("M.........", "M..s......")
    told = scene("options: critical=true", "dice: 5", "1: attack SMG-1 at F3", field=field)
    (shot,) = told.recent
    assert (shot.chances, shot.grade, shot.damage) == (3, "hit", 2)
    assert told.view.phase == "attacking"
    assert told.view.units[0].acted
    assert [unit.hp for unit in told.view.units if unit.square == 29] == [8]


def test_moves_heals_and_focus_pap_07_pap_19():
    field = FIELD.replace("..S..", "S....")
    told = scene(
        "seen by: seat 1", "S = seat 1 SMG:5", "1: move SMG-1 to C2", "1: heal Medic-1 SMG-1", field=field
    )
    assert told.recent == (Moved(0, (12, 13, 14)), Healed(1, 0, 7))
    focus = scene("seen by: seat 1", "S = seat 1 SMG:5", "focus: u1").focus
    assert focus.chosen == 26
    assert focus.targets == {14: "+2"}
    assert 27 in focus.reach


def test_unplaced_units_are_listed_and_hidden_from_others_pap_03_pap_24():
    field = FIELD.replace("..S..", ".S...")
    told = scene("seen by: seat 1", "phase: placing", "seat 1: Sniper", "focus: u0", field=field)
    assert (told.view.units[-2].square, told.view.turn) == (-1, -1)
    assert told.focus.reach == frozenset(told.view.zones[0]) - {13}
    assert {unit.square for unit in scene("phase: placing", field=field).view.units} == {-1}


def test_a_squad_being_picked_and_a_finished_match_pap_02_pap_23():
    field = FIELD.replace("S", ".").replace("M", ".").replace("n", ".")
    picking = ("phase: picking", "squad 1: 2 SMG, 1 Medic", "options: squad=4")
    view = scene("seen by: seat 1", *picking, field=field).view
    assert (view.squad, view.options.squad) == ((Kind.SMG, Kind.SMG, Kind.MEDIC), 4)
    assert scene(*picking, field=field).view.squad == ()
    assert scene("phase: over", "names: Cleo, Dan").view.outcome.winners == ()
    assert scene("phase: over", "n = seat 1 Sniper").view.outcome.winners == (0,)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("what is this", 'line 8: "what is this" is neither a row of the field'),
        ("colour: red", 'line 8: "colour: red" is neither'),
        ("x = seat 2 Snipr", 'line 8: "Snipr" is not a unit'),
        ("n = seat 2 Sniper:11", 'line 8: "Sniper:11" has too many HP: 10 at most'),
        ("n = seat 5 Sniper", 'line 8: "seat 5 Sniper" is not a unit'),
        ("seats: 5", "line 8: there is no seat 5 here."),
        ("options: nice=true", "line 8: the options: "),
        ("phase: fighting", 'line 8: "fighting" is not a phase'),
        ("squad 1: many", 'line 8: "many" is not a number of units'),
        ("turn: seat 4", "there is no seat 4 here."),
        ("turn: now", 'line 8: "now" is not known of a turn'),
        ("field: big", 'line 8: "big" is not a size'),
        ("seat 1: SMG", "units wait beside the field only while"),
        ("seat 1: SMG-1 A1", "two units of seat 1 are called SMG-1."),
        ("seat 1: SMG C3", "two units stand at C3."),
        ("1: move SMG-1 to F2", "line 8: SMG-1 cannot enter F2: a barrier stands there."),
        ("1: attack SMG-1 at H2", "line 8: SMG-1 has no shot at Sniper-1 on H2: the barrier at F2"),
        ("1: attack SMG-1 at C3", "line 8: Medic-1 is one of your own"),
        ("1: heal SMG-1 Medic-1", "line 8: SMG-1 cannot heal"),
        ("1: heal Medic-1", "line 8: Say which unit is meant"),
    ],
)
def test_errors_have_their_line(line, words):
    assert words in fault(line)


def test_errors_of_the_field_have_their_place():
    assert fault(field="").startswith("there is no field: draw it with . and #")
    assert fault(field="...") .startswith("line 1, the field: A field has 8 to 40 columns")  # fmt: skip
    assert fault(field=FIELD.replace("n", "q")) == 'line 3, column 8: no line says who "q" is.'
    assert "stands in the deploy zone" in fault(field=FIELD.replace("..M", "#.M"))


@pytest.mark.parametrize("page", PAGES, ids=[page.title for page in PAGES])
def test_squares_marked_on_a_page_are_out_of_reach_by_the_rules_pap_21_pap_22(page):
    told = page_scene("papyrus", page.scene)
    if told.focus is None or told.view.phase == "placing":
        return
    state = RULES.resample(told.view, ScriptedStream())
    legal = RULES.legal(state, told.view.turn)
    at = {unit.square: index for index, unit in enumerate(told.view.units)}
    chosen = at[told.focus.chosen]
    for square, label in told.focus.targets.items():
        hits = Attack(chosen, at[square]) in legal
        assert hits == label.endswith("/6")
    assert all(Move(chosen, square) in legal for square in told.focus.reach)


def test_the_tables_of_the_rules_are_those_of_the_weapons_pap_11_pap_14():
    texts, numbers = {page.title: page.text for page in PAGES}, Arsenal(FIRST)
    for title, kind in (
        ("Attacking: the SMG", Kind.SMG),
        ("The Shotgun", Kind.SHOTGUN),
        ("The Sniper", Kind.SNIPER),
    ):
        rows = [line.split() for line in texts[title].splitlines() if line.startswith(("distance", "in six"))]
        shown = dict(zip(map(int, rows[0][1:]), map(int, rows[1][2:]), strict=True))
        assert shown == {d: numbers.chances(kind, d) for d in range(1, 12) if numbers.chances(kind, d)}
        assert f"**{numbers.weapons[kind].hit} damage**" in texts[title]
    damages = [line.split() for line in texts["Critical hits"].splitlines()]
    for kind, weapon in numbers.weapons.items():
        name = {Kind.SMG: "SMG", Kind.RPG: "RPG"}.get(kind, kind.value.title())
        assert [name, str(weapon.nick), str(weapon.hit), str(weapon.critical)] in damages
