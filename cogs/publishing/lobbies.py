"""The lobby post, until the match begins."""

from __future__ import annotations

from contextlib import suppress

import structlog
from msgspec.structs import replace

from bot.base.language import gettext, speaking
from bot.engine.errors import Refusal
from bot.engine.sentences import all_of
from bot.games.game import Game
from bot.matches.deliveries import Delivery, Post, StalePost
from bot.matches.model import MatchInfo, Stage, Waiting, closes
from bot.matches.outbox import TryLater, Undeliverable
from bot.people.notices import undisturbed
from cogs.kit.client import Client
from cogs.kit.clock_words import clock_told, stamp
from cogs.kit.controls import PRIMARY, SUCCESS, ComponentId, Control, button, rules_button
from cogs.kit.hooks import NO_HOOKS, Hooks
from cogs.kit.layout import OutgoingMessage, message_of, rows, safe, text
from cogs.kit.mailbox import Mailbox
from cogs.kit.sentences import lobby_aim_in_words, newest_link
from cogs.kit.sight import is_private
from cogs.publishing.match_posts import compose_begun, compose_lobby
from cogs.publishing.turns import Turns

# The log of a server: a line for each match opened and ended, in the channel that `/table logs` names.


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


# DMs about a lobby: that a seat is reserved, that it is full, that it will be or was closed.


class LobbyWords:
    """Sends DMs about lobbies. Their text depends on the state of the lobby when they are sent."""

    def __init__(self, bot: Client, mailbox: Mailbox) -> None:
        self.bot = bot
        self.mailbox = mailbox

    async def deliver(self, delivery: Delivery) -> bool:
        """Notify a user, outside of their quiet hours; the delivery is not deleted by it.

        Raises `TryLater` or `Undeliverable`.
        """
        info, user, now = await self.bot.service.info(delivery.match), delivery.user, self.bot.clock()
        link = await newest_link(self.bot, info)
        with speaking(await self.bot.languages.of_user(user)):
            page = compose_word(self.bot.game_of(info), info, user, link, self.bot.hooks)
        if page is None:
            return False
        preferences = await self.bot.people.preferences(user)
        telling = undisturbed(preferences, now)
        if telling.at is not None:
            raise TryLater("a person is not to be disturbed", telling.at - now)
        calls = user in info.match_terms.invited
        message = None
        if not calls or preferences.where == "dm":
            message = await self.mailbox.write(user, page, delivery.key, doubtful=delivery.doubtful)
        if message is not None:  # it is put away by the next word, or when the match begins
            await self.mailbox.note(self.mailbox.as_post(info, "word", message, user=user))
        elif calls:
            await self._call(delivery, info)
        return False

    async def _call(self, delivery: Delivery, info: MatchInfo) -> None:
        """Tell a user in the channel that a seat is reserved for them; a DM did not reach them."""
        with speaking(await self.bot.languages.of_match(info)):
            words = gettext(
                "{player}: a seat is reserved for you in the lobby above. Press Ready or Join there to play, "
                "or Leave.",
                player=f"<@{delivery.user}>",
            )
        page = message_of(text(words), pings=[delivery.user])
        message = await self.mailbox.post(info, page, f"{delivery.key[:23]}.c", doubtful=delivery.doubtful)
        self.bot.shown.take(message.id)  # it has no controls that could be taken away


def compose_word(
    game: Game, info: MatchInfo, user: int, place: str, hooks: Hooks = NO_HOOKS
) -> OutgoingMessage | None:
    """Return the message for a user about a lobby now; None for none."""
    waiting = info.match_terms.waiting
    if info.seat_of(user) is None or not isinstance(waiting, Waiting):
        return None
    head, match = gettext("### {game} in {place}", game=game.title, place=place), info.id
    controls: list[Control] = []
    if info.stage is Stage.ABANDONED:
        told = gettext("This lobby is closed: for 7 days nobody has joined it.")
        controls = [make(game, 0) for make in hooks.players_wanted]
    elif user in info.match_terms.invited:
        told = _invitation(game, info, waiting, user)
        controls = [
            button(gettext("I play"), ComponentId("ready", info.id), SUCCESS),
            button(gettext("Decline"), ComponentId("leave", info.id)),
            rules_button(info.game),
        ]
    elif info.complete and user == info.host:
        told = gettext("All seats are taken. Press **Start** when you want to begin.")
        controls = [button(gettext("Start"), ComponentId("start", match), PRIMARY)]
    elif waiting.reminded is not None:
        told = gettext(
            "Nobody has joined this lobby for a while. If nobody does, it is closed {distance}.",
            distance=stamp(closes(waiting), "R"),
        )
        controls = [button(gettext("Leave"), ComponentId("leave", match))]
    else:
        return None
    return message_of(text(f"{head}\n{told}"), *rows(controls))


def _invitation(game: Game, info: MatchInfo, waiting: Waiting, user: int) -> str:
    """Return the message to an invited person."""
    until = stamp(waiting.kept_until, "f") if waiting.kept_until else ""
    host = next((safe(each.called) for each in info.seats if each.user == info.host), gettext("the host"))
    if user in waiting.wished:
        words = gettext(
            "Enough people have the same wish as you. A seat is reserved for you until {time}; the "
            "match begins as soon as all are ready.",
            time=until,
        )
    elif info.match_terms.after:
        words = gettext(
            "{host} asks for a rematch. A seat is reserved for you until {time}.", host=host, time=until
        )
    else:
        words = gettext("{host} invites you. A seat is reserved for you until {time}.", host=host, time=until)
    return "\n".join(filter(None, (words, lobby_aim_in_words(game, info), clock_told(info))))


class Lobbies:
    """Publishes the lobbies of all matches."""

    def __init__(self, bot: Client, mailbox: Mailbox, turns: Turns, journal: Journal) -> None:
        self.bot = bot
        self.service = bot.service
        self.mailbox = mailbox
        self.turns = turns
        self.journal = journal

    async def publish(self, delivery: Delivery, info: MatchInfo) -> bool:
        """Show who has joined, and write it to the server's log; the delivery is not deleted by it."""
        post = await self.service.store.post(info.id, "lobby")
        if info.stage is not Stage.PLAYING and info.outcome is None:
            await self._shown(delivery, info, post)
        # else the board post follows, and takes the buttons off the lobby post
        await self.journal.lobby(info, first=post is None)
        return False

    async def close(self, info: MatchInfo, lobby: StalePost) -> None:
        """Edit the lobby's post to say that the match has begun; where that fails, retire it later."""
        with suppress(TryLater):
            begun = compose_begun(self.bot.game_of(info), info)
            if await self.mailbox.edit(lobby.channel, lobby.message, begun):
                self.service.posts.retired(lobby)

    async def _shown(self, delivery: Delivery, info: MatchInfo, post: Post | None) -> None:
        page = await self.page(info)
        if (
            post is not None
            and not delivery.doubtful  # otherwise a possible post is found by its key
            and post.channel == info.channel  # else it was moved
            and (self.turns.young(post) or info.stage.ended)
            and await self.mailbox.edit(post.channel, post.message, page)
        ):
            return
        if info.stage.ended and not delivery.doubtful:
            return
        message = await self.mailbox.post(info, page, delivery.key, doubtful=delivery.doubtful)
        await self.mailbox.note(self.mailbox.as_post(info, "lobby", message))

    async def page(self, info: MatchInfo) -> OutgoingMessage:
        """Return the lobby."""
        computers = self.service.lobby.computers
        about = computers.about([holder.computer for holder in info.seats], info.game)
        return compose_lobby(
            self.bot.game_of(info),
            info,
            computers=computers.of(info.game),
            about=about,
            private=await is_private(self.bot, info),
            hooks=self.bot.hooks,
        )
