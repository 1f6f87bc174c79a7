"""Layouts as data, and the options of a match (CRF-01, CRF-02, CRF-22, CRF-25)."""

from functools import partial

import pytest

from bot.base.language import speaking
from bot.engine.errors import BadOptions
from bot.engine.fair import Stream
from bot.games.crossfire.rules.layout import Layout, read_layout
from bot.games.crossfire.rules.normalize import normalize
from bot.games.crossfire.rules.options import Options
from bot.games.crossfire.rules.rules import CrossfireRules
from bot.games.crossfire.rules.table import make_table
from tests.games.crossfire.table import LAYOUTS, RULES
from tests.languages.marked import MARKED, unmarked


def table_of_form(form: str, seats: int):
    return make_table(LAYOUTS[form].grid.strip(), seats)


def test_the_table_of_two_crf_01():
    table = table_of_form("two", 2)
    assert (table.grid.width, table.grid.height, len(table.field_squares), table.middle) == (5, 9, 25, -1)
    names = [[table.name(square) for square in bases] for bases in table.bases]
    assert names == [["a2", "b2", "c2", "d2", "e2"], ["a8", "b8", "c8", "d8", "e8"]]
    behind = {table.name(square) for square in table.behind.values()}
    assert behind == {f"{c}{r}" for c in "abcde" for r in (1, 9)}


@pytest.mark.parametrize(
    ("form", "size", "field", "bases", "ring"), [("four", 9, 25, 5, 8), ("ultimate", 13, 81, 9, 16)]
)
def test_the_tables_of_four_are_crosses_of_two_strips_crf_22_crf_25(form, size, field, bases, ring):
    table = table_of_form(form, 4)
    assert (table.grid.width, table.grid.height, table.has(0)) == (size, size, False)
    assert (len(table.field_squares), len(table.ring)) == (field, ring)
    assert [len(each) for each in table.bases] == [bases] * 4
    if form == "four":
        assert table.name(table.middle) == "e5"
        assert " ".join([table.name(square) for square in table.ring]) == "d4 e4 f4 d5 f5 d6 e6 f6"


def test_bases_of_different_seats_do_not_touch():
    for form, seats in (("two", 2), ("four", 4), ("ultimate", 4)):
        table = table_of_form(form, seats)
        for seat, bases in enumerate(table.bases):
            for base in bases:
                beside = table.beside[base]
                assert not any(beside & mask for other, mask in enumerate(table.base_masks) if other != seat)


@pytest.mark.parametrize(("options", "seats", "layout"), [
    (Options(), 2, "two"), (Options(), 4, "four"), (Options(ultimate=True), 4, "ultimate"),
    (Options(layout="two"), 2, "two"),
])  # fmt: skip
def test_normalizing_names_the_layout_and_is_idempotent(options, seats, layout):
    normalized = RULES.normalize(options, seats)
    assert normalized.layout == layout
    assert normalized.grid == "/".join(LAYOUTS[layout].grid.split())
    assert RULES.normalize(normalized, seats) == normalized


@pytest.mark.parametrize(
    ("options", "seats", "sentence"),
    [
        (Options(), 3, "Crossfire is for two seats or four, not 3."),
        (Options(ultimate=True), 2, "Crossfire Ultimate is for four seats, not 2."),
        (Options(jokers=4), 2, "The option jokers must be a whole number from 2 to 3, not 4."),
        (Options(layout="four"), 2, 'The layout "four" is for another form of the game.'),
        (Options(layout="tow"), 2, 'There is no layout "tow". Did you mean "two"?'),
    ],
)
def test_invalid_options(options, seats, sentence):
    check_refused(partial(RULES.normalize, options, seats), sentence)


def check_refused(do, sentence):
    """Check that options are refused in a sentence of the catalogues."""
    with pytest.raises(BadOptions) as refused:
        do()
    assert sentence in str(refused.value)
    with speaking(MARKED), pytest.raises(BadOptions) as marked:
        do()
    assert unmarked(marked.value.sentence, (*LAYOUTS, "tow", "jokers")) == []


GOOD = "bbb/222/.../o.o/.../111/aaa"


@pytest.mark.parametrize(
    ("grid", "sentence"),
    [
        ("bbb/222/..../o.o/.../111/aaa", "row 1 of the text has 3 squares, row 3 has 4"),
        ("bb/22/../11/aa", "A layout has 3 to 15 columns, not 2."),
        ("bbb/222/.x./o.o/.../111/aaa", 'b5 of the layout holds "x"'),
        ("bbb/222/.3./o.o/.../111/aaa", 'b5 of the layout holds "3": with 2 seats'),
        ("bbb/222/.../o.o/.../111/a#a", "The base b2 needs one support square of seat 1 behind it."),
        ("bbb/222/#../o.o/.../111/aaa", "The base a6 needs a square of the field ahead of it."),
        ("bbb/222/.../o.o/.../#11/#aa", "All seats have as many bases: here they have 2, 3."),
        ("bbb/222/.../o../.../111/aaa", "Each of the 2 packs gives as many neutrals: 1 cannot"),
        ("bbb/222/.../o*o/.../111/aaa", "With 2 seats the table has 0 middle nodes, not 1."),
        ("bbb/222/.../o.o/.a./111/aaa", "needs"),
        ("bbb/222/.../###/.../111/aaa", "No way over the field leads to"),
        (".b./12./a..", "The base a2 touches the home of another seat."),
        ("222/bbb/.../o.o/.../111/aaa", "The base a7 needs a square of the field ahead of it."),
        ("aaa/111/.../.../###/###/###", "Seat 2 needs bases"),
    ],
)
def test_an_unplayable_layout_names_the_place(grid, sentence):
    read_layout(GOOD, 2)
    check_refused(partial(read_layout, grid, 2), sentence)


def test_partners_must_be_opposite_crf_22():
    grid = LAYOUTS["four"].grid.replace("3", "X").replace("4", "3").replace("X", "4")
    grid = grid.replace("c", "X").replace("d", "c").replace("X", "d")
    with pytest.raises(BadOptions, match="Seats 1 and 3 must face each other"):
        read_layout(grid, 4)


def test_a_new_layout_needs_only_a_file_crf_02():
    small = Layout("narrow", "The narrow table", "two", GOOD)
    rules = CrossfireRules({**LAYOUTS, "narrow": small})
    state = rules.setup(Options(layout="narrow"), 2, Stream("narrow", b"n" * 32))
    assert len(state.board) == 21
    assert normalize(Options(grid=GOOD), 2, LAYOUTS).grid == GOOD
