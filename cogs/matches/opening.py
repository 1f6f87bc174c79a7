"""Opens a match: parses a game's options from command options or text, and opens the lobby."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from enum import Enum
from types import MappingProxyType
from typing import Any

import discord
import msgspec
from discord import app_commands
from msgspec import inspect

from bot.base.language import gettext, ngettext
from bot.engine.cards.game import CARDS, STANDARD
from bot.engine.errors import BadOptions, Refusal
from bot.engine.options import choices_of, choosable, inner_type, type_info
from bot.engine.sentences import all_of
from bot.engine.spelling import typed
from bot.games.game import Game
from bot.matches.clocks import AtZero
from bot.matches.lobby_rules import check_anonymous, check_room_for, check_terms
from bot.matches.model import MatchInfo, MatchTerms, Person
from bot.matches.options import read_options
from bot.matches.outbox import TryLater
from bot.matches.terms import (
    AT_ZERO,
    USUAL,
    USUAL_GRACE,
    offered,
    offered_grace,
    read_clock,
    read_grace,
)
from bot.people.zone_words import read_zone, suggest_zones
from bot.servers.settings import ServerClock
from cogs.kit.client import Client, Interaction
from cogs.kit.forums import open_post
from cogs.kit.layout import fit, safe
from cogs.kit.refusals import Refused
from cogs.kit.replies import (
    CHOICE_TEXT,
    CHOICES,
    in_private_thread,
    offer,
    offer_words,
    person,
    request_of,
    suggesting,
)
from cogs.kit.sight import at_hand
from cogs.matches.inviting import invited_people, mentioned
from cogs.matches.permissions import check_allowed, check_may_post


class OpeningTerms(msgspec.Struct, frozen=True):
    """The typed wishes for a match besides the options of its game."""

    seats: int | None = None
    thread: bool = False
    word: str = ""
    clock: str = ""
    grace: str = ""
    at_zero: str = "remind"
    rated: bool = True
    leave: bool = True
    lesson: int = 0
    """The number of the lesson in its game, from 1; 0 for a real match."""
    invite: str = ""
    """The ids or mentions of the invited users."""
    private: bool = False
    wanted: str = "anybody"
    weekends: str = ""
    """The typed time zone on whose Saturdays and Sundays no time runs; "" for none."""
    anonymous: bool = False

    def match_terms(self) -> MatchTerms:
        """Return the terms of these wishes. Raises `Refusal` where clock or time zone cannot be read."""
        at_zero = msgspec.convert(self.at_zero, AtZero)
        terms = read_clock(self.clock, grace=self.grace, at_zero=at_zero)
        if self.weekends:
            terms = msgspec.structs.replace(terms, weekends=read_zone(self.weekends))
        return MatchTerms(
            terms,
            rated=self.rated,
            no_leave=msgspec.UNSET if self.leave else True,
            anonymous="lobby" if self.anonymous else msgspec.UNSET,
        )


OPENING_FIELDS: Mapping[str, str] = {
    "thread": "Open the match in a thread of its own",
    "word": "Your own word for the randomness",
    "clock": 'The time to think: "none", "1 day a turn", "3 days + 12 hours a turn"',
    "grace": "The extra time after the limit before anything happens",
    "at_zero": "What happens when the time is up",
    "rated": "Whether the result counts for the ratings; never with a computer at the table",
    "invite": "People to keep seats for, for two days, by mentions: @Ann @Ben",
    "wanted": "The person with whom you want to play; nobody learns it",
    "private": "Open the match in a private thread: only its players and moderators may watch",
    "leave": "Whether a player's leave (/me away) stops their clock",
    "anonymous": "Nobody learns who plays before the end: seats are called by their numbers",
}
"""The descriptions of the wishes."""
WANTED_CHOICES = [
    app_commands.Choice(name="anybody", value="anybody"),
    app_commands.Choice(name="reliable or new players", value="reliable"),
]
AT_ZERO_CHOICES = [app_commands.Choice(name=words, value=key) for key, words in AT_ZERO.items()]


async def new_match(
    bot: Client, interaction: Interaction, game: Game, options: Mapping[str, Any], opening: OpeningTerms
) -> MatchInfo:
    """Open a lobby of the asker, here or in a new thread, without publishing it. Raises a `Refusal`."""
    opening = timed(opening, (await check_allowed(bot, interaction)).clock)
    match_terms = opening.match_terms()
    check_anonymous(
        match_terms,
        invited=bool(opening.invite),
        guild=interaction.guild_id,
        private=opening.private or (not opening.thread and in_private_thread(interaction)),
        word=opening.word,
    )
    if opening.lesson:
        taught = game.lessons[opening.lesson - 1]
        lesson = await asyncio.to_thread(taught.prepared, game.rules, game.wording)
        match_terms = MatchTerms(rated=False, lesson=lesson)
    check_terms(match_terms.clock_terms)
    options = await with_own(bot, interaction.guild_id, game, options)
    invited = await invited_people(interaction, opening.invite)
    wanted = opening.seats
    if wanted is None:
        wanted = fewest_seats(game, 1 + len(invited), options)
    check_room_for(invited, wanted)
    if wanted in game.rules.seats:  # the service reports errors of any other number
        read_options(game.rules, options, wanted)
    host, request = person(interaction), request_of(interaction)
    channel, private = None, False
    with _refused_to_asker(interaction):
        if not opening.private:  # a post of a forum is seen by all who see the forum
            channel = await open_post(bot, interaction.guild_id, _name(game, interaction, opening), game.key)
        if channel is None:
            channel = await _place(interaction, game, opening, invited)
            here = channel == interaction.channel_id
            private = in_private_thread(interaction) if here else opening.private
    info = await bot.service.lobby.open(
        game.key,
        options,
        seats=wanted,
        host=host,
        guild=interaction.guild_id,
        channel=channel,
        match_terms=match_terms,
        invited=invited,
        wanted="reliable" if opening.wanted == "reliable" else "anybody",
        private=private,
        request=request,
    )
    if not opening.word:
        return info
    return await bot.service.lobby.join(info.id, host, word=opening.word, request=f"{request}.word")


def timed(opening: OpeningTerms, usual: ServerClock) -> OpeningTerms:
    """Return the wishes with the server's clock, where none is named."""
    if opening.clock:
        return opening
    at_zero = usual.at_zero if opening.at_zero == "remind" else opening.at_zero
    return msgspec.structs.replace(
        opening, clock=usual.clock, grace=opening.grace or usual.grace, at_zero=at_zero
    )


_OPTION = re.compile(r'(?:"[^"]*"|\S)+')
_EQUALS = re.compile(r"\s*=\s*")


def options_of_words(words: str) -> dict[str, str]:
    """Return the options in a text such as `squad=5 map=open cards="My set"`. Raises `BadOptions`."""
    options: dict[str, str] = {}
    for part in _OPTION.findall(_EQUALS.sub("=", typed(words))):
        name, equals, value = part.replace('"', "").partition("=")
        if not equals or not name or not value:
            raise BadOptions.translated(
                '"{word}" is not an option: write its name, =, and its value.',
                word=fit(part, 40),
            )
        if options.setdefault(name.lower(), value) != value:
            raise BadOptions.translated(
                "The option {option} is there twice: {first} and {second}. Write it once.",
                option=name.lower(),
                first=fit(options[name.lower()], 40),
                second=fit(value, 40),
            )
    return options


def parameters(kind: type[Any]) -> list[tuple[str, Any, str]]:
    """Return the fields of options or orders as command parameters: name, annotation, description.

    Fields that are not a single word are left out: they are set on the panel.
    """
    fields = [each for each in choosable(kind) if isinstance(inner_type(each.type), _WORDS)]
    return [(each.name, _annotation(inner_type(each.type)), description_of(each)) for each in fields]


_WORDS = (inspect.BoolType, inspect.IntType, inspect.StrType, inspect.EnumType, inspect.LiteralType)


def description_of(field: msgspec.structs.FieldInfo) -> str:
    """Return the description of a field of an action or of options, or its name."""
    info = type_info(field.type)
    schema = info.extra_json_schema if isinstance(info, inspect.Metadata) else None
    return fit(str((schema or {}).get("description") or field.name.replace("_", " ")), CHOICE_TEXT)


async def option_suggestions(bot: Client, guild: int | None, game: Game, option: str) -> list[str]:
    """Return the usual values of a free text option on a server."""
    own = [word for source in bot.hooks.options for word in await source.words(guild, game, option)]
    if game.cards is not None and option == CARDS:
        return [STANDARD, *own]
    return [*own, *game.rules.suggestions(option)]


async def suggest_options(bot: Client, guild: int | None, game: Game, typed: str) -> list[str]:
    """Return the possible continuations of the options' text."""
    *done, last = typed.split(" ")
    taken = {part.partition("=")[0] for part in done}
    fields = [each for each in choosable(game.rules.Options) if each.name not in taken]
    ends = []
    for field in fields:
        offered = await option_suggestions(bot, guild, game, field.name)
        values = choices_of(field.type) or offered or _typical(field)
        ends += [f"{field.name}={value}" for value in values]
    fitting = [" ".join((*done, end)) for end in ends if end.startswith(last.lower())]
    return [each for each in fitting if len(each) <= CHOICE_TEXT][:CHOICES]


@suggesting
async def suggest_clock(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Return the clocks similar to the typed text, then the same without the weekends of the asker's zone."""
    zone = _own_zone(interaction)
    at_rest = [f"{words}, without weekends in {zone}" for words in USUAL if zone and words != "none"]
    return _like(typed, [(offered(read_clock(words)), words) for words in (*USUAL, *at_rest)])


@suggesting
async def suggest_grace(_interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Return the graces similar to the typed text."""
    return _like(typed, [(offered_grace(read_grace(words)), words) for words in USUAL_GRACE])


@suggesting
async def suggest_weekends(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Return the time zones like the typed text; before anything is typed, the asker's own one first."""
    own = [] if typed.strip() else [_own_zone(interaction)]
    return offer_words(dict.fromkeys(filter(None, [*own, *suggest_zones(typed, CHOICES - len(own))])))


def _own_zone(interaction: Interaction) -> str:
    """Return the asker's time zone as far as it is in memory; "" for none."""
    known = interaction.client.people.store.known(interaction.user.id)
    return known.zone if known is not None and known.zone_known else ""


def _like(typed: str, usual: Sequence[tuple[str, str]]) -> list[app_commands.Choice[str]]:
    """Return the usual words similar to the typed text, else the typed text.

    Each has its displayed form and its value, which can be read in every language.
    """
    begun, own = typed.strip().casefold(), typed.strip()[:CHOICE_TEXT]
    fitting = [(name, words) for name, words in usual if begun in name.casefold() or begun in words]
    return offer(fitting or [(own, own)])


def _annotation(kind: inspect.Type) -> Any:
    if isinstance(kind, inspect.BoolType):
        return bool
    if isinstance(kind, inspect.IntType):
        low, high = kind.ge, kind.le
        return int if low is None and high is None else app_commands.Range[int, low, high]
    if isinstance(kind, inspect.StrType) and kind.max_length:
        return app_commands.Range[str, 1, min(kind.max_length, 6000)]
    return str


def _typical(field: msgspec.structs.FieldInfo) -> list[str]:
    if isinstance(inner_type(field.type), inspect.BoolType):
        return ["true", "false"]
    default = field.default.value if isinstance(field.default, Enum) else field.default
    return [str(default)] if default not in ("", msgspec.NODEFAULT, None) else []


async def with_own(
    bot: Client, guild: int | None, game: Game, options: Mapping[str, Any]
) -> Mapping[str, Any]:
    """Return the options with the server's own cards or map in place of their names.

    That is the hash of cards, or the squares of a map. Raises `BadOptions`.
    """
    if game.cards is not None and str(options.get(CARDS)).casefold() == STANDARD:
        options = {**options, CARDS: STANDARD}
    for source in bot.hooks.options:
        options = await source.pinned(guild, game, options)
    return options


def fewest_seats(game: Game, people: int, options: Mapping[str, Any] = MappingProxyType({})) -> int:
    """Return the fewest seats of a game for this number of users, or its most seats if none are enough.

    Options may need more, such as a table for three; where they fit no number they count for nothing.
    """

    def fits(seats: int) -> bool:
        try:
            read_options(game.rules, options, seats)
        except Refusal:
            return False
        return True

    enough = [seats for seats in game.rules.seats if seats >= people] or [game.rules.seats[-1]]
    return next(filter(fits, enough), enough[0])


def options_of_setup(game: Game, setup: str, opening: OpeningTerms) -> Mapping[str, Any]:
    """Return the options of a set-up for the number of seats that is wished for; none if a game has no
    such set-up.
    """
    seats = opening.seats or fewest_seats(game, 1 + len(mentioned(opening.invite)))
    return game.setups[setup].of(seats).options if setup in game.setups else {}


async def _place(
    interaction: Interaction, game: Game, opening: OpeningTerms, invited: Sequence[Person]
) -> int:
    """Return the channel for the match, a new thread if wanted.

    Raises `Refusal` where the bot may not post.
    """
    assert interaction.channel_id is not None
    thread = opening.thread or opening.private
    if interaction.guild_id is None:
        return interaction.channel_id
    check_may_post(interaction, thread=thread)
    if not thread:
        return interaction.channel_id
    if not isinstance(interaction.channel, discord.TextChannel):
        raise Refusal.translated(
            "A thread can be opened only in a text channel. Leave out the thread option."
        )
    asker = person(interaction)
    guests = [(each.user, each.name) for each in (asker, *invited)] if opening.private else None
    name, beside = _name(game, interaction, opening), [thread.name for thread in interaction.channel.threads]
    return await interaction.client.threads.open(interaction.channel, name, guests=guests, beside=beside)


def _name(game: Game, interaction: Interaction, opening: OpeningTerms) -> str:
    """Return the name of a match's thread or post."""
    return f"{game.title}: {gettext('anonymous') if opening.anonymous else person(interaction).name}"


def opened_in_words(game: Game, info: MatchInfo) -> str:
    """Return the answer to the user who has opened a match."""
    if invited := [holder for holder in info.seats if holder.user in info.match_terms.invited]:
        return ngettext(
            "{game}: the lobby is open in {channel}. A seat is reserved for {players} for two days;"
            " the match begins as soon as all are there and ready.",
            "{game}: the lobby is open in {channel}. Seats are kept for {players} for two days; the match"
            " begins as soon as all are there and ready.",
            len(invited),
            game=safe(game.title),
            channel=f"<#{info.channel}>",
            players=all_of([safe(holder.called) for holder in invited]),
        )
    if info.anonymous:
        return gettext(
            "{game}: the lobby is open in {channel} for {seats} players. Nobody learns that it is yours;"
            " press Start there once all seats are taken. I tell you by DM when it is your turn: keep your"
            " DMs open.",
            game=safe(game.title),
            channel=f"<#{info.channel}>",
            seats=info.wanted,
        )
    return gettext(
        "{game}: the lobby is open in {channel} for {seats} players. You have seat 1 and can start it once"
        " all seats are taken.",
        game=safe(game.title),
        channel=f"<#{info.channel}>",
        seats=info.wanted,
    )


@contextmanager
def _refused_to_asker(interaction: Interaction) -> Iterator[None]:
    """Turn what Discord refuses within the block into a `Refusal` for the asker."""
    try:
        yield
    except Refused as refused:
        channel = at_hand(interaction.client, interaction.guild_id, refused.channel)
        named = {"where": f"#{channel.name}"} if channel is not None else {}
        raise Refusal.translated(refused.reason, **{**refused.values, **named}) from None
    except TryLater:
        raise Refusal.translated(
            "Discord does not answer properly at the moment, so nothing was opened. Try again in a minute."
        ) from None
