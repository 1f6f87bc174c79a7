"""The options of a match in its lobby: read by everybody, changed by its host with two menus."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import discord
import msgspec
from discord import app_commands
from msgspec import inspect

from bot.engine.errors import Refusal
from bot.engine.language import N_, gettext, pgettext
from bot.engine.options import choices_of, fields_of, inner_type
from bot.engine.setups import described
from bot.matches.errors import WrongStage
from bot.matches.lobby_rules import check_host_sets
from bot.matches.model import MatchInfo, Stage
from bot.matches.options import setup_of
from bot.registry import Game
from cogs.kit.client import Handler, Interaction
from cogs.kit.controls import OLD_BUTTON, ComponentId, button, select
from cogs.kit.layout import OPTION_TEXT, OPTIONS, OutgoingMessage, fit, message_of, option, plain, text
from cogs.kit.replies import answer, defer, defer_in_place, request_of, show
from cogs.matches.group import MatchCommands
from cogs.matches.opening import CARDS, description_of, option_suggestions, with_own
from cogs.publishing.match_posts import option_value, options_in_words

SETUP = "setup"
"""Stands for the set-up by name, which is no option: it sets all of them."""
SEATS = "seats"
"""Stands for the number of seats, which no game has as an option."""


class LobbyOptionCommands(MatchCommands):
    """The `/match` command that changes the options of an open lobby, and its menus."""

    def handlers(self) -> Mapping[str, Handler]:
        """Return what answers the lobby's Options and the menus behind it."""
        return {
            **super().handlers(),
            "options": self.press_options,
            "setoptions": self.press_chosen,
            "setoption": self.press_value,
        }

    @app_commands.command(name="options")
    async def change_options(self, interaction: Interaction) -> None:
        """See and change the options of the match before it begins; for the host."""
        await defer(interaction)
        info = await self.here(interaction)
        await answer(interaction, self._first(info, interaction.user.id))

    async def press_options(self, interaction: Interaction, press: ComponentId) -> None:
        """Answer the lobby's Options."""
        await defer(interaction)
        await answer(interaction, self._first(await self.service.info(press.match), interaction.user.id))

    async def press_chosen(self, interaction: Interaction, press: ComponentId) -> None:
        """Show what the chosen option can be; without one, all options."""
        await defer_in_place(interaction)
        info = await self.service.info(press.match)
        if not press.path:
            await show(interaction, self._first(info, interaction.user.id))
            return
        _check_open(info, interaction.user.id)
        values = await self._values(info, press.path[0])
        await show(interaction, compose_values(self.bot.game_of(info), info, press.path[0], values))

    async def press_value(self, interaction: Interaction, press: ComponentId) -> None:
        """Change the option, and show all of them again."""
        await defer_in_place(interaction)
        info = await self.service.info(press.match)
        name, *rest = press.path or ("",)
        value = ".".join(rest)
        if value not in await self._values(info, name):
            raise Refusal.translated(OLD_BUTTON)
        seats = int(value) if name == SEATS else None
        given: Mapping[str, Any] = {} if name == SEATS else {name: value}
        if name == SETUP:
            given = self.bot.game_of(info).setups[value].options
        cleared = self.bot.maps.cleared(info.game, name)
        given = {**cleared, **await with_own(self.bot, info.guild, self.bot.game_of(info), given)}
        info = await self.service.lobby.change_options(
            press.match,
            interaction.user.id,
            given,
            seats=seats,
            afresh=name == SETUP,
            request=request_of(interaction),
        )
        await show(interaction, self._first(info, interaction.user.id))
        await self.bot.publish_pending(info.id)

    def _first(self, info: MatchInfo, user: int) -> OutgoingMessage:
        _check_open(info, user)
        return compose_options(self.bot.game_of(info), info)

    async def _values(self, info: MatchInfo, name: str) -> list[str]:
        """Return what an option can be set to by a menu, in the words that a command would take."""
        game = self.bot.game_of(info)
        if name == SETUP:
            return list(game.setups)
        if name == SEATS:
            return [str(seats) for seats in game.rules.seats if seats >= len(info.seats)]
        field = next((each for each in _settable(game) if each.encode_name == name), None)
        if field is None:
            raise Refusal.translated(OLD_BUTTON)
        known = choices_of(field.type) or await option_suggestions(self.bot, info.guild, game, name)
        return list(known or values_of(field))[:OPTIONS]


def _check_open(info: MatchInfo, user: int) -> None:
    """Raise a `Refusal` unless this person may change the options now."""
    if info.stage is not Stage.LOBBY:
        raise WrongStage.translated("The match has begun, so its options are fixed.")
    check_host_sets(info, user)


def _settable(game: Game) -> list[msgspec.structs.FieldInfo]:
    """Return the options that a menu can set: not those of free text, nor the cards, which a server adds."""
    return [
        field
        for field in fields_of(game.rules.Options)
        if field.encode_name != CARDS
        and (
            choices_of(field.type)
            or isinstance(inner_type(field.type), inspect.BoolType | inspect.IntType)
            or game.rules.suggestions(field.encode_name)
        )
    ]


def values_of(field: msgspec.structs.FieldInfo) -> Sequence[str]:
    """Return values of a yes or no, or of a number: all in its range, or so many spread evenly over it."""
    kind = inner_type(field.type)
    if isinstance(kind, inspect.BoolType):
        return ("true", "false")
    assert isinstance(kind, inspect.IntType)
    low, high = kind.ge or 0, kind.le if kind.le is not None else 100
    if high - low < OPTIONS:
        return [str(number) for number in range(low, high + 1)]
    spread = {low + (high - low) * step // (OPTIONS - 2) for step in range(OPTIONS - 1)}
    return [str(number) for number in sorted({*sorted(spread)[: OPTIONS - 1], int(field.default)})]


def compose_options(game: Game, info: MatchInfo) -> OutgoingMessage:
    """Return what can be changed in a lobby, each with what it is now."""
    seats = option(f"{gettext('seats')}: {info.wanted}", SEATS)
    apply = [field for field in _settable(game) if getattr(info.options, field.name) is not msgspec.UNSET]
    named = setup_of(game.rules, game.setups, info.options, info.wanted)
    pace = [option(_setup_label(game, named), SETUP, gettext(SETUP_TOLD))] if game.setups else []
    options = [*pace, seats, *[_option(field, info.options) for field in apply]]
    chooser = select(gettext("What to change"), ComponentId("setoptions", info.id), options[:OPTIONS])
    hint = gettext(
        "-# A map or layout of your own, a clock or other cards are named when a match is opened, by"
        " `/{game} new`.",
        game=game.key,
    )
    title = gettext("### {game}: the options of this match", game=game.title)
    return message_of(text(f"{title}\n{options_in_words(game, info)}"), chooser, text(hint))


def _option(field: msgspec.structs.FieldInfo, options: Any) -> discord.SelectOption:
    value = option_value(getattr(options, field.name), choice=bool(choices_of(field.type)))
    label = f"{pgettext('option', field.encode_name.replace('_', ' '))}: {plain(value)}"
    return option(label, field.encode_name, gettext(description_of(field)))


SETUP_TOLD = N_("Options that go together, by how long a match takes")


def _setup_label(game: Game, name: str) -> str:
    words = described(name, game.setups[name]) if name else gettext("one of your own")
    return fit(gettext("set-up: {name}", name=words), OPTION_TEXT)


def compose_values(game: Game, info: MatchInfo, name: str, values: Sequence[str]) -> OutgoingMessage:
    """Return what one option can be, and the way back."""
    field = next((each for each in _settable(game) if each.encode_name == name), None)
    if name == SETUP:
        now, told = setup_of(game.rules, game.setups, info.options, info.wanted), gettext(SETUP_TOLD)
        labels = {value: fit(described(value, game.setups[value]), OPTION_TEXT) for value in values}
    else:
        now = str(info.wanted) if field is None else _as_typed(getattr(info.options, field.name))
        told = gettext("How many players") if field is None else gettext(description_of(field))
        labels = {value: _label(field, value) for value in values}
    options = [option(labels[value], value, default=value == now) for value in values]
    chooser = select(fit(told, OPTION_TEXT), ComponentId("setoption", info.id, path=(name,)), options)
    back = button(gettext("Back"), ComponentId("setoptions", info.id, slot="back"))
    return message_of(text(f"### {game.title}\n{told}"), chooser, back)


def _as_typed(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(getattr(value, "value", value))


def _label(field: msgspec.structs.FieldInfo | None, value: str) -> str:
    if field is None:
        return value
    if isinstance(inner_type(field.type), inspect.BoolType):
        return option_value(value == "true", choice=False)
    return plain(option_value(value, choice=bool(choices_of(field.type))))
