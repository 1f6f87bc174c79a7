"""The log of a server: a line for each match opened and ended, in the channel that `/table logs` names."""

from __future__ import annotations

import structlog
from msgspec.structs import replace

from bot.base.language import gettext
from bot.engine.errors import Refusal
from bot.engine.sentences import all_of
from bot.matches.model import MatchInfo, Stage
from bot.matches.outbox import TryLater, Undeliverable
from cogs.kit.client import Client
from cogs.kit.layout import message_of, safe, text
from cogs.kit.mailbox import Mailbox

log = structlog.get_logger(__name__)


class Journal:
    """Writes the lines. A line that cannot be written is dropped and delays nothing."""

    def __init__(self, bot: Client, mailbox: Mailbox) -> None:
        self.bot = bot
        self.mailbox = mailbox

    async def lobby(self, info: MatchInfo, *, first: bool) -> None:
        """Write the line of a lobby whose post was published, for the first time or again."""
        if info.stage.ended:
            await self.ended(info)
        elif first and info.stage is Stage.LOBBY:
            await self._write(info, _opened(self.bot, info), "o")

    async def ended(self, info: MatchInfo) -> None:
        """Write the line of a match's result."""
        await self._write(info, _ended(self.bot, info), "e")

    async def _write(self, info: MatchInfo, line: str, letter: str) -> None:
        try:
            settings = await self.bot.servers.settings(info.guild)
            if not settings.log:
                return
            which = gettext("-# Match `{match}`", match=info.id)
            page = message_of(text(f"{line}\n{which}"))
            await self.mailbox.post(replace(info, channel=settings.log), page, f"{info.id}.log.{letter}")
        except (TryLater, Undeliverable, Refusal) as failure:
            log.info("a line of the log is left out", match=info.id, reason=type(failure).__name__)


def _opened(bot: Client, info: MatchInfo) -> str:
    if info.anonymous:
        game, channel = bot.title_of(info.game), f"<#{info.channel}>"
        return gettext("An anonymous match of {game} is opened in {channel}.", game=game, channel=channel)
    hosts = [safe(each.called) for each in info.seats if each.user == info.host]
    return gettext(
        "{game} in {channel} is opened by {player}.",
        game=bot.title_of(info.game),
        channel=f"<#{info.channel}>",
        player=hosts[0] if hosts else gettext("nobody"),
    )


def _ended(bot: Client, info: MatchInfo) -> str:
    game, channel = bot.title_of(info.game), f"<#{info.channel}>"
    if not info.seats or info.anonymous:
        match = gettext("{game} in {channel}", game=game, channel=channel)
    else:
        players = all_of([safe(name) for name in info.names])
        match = gettext("{game} in {channel} of {players}", game=game, channel=channel, players=players)
    if info.outcome is None:
        return gettext("{match} has ended: without a result.", match=match)
    if info.outcome.drawn:
        return gettext("{match} has ended: a draw.", match=match)
    winners = all_of([safe(info.names[seat]) for seat in info.outcome.winners])
    return gettext("{match} has ended: won by {players}.", match=match, players=winners)
