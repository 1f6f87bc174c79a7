"""The options of a match in its lobby: the host reads and changes them in forms."""

from __future__ import annotations

from collections.abc import Mapping

from discord import app_commands

from bot.base.ids import MatchId
from bot.base.language import gettext
from bot.engine.cards.game import CARDS
from bot.engine.errors import Refusal
from bot.engine.options import choosable
from bot.games.game import Game
from bot.matches.errors import WrongStage
from bot.matches.lobby_rules import check_host_sets
from bot.matches.model import MatchInfo, Stage
from cogs.kit.client import Handler, Interaction
from cogs.kit.controls import ComponentId, Control, button, whole_number
from cogs.kit.forms import OLD_FORM, Asked, Form, Typed, read_first
from cogs.kit.layout import LABEL, OutgoingMessage, fit, message_of, rows, text
from cogs.kit.replies import answer, defer, request_of
from cogs.matches.group import MatchCommands
from cogs.matches.opening import option_suggestions, with_own
from cogs.matches.option_form import asked_of_options, groups_of, names_of, wanted_of
from cogs.publishing.match_posts import options_in_words

FORM = "optionform"
"""The verb of the forms and of their buttons; their path is the match and the form."""


class LobbyOptionCommands(MatchCommands):
    """The `/match` command that changes the options of an open lobby, and its forms."""

    def handlers(self) -> Mapping[str, Handler]:
        """Return the handler of the lobby's Options button; the forms are registered with the bot."""
        self.bot.forms.handle(FORM, Form(self._asked_options, self._take_options))
        return {**super().handlers(), "options": self.press_options}

    @app_commands.command(name="options")
    async def change_options(self, interaction: Interaction) -> None:
        """See and change the options of the match before it begins; for the host."""
        await defer(interaction)
        info = await self.here(interaction)
        await answer(interaction, self._options_page(info, interaction.user.id))

    async def press_options(self, interaction: Interaction, press: ComponentId) -> None:
        """Handle the lobby's Options button."""
        await defer(interaction)
        await answer(
            interaction, self._options_page(await self.service.info(press.match), interaction.user.id)
        )

    async def _asked_options(self, interaction: Interaction, typed: Typed) -> Asked:
        match, number = _meant(typed)
        info, known = await read_first(self._with_known(match))
        _check_open(info, interaction.user.id)
        game = self.bot.game_of(info)
        groups = groups_of(game, info)
        if number >= len(groups):  # with other seats there are fewer
            raise Refusal.translated(OLD_FORM)
        return asked_of_options(game, info, groups[number], typed, known)

    async def _with_known(self, match: MatchId) -> tuple[MatchInfo, dict[str, list[str]]]:
        """Return a match, with the usual values of its free text options on its server."""
        info = await self.service.info(match)
        game = self.bot.game_of(info)
        names = [field.encode_name for field in choosable(game.rules.Options) if field.encode_name != CARDS]
        return info, {each: await option_suggestions(self.bot, info.guild, game, each) for each in names}

    async def _take_options(self, interaction: Interaction, typed: Typed) -> None:
        info = await self.service.info(_meant(typed)[0])
        _check_open(info, interaction.user.id)
        wanted = wanted_of(self.bot.game_of(info), info, typed)
        given = dict(await with_own(self.bot, info.guild, self.bot.game_of(info), wanted.given))
        for name in wanted.given:
            for source in self.bot.hooks.options:
                given = {**source.cleared(self.bot.game_of(info), name), **given}
        if given or wanted.afresh or wanted.seats != info.wanted:
            info = await self.service.lobby.change_options(
                info.id,
                interaction.user.id,
                given,
                seats=wanted.seats,
                afresh=wanted.afresh,
                request=request_of(interaction),
            )
        await answer(interaction, self._options_page(info, interaction.user.id))
        await self.bot.publish_pending(info.id)

    def _options_page(self, info: MatchInfo, user: int) -> OutgoingMessage:
        _check_open(info, user)
        return compose_options(self.bot.game_of(info), info)


def _meant(typed: Typed) -> tuple[str, int]:
    """Return the match and the number of a form. Raises `Refusal` for a malformed path."""
    if len(typed.press.path) != 2:
        raise Refusal.translated(OLD_FORM)
    match, number = typed.press.path
    return match, whole_number(number)


def _check_open(info: MatchInfo, user: int) -> None:
    """Raise a `Refusal` unless this user may change the options now."""
    if info.stage is not Stage.LOBBY:
        raise WrongStage.translated("The match has begun, so its options are fixed.")
    check_host_sets(info, user)


def compose_options(game: Game, info: MatchInfo) -> OutgoingMessage:
    """Return the options of a match in its lobby, with a button for each form that changes them."""
    openers: list[Control] = [
        button(
            fit(", ".join(names_of(game, info, keys)), LABEL),
            ComponentId(FORM, path=(info.id, str(number))),
        )
        for number, keys in enumerate(groups_of(game, info))
    ]
    hint = gettext("-# Set a clock or other cards when you open a match with `/{game} new`.", game=game.key)
    title = gettext("### {game}: the options of this match", game=game.title)
    return message_of(text(f"{title}\n{options_in_words(game, info)}"), *rows(openers), text(hint))
