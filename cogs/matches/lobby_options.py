"""The options of a match in its lobby: the host reads and changes them in forms."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

import msgspec
from discord import app_commands
from msgspec import inspect

from bot.base.ids import MatchId
from bot.base.language import N_, gettext, pgettext
from bot.engine.cards.game import CARDS
from bot.engine.errors import Refusal
from bot.engine.options import choices_of, choosable, described, inner_type
from bot.games.game import Game
from bot.matches.errors import WrongStage
from bot.matches.lobby_rules import check_host_sets
from bot.matches.model import MatchInfo, Stage
from bot.matches.options import differing, setup_of
from cogs.kit.client import Client, Interaction
from cogs.kit.controls import ComponentId, Control, button, whole_number
from cogs.kit.form_fields import LONGEST, Choice, Field, boxes, one_of, one_of_many, written
from cogs.kit.forms import OLD_FORM, PARTS, Asked, Form, Typed, read_first
from cogs.kit.layout import LABEL, OutgoingMessage, fit, message_of, plain, rows, text
from cogs.kit.replies import answer, defer_if_slow, request_of
from cogs.matches.group import MatchCommands
from cogs.matches.opening import description_of, option_suggestions, with_own
from cogs.publishing.match_posts import option_value, options_in_words

# The forms of a lobby's options, each with as many as Discord allows.


SETUP, SEATS, TICKED = "_setup", "_seats", "_ticked"
"""The keys of the setup's name, the number of seats, and the yes or no options."""
AS_IT_IS = "."
"""The choice for the present value where that is not among the offered ones."""
ONE_LINE: Final = 100
"""The most characters of a text that is typed on one line."""


class Wanted(NamedTuple):
    """The changes of a lobby by a form."""

    given: dict[str, Any]
    seats: int
    afresh: bool
    """Whether all other options get their defaults: a setup was chosen, or stands with other seats."""


def groups_of(game: Game, info: MatchInfo) -> list[list[str]]:
    """Return the keys of the settings by form, those in which matches differ most first."""
    keys = [SETUP] if game.setups else []
    keys += [SEATS] if len(_seats(game, info)) > 1 else []
    settable = _settable(game, info)
    keys += [TICKED] if any(_is_yes_or_no(each) for each in settable.values()) else []
    keys += [name for name, field in settable.items() if not _is_yes_or_no(field)]
    return [keys[first : first + PARTS] for first in range(0, len(keys), PARTS)]


def names_of(game: Game, info: MatchInfo, keys: Sequence[str]) -> list[str]:
    """Return the names of the settings of a form."""
    names = {SETUP: gettext("set-up"), SEATS: gettext("seats")}
    settable = _settable(game, info)
    ticked = [_name(name) for name, field in settable.items() if _is_yes_or_no(field)]
    return [word for key in keys for word in (ticked if key == TICKED else [names.get(key) or _name(key)])]


def asked_of_options(
    game: Game, info: MatchInfo, keys: Sequence[str], typed: Typed, known: Mapping[str, Sequence[str]]
) -> Asked:
    """Return a form, with the lobby's values where nothing was typed yet.

    `known` are the usual values of free text options.
    """
    if not typed.values:
        typed = typed._replace(values=_standing(game, info))
    settable = _settable(game, info)
    fields = []
    for key in keys:
        if key == SETUP:
            paces = [Choice(name, described(name, each, info.wanted)) for name, each in game.setups.items()]
            if typed.one(SETUP) not in game.setups:
                paces.insert(0, Choice(AS_IT_IS, gettext("one of your own")))
            fields.append(one_of(SETUP, gettext("How long"), paces, typed.one(SETUP), gettext(SETUP_TOLD)))
        elif key == SEATS:
            seats = [Choice(each, each) for each in _seats(game, info)]
            about = gettext("The number of players")
            fields.append(one_of_many(SEATS, gettext("Players"), seats, typed.one(SEATS), about))
        elif key == TICKED:
            offered = [
                Choice(name, _name(name), gettext(description_of(field)))
                for name, field in settable.items()
                if _is_yes_or_no(field)
            ]
            fields.append(boxes(TICKED, gettext("And"), offered, typed.values.get(TICKED, ())))
        else:
            fields.append(_field(settable[key], typed.one(key), known.get(key, ())))
    return Asked(gettext("Options of {game}", game=game.title), fields)


def wanted_of(game: Game, info: MatchInfo, typed: Typed) -> Wanted:
    """Return the changes of a form: its values that differ from the lobby's. Raises `Refusal`."""
    stands, settable = _standing(game, info), _settable(game, info)
    given: dict[str, Any] = {}
    for key, values in typed.values.items():
        if key == TICKED:
            yes_or_no = [name for name, field in settable.items() if _is_yes_or_no(field)]
            was, now = set(stands[TICKED]), set(values)
            given |= {name: name in now for name in yes_or_no if (name in now) != (name in was)}
        elif key in settable:
            said = typed.one(key).strip()
            if said not in (AS_IT_IS, "".join(stands[key])):
                given[key] = said
        elif key not in (SETUP, SEATS):
            raise Refusal.translated(OLD_FORM)
    named = "".join(stands[SETUP])
    setup = typed.one(SETUP, game.setups, named)
    seats = typed.one(SEATS, _seats(game, info), str(info.wanted))
    if setup not in game.setups or (setup == named and int(seats) == info.wanted):
        return Wanted(given, int(seats), afresh=False)
    return Wanted({**game.setups[setup].of(int(seats)).options, **given}, int(seats), afresh=True)


def _settable(game: Game, info: MatchInfo) -> dict[str, msgspec.structs.FieldInfo]:
    """Return the options that apply in a lobby, by name, without the cards, which a server adds."""
    return {
        field.encode_name: field
        for field in choosable(game.rules.Options)
        if field.encode_name != CARDS and getattr(info.options, field.name) is not msgspec.UNSET
    }


def _seats(game: Game, info: MatchInfo) -> list[str]:
    return [str(seats) for seats in game.rules.seats if seats >= len(info.seats)]


def _standing(game: Game, info: MatchInfo) -> dict[str, tuple[str, ...]]:
    """Return the values of a lobby, as they stand in the forms."""
    settable = _settable(game, info)
    chosen = differing(game.rules, info.options, info.wanted)
    values = {}
    for name, field in settable.items():  # a text that the game fills in is in no form
        value = chosen.get(field.name, "") if _is_typed(field) else getattr(info.options, field.name)
        values[name] = (str(getattr(value, "value", value)),)
    ticked = [name for name, field in settable.items() if getattr(info.options, field.name) is True]
    setup = setup_of(game.rules, game.setups, info.options, info.wanted) or AS_IT_IS
    return {**values, TICKED: tuple(ticked), SETUP: (setup,), SEATS: (str(info.wanted),)}


def _is_yes_or_no(field: msgspec.structs.FieldInfo) -> bool:
    return isinstance(inner_type(field.type), inspect.BoolType)


def _is_typed(field: msgspec.structs.FieldInfo) -> bool:
    """Whether an option is a text that is usually empty."""
    return isinstance(inner_type(field.type), inspect.StrType) and field.default == ""


def _name(name: str) -> str:
    return pgettext("option", name.replace("_", " "))


SETUP_TOLD = N_("Sets of options, by the length of a match; by the book: the rulebook's own game")


def _field(field: msgspec.structs.FieldInfo, stands: str, known: Sequence[str]) -> Field:
    """Return the field of an option: a choice, a known name, a number or a text."""
    key, kind = field.encode_name, inner_type(field.type)
    label, about = _name(key), gettext(description_of(field))
    if choices := choices_of(field.type):
        offered = [Choice(each, plain(option_value(each, choice=True))) for each in choices]
        return one_of(key, label, offered, stands, about)
    if _is_typed(field):
        assert isinstance(kind, inspect.StrType)
        most = kind.max_length or LONGEST
        example = ", ".join(known[:3])
        return written(key, label, stands, most, example=example, about=about, lines=most > ONE_LINE)
    if known:
        own = [] if stands in known else [Choice(AS_IT_IS, stands)]
        offered = [*own, *[Choice(each, each) for each in known]]
        return one_of_many(key, label, offered, AS_IT_IS if own else stands, about)
    if isinstance(kind, inspect.IntType) and kind.ge is not None and kind.le is not None:
        label = f"{label} ({kind.ge}–{kind.le})"
    return written(key, label, stands, ONE_LINE, about=about, needed=True)


FORM = "optionform"
"""The verb of the forms and of their buttons; their path is the match and the form."""


class LobbyOptionCommands(MatchCommands):
    """The `/match` command that changes the options of an open lobby, and its forms."""

    def __init__(self, bot: Client) -> None:
        super().__init__(bot)
        bot.forms.handle(FORM, Form(self._asked_options, self._take_options))

    @app_commands.command(name="options")
    async def change_options(self, interaction: Interaction) -> None:
        """See and change the options of the match before it begins; for the host."""
        await defer_if_slow(interaction)
        info = await self.here(interaction)
        await answer(interaction, self._options_page(info, interaction.user.id))

    async def press_options(self, interaction: Interaction, press: ComponentId) -> None:
        """Handle the lobby's Options button."""
        await defer_if_slow(interaction)
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
    if game.cards is None:
        hint = gettext("-# Set a clock when you open a match with `/{game} new`.", game=game.key)
    else:
        hint = gettext(
            "-# Set a clock or other cards when you open a match with `/{game} new`.", game=game.key
        )
    title = gettext("### {game}: the options of this match", game=game.title)
    return message_of(text(f"{title}\n{options_in_words(game, info)}"), *rows(openers), text(hint))
