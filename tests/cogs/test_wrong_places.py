"""Every control, form and command answers with a sentence in every place, also where it is not offered.

A client shows them only where they work, but anybody can send them from anywhere.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterator
from itertools import chain
from typing import Any

import discord
import pytest
from discord import app_commands
from simcord import InteractionResult, MemberActor
from simcord.backend.models.interaction import ResponseKind
from simcord.backend.serializers import message_payload
from simcord.enums import ComponentType, InteractionType
from simcord.interactions import base_payload, build_options, nest_options, walk_to_subcommand

from bot.engine.errors import Refusal
from bot.parts.workshop.lab.service import Lab
from tests.cogs.club import Club
from tests.cogs.places import DM, GROUP, STRANGE_SERVER, Place, emit, slash_in

CHAT, USER, MESSAGE = 1, 2, 3
"""The types of commands."""
Emit = Callable[[InteractionType, dict[str, Any]], InteractionResult]
"""Sends an interaction from a place."""
PLACES: dict[str, Place | None] = {
    "DM": DM,
    "private chat": GROUP,
    "server without the bot": STRANGE_SERVER,
    "thread of another server": None,
    "channel of the match": None,
}
OFTEN = ("DM", "thread of another server")
GIVEN = {
    discord.AppCommandOptionType.integer: 1,
    discord.AppCommandOptionType.number: 1.0,
    discord.AppCommandOptionType.boolean: True,
    discord.AppCommandOptionType.attachment: ("set.toml", b"x"),
}


async def place_of(club: Club, name: str) -> tuple[MemberActor, Emit]:
    """Return a person, and what sends their interactions from a place. A group DM has their DM's messages."""
    who = club.cleo
    place, backend = PLACES[name], club.env.backend
    if place is not None:
        shown = (await slash_in(club, who, DM, "help")).response

        def from_outside(kind: InteractionType, data: dict[str, Any]) -> InteractionResult:
            return emit(club, who, kind, data, place, {"message": under(club, shown, data)}, shown.id)

        return who, from_outside
    where: Any = club.channel
    if "thread" in name:
        guild = club.env.create_guild("Elsewhere")
        who = guild.add_member(who.user)
        hall = guild.create_text_channel("hall")
        await club.env.settle()
        parent: Any = club.bot.get_channel(hall.id)
        await parent.create_thread(name="nook", type=discord.ChannelType.public_thread)
        await club.env.settle()
        (where,) = hall.threads
    shown = (await who.slash(where, "help")).response

    def from_server(kind: InteractionType, data: dict[str, Any]) -> InteractionResult:
        record, payload = base_payload(
            backend,
            type=kind,
            channel_id=where.id,
            guild_id=backend.get_channel(where.id).guild_id,
            user_id=who.id,
            data=data,
        )
        if kind is not InteractionType.APPLICATION_COMMAND:
            payload["message"], record.source_message_id = under(club, shown, data), shown.id
        backend.emit("INTERACTION_CREATE", payload)
        return InteractionResult(club.env, record)

    return who, from_server


def under(club: Club, shown: Any, data: dict[str, Any]) -> dict[str, Any]:
    """Return a message of the bot as if it had this control; the library looks for it there."""
    backend = club.env.backend
    button = {"type": int(ComponentType.BUTTON), "style": 2, "label": "x", "custom_id": data.get("custom_id")}
    message = dict(message_payload(backend, backend.get_message(shown.channel_id, shown.id)))
    return {**message, "components": [{"type": 1, "components": [button]}]}


def paths(match: str) -> Iterator[str]:
    """Yield the rests of custom_ids: of a match, of a game, of a person, and without anything."""
    yield from ("", f"{match}:1", f"{match}:1:0.1", "::papyrus.0", "::1.1", "::arclash.1.TID-01")


def presses(club: Club, match: str) -> Iterator[tuple[str, InteractionType, dict[str, Any]]]:
    for verb in sorted(club.bot.handlers):
        for rest in paths(match):
            data = {"custom_id": f"tp:{verb}:{rest}", "component_type": int(ComponentType.BUTTON)}
            yield f"button {verb}:{rest}", InteractionType.MESSAGE_COMPONENT, data


def forms(club: Club, match: str) -> Iterator[tuple[str, InteractionType, dict[str, Any]]]:
    """Yield forms without fields, and with fields that fit none of them."""
    for verb in sorted(club.bot.forms._forms):
        for rest in paths(match):
            for fields in ([], [{"type": 18, "component": {"type": 4, "custom_id": "name", "value": "x"}}]):
                data = {"custom_id": f"tp:{verb}:{rest}", "components": fields}
                yield f"form {verb}:{rest}", InteractionType.MODAL_SUBMIT, data


def commands(
    club: Club, who: MemberActor, match: str
) -> Iterator[tuple[str, InteractionType, dict[str, Any]]]:
    """Yield all commands, with the options that they need; also those on a person and on a message."""
    backend, dm = club.env.backend, who.user.dm_channel
    for command in club.bot.tree.walk_commands():
        if isinstance(command, app_commands.Group):
            continue
        root, *path = command.qualified_name.split()
        known: Any = backend.find_command(root, None, type=CHAT)
        leaf, nesting = walk_to_subcommand(known, path)
        given = {
            each.display_name: value_of(each, who, match) for each in command.parameters if each.required
        }
        options, resolved = build_options(who.user, root, leaf, given, channel_id=dm.id)
        data = {"id": known["id"], "name": root, "type": CHAT, "resolved": resolved}
        data["options"] = nest_options(known, nesting, options)
        yield f"/{command.qualified_name}", InteractionType.APPLICATION_COMMAND, data
    user = {"id": str(who.id), "username": "Cleo", "discriminator": "0", "avatar": None, "global_name": None}
    board = backend.get_message(club.channel.id, club.channel.history()[-1].id)
    message = dict(message_payload(backend, board))
    for kind, target, resolved in (
        (discord.AppCommandType.user, str(who.id), {"users": {str(who.id): user}}),
        (discord.AppCommandType.message, message["id"], {"messages": {message["id"]: message}}),
    ):
        for menu in club.bot.tree.walk_commands(type=kind):
            known = backend.find_command(menu.name, None, type=kind.value)
            data = {"id": known["id"], "name": menu.name, "type": kind.value, "target_id": target}
            yield f"{menu.name}", InteractionType.APPLICATION_COMMAND, {**data, "resolved": resolved}


def suggestions(club: Club) -> Iterator[tuple[str, InteractionType, dict[str, Any]]]:
    """Yield a keystroke in each option that has suggestions."""
    for command in club.bot.tree.walk_commands():
        for option in () if isinstance(command, app_commands.Group) else command.parameters:
            if not option.autocomplete:
                continue
            root, *path = command.qualified_name.split()
            known: Any = club.env.backend.find_command(root, None, type=CHAT)
            _leaf, nesting = walk_to_subcommand(known, path)
            typed = {"name": option.display_name, "type": option.type.value, "value": "", "focused": True}
            data = {"id": known["id"], "name": root, "type": CHAT}
            data["options"] = nest_options(known, nesting, [typed])
            yield (
                f"/{command.qualified_name} {option.display_name}",
                InteractionType.APPLICATION_COMMAND_AUTOCOMPLETE,
                data,
            )


def value_of(option: Any, who: MemberActor, match: str) -> Any:
    if option.choices:
        return option.choices[0].value
    if option.type is discord.AppCommandOptionType.user:
        return who.user
    if option.name == "match":
        return match
    return GIVEN.get(option.type, "papyrus" if option.name == "game" else "1")


@pytest.mark.parametrize(
    "name", [name if name in OFTEN else pytest.param(name, marks=pytest.mark.slow) for name in PLACES]
)
async def test_every_handler_answers_with_a_sentence(club: Club, name: str) -> None:
    club.bot.services.of(Lab).most = 0  # no waits of minutes
    match = (await club.started(club.ben)).id
    who, send = await place_of(club, name)
    before = await club.service._repository.record(match)
    faults: list[str] = []
    sent: list[tuple[str, InteractionResult]] = []

    async def noted(interaction: Any, error: Exception, *, match: str = "") -> None:
        cause = getattr(error, "original", error)
        if not isinstance(cause, Refusal):
            where = traceback.extract_tb(cause.__traceback__)[-1]
            faults.append(f"{dict(interaction.data)}: {cause!r} in {where.filename}:{where.lineno}")
        await reply(interaction, error, match=match)

    reply, club.bot.reply_with_error = club.bot.reply_with_error, noted  # type: ignore[method-assign]
    found = (presses(club, match), forms(club, match), commands(club, who, match), suggestions(club))
    for what, kind, data in chain(*found):
        sent.append((what, send(kind, data)))
        if len(sent) % 40 == 0:
            await club.env.settle()
    await club.env.settle()
    assert not faults, "\n".join(faults[:20])
    answers = {what: each._interaction for what, each in sent}
    assert [what for what, each in answers.items() if not each.responded] == []
    waiting = [what for what, each in answers.items() if each.response_kind is ResponseKind.DEFERRED]
    assert waiting == [], "they would show for ever that the bot thinks"
    assert (await club.service._repository.record(match)).revision == before.revision
