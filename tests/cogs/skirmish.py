"""Matches of Papyrus up to the first turn: both have picked and placed, and one of them is to move."""

from __future__ import annotations

from simcord import MemberActor

from tests.cogs.club import Club
from tests.cogs.players import said


async def begun(club: Club, size: str = "width=8 height=6") -> MemberActor:
    """Start a match of Ann and Ben, and let both pick and place; return the member on turn."""
    await club.started(club.ben, options=f"squad=2 {size} rounds=5")
    return await picked_and_placed(club)


async def in_play(club: Club) -> tuple[MemberActor, MemberActor]:
    """Start a match as `begun` does; return the member on turn, and the other one."""
    member = await begun(club)
    return member, other_than(club, member)


async def picked_and_placed(club: Club) -> MemberActor:
    """Let Ann and Ben pick and place in the match of the channel; return the member on turn."""
    for command in ("preset", "ready", "formation", "ready"):
        for member in (club.ann, club.ben):
            words = {"squad": "balanced"} if command == "preset" else {}
            await member.slash(club.channel, f"papyrus {command}", **words)
    match_view = await club.match_view(None)
    (seat,) = match_view.awaited
    return club.members(match_view.match)[seat]


async def picked(club: Club, *members: MemberActor) -> None:
    """Let these choose their squads."""
    for member in members:
        await member.slash(club.channel, "papyrus preset", squad="balanced")
        await member.slash(club.channel, "papyrus ready")


async def moved(club: Club, member: MemberActor) -> None:
    """Let a player make the first legal move."""
    match_view = await club.match_view(member)
    move = next(action for action in match_view.legal if action.__struct_config__.tag == "move")
    words = club.bot.games["papyrus"].wording.format(match_view.view, move)
    assert "not" not in said(await member.slash(club.channel, "papyrus move", **words)).split()[:3]


def other_than(club: Club, member: MemberActor) -> MemberActor:
    return club.ben if member is club.ann else club.ann
