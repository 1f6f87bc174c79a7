"""The refusals of illegal actions: a sentence with the reason, in the game's words."""

import pytest

from bot.engine.contract import Action
from bot.engine.errors import IllegalAction
from bot.engine.fair import Stream
from bot.games.crossfire.rules.actions import (
    Answer,
    Attack,
    Discard,
    Keep,
    KeepOne,
    Lay,
    Rebuild,
    Replace,
    Support,
    Tower,
)
from bot.games.crossfire.rules.cards import card, joker
from tests.games.crossfire.table import RULES, Table

HAND = "K 2s 7 6"


NOTHING = "is paired with nothing, and no chain leads back to a base."
ONLY = "only a card that makes 10 with it can be laid off it"


@pytest.mark.parametrize(
    ("position", "line", "sentence"),
    [
        ("c2:10 d4:6", "lay 7 d5", f"d4 has no power: its 6 {NOTHING}"),
        ("c2:10 d4:6", "lay K c4", f"d4 has no power: its 6 {NOTHING}"),
        (
            "d4:6 d5:4",
            "lay K e4",
            "its 6 pairs with the 4 at d5, but no chain leads from there back",
        ),
        ("d4:10", "lay K e4", "d4 has no power: its 10 needs no partner, but no chain leads back to a base."),
        ("d4:Jo", "lay K e4", "its Joker needs no partner, but no chain leads back to a base."),
        ("d4:K", "lay 7 e4", "d4 has no power: a King never has any."),
        ("d4:9+2", "lay 7 e4", "d4 is a seized pile, which has no power: resolve it first."),
        ("c2:4", "lay K c3", f"c2 has no power: {ONLY}, 6 or a Joker."),
        ("c2:3 c1:4", "lay K c3", f"c2 has no power: {ONLY}, 3 or 7 or a Joker."),
        ("c2:9", "lay K c3", f"c2 has no power: {ONLY}, Ace or a Joker."),
        ("c2:Q", "lay K c3", "c2 has no power: a Queen never has any."),
        ("c2:10 c3:6", "lay K c3", "c3 is taken by your 6 of hearts: choose an empty square."),
        ("c2:10", "lay K e5", "e5 has no node of yours beside it: lay beside a powered node."),
        ("c2:10", "lay K c8", "c8 is taken by seat 2's Jack of clubs: choose an empty square."),
    ],
)
def test_a_lay_on_a_wrong_square_crf_12(position, line, sentence):
    assert sentence in Table(position, hand=HAND).no(line)


def test_a_lay_whose_pair_is_needed_elsewhere_crf_08():
    table = Table("c2:4 c3:6 c4:4", "d4:5", hand=HAND)
    reason = "its 4 could pair with the 6 at c3, but that is needed elsewhere in the chain to a base."
    assert table.no("attack K d4") == f"c4 has no power: {reason}"


@pytest.mark.parametrize("kind", [Lay, Attack, Answer, Rebuild])
def test_a_card_not_in_hand(kind):
    table = Table("c2:10", hand=HAND)
    assert table.no(kind(card(0, 5, 2), 12)) == "You do not hold the 5 of hearts: choose a card of your hand."
    assert table.no(kind(joker(0), 12)) == "You do not hold a Joker: choose a card of your hand."
    assert "the 5 of spades of seat 2's pack" in table.no(kind(card(1, 5, 3), 12))
    assert "no such card" in table.no(kind(-1, 12))
    assert "no such card" in table.no(kind(63, 12))


@pytest.mark.parametrize("square", [-1, 45, 10**9])
def test_a_square_that_is_not_on_the_table(square):
    table = Table("c2:10", hand="Jo 2s 7 6")
    held = table.mine("7")
    for action in (
        Lay(held, square), Support(held, square), Attack(held, square), Answer(held, square),
        Rebuild(held, square), Replace(square), KeepOne(square, held), Tower(square, held, held),
    ):  # fmt: skip
        assert table.no(action) == "There is no such square on this table: squares run from a1 to e9."


def test_the_corners_of_the_cross_are_no_squares():
    table = Table("e2:10", "", "", "", hand=HAND)
    assert "There is no such square" in table.no(Lay(table.mine("7"), table.square("a1")))


def test_a_seat_that_is_not_on_turn_is_refused():
    table = Table("c2:10", hand=HAND)
    assert table.no(Discard(1), seat=2) == "It is not your turn: seat 1 is playing."
    assert table.no(Keep(), seat=2) == "All bases are settled: they are never rearranged again."


def test_actions_of_other_games_are_refused():
    table = Table("c2:10", hand=HAND)
    assert table.no(Action()) == "Crossfire knows no such action."
    with pytest.raises(IllegalAction, match="This match has 2 seats only"):
        RULES.apply(table.state, 2, Discard(1), Stream("table", b"t" * 32))
