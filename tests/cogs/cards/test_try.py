"""`/cards try`: a made-up position, played alone from all seats."""

from __future__ import annotations

from typing import Any

from simcord import InteractionResult, MemberActor

from tests.cogs.club import Club
from tests.cogs.players import control, controls_of, pictures_of, said

POSITION = b"""phase: support, turn 3
order: 1 2
seat 1: 4 points
stack: TID-01 TID-04
hand: TID-12 TID-13
seat 2: 2 points
stack: STO-03
hand: STO-12
"""


def menu(message: Any, verb: str) -> dict[str, Any]:
    """The menu of a message whose control has this verb."""
    return next(part for part in controls_of(message) if part["custom_id"].startswith(f"tp:{verb}:"))


class Designer:
    """Somebody at a test table, who sees one message."""

    def __init__(self, member: MemberActor, shown: InteractionResult) -> None:
        self.member, self.shown = member, shown

    @property
    def message(self) -> Any:
        return self.shown.response

    @property
    def sees(self) -> str:
        return said(self.shown)

    async def press(self, label: str) -> InteractionResult:
        return await self.member.click(self.message, custom_id=control(self.message, label))

    async def choose(self, verb: str, value: str) -> InteractionResult:
        return await self.member.select(
            self.message, [value], custom_id=menu(self.message, verb)["custom_id"]
        )

    async def fill_in(self, opened: InteractionResult, **fields: str) -> None:
        await self.member.submit_modal(opened, fields)


async def designer(club: Club, member: MemberActor, **options: Any) -> Designer:
    return Designer(member, await member.slash(club.channel, "cards try", **options))


async def test_a_position_is_played_from_all_seats_undone_and_played_again(club: Club) -> None:
    ann = await designer(club, club.ann, game="arclash", position=("here.txt", POSITION))
    assert "Test table of Arclash · the position" in ann.sees
    assert "order: 1 2" in ann.sees
    assert "You alone see it, and nothing here counts" in ann.sees
    assert len(pictures_of(ann.message)) == 3  # the table, and both hands
    await ann.press("Play")
    assert "Test table of Arclash · seat 1" in ann.sees
    assert len(pictures_of(ann.message)) == 3
    first = ann.sees
    await ann.press("Set a mark")
    await ann.press("Pass")
    assert "Test table of Arclash · seat 2" in ann.sees
    assert "passes" in ann.sees
    await ann.press("Pass")
    assert ann.sees != first
    await ann.press("Again from the mark")
    assert ann.sees == first
    await ann.press("Pass")
    await ann.press("Undo")
    assert ann.sees == first
    assert club.channel.history() == []
    assert await club.service.matches_of(club.ann.id) == []
