"""Clear shots on random fields, compared with the slow reference of the grid's tests (PAP-21, PAP-22)."""

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.engine.grid import squares_of
from bot.games.papyrus.rules.field import make_field
from bot.games.papyrus.rules.legal import targets
from bot.games.papyrus.rules.options import Kind
from bot.games.papyrus.rules.view import Unit
from tests.engine.test_grid_sight import reference
from tests.games.papyrus.chance import chances_between

WIDTH, HEIGHT = 12, 8
INNER = [row * WIDTH + column for row in range(HEIGHT) for column in range(2, WIDTH - 2)]


@st.composite
def skirmishes(draw):
    """A field with barriers, and units of two seats on free squares."""
    barriers = draw(
        st.sets(st.sampled_from([s for s in INNER if 4 <= s % WIDTH <= 7 and s >= WIDTH]), max_size=12)
    )
    rows = ["".join("#" if r * WIDTH + c in barriers else "." for c in range(WIDTH)) for r in range(HEIGHT)]
    free = [square for square in range(WIDTH * HEIGHT) if square not in barriers]
    squares = draw(st.lists(st.sampled_from(free), unique=True, min_size=2, max_size=16))
    kinds = draw(st.lists(st.sampled_from(Kind), min_size=len(squares), max_size=len(squares)))
    units = [
        Unit(i % 2, kind, i, square) for i, (kind, square) in enumerate(zip(kinds, squares, strict=True))
    ]
    return make_field("/".join(rows), 2, 4), units


def clear(field, units, one, other):
    """Whether the line is free, by the words of the rulebook."""
    centres, interiors, pairs = reference(field.grid.place(one.square), field.grid.place(other.square))
    walls = {field.grid.place(square) for square in field.barriers}
    bodies = {
        field.grid.place(unit.square)
        for unit in units
        if not (one.kind is Kind.SNIPER and unit.seat == one.seat)
    }
    return not (centres & bodies or interiors & walls or any(pair <= walls for pair in pairs))


def chances_by_the_book(field, units, one, other):
    (ax, ay), (bx, by) = field.grid.place(one.square), field.grid.place(other.square)
    distance = abs(ax - bx) + abs(ay - by)
    table = {
        Kind.SHOTGUN: {1: 5, 2: 3, 3: 1},
        Kind.SNIPER: {4: 5, 5: 4, 6: 3, 7: 2, 8: 1},
    }.get(one.kind, {d: 7 - d for d in range(1, 7)})
    if one.kind is Kind.RPG and ax != bx and ay != by:
        return 0
    return table.get(distance, 0) if clear(field, units, one, other) else 0


@given(skirmishes())
@settings(max_examples=150)
def test_chances_on_random_fields_are_those_of_the_rulebook(skirmish):
    field, units = skirmish
    for seat in (0, 1):
        listed = set(targets(field, units, seat))
        for i, one in enumerate(units):
            for j, other in enumerate(units):
                if one.seat == seat and other.seat != seat:
                    chances = chances_by_the_book(field, units, one, other)
                    assert chances_between(field, units, i, j) == chances
                    assert ((i, j) in listed) == (chances > 0)


@given(skirmishes())
@settings(max_examples=60)
def test_clear_shots_are_symmetric_for_the_same_weapon_pap_22(skirmish):
    field, units = skirmish
    alike = [Unit(unit.seat, Kind.SMG, unit.number, unit.square) for unit in units]
    for i in range(len(alike)):
        for j in range(i):
            assert chances_between(field, alike, i, j) == chances_between(field, alike, j, i)


def test_a_field_computes_the_sight_of_a_square_once():
    field = make_field("/".join(["." * 12] * 8), 2, 4)
    assert field.in_sight(Kind.RPG, 40) is field.in_sight(Kind.RPG, 40)
    assert 40 not in squares_of(field.in_sight(Kind.SMG, 40))
