"""Opening a match: a game's options as typed command options or as words, and the lobby in its channel."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Any

import discord
import msgspec
from discord import app_commands
from msgspec import inspect

from bot.client import Tablepost
from bot.engine.errors import BadOptions, Refusal
from bot.matches.model import MatchInfo
from bot.matches.options import read_options
from bot.registry import Game
from cogs.controls import Interaction
from cogs.layout import fit, safe
from cogs.replies import answer, defer, person, request_of

CHOICES = 25
CHOICE_TEXT = 100
THREAD_NAME = 100


async def open_match(
    bot: Tablepost,
    interaction: Interaction,
    game: Game,
    options: Mapping[str, Any],
    *,
    seats: int | None,
    thread: bool,
    word: str,
) -> None:
    """Open a lobby for who asks, here or in a new thread, and tell them. Raises a `Refusal`."""
    await defer(interaction)
    wanted = seats if seats is not None else game.rules.seats[0]
    if wanted in game.rules.seats:  # the service says what is wrong with any other number
        read_options(game.rules, options, wanted)
    channel = await _place(interaction, game, thread=thread)
    request = request_of(interaction)
    info = await bot.service.open(
        game.key,
        options,
        seats=wanted,
        host=person(interaction),
        guild=interaction.guild_id,
        channel=channel,
        request=request,
    )
    if word:
        info = await bot.service.join(info.id, person(interaction), word=word, request=f"{request}.word")
    await answer(interaction, _opened(game, info))
    await bot.carry_on(info.id)


def options_of_words(words: str) -> dict[str, str]:
    """Return the options in a text such as "squad=5 map=open". Raises `BadOptions`."""
    found = {}
    for part in words.split():
        name, equals, value = part.partition("=")
        if not equals or not name or not value:
            raise BadOptions(f'"{fit(part, 40)}" is not an option: write name=value, such as map=open.')
        found[name.lower()] = value
    return found


def parameters(game: Game) -> list[tuple[str, Any, str]]:
    """Return a game's options as command parameters: name, annotation, description."""
    fields = msgspec.structs.fields(game.rules.Options)
    return [(each.name, _annotation(inner_type(each.type)), description_of(each)) for each in fields]


def description_of(field: msgspec.structs.FieldInfo) -> str:
    """Return what the field of an action or of options is described as, or its name."""
    info = inspect.type_info(field.type)
    schema = info.extra_json_schema if isinstance(info, inspect.Metadata) else None
    return fit(str((schema or {}).get("description") or field.name.replace("_", " ")), CHOICE_TEXT)


def inner_type(kind: Any) -> inspect.Type:
    """Return what msgspec knows of a type, without its description."""
    info = inspect.type_info(kind)
    return info.type if isinstance(info, inspect.Metadata) else info


def choices_of(kind: Any) -> list[str]:
    """Return the values of an enumeration or literal type, else nothing."""
    info = inner_type(kind)
    if isinstance(info, inspect.EnumType):
        return [str(member.value) for member in info.cls]
    return [str(value) for value in info.values] if isinstance(info, inspect.LiteralType) else []


def suggest_options(game: Game, typed: str) -> list[str]:
    """Return what the text of options could go on with."""
    *done, last = typed.split(" ")
    taken = {part.partition("=")[0] for part in done}
    fields = [each for each in msgspec.structs.fields(game.rules.Options) if each.name not in taken]
    ends = []
    for field in fields:
        values = choices_of(field.type) or list(game.rules.words_for(field.name)) or _typical(field)
        ends += [f"{field.name}={value}" for value in values]
    fitting = [" ".join((*done, end)) for end in ends if end.startswith(last.lower())]
    return [each for each in fitting if len(each) <= CHOICE_TEXT][:CHOICES]


def as_choices(words: list[str]) -> list[app_commands.Choice[str]]:
    """Return words as choices of an autocomplete."""
    return [app_commands.Choice(name=word, value=word) for word in words[:CHOICES]]


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


async def _place(interaction: Interaction, game: Game, *, thread: bool) -> int:
    """Return the channel for the match, making a thread if wanted. Raises `Refusal` where we may not post."""
    inside = isinstance(interaction.channel, discord.Thread) or thread
    speak = "send_messages_in_threads" if inside else "send_messages"
    needed = ("view_channel", speak, "attach_files")
    missing = [name for name in needed if not getattr(interaction.app_permissions, name)]
    if missing:
        names = ", ".join(name.replace("_", " ").title() for name in missing)
        raise Refusal(f"I may not post in this channel. I need these permissions here: {names}.")
    if not thread:
        assert interaction.channel_id is not None
        return interaction.channel_id
    if not isinstance(interaction.channel, discord.TextChannel):
        raise Refusal("A thread can be opened only in a text channel. Leave out the thread option.")
    name = fit(f"{game.title}: {interaction.user.display_name}", THREAD_NAME)
    try:
        made = await interaction.channel.create_thread(name=name, type=discord.ChannelType.public_thread)
    except discord.Forbidden:
        raise Refusal(
            "I may not open threads here. Give me the permission Create Public Threads, or leave out the"
            " thread option."
        ) from None
    return made.id


def _opened(game: Game, info: MatchInfo) -> str:
    return (
        f"{safe(game.title)}: the lobby is open in <#{info.channel}> for {info.wanted} players."
        " You have seat 1 and can start it once all seats are taken."
    )
