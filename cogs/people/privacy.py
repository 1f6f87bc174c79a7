"""`/privacy`: the stored data of the asker, shown, exported and deleted; all answers are private."""

from __future__ import annotations

import asyncio
import gzip
import shutil
from collections.abc import Callable, Mapping, Sequence
from tempfile import TemporaryFile
from types import MappingProxyType
from typing import IO

from discord import app_commands
from discord.ext import commands

from bot.base.host import UNNAMED, Host
from bot.base.language import N_, gettext, ngettext
from bot.engine.errors import Refusal
from bot.engine.sentences import cut
from bot.matches.model import FORMER, MatchInfo, Stage
from bot.people.privacy.service import file_name
from cogs.kit.client import Client, Interaction
from cogs.kit.controls import DANGER, OLD_BUTTON, ComponentId, button
from cogs.kit.layout import UPLOAD, Attachment, OutgoingMessage, message_of, rows, text
from cogs.kit.replies import (
    answer,
    anywhere,
    defer,
    defer_if_slow,
    defer_in_place,
    in_all_places,
    request_of,
    show,
)
from cogs.kit.sentences import host_words

# The pages about a user's stored data, and the effect of its deletion.


MOST_LISTED = 20

KINDS: Mapping[str, Callable[[int], str]] = {
    "playing": lambda n: ngettext("{number} match in play", "{number} matches in play", n),
    "lobbies": lambda n: ngettext("{number} seat in a lobby", "{number} seats in lobbies", n),
    "ended": lambda n: ngettext("{number} match that has ended", "{number} matches that have ended", n),
    "handed_over": lambda n: ngettext(
        "{number} match whose seat you gave to another", "{number} matches whose seats you gave to others", n
    ),
    "people": lambda _: gettext("your settings of `/me show`, and the language of your Discord"),
    "followers": lambda n: ngettext(
        "{number} match that you watch or have muted", "{number} matches that you watch or have muted", n
    ),
    "notes": lambda n: ngettext("{number} note of yours in a match", "{number} notes of yours in matches", n),
    "blocks": lambda n: ngettext("{number} person you have blocked", "{number} people you have blocked", n),
    "notices_due": lambda n: ngettext(
        "{number} notice that is not sent yet", "{number} notices that are not sent yet", n
    ),
}
"""The words for a number of items of the core, by their kind."""
NO_WORDS: Mapping[str, Callable[[int], str]] = MappingProxyType({})
_MATCHES = ("playing", "lobbies", "ended", "handed_over")
_ALWAYS = N_(
    "Stored with them: your user id, your name on the server when you took a seat, your word for "
    "the randomness, your actions, and the messages that the bot sent you. Nothing that you write "
    "elsewhere.\n`/privacy export` gives you all of it as a file; `/privacy delete` deletes it."
)
_DELETED = N_(
    "Your seats become those of “{former}”, also in ended matches: their results, actions and your "
    "word for the randomness stay, so that they can still be checked and the others keep their "
    "ratings. Rolls that others saw stay without your name; private ones, saved rolls, decks, "
    "settings and your ratings are deleted. Messages that the bot has posted stay on Discord. This "
    "cannot be undone."
)


def compose_kept(
    counts: Mapping[str, int], host: Host = UNNAMED, words: Mapping[str, Callable[[int], str]] = NO_WORDS
) -> OutgoingMessage:
    """Return the stored data of a user, in words with counts, and the operator who stores it.

    `words` are those for the data of parts (`Hooks.personal_words`).
    """
    if not counts:
        return message_of(text(gettext("Nothing is kept about you.")), text(host_words(host)))
    seats = _listed(counts, [kind for kind in counts if kind in _MATCHES], words)
    others = _listed(counts, [kind for kind in counts if kind not in _MATCHES], words)
    return message_of(
        text(f"### {gettext('Data about you')}"),
        text(f"**{gettext('Your matches')}**\n{seats}" if seats else ""),
        text(f"**{gettext('In addition')}**\n{others}" if others else ""),
        text(gettext(_ALWAYS)),
        text(host_words(host)),
    )


def compose_file(file: Attachment) -> OutgoingMessage:
    """Return the file with all stored data of a user."""
    return message_of(
        text(gettext("This is all data about you. Only you see this message.")),
        file,
    )


def compose_question(running: Sequence[MatchInfo], title_of: Callable[[str], str]) -> OutgoingMessage:
    """Return the question whether to delete all data, with the effect on running matches.

    `title_of` returns the title of a game by its key.
    """
    shown, more = cut(running, MOST_LISTED)
    lines = [_leaving(info, title_of(info.game)) for info in shown]
    if more:
        lines.append(f"- {gettext('and {number} more', number=more)}")
    told = "\n".join([f"**{gettext('You leave these matches')}**", *lines]) if lines else ""
    path = ComponentId("privacy", path=("delete",))
    controls = [
        button(gettext("Yes, delete it all"), path, DANGER),
        button(gettext("No"), ComponentId("never")),
    ]
    return message_of(
        text(f"### {gettext('Delete all that is kept about you?')}"),
        text(told),
        text(gettext(_DELETED, former=gettext(FORMER))),
        *rows(controls),
    )


def compose_deleted() -> OutgoingMessage:
    """Return the message that all data is deleted."""
    return message_of(
        text(gettext("All data about you is deleted. If you play again, you start from the beginning."))
    )


def _leaving(info: MatchInfo, game: str) -> str:
    where = {"game": game, "channel": f"<#{info.channel}>"}
    if info.stage is Stage.LOBBY:
        return f"- {gettext('{game} in {channel}: you leave the lobby', **where)}"
    return f"- {gettext('{game} in {channel}: you resign', **where)}"


def _listed(
    counts: Mapping[str, int], kinds: Sequence[str], words: Mapping[str, Callable[[int], str]]
) -> str:
    known = {**KINDS, **words}
    return "\n".join([f"- {known[kind](counts[kind])}" for kind in kinds])


@anywhere
@in_all_places
class PrivacyCommands(
    commands.GroupCog, group_name="privacy", group_description="See, export and delete data about you"
):
    """Commands on the asker's own data, and the button that confirms."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot
        self.privacy = bot.privacy
        bot.handle_presses(self)

    @app_commands.command(name="show")
    async def show_kept(self, interaction: Interaction) -> None:
        """See which data about you is stored."""
        await defer_if_slow(interaction)
        await answer(
            interaction,
            compose_kept(
                await self.privacy.counts(interaction.user.id), self.bot.host, self.bot.hooks.personal_words
            ),
        )

    @app_commands.command()
    async def export(self, interaction: Interaction) -> None:
        """Get all data about you as a file."""
        await defer(interaction)
        with TemporaryFile() as content:
            await self.privacy.export(interaction.user.id, content)
            file = await asyncio.to_thread(_fitting, file_name(self.bot.clock()), content)
        await answer(interaction, compose_file(file))

    @app_commands.command()
    async def delete(self, interaction: Interaction) -> None:
        """Delete all data about you; the bot asks you to confirm."""
        await defer_if_slow(interaction)
        running = await self.bot.service.matches_of(interaction.user.id)
        await answer(interaction, compose_question(running, self.bot.title_of))

    async def press_privacy(self, interaction: Interaction, press: ComponentId) -> None:
        """Delete all, as confirmed."""
        if press.path != ("delete",):
            raise Refusal.translated(OLD_BUTTON)
        await defer_in_place(interaction)
        await self.privacy.delete(interaction.user.id, request_of(interaction), self.bot.publish_pending)
        await show(interaction, compose_deleted())


def _fitting(name: str, content: IO[bytes]) -> Attachment:
    """Return the file, compressed where it is too large for Discord. Raises `Refusal` where it still is."""
    if content.tell() <= UPLOAD:
        content.seek(0)
        return Attachment(name, content.read())
    content.seek(0)
    with TemporaryFile() as packed:
        with gzip.open(packed, "wb", compresslevel=6) as packing:
            shutil.copyfileobj(content, packing)
        if packed.tell() > UPLOAD:
            raise Refusal.translated(
                "The file with your data is too large for Discord. Ask the host of this bot for it."
            )
        packed.seek(0)
        return Attachment(f"{name}.gz", packed.read())


async def setup(bot: Client) -> None:
    """Add the commands to the bot."""
    await bot.add_cog(PrivacyCommands(bot))
