"""`/match past verify`: checks an ended match in the bot, and explains how to check it without it."""

from __future__ import annotations

import asyncio
import hashlib

from discord import app_commands

from bot.base.ids import MatchId
from bot.base.language import N_, gettext
from bot.engine.audit import BadAudit, encode
from bot.matches.model import MatchInfo
from bot.parts.proofs.verify import checked
from bot.processes.workers import Urgency, urgent
from cogs.kit.client import Client, Interaction
from cogs.kit.controls import PRIMARY, ComponentId, Control, button, fair_dice
from cogs.kit.layout import OutgoingMessage, message_of, plain, safe, text
from cogs.kit.replies import answer, defer, defer_if_slow
from cogs.kit.sentences import words_said
from cogs.matches.match import IN_PAST, PartCommands
from cogs.publishing.audit_files import AuditFile, audit_file

_ONESELF = N_(
    "-# Check it without us: `python -m bot verify {file} --sha256 {hash}` with the bot's own program, or"
    " `python verify.py {file} {hash}` with 30 lines of Python that need nothing else (docs/verify.py;"
    " docs/FAIRNESS.md explains them). The fingerprint has to be that of the post that opened the match:"
    " `{commitment}`."
)

HELP = N_("**Fair dice** explains how. After a match, `/match past verify` checks every die.")
_TOO_LONG = N_("This match has become too long for an audit file, so it cannot be checked.")
_EXPLAINED = N_(
    "### Fair dice\nEvery die and every shuffle of this match follows from a secret number, the "
    "seed, and the players' words. It was fixed before anybody joined: the first post of the match "
    "shows the beginning of its fingerprint, and no other seed has the same. Every player may add a"
    " word before the start, with `/match join word:`. At the end the seed is shown, and everybody "
    "can check every die."
)


class ProofCommands(PartCommands):
    """The `/match` command that checks a match, and its button."""

    def __init__(self, bot: Client) -> None:
        super().__init__(bot)
        bot.hooks.paragraphs.append(("fair", HELP))
        bot.handle_presses(self)
        bot.hooks.add_buttons(_button, "lobby", "status", "end", "result", "result with film", "unplayed")

    @app_commands.command(extras=IN_PAST)
    async def verify(self, interaction: Interaction) -> None:
        """Check every die, shuffle and action of the match that has ended here."""
        await defer(interaction)
        info = await self.here(interaction)
        if info.stage.ended:
            await answer(interaction, await self._checked(info.id))
        else:
            await answer(interaction, compose_fair_dice(info))

    async def press_fair(self, interaction: Interaction, press: ComponentId) -> None:
        """Explain fair dice, and show the available proofs of this match."""
        await defer_if_slow(interaction)
        info = await self.service.info(press.match)
        if not info.stage.ended:
            await answer(interaction, compose_fair_dice(info))
            return
        file = await asyncio.to_thread(audit_file, await self.service.history.audit(info.id))
        await answer(interaction, compose_fair_dice(info, file))

    async def press_verify(self, interaction: Interaction, press: ComponentId) -> None:
        """Check the match of this result."""
        await defer(interaction)
        await answer(interaction, await self._checked(press.match))

    async def _checked(self, match: MatchId) -> OutgoingMessage:
        audit = await self.service.history.audit(match)
        try:
            content = await asyncio.to_thread(encode, audit)
        except BadAudit:
            return message_of(text(gettext(_TOO_LONG)))
        with urgent(Urgency.REST):
            result = await checked(self.bot.workers, self.bot.games, audit, content)
        oneself = gettext(
            _ONESELF,
            file=audit.file_name,
            hash=hashlib.sha256(content).hexdigest(),
            commitment=audit.commitment,
        )
        if result.agrees:
            told = gettext("**Checked:** {summary}: all agree.", summary=plain(result.words))
        else:
            told = gettext("**This does not agree:** {fault}", fault=safe(result.words))
        return message_of(text(told), text(oneself))


def _button(info: MatchInfo) -> list[Control]:
    """Return the button to the proofs of a match; a lesson that is over has none."""
    if info.stage.ended and info.match_terms.prepared is not None:
        return []
    return [fair_dice(ComponentId("fair", info.id))]


def compose_fair_dice(info: MatchInfo, file: AuditFile | None = None) -> OutgoingMessage:
    """Return the explanation of fair dice with the proofs of a match; `file` is that of an ended one."""
    fingerprint = gettext("Fingerprint of the seed: `{fingerprint}`", fingerprint=info.commitment)
    shown = f"{fingerprint}\n{words_said(info)}".rstrip()
    if file is None:
        return message_of(text(gettext(_EXPLAINED)), text(shown))
    return message_of(
        text(gettext(_EXPLAINED)),
        text(shown),
        file.attachment,
        text(file.sentence),
        button(gettext("Check it"), ComponentId("verify", info.id), PRIMARY),
    )


async def setup(bot: Client) -> None:
    """Add the command to `/match past`."""
    await bot.add_cog(ProofCommands(bot))
