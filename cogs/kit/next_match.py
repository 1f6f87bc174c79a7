"""Finds the next match that awaits a player: the one that has waited longest.

It is read after a turn ends, while the answer's pictures are drawn: one database query, no call to Discord.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from bot.base.ids import MatchId
from bot.base.language import gettext
from bot.engine.errors import Refusal
from bot.matches.model import MatchView, PlayerMatch
from bot.matches.timing import waits_since
from cogs.kit.clock_words import stamp
from cogs.kit.emojis import signed
from cogs.kit.match_lists import newest_link

if TYPE_CHECKING:
    from cogs.kit.client import Client


async def next_match(bot: Client, user: int, but: MatchId = "") -> PlayerMatch | None:
    """Return the match, other than `but`, that has awaited a player longest; None without one."""
    tables = await bot.service.player_matches(user)
    waiting = [(since, table) for table in tables if table.info.id != but and (since := waits_since(table))]
    return min(waiting, key=lambda found: found[0])[1] if waiting else None


async def following_of(bot: Client, match_view: MatchView) -> str:
    """Return the line about the next match that awaits a player who has finished in this one.

    "" for none. Read errors are ignored: the move has been made.
    """
    if match_view.seat is None or not match_view.idle:
        return ""
    with suppress(Refusal):
        user = match_view.match.seats[match_view.seat].user
        table = await next_match(bot, user, but=match_view.match.id)
        if table is not None and (since := waits_since(table)):
            return gettext(
                "**Next**: {game} in {link} waits for you since {time} ({distance}). `/me next` opens it.",
                game=signed(bot.title_of(table.info.game)),
                link=await newest_link(bot, table.info),
                time=stamp(since, "f"),
                distance=stamp(since, "R"),
            )
    return ""
