"""`/me`: notification settings and the list of the asker's matches; all answers are private."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Literal

import discord
from discord import app_commands
from discord.ext import commands
from msgspec import UNSET
from msgspec.structs import replace

from bot.base.language import N_, gettext
from bot.engine.errors import Refusal
from bot.matches.errors import NotSeated
from bot.people.preferences import Preferences
from bot.people.reading import (
    UnreadableSetting,
    read_quiet,
    read_reminder,
    read_time,
)
from bot.people.zone_words import read_zone, suggest_zones
from cogs.kit.client import Client, Interaction
from cogs.kit.clock_words import suggest_day
from cogs.kit.controls import ComponentId, whole_number
from cogs.kit.forms import Asked, Form, Typed, read_first
from cogs.kit.languages import CHOICES, code_of
from cogs.kit.layout import OutgoingMessage, message_of, page_of, safe, text
from cogs.kit.leave import tell_of_leave
from cogs.kit.replies import (
    answer,
    anywhere,
    defer,
    defer_if_slow,
    defer_in_place,
    defer_in_place_if_slow,
    in_all_places,
    offer_words,
    person_of,
    show,
    suggesting,
)
from cogs.kit.sentences import in_order, named, newest_link, next_match
from cogs.kit.sight import admitted
from cogs.people.me_form import (
    NOTICES,
    PERSON,
    asked_of_notices,
    asked_of_person,
    notices_set,
    person_set,
)
from cogs.people.me_posts import (
    MATCHES_A_PAGE,
    compose_matches,
    compose_settings,
)
from cogs.play.screens import draw_panel
from cogs.publishing.publisher import Publisher

# Blocks and invitations: the commands of `/me` for them.


class BlockCommands(commands.Cog):
    """The part of `/me` about blocks and invitations; it is not added to the bot by itself."""

    bot: Client

    @app_commands.command()
    @app_commands.describe(player="The person with whom you do not want to play")
    async def block(self, interaction: Interaction, player: discord.User) -> None:
        """Block a person: no common lobbies, invitations and new matches."""
        await defer(interaction)
        if player.id == interaction.user.id:
            raise Refusal.translated("You cannot block yourself.")
        if player.bot:
            raise Refusal.translated("A bot cannot be blocked: it does not invite people or join matches.")
        await self.bot.blocks.block(interaction.user.id, player.id)
        told = gettext(
            "You have blocked {player}: you two cannot join the same lobbies, invite, meet or nudge"
            " each other. {player} does not learn this. Running matches with both of you continue, and"
            " anonymous matches know no blocks. `/me unblock` ends it.",
            player=safe(person_of(player).name),
        )
        await answer(interaction, told)

    @app_commands.command()
    @app_commands.describe(player="The person with whom you want to play again")
    async def unblock(self, interaction: Interaction, player: discord.User) -> None:
        """Unblock a person."""
        await defer(interaction)
        name = safe(person_of(player).name)
        if await self.bot.blocks.unblock(interaction.user.id, player.id):
            await answer(interaction, gettext("{player} is no longer blocked.", player=name))
        else:
            await answer(interaction, gettext("You had not blocked {player}.", player=name))

    @app_commands.command()
    async def blocked(self, interaction: Interaction) -> None:
        """See the people you have blocked."""
        await defer_if_slow(interaction)
        blocks = await self.bot.blocks.store.of(interaction.user.id)
        listed = " · ".join(f"<@{user}>" for user in blocks)
        none = gettext("You have blocked nobody.")
        head = gettext("### Blocked by you")
        await answer(interaction, message_of(text(head if blocks else ""), text(listed or none)))

    @app_commands.command(name="auto-leave")
    @app_commands.describe(on="True: a leave of today and tomorrow begins in the last hour")
    async def auto_leave(self, interaction: Interaction, on: bool) -> None:
        """Let a leave begin by itself shortly before you would lose by time."""
        await defer(interaction)
        people, user = self.bot.people, interaction.user.id
        await people.keep(user, replace(await people.preferences(user), auto_leave=True if on else UNSET))
        by_itself = gettext(
            "Shortly before you would lose by time, a leave of that day and the next begins by itself, as"
            " long as you have days of leave left. All players of the match are told."
        )
        await answer(interaction, by_itself if on else gettext("No leave of yours begins by itself."))

    @app_commands.command()
    @app_commands.describe(on="False: nobody can reserve a seat for you")
    async def invitations(self, interaction: Interaction, on: bool) -> None:
        """Choose whether others may invite and challenge you."""
        await defer(interaction)
        people, user = self.bot.people, interaction.user.id
        await people.keep(user, replace(await people.preferences(user), invitations=on))
        taken = gettext("You can be invited and challenged.")
        refused = gettext("Nobody can invite or challenge you now; people who try read that you accept none.")
        await answer(interaction, taken if on else refused)


WORDS = app_commands.Range[str, 1, 60]
MOST_BOARDS = 20
"""The most boards that are updated when a user begins or ends a leave."""
DIGESTS = {"none": "none", "in addition to single notices": "also", "instead of single notices": "instead"}

OLD_MENU = N_(
    "This menu is from an older version of the bot and no longer works. Use /me show for a new one."
)

Alter = Callable[[Preferences], Preferences]


@anywhere
@in_all_places
class Me(
    BlockCommands,
    commands.GroupCog,
    group_name="me",
    group_description="Your notices, settings and list of matches",
):
    """Personal settings for all matches."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot
        self.people = bot.people
        bot.handle_presses(self)
        bot.forms.handle(NOTICES, Form(self._asked(asked_of_notices), self._taken_in(notices_set)))
        bot.forms.handle(PERSON, Form(self._asked(asked_of_person), self._taken_in(person_set)))

    @app_commands.command()
    async def show(self, interaction: Interaction) -> None:
        """See your settings, and change them in two forms."""
        await defer_if_slow(interaction)
        await answer(interaction, await self._page(interaction))

    @app_commands.command()
    @app_commands.describe(where="A DM with the controls, or a mention in the match's channel")
    async def notices(self, interaction: Interaction, where: Literal["dm", "channel"]) -> None:
        """Choose how the bot tells you that it is your turn."""
        await self._set(interaction, lambda found: replace(found, where=where))

    @app_commands.command()
    @app_commands.describe(
        hours="The hours, such as 22-7, or off", zone="Your time zone, such as Europe/Berlin"
    )
    async def quiet(
        self, interaction: Interaction, hours: WORDS | None = None, zone: WORDS | None = None
    ) -> None:
        """Set the hours without notices, and your time zone."""
        if hours is None and zone is None:
            raise UnreadableSetting.translated(
                "Give the hours, such as 22-7, or off; or your time zone; or both."
            )

        def altered(found: Preferences) -> Preferences:
            found = _in_zone(found, zone)
            return found if hours is None else replace(found, quiet=read_quiet(hours))

        await self._set(interaction, altered)

    @app_commands.command()
    @app_commands.describe(after="The time before it, such as 12h or 2 days, or off")
    async def reminders(self, interaction: Interaction, after: WORDS) -> None:
        """Be reminded once more when a match still waits for you."""
        await self._set(interaction, lambda found: replace(found, reminder=read_reminder(after)))

    @app_commands.command()
    @app_commands.describe(
        mode="None, or one message a day about all your matches",
        at="The time, such as 8 or 18:30",
        zone="Your time zone, such as Europe/Berlin",
    )
    async def digest(
        self,
        interaction: Interaction,
        mode: Literal["none", "in addition to single notices", "instead of single notices"],
        at: WORDS | None = None,
        zone: WORDS | None = None,
    ) -> None:
        """Get one message a day about all matches that wait for you."""

        def altered(found: Preferences) -> Preferences:
            found = replace(_in_zone(found, zone), digest=DIGESTS[mode])
            return found if at is None else replace(found, digest_at=read_time(at))

        await self._set(interaction, altered)

    @quiet.autocomplete("zone")
    @digest.autocomplete("zone")
    @suggesting
    async def _suggest_zone(self, _interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return offer_words(suggest_zones(typed))

    @app_commands.command()
    @app_commands.describe(
        until="The day of your return (24 December), or the number of days (5 days), or off",
        begin="The first day of your leave (next Monday); default: today",
    )
    @app_commands.rename(begin="from")
    @app_commands.autocomplete(until=suggest_day, begin=suggest_day)
    async def away(self, interaction: Interaction, until: WORDS, begin: WORDS = "") -> None:
        """Go on leave: your clocks stop and you get no notices, up to 30 days a year."""
        await defer(interaction)
        await self.people.go_away(interaction.user.id, until, begin)
        await answer(interaction, await self._page(interaction))
        await self._tell_matches(interaction.user.id)

    @app_commands.command()
    @app_commands.describe(order="By suit or by rank")
    async def hand(self, interaction: Interaction, order: Literal["suit", "rank"]) -> None:
        """Choose how your hand of cards is sorted."""
        await self._set(interaction, lambda found: replace(found, hand=order))

    @app_commands.command()
    @app_commands.describe(language="The language of messages for you alone")
    @app_commands.choices(language=CHOICES)
    async def language(self, interaction: Interaction, language: str) -> None:
        """Choose the language of your own messages, independent of the server's language."""
        await self._set(interaction, lambda found: replace(found, language=code_of(language)))

    @app_commands.command()
    async def matches(self, interaction: Interaction) -> None:
        """See the matches that wait for you, with deadlines, and your other matches."""
        await defer_if_slow(interaction)
        await answer(interaction, await self._matches(interaction.user.id, 0))

    @app_commands.command(name="next")
    async def next_match(self, interaction: Interaction) -> None:
        """Open the match that has waited longest for you."""
        await defer_if_slow(interaction)
        await self._open_next(interaction)

    async def press_nextmatch(self, interaction: Interaction, _press: ComponentId) -> None:
        """Open the match that has awaited the asker longest."""
        await defer_if_slow(interaction)
        await self._open_next(interaction)

    async def _open_next(self, interaction: Interaction) -> None:
        user = interaction.user.id
        table = await next_match(self.bot, user)
        if table is None:
            await answer(interaction, gettext("No match waits for you. /me matches lists those you play in."))
            return
        match_view = await self.bot.service.match_view(table.info.id, user)
        where = gettext("-# In {link}.", link=await newest_link(self.bot, table.info))
        await answer(interaction, await draw_panel(self.bot, match_view, table=True, note=where))

    async def press_me(self, interaction: Interaction, press: ComponentId) -> None:
        """Begin or end a leave by a button of the page, or refresh the page."""
        await defer_in_place(interaction)
        field, value = press.keys(2)
        if field == "away":
            await self.people.go_away(interaction.user.id, value)
        elif field != "show":
            raise UnreadableSetting.translated(OLD_MENU)
        await show(interaction, await self._page(interaction))
        if field == "away":
            await self._tell_matches(interaction.user.id)

    async def press_mymatches(self, interaction: Interaction, press: ComponentId) -> None:
        """Open the list, or turn its pages."""
        word = press.first
        if word == "new":
            await defer_if_slow(interaction)
            await answer(interaction, await self._matches(interaction.user.id, 0))
            return
        await defer_in_place_if_slow(interaction)
        page = whole_number(word)
        await show(interaction, await self._matches(interaction.user.id, page))

    async def press_openmatch(self, interaction: Interaction, press: ComponentId) -> None:
        """Open the panel of a match chosen from the list, for the asker alone."""
        await defer_if_slow(interaction)
        info = await admitted(interaction, press.first)
        match_view = await self.bot.service.match_view(info.id, interaction.user.id)
        if match_view.seat is None:
            raise NotSeated.translated("You no longer have a seat in this match.")
        await answer(interaction, await draw_panel(self.bot, match_view, table=True))

    def _asked(self, ask: Callable[[Preferences, Typed], Asked]) -> Callable[..., Awaitable[Asked]]:
        """Return the function that makes a form with the present settings."""

        async def asked(interaction: Interaction, typed: Typed) -> Asked:
            return ask(await read_first(self.people.preferences(interaction.user.id)), typed)

        return asked

    def _taken_in(self, read: Callable[[Preferences, Typed], Preferences]) -> Callable[..., Awaitable[None]]:
        """Return the function that stores all settings of a form, or none."""

        async def take_in(interaction: Interaction, typed: Typed) -> None:
            await self._keep(interaction, lambda found: read(found, typed))

        return take_in

    async def _set(self, interaction: Interaction, alter: Alter) -> None:
        """Change the settings of the asker, and show them."""
        await defer(interaction)
        await self._keep(interaction, alter)

    async def _keep(self, interaction: Interaction, alter: Alter) -> None:
        user = interaction.user.id
        await self.people.keep(user, alter(await self.people.preferences(user)))
        await self.bot.languages.listen(interaction)  # the new setting may be the language
        await answer(interaction, await self._page(interaction))

    async def _page(self, interaction: Interaction) -> OutgoingMessage:
        preferences = await self.people.preferences(interaction.user.id)
        standing = await self.bot.reliability.standing(interaction.user.id)
        return compose_settings(preferences, self.bot.clock(), standing)

    async def _matches(self, user: int, page: int) -> OutgoingMessage:
        tables = in_order(await self.bot.service.player_matches(user))
        _, page, _ = page_of(tables, page, MATCHES_A_PAGE)
        listed = await named(self.bot, tables, page * MATCHES_A_PAGE, MATCHES_A_PAGE)
        return compose_matches(listed, page)

    async def _tell_matches(self, user: int) -> None:
        """Stop or start a player's clocks for their leave, and update the boards that await them."""
        changed = await tell_of_leave(self.bot, user)
        tables = await self.bot.service.player_matches(user)
        mine = [table.info for table in tables if table.mine and not table.info.anonymous]  # an edit is seen
        waiting = [info.id for info in mine if info.id not in changed]
        for match in waiting[:MOST_BOARDS]:
            try:
                await self.bot.cog(Publisher).boards.retell(match)
            except Exception as fault:
                self.bot.note_fault(fault, match)


def _in_zone(preferences: Preferences, zone: str | None) -> Preferences:
    return preferences if zone is None else replace(preferences, zone=read_zone(zone))


async def setup(bot: Client) -> None:
    """Add the commands to the bot."""
    await bot.add_cog(Me(bot))
