"""Lists of a player's matches, each with its link and awaited players."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING

import msgspec

from bot.base.language import gettext
from bot.engine.sentences import all_of
from bot.matches.model import MatchInfo, PlayerMatch, Stage
from cogs.kit.clock_words import stamp
from cogs.kit.controls import signed
from cogs.kit.layout import as_many_as_fit, safe
from cogs.kit.sight import at_hand

if TYPE_CHECKING:
    from cogs.kit.client import Client
from contextlib import suppress
from typing import TYPE_CHECKING

from bot.base.ids import MatchId
from bot.engine.errors import Refusal
from bot.matches.model import MatchView
from bot.matches.timing import waits_since

if TYPE_CHECKING:
    from cogs.kit.client import Client


# Finds the next match that awaits a player: the one that has waited longest.
#
# It is read after a turn ends, while the answer's pictures are drawn: one database query, no call to
# Discord.


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


TABLES_TEXT = 3000
TABLES_AT_ONCE = 15
"""The most matches of one list."""


class Named(msgspec.Struct, frozen=True):
    """A match of a list, with its game and its link in Discord's markdown."""

    table: PlayerMatch
    title: str
    link: str


def listed(named: Sequence[Named], most: int = TABLES_AT_ONCE) -> str:
    """Return as many matches as fit, one a line, and the number of further ones."""
    return as_many_as_fit([table_line(each) for each in named], TABLES_TEXT, most)


def table_line(named: Named) -> str:
    """Return the line of a match: its link, game, other players, awaited players and deadline."""
    table, info = named.table, named.table.info
    others = ", ".join(safe(name) for seat, name in enumerate(info.names) if seat != table.seat)
    what = gettext("{game} with {players}", game=named.title, players=others) if others else named.title
    if info.anonymous and table.seat >= 0 and info.stage is Stage.PLAYING:  # in a lobby none is drawn
        what = gettext("{game}, you as {player}", game=named.title, player=info.names[table.seat])
    elif info.anonymous:
        what = gettext("{game}, anonymous", game=named.title)
    return f"- {named.link} · {what}: {_stands(table)}"


def in_order(tables: Sequence[PlayerMatch]) -> list[PlayerMatch]:
    """Return matches by urgency: first those where the player is awaited, by deadline."""

    def urgency(table: PlayerMatch) -> tuple[bool, bool, bool, float, datetime]:
        end, lobby = table.deadline, table.info.stage is Stage.LOBBY
        return not table.mine, lobby, end is None, end.timestamp() if end else 0.0, table.info.opened_at

    return sorted(tables, key=urgency)


async def named(
    bot: Client, tables: Sequence[PlayerMatch], first: int = 0, most: int = TABLES_AT_ONCE
) -> list[Named]:
    """Return matches with their titles and links; `most` from the `first` on link to the newest post."""
    shown = range(first, first + most)
    return [
        Named(
            table,
            await _titled(bot, table.info),
            await newest_link(bot, table.info) if place in shown else link_to(bot, table.info),
        )
        for place, table in enumerate(tables)
    ]


async def _titled(bot: Client, info: MatchInfo) -> str:
    """Return the title of a match's game, and of what it belongs to."""
    titles = [signed(bot.title_of(info.game)), *[await title(info) for title in bot.hooks.titles]]
    return " · ".join(title for title in titles if title)


async def newest_link(bot: Client, info: MatchInfo) -> str:
    """Return the link to the newest board of a match, or to its lobby."""
    post = await bot.service.store.post(info.id, "lobby" if info.stage is Stage.LOBBY else "board")
    return link_to(bot, info, post.message if post and post.channel == info.channel else 0)


def link_to(bot: Client, info: MatchInfo, message: int = 0) -> str:
    """Return the link to a match's channel or to a post in it; some DMs cannot show a mention."""
    channel = at_hand(bot, info.guild, info.channel)
    where = f"https://discord.com/channels/{info.guild or '@me'}/{info.channel}"
    where += f"/{message}" if message else ""
    if channel is not None:
        return f"[#{safe(channel.name)}]({where})"
    return f"[{gettext('the match')}]({where})" if message else f"<#{info.channel}>"


def _stands(table: PlayerMatch) -> str:
    info = table.info
    if info.stage is Stage.LOBBY:
        taken = len(info.seats)
        return gettext("{taken} of {wanted} seats taken", taken=taken, wanted=info.wanted)
    awaited = _awaited(table)
    if awaited and info.match_terms.clocks.paused:
        return gettext("{awaited} (paused)", awaited=awaited)
    return awaited or gettext("goes on")


def _awaited(table: PlayerMatch) -> str:
    """Return the awaited players of a match; "" for none."""
    end = table.deadline
    if table.mine and end:
        return gettext(
            "**your turn**, until {time} ({distance})", time=stamp(end, "f"), distance=stamp(end, "R")
        )
    if table.mine:
        return gettext("**your turn**")
    names = [safe(table.info.names[seat]) for seat in sorted(table.awaited)]
    return gettext("waits for {players}", players=all_of(names)) if names else ""
