"""Applies a user's leave to the matches in which it stops their clock."""

from __future__ import annotations

from bot.base.ids import MatchId
from bot.engine.errors import Refusal, Unavailable
from cogs.kit.client import Client


async def tell_of_leave(bot: Client, user: int, *, began_for: MatchId = "") -> set[MatchId]:
    """Stop or restart a user's clocks in all their matches and publish it; return the changed matches.

    A match that fails does not stop the others. `began_for` is the match before whose loss the leave began by
    itself: its players are told so.
    """
    until, found = (await bot.people.away([user])).get(user), set()
    for info in await bot.service.matches_of(user):
        try:
            if await bot.service.leaves.set(info.id, user, until, by_itself=info.id == began_for):
                found.add(info.id)
                await bot.publish_pending(info.id)
        except Unavailable:
            raise
        except Refusal:
            pass  # of rules that are not here: its clock waits until they are
        except Exception as fault:
            bot.note_fault(fault, info.id)
    return found
