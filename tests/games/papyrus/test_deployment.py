"""Options, squads and placing, rule by rule."""

import re
from itertools import product

import pytest

from bot.base.language import ENGLISH, speaking
from bot.engine.contract import Resign
from bot.engine.errors import BadOptions, IllegalAction
from bot.engine.grid import squares_of
from bot.engine.positions import ScriptedStream
from bot.games.papyrus.rules.actions import Dismiss, EndTurn, Formation, Move, Place, Preset, Ready, Recruit
from bot.games.papyrus.rules.facts import (
    Deployed,
    FirstPlayer,
    SeatReady,
    SquadPicked,
    SquadPlaced,
    SquadsRevealed,
)
from bot.games.papyrus.rules.field import deploy_lines, field_of, formation
from bot.games.papyrus.rules.rules import PapyrusRules
from bot.games.papyrus.rules.squads import ALLOWED_KINDS, Squad
from bot.games.papyrus.rules.view import KIND_TITLES
from tests.games.papyrus.table import MAPS, RULES, SQUADS, Kind, Kinds, Options
from tests.languages.marked import STRICT, unmarked


def opened(seats=2, *dice, **options):
    rng = ScriptedStream(dice)
    return RULES.setup(Options(**options), seats, rng), rng


def refused(state, seat, action):
    """Return the sentence that refuses an action, which must be in the catalogues; nothing may change."""
    before, said = RULES.clone(state), []
    for spoken in (STRICT, ENGLISH):
        with speaking(spoken), pytest.raises(IllegalAction) as refusal:
            RULES.apply(state, seat, action, ScriptedStream())
        said.append(refusal.value.sentence)
    assert state == before
    assert unmarked(re.sub(r'"[^"]*"', "", said[0]), (*KIND_TITLES.values(), *SQUADS)) == []
    return said[1]


def zone_of(width, height, seats, squad, seat):
    lines = deploy_lines(width, height, seats, squad)[seat]
    return {(square % width, square // width) for line in lines for square in line}


def all_ready(state, rng, *actions):
    """Let every seat do these actions and be ready; return the events of the last one."""
    events = []
    for seat in range(state.seats):
        for action in (*actions, Ready()):
            events = RULES.apply(state, seat, action, rng)
    return events


def test_the_usual_game_has_ten_units_each_on_sixteen_by_twelve_pap_01():
    options = RULES.normalize(Options(), 2)
    assert (options.squad, options.width, options.height) == (10, 16, 12)
    assert options.grid == "/".join(["." * 16] * 12)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("named", ["open", "posts", "ridge"])
def test_a_named_map_sets_grid_and_size_and_normalizing_is_idempotent_pap_05(seats, named):
    if named == "ridge" and seats > 2:
        return
    normalized = RULES.normalize(Options(map=named), seats)
    assert RULES.normalize(normalized, seats) == normalized
    if named in MAPS:
        assert (normalized.width, normalized.height) == MAPS[named].size
        assert normalized.grid == MAPS[named].grid


@pytest.mark.parametrize("parted", ["/", "\n", "\r\n", " / "])
def test_a_map_may_be_typed_in_pap_05(parted):
    rows = ["." * 9] * 3 + ["....#...."] + ["." * 9] * 3
    normalized = RULES.normalize(Options(grid=parted.join(rows)), 2)
    assert normalized.grid == "/".join(rows)
    assert field_of(normalized, 2).barriers == (3 * 9 + 4,)
    assert RULES.normalize(normalized, 2) == normalized


@pytest.mark.parametrize(
    ("seats", "options", "sentence"),
    [
        (1, {}, "Papyrus is for 2 to 4 seats, not 1."),
        (5, {}, "Papyrus is for 2 to 4 seats, not 5."),
        (2, {"squad": 0}, "The option squad must be a whole number from 1 to 30, not 0."),
        (2, {"squad": 31}, "The option squad must be a whole number from 1 to 30, not 31."),
        (2, {"rounds": -1}, "The option rounds must be a whole number from 0 to 200, not -1."),
        (2, {"width": 7}, "The option width must be a whole number from 8 to 40, not 7."),
        (2, {"height": 31}, "The option height must be a whole number from 6 to 30, not 31."),
        (2, {"grid": "......../" * 5}, "A field has 6 to 30 rows, not 5."),
        (2, {"grid": "...../" * 6}, "A field has 8 to 40 columns, not 5."),
        (2, {"grid": "." * 1300}, "A field has 8 to 40 columns, not 1300."),
        (2, {"grid": "/" * 9}, "A field has 8 to 40 columns, not 0."),
        (
            2,
            {"grid": "......../......../.../......../......../........"},
            "All rows of a map are equally long: row 1 has 8 squares, row 3 has 3.",
        ),
        (
            2,
            {"grid": "........./........./....x..../........./........./........."},
            'Row 3, column 5 of the map holds "x": write "." for a free square and "#" for a barrier.',
        ),
        (
            2,
            {"grid": "........./........./....\u202e..../........./........./........."},
            'Row 3, column 5 of the map holds "U+202E": write "." for a free square and "#" for a barrier.',
        ),
        (
            2,
            {"grid": "........./........#/........./........./........./........."},
            (
                "The barrier at I2 stands in the deploy zone of seat 2: "
                "with this number of seats and squad size that square must be free."
            ),
        ),
        (
            2,
            {"grid": "/".join(["....#...."] * 6)},
            "The barriers cut the deploy zone of seat 2 off: no free path leads from A1 to H1.",
        ),
        (
            2,
            {"map": "rigde"},
            'There is no map "rigde". Did you mean "ridge"? The maps are: open, ridge, posts.',
        ),
        (2, {"map": "@everyone"}, 'There is no map "@everyone". The maps are: open, ridge, posts.'),
        (
            2,
            {"map": "ridge", "width": 20},
            (
                "The map is 12x8 squares and brings its own size: "
                "leave width and height out, or choose the open field."
            ),
        ),
        (
            2,
            {"squad": 30, "width": 8, "height": 6},
            (
                "A field of 8x6 is too small for the deploy zones of 2 squads of 30: "
                "choose a larger field or smaller squads."
            ),
        ),
    ],
)
def test_invalid_options_are_refused_in_a_sentence_of_the_catalogues(seats, options, sentence):
    for refusing in (RULES.normalize, lambda *given: RULES.setup(*given, ScriptedStream())):
        assert refused_options(refusing, Options(**options), seats) == sentence
    with speaking(STRICT):
        marked = refused_options(RULES.normalize, Options(**options), seats)
    assert unmarked(marked, ("Papyrus", *options, *MAPS, "open", "rigde", "everyone")) == []


def refused_options(refusing, options, seats):
    with pytest.raises(BadOptions) as refusal:
        refusing(options, seats)
    return refusal.value.sentence


def test_a_named_map_and_a_typed_one_exclude_each_other_pap_05():
    both = Options(map="ridge", grid="/".join(["." * 9] * 6))
    with speaking(STRICT):
        assert unmarked(refused_options(RULES.normalize, both, 2), MAPS) == []
    told = refused_options(RULES.normalize, both, 2)
    assert told.startswith('Choose the map "ridge" or type in one of your own, not both')


def test_a_match_keeps_its_map_when_the_file_changes_pap_05():
    opened_with = RULES.normalize(Options(map="ridge", squad=3), 2)
    without_that_map = PapyrusRules({}, SQUADS)
    assert without_that_map.setup(opened_with, 2, ScriptedStream()).options == opened_with


def test_a_map_may_fit_two_seats_and_not_four_pap_05():
    grid = "/".join(["." * 9] * 4 + ["....#....", "." * 9])
    RULES.normalize(Options(grid=grid), 2)
    with pytest.raises(BadOptions, match="E5 stands in the deploy zone of seat 4"):
        RULES.normalize(Options(grid=grid), 4)


@pytest.mark.parametrize(
    ("kinds", "allowed"),
    [
        (Kinds.BASIC, {Kind.SMG}),
        (Kinds.INTERMEDIATE, {Kind.SMG, Kind.SHOTGUN, Kind.SNIPER}),
        (Kinds.ADVANCED, set(Kind)),
    ],
)
def test_an_option_limits_the_kinds_pap_02(kinds, allowed):
    state, rng = opened(kinds=kinds, squad=3)
    offered = {action.kind for action in RULES.legal(state, 0) if isinstance(action, Recruit)}
    assert offered == allowed
    for kind in set(Kind) - allowed:
        assert "This match is played with" in refused(state, 0, Recruit(kind))
    for key in SQUADS:
        RULES.apply(state, 0, Preset(key), rng)
        assert set(state.squads[0]) <= allowed
        assert len(state.squads[0]) == 3


def test_a_ready_made_squad_fits_every_size_and_choice_of_kinds_and_keeps_its_shares_pap_02():
    for size, kinds, squad in product(range(1, 31), Kinds, SQUADS.values()):
        picked = squad.under(Options(squad=size, kinds=kinds))
        assert len(picked) == size
        assert set(picked) <= set(ALLOWED_KINDS[kinds])
    picked = SQUADS["balanced"].under(Options(squad=20))
    assert [picked.count(kind) for kind in Kind] == [8, 4, 4, 2, 2]
    only_rockets = Squad("r", "R", {Kind.RPG: 1})
    assert only_rockets.under(Options(squad=3, kinds=Kinds.BASIC)) == (Kind.SMG,) * 3


def test_squads_are_picked_secretly_and_revealed_together_pap_02():
    state, rng = opened(squad=2)
    (event,) = RULES.apply(state, 0, Recruit(Kind.SNIPER), rng)
    assert event.seen_by(0) == SquadPicked(0, (Kind.SNIPER,))
    assert event.seen_by(1) is None
    assert event.seen_by(None) is None
    assert RULES.view(state, 1).squad == ()
    RULES.apply(state, 0, Recruit(Kind.SMG), rng)
    (event,) = RULES.apply(state, 0, Ready(), rng)
    assert event.public == SeatReady(0)
    assert RULES.to_act(state) == {1}
    RULES.apply(state, 1, Preset("rockets"), rng)
    ready, revealed = RULES.apply(state, 1, Ready(), rng)
    assert (ready.public, ready.private) == (SeatReady(1), {})
    assert revealed.public == SquadsRevealed(((Kind.SNIPER, Kind.SMG), (Kind.MEDIC, Kind.RPG)))
    assert RULES.to_act(state) == {0, 1}


def test_dismissing_takes_the_last_of_its_kind_and_units_are_numbered_by_kind_within_each_squad():
    state, rng = opened(squad=3)
    for seat in (0, 1):
        for kind in (Kind.SMG, Kind.SNIPER, Kind.RPG):
            RULES.apply(state, seat, Recruit(kind), rng)
        for action in (Dismiss(Kind.RPG), Recruit(Kind.SMG)):
            RULES.apply(state, seat, action, rng)
        RULES.apply(state, seat, Dismiss(Kind.SMG), rng)
        assert state.squads[seat] == (Kind.SMG, Kind.SNIPER)
        for action in (Recruit(Kind.SMG), Ready()):
            RULES.apply(state, seat, action, rng)
    assert [(unit.seat, unit.kind.value, unit.number) for unit in state.units] == [
        (seat, kind, number) for seat in (0, 1) for kind, number in (("smg", 1), ("sniper", 1), ("smg", 2))
    ]


def test_illegal_actions_while_picking():
    state, rng = opened(squad=2)
    assert refused(state, 0, Ready()) == "Your squad is not complete: recruit 2 more of its 2 units."
    assert refused(state, 0, Dismiss(Kind.RPG)) == "There is no RPG in your squad to dismiss."
    assert refused(state, 0, Preset("balancd")) == (
        'There is no squad "balancd". Did you mean "balanced"? The squads are: balanced, rockets.'
    )
    RULES.apply(state, 0, Preset("rockets"), rng)
    assert refused(state, 0, Recruit(Kind.SMG)) == (
        "Your squad has all of its 2 units: dismiss one first, or finish."
    )
    for early in (Place(0, 0), Formation(), Move(0, 1), EndTurn()):
        assert refused(state, 0, early).startswith("Squads are still being picked:")
    RULES.apply(state, 0, Ready(), rng)
    assert refused(state, 0, Dismiss(Kind.RPG)) == "You have finished picking already: wait for the others."
    assert refused(state, 7, Ready()) == "This match has 2 seats only."
    assert refused(state, -1, Ready()) == "This match has 2 seats only."


@pytest.mark.parametrize(
    ("seats", "squad", "seat", "columns", "rows"),
    [
        (2, 10, 0, (0, 1), range(12)),
        (2, 10, 1, (14, 15), range(12)),
        (3, 10, 2, range(2, 14), (0, 1)),
        (4, 10, 3, range(2, 14), (10, 11)),
        (4, 10, 0, (0, 1), range(12)),
        (2, 24, 0, (0, 1), range(12)),
        (2, 25, 0, (0, 1, 2), range(12)),
        (4, 25, 3, range(3, 13), (9, 10, 11)),
    ],
)
def test_seats_deploy_at_their_edges_without_corners_in_as_many_lines_as_the_squad_needs_pap_03(
    seats, squad, seat, columns, rows
):
    assert zone_of(16, 12, seats, squad, seat) == set(product(columns, rows))


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("size", [(8, 6), (16, 12), (40, 30), (9, 30), (40, 6)])
def test_zones_have_room_for_the_squads_and_do_not_overlap_or_are_refused_pap_03(seats, size):
    for squad in range(1, 31):
        try:
            zones = [
                {square for line in lines for square in line} for lines in deploy_lines(*size, seats, squad)
            ]
        except BadOptions:
            assert squad > 4
            continue
        assert all(len(zone) >= squad for zone in zones)
        assert len(set().union(*zones)) == sum(map(len, zones))
        for lines, zone in zip(deploy_lines(*size, seats, squad), zones, strict=True):
            squares = formation([Kind.SMG] * (squad // 2) + [Kind.SNIPER] * (squad - squad // 2), lines)
            assert len(set(squares)) == squad
            assert set(squares) <= zone


def test_the_default_formation_puts_close_fighters_in_front_pap_03():
    front, back = deploy_lines(16, 12, 2, 4)[1]
    assert {square % 16 for square in front} == {14}
    squares = formation([Kind.SNIPER, Kind.SHOTGUN, Kind.MEDIC, Kind.SMG], (front, back))
    assert [square % 16 for square in squares] == [15, 14, 15, 14]


def placing(seats=2, squad=2, *dice):
    state, rng = opened(seats, *dice, squad=squad)
    all_ready(state, rng, Preset("rockets"))
    return state, rng


def test_deployment_is_secret_and_revealed_together_pap_03():
    state, rng = placing(2, 2, 5, 3)
    (event,) = RULES.apply(state, 0, Place(1, 16), rng)
    assert event.seen_by(0) == SquadPlaced(0, (None, 16))
    assert event.seen_by(1) is event.seen_by(None) is None
    assert [unit.square for unit in RULES.view(state, 0).units] == [-1, 16, -1, -1]
    assert [unit.square for unit in RULES.view(state, 1).units] == [-1] * 4
    RULES.apply(state, 0, Place(0, 0), rng)
    RULES.apply(state, 0, Place(0, 32), rng)
    RULES.apply(state, 0, Ready(), rng)
    RULES.apply(state, 1, Formation(), rng)
    _ready, deployed, first, began = RULES.apply(state, 1, Ready(), rng)
    assert deployed.public.squares[0] == (32, 16)
    assert isinstance(deployed.public, Deployed)
    assert (first.public.seat, began.public.pool) == (0, 4)
    assert RULES.view(state, None).units == RULES.view(state, 1).units == state.units


def test_illegal_actions_while_placing():
    state, rng = placing()
    assert refused(state, 0, Ready()) == "Not all of your units stand yet: place Medic-1, RPG-1."
    assert refused(state, 0, Place(0, 5)) == "Medic-1 cannot stand at F1: it is not in your deploy zone."
    assert refused(state, 0, Place(2, 0)) == "Medic-1 of seat 2 is not yours to place."
    for nobody in (-1, 4, 10**20):
        assert refused(state, 0, Place(nobody, 0)) == "There is no such unit."
    for nowhere in (-1, 192, 10**20):
        assert refused(state, 0, Place(0, nowhere)) == "That square is not on the map."
    RULES.apply(state, 0, Place(0, 0), rng)
    assert refused(state, 0, Place(1, 0)) == "Your own Medic-1 stands at A1 already."
    assert refused(state, 0, Recruit(Kind.SMG)).startswith("Squads are picked and being placed:")
    RULES.apply(state, 0, Formation(), rng)
    RULES.apply(state, 0, Ready(), rng)
    assert refused(state, 0, Formation()) == "You have finished placing already: wait for the others."


def test_the_legal_places_are_the_free_squares_of_the_zone_for_each_unit_pap_03():
    state, rng = placing()
    RULES.apply(state, 1, Place(2, 15), rng)
    zone = set(squares_of(field_of(state.options, 2).zone_masks[1]))
    places = {(action.unit, action.to) for action in RULES.legal(state, 1) if isinstance(action, Place)}
    assert places == {(unit, square) for unit in (2, 3) for square in zone - {15}}
    assert Ready() not in RULES.legal(state, 1)


def test_the_highest_die_moves_first_ties_roll_again_and_turns_go_clockwise_pap_04():
    state, rng = placing(4, 1, 5, 2, 5, 5, 3, 6, 6, 1, 4)
    events = all_ready(state, rng, Formation())
    first = next(event.public for event in events if isinstance(event.public, FirstPlayer))
    assert first == FirstPlayer(((5, 2, 5, 5), (3, 0, 6, 6), (0, 0, 1, 4)), 3)
    assert [(draw.purpose, draw.count) for draw in rng.draws] == [("first player", n) for n in (4, 3, 2)]
    assert state.first == 3
    turns = []
    for _ in range(5):
        turns.append((state.turn, state.round))
        RULES.apply(state, state.turn, EndTurn(), rng)
    assert turns == [(3, 1), (0, 1), (1, 1), (2, 1), (3, 2)]


def test_after_a_resignation_while_picking_the_others_continue():
    state, rng = opened(3, squad=1)
    for seat in (0, 2):
        RULES.apply(state, seat, Preset("rockets"), rng)
        RULES.apply(state, seat, Ready(), rng)
    resigned, revealed = RULES.apply(state, 1, Resign(), rng)
    assert resigned.public.seat == 1
    assert revealed.public.squads == ((Kind.RPG,), (), (Kind.RPG,))
    assert state.phase == "placing"
    assert RULES.to_act(state) == {0, 2}


def test_a_resignation_of_the_last_placing_seat_deploys_the_others():
    state, rng = placing(3, 1, 2, 6)
    for seat in (0, 2):
        RULES.apply(state, seat, Formation(), rng)
        RULES.apply(state, seat, Ready(), rng)
    facts = [event.public for event in RULES.apply(state, 1, Resign(), rng)]
    assert [type(fact).__name__ for fact in facts] == ["Resigned", "Deployed", "FirstPlayer", "TurnBegan"]
    assert facts[2] == FirstPlayer(((2, 0, 6),), 2)
    assert facts[1].squares[1] == ()
    assert (state.turn, state.units[1].hp) == (2, 0)


@pytest.mark.parametrize("make", [lambda: opened(2, squad=1), lambda: placing(2, 1)])
def test_a_match_that_ends_before_deployment_reveals_no_secret(make):
    state, rng = make()
    RULES.apply(state, 1, Preset("rockets") if state.phase == "picking" else Formation(), rng)
    _resigned, over = RULES.apply(state, 0, Resign(), rng)
    assert over.public.outcome.winners == (1,)
    assert RULES.outcome(state) == over.public.outcome
    assert {unit.square for unit in RULES.view(state, None).units} <= {-1}
    assert state.squads == ((), ())
    assert RULES.to_act(state) == frozenset()
    assert refused(state, 1, Ready()) == refused(state, 1, Resign()) == "The match is over."
