"""`/match hint`: a computer player's action in the asker's place, and the reasons for a computer's action."""

from __future__ import annotations

from discord import app_commands

from bot.base.language import N_, gettext
from bot.engine.errors import Refusal
from bot.games.computers import COMPUTERS, normal_player
from bot.games.game import Game
from bot.matches.errors import MatchRefusal, WrongStage
from bot.matches.model import MatchInfo, Stage
from bot.parts.analysis.hints import hint, why
from cogs.kit.client import Client, Interaction
from cogs.kit.layout import OutgoingMessage, message_of, safe, text
from cogs.kit.replies import answer, defer, publish_pending_elsewhere, request_of, suggesting
from cogs.kit.sentences import as_command, bounded, describe_facts, safe_names
from cogs.matches.group import ANY_WORD, named
from cogs.matches.match import PartCommands
from cogs.matches.proposals import seat_named
from cogs.publishing.proposals import question

TOLD_LINES = 6
"""The maximum number of lines on a computer player's actions, above the reason."""


HELP = N_(
    "`/match past replay film:True` shows the match as a film. `/match past review` shows the win "
    "chances during an ended match, and its turning points. `/match hint` shows a computer's action "
    "in your place, if the match is not rated and all agree; `/match hint why:` shows the reasons "
    "for a computer's last action."
)


class AdviceCommands(PartCommands):
    """The `/match` command for advice during a match. Only the asker sees the answers."""

    def __init__(self, bot: Client) -> None:
        super().__init__(bot)
        bot.hooks.paragraphs.append(("play", HELP))

    @app_commands.command()
    @app_commands.describe(why="Instead, the reasons for the last action of this computer player")
    async def hint(self, interaction: Interaction, why: ANY_WORD = "") -> None:
        """Ask what a computer player would do in your place, in a match that is not rated."""
        await defer(interaction)
        info = await self.here(interaction)
        if why:
            await answer(interaction, await self._why(info, why))
            return
        if info.stage.ended:
            raise WrongStage.translated("This match has ended: /match past review looks at what decided it.")
        if await self.service.proposals.may_have_hints(info.id, interaction.user.id):
            await answer(interaction, await self._hint(info, interaction.user.id))
        else:
            await self._ask_the_others(interaction, info)

    @hint.autocomplete("why")
    @suggesting
    async def _suggest_computer(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        info = await self.here(interaction)
        return named(
            (holder.name, str(seat + 1))
            for seat, holder in enumerate(info.seats)
            if holder.computer and typed.lower() in holder.name.lower()
        )

    async def _ask_the_others(self, interaction: Interaction, info: MatchInfo) -> None:
        """Propose hints, or agree to them, and show the players who still have to agree."""
        played = await self.service.proposals.propose(
            info.id, interaction.user.id, "hints", request=request_of(interaction)
        )
        match = played.match_view.match
        proposal, names = match.match_terms.proposal, safe_names(match)
        if proposal is None:
            told = gettext("All have agreed: ask again with `/match hint`.")
        else:
            waits = ", ".join(names[seat] for seat in proposal.open_to)
            told = f"{question(proposal, names)} {gettext('Has to agree: {players}.', players=waits)}"
        await answer(interaction, told)
        await publish_pending_elsewhere(interaction, match.id)

    async def _hint(self, info: MatchInfo, user: int) -> OutgoingMessage:
        match_view = await self.service.match_view(info.id, user)
        if match_view.idle:
            raise MatchRefusal.translated("There is nothing for you to decide now; ask when it is your turn.")
        game = self.bot.game_of(info)
        hinted = await hint(self.bot.workers, game, match_view)
        if hinted is None:
            raise Refusal.translated("No computer player has an idea of what to do here.")
        return compose_hint(game, as_command(game, match_view.view, hinted.action), hinted.reason)

    async def _why(self, info: MatchInfo, player: str) -> OutgoingMessage:
        """Return why a computer player made its last move, from public information."""
        seat = seat_named(info, player)
        computer = COMPUTERS.get(info.seats[seat].computer)
        if info.stage is Stage.LOBBY or computer is None:
            raise Refusal.translated(
                "Only computer players say why, in a match that has begun; ask {player} yourself.",
                player=info.names[seat],
            )
        done = await self.service.history.last_decision(info.id, seat, computer.seen)
        if done is None:
            raise Refusal.translated(
                "{player} has done nothing yet of which all know what it was.", player=info.names[seat]
            )
        game, match_view = self.bot.game_of(info), await self.service.match_view(info.id, None)
        told = (done.view, seat, done.action)
        words = await why(self.bot.workers, game, info.cards, computer.key, info.rules, told)
        lines = await self.service.history.lines(info.id, None, after=done.seq - 1, before=done.seq + 1)
        facts = describe_facts(game, [line.fact for line in lines], match_view)
        reason = words or gettext("It has nothing to say about this.")
        return message_of(
            text(f"### {gettext('Why {player} did this', player=safe(info.names[seat]))}"),
            text(bounded(facts, TOLD_LINES)),
            text(f"**{safe(reason)}**"),
        )


def compose_hint(game: Game, command: str, reason: str) -> OutgoingMessage:
    """Return the hint: its command, and the reason."""
    who = normal_player(game.key).title
    return message_of(
        text(f"### {gettext('What {player} would do in your place', player=who)}\n`{command}`"),
        text(safe(reason)),
        text(gettext("-# The computer knows only what you know. Nobody else sees this.")),
    )


async def setup(bot: Client) -> None:
    """Add the command to `/match`."""
    await bot.add_cog(AdviceCommands(bot))
