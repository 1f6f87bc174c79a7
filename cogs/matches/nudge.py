"""The Nudge button on the panel of a waiting player."""

from __future__ import annotations

from collections.abc import Mapping

from bot.base.language import gettext
from cogs.kit.client import Handler, Interaction
from cogs.kit.controls import ComponentId
from cogs.kit.replies import answer, defer, request_of
from cogs.matches.group import MatchCommands


class NudgeButton(MatchCommands):
    """Reminds the awaited players of a match, without the name of the asker."""

    def handlers(self) -> Mapping[str, Handler]:
        """Return the handler of the button."""
        return {**super().handlers(), "nudge": self.press_nudge}

    async def press_nudge(self, interaction: Interaction, press: ComponentId) -> None:
        """Nudge the awaited players.

        All nudges have the same answer, because their settings are private.
        """
        await defer(interaction)
        users = await self.service.nudges.nudge(
            press.match, interaction.user.id, request=request_of(interaction)
        )
        info = await self.service.info(press.match)
        apart = await self.bot.blocks.apart((interaction.user.id, *users))
        for user in [each for each in users if frozenset((interaction.user.id, each)) not in apart]:
            await self.bot.people.nudge(user, info.id, info.version)
        await answer(
            interaction,
            gettext(
                "I remind the players to act once more, as soon as their settings allow it; they do"
                " not learn who asked."
            ),
        )
