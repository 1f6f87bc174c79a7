"""The client for all cogs: the services of the bot, pictures, publishing, a watch over Discord's calls."""

from __future__ import annotations

import asyncio
import json
import math
import secrets
import time
from abc import abstractmethod
from collections import Counter, deque
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime
from types import SimpleNamespace
from typing import Any, Final, Protocol, TypeAlias, TypeVar, cast

import aiohttp
import discord
import structlog
from cachetools import LRUCache
from discord import app_commands, ui
from discord.ext import commands
from yarl import URL

from bot.base.host import UNNAMED, Host
from bot.base.ids import MatchId
from bot.base.limits import DAY, REFUSED_LATELY, Buckets
from bot.base.metrics import (
    ACKS,
    ANSWERS,
    ERRORS,
    EVENT_AGE,
    HEARTBEAT_AGE,
    HEARTBEAT_SECONDS,
    INTERACTIONS,
    REST_CALLS,
    SHARDS,
    SHARDS_CONNECTED,
)
from bot.core import Core
from bot.database.coordination import IDENTIFY_SECONDS, GrantLost
from bot.engine.errors import Refusal, Unavailable
from bot.engine.wording import Focus
from bot.games.game import Game
from bot.matches.deliveries import Delivery
from bot.matches.model import MatchView
from bot.matches.notices import Notice
from bot.processes.pictures import SUMMARY, Pictured, draw
from bot.processes.store import Fault, LimitHit, ProcessMemory
from bot.processes.workers import Workers
from cogs.kit.controls import ComponentId
from cogs.kit.hooks import Hooks
from cogs.kit.languages import Languages
from cogs.kit.layout import OutgoingMessage, safe, under
from cogs.kit.servers_at_rest import RestingState
from cogs.kit.threads import Threads
from renderers.contract import Picture, Sort

# Looks at discord.py's HTTP calls: how soon they answer interactions, and which are made only once.


LONG_ACK = 1.0
"""Seconds from which an acknowledgement is logged as slow; Discord waits for three."""
MOST_OPEN = 5_000
"""The most interactions that are remembered until they are answered; some never are."""
DEFERRING = (5, 6)
"""The types of an acknowledgement that defers the answer; any other one is an answer."""
KINDS = {
    discord.InteractionType.application_command: "command",
    discord.InteractionType.component: "component",
    discord.InteractionType.autocomplete: "autocomplete",
    discord.InteractionType.modal_submit: "modal",
}
ROUTES = {
    "interactions": "acknowledgement",
    "webhooks": "answer",
    "channels": "channel",
    "guilds": "guild",
    "users": "user",
    "applications": "application",
    "gateway": "gateway",
}
"""The kinds of routes, by the first part of their path; messages of channels are their own kind."""

OUTCOMES = ("ok", "429", "4xx", "5xx", "failed")
for _route_name in (*ROUTES.values(), "message", "other"):
    for _outcome_name in OUTCOMES:
        REST_CALLS.labels(_route_name, _outcome_name)


class AnswerLost(ConnectionError):  # noqa: N818 - it reads as what happened
    """A server error in answer to a call that would do its work a second time if it were repeated.

    discord.py repeats every call five times after a server error, also one that Discord has carried out. It
    does not repeat those that end in this error: a followup, a thread, a post of a forum, an event. Messages
    have a nonce, and other calls can be repeated without harm.
    """


class Measuring:
    """Stores when interactions came, by their tokens, and observes the answers sent to Discord."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        """`now` returns seconds."""
        self._now = now
        self._open: LRUCache[str, tuple[float, str]] = LRUCache(MOST_OPEN)
        self.acknowledged: Callable[[bool], None] = lambda _taken: None
        """Called for each acknowledgement: whether Discord has taken it, or failed to."""
        self.trace = trace = aiohttp.TraceConfig()
        """For the HTTP client."""
        trace.on_request_chunk_sent.append(_look_at_body)
        trace.on_request_end.append(self._ended)
        trace.on_request_end.append(_once_only)
        trace.on_request_exception.append(self._failed)

    def received(self, interaction: discord.Interaction[Any]) -> None:
        """Store that an interaction has come."""
        kind = KINDS.get(interaction.type, "other")
        INTERACTIONS.labels(kind).inc()
        self._open[interaction.token] = self._now(), kind

    async def _ended(
        self, _session: object, context: SimpleNamespace, ended: aiohttp.TraceRequestEndParams
    ) -> None:
        status, parts = ended.response.status, _parts(ended.url)
        outcome = "ok" if status < 400 else "429" if status == 429 else f"{status // 100}xx"
        REST_CALLS.labels(_route(parts), outcome).inc()
        if parts[:1] == ["interactions"] and (status < 400 or status >= 500):
            self.acknowledged(status < 400)
        if status >= 400 or len(parts) < 3:
            return
        if parts[0] == "interactions":
            self._acknowledged(parts[2], deferring=getattr(context, "deferring", False))
        elif parts[0] == "webhooks" and ended.method in ("POST", "PATCH"):
            self._answered(parts[2])

    async def _failed(
        self, _session: object, _context: SimpleNamespace, failed: aiohttp.TraceRequestExceptionParams
    ) -> None:
        if isinstance(failed.exception, AnswerLost):
            return  # counted by its status
        parts = _parts(failed.url)
        REST_CALLS.labels(_route(parts), "failed").inc()
        if parts[:1] == ["interactions"]:
            self.acknowledged(False)

    def _acknowledged(self, token: str, *, deferring: bool) -> None:
        if token not in self._open:
            return
        came, kind = self._open[token]
        took = self._now() - came
        ACKS.labels(kind).observe(took)
        if took > LONG_ACK:
            log.warning("an acknowledgement took long", kind=kind, seconds=round(took, 2))
        if not deferring:
            self._answered(token)

    def _answered(self, token: str) -> None:
        if token in self._open:
            came, kind = self._open.pop(token)
            ANSWERS.labels(kind).observe(self._now() - came)


async def _look_at_body(
    _session: object, context: SimpleNamespace, sent: aiohttp.TraceRequestChunkSentParams
) -> None:
    """Store whether an acknowledgement defers the answer; one with files does not."""
    if "/interactions/" in sent.url.raw_path:  # called for each part of a body with files: no more is done
        with suppress(ValueError, TypeError, KeyError):
            context.deferring = json.loads(sent.chunk)["type"] in DEFERRING


async def _once_only(
    _session: object, _context: SimpleNamespace, ended: aiohttp.TraceRequestEndParams
) -> None:
    """Raise `AnswerLost` where discord.py would repeat a call that must not be repeated."""
    if ended.method != "POST" or ended.response.status < 500:
        return
    match _parts(ended.url):
        case ["webhooks", _, _] | ["channels", _, "threads"] | ["guilds", _, "scheduled-events"]:
            ended.response.close()
            raise AnswerLost(f"Discord answered {ended.response.status}")


def _parts(url: URL) -> list[str]:
    """Return the parts of a route after `/api/v10`."""
    return [part for part in url.path.split("/") if part][2:] if url.path.startswith("/api/") else []


def _route(parts: list[str]) -> str:
    if parts[:1] == ["channels"] and parts[2:3] == ["messages"]:
        return "message"
    return ROUTES.get(parts[0], "other") if parts else "other"


# Whether Discord is there: the connections of the shards, by the gateway's events and heartbeats.
#
# discord.py's `Client.is_ready` stays true once it was, whatever becomes of the connections.


LOOK_EVERY: Final = 5.0
"""Seconds between two looks at the heartbeats."""
SILENT_SECONDS: Final = 60.0
"""After this long without an answered heartbeat a connection counts as dead.

Discord asks for one every 41.25 s. discord.py itself gives up such a connection at the first heartbeat that
is due after 60 s of silence, 61 to 102 s after the last sign of life.
"""
_UP: Final = ("shard_connect", "shard_resumed")
_DOWN: Final = "shard_disconnect"


class Gateway:
    """Knows of each shard whether it is connected, and when its last heartbeat was answered."""

    def __init__(
        self,
        shards: Callable[[], Mapping[int, discord.ShardInfo]],
        expected: Callable[[], int],
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """`shards` are those begun, `expected` how many there will be; `now` returns seconds."""
        self._shards = shards
        self._expected = expected
        self._now = now
        self._up: set[int] = set()
        self._cut_since: dict[int, float] = {}
        self._beats: dict[int, tuple[float, float]] = {}
        """By shard: the latency of its last heartbeat, and since when it has been this one."""
        self._heard = now()

    def dispatched(self, event: str, *args: object) -> None:
        """Take note of an event of discord.py."""
        if event == "socket_event_type":
            self._heard = self._now()
        elif event in _UP and isinstance(args[0], int):
            self._up.add(args[0])
            self._beats.pop(args[0], None)
            if (since := self._cut_since.pop(args[0], None)) is not None:
                log.info(
                    "a shard is connected to Discord again", shard=args[0], seconds=round(self._now() - since)
                )
        elif event == _DOWN and isinstance(args[0], int):
            self._up.discard(args[0])
            if args[0] not in self._cut_since:
                self._cut_since[args[0]] = self._now()
                log.warning("a shard is cut off from Discord: it reconnects by itself", shard=args[0])

    def look(self) -> None:
        """Look at the heartbeats, and set the metrics.

        Each answered heartbeat has a latency of its own. So one that stays the same was not answered since.
        """
        now, shards = self._now(), self._shards()
        for number, shard in shards.items():
            latency = shard.latency
            if number not in self._beats or self._beats[number][0] != latency:
                self._beats[number] = latency, now
        SHARDS.set(self._expected())
        SHARDS_CONNECTED.set(len(shards) - len(list(self.cut_off())))
        known = [latency for latency, _ in self._beats.values() if math.isfinite(latency)]
        HEARTBEAT_SECONDS.set(max(known, default=0.0))
        HEARTBEAT_AGE.set(max((now - since for _, since in self._beats.values()), default=0.0))
        EVENT_AGE.set(now - self._heard)

    async def watch(self) -> None:
        """Look every `LOOK_EVERY` seconds, until cancelled."""
        while True:
            self.look()
            await asyncio.sleep(LOOK_EVERY)

    def faults(self) -> list[str]:
        """Return what is wrong, a line each: shards without a connection, and unanswered heartbeats."""
        if not self._shards():
            return ["not connected to Discord"]
        return [f"shard {number}: {fault}" for number, fault in self.cut_off()]

    def cut_off(self) -> Iterator[tuple[int, str]]:
        """Yield the shards on which nobody is heard, and why."""
        for number, shard in self._shards().items():
            silent = self._now() - self._beats[number][1] if number in self._beats else 0.0
            if number not in self._up or shard.is_closed():
                yield number, "not connected to Discord"
            elif silent > SILENT_SECONDS:
                yield number, f"no heartbeat has been answered for {silent:.0f} s"


# A cache of the newest posts as Discord returned them, so that none is fetched before an edit.


MOST_SHOWN = 1_000
"""The most messages that are cached, the last posted or edited ones."""


class MessageCache:
    """The last posted or edited messages with controls.

    An unreported edit makes its entry wrong: all code that edits a public message of the bot must report it.
    """

    def __init__(self) -> None:
        self._messages: LRUCache[int, discord.Message] = LRUCache(MOST_SHOWN)
        self._answering: Counter[int] = Counter()

    def note(self, message: discord.Message) -> None:
        """Cache the present form of a message, if it has controls."""
        if not _has_controls(message):
            self.take(message.id)
            return
        self._messages[message.id] = message

    def take(self, message: int) -> discord.Message | None:
        """Remove and return the cached form of a message; None where it is not cached."""
        return self._messages.pop(message, None)

    @contextmanager
    def answering(self, message: int) -> Iterator[None]:
        """Mark within the block that the answer to a press will change this message."""
        self._answering[message] += 1
        try:
            yield
        finally:
            self._answering[message] -= 1
            self._answering += Counter()  # drops it where nothing else is under way

    def is_answering(self, message: int) -> bool:
        """Whether the answer to a press is about to change this message."""
        return message in self._answering

    def clear(self) -> None:
        """Drop all messages."""
        self._messages.clear()


def _has_controls(message: discord.Message) -> bool:
    waiting = list[Any](message.components)
    while waiting:
        component = waiting.pop()
        if isinstance(component, discord.ActionRow):
            return True
        waiting += getattr(component, "children", ())
    return False


def without_controls(message: discord.Message) -> ui.LayoutView | None:
    """Return the message's layout without its buttons and menus; None when it has none."""
    view = ui.LayoutView.from_message(message, timeout=None)
    if not strip(view):
        return None
    files = {attachment.url: f"attachment://{attachment.filename}" for attachment in message.attachments}
    for item in view.walk_children():
        if isinstance(item, ui.MediaGallery):
            for shown in item.items:
                shown.media.url = files.get(shown.media.url, shown.media.url)
    return view


def strip(view: ui.LayoutView) -> bool:
    """Remove the buttons and menus from a layout; return whether there were any."""
    rows = [item for item in view.walk_children() if isinstance(item, ui.ActionRow)]
    for row in rows:
        parent: Any = row.parent or view
        parent.remove_item(row)
    return bool(rows)


STOPPING = 2.0
"""Seconds that running deliveries have when the bot stops; the others follow at the next start."""

CONNECTING = 180.0
"""The maximum number of seconds to connect a shard, without waiting for the others."""

COMPUTER_ACTIONS = 1000
"""The maximum number of actions of a computer player without a person to act; then it is stopped."""

MOST_LOCALES = 10_000
"""The most servers whose language is remembered."""

MOST_ASKED = 1_000
"""The most answers of Discord about channels that are kept."""

T = TypeVar("T")
CogT = TypeVar("CogT", bound=commands.Cog)

log = structlog.get_logger(__name__)


FAULTS, FAULTS_STORED = 200, 50
"""How many of the last bugs a process remembers for operators, and how many of them it stores."""


class Publishing(Protocol):
    """The interface to the cog that publishes matches (`cogs.publishing.publisher`)."""

    async def deliver(self, delivery: Delivery) -> bool:
        """Publish one row of the outbox; return whether it was deleted together with the note of its post.

        Raises `TryLater` or `Undeliverable`.
        """

    async def follow(self, match: MatchId, user: int) -> None:
        """Update the DM of a player who has acted elsewhere and is still awaited."""

    async def shown(self, match_view: MatchView, user: int, message: int) -> None:
        """Store that a DM shows this view now, without controls where its player has nothing to do."""


class Client(commands.AutoShardedBot):
    """The bot's services and the operations shared by all cogs.

    It needs nothing of Discord but guilds, channels and interactions. `bot.host.client.Tablepost` loads the
    cogs and answers controls and errors.
    """

    tree_class: type[app_commands.CommandTree[Any]] = app_commands.CommandTree
    """The class of its command tree."""
    state: RestingState
    """What discord.py knows of Discord."""
    publisher: Publishing
    """Set by the cog that publishes, when it is loaded."""
    forms: Any
    """The forms (`cogs.kit.forms.Forms`), set before the cogs are loaded."""

    def __init__(
        self,
        core: Core,
        *,
        extensions: Sequence[str] = (),
        host: Host = UNNAMED,
        operator_server: int = 0,
        shards: int | None = 1,
        workers: Workers | None = None,
    ) -> None:
        """`extensions` are the modules of the cogs of its parts.

        `shards` None leaves their number to Discord, as bots on 2,500 servers and more need. Without
        `workers` pictures are drawn in a thread.
        """
        self.coordination = core.coordination
        self.measuring = Measuring()
        self.gateway = Gateway(
            lambda: self.shards, lambda: len(self.shard_ids or ()) or self.shard_count or 1
        )
        own: Any = list(self.coordination.shards.ids) or None
        super().__init__(
            http_trace=self.measuring.trace,
            command_prefix=commands.when_mentioned,
            help_command=None,
            tree_cls=self.tree_class,
            intents=discord.Intents(guilds=True),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            allowed_mentions=discord.AllowedMentions.none(),
            max_messages=None,
            shard_count=shards,
            shard_ids=own,
            shard_connect_timeout=CONNECTING + IDENTIFY_SECONDS * (shards or 0),
        )
        self.service = core.matches
        self.outbox = core.outbox
        self.games = core.games
        self.clock = core.clock
        self.people = core.people
        self.blocks = core.blocks
        self.seating_policy = core.seating_policy
        self.reliability = core.reliability
        self.privacy = core.privacy
        self.servers = core.servers
        self.upkeep = core.upkeep
        self.packing = core.packing
        self.figures = core.figures
        self.register = core.register
        self.limits = core.limits
        self.services = core.services
        """The services of the parts."""
        self.hooks = Hooks()
        """Where the parts add to what the core does and shows."""
        self.extensions_of_parts = tuple(extensions)
        a_day = Buckets(core.clock, core.limits.uploads_a_day, "uploads", span=DAY)
        self.uploads = Buckets(core.clock, core.limits.uploads_an_hour, "uploads", beyond=a_day)
        self.host = host
        self.outdated = False
        """Whether it stops because it is too old to run beside a newer process."""
        self._ending: asyncio.Task[None] | None = None
        self.begun: datetime | None = None
        """When this process loaded its cogs; None before."""
        self.faults: deque[Fault] = deque(maxlen=FAULTS)
        """The last bugs, the newest last."""
        self.operator_server = operator_server
        """The server in which `/operator` can be used; 0 for none."""
        self.languages = Languages(core.people, core.servers, self.locale_of, self.note_fault)
        self.shown = MessageCache()
        self.asked_channels: LRUCache[int, tuple[datetime, Any]] = LRUCache(MOST_ASKED)
        """Discord's answers about channels that discord.py does not know (`cogs.kit.sight`)."""
        self.threads = Threads(self, core.clock)
        self._locales: LRUCache[int, str] = LRUCache(MOST_LOCALES)
        """Discord's languages of servers that other processes handle."""
        self.handlers: dict[str, Handler] = {}
        """The handlers of controls, by verb."""
        self.workers = workers or Workers()

    def _get_state(self, **options: Any) -> RestingState:
        self.state = RestingState(
            dispatch=self.dispatch,
            handlers=self._handlers,
            hooks=self._hooks,
            http=self.http,
            **options,
        )
        return self.state

    async def close(self) -> None:
        """Finish running deliveries, disconnect from Discord, and end the workers."""
        await self.outbox.close(STOPPING)
        if isinstance(self.loop, asyncio.AbstractEventLoop):  # else it never began, and has nothing to leave
            await super().close()
        await self.workers.close()

    def dispatch(self, event_name: str, /, *args: Any, **kwargs: Any) -> None:
        """Dispatch an event; an interaction is measured before it is handled."""
        self.gateway.dispatched(event_name, *args)
        if event_name == "interaction":
            self.measuring.received(args[0])
        super().dispatch(event_name, *args, **kwargs)

    def handle(self, verb: str, handler: Handler) -> None:
        """Register the handler of the controls with this verb."""
        self.handlers[verb] = handler

    def handle_presses(self, cog: object) -> None:
        """Register each method `press_VERB` of a cog as the handler of the controls with this verb."""
        for name in [each for each in dir(cog) if each.startswith("press_")]:
            self.handle(name.removeprefix("press_"), getattr(cog, name))

    @abstractmethod
    async def reply_with_error(self, interaction: Interaction, error: Exception, *, match: str = "") -> None:
        """Answer the asker after an error: a refusal with its sentence, a bug with an id to quote."""

    @abstractmethod
    def emojis_refused(self) -> None:
        """Read again which emojis the bot has: Discord has refused one."""

    def stop_as_outdated(self) -> None:
        """Stop this process: a newer version runs on the database and excludes it."""
        if not self.outdated:
            log.error("this version is too old to run beside the newer one that was started: it stops")
            self.outdated = True
            self._ending = asyncio.create_task(self.close())

    def note_fault(self, cause: BaseException, match: str = "", *, asked: bool = False) -> str:
        """Log a bug and return its short id in the log; `asked` where a person is told the id."""
        number = secrets.token_hex(3)
        self.faults.append(Fault(number, self.clock(), match, type(cause).__name__))
        ERRORS.labels("asked" if asked else "background").inc()
        log.error("something went wrong", id=number, match=match, exc_info=cause)
        return number

    def memory(self) -> ProcessMemory:
        """Return what this process remembers for operators, without anybody's id."""
        hits = Counter([(limit, guild) for limit, _, guild in REFUSED_LATELY])
        limits = [LimitHit(limit, guild, times) for (limit, guild), times in hits.most_common()]
        lately = [each for each in self.faults if self.clock() - each.at < DAY]
        return ProcessMemory(self.begun or self.clock(), tuple(lately[-FAULTS_STORED:]), tuple(limits))

    async def locale_of(self, guild: int) -> str:
        """Return Discord's language of a server, also of one that another process handles.

        "" where Discord does not tell.
        """
        known = self.get_guild(guild)
        if known is not None:
            return known.preferred_locale.value
        if self.coordination.shards.serve(guild):
            return ""  # the bot is not on it
        if guild not in self._locales:
            try:
                fetched = await self.fetch_guild(guild, with_counts=False)
            except (discord.HTTPException, aiohttp.ClientError, OSError) as failure:
                log.info("the language of a server is not known", reason=type(failure).__name__)
                return ""
            self._locales[guild] = fetched.preferred_locale.value
        return self._locales[guild]

    def cog(self, kind: type[CogT]) -> CogT:
        """Return the loaded cog of this type. Raises `LookupError` when there is none.

        It is found by the name of its type: an extension that is reloaded makes a new type of that name.
        """
        loaded = self.get_cog(kind.__cog_name__)
        if loaded is None:
            raise LookupError(kind.__cog_name__)
        return cast("CogT", loaded)

    async def publish_pending(self, match: MatchId) -> None:
        """Publish the deliveries of a match, then let computer players act and publish that.

        Call this after the user was answered. Where another process serves the match's server, it is asked to
        publish. A fault is logged and not raised: failed deliveries stay in the outbox.
        """
        try:
            hears = await self.hears_of(match)
        except Exception as fault:
            self.note_fault(fault, match)
            return
        if hears:
            await self.publish_here(match)
            return
        with suppress(Unavailable):  # the leader finds it in the outbox
            await self.coordination.ask_to_publish(match)

    async def publish_here(self, match: MatchId) -> None:
        """Do in this process what `publish_pending` says, under the lease of the match."""
        try:
            async with self.coordination.lease(match):
                await self.outbox.drain(self.publisher.deliver, match)
                while await self._let_computer_play(match):
                    await self.outbox.drain(self.publisher.deliver, match)
        except Refusal:
            return  # the match is over, not begun, or of other rules: no computer has anything to do
        except GrantLost:
            log.warning("publishing was cut off: the lease could not be renewed", match=match)
        except Exception as fault:
            self.note_fault(fault, match)

    async def hears_of(self, match: MatchId) -> bool:
        """Whether this process serves the server of a match."""
        shards = self.coordination.shards
        return shards.everything or shards.serve((await self.service.info(match)).guild)

    async def _let_computer_play(self, match: MatchId) -> bool:
        """Let an awaited computer player act until others are awaited, so that its turn makes one post.

        One that still acts after `COMPUTER_ACTIONS` actions is in a loop: it is logged and stopped.
        """
        match_view = await self.service.match_view(match, None)
        awaited, acted = match_view.awaited, False
        if not any(match_view.match.seats[seat].computer for seat in awaited):
            return False
        for _ in range(COMPUTER_ACTIONS):
            if not await self.service.play.step_computer(match):
                return acted
            acted = True
            if (await self.service.match_view(match, None)).awaited != awaited:
                return True
        log.error("a computer goes round in circles", match=match, actions=COMPUTER_ACTIONS)
        return False

    def game_of(self, match: Any) -> Game:
        """Return the game of a match, under the rules it was opened with where they are available.

        Raises `Refusal` when the running program does not have the game.
        """
        return self.newest_game(match.game).of_version(match.rules)

    def newest_game(self, key: str) -> Game:
        """Return a game under its newest rules. Raises `Refusal` when the program does not have it."""
        game = self.games.get(key)
        if game is None:
            raise Refusal.translated("This match is of a game that this version of the bot does not have.")
        return game

    def title_of(self, key: str) -> str:
        """Return the title of a game; its key where the program does not have the game any more."""
        game = self.games.get(key)
        return game.title if game else key

    async def draw(
        self, match_view: MatchView, *, focus: Focus | None = None, part: str | None = None
    ) -> Picture:
        """Draw a match for one viewer, or a part of it, without blocking the event loop."""
        return await self.draw_view(
            self.game_of(match_view.match),
            match_view.view,
            match_view.match.names,
            recent=[fact for fact in match_view.recent if not isinstance(fact, Notice)],
            focus=focus,
            part=part,
            cards=match_view.match.cards,
            guild=match_view.match.guild,
        )

    async def draw_hand(
        self, match_view: MatchView, sort: Sort | None = None, *, brief: bool = False
    ) -> Picture | None:
        """Draw the hand of the view's seat, for that player only; None in games without hands.

        Without `sort` it has the player's preferred order. A `brief` one fits on a panel.
        """
        game, info = self.game_of(match_view.match), match_view.match
        if match_view.seat is None or not game.renderer.holds(match_view.view):
            return None
        order = sort or await self.hand_order(info.seats[match_view.seat].user)
        how = {"names": info.names, "sort": order, "brief": brief}
        pictured = await self.pictured(info.guild, game, info.cards)
        return await draw(
            self.workers, game, "hand", match_view.view, cards=info.cards, pictured=pictured, **how
        )

    async def hand_order(self, user: int) -> Sort:
        """Return a player's preferred order of a hand."""
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
        cards: str | None = None,
        guild: int | None = None,
    ) -> Picture:
        """Draw a view of a game. `names` are unescaped: a picture has no markup.

        `cards` is the hash of the cards that the match pins, if any; `guild` the server whose card pictures
        are shown.
        """
        shown = {"names": names, "recent": recent, "focus": focus, "part": part}
        pictured = await self.pictured(guild, game, cards)
        picture = await draw(self.workers, game, "board", view, cards=cards, pictured=pictured, **shown)
        assert picture is not None, "every game has a board"
        return picture

    async def draw_summary(
        self, match_view: MatchView, facts: Sequence[Any], start: Any = None
    ) -> Picture | None:
        """Draw the summary of an ended match from its public facts and the public's view of its end.

        `start` is the public's view of the start of a prepared match (`Wording.summary`). None for a match
        that ended before anything happened.
        """
        info = match_view.match
        return await draw(
            self.workers,
            self.game_of(info),
            SUMMARY,
            facts,
            match_view.view,
            names=info.names,
            start=start,
            cards=info.cards,
        )

    async def draw_card(
        self, game: Game, number: str, pool: str | None = None, *, guild: int | None = None
    ) -> Picture | None:
        """Draw a card of a game, of the cards of this hash or the default ones; None where none are drawn.

        `guild` is the server whose card pictures are shown.
        """
        pictured = await self.pictured(guild, game, pool)
        return await draw(self.workers, game, "single_card", number, pool, cards=pool, pictured=pictured)

    async def pictured(self, guild: int | None, game: Game, cards: str | None) -> Pictured | None:
        """Return the card pictures of a server for the cards of this hash; None for none."""
        if guild is None or cards is None:
            return None
        for pictured in self.hooks.pictured:
            if found := await pictured(guild, game, cards):
                return found
        return None

    def with_notice(self, page: OutgoingMessage) -> OutgoingMessage:
        """Return a page with the notices of the parts under it, while there are any."""
        for notice in self.hooks.notices:
            if words := notice():
                page = under(page, f"-# 📢 {safe(words)}")
        return page


Interaction: TypeAlias = discord.Interaction[Client]
Handler: TypeAlias = Callable[[Interaction, ComponentId], Awaitable[None]]
"""Handles a press of a control."""
