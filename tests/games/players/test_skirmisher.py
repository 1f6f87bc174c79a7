"""The Skirmisher's decisions at Papyrus, each in a position with one clearly best action."""

from __future__ import annotations

import random

import pytest

from bot.engine.fair import Stream
from bot.games.computers import COMPUTERS
from bot.games.papyrus.rules.actions import Attack, EndTurn, Formation, Heal, Move, Place, Preset, Ready
from bot.games.papyrus.rules.options import Kind
from tests.audited import PAPYRUS
from tests.audited import read_options as options_of
from tests.games.papyrus.table import RULES, Table

SKIRMISHER = COMPUTERS["skirmisher"]


def choices(table: Table) -> set:
    """Return its actions in ten moods."""
    view = RULES.view(table.state, table.state.turn)
    legal = RULES.legal(table.state, table.state.turn)
    return {SKIRMISHER.choose(RULES, view, legal, random.Random(mood)) for mood in range(10)}


def attacking(squads: str, **more) -> Table:
    """Return a position in which no more moves can be made (PAP-09)."""
    table = Table(squads, **more)
    table.state.phase = "attacking"
    return table


def deployed(mood: int) -> tuple:
    """Return its actions until it has deployed, and the positions of its units, by column."""
    rng, dice = Stream("setup", bytes(32)), random.Random(mood)
    state = PAPYRUS.setup(options_of(PAPYRUS, {}, 2), 2, rng)
    chosen = []
    while not chosen or chosen[-1] != Ready() or len(chosen) < 3:
        action = SKIRMISHER.choose(PAPYRUS, PAPYRUS.view(state, 0), PAPYRUS.legal(state, 0), dice)
        chosen.append(action)
        PAPYRUS.apply(state, 0, action, rng)
        if action == Ready() and state.phase == "picking":
            PAPYRUS.apply(state, 1, Preset("storm"), rng)
            PAPYRUS.apply(state, 1, Ready(), rng)
    return chosen, [unit.square for unit in state.units if unit.seat == 0]


def test_it_takes_any_ready_made_squad_and_varies_the_default_formation_within_its_lines():
    found = [deployed(mood) for mood in range(40)]
    columns: dict[Preset, set[tuple[int, ...]]] = {}
    for chosen, squares in found:
        assert chosen[1:3] == [Ready(), Formation()]
        assert chosen[-1] == Ready()
        assert all(isinstance(action, Place) for action in chosen[3:-1])
        columns.setdefault(chosen[0], set()).add(tuple([square % 16 for square in squares]))
    assert set(columns) == {Preset(key) for key in PAPYRUS.squads}
    assert len({tuple(squares) for _, squares in found}) > 20
    assert all(len(alike) == 1 for alike in columns.values())


def test_it_recruits_by_itself_where_no_ready_made_squad_is_known():
    bare = type(PAPYRUS)(PAPYRUS.maps, {})
    rng, mood = Stream("setup", bytes(32)), random.Random(1)
    state = bare.setup(options_of(bare, {"squad": 5}, 2), 2, rng)
    for _ in range(6):
        bare.apply(state, 0, SKIRMISHER.choose(bare, bare.view(state, 0), bare.legal(state, 0), mood), rng)
    assert len(state.squads[0]) == 5
    assert state.ready[0]


@pytest.mark.parametrize(
    ("squads", "wanted"),
    [
        # the wounded rather than the fresh; the better chance; of two kills the more dangerous
        ("smg D4 | smg D6:2, smg F4", Attack(0, 1)),
        ("smg D4 | smg D9, smg D5", Attack(0, 2)),
        ("smg D4 | smg D6:2, rpg F4:2", Attack(0, 2)),
        # healing a unit in danger rather than a distant shot
        ("medic D4, smg D5:3 | smg D10", Heal(0, 1)),
        ("smg A1 | smg P12", EndTurn()),
    ],
)
def test_it_does_the_best_action_when_no_more_moves_can_be_made(squads, wanted):
    assert choices(attacking(squads)) == {wanted}


def test_it_does_not_fire_a_rocket_that_hits_more_of_its_own_units():
    """PAP-18: the blast would hit three of its own units around the target."""
    assert choices(attacking("rpg D4, smg D8:5, smg C7:5, smg E7:5 | medic D7")) != {Attack(0, 4)}


def test_two_players_that_heal_all_damage_do_not_play_forever():
    """PAP-23: healing changes HP, so no quiet round would ever end the match."""
    table = attacking("medic H6, smg H7:8, rpg F7 | smg I7, medic I6, rpg J5")
    table.state.round = 40
    assert Heal(0, 1) in choices(table)
    table.state.round = 41
    assert {type(choice) for choice in choices(table)} == {Attack}


def test_it_does_not_attack_with_a_few_units_before_the_squads_have_met_pap_27():
    """Two Snipers sent ahead would hit once and be shot by everybody; then the second to move won."""
    rng, mood = Stream("opening", bytes(32)), random.Random(1)
    state, done = PAPYRUS.setup(options_of(PAPYRUS, {}, 2), 2, rng), []
    while state.round < 2:
        seat = min(PAPYRUS.to_act(state))
        done.append(SKIRMISHER.choose(PAPYRUS, PAPYRUS.view(state, seat), PAPYRUS.legal(state, seat), mood))
        PAPYRUS.apply(state, seat, done[-1], rng)
    assert Move in {type(action) for action in done}
    assert Attack not in {type(action) for action in done}


def test_a_shotgun_moves_close_to_its_target_before_it_fires():
    table = Table("shotgun D4, smg A1 | smg D7")
    assert {type(choice) for choice in choices(table)} == {Move}
    assert squares(table, unit=0) <= {"D6", "C7", "E7"}


def test_a_sniper_steps_back_from_a_too_close_enemy():
    """PAP-17: it cannot attack closer than 4."""
    table = Table("sniper F5, smg A1 | smg F7")
    for square in squares(table, unit=0):
        assert table.grid.manhattan(table.grid.parse(square), table.grid.parse("F7")) >= 4


def test_it_steps_aside_for_a_clear_shot():
    """PAP-21: its own unit is exactly on the line."""
    table = Table("smg D4, medic D5 | smg D6:2")
    played = choices(table)
    assert Attack(0, 2) not in played
    assert all(isinstance(action, Move) for action in played)


def test_it_marches_towards_an_enemy_far_away():
    table = Table("smg A1, smg A2 | smg P12")
    for action in choices(table):
        assert isinstance(action, Move)
        here, there = table.state.units[action.unit].square, action.to
        enemy = table.state.units[2].square
        assert table.grid.manhattan(there, enemy) < table.grid.manhattan(here, enemy)


def squares(table: Table, unit: int) -> set[str]:
    """Return the names of the squares it moves a unit to, in ten moods."""
    moved = [action for action in choices(table) if isinstance(action, Move) and action.unit == unit]
    assert moved
    return {table.grid.name(action.to) for action in moved}


def test_the_squads_of_the_positions_are_as_written():
    units = Table("rpg D4, smg D8:5 | medic D7").state.units
    assert [unit.kind for unit in units] == [Kind.RPG, Kind.SMG, Kind.MEDIC]
