"""Words and signs as people type them are read with their meaning, or asked about; none becomes a label."""

from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine.fair import Stream
from bot.parts.dice.bounds import BadExpression
from bot.parts.dice.notation import read
from bot.parts.dice.rolling import roll
from bot.parts.dice.words import FILLER, in_signs, word_of_notation
from tests.parts.dice.loaded import kept, pool, total


def same(text: str, other: str) -> bool:
    """Whether two expressions roll the same totals with the same draws."""
    streams = [Stream("words", bytes(32)) for _ in range(2)]
    rolls = [roll(read(each), stream) for each, stream in zip((text, other), streams, strict=True)]
    totals = [[turn.total for turn in each.turns] for each in rolls]
    return totals[0] == totals[1] and streams[0].draws == streams[1].draws


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("2w6", "2d6"),
        ("1W20+3", "1d20+3"),
        ("w%", "d%"),
        ("4wF", "4dF"),
        ("2 d6", "2d6"),
        ("1 W 20 - 2", "1d20-2"),
        ("２ｄ６＋３", "2d6+3"),
        ("2\u00a0d6\u2009+\u202f3", "2d6+3"),
        ("\ufeff1d20\u200b adv", "1d20 adv"),
        ("1d20–2", "1d20-2"),
        ("{2d6,1d8}kh1", "(2d6,1d8)kh1"),
        ("4d6 DROP the LOWEST die + 2", "4d6pl1+2"),
        ("6#4d6 drop lowest", "6#4d6pl1"),
        ("1d20 mit Vorteil + 1W4", "1d20 adv + 1d4"),
        ("4w6 behalte die ho\u0308chsten drei", "4d6kh3"),
        ("4w6 die hoechsten 3 behalten", "4d6kh3"),
        ("2d6[drop lowest] + 1d6", "2d6[x]+1d6"),
        ("4d6 drop lowest drop highest", "4d6pl1ph1"),
        ("4d6 reroll once ones", "4d6ro1"),
        ("4d6 reroll 2 or less once", "4d6ro<=2"),
        ("4d6 reroll 1s repeatedly", "4d6rr1"),
    ],
)
def test_what_people_type_has_its_meaning(typed: str, meant: str) -> None:
    assert same(typed, meant)


def test_a_term_is_shown_in_the_words_in_which_it_was_typed() -> None:
    assert pool("4W6 den niedrigsten weg + 1", 1, 2, 3, 4).written == "4W6 den niedrigsten weg"
    assert pool("1d20+1d4+5 mit Vorteil # Zorn".replace("+1d4", ""), 3, 9).written == "1d20 adv"
    assert kept("2d20 keep highest", 4, 15) == [15]
    assert total("1w20 mit Nachteil", 4, 15) == 4


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("4d6 drop lowest strength", "strength"),
        ("1d20 with advantage stealth", "stealth"),
        ("1W20+5 mit Vorteil Schleichen", "Schleichen"),
        ("1d20 # with advantage", "with advantage"),
        ("2d6 # k9 attack", "k9 attack"),
        ("1d20 exploring the cave", "exploring the cave"),
        ("1d20 advice", "advice"),
        ("1d8 Wolf’s bite", "Wolf’s bite"),
        ("4d6! hello", "hello"),
        ("2d6 unarmed", "unarmed"),
    ],
)
def test_a_label_without_words_of_the_notation_stays_as_it_was_typed(text: str, label: str) -> None:
    assert read(text).label == label


def test_what_was_kept_is_read_as_it_was_when_it_was_rolled() -> None:
    for text in ("d66", "4d6 ! hello", "2d6 k9 attack", "1d20 advantag"):
        with pytest.raises(BadExpression):
            read(text)
        assert read(text, kept=True).root is not None
    assert pool("d066", 66).number == 66


_PIECES = (
    *("1d20", "4d6", "2w6", "d66", "3", "10", "+", "-", "*", "//", "x", "(", ")", "{", "}", ",", "#", "!"),
    *("k9", "kh3", "t7", "ro1", "e4", "adv", "with advantage", "drop lowest", "keep", "reroll ones", "once"),
    *(
        "mit Vorteil",
        "explodierend",
        "advantag",
        "stealth",
        "hello",
        "[fire]",
        "½",
        "２",
        "’",
        "\u00a0",
        "\ufeff",
    ),
)


@given(
    st.lists(st.tuples(st.sampled_from(_PIECES), st.sampled_from((" ", " ", ""))), max_size=8).map(
        lambda pieces: "".join(map("".join, pieces))
    )
)
def test_any_text_is_read_so_that_its_dice_mean_the_same_again_or_refused_by_a_sentence(text: str) -> None:
    """No figure and no word of the notation is in a label, unless # says that it is one."""
    try:
        found = read(text)
    except BadExpression as fault:
        refused = fault.sentence
    else:
        refused = ""
    if refused:
        assert refused.endswith((".", "?"))
        return
    assert same(found.body, found.text)
    assert read(found.body, kept=True).label == ""
    if "#" not in re.sub(r"^\s*[0-9]+\s*#", "", unicodedata.normalize("NFKC", text)):
        assert not any(letter.isnumeric() for letter in found.label)
        assert word_of_notation(found.label) is None


@given(st.text(max_size=80))
def test_signs_of_phrases_keep_every_place(text: str) -> None:
    signs = in_signs(text)
    assert len(signs) == len(text)
    assert all(one in (other, FILLER) or not other.isspace() for one, other in zip(text, signs, strict=True))
