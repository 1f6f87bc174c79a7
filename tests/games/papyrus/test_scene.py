"""Example positions in Papyrus's own notation, and the pages of the rules that are drawn from them."""

from __future__ import annotations

import pytest

from bot import catalogue
from bot.engine.fair import Stream
from bot.games.papyrus.actions import Attack, Move
from bot.games.papyrus.facts import Healed, Hurt, Moved, Shot
from bot.games.papyrus.options import Kind
from bot.games.papyrus.state import PapyrusState, unit_name
from bot.games.papyrus.weapons import WEAPONS, chances
from bot.games.papyrus.wording import PapyrusWording
from tests.games.papyrus.table import RULES

WORDING = PapyrusWording()
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
    return WORDING.scene(field + "\n".join(lines))


def fault(*lines: str, field: str = FIELD) -> str:
    with pytest.raises(ValueError, match=r".") as raised:
        scene(*lines, field=field)
    return str(raised.value)


def state_of(view) -> PapyrusState:
    """The state a view of open information is of."""
    return RULES.resample(view, Stream("scene", b"s" * 32))


def test_letters_are_units_of_the_first_two_seats():
    view = scene().view
    assert [(unit.seat, unit_name(unit), unit.square) for unit in view.units] == [
        (0, "SMG-1", 14),
        (0, "Medic-1", 26),
        (1, "Sniper-1", 19),
    ]
    assert view.barriers == (17,)
    assert (view.width, view.height, view.seats, view.phase) == (12, 6, 2, "moving")
    assert (view.turn, view.pool, view.round) == (0, 4, 1)


def test_a_legend_says_seat_hp_and_number():
    field = FIELD.replace("#", ".")
    units = scene("n = seat 3 RPG-4, 6 HP, acted", "turn: seat 3, round 5, pool 1", field=field).view.units
    assert (units[2].seat, unit_name(units[2]), units[2].hp, units[2].acted) == (2, "RPG-4", 6, True)


def test_a_shot_is_worked_out_by_the_rules_pap_18():
    told = scene(
        "shot: C2 > F3, rolled 5",
        "rules: critical",
        "s = seat 2 SMG, 8 HP",
        field=FIELD.replace("M.........", "M..s......"),
    )
    (shot,) = told.recent
    assert isinstance(shot, Shot)
    assert (shot.chances, shot.grade, shot.damage) == (3, "hit", 2)
    assert told.view.phase == "attacking"
    assert told.view.units[0].acted


def test_a_blast_reaches_those_who_fell_too_pap_18():
    field = "............\n..R...s.....\n.....n......\n" + "............\n" * 3
    (shot,) = scene("shot: C2 > G2, rolled 6", "s = seat 2 SMG, 2 HP", "n = seat 2 Sniper, 5 HP",
                    "fell: seat 2 SMG, at H3", field=field).recent  # fmt: skip
    assert shot.hurt == (Hurt(1, 8, 2, 18), Hurt(2, 5, 5, 29), Hurt(3, 5, 0, 31))


def test_moves_heals_and_focus_pap_07_pap_19():
    told = scene("M = seat 1 Medic", "S = seat 1 SMG, 7 HP", "move: A2 B2 C2", "focus: C3", "heal: C3 > C2")
    assert told.recent == (Moved(0, (12, 13, 14)), Healed(1, 0, 7))
    assert told.focus.chosen == 26
    assert told.focus.targets == {14: "+2"}
    assert 27 in told.focus.reach


def test_units_wait_for_their_place_while_placing_pap_03():
    told = scene(
        "phase: placing", "waiting: seat 1 Sniper", "focus: B2", field=FIELD.replace("..S..", ".S...")
    )
    assert told.view.units[-2].square == -1
    assert told.focus.reach == frozenset(told.view.zones[0]) - {13}
    assert told.view.turn == -1


def test_a_squad_being_picked_pap_02():
    field = FIELD.replace("S", ".").replace("M", ".").replace("n", ".")
    view = scene("phase: picking", "squad: 2 SMG, 1 Medic", "rules: squad 4", field=field).view
    assert view.squad == (Kind.SMG, Kind.SMG, Kind.MEDIC)
    assert view.options.squad == 4


def test_a_finished_match_pap_23():
    view = scene("phase: over", "names: Cleo, Dan").view
    assert view.outcome.winners == ()
    assert scene("phase: over", "n = seat 1 Sniper").view.outcome.winners == (0,)
    assert scene("names: Cleo, Dan").names == ("Cleo", "Dan")


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("what is this", 'line 8: "what is this" is neither a row of the field'),
        ("colour: red", 'line 8: "colour: red" is neither'),
        ("x = seat 2 Snipr", 'line 8: "seat 2 Snipr" is not a unit'),
        ("n = seat 2 Sniper, 11 HP", 'line 8: "11 HP" is not known of a unit'),
        ("seats: 5", "line 8: seats are 2 to 4 here"),
        ("rules: nice", 'line 8: "nice" is not a rule'),
        ("phase: fighting", 'line 8: "fighting" is not a phase'),
        ("squad: many", 'line 8: "many" is not a number of units'),
        ("turn: seat 4", "line 8: there is no seat 4 here."),
        ("turn: now", 'line 8: "now" is not known of a turn'),
        ("waiting: seat 1 SMG", "units wait beside the field only while"),
        ("move: C2 D3", "line 8: a path goes from square to neighbouring square"),
        ("move: E2 F2", "line 8: the path leads through a barrier."),
        ("move: C4 D4", "line 8: nobody stands at D4."),
        ("shot: C2 > H2", 'line 8: "C2 > H2" is not a shot'),
        ("shot: C2 > H2, rolled 5", "line 8: SMG-1 has no shot at Sniper-1 on H2: the barrier at F2"),
        ("shot: C2 > C3, rolled 5", "line 8: only an enemy can be the target."),
        ("heal: C2 > C3", "line 8: a Medic heals an ally beside it."),
        ("heal: C2", 'line 8: "C2" is not a heal'),
        ("focus: Z9", "line 8: "),
        ("focus: C2, all", 'line 8: "all" cannot be pointed out'),
        ("mark: Z9 here", "line 8: "),
    ],
)
def test_faults_are_told_by_their_line(line, words):
    assert words in fault(line)


def test_faults_of_the_field_are_told_by_their_place():
    assert fault(field="") == "the scene has no rows: draw the field with . and #."
    assert fault(field="...") .startswith("line 1, the field: A field has 8 to 40 columns")  # fmt: skip
    assert fault(field=FIELD.replace("n", "q")) == 'line 3, column 8: no line says who "q" is.'
    assert "stands in the deploy zone" in fault(field=FIELD.replace("..M", "#.M"))


def test_a_loss_that_leaves_too_many_hp_is_a_fault():
    field = FIELD.replace("#", ".")
    assert "at most 8 left" in fault("shot: C2 > H2, rolled 6", field=field)


@pytest.mark.parametrize("page", PAGES, ids=[page.title for page in PAGES])
def test_every_page_of_the_rules_has_a_position_to_draw(page):
    told = WORDING.scene(page.scene)
    for fact in told.recent:
        assert WORDING.tell(fact, told.view, told.names)
    assert WORDING.describe(told.view, told.names)


@pytest.mark.parametrize("page", PAGES, ids=[page.title for page in PAGES])
def test_what_a_page_marks_by_hand_is_out_of_reach_by_the_rules_pap_21_pap_22(page):
    told = WORDING.scene(page.scene)
    if told.focus is None or told.view.phase == "placing":
        return
    state = state_of(told.view)
    legal = RULES.legal(state, told.view.turn)
    at = {unit.square: index for index, unit in enumerate(told.view.units)}
    chosen = at[told.focus.chosen]
    for square, label in told.focus.targets.items():
        hits = Attack(chosen, at[square]) in legal
        assert hits == label.endswith("/6")
    assert all(Move(chosen, square) in legal for square in told.focus.reach)


def test_the_tables_of_the_rules_are_those_of_the_weapons_pap_11_pap_14():
    texts = {page.title: page.text for page in PAGES}
    for title, kind in (
        ("Attacking: the SMG", Kind.SMG),
        ("The Shotgun", Kind.SHOTGUN),
        ("The Sniper", Kind.SNIPER),
    ):
        rows = [line.split() for line in texts[title].splitlines() if line.startswith(("distance", "in six"))]
        shown = dict(zip(map(int, rows[0][1:]), map(int, rows[1][2:]), strict=True))
        assert shown == {d: chances(kind, d) for d in range(1, 12) if chances(kind, d)}
        assert f"**{WEAPONS[kind].hit} damage**" in texts[title]
    damages = [line.split() for line in texts["Critical hits"].splitlines()]
    for kind, weapon in WEAPONS.items():
        name = {Kind.SMG: "SMG", Kind.RPG: "RPG"}.get(kind, kind.value.title())
        assert [name, str(weapon.nick), str(weapon.hit), str(weapon.critical)] in damages
