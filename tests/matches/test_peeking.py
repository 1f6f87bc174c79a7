"""No undo lets a player look at several hands: the choice of the hand is not free to undo after a look."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import pytest

from bot.engine.contract import Rules
from bot.games.registry import GAMES
from bot.matches.errors import MatchRefusal
from tests.matches.table import ANN, BEN, CLEO, Table

ARCLASH = """
    phase: support, turn 3
    order: 1 2 3
    seat 1:
    stack: TID-01
    hand: MOT-13
    seat 2:
    stack: STO-01
    seat 3:
    stack: KIL-01
"""
OVERCROSS = """
    options: objective=deathmatch width=7 height=7
    now: seat 1, round 3
    seat 1:
    hand: CST-70
    seat 2:
    hand: CST-03 CST-60 CST-71
    deck: CST-02 CST-06 CST-09
    seat 3:
    hand: CST-08 CST-71 CST-09
    deck: CST-07 CST-60 CST-03
"""
Where: TypeAlias = Callable[[Any], Any]
PEEKS: dict[str, tuple[str, Where]] = {
    "arclash": (ARCLASH, lambda view: view.looking),
    "overcross": (OVERCROSS, lambda view: view.question.looking),
}
"""By game: a match of three in which seat 1 has a card that looks at a hand, and the look in a view."""


def beginning_at(rules: Rules[Any, Any, Any, Any], text: str) -> Rules[Any, Any, Any, Any]:
    """Return rules by which each match begins in an example position."""

    class Begun(type(rules)):  # type: ignore[misc]  # whatever the game is
        def setup(self, options: Any, seats: int, rng: Any) -> Any:
            return self.position(text)

    return Begun(rules.library)  # type: ignore[attr-defined,no-any-return]  # a game with cards


def text_of(game: str) -> str:
    """Return the position of a game in the notation of its rules."""
    return "\n".join(map(str.strip, PEEKS[game][0].splitlines()))


@pytest.mark.parametrize("game", PEEKS)
async def test_after_a_look_at_a_hand_the_choice_is_not_free_to_undo(game: str, table: Table) -> None:
    """Ann has just played the card, and has to choose a hand."""
    looking = PEEKS[game][1]
    table = table.again(games={game: beginning_at(GAMES[game].rules, text_of(game))})
    match = (await table.started(BEN, CLEO)).id
    legal = (await table.view(match, ANN)).legal
    await table.act(match, ANN, next(one for one in legal if type(one).__name__ == "Play"))
    asked = await table.view(match, ANN)
    assert [choice.answer for choice in asked.legal] == [1, 2]
    played = await table.act(match, ANN, asked.legal[0])
    assert len(looking(played.match_view.view)) >= 3
    assert not await table.service.undos.is_free(match, ANN.user)
    with pytest.raises(MatchRefusal, match="no longer take this back"):
        await table.undo(match, ANN, ask=False)
    await table.undo(match, ANN)
    assert (await table.proposal(match)).needed == (1, 2)
