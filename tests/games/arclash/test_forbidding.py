"""A Character that forbids Supports at the start of the battle: the turn skips forbidden seats (ARC-10)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from bot.games.arclash.cards.cards import Library, Pool
from bot.games.arclash.cards.words.abilities import Ability, Forbid
from bot.games.arclash.rules.rules import ArclashRules
from bot.games.arclash.wording.wording import ArclashWording
from tests.games.arclash.cards_for_tests import TEST_SET
from tests.games.arclash.table import Table


def hushing(name: str, whose: str) -> type[Table]:
    """Return tables at which a Character forbids Supports at the start of each battle."""
    hush = Ability("start-of-battle", (Forbid(whose),))
    characters = [
        replace(card, abilities=(hush,)) if card.name == name else card for card in TEST_SET.characters
    ]
    library = Library(Pool((replace(TEST_SET, characters=tuple(characters)),)))

    class Hushing(Table):
        rules = ArclashRules(library)
        wording = ArclashWording(library)

    return Hushing


def test_a_forbidden_seat_is_not_awaited_even_if_first_arc_10() -> None:
    """Emberling, with 150 power, would be first; Spark, with 200, forbids it."""
    table = hushing("Spark", "opponents").in_support("Emberling; hand Push", "Spark; hand Push")
    assert table.awaited == [2]
    table.play("2: play Push", "2: pass")
    assert table.scores == [0, 1]


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_if_all_are_forbidden_the_damage_follows_at_once_arc_11(seats: int) -> None:
    others = ["Emberling; hand Push"] * (seats - 1)
    table = hushing("Spark", "everyone").in_support("Spark; hand Push", *others)
    assert table.scores == [seats - 1, *[0] * (seats - 1)]
    assert (table.state.phase, len(table.awaited)) == ("renew", seats)


def test_a_seat_that_forbids_itself_lets_the_other_continue() -> None:
    table = hushing("Emberling", "you").in_support("Emberling; hand Push", "Spark; hand Push")
    assert table.awaited == [2]
    table.play("2: pass")
    assert table.scores == [0, 1]
