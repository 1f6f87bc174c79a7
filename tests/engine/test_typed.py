"""Typed words of actions as future games may declare them: tokens, sectors, squares, Characters, lists."""

from __future__ import annotations

from typing import Any

import pytest

from bot.engine.contract import Action
from bot.engine.errors import UnreadableAction
from bot.engine.grid import grid_of
from bot.engine.typed import Asked, Board, Commands, Named, Square, Thing, candidates, fold, split_seat

GRID = grid_of(11, 11)
BOARD = Board(GRID, example=GRID.parse("C4"), has=lambda square: square != GRID.parse("K11"))
CHARACTERS = {GRID.parse("C4"): "Archivist", GRID.parse("D5"): "Archer, Retired", GRID.parse("E1"): "XI"}
CARDS = ("I AM OUTRAGED!", "Bad Review", "Wall", "Wick, Smallest of the School")
TOKENS = (11, 12, 23, 24)
NEW = -1


class Shift(Action, frozen=True, tag="shift"):
    """Move a varan to a sector."""

    varan: int
    sector: int


class Strike(Action, frozen=True, tag="strike"):
    """Strike with a Character."""

    character: int
    target: int
    with_card: str | None = None


class Push(Action, frozen=True, tag="push"):
    """Push what stands on a square."""

    at: int


class Throw(Action, frozen=True, tag="throw"):
    """Discard a card."""

    card: str


def character(asked: Asked, square: int) -> Named[int]:
    return Named(square, CHARACTERS[square], (CHARACTERS[square],), (GRID.name(square),))


def standing(asked: Asked, word: str, known: str) -> Any:
    if BOARD.square(word) is not None:
        raise UnreadableAction(f"Nobody stands there: {known}.")


def sector(asked: Asked, number: int) -> Named[int]:
    return {0: Named(0, "Centre", ("Centre battlefield",)), NEW: Named(NEW, "new", ("new sector",))}.get(
        number, Named(number, f"sector {number}", codes=(str(number),))
    )


VARAN = Thing(
    missing="Say which varan, such as 2.3.",
    among=lambda asked: TOKENS,
    name=lambda asked, one: Named(one, f"{one // 10}.{one % 10}", seat=one // 10 - 1),
    unknown="{word} is not a varan",
)
SECTOR = Thing(
    missing="Say which sector.",
    among=lambda asked: (0, 1, 2, NEW),
    name=sector,
    unknown="{word} is not a sector",
    there="{varan} can go to {known}",
)
CHARACTER = Thing(
    missing="Say which Character.",
    among=lambda asked: CHARACTERS,
    name=character,
    unknown="{word} is not a Character",
    elsewhere=standing,
)
CARD = Thing(
    missing="Say which card, by its name.",
    among=lambda asked: CARDS if asked.seat == 0 else CARDS[:2],
    name=lambda asked, card: Named(card, card, (card,)),
    unknown="{word} is not a card",
    quoted=True,
)
COMMANDS = Commands(
    {
        "varan": VARAN,
        "sector": SECTOR,
        "character": CHARACTER,
        "target": CHARACTER,
        "with_card": CARD,
        "at": Square(missing="Say which square.", board=lambda view: BOARD),
        "card": CARD,
    }
)


def parse(kind, seat=0, /, **words):
    return COMMANDS.parse(None, seat, kind, words)


def refusal(kind, seat=0, /, **words):
    with pytest.raises(UnreadableAction) as refused:
        parse(kind, seat, **words)
    return refused.value.sentence


@pytest.mark.parametrize(
    ("action", "words"),
    [
        (Shift(23, 1), {"varan": "2.3", "sector": "sector 1"}),
        (Shift(11, 0), {"varan": "1.1", "sector": "Centre"}),
        (
            Strike(GRID.parse("C4"), GRID.parse("E1")),
            {"character": "Archivist", "target": "XI", "with_card": ""},
        ),
        (Push(GRID.parse("C4")), {"at": "C4"}),
        (Throw(CARDS[3]), {"card": "Wick, Smallest of the School"}),
    ],
)
def test_a_formatted_action_is_parsed_back(action, words):
    assert COMMANDS.format(None, action) == words
    assert COMMANDS.parse(None, 0, type(action), words) == action
    assert COMMANDS.parse(None, 0, type(action), {key: word.upper() for key, word in words.items()}) == action


@pytest.mark.parametrize(
    "word", ["2.3", " 2.3 ", "2-3", "2 3", "■2.3", "2: 2.3", "2.3 of seat 2", "seat 2:2.3"]
)
def test_tokens_are_typed_with_their_seat_or_without(word):
    assert parse(Shift, varan=word, sector="new") == Shift(23, NEW)
    assert parse(Shift, varan=word, sector="1") == Shift(23, 1)


@pytest.mark.parametrize(
    ("word", "square"),
    [("archiv", "C4"), ("C4", "C4"), ("c 4", "C4"), ("Archivist", "C4"), ("retired", "D5")],
)
def test_characters_are_called_by_name_a_part_of_it_or_their_square(word, square):
    assert parse(Strike, character=word, target="xi").character == GRID.parse(square)


def test_words_are_read_whatever_keyboard_typed_them():
    assert parse(Strike, character="ａｒｃｈｅｒ，\u00a0Retired", target="Ｅ１") == Strike(
        GRID.parse("D5"), GRID.parse("E1")
    )
    assert parse(Shift, varan="\ufeff2.4", sector="１") == Shift(24, 1)


def test_a_field_with_a_default_may_be_left_out():
    assert parse(Strike, character="C4", target="XI").with_card is None
    assert parse(Strike, character="C4", target="XI", with_card="bad").with_card == "Bad Review"


@pytest.mark.parametrize(
    ("kind", "words", "sentence"),
    [
        # a number is never a part of a name, and a token of another seat is not meant
        (Shift, {"varan": "2", "sector": "1"}, '"2" is not a varan: '),
        (Shift, {"varan": "■1.1", "sector": "1"}, '"■1.1" is not a varan'),
        # the possible values are listed with the words typed before
        (
            Shift,
            {"varan": "1.1", "sector": "moon"},
            '"moon" is not a sector: 1.1 can go to Centre, sector 1, sector 2 and new.',
        ),
        (Shift, {"varan": "1.1", "sector": "secter 1"}, '"secter 1" is not a sector: did you mean sector 1?'),
        (
            Strike,
            {"character": "arch", "target": "xi"},
            '"arch" could be more than one: say Archivist or Archer, Retired.',
        ),
        # a game may have a better sentence
        (Strike, {"character": "A1", "target": "xi"}, "Nobody stands there: Archivist, "),
        (Strike, {"character": "C4"}, "Say which Character."),
        (Push, {"at": "4c"}, '"4c" is not a square: did you mean C4?'),
        (Push, {"at": "K11"}, '"K11" is not a square here: columns are A to K, rows 1 to 11, as in C4.'),
        (Push, {"at": "z"}, '"z" is not a square here: columns are A to K, rows 1 to 11, as in C4.'),
    ],
)
def test_an_invalid_word_is_refused_with_the_valid_ones(kind, words, sentence):
    assert refusal(kind, **words).startswith(sentence)


def test_valid_words_depend_on_the_seat():
    told = '"wall" is not a card: choose among "I AM OUTRAGED!" and "Bad Review".'
    assert refusal(Throw, 1, card="wall") == told


def test_words_may_be_abbreviated_and_numbers_may_not():
    units = [Named(10, "SMG-10", ("SMG-10",)), Named(2, "Shotgun-2", ("Shotgun-2",))]
    assert [one.value for one in candidates("shot 2", units)] == [2]
    assert [one.value for one in candidates("s", units)] == [10, 2]
    assert candidates("smg-1", units) == []
    assert candidates("!?", units) == []


def test_synonyms_replace_other_words():
    card = Named("7h", "7h", codes=("7 h",))
    assert candidates("the 7 of Hearts", [card], {"the": "", "of": "", "hearts": "h"}) == [card]


@pytest.mark.parametrize(
    ("word", "folded"),
    [("SMG-03", "smg 3"), ("7♥️", "7 ♥"), ("TID-100", "tid 100"), ("  A,b  ", "a b"), ("0", "0"), ("!?", "")],
)
def test_case_blanks_and_punctuation_do_not_matter(word, folded):
    assert fold(word) == folded


@pytest.mark.parametrize(
    ("word", "seat", "name"),
    [
        ("2:SMG-1", 1, "SMG-1"),
        ("seat 2: smg 1", 1, " smg 1"),
        ("■7h", 1, "7h"),
        ("7h of seat 1", 0, "7h"),
        ("SMG-1", None, "SMG-1"),
        ("seat 2", None, "seat 2"),
        ("9:x", None, "9:x"),
    ],
)
def test_a_seat_may_be_typed_before_or_after_a_name(word, seat, name):
    assert split_seat(word) == (seat, name)


@pytest.mark.parametrize(
    "word", [" " * 50_000 + "x", "of " * 20_000, "seat 1" * 10_000, "2.3" + " " * 50_000]
)
def test_very_long_input_is_refused_quickly_and_shortly(word):
    assert len(refusal(Shift, varan=f"x{word}", sector="1")) < 200
