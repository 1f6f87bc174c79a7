"""Films of matches: all public boards as an animated GIF.

A film is drawn board by board by the workers, between the boards of other matches; one film at a time.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from discord.ext import commands

from bot.base.ids import MatchId
from bot.base.language import N_, Language, current, gettext, ngettext, speaking
from bot.base.limits import Buckets
from bot.engine.errors import Refusal, Unavailable
from bot.matches.model import MatchInfo, MatchView
from bot.matches.outbox import TryLater
from bot.parts.analysis.review import evenly
from bot.processes.queues import Queue
from bot.processes.workers import Urgency, urgent
from cogs.kit.client import Client, Interaction
from cogs.kit.controls import ComponentId, Control, button
from cogs.kit.layout import Attachment, Gallery, LimitBroken, OutgoingMessage, message_of, text
from cogs.kit.progress import JobMessages, Jobs, ProgressReply
from cogs.kit.replies import answer, defer
from cogs.publishing.publisher import Publisher
from renderers.kit.gif import Film, Reel, frame_of

MOST_BOARDS = 120
"""The most boards of a film; of a longer match they are chosen evenly."""
MESSAGES = JobMessages(
    progress=N_("The film is being drawn: {progress}."),
    others_first=N_("Another film is being drawn; then it is the turn of this one."),
    one_each=N_("A film of yours is not ready yet. Ask for the next one after it."),
    too_many=N_("You have asked for very many films lately. The next can be drawn in {wait}."),
    stopped=N_("The bot is being restarted, so the film was not finished. Ask for it again in a minute."),
    same=N_("A film of this match is being drawn just now: {progress}. Ask again in a minute."),
)


class Films(commands.Cog):
    """Draws films, and handles the button that requests one."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot
        self.queue = Queue(bot.clock)
        asked = Buckets(bot.clock, bot.limits.films_an_hour, "films")
        self.jobs = Jobs[Film](self.queue, asked, MESSAGES, _boards)
        bot.handle("film", self.press)
        bot.hooks.films.append(lambda interaction, info: self.show(interaction, info.id))
        bot.hooks.add_buttons(_post_button, "end", "result")
        bot.hooks.add_buttons(_button, "past")

    async def cog_unload(self) -> None:
        """Stop drawing, and tell the waiting users."""
        await self.jobs.stop()

    async def press(self, interaction: Interaction, press: ComponentId) -> None:
        """Draw the film: in public under the result, elsewhere for the asker."""
        await defer(interaction)
        if press.path == ("post",):
            await self._attach(interaction, press.match)
        else:
            await self.show(interaction, press.match)

    async def show(self, interaction: Interaction, match: MatchId) -> None:
        """Answer a deferred interaction with the film of a match."""
        film = await self._film(interaction, match, current())
        if film is not None:
            await answer(interaction, _page(await self._file(match, film)))

    async def _attach(self, interaction: Interaction, match: MatchId) -> None:
        """Add the film to the result post, in the language of the place; otherwise answer with it."""
        there = await self.bot.languages.of_place(interaction)
        film = await self._film(interaction, match, there)
        if film is None:
            return
        with speaking(there):
            file = await self._file(match, film)
        try:
            attached = await self.bot.cog(Publisher).results.attach_film(match, file)
        except (TryLater, LimitBroken, Unavailable):
            attached = False
        if attached:
            await answer(interaction, gettext("The film is in the post with the result."))
        else:
            await answer(interaction, _page(await self._file(match, film)))

    async def _film(self, interaction: Interaction, match: MatchId, drawn_in: Language) -> Film | None:
        """Return the film of a match with boards in a language; None when the bot stops meanwhile.

        The waiting user sees the progress in their own language. Raises `Refusal` while another film of the
        match is drawn.
        """
        return await self.jobs.run(
            interaction, match, partial(self._drawn, interaction.user.id, match, drawn_in)
        )

    async def _drawn(self, user: int, match: MatchId, drawn_in: Language, reply: ProgressReply[Film]) -> Film:
        async with self.queue.turn(user):
            steps = await self.bot.service.history.steps(match, None)
            if not steps:
                raise Refusal.translated("There are no events for a film yet.")
            boards = evenly([0, *[step.seq for step in steps]], MOST_BOARDS)
            match_views = await self.bot.service.history.film(match, boards)
            with urgent(Urgency.REST):
                return await self._projected(match_views, drawn_in, reply)

    async def _projected(
        self, match_views: Sequence[MatchView], drawn_in: Language, reply: ProgressReply[Film]
    ) -> Film:
        reel = Reel()
        for done, match_view in enumerate(match_views):
            await reply.report(done, len(match_views))
            with speaking(drawn_in):
                part = self.bot.game_of(match_view.match).renderer.film_part
                picture = await self.bot.draw(match_view, part=part)
            reel.take(*await self.bot.workers.run(frame_of, picture, reel.colours))
        await reply.report(len(match_views), len(match_views))
        cutting = reel.cut()
        while True:
            film: Film | None = await self.bot.workers.run_here(partial(next, cutting))
            if film is not None:
                return film

    async def _file(self, match: MatchId, film: Film) -> Attachment:
        """Return a film as a file to be sent, described in the current language."""
        game = self.bot.game_of(await self.bot.service.info(match))
        alt = ngettext(
            "A film of a match of {game}, {number} board.",
            "A film of a match of {game}, {number} boards.",
            film.frames,
            game=game.title,
        )
        return film_file(match, film, alt)


def _post_button(info: MatchInfo) -> list[Control]:
    """Return the button that adds the film to the post of a result; a lesson has none."""
    if info.match_terms.prepared is not None:
        return []
    return [button(gettext("Film"), ComponentId("film", info.id, path=("post",)))]


def _button(info: MatchInfo) -> list[Control]:
    return [button(gettext("Film"), ComponentId("film", info.id))]


def film_file(match: str, film: Film, alt: str) -> Attachment:
    """Return a film as a file to be sent."""
    return Attachment(f"tablepost-{match}.gif", film.gif, alt)


def _boards(done: int, total: int) -> str:
    """Return the progress of a film in words."""
    return gettext("{done} of {total} boards", done=done, total=total)


def _page(file: Attachment) -> OutgoingMessage:
    return message_of(text(f"### {file.alt}"), Gallery((file,)))


async def setup(bot: Client) -> None:
    """Add the films to the bot."""
    await bot.add_cog(Films(bot))
