"""Opens a match: by command, by one tap against the computer, in a thread of a busy channel."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from types import MappingProxyType
from typing import Any
from urllib.parse import parse_qsl, urlencode

import discord
import msgspec
from cachetools import LRUCache

from bot.base.language import gettext
from bot.engine.errors import Refusal
from bot.games.game import Game
from bot.matches.errors import ChannelTaken
from bot.matches.model import MatchInfo
from cogs.kit.client import Client, Interaction
from cogs.kit.controls import (
    OLD_BUTTON,
    PRIMARY,
    SECONDARY,
    ComponentId,
    Control,
    TooLongError,
    button,
    whole_number,
)
from cogs.kit.hooks import Hooks
from cogs.kit.layout import OutgoingMessage, message_of, rows, safe, text
from cogs.kit.replies import answer, bots_server, defer, defer_in_place, is_bots_dm, request_of
from cogs.kit.sentences import randomness_of
from cogs.matches.group import MatchCommands
from cogs.matches.inviting import named_users
from cogs.matches.opening import OpeningTerms, new_match, opened_in_words, options_of_setup

_WISH = "_"
"""The prefix of the names of wishes, to distinguish them from options of the game."""


NO_OPTIONS: Mapping[str, Any] = MappingProxyType({})

REMEMBERED = 1_000
"""How many presses that have opened a match are remembered, the last ones."""


class QuickStartCommands(MatchCommands):
    """The buttons that open a match without typing."""

    def __init__(self, bot: Client) -> None:
        super().__init__(bot)
        self._pressed: LRUCache[tuple[int, int, str], None] = LRUCache(REMEMBERED)
        """Message, user and custom_id of the presses that have opened a match or are opening one."""

    async def press_inthread(self, interaction: Interaction, press: ComponentId) -> None:
        """Open a match in a thread, after its channel was found busy."""
        game = self._game(press.first)
        options, opening = wanted_of(".".join(press.path[1:]))
        opening = msgspec.structs.replace(opening, thread=True, lesson=0)  # lessons begin by `learn` alone
        with self._pressed_once(interaction):
            await _defer_where_pressed(interaction)
            info = await new_match(self.bot, interaction, game, options, opening)
            await answer(interaction, opened_in_words(game, info))
            await self.bot.publish_pending(info.id)

    async def press_playnow(self, interaction: Interaction, press: ComponentId) -> None:
        """Begin a match against the computer, here or, where the channel is busy, in a thread."""
        key, level, setup = press.keys(3)
        with self._pressed_once(interaction):
            await _defer_where_pressed(interaction)
            await self.begin_alone(interaction, self._game(key), level or "easy", setup or "quick")

    @contextmanager
    def _pressed_once(self, interaction: Interaction) -> Iterator[None]:
        """Let a user's press of a button open one match only, within this block.

        A private page is replaced by what has been done. A public post keeps its buttons for others, so that
        it is remembered who has pressed which. A press that was refused may be repeated. Raises `Refusal`.
        """
        pressed = _press_of(interaction)
        if pressed in self._pressed:
            raise Refusal.translated(
                "This button has done its work for you: the match is open. /me matches lists your matches,"
                " /play begins another."
            )
        self._pressed[pressed] = None
        try:
            yield
        except Refusal:
            self._pressed.pop(pressed, None)
            raise

    async def begin_alone(
        self, interaction: Interaction, game: Game, computer: str = "easy", setup: str = "quick"
    ) -> None:
        """Begin a match against a computer player, here or in a thread, after deferring.

        Without further words it is easy and quick. Raises a `Refusal`.
        """
        opening = OpeningTerms(rated=False)
        options = options_of_setup(game, setup, opening)
        info = await self._against_computers(interaction, game, opening, computer, options)
        told = gettext(
            "{game} against {player} has begun in {channel}. When it is your turn I write to you; **Play**"
            " under the board does the same.",
            game=game.title,
            player=safe(info.names[-1]),
            channel=f"<#{info.channel}>",
        )
        about = self.service.lobby.computers.about([info.seats[-1].computer], info.game)
        others = len(self.service.lobby.computers.of(info.game)) > 1
        again = [gettext("Stronger or longer: `/play` with `level` and `length`.")] if others else []
        await answer(interaction, "\n-# ".join([told, *about, *again]))
        await self.bot.publish_pending(info.id)

    async def press_learn(self, interaction: Interaction, press: ComponentId) -> None:
        """Begin a lesson, or show the list of lessons to a user who has completed one.

        A button with a lesson's number begins that lesson.
        """
        key, lesson = press.keys(2)
        game, number = self._game(key), whole_number(lesson)
        with self._pressed_once(interaction):
            await _defer_where_pressed(interaction)
            if not number and len(game.lessons) > 1:
                followed = await self.service.lessons_followed(interaction.user.id, game.key)
                if followed:
                    await answer(interaction, compose_lessons(game, followed))
                    self._pressed.pop(_press_of(interaction), None)
                    return
            await self.begin_lesson(interaction, game, number or 1)

    async def begin_lesson(self, interaction: Interaction, game: Game, number: int) -> None:
        """Begin a lesson of a game, counted from 1, here or in a thread, after deferring.

        Raises a `Refusal`.
        """
        if not game.lessons:
            raise Refusal.translated("{game} has no first match; see /rules.", game=game.title)
        if not 1 <= number <= len(game.lessons):
            named = [f"{at}. {gettext(each.title)}" for at, each in enumerate(game.lessons, start=1)]
            raise Refusal.translated(
                "There is no such lesson of {game}. The lessons are: {lessons}.",
                game=game.title,
                lessons="; ".join(named),
            )
        opening = OpeningTerms(rated=False, lesson=number)
        info = await self._against_computers(interaction, game, opening, "easy")
        told = _lesson_begun(game, info, number)
        await answer(interaction, f"{told}\n{randomness_of(info)}")
        await self.bot.publish_pending(info.id)

    async def _against_computers(
        self,
        interaction: Interaction,
        game: Game,
        opening: OpeningTerms,
        computer: str = "",
        options: Mapping[str, Any] = NO_OPTIONS,
    ) -> MatchInfo:
        """Open a match with computer players at all other seats, and start it."""
        if computer:
            self.service.lobby.computers.found(computer, game.rules)  # raises before anything is opened
        info = await here_or_in_thread(self.bot, interaction, game, opening, options)
        user, request = interaction.user.id, request_of(interaction)
        for seat in range(1, info.wanted):
            await self.service.lobby.add_computer(info.id, user, computer, request=f"{request}.{seat}")
        return await self.service.lobby.start(info.id, user, request=f"{request}.start")

    def _game(self, key: str) -> Game:
        game = self.bot.games.get(key)
        if game is None:
            raise Refusal.translated(OLD_BUTTON)
        return game


async def open_match(
    bot: Client, interaction: Interaction, game: Game, options: Mapping[str, Any], opening: OpeningTerms
) -> None:
    """Open a lobby for the asker, here or in a new thread, and answer, after deferring.

    Where the channel is busy, show the alternatives. Raises a `Refusal`.
    """
    opening = msgspec.structs.replace(opening, invite=" ".join(map(str, named_users(opening.invite))))
    try:
        info = await new_match(bot, interaction, game, options, opening)
    except ChannelTaken as refusal:
        threads = isinstance(interaction.channel, discord.TextChannel)
        await answer(
            interaction, compose_busy(refusal, game, options, opening, threads=threads, hooks=bot.hooks)
        )
        return
    await answer(interaction, opened_in_words(game, info))
    await bot.publish_pending(info.id)


def _press_of(interaction: Interaction) -> tuple[int, int, str]:
    assert interaction.message is not None
    data: Mapping[str, Any] = {**(interaction.data or {})}
    return interaction.message.id, interaction.user.id, str(data.get("custom_id"))


async def _defer_where_pressed(interaction: Interaction) -> None:
    """Defer an answer that takes the place of the private page whose button was pressed.

    Under a public post it is a private message of its own.
    """
    if interaction.message is not None and interaction.message.flags.ephemeral:
        await defer_in_place(interaction)
    else:
        await defer(interaction)


async def here_or_in_thread(
    bot: Client,
    interaction: Interaction,
    game: Game,
    opening: OpeningTerms,
    options: Mapping[str, Any] = NO_OPTIONS,
) -> MatchInfo:
    """Open a match in the channel, or in a thread of it where it is busy. Raises a `Refusal`."""
    check_place(interaction, lesson=opening.lesson > 0)
    try:
        return await new_match(bot, interaction, game, options, opening)
    except ChannelTaken:
        if interaction.guild_id is None:
            raise Refusal.translated(
                "You have a first match here that is not over. /me next opens it; Leave the lesson ends it."
            ) from None
        if not isinstance(interaction.channel, discord.TextChannel):
            raise
        opening = msgspec.structs.replace(opening, thread=True)
        return await new_match(bot, interaction, game, options, opening)


def check_place(interaction: Interaction, *, lesson: bool) -> None:
    """Raise `Refusal` where no match can be opened.

    The bot has to be on the server; a lesson is possible in a DM with it too.
    """
    if bots_server(interaction) is not None or (lesson and is_bots_dm(interaction)):
        return
    if lesson:
        raise Refusal.translated(
            "I cannot post here, where I am not a member. Type /learn in a DM with me, or on a server that I"
            " am on."
        )
    raise Refusal.translated(
        "Matches are opened on a server that I am on. Type /help in one of its channels."
    )


def _lesson_begun(game: Game, info: MatchInfo, number: int) -> str:
    if number > 1:
        lesson = game.lessons[number - 1]
        told = f"**{gettext(lesson.title)}**. {gettext(lesson.description)}"
        if info.guild is None:
            return gettext(
                "Lesson {number} of {game} begins here: {told} **Leave the lesson** ends it at any time.",
                number=number,
                game=game.title,
                told=told,
            )
        return gettext(
            "Lesson {number} of {game} has begun in {channel}: {told} **Leave the lesson** ends it at any"
            " time.",
            number=number,
            game=game.title,
            channel=f"<#{info.channel}>",
            told=told,
        )
    if info.guild is None:
        return gettext(
            "Your first match of {game} begins here: a few minutes, with a word at each step. **Leave the"
            " lesson** ends it at any time.",
            game=game.title,
        )
    return gettext(
        "Your first match of {game} has begun in {channel}: a few minutes, with a word at each step. I"
        " write to you when it is your turn; **Play** under the board does the same. **Leave the lesson**"
        " ends it at any time.",
        game=game.title,
        channel=f"<#{info.channel}>",
    )


def compose_lessons(game: Game, followed: Collection[str]) -> OutgoingMessage:
    """Return the list of a game's lessons; `followed` are the positions of the completed ones."""
    lines, controls = list[str](), list[Control]()
    for number, lesson in enumerate(game.lessons, start=1):
        title, done = gettext(lesson.title), lesson.position in followed
        mark = " ✓" if done else ""
        lines.append(f"{number}\\. **{title}**{mark}: {gettext(lesson.description)}")
        press = ComponentId("learn", path=(game.key, str(number)))
        controls.append(button(f"{number}. {title}{mark}", press, SECONDARY if done else PRIMARY))
    asked = gettext("**{game}**: which lesson? ✓ marks those that you have followed.", game=game.title)
    return message_of(text(asked), text("\n".join(lines)), *rows(controls))


def words_of(options: Mapping[str, Any], opening: OpeningTerms) -> str:
    """Return options and wishes as a key of a custom_id; `wanted_of` reads it."""
    usual = OpeningTerms()
    wished = {
        f"{_WISH}{name}": value
        for name in OpeningTerms.__struct_fields__
        if (value := getattr(opening, name)) != getattr(usual, name)
    }
    return urlencode({**options, **wished}).replace(".", "%2E")


def wanted_of(words: str) -> tuple[dict[str, str], OpeningTerms]:
    """Return the options and wishes of a key of `words_of`. Raises `Refusal` for a malformed key."""
    pairs = dict(parse_qsl(words))
    wished = {name.removeprefix(_WISH): value for name, value in pairs.items() if name.startswith(_WISH)}
    try:
        opening = msgspec.convert(wished, OpeningTerms, strict=False)
    except msgspec.ValidationError:
        raise Refusal.translated(OLD_BUTTON) from None
    options = {name: value for name, value in pairs.items() if not name.startswith(_WISH)}
    if words_of(options, opening) != words:
        raise Refusal.translated(OLD_BUTTON)
    return options, opening


def compose_busy(
    refusal: ChannelTaken,
    game: Game,
    options: Mapping[str, Any],
    opening: OpeningTerms,
    *,
    threads: bool,
    hooks: Hooks,
) -> OutgoingMessage:
    """Return the message that a channel is busy, with the alternatives.

    These are a thread, where one can be opened there (`threads`), and a call for other players.
    """
    seats = opening.seats or game.rules.seats[0]
    controls: list[Control] = []
    if threads:
        try:
            press = ComponentId("inthread", path=(game.key, words_of(options, opening)))
            controls.append(button(gettext("Open it in a thread"), press, PRIMARY))
        except TooLongError:  # a map of their own, say: typed again with thread:True
            pass
    controls += [make(game, seats) for make in hooks.players_wanted]
    return message_of(text(safe(refusal.sentence)), *rows(controls))
