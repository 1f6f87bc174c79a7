"""The log of a server: a line for each match opened and ended, in the channel that `/table logs` names."""

from __future__ import annotations

import structlog
from msgspec.structs import replace

from bot.client import Tablepost
from bot.engine.errors import Refusal
from bot.matches.model import MatchInfo, Stage
from bot.matches.outbox import TryLater, Undeliverable
from cogs.layout import safe, sheet, text
from cogs.mailbox import Mailbox

log = structlog.get_logger(__name__)


class Journal:
    """Writes the lines. One that cannot be written is left out: the match is not held up by it."""

    def __init__(self, bot: Tablepost, mailbox: Mailbox) -> None:
        self.bot = bot
        self.mailbox = mailbox

    async def lobby(self, info: MatchInfo, *, first: bool) -> None:
        """Tell of a lobby whose post was published, for the first time or again."""
        if info.stage.ended:
            await self.ended(info)
        elif first and info.stage is Stage.LOBBY:
            await self._write(info, f"{_title(self.bot, info)} is opened by {_host(info)}", "o")

    async def ended(self, info: MatchInfo) -> None:
        """Tell how a match has ended."""
        players = " and ".join(safe(name) for name in info.names)
        with_whom = f" of {players}" if players else ""
        await self._write(info, f"{_title(self.bot, info)}{with_whom} has ended: {_ending(info)}", "e")

    async def _write(self, info: MatchInfo, line: str, letter: str) -> None:
        try:
            settings = await self.bot.servers.settings(info.guild)
            if not settings.log:
                return
            page = sheet(text(f"{line}.\n-# Match `{info.id}`"))
            await self.mailbox.post(replace(info, channel=settings.log), page, f"{info.id}.log.{letter}")
        except (TryLater, Undeliverable, Refusal) as failure:
            log.info("a line of the log is left out", match=info.id, reason=type(failure).__name__)


def _title(bot: Tablepost, info: MatchInfo) -> str:
    game = bot.games.get(info.game)
    return f"{game.title if game else info.game} in <#{info.channel}>"


def _host(info: MatchInfo) -> str:
    return next((safe(each.name) for each in info.seats if each.user == info.host), "nobody")


def _ending(info: MatchInfo) -> str:
    if info.outcome is None:
        return "without a result"
    winners = [safe(info.names[seat]) for seat in info.outcome.winners]
    return f"won by {' and '.join(winners)}" if winners else "a draw"
