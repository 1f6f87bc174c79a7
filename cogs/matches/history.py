"""`/match past history` and `/match past replay`: past events by line, past boards by action."""

from __future__ import annotations

import re
from collections.abc import Mapping

from discord import app_commands
from msgspec.structs import replace

from bot.base.ids import MatchId
from bot.base.language import gettext, pgettext
from bot.engine.errors import Refusal
from bot.matches.model import MatchInfo, MatchView
from cogs.kit.admission import admitted
from cogs.kit.client import Handler, Interaction
from cogs.kit.controls import ComponentId, whole_number
from cogs.kit.layout import OutgoingMessage, safe
from cogs.kit.replies import answer, defer, defer_in_place, show
from cogs.kit.sentences import describe_facts
from cogs.matches.group import ANY_WORD, MatchCommands
from cogs.matches.history_posts import (
    PAGE_LINES,
    HistoryPosition,
    compose_history,
    compose_lately,
    compose_link,
    compose_replay,
)

MARKED = 200
"""The most facts since the asker's last turn that are marked on the board, the newest."""
_NUMBER = re.compile(r"#?(\d{1,6})(?:\.(\d{1,6}))?")
_LAST = "last"


class PastCommands(MatchCommands):
    """The `/match` commands about the past, and their buttons. Only the asker sees the answers."""

    def handlers(self) -> Mapping[str, Handler]:
        """Return the handlers of the buttons under a page of the history and under a past board."""
        return {
            **super().handlers(),
            "history": self.press_history,
            "happened": self.press_happened,
            "review": self.press_review,
            "replay": self.press_replay,
            "lately": self.press_lately,
            "link": self.press_link,
        }

    @MatchCommands.past.command()
    async def history(self, interaction: Interaction) -> None:
        """Read what has happened in this match."""
        await defer(interaction)
        info = await self.here(interaction)
        await answer(interaction, await self._history_page(info.id, interaction.user.id, None))

    @MatchCommands.past.command()
    @app_commands.describe(
        action="The number of an action, from /match past history; default: the last",
        mine="Instead, everything since your own last turn",
        film="Instead, the whole match as a film",
        match="The id of the match, if it is not the one of this channel",
    )
    async def replay(
        self,
        interaction: Interaction,
        action: ANY_WORD = _LAST,
        mine: bool = False,
        film: bool = False,
        match: ANY_WORD = "",
    ) -> None:
        """Step through the past boards of a match, or see it as a film."""
        await defer(interaction)
        info = await self.meant(interaction, match)
        if film:
            await self._film(interaction, info)
        elif mine:
            await answer(interaction, await self.lately(info.id, interaction.user.id))
        else:
            await answer(interaction, await self.replay_page(info.id, interaction.user.id, action))

    async def _film(self, interaction: Interaction, info: MatchInfo) -> None:
        if not self.bot.hooks.films:
            raise Refusal.translated("This bot makes no films of matches.")
        for show_film in self.bot.hooks.films:
            await show_film(interaction, info)

    async def press_history(self, interaction: Interaction, press: ComponentId) -> None:
        """Turn the pages of the history."""
        await defer_in_place(interaction)
        start = whole_number(press.path[0]) if press.path else None
        await show(interaction, await self._history_page(press.match, interaction.user.id, start))

    async def press_happened(self, interaction: Interaction, press: ComponentId) -> None:
        """Show all events to the asker, from the button under a board or a panel."""
        await defer(interaction)
        await answer(interaction, await self._history_page(press.match, interaction.user.id, None))

    async def press_review(self, interaction: Interaction, press: ComponentId) -> None:
        """Open the boards of a match from a public post."""
        await defer(interaction)
        await answer(interaction, await self.replay_page(press.match, interaction.user.id))

    async def press_replay(self, interaction: Interaction, press: ComponentId) -> None:
        """Show the next or another board."""
        await defer_in_place(interaction)
        wanted = ".".join(press.path)
        await show(
            interaction, await self.replay_page(press.match, interaction.user.id, wanted, nearest=True)
        )

    async def press_lately(self, interaction: Interaction, press: ComponentId) -> None:
        """Show the events since the asker's own last turn."""
        await defer_in_place(interaction)
        await show(interaction, await self.lately(press.match, interaction.user.id))

    async def press_link(self, interaction: Interaction, press: ComponentId) -> None:
        """Return the text that points others to a past board."""
        await defer(interaction)
        place = await self._place(press.match, interaction.user.id, ".".join(press.path), nearest=True)
        match_view = await self.service.match_view(press.match, interaction.user.id)
        await answer(interaction, compose_link(match_view, place.step))

    async def meant(self, interaction: Interaction, match: str) -> MatchInfo:
        """Return the match of this id, if the asker may see it; without an id the channel's match."""
        if not match:
            return await self.here(interaction)
        return await admitted(interaction, match.strip().lower())

    async def _history_page(self, match: MatchId, user: int, start: int | None) -> OutgoingMessage:
        match_view = await self.service.match_view(match, user)
        page = await self.service.history.page(match, user, start, PAGE_LINES)
        numbers = {step.seq: step for step in await self.service.history.steps(match, user)}
        return compose_history(self.bot.game_of(match_view.match), match_view, page, numbers)

    async def replay_page(
        self, match: MatchId, user: int, wanted: str = _LAST, *, nearest: bool = False
    ) -> OutgoingMessage:
        """Return the board after an action, the last one by default, as a user may see it.

        Raises a `Refusal`.
        """
        place = await self._place(match, user, wanted, nearest=nearest)
        match_view = await self.service.history.match_view(match, user, place.step.seq)
        picture = await self.bot.draw(match_view)
        return compose_replay(self.bot.game_of(match_view.match), match_view, place, picture, self.bot.hooks)

    async def _place(self, match: MatchId, user: int, wanted: str, *, nearest: bool) -> HistoryPosition:
        """Return the requested place. Raises `Refusal` where there is none.

        With `nearest` it is the one before: an action can have been taken back since.
        """
        steps = await self.service.history.steps(match, user)
        if wanted.strip().lower() in (_LAST, pgettext("action", "last").lower()):
            return HistoryPosition(steps, len(steps))
        found = _NUMBER.fullmatch(wanted.strip())
        number, own = (int(found[1]), int(found[2] or 0)) if found else (-1, 0)
        place = HistoryPosition.at(steps, max(number, 0), own)
        exact = (place.step.number, place.step.own) == (number, own)
        if not exact and not nearest:
            raise Refusal(_no_such(wanted, place.last))
        return place

    async def lately(self, match: MatchId, user: int) -> OutgoingMessage:
        """Return the events since a user's own last action; for others those of the last two turns.

        Raises a `Refusal`.
        """
        match_view: MatchView = await self.service.match_view(match, user)
        game = self.bot.game_of(match_view.match)
        facts = match_view.recent
        if match_view.seat is not None:
            facts = tuple([line.fact for line in await self.service.history.since_last_action(match, user)])
        picture = await self.bot.draw(replace(match_view, recent=facts[-MARKED:]))
        return compose_lately(game, match_view, describe_facts(game, facts, match_view), picture)


def _no_such(wanted: str, last: int) -> str:
    if not last:
        return gettext("There are no public events in this match yet. Leave the action out.")
    return gettext(
        'There is no action "{action}" in this match. Its actions have the numbers 1 to {last}.',
        action=safe(wanted),
        last=last,
    )
