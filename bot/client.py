"""The bot on Discord: loads the cogs, keeps Discord's list of commands up to date, answers every error."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from functools import partial
from typing import Any, TypeVar

import discord
import structlog
from discord import app_commands
from discord.ext import commands

from bot.cardsets.service import CardSets
from bot.clock import Clock
from bot.decks.service import DeckService
from bot.dice.service import RollService
from bot.engine.errors import Refusal
from bot.engine.language import gettext
from bot.engine.wording import Focus
from bot.languages.catalogues import codes, language
from bot.matches.errors import Unavailable
from bot.matches.model import Delivery, MatchId, MatchView
from bot.matches.notices import Notice
from bot.matches.outbox import Outbox
from bot.matches.service import MatchService
from bot.matches.upkeep import Upkeep
from bot.people.service import People
from bot.privacy.service import Privacy
from bot.ratings.service import RatingService
from bot.registry import Game
from bot.servers.service import Servers
from cogs.kit.admission import admitted
from cogs.kit.command_words import CommandWords
from cogs.kit.controls import OLD_BUTTON, ComponentId, Control, Handler
from cogs.kit.languages import Languages
from cogs.kit.layout import fit, safe
from cogs.kit.patience import in_time
from cogs.kit.replies import DISCORD_FAULTS, publish_pending_elsewhere, request_of, tell
from renderers.contract import Picture, Sort

T = TypeVar("T")

EXTENSIONS = (
    "cogs.publishing.publisher",
    "cogs.publishing.due_notices",
    "cogs.matches.timekeeper",
    "cogs.play.panel",
    "cogs.play.hand_and_zoom",
    "cogs.matches.film",
    "cogs.matches.match",
    "cogs.matches.game_commands",
    "cogs.help",
    "cogs.people.me",
    "cogs.dice.roll",
    "cogs.ratings.leaderboard",
    "cogs.ratings.profile",
    "cogs.ratings.season",
    "cogs.people.privacy",
    "cogs.servers.table",
    "cogs.servers.departures",
    "cogs.matches.upkeep",
    "cogs.cards.cards",
    "cogs.cards.deck",
)
TOO_LATE = (10062, 10015, 50027)
"""Discord's codes for an interaction whose time is up: whoever asked has seen a failure already."""
LOOKING_UP = 1.0
"""Seconds in which an excuse finds out whether a move was made; who waits for it is not kept longer."""
NAMED = "match"
"""Where an interaction keeps the match that its control names, until who asks was admitted to it."""
SENTENCE = 1900
"""Characters of an answer to an error."""

log = structlog.get_logger(__name__)


class Commands(app_commands.CommandTree["Tablepost"]):
    """The slash commands; what goes wrong in one is answered like everything else."""

    async def interaction_check(self, interaction: discord.Interaction[Tablepost], /) -> bool:
        """Let everybody in, and speak their language."""
        asked: dict[str, Any] = dict(interaction.data or {})
        if interaction.type is discord.InteractionType.autocomplete and not self._suggests(asked):
            await interaction.response.autocomplete([])
            return False
        interaction.client.languages.speak_to(interaction)
        return True

    def _suggests(self, asked: Mapping[str, Any]) -> bool:
        """Whether there are suggestions for the option that is typed: a client may know another version of
        the command, which discord.py would log as an error."""
        command: Any = self.get_command(str(asked.get("name")))
        options = asked.get("options") or []
        while isinstance(command, app_commands.Group) and options:
            command, options = command.get_command(options[0]["name"]), options[0].get("options") or []
        if not isinstance(command, app_commands.Command):
            return False
        typed = [each["name"] for each in options if each.get("focused")]
        able = {each.display_name for each in command.parameters if each.autocomplete}
        return bool(typed) and typed[0] in able

    async def on_error(
        self, interaction: discord.Interaction[Tablepost], error: app_commands.AppCommandError, /
    ) -> None:
        """Tell the user, and the log where it is our fault."""
        await interaction.client.excuse(interaction, error)


class Tablepost(commands.AutoShardedBot):
    """The bot. It is given its parts, and needs nothing of Discord but guilds, channels and interactions."""

    def __init__(
        self,
        service: MatchService,
        outbox: Outbox,
        games: Mapping[str, Game],
        clock: Clock,
        *,
        rolls: RollService,
        decks: DeckService,
        card_sets: CardSets,
        ratings: RatingService,
        people: People,
        privacy: Privacy,
        servers: Servers,
        upkeep: Upkeep,
        shards: int | None = 1,
    ) -> None:
        """`shards` None leaves their number to Discord, which a bot on 2,500 servers and more needs."""
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            tree_cls=Commands,
            intents=discord.Intents(guilds=True),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            allowed_mentions=discord.AllowedMentions.none(),
            max_messages=None,
            shard_count=shards,
        )
        self.service = service
        self.outbox = outbox
        self.games = games
        self.clock = clock
        self.rolls = rolls
        self.decks = decks
        self.card_sets = card_sets
        self.ratings = ratings
        self.people = people
        self.privacy = privacy
        self.servers = servers
        self.upkeep = upkeep
        self.languages = Languages(self)
        self._answers: dict[str, Handler] = {}
        self._render_thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="render")

    async def setup_hook(self) -> None:
        """Load everything before the first event arrives."""
        for code in codes():
            language(code)  # read now: nobody should wait for a catalogue later
        await self.load_cogs()
        await self.tree.set_translator(CommandWords())
        await self.outbox.recover()
        await self.service.warm()
        await self.tree.sync()

    async def load_cogs(self) -> None:
        """Load all commands and controls."""
        self.add_dynamic_items(Control)
        for extension in EXTENSIONS:
            await self.load_extension(extension)

    async def close(self) -> None:
        """Leave Discord."""
        await super().close()
        self._render_thread.shutdown(wait=False)

    def handle(self, verb: str, handler: Handler) -> None:
        """Let this handler answer the controls with this verb."""
        self._answers[verb] = handler

    async def press(self, interaction: discord.Interaction[Tablepost], press: ComponentId) -> None:
        """Answer a button or a select menu, whatever happens."""
        try:
            self.languages.speak_to(interaction)
            handler = self._answers.get(press.verb)
            if handler is None:
                raise Refusal(gettext(OLD_BUTTON))
            interaction.extras[NAMED] = press.match
            await handler(interaction, press)
        except Exception as error:
            await self.excuse(interaction, error, match=press.match)

    async def promised(self, interaction: discord.Interaction[Tablepost]) -> None:
        """Speak the asker's language, and check that they may see the match whose control they pressed.

        To be called once an answer is promised. Raises `NoMatchHere`.
        """
        await self.languages.listen(interaction)
        if match := interaction.extras.pop(NAMED, ""):
            await admitted(interaction, match)

    async def excuse(
        self, interaction: discord.Interaction[Tablepost], error: Exception, *, match: str = ""
    ) -> None:
        """Answer whoever met an error: a refusal with its sentence, our own fault with an id to quote.

        Where what they asked for was done all the same it is published at once, whatever becomes of the
        answer.
        """
        cause = error.original if isinstance(error, app_commands.CommandInvokeError) else error
        changed = await self._changed_by(interaction, cause)
        answering = self._answer_for(interaction, cause, changed, match)
        if changed:
            await asyncio.gather(answering, publish_pending_elsewhere(interaction, changed))
        else:
            await answering

    async def _changed_by(self, interaction: discord.Interaction[Tablepost], cause: Exception) -> str | None:
        """Return the match that was changed although an error followed, "" for none; None where the database
        does not tell."""
        if isinstance(cause, Refusal) and not isinstance(cause, Unavailable):
            return ""  # after a refusal nothing has changed
        return await in_time(self._asked_for(request_of(interaction)), LOOKING_UP)

    async def _asked_for(self, request: str) -> str | None:
        try:
            return await self.service.changed_by(request) or ""
        except Unavailable:
            return None

    async def _answer_for(
        self,
        interaction: discord.Interaction[Tablepost],
        cause: Exception,
        changed: str | None,
        match: str,
    ) -> None:
        if isinstance(cause, discord.NotFound) and cause.code in TOO_LATE:
            log.info("an answer came too late", match=match)
            return
        sentence = self._sentence(cause, changed, match)
        if interaction.type is discord.InteractionType.autocomplete:
            return
        try:
            await tell(interaction, sentence)
        except DISCORD_FAULTS as failure:
            code = getattr(failure, "code", None)
            log.info("an excuse could not be delivered", match=match, code=code, error=type(failure).__name__)

    def _sentence(self, cause: Exception, changed: str | None, match: str) -> str:
        if isinstance(cause, Refusal) and not changed:
            return fit(safe(cause.sentence), SENTENCE)
        if isinstance(cause, app_commands.CommandNotFound | app_commands.CommandSignatureMismatch):
            return gettext("This command has changed with an update of the bot. Try again in a minute.")
        return _apology(self.note_fault(cause, match), changed)

    def note_fault(self, cause: BaseException, match: str = "") -> str:
        """Write a fault of ours to the log and return the short id under which it stands there."""
        number = secrets.token_hex(3)
        log.error("something went wrong", id=number, match=match, exc_info=cause)
        return number

    async def deliver(self, delivery: Delivery) -> None:
        """Publish one row of the outbox. Raises `TryLater` or `Undeliverable`."""
        publisher: Any = self.get_cog("Publisher")
        await publisher.deliver(delivery)

    async def publish_pending(self, match: MatchId) -> None:
        """Publish what a change of this match has to tell, then let computer players act and tell that.

        To be called once the user is answered. A fault is noted and not raised: what could not be
        published is still in the outbox.
        """
        try:
            await self.outbox.drain(self.deliver, match)
            while await self._let_computer_play(match):
                await self.outbox.drain(self.deliver, match)
        except Refusal:
            return  # the match is over, not begun, or of other rules: no computer has anything to do
        except Exception as fault:
            self.note_fault(fault, match)

    async def _let_computer_play(self, match: MatchId) -> bool:
        """Let an awaited computer act until others are awaited: its turn makes one post, not twenty."""
        match_view = await self.service.match_view(match, None)
        awaited, acted = match_view.awaited, False
        if not any(match_view.match.seats[seat].computer for seat in awaited):
            return False
        while await self.service.play.step_computer(match):
            acted = True
            if (await self.service.match_view(match, None)).awaited != awaited:
                break
        return acted

    def game_of(self, match: Any) -> Game:
        """Return the game of a match. Raises `Refusal` when the running program does not have it."""
        game = self.games.get(match.game)
        if game is None:
            raise Refusal(gettext("This match is of a game that this version of the bot does not have."))
        return game

    async def draw(
        self, match_view: MatchView, *, focus: Focus | None = None, part: str | None = None
    ) -> Picture:
        """Draw a match as one viewer sees it, or a part of it, without holding up anything else."""
        return await self.draw_view(
            self.game_of(match_view.match),
            match_view.view,
            match_view.match.names,
            recent=[fact for fact in match_view.recent if not isinstance(fact, Notice)],
            focus=focus,
            part=part,
        )

    async def draw_hand(self, match_view: MatchView, sort: Sort | None = None) -> Picture | None:
        """Draw the hand of the look's seat, for that player's eyes only; None in games without hands.

        Without `sort` it is sorted as the player likes best.
        """
        renderer = self.game_of(match_view.match).renderer
        if match_view.seat is None or not renderer.has_hands:
            return None
        order = sort or await self.hand_order(match_view.match.seats[match_view.seat].user)
        return await self.in_render_thread(
            partial(renderer.hand, match_view.view, names=match_view.match.names, sort=order)
        )

    async def hand_order(self, user: int) -> Sort:
        """Return how a player likes a hand to be sorted."""
        return (await self.people.preferences(user)).hand

    async def draw_view(
        self,
        game: Game,
        view: Any,
        names: Sequence[str],
        *,
        recent: Sequence[Any] = (),
        focus: Focus | None = None,
        part: str | None = None,
    ) -> Picture:
        """Draw a view of a game. `names` are as players wrote them: a picture knows no markup."""
        return await self.in_render_thread(
            partial(game.renderer.board, view, names=names, recent=recent, focus=focus, part=part)
        )

    async def draw_card(self, game: Game, number: str, pool: str | None = None) -> Picture | None:
        """Draw one card of a game, of the cards of this hash or the usual ones; None where none are drawn."""
        return await self.in_render_thread(partial(game.renderer.single_card, number, pool))

    async def in_render_thread(self, work: Callable[[], T]) -> T:
        """Do work that may take tens of milliseconds in a thread of its own, so that nobody else waits."""
        here = copy_context()  # the language that is spoken goes along
        return await asyncio.get_running_loop().run_in_executor(self._render_thread, here.run, work)


def _apology(number: str, changed: str | None) -> str:
    """Return the words for a fault of ours: they say whether the move was made."""
    if changed:
        return gettext(
            "Something went wrong on our side after what you asked for was done: it counts, so do not do it"
            " again. Quote `{number}` to whoever runs this bot.",
            number=number,
        )
    if changed is None:
        return gettext(
            "Something went wrong on our side, and it cannot be told yet whether your move was made: look at"
            " /match board before you try again. Quote `{number}` to whoever runs this bot.",
            number=number,
        )
    return gettext(
        "Something went wrong on our side, and no match was changed: if this was a move, it was not made, so"
        " try again. Quote `{number}` to whoever runs this bot.",
        number=number,
    )
