"""Every notation, with one small test each and dice with chosen results."""

from __future__ import annotations

import pytest

from bot.parts.dice.notation import read
from bot.parts.dice.rolling import Words, roll
from tests.parts.dice.loaded import Loaded, kept, pool, rolled, total


@pytest.mark.parametrize(
    ("text", "faces", "comes_to"),
    [
        ("2d6+3", (4, 5), 12),
        ("d20", (17,), 17),
        ("1d8 - 1d4", (3, 4), -1),
        ("(1d8+2)*2", (5,), 14),
        ("-2d6", (1, 2), -3),
        ("2 + 3 * 1d4", (4,), 14),
        ("2d6/2", (4, 3), 3),
        ("-3/2", (), -1),
        ("1/2+1/2", (), 1),
        ("7//2", (), 3),
        ("7%4", (), 3),
        ("1.5*2", (), 3),
        ("floor(2d6/2)*2", (4, 3), 6),
        ("ceil(2d6/2)*2", (4, 3), 8),
        ("ROUND (2d6/2)*2", (4, 3), 8),
        ("round(-1d6/2)*2", (3,), -2),
        ("abs(1d6-5) + abs(-2)", (2,), 5),
        ("abs(floor((1d6)/4) - 3)", (3,), 3),
        ("1d20+5>=15", (10,), 1),
        ("1d20+5>=15", (9,), 0),
        ("1d6 × 2 − 1", (3,), 5),
        ("d%", (88,), 88),
        ("3D6KH1", (2, 6, 4), 6),
        # `kh` and `kl` keep whole parts of a bracket
        ("(1d6,1d8,5)kh2", (2, 7), 12),
        ("(2d6+3,1d20)kl1", (6, 6, 16), 15),
        ("(4d6)kh3", (5, 2, 3, 6), 14),
        ("(1d6,1d8)", (2, 7), 9),
        # explosions and limits; each uses the result of the previous one
        ("1d6!>4", (5, 6, 4), 15),
        ("1d6!>=5", (5, 6, 4), 15),
        ("1d6!3", (3, 3, 6), 12),
        ("1d6!=3", (3,), 0),
        ("1d6e6", (6, 1), 7),
        ("3d6ra6", (6, 6, 1, 2), 15),
        ("2d6!kh1", (6, 1, 5), 6),
        ("4d6mi2", (1, 1, 3, 6), 13),
        ("4d6ma5", (1, 1, 3, 6), 10),
        ("2d6ro1mi2", (1, 1, 1, 1), 4),
        ("3d6mi2mi4", (1, 3, 6), 14),
        ("3d6ma5mi2", (1, 3, 6), 10),
        # advantage finds its d20 and comes before other operations
        ("1d20+5 adv", (4, 15), 20),
        ("1d4+1d20 dis", (1, 15, 9), 10),
        ("1d20dis+3", (15, 9), 12),
        ("1d20mi10 dis", (3, 18), 10),
        # fate dice show minus, blank or plus
        ("4df+2", (1, 1, 1, 2), -1),
    ],
)
def test_a_total_is_exact_and_rounded_towards_zero_at_the_end(
    text: str, faces: tuple[int, ...], comes_to: int
) -> None:
    assert total(text, *faces) == comes_to


@pytest.mark.parametrize(
    ("text", "stay"),
    [
        ("4d6kh3", [5, 3, 6]),
        ("4d6kl1", [2]),
        ("4d6pl1", [5, 3, 6]),
        ("4d6ph1", [5, 2, 3]),
        ("4d6dl1", [5, 3, 6]),
        ("4d6dh2", [2, 3]),
        ("4d6kh", [6]),
        ("4d6k>4", [5, 6]),
        ("4d6k>=5", [5, 6]),
        ("4d6p<3", [5, 3, 6]),
        ("4d6p<=3", [5, 6]),
        ("4d6k2k6", [2, 6]),
        ("4d6kh1kl1", [2, 6]),
        ("4d6 kh3 pl1", [5, 6]),
        ("4d6kh0", []),
    ],
)
def test_dice_are_kept_and_dropped(text: str, stay: list[int]) -> None:
    assert kept(text, 5, 2, 3, 6) == stay


def test_of_equal_dice_the_first_is_kept() -> None:
    assert [die.kept for die in pool("3d6kh1", 4, 4, 4).dice] == [True, False, False]


def test_parts_dropped_with_a_bracket_are_shown_as_dropped() -> None:
    (turn,) = rolled("(2d6, 4)kh1", 1, 2).turns
    assert [die.kept for piece in turn.pieces if not isinstance(piece, Words) for die in piece.dice] == [
        False,
        False,
    ]


def test_dice_are_rerolled_once_or_until_none_matches() -> None:
    once = pool("3d6ro1", 1, 4, 1, 1, 6)
    assert [(die.before, die.value) for die in once.dice] == [((1,), 1), ((), 4), ((1,), 6)]
    until = pool("2d6rr<3", 1, 5, 2, 4)
    assert [(die.before, die.value) for die in until.dice] == [((1, 2), 4), ((), 5)]


def test_adjacent_operations_of_one_kind_are_merged() -> None:
    together = pool("2d6rr4rr<2", 4, 5, 1, 4, 6)
    assert [(die.before, die.value) for die in together.dice] == [((4, 1, 4), 6), ((), 5)]
    apart = pool("2d6rr4kh2rr<2", 4, 5, 1, 4)
    assert [(die.before, die.value) for die in apart.dice] == [((4, 1), 4), ((), 5)]
    assert kept("4d6k2k6", 5, 2, 3, 6) == [2, 6]
    assert kept("4d6k2p9k6", 5, 2, 3, 6) == []


def test_each_wave_of_rerolls_and_explosions_is_one_draw() -> None:
    source = Loaded(6, 6, 1, 6, 2, 3)
    roll(read("3d6!"), source)
    assert source.draws == [(3, 6), (2, 6), (1, 6)]


def test_an_exploding_die_is_followed_by_another() -> None:
    found = pool("2d6!", 6, 2, 6, 3)
    assert [(die.value, die.exploded, die.extra) for die in found.dice] == [
        (6, True, False),
        (2, False, False),
        (6, True, True),
        (3, False, True),
    ]
    assert found.number == 17


@pytest.mark.parametrize("text", ["1d20 adv", "1d20adv", "d20 ADVANTAGE", "1d20 adv # stealth"])
def test_advantage_rolls_a_d20_twice_and_keeps_the_higher(text: str) -> None:
    assert kept(text, 4, 15) == [15]


@pytest.mark.parametrize(
    ("text", "successes"),
    [
        ("5d10t7", 3),
        ("5d10 t7", 3),
        ("5d10 t>=7", 3),
        ("5d10t>7", 2),
        ("5d10t<=1", 1),
        ("5d10t<7", 2),
        ("5d10t=10", 1),
        ("5d10kh2t7", 2),
    ],
)
def test_a_pool_counts_successes(text: str, successes: int) -> None:
    came = rolled(text, 1, 6, 7, 8, 10)
    assert came.successes
    assert came.total == successes


def test_an_exploded_die_of_a_pool_counts_too() -> None:
    found = pool("3d10!t8", 10, 2, 9, 8)
    assert [die.success for die in found.dice] == [True, False, True, True]


def test_a_pool_with_an_addition_is_a_number() -> None:
    came = rolled("2d10t7+2", 9, 1)
    assert (came.total, came.successes) == (3, False)


def test_fate_dice_show_minus_blank_or_plus() -> None:
    found = pool("4dF", 1, 2, 3, 3)
    assert ([die.value for die in found.dice], found.number, found.fate) == ([-1, 0, 1, 1], 1, True)


def test_repeats_roll_the_whole_expression_again() -> None:
    came = rolled("3#2d6kh1", 1, 2, 3, 4, 5, 6)
    assert [turn.total for turn in came.turns] == [2, 4, 6]
    assert came.total == 12


@pytest.mark.parametrize(
    ("text", "label", "body"),
    [
        ("4d6kh3 # fireball", "fireball", "4d6kh3"),
        ("4d6kh3#2 orcs + 1", "2 orcs + 1", "4d6kh3"),
        ("1d20+5 stealth check", "stealth check", "1d20+5"),
        ("1d20 advice", "advice", "1d20"),
        ("2#1d6 # twice", "twice", "2#1d6"),
        ("1d6 #", "", "1d6"),
        ("1d8 Schwerthieb", "Schwerthieb", "1d8"),
        ("1d6 #  a \n b\x00c ", "a bc", "1d6"),
    ],
)
def test_words_after_the_dice_are_a_label(text: str, label: str, body: str) -> None:
    found = read(text)
    assert (found.label, found.body) == (label, body)


def test_notes_stay_with_their_part() -> None:
    (turn,) = rolled("2d6[fire] + 3 [cold]", 1, 2).turns
    assert [piece.text for piece in turn.pieces if isinstance(piece, Words) and piece.note] == [
        "fire",
        "cold",
    ]


def test_the_term_is_shown_as_it_was_written() -> None:
    assert pool("4D6 kh3 + 1", 1, 1, 1, 1).written == "4D6 kh3"
    assert pool("1d20+5 adv", 1, 1).written == "1d20 adv"
