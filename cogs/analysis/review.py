"""Reviews of ended matches: the chances as a curve, and the turning points.

A review is computed once, in a process at low priority, and stored; its page is made for each asker.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import msgspec
from discord import app_commands

from bot.base.language import N_, gettext, ngettext
from bot.base.limits import Buckets
from bot.engine.contract import Action
from bot.engine.errors import Refusal
from bot.engine.summary import Chart, Curve, Summary
from bot.engine.wording import Weight
from bot.games.computers import normal_player
from bot.games.game import Game
from bot.matches.model import MatchInfo, MatchView
from bot.matches.notices import Notice
from bot.parts.analysis.hints import reasoned
from bot.parts.analysis.review import Review, TurningPoint
from bot.parts.analysis.service import Reviews
from bot.processes.workers import Urgency, urgent
from cogs.kit.client import Client, Interaction
from cogs.kit.controls import ComponentId, Control, button
from cogs.kit.layout import OutgoingMessage, message_of, picture_of, safe, text
from cogs.kit.progress import JobMessages, Jobs
from cogs.kit.replies import answer, defer
from cogs.kit.sentences import as_command, bounded, describe_facts, safe_names
from cogs.matches.group import ANY_WORD
from cogs.matches.match import IN_PAST, Match, PartCommands
from renderers.contract import Picture
from renderers.kit.match_summary import draw_summary
from renderers.kit.titles import drawn_player

# Describes an action by the labels of the buttons and options of the panel that lead to it.


_DEEPEST = 3
"""How many screens below the first are searched."""


def as_pressed(game: Game, view: Any, action: Action, names: Sequence[str]) -> str:
    """Return an action as the panel names it, such as "SMG-1 → Move: C7", in markdown.

    An action that no single path of the panel does is shown as its command.
    """
    labels = _way(game, view, action, names, ())
    return " → ".join(dict.fromkeys(labels)) if labels else f"`{as_command(game, view, action)}`"


def _way(
    game: Game, view: Any, action: Action, names: Sequence[str], path: tuple[str, ...]
) -> tuple[str, ...]:
    menu = game.wording.menu(view, [action], path, names)
    choices = [choice for group in menu.groups for choice in group.choices]
    for group in menu.groups:
        for choice in group.choices:
            if choice.actions == (action,):
                return (f"{group.prompt}: {choice.label}" if group.prompt else choice.label,)
    for choice in choices if len(path) < _DEEPEST else ():
        onward = not choice.actions and choice.orders is None
        if onward and (labels := _way(game, view, action, names, (*path, choice.key))):
            return (choice.label, *labels)
    return ()


MESSAGES = JobMessages(
    progress=N_("The match is being reviewed: {progress}. This takes a minute or so; it comes here."),
    others_first=N_("Another match is being reviewed; then it is the turn of this one."),
    one_each=N_("A review that you have asked for is not ready yet. Ask for the next one after it."),
    too_many=N_("You have asked for very many reviews lately. The next can be made in {wait}."),
    stopped=N_("The bot is being restarted, so the review was not finished. Ask for it again in a minute."),
    same=N_("This match is being reviewed now: {progress}. Ask again in a minute."),
)
DONE_LINES, DONE_TEXT = 2, 400
"""The most lines on the actions at a turning point, and the most characters."""


class MatchReviews(PartCommands):
    """Makes and shows reviews."""

    def __init__(self, bot: Client) -> None:
        super().__init__(bot)
        asked = Buckets(bot.clock, bot.limits.reviews_an_hour, "reviews")
        self.reviews = bot.services.of(Reviews)
        bot.hooks.busy.append(lambda: self.reviews.queue.busy)
        self.jobs = Jobs[Review](self.reviews.queue, asked, MESSAGES, _share)
        bot.handle("turning", self.press)
        bot.hooks.add_buttons(self._button, "end", "result", "result with film")

    async def cog_unload(self) -> None:
        """Stop, and tell the waiting users."""
        await super().cog_unload()
        await self.jobs.stop()

    @app_commands.command(extras=IN_PAST)
    @app_commands.describe(match="The id of the match, if it is not the one of this channel")
    async def review(self, interaction: Interaction, match: ANY_WORD = "") -> None:
        """See the win chances during an ended match, and its turning points."""
        await defer(interaction)
        await self.show(interaction, await self.bot.cog(Match).meant(interaction, match))

    async def press(self, interaction: Interaction, press: ComponentId) -> None:
        """Handle the button under a result."""
        await defer(interaction)
        await self.show(interaction, await self.bot.service.info(press.match))

    async def show(self, interaction: Interaction, info: MatchInfo) -> None:
        """Answer a deferred interaction with the review of a match. Raises `Refusal`."""
        review = await self.reviews.kept(info) or await self._made(interaction, info)
        if review is not None:
            game = self.bot.game_of(info)
            curve = await self.bot.workers.run(draw_summary, *_summary(info, review))
            told = [await self._moment(info, game, review, moment) for moment in review.moments]
            await answer(interaction, compose_review(game, review, curve, told))

    async def _made(self, interaction: Interaction, info: MatchInfo) -> Review | None:
        """Make a review; None where the bot stops meanwhile. Raises `Refusal`."""
        if not self.reviews.most:
            raise Refusal.translated("The host of this bot has turned reviews off.")
        if not info.stage.ended:
            raise Refusal.translated("This match has not ended; it can be reviewed after its end.")
        game, user = self.bot.game_of(info), interaction.user.id
        return await self.jobs.run(
            interaction,
            info.id,
            lambda reply: self.reviews.make(info, game, reply.report, user=user),
        )

    def _button(self, info: MatchInfo) -> list[Control]:
        """Return the button to the review of an ended match; none for a lesson, or without computers."""
        game = self.bot.games.get(info.game)
        if info.match_terms.prepared is not None or (game is not None and not game.computers):
            return []
        return [button(gettext("Review"), ComponentId("turning", info.id))]

    async def _moment(
        self, info: MatchInfo, game: Game, review: Review, moment: TurningPoint
    ) -> tuple[str, Picture]:
        """Return the text of a turning point, and the board before it as its player saw it."""
        info = await self.bot.service.history.as_it_was(info, moment.seq)
        (view,) = await self.bot.service.history.views_before(info.id, [(moment.seq, moment.seat)])
        match_view = MatchView(info, moment.seat, view, (), frozenset(), ())
        lines = await self.bot.service.history.lines(
            info.id, None, after=moment.seq - 1, before=moment.seq + 1
        )
        facts = [line.fact for line in lines if not isinstance(line.fact, Notice)]
        facts = [fact for fact in facts if game.wording.weigh(fact, view) > Weight.FRAME]
        done = bounded(describe_facts(game, facts, match_view), DONE_LINES, DONE_TEXT)
        words = [_chances(game, match_view, review, moment), _pressed(game, match_view, moment.done)]
        words += [done] if done else []
        if not moment.better:
            words.append(gettext("Nothing clearly better was found."))
        else:
            why = await asyncio.to_thread(_why, info, game, view, moment)
            words.append(
                gettext(
                    "Better: {move} ({gain} ± {error}). {reason}",
                    move=_pressed(game, match_view, moment.better[0]),
                    gain=f"+{moment.gain:.0%}",
                    error=f"{moment.error:.0%}",
                    reason=safe(why),
                ).rstrip()
            )
        with urgent(Urgency.REST):
            return "\n".join(words), await self.bot.draw(match_view)


def _why(info: MatchInfo, game: Game, view: Any, moment: TurningPoint) -> str:
    better = msgspec.json.decode(moment.better[0], type=game.rules.Action)
    return reasoned(info.game, info.rules, normal_player(info.game).key, view, moment.seat, better)


def _pressed(game: Game, match_view: MatchView, action: msgspec.Raw) -> str:
    read = msgspec.json.decode(action, type=game.rules.Action)
    return f"**{as_pressed(game, match_view.view, read, safe_names(match_view.match))}**"


def _chances(game: Game, match_view: MatchView, review: Review, moment: TurningPoint) -> str:
    """Return the time and the player of a turning point, and how the chances of their side changed."""
    side = next(place for place, seats in enumerate(review.sides) if moment.seat in seats)
    words = gettext(
        "{player}: {before} → {after}",
        player=safe_names(match_view.match)[moment.seat],
        before=f"{moment.before[side]:.0%}",
        after=f"{moment.after[side]:.0%}",
    )
    when = game.wording.moment(match_view.view)
    return f"**{when} · {words}**" if when else f"**{words}**"


def _summary(info: MatchInfo, review: Review) -> tuple[Summary, tuple[int, ...], list[str]]:
    """Return the data of the picture of the chances."""
    curves = tuple(
        [
            Curve(seats, tuple([round(100 * point.chances[side]) for point in review.points]))
            for side, seats in enumerate(review.sides)
        ]
    )
    chart = Chart(gettext("Chances to win, in percent"), curves, gettext("the beginning"), gettext("the end"))
    assert info.outcome is not None, "only matches with a result are reviewed"
    called = [drawn_player(info.names, seat) for seat in range(len(info.seats))]
    return Summary(chart, ()), info.outcome.winners, called


def compose_review(
    game: Game, review: Review, curve: Picture, told: Sequence[tuple[str, Picture]]
) -> OutgoingMessage:
    """Return the review: the curve, and the turning points with their pictures, in order of time."""
    parts = [
        part
        for number, (words, picture) in enumerate(told, start=1)
        for part in (text(words), picture_of(picture, f"moment-{number}"))
    ]
    nothing = gettext("No single turn changed the chances much.")
    return message_of(
        text(gettext("### {game}: how the chances went", game=game.title)),
        picture_of(curve, "chances"),
        text(_method(review)),
        *(parts or [text(nothing)]),
    )


def _method(review: Review) -> str:
    """Return how the figures were computed, and their margin of error."""
    return ngettext(
        "-# Estimated from {number} action that computers tried, with the knowledge of each seat; "
        "each point in {worlds} worlds, ± {error}.",
        "-# Estimated from {number} actions that computers tried, with the knowledge of each seat; "
        "each point in {worlds} worlds, ± {error}.",
        review.steps,
        worlds=review.worlds,
        error=f"{max([point.error for point in review.points], default=0.0):.0%}",
    )


def _share(done: int, total: int) -> str:
    """Return the progress of a review in words."""
    return f"{done / total:.0%}"


async def setup(bot: Client) -> None:
    """Add the reviews to the bot."""
    await bot.add_cog(MatchReviews(bot))
