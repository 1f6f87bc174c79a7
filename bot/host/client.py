"""The bot on Discord: loads the cogs, keeps Discord's list of commands up to date, answers every error."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from datetime import datetime, timedelta
from importlib import import_module
from typing import Any, NamedTuple, TypeVar

import discord
import structlog
from discord import app_commands

from bot.base.clock import in_time
from bot.base.ids import MatchId
from bot.base.language import gettext
from bot.database.coordination import IDENTIFY_SECONDS
from bot.engine.errors import Refusal, Unavailable
from cogs.kit import controls
from cogs.kit.client import Client, Interaction
from cogs.kit.controls import OLD_BUTTON, ComponentId, Control
from cogs.kit.forms import Forms
from cogs.kit.languages import CommandWords
from cogs.kit.layout import fit, safe
from cogs.kit.refusals import DISCORD_FAULTS, OF_DISCORD, Does, meaning_of, noted
from cogs.kit.replies import publish_pending_elsewhere, request_of, tell
from cogs.kit.sight import NAMED, VERB

T = TypeVar("T")

EXTENSIONS = (
    "cogs.publishing.publisher",
    "cogs.publishing.other_processes",
    "cogs.publishing.reach",
    "cogs.publishing.due_notices",
    "cogs.matches.timekeeper",
    "cogs.play.panel",
    "cogs.play.hand_and_zoom",
    "cogs.matches.match",
    "cogs.matches.game_commands",
    "cogs.help.help",
    "cogs.help.glossary",
    "cogs.people.me",
    "cogs.people.privacy",
    "cogs.servers.table",
    "cogs.servers.departures",
    "cogs.help.greeting",
    "cogs.matches.challenge",
    "cogs.matches.board_menus",
    "cogs.matches.upkeep",
)
"""The cogs of the core. Those of the parts (`bot.parts`) are loaded after them."""
LOOKING_UP = 1.0
"""The time limit in seconds to find out, for an error message, whether a move was made."""
RELEARNED_AFTER = timedelta(minutes=1)
"""The least time between two readings of the bot's emojis."""
SENTENCE = 1900
"""The most characters of an answer to an error."""

log = structlog.get_logger(__name__)


class Commands(app_commands.CommandTree["Tablepost"]):
    """The slash commands; their errors are answered like all others."""

    async def interaction_check(self, interaction: Interaction, /) -> bool:
        """Allow everybody, and set their language."""
        asked: dict[str, Any] = dict(interaction.data or {})
        if interaction.type is discord.InteractionType.autocomplete and not self._suggests(asked):
            await interaction.response.autocomplete([])
            return False
        interaction.client.languages.speak_to(interaction)
        return True

    def _suggests(self, asked: Mapping[str, Any]) -> bool:
        """Whether the option being typed has autocomplete.

        A client may have another version of the command, which discord.py would log as an error.
        """
        command: Any = self.get_command(str(asked.get("name")))
        options = asked.get("options") or []
        while isinstance(command, app_commands.Group) and options:
            command, options = command.get_command(options[0]["name"]), options[0].get("options") or []
        if not isinstance(command, app_commands.Command):
            return False
        typed = [each["name"] for each in options if each.get("focused")]
        able = {each.display_name for each in command.parameters if each.autocomplete}
        return bool(typed) and typed[0] in able

    async def on_error(self, interaction: Interaction, error: app_commands.AppCommandError, /) -> None:
        """Tell the user, and write an internal error to the log."""
        await interaction.client.reply_with_error(interaction, error)


class Tablepost(Client):
    """The bot: loads the cogs, and answers every control and every error."""

    tree_class = Commands
    _syncing: asyncio.Task[None] | None = None
    _learning: asyncio.Task[None] | None = None
    _learned: datetime | None = None

    async def setup_hook(self) -> None:
        """Load everything before the first event arrives."""
        starting = asyncio.create_task(self.workers.start())
        await self.load_cogs()
        await self.tree.set_translator(CommandWords())
        await self.privacy.delete_again(_published_later)
        await self.outbox.store.doubt_pending()
        await self.service.warm()
        if self.coordination.leads:
            await self._sync()
        else:
            self._syncing = asyncio.create_task(self._sync_when_leading())
        await self._learn_emojis()
        await starting

    async def _learn_emojis(self) -> None:
        """Fetch once which emojis the bot has; without them messages use letters and digits."""
        assert self.application_id is not None, "who has logged in has an application"
        assert self.user is not None, "who has logged in has a user"
        me = str(self.user.id)
        try:
            emojis = await self.http.get_application_emojis(self.application_id)
            ours = [each for each in emojis["items"] if each.get("user", {}).get("id", me) == me]
            controls.learn(ours, {key: game.name for key, game in self.games.items()})
        except DISCORD_FAULTS as failure:
            controls.learn([])
            log.info("the emojis of the application are not known", reason=type(failure).__name__)

    def emojis_refused(self) -> None:
        """Read again which emojis the bot has, at most once a minute: Discord has refused one."""
        now = self.clock()
        if self._learned is None or now - self._learned >= RELEARNED_AFTER:
            self._learned = now
            self._learning = asyncio.create_task(self._learn_emojis())

    async def close(self) -> None:
        """Cancel waiting jobs, then close the client."""
        for task in (self._syncing, self._learning):
            if task is not None:
                task.cancel()
        await super().close()

    async def _sync_when_leading(self) -> None:
        """Update Discord's list of commands once the former leader has ended: it may be an older version."""
        try:
            async with self.coordination.leading():
                await self._sync()
        except Exception as fault:
            self.note_fault(fault)

    async def _sync(self) -> None:
        await self.tree.sync()
        if self.operator_server:
            try:
                await self.tree.sync(guild=discord.Object(self.operator_server))
            except discord.Forbidden:
                log.warning(
                    "there is no /operator: the bot is not on OPERATOR_SERVER", server=self.operator_server
                )

    async def before_identify_hook(
        self,
        shard_id: int | None,  # noqa: ARG002
        *,
        initial: bool = False,
    ) -> None:
        """Let the shards of all processes identify one after another, as Discord requires."""
        try:
            wait = await self.coordination.identify_wait(first=initial)
        except Unavailable:
            wait = IDENTIFY_SECONDS
        await asyncio.sleep(wait)

    async def load_cogs(self) -> None:
        """Load all commands and controls."""
        self.add_dynamic_items(Control)
        self.forms = Forms(self)
        for extension in (*EXTENSIONS, *self.extensions_of_parts):
            await import_module(extension).setup(self)  # `load_extension` would run each module a second time

    async def on_interaction(self, interaction: Interaction) -> None:
        """Handle a submitted modal; other interactions are handled elsewhere."""
        if interaction.type is discord.InteractionType.modal_submit:
            await self.forms.submitted(interaction)

    async def press(self, interaction: Interaction, press: ComponentId) -> None:
        """Answer a button or a select menu, whatever happens."""
        try:
            self.languages.speak_to(interaction)
            handler = self.handlers.get(press.verb)
            if handler is None:
                raise Refusal.translated(OLD_BUTTON)
            interaction.extras[NAMED], interaction.extras[VERB] = press.match, press.verb
            await handler(interaction, press)
        except Exception as error:
            await self.reply_with_error(interaction, error, match=press.match)

    async def reply_with_error(self, interaction: Interaction, error: Exception, *, match: str = "") -> None:
        """Answer a failed interaction: a refusal with its sentence, an internal error with an id to quote.

        If the requested change was made nevertheless, it is published at once, even if the answer fails.
        """
        cause = error.original if isinstance(error, app_commands.CommandInvokeError) else error
        if self.is_closed():  # answers are not possible any more; changes are published at the next start
            log.info("an answer was cut off by the stop", match=match, error=type(cause).__name__)
            return
        done = await self._done_by(interaction, cause)
        answering = self._answer_for(interaction, cause, done, match)
        if done.match:
            await asyncio.gather(answering, publish_pending_elsewhere(interaction, done.match))
        else:
            await answering

    async def _done_by(self, interaction: Interaction, cause: Exception) -> Done:
        """Return what was done despite an error."""
        if isinstance(cause, Refusal) and not isinstance(cause, Unavailable):
            return NOTHING  # after a refusal nothing has changed
        return await in_time(self._asked_for(request_of(interaction)), LOOKING_UP) or UNKNOWN

    async def _asked_for(self, request: str) -> Done:
        try:
            made = [words for find in self.hooks.made if (words := await find(request))]
            return Done(await self.service.store.match_of_request(request) or "", "\n".join(made))
        except Unavailable:
            return UNKNOWN

    async def _answer_for(self, interaction: Interaction, cause: Exception, done: Done, match: str) -> None:
        if isinstance(cause, discord.NotFound) and meaning_of(cause).does is Does.TOO_LATE:
            log.info("an answer came too late", match=match)
            return
        sentence = self._sentence(interaction, cause, done, match)
        if interaction.type is discord.InteractionType.autocomplete:
            return
        try:
            await tell(interaction, sentence)
        except DISCORD_FAULTS as failure:
            noted(failure)
            code = getattr(failure, "code", None)
            log.info("an excuse could not be delivered", match=match, code=code, error=type(failure).__name__)

    def _sentence(self, interaction: Interaction, cause: Exception, done: Done, match: str) -> str:
        if isinstance(cause, Refusal) and not done.anything:
            return fit(safe(cause.sentence), SENTENCE)
        if isinstance(cause, app_commands.CommandNotFound | app_commands.CommandSignatureMismatch):
            return gettext("This command has changed with an update of the bot. Try again in a minute.")
        if isinstance(cause, OF_DISCORD):
            meaning = noted(cause)
            if meaning.does is Does.LATER:
                log.warning("Discord did not take an answer", match=match, reason=type(cause).__name__)
                return _not_taken(done)
            if meaning.told and not meaning.for_operator and not done.anything:
                return gettext(meaning.told, where=f"<#{interaction.channel_id}>")
        return _apology(self.note_fault(cause, match, asked=True), done)


async def _published_later(_match: MatchId) -> None:
    """Leave it to the outbox, which is emptied once the bot is connected."""


class Done(NamedTuple):
    """What was done by a request whose answer failed."""

    match: str | None = ""
    """The match that it changed, "" for none; None if the database does not say."""
    made: str = ""
    """A sentence on what it made of a part, such as a roll: that is shown, and not made again."""

    @property
    def anything(self) -> bool:
        """Whether it is known that something was done."""
        return bool(self.match or self.made)


NOTHING, UNKNOWN = Done(), Done(None)


def _not_taken(done: Done) -> str:
    """Return the message after an answer that Discord did not take, or did not say that it took it."""
    if done.made:
        return done.made
    if done.match:
        return gettext(
            "Discord did not say whether the answer was shown. Your request was done: it counts, so do not do"
            " it again."
        )
    if done.match is None:
        return gettext(
            "Discord did not say whether the answer was shown, and it is not known yet whether your move was"
            " made: look at /match board before you try again."
        )
    return gettext(
        "Discord did not say whether the answer was shown. No match was changed: if this was a move, it was"
        " not made, so try again in a minute."
    )


def _apology(number: str, done: Done) -> str:
    """Return the message for an internal error; it says whether the move was made."""
    if done.made:
        return done.made
    if done.match:
        return gettext(
            "An error occurred after your request was done: it counts, so do not do it again. Quote"
            " `{number}` to the host of this bot.",
            number=number,
        )
    if done.match is None:
        return gettext(
            "An error occurred, and it is not known yet whether your move was made: look at /match "
            "board before you try again. Quote `{number}` to the host of this bot.",
            number=number,
        )
    return gettext(
        "An error occurred, and no match was changed: if this was a move, it was not made, so try "
        "again. Quote `{number}` to the host of this bot.",
        number=number,
    )
