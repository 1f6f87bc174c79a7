"""An expression that cannot be rolled is refused with a sentence and the place, independent of the dice."""

from __future__ import annotations

import pytest

from bot.parts.dice.bounds import BadExpression
from bot.parts.dice.notation import read

REFUSED = [
    ("", "Write what to roll", 0),
    ("   ", "Write what to roll", 0),
    ("1d6" + "+1" * 99, "a roll has at most 200", 200),
    ("101d6", "1 to 100 dice", 0),
    ("0d6", "1 to 100 dice", 0),
    ("1d6+101d8", "1 to 100 dice", 4),
    ("1d10001", "1 to 10,000 sides", 2),
    ("1d0", "1 to 10,000 sides", 2),
    ("0#1d6", "repeated 1 to 20 times", 0),
    ("21#1d6", "repeated 1 to 20 times", 0),
    ("20#60d6", "1,200 dice; one roll has at most 1,000", 3),
    ("1d6+", 'missing after "+"', 3),
    ("1d6+*2", "Here should be dice", 4),
    ("#", "Something to roll is missing", 0),
    ("(1d6", "never closed", 0),
    ("(1d6 # why", "never closed", 0),
    ("1d6)", "closes nothing", 3),
    ("()", "nothing in front", 1),
    ("1d6,2", "A comma separates", 3),
    ("2d6 3d6", "A sign is missing", 4),
    ("4d6kx", "how many to keep or drop", 3),
    ("4d6d1", "To drop the lowest die, write pl1", 3),
    ("4d6 d1", "To drop the lowest die, write pl1", 4),
    ("1d", "The number of sides is missing", 1),
    ("2d + 3", "The number of sides is missing", 1),
    ("4d6?", "I do not know what this means", 3),
    ("fireball", "Here should be dice", 0),
    ("1d8 slashing + 2d6 fire", 'Put "#" before', 13),
    ("2d20 adv", "single d20", 5),
    ("1d6 dis", "single d20", 4),
    ("2d6+1 adv", "single d20", 6),
    ("1d20 adv dis", "once", 9),
    ("4d6!!", "Write one ! for dice that explode", 4),
    ("4dF!", "Only dice with numbers explode", 3),
    ("(1d6,1d8)!", "Only dice with numbers explode", 9),
    ("(1d6)rr1", "rr goes with dice", 5),
    ("(8d10)t7", "directly after them", 6),
    ("8d10t7t8", "one t", 6),
    ("8d10t7kh3", "t comes last", 6),
    ("4d6rrl1", "rr rolls again until nothing fits", 3),
    ("4d6mih2", "mi takes a plain number", 5),
    ("4d6rr>0", "never end", 0),
    ("1d1!", "never end", 0),
    ("2d6+4d6!>=1", "never end", 4),
    ("1d2rr1rr2", "never end", 0),
    ("1d6.5", "whole number of sides", 3),
    ("1.2.3", "not a number", 0),
    ("9999999999", "too long", 0),
    ("1d99999999999", "too long", 2),
    ("4d6kh99999", "largest number here is 10,000", 5),
    ("4d6k<99999", "largest number here is 10,000", 5),
    ("4d6k>=0", "Every die shows more than that", 3),
    ("1/0", "divide by zero", 1),
    ("1d6//(1d4-2)", "divide by zero", 3),
    ("10%(4d6p1)", "divide by zero", 2),
    ("10/8d10t7", "divide by zero", 2),
    ("999999999*999999999", "more than 1,000,000,000,000,000", 9),
    ("(" * 21 + "1" + ")" * 21, "more than 20 brackets", 20),
    ("-" * 22 + "1", "too many signs", 20),
    ("-----(" * 5 + "1d6" + ")" * 5, "too many signs", 24),
    ("(1d6)e5", "e goes with dice", 5),
    ("(1d6,2d8)kx", "how many to keep or drop", 9),
    ("1d6 ½", 'Put "#" before', 4),
    ("(2)d6", "number of dice in figures", 3),
    ("(2)(1d6)", "A sign is missing", 3),
    ("1d6[a][b]", "One note", 6),
    ("1d٣", "I do not know", 1),
    ("1d6\x00", "I do not know", 3),
    # words of the notation that would be no more than a label
    ("1d20 advantag", '"advantag" is a word of the dice', 5),
    ("1d20 stealth with advantage", '"advantage" is a word of the dice', 18),
    ("1d20 Schleichen mit Vorteil", '"Vorteil" is a word of the dice', 20),
    ("1d20 double advantage", '"advantage" is a word of the dice', 12),
    ("4d6 keep 3", '"keep" is a word of the dice', 4),
    ("4d6 highest", '"highest" is a word of the dice', 4),
    ("4d6 best 3", '"best 3" is a word of the dice', 4),
    ("2w6 ho\u0308chste", "is a word of the dice", 4),
    ("2d10 reroll ones", "rolled again once or until none is left", 5),
    ("2w10 Einsen neu würfeln", "rolled again once or until none is left", 5),
    ("1d20 plus five", "numbers and signs in figures", 5),
    ("2w6 Schaden halbiert", "numbers and signs in figures", 12),
    ("2d6 fire twice", "numbers and signs in figures", 9),
    ("4d6 ! hello", '"!" between dice and a label', 4),
    ("2d6 k9 attack", '"k9" between dice and a label', 4),
    ("1d20 e4 opening", '"e4" between dice and a label', 5),
    ("d66", "write 10*d6+d6", 0),
    ("2d6+1D666", "write 100*d6+10*d6+d6", 4),
    # blanks and signs of other programs
    ("2d6 x 2", "Times, again or exploding?", 4),
    ("6 x 4d6kh3", "Times, again or exploding?", 2),
    ("6x4d6", "Times, again or exploding?", 1),
    ("3 mal 1w6", "Times, again or exploding?", 2),
    ("(4d6}", "closed by another kind", 0),
    ("2d6 // fire", "// divides and rounds down", 4),
]
"""Expressions, their sentences, and the place of the caret."""


@pytest.mark.parametrize(("text", "sentence", "at"), REFUSED)
def test_a_malformed_expression_is_refused_with_its_place(text: str, sentence: str, at: int) -> None:
    with pytest.raises(BadExpression) as refused:
        read(text)
    assert sentence in refused.value.sentence
    assert refused.value.sentence.endswith((".", "?"))
    assert refused.value.at == at


@pytest.mark.parametrize("text", ["10/(1d6+1)", "10/2d20kh1", "10/4d6pl1", "10//1d6!", "1d6/(1d4-5)"])
def test_a_divisor_that_is_never_zero_is_accepted(text: str) -> None:
    assert read(text).body == text


def test_the_caret_is_under_the_place() -> None:
    assert BadExpression("?", "4d6kx3", 3).pointed() == "4d6kx3\n   ^"


def test_of_a_long_expression_only_the_part_near_the_place_is_shown() -> None:
    text = "1d6" + "+1" * 60 + "?" + "+2" * 30
    pointed = BadExpression("?", text, text.index("?")).pointed()
    shown, caret = pointed.split("\n")
    assert shown[caret.index("^")] == "?"
    assert (shown[0], shown[-1]) == ("…", "…")
    assert len(shown) <= 46


def test_no_expression_breaks_out_of_the_code_block() -> None:
    shown = BadExpression("?", "1d6\n```\t?", 8).pointed()
    assert "`" not in shown
    assert shown.count("\n") == 1
