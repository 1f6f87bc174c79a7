"""`/table`: the running matches of a server, and its settings for matches."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Final

import discord
from discord import app_commands
from discord.ext import commands
from msgspec import convert

from bot.base.language import gettext, ngettext
from bot.base.languages.catalogues import native_name
from bot.engine.errors import Refusal
from bot.matches.clocks import AtZero
from bot.matches.terms import USUAL, offered, read_clock
from bot.servers.settings import NO_CLOCK, ServerClock, ServerSettings
from cogs.kit.client import Client, Interaction
from cogs.kit.controls import OLD_BUTTON, ComponentId, button, page_buttons, whole_number
from cogs.kit.form_fields import Choice, channels, one_of, one_of_many, role
from cogs.kit.forms import Asked, Form, Typed, read_first
from cogs.kit.forums import MOST_TAGS, STAGES, check_forum, make_tags
from cogs.kit.languages import AS_DISCORD, CHOICES, code_of, language_choices
from cogs.kit.layout import OPTIONS, OutgoingMessage, compose_question, message_of, page_of, rows, text
from cogs.kit.replies import answer, defer, defer_if_slow, defer_in_place, defer_in_place_if_slow, show
from cogs.kit.sentences import TABLES_AT_ONCE, Named, in_order, listed, named
from cogs.kit.sight import at_hand, sees
from cogs.matches.group import ANY_WORD
from cogs.matches.opening import AT_ZERO_CHOICES, suggest_clock, suggest_grace

# The form of a server's settings: channels of matches, clock, log, role to call, language.


FORM = "tableform"
"""The verb of the button that opens the form, and of the form."""
AS_IT_IS = "."
"""Means the current clock, which may be the server's own."""
PLACES: Final = (discord.ChannelType.text, discord.ChannelType.news, discord.ChannelType.forum)
"""The channels in which matches can be played, as they are or in their threads."""


def typed_table(press: ComponentId, settings: ServerSettings) -> Typed:
    """Return the form with the current settings of a server."""
    values = {
        "channels": tuple(map(str, settings.channels)),
        "clock": (AS_IT_IS,),
        "log": (str(settings.log),) if settings.log else (),
        "role": (str(settings.role),) if settings.role else (),
        "language": (settings.language or AS_DISCORD,),
    }
    return Typed(press, values)


def asked_of_table(settings: ServerSettings, typed: Typed) -> Asked:
    """Return the values that the form requests for a server."""
    clocks = [Choice(words, offered(read_clock(words))) for words in USUAL]
    here = Choice(AS_IT_IS, gettext("as it is: {clock}", clock=settings.clock.words))
    where = channels(
        "channels",
        gettext("Where matches are opened"),
        PLACES,
        typed.ids("channels")[:OPTIONS],
        OPTIONS,
        gettext("Also in their threads. Without any, everywhere."),
    )
    fields = [
        *([where] if len(settings.channels) <= OPTIONS else []),  # else the form could not hold them all
        one_of_many("clock", gettext("Clock of new matches"), [here, *clocks], typed.one("clock")),
        channels("log", gettext("Log of matches"), [discord.ChannelType.text], typed.ids("log"), 1),
        role("role", gettext("Who is called to new lobbies"), typed.ids("role")),
        one_of("language", gettext("Language of posts"), language_choices(), typed.one("language")),
    ]
    return Asked(gettext("This server's table"), fields)


def clock_of(typed: Typed, before: ServerClock) -> ServerClock | None:
    """Return the clock in a form, None for the current one. Raises `Refusal`."""
    words = typed.one("clock", USUAL, AS_IT_IS)
    if words == AS_IT_IS:
        return None
    return NO_CLOCK if words == "none" else ServerClock(words, before.grace, before.at_zero)


class ChannelOption(app_commands.Transformer):
    """An option that is a channel of some types."""

    types: ClassVar[tuple[discord.ChannelType, ...]]

    @property
    def type(self) -> discord.AppCommandOptionType:
        """The option type for Discord."""
        return discord.AppCommandOptionType.channel

    @property
    def channel_types(self) -> list[discord.ChannelType]:
        """The types that Discord offers."""
        return list(self.types)


class MatchChannel(ChannelOption):
    """A channel in which matches can be played, as it is or in its threads."""

    types = PLACES

    async def transform(
        self, _interaction: discord.Interaction[Any], value: app_commands.AppCommandChannel, /
    ) -> app_commands.AppCommandChannel:
        """Return the channel as it is."""
        return value


class Forum(ChannelOption):
    """A forum. discord.py would take media channels for forums too, which Discord's description does not."""

    types = (discord.ChannelType.forum,)

    async def transform(
        self, _interaction: discord.Interaction[Any], value: app_commands.AppCommandChannel, /
    ) -> discord.ForumChannel:
        """Return the forum as it is known. Raises `Refusal` for one that the bot cannot see."""
        found = value.resolve()
        if not isinstance(found, discord.ForumChannel):
            raise Refusal.translated("I cannot see that forum. Give me access, and try again.")
        return found


OfForum = app_commands.Transform[discord.ForumChannel, Forum]
OfMatches = app_commands.Transform[app_commands.AppCommandChannel, MatchChannel]


@app_commands.guild_only()
class TableCommands(
    commands.GroupCog, group_name="table", group_description="This server's matches, and their settings"
):
    """The matches of the server for everybody, its settings for those who manage it, and their buttons."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot
        self.servers = bot.servers
        bot.handle_presses(self)
        bot.forms.handle(FORM, Form(self._asked, self._take_in))

    @app_commands.command()
    async def matches(self, interaction: Interaction) -> None:
        """See the running matches of this server, in the channels that you can see."""
        await defer_if_slow(interaction)
        await answer(interaction, await self._matches(interaction, 0))

    async def press_tablematches(self, interaction: Interaction, press: ComponentId) -> None:
        """Turn the pages of the matches."""
        await defer_in_place_if_slow(interaction)
        await show(interaction, await self._matches(interaction, whole_number(press.first)))

    async def _matches(self, interaction: Interaction, page: int) -> OutgoingMessage:
        guild, user = interaction.guild_id, interaction.user.id
        found = await self.bot.service.server_matches(guild, user) if guild is not None else []
        seen = in_order([each for each in found if await sees(interaction, each.info)])
        shown, page, pages = page_of(seen, page, TABLES_AT_ONCE)
        return compose_server_matches(await named(self.bot, shown), len(seen), page, pages)

    @app_commands.command(name="show")
    async def show_settings(self, interaction: Interaction) -> None:
        """See the settings of this server."""
        await defer_if_slow(interaction)
        await answer(interaction, compose_table(await self.servers.settings(_managed(interaction))))

    async def _asked(self, interaction: Interaction, typed: Typed) -> Asked:
        """Ask with the present settings."""
        settings = await read_first(self.servers.settings(_managed(interaction)))
        return asked_of_table(settings, typed if typed.values else typed_table(typed.press, settings))

    async def _take_in(self, interaction: Interaction, typed: Typed) -> None:
        """Store the form: all of it, or nothing."""
        guild = _managed(interaction)
        before = await self.servers.settings(guild)
        log, role = (next(iter(typed.ids(key)), 0) for key in ("log", "role"))
        called = interaction.guild and interaction.guild.get_role(role)
        if log != before.log and log:
            channel = at_hand(self.bot, guild, log)  # text channels are always in memory
            if not isinstance(channel, discord.TextChannel):
                raise Refusal.translated("I cannot see that channel. Give me access, and try again.")
            _check_may_log(channel)
        if role != before.role and called:
            _check_may_call(interaction, called)
        settings = await self.servers.set_table(
            guild,
            channels=typed.ids("channels") if "channels" in typed.values else None,
            clock=clock_of(typed, before.clock),
            log=log,
            role=role,
            language=code_of(typed.one("language", otherwise=AS_DISCORD)),
        )
        await answer(interaction, compose_table(settings))

    @app_commands.command()
    @app_commands.describe(
        add="A channel in which matches may be opened, in its threads too",
        remove="A channel in which matches may no longer be opened",
    )
    async def channels(
        self,
        interaction: Interaction,
        add: OfMatches | None = None,
        remove: OfMatches | None = None,
    ) -> None:
        """Name the channels in which matches may be opened; without any, all channels."""
        await defer(interaction)
        guild = _managed(interaction)
        if add is not None:
            await self.servers.allow(guild, add.id)
        if remove is not None:
            await self.servers.disallow(guild, remove.id)
        await answer(interaction, compose_table(await self.servers.settings(guild)))

    @app_commands.command()
    @app_commands.describe(
        clock='The time to think: "none", "1 day a turn", "3 days + 12 hours a turn"',
        grace="The extra time after the limit before anything happens",
        at_zero="What happens when the time is up",
    )
    @app_commands.rename(at_zero="at-zero")
    @app_commands.choices(at_zero=AT_ZERO_CHOICES)
    async def clock(
        self, interaction: Interaction, clock: ANY_WORD, grace: ANY_WORD = "", at_zero: str = "remind"
    ) -> None:
        """Set the default clock of new matches."""
        await defer(interaction)
        wanted = ServerClock(clock, grace, convert(at_zero, AtZero))
        await answer(interaction, compose_table(await self.servers.set_clock(_managed(interaction), wanted)))

    clock.autocomplete("clock")(suggest_clock)
    clock.autocomplete("grace")(suggest_grace)

    @app_commands.command()
    @app_commands.describe(language="The language of posts that all can see")
    @app_commands.choices(language=CHOICES)
    async def language(self, interaction: Interaction, language: str) -> None:
        """Choose the language in which boards, results and rolls are posted on this server."""
        await defer(interaction)
        settings = await self.servers.set_language(_managed(interaction), code_of(language))
        await answer(interaction, compose_table(settings))

    @app_commands.command()
    @app_commands.describe(channel="The channel; without it the setting is removed")
    async def logs(self, interaction: Interaction, channel: discord.TextChannel | None = None) -> None:
        """Get a line in a channel for each match that is opened or has ended."""
        await defer(interaction)
        guild = _managed(interaction)
        if channel is not None:
            _check_may_log(channel)
        settings = await self.servers.set_log(guild, channel.id if channel else 0)
        await answer(interaction, compose_table(settings))

    @app_commands.command()
    @app_commands.describe(role="The role to call to new lobbies; without it the setting is removed")
    async def role(self, interaction: Interaction, role: discord.Role | None = None) -> None:
        """Name a role that players can call with /find, at most once an hour."""
        await defer(interaction)
        guild = _managed(interaction)
        if role is not None:
            _check_may_call(interaction, role)
        settings = await self.servers.set_role(guild, role.id if role else 0)
        await answer(interaction, compose_table(settings))

    @app_commands.command()
    @app_commands.describe(channel="The forum; without it the setting is removed")
    async def forum(self, interaction: Interaction, channel: OfForum | None = None) -> None:
        """Open each new match as a post in a forum, with tags for its game and its state."""
        await defer(interaction)
        guild, tags = _managed(interaction), {}
        if channel is not None:
            check_forum(channel)
            tags = await make_tags(self.bot, channel)
        settings = await self.servers.set_forum(guild, channel.id if channel else 0, tags)
        untagged = bool(settings.forum) and not {*STAGES, *self.bot.games} <= set(settings.tags)
        await answer(interaction, compose_table(settings, untagged=untagged))

    @app_commands.command()
    async def reset(self, interaction: Interaction) -> None:
        """Reset all settings of this server."""
        await defer_if_slow(interaction)
        _managed(interaction)
        await answer(interaction, compose_reset_question())

    async def press_table(self, interaction: Interaction, press: ComponentId) -> None:
        """Reset all, as confirmed."""
        if press.path != ("reset",):
            raise Refusal.translated(OLD_BUTTON)
        await defer_in_place(interaction)
        guild = _managed(interaction)
        await self.servers.store.reset(guild)
        await show(interaction, compose_table(await self.servers.settings(guild)))


def _managed(interaction: Interaction) -> int:
    """Return the server. Raises `Refusal` for a person who cannot manage it."""
    if interaction.guild_id is None or not interaction.permissions.manage_guild:
        raise Refusal.translated("Only server managers can change the server's settings.")
    return interaction.guild_id


def _check_may_log(channel: discord.TextChannel) -> None:
    """Raise `Refusal` if the bot may not post in a channel."""
    granted = channel.permissions_for(channel.guild.me)
    if not (granted.view_channel and granted.send_messages):
        raise Refusal.translated(
            "I may not post in #{channel}. I need the permissions View Channel and Send Messages there.",
            channel=channel.name,
        )


def _check_may_call(interaction: Interaction, role: discord.Role) -> None:
    """Raise `Refusal` for a role that the bot cannot call, or that is everybody."""
    if role.is_default():
        raise Refusal.translated("That would call everybody. Name a role of those who want to be called.")
    if not (role.mentionable or interaction.app_permissions.mention_everyone):
        raise Refusal.translated(
            "I may not call {role}. Let everybody mention that role, or give me the permission Mention"
            " Everyone.",
            role=f"@{role.name}",
        )


def compose_table(settings: ServerSettings, *, untagged: bool = False) -> OutgoingMessage:
    """Return the settings of a server, with the ways to change them; `untagged` says that its forum lacks
    tags.
    """
    named = ", ".join(f"<#{each}>" for each in settings.channels)
    lines = (
        gettext("**Matches are opened** in {channels} · `/table channels`", channels=named)
        if named
        else gettext("**Matches are opened** everywhere · `/table channels`"),
        gettext("**Clock of new matches** {clock} · `/table clock`", clock=settings.clock.words),
        gettext("**Log** {channel} · `/table logs`", channel=f"<#{settings.log}>")
        if settings.log
        else gettext("**Log** none · `/table logs`"),
        gettext("**Called to new lobbies** {role} · `/table role`", role=f"<@&{settings.role}>")
        if settings.role
        else gettext("**Called to new lobbies** nobody · `/table role`"),
        gettext("**Forum** {channel} · `/table forum`", channel=f"<#{settings.forum}>")
        if settings.forum
        else gettext("**Forum** none · `/table forum`"),
        gettext(
            "**Language** {language} · `/table language`",
            language=native_name(settings.language) if settings.language else gettext("as in Discord"),
        ),
        gettext(
            "-# I could not make all tags there, so I continue without them: I need the permission "
            "Manage Channels, and a forum has at most {most} tags. `/table forum` tries again.",
            most=MOST_TAGS,
        )
        if untagged
        else "",
    )
    change = button(gettext("Change"), ComponentId(FORM))
    told = text("\n".join(lines).rstrip())
    return message_of(text(gettext("### This server's table")), told, *rows([change]))


def compose_reset_question() -> OutgoingMessage:
    """Return the question whether to reset all settings."""
    question = gettext("Reset all settings of this server? Running matches keep their clocks.")
    return compose_question(question, gettext("Yes, reset"), ComponentId("table", path=("reset",)))


def compose_server_matches(named: Sequence[Named], total: int, page: int, pages: int) -> OutgoingMessage:
    """Return one page of the running matches of a server that the reader can see."""
    head = ngettext("### {number} match on this server", "### {number} matches on this server", total)
    none = gettext("There are no running matches in channels that you can see. `/match new` opens one.")
    turn = page_buttons(lambda to: ComponentId("tablematches", path=(str(to),)), page, pages)
    return message_of(text(head if total else ""), text(listed(named) or none), *rows(turn))


async def setup(bot: Client) -> None:
    """Add the commands to the bot."""
    await bot.add_cog(TableCommands(bot))
