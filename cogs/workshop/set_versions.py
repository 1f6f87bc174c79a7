"""The pages of a set's versions, and of the results of its cards in matches."""

from __future__ import annotations

from collections.abc import Sequence

from discord.ext import commands

from bot.base.language import gettext, pgettext
from bot.engine.cards.game import AnyCardGame
from bot.parts.workshop.sets.differences import CardDifference, heading, summary
from bot.parts.workshop.sets.played import RealMatches
from bot.parts.workshop.sets.ports import ServerSet
from bot.parts.workshop.sets.service import CardSets
from bot.parts.workshop.sets.versions import MOST_FORMER, SetVersions, Step, Version, VersionDetails
from cogs.kit.client import Client, Interaction
from cogs.kit.clock_words import stamp
from cogs.kit.controls import PRIMARY, ComponentId, Control, button, page_buttons, select, whole_number
from cogs.kit.layout import (
    Attachment,
    OutgoingMessage,
    compose_question,
    fit,
    message_of,
    option,
    rows,
    safe,
    text,
)
from cogs.kit.replies import defer_in_place, defer_in_place_if_slow, show
from cogs.kit.sight import manages_server
from cogs.workshop.played_posts import compose_played
from cogs.workshop.server_sets import back_to_set, check_manages, pressed_set

# Pages for the versions of a server's card set: their list, and the changes of one.


VERSIONS, VERSION, ASK_BACK, BACK = "setvers", "setver", "setback", "setagain"
"""The verbs of the controls; their paths have the set, then the number of a version, then a page."""
CHANGE_TEXT, PAGE_TEXT = 1500, 2800
"""The most characters of one change, and of a page."""


def compose_versions(
    game: AnyCardGame, kept: ServerSet, versions: Sequence[Version], note: str = ""
) -> OutgoingMessage:
    """Return the list of the versions of a set, with a menu to look at one."""
    word = game.word_for(kept.key)
    lines = [f"- {_line(each)}" for each in versions]
    options = [option(gettext("Version {number}", number=each.number), str(each.number)) for each in versions]
    how = gettext(
        "-# Each time that the set is replaced the form before it is kept, {number} at most; the oldest that"
        " was not played goes first.",
        number=MOST_FORMER,
    )
    head = gettext("### Versions of {title}", title=safe(pgettext("card", kept.title)))
    return message_of(
        text("\n".join([line for line in (note, head, *lines, how) if line])),
        select(gettext("What is different in"), ComponentId(VERSION, path=(word,)), options),
        back_to_set(word),
    )


def _line(version: Version) -> str:
    day = stamp(version.at, "f")
    words = {"number": version.number, "title": safe(pgettext("card", version.title)), "day": day}
    if version.former is None:
        return gettext("**Version {number}**, the present one: {title}, {day}", **words)
    return gettext("**Version {number}**: {title}, {day}", **words)


def compose_version(
    game: AnyCardGame, kept: ServerSet, details: VersionDetails, *, page: int = 0, manages: bool
) -> OutgoingMessage:
    """Return a version with its file and its changes.

    A user who `manages` the server gets the button that restores it.
    """
    version, step = details.version, details.step
    word, number = game.word_for(kept.key), str(version.number)
    lines = [f"### {_line(version)}", safe(step) if isinstance(step, str) else _compared(step)]
    files: list[Attachment | None] = [Attachment(f"{kept.key}-{number}.toml", details.content)]
    turning: list[Control] = []
    if isinstance(step, Step):
        pages = _pages(step.changes)
        page = min(page, len(pages) - 1)
        lines.append(pages[page])
        turning = page_buttons(
            lambda to: ComponentId(VERSION, path=(word, number, str(to))), page, len(pages)
        )
        if len(pages) > 1:  # all changes at once
            told = [_compared(step)]
            for change in step.changes:
                told += [heading(change), *[f"  - {each}" for each in change.told]]
            files.append(Attachment("changes.txt", ("\n".join(told) + "\n").encode()))
    controls = [button(gettext("All versions"), ComponentId(VERSIONS, path=(word,)))]
    if manages and version.former is not None:
        label = gettext("Make it the set again")
        controls.insert(0, button(label, ComponentId(ASK_BACK, path=(word, number)), PRIMARY))
    return message_of(
        text("\n".join([line for line in lines if line])), *files, *rows(turning), *rows(controls)
    )


def _compared(step: Step) -> str:
    """Return the version of the comparison, and the number of changed cards."""
    told = summary(step.changes)
    return gettext("Compared with version {number}: {summary}", number=step.old.number, summary=told)


def _pages(changes: Sequence[CardDifference]) -> list[str]:
    """Return the changes on as many pages as they need; no change is cut at the end of a page."""
    pages = [""]
    for change in changes:
        details = [f"  - {safe(each)}" for each in change.told]
        told = fit("\n".join([f"- **{safe(heading(change))}**", *details]), CHANGE_TEXT) + "\n"
        if pages[-1] and len(pages[-1]) + len(told) > PAGE_TEXT:
            pages.append("")
        pages[-1] += told
    return pages


def compose_going_back(game: AnyCardGame, kept: ServerSet, version: Version) -> OutgoingMessage:
    """Return the question whether to restore a former version."""
    question = gettext(
        "Shall version {number} be the set again: **{title}**? That makes a new version; the present one"
        " stays among the former ones, and matches that run keep the cards they were opened with.",
        number=version.number,
        title=safe(pgettext("card", version.title)),
    )
    press = ComponentId(BACK, path=(game.word_for(kept.key), str(version.number)))
    yes, no = gettext("Yes, make it the set again"), gettext("No, keep the present one")
    return compose_question(question, yes, press, no)


class SetVersionPages(commands.Cog):
    """Controls for the versions of sets and for their matches. Only the asker sees the answers."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot
        self.versions = bot.services.of(SetVersions)
        bot.handle_presses(self)

    async def press_setvers(self, interaction: Interaction, press: ComponentId) -> None:
        """Show the versions of a set."""
        await defer_in_place_if_slow(interaction)
        game, kept = await self._pressed(interaction, press)
        await show(interaction, compose_versions(game, kept, await self.versions.of(kept)))

    async def press_setver(self, interaction: Interaction, press: ComponentId) -> None:
        """Show the changes of a version."""
        await defer_in_place_if_slow(interaction)
        game, kept = await self._pressed(interaction, press)
        page, manages = whole_number(press.keys(3)[2]), manages_server(interaction)
        details = await self.versions.details(kept, _number(press))
        await show(interaction, compose_version(game, kept, details, page=page, manages=manages))

    async def press_setback(self, interaction: Interaction, press: ComponentId) -> None:
        """Ask whether to restore a former version."""
        check_manages(interaction)
        await defer_in_place_if_slow(interaction)
        game, kept = await self._pressed(interaction, press)
        version = await self.versions.former(kept, _number(press))
        await show(interaction, compose_going_back(game, kept, version))

    async def press_setagain(self, interaction: Interaction, press: ComponentId) -> None:
        """Restore a former version, after confirmation."""
        check_manages(interaction)
        await defer_in_place(interaction)
        game, kept = await self._pressed(interaction, press)
        number = _number(press)
        kept = await self.versions.restore(kept, number)
        note = gettext(
            "**Version {number} is the set again.** Matches that run keep their cards.", number=number
        )
        await show(interaction, compose_versions(game, kept, await self.versions.of(kept), note))

    async def press_setplays(self, interaction: Interaction, press: ComponentId) -> None:
        """Show the results of the cards of a set in the matches of the server."""
        await defer_in_place_if_slow(interaction)
        game, kept = await self._pressed(interaction, press)
        place, page = [whole_number(each) for each in press.keys(3)[1:]]
        figures = await self.bot.services.of(RealMatches).figures(kept)
        numbers = await self.versions.contents(kept) if figures.versions else {}
        await show(interaction, compose_played(game, kept, figures, numbers, place, page))

    async def _pressed(self, interaction: Interaction, press: ComponentId) -> tuple[AnyCardGame, ServerSet]:
        kept = await pressed_set(interaction, press, place=0)
        return self.bot.services.of(CardSets).games[kept.game], kept


def _number(press: ComponentId) -> int:
    """Return the number of the version of a control."""
    return whole_number(press.keys(2)[1])


async def setup(bot: Client) -> None:
    """Add the pages to the bot."""
    await bot.add_cog(SetVersionPages(bot))
