"""Films of matches on Discord: drawn board by board with progress, and added to the result post."""

from __future__ import annotations

import asyncio
import io
import itertools
import sys
from types import SimpleNamespace
from typing import Any

import pytest
from PIL import Image
from simcord import MemberActor

from bot.base.language import ENGLISH
from bot.engine.errors import Unavailable
from bot.matches.model import MatchInfo
from cogs.analysis.film import MESSAGES, evenly, film_file
from renderers.kit.gif import Film
from tests.cogs.club import SMALL, Club
from tests.cogs.league import keeper
from tests.cogs.players import click, control, labels_of, pictures_of, said, words_of
from tests.cogs.quickly import play_quickly


async def played(club: Club, seed: int = 21) -> MatchInfo:
    await club.started(club.ben, options=SMALL.replace("rounds=4", "rounds=1"))
    return await play_quickly(club, seed)


async def frames_of(files: Any) -> int:
    (file,) = [each for each in files if each.filename.endswith(".gif")]
    content = await file.read()
    assert len(content) < 8_000_000
    return int(getattr(Image.open(io.BytesIO(content)), "n_frames", 1))


def projection() -> Any:
    """The module that shows the progress of a film."""
    return sys.modules["cogs.kit.progress"]


def progress_in(club: Club) -> list[str]:
    """Return all progress texts of a film, in order."""
    told = []
    for request in club.env.http_requests:
        words = str(request.json) if request.path.endswith("@original") else ""
        if "being drawn" in words:
            told.append(words[words.index("The film") :].split("'")[0])
    return told


async def test_the_button_under_a_result_adds_the_film_to_the_post(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(projection(), "UPDATE_SECONDS", 0.0)
    info = await played(club)
    result = club.channel.history()[-1]
    before, buttons = words_of(result), ["Rematch", "Replay", "Review", "Film", "Fair dice"]
    assert [each for each in labels_of(result) if each != "What happened"] == buttons
    pressed = await click(club.eve, result, "Film")
    assert said(pressed) == "The film is in the post with the result."
    result = club.channel.history()[-1]
    boards = 1 + len(await club.service.history.steps(info.id, None))
    assert await frames_of(result.attachments) == boards
    assert f"tablepost-{info.id}.gif" in [file.filename for file in result.attachments]
    assert f"tablepost-{info.id}.json" in [file.filename for file in result.attachments]
    assert words_of(result) == before
    assert len(pictures_of(result)) == 3, "the last board, the film, how it went"
    assert pictures_of(result)[1]["description"] == f"A film of a match of Papyrus, {boards} boards."
    buttons.remove("Film")
    assert [each for each in labels_of(result) if each != "What happened"] == buttons
    told = progress_in(club)
    assert told[0] == f"The film is being drawn: 0 of {boards} boards."
    assert told[-1] == f"The film is being drawn: {boards} of {boards} boards."
    assert len(told) == boards + 1


async def test_progress_is_in_the_asker_s_language_and_the_film_in_the_server_s(
    club: Club,
) -> None:
    """If no post takes the film, the asker gets it in the asker's language too."""
    await keeper(club).slash(club.channel, "table language", language="de")
    info = await played(club)
    result = club.channel.history()[-1]
    offered = control(result, "Film")
    publisher: Any = club.bot.get_cog("Publisher")
    results, faults = publisher.results, [None, Unavailable("The database does not answer at the moment.")]
    attach = results.attach_film

    async def attach_film(*_rest: Any) -> bool:
        if fault is not None:
            raise fault
        return False

    results.attach_film = attach_film
    for fault in faults:  # noqa: B007
        told = said(await club.eve.click(result, custom_id=offered))
        assert told.startswith("### A film of a match of Papyrus")
    results.attach_film = attach
    await club.eve.click(result, custom_id=offered)
    boards = 1 + len(await club.service.history.steps(info.id, None))
    shown = pictures_of(club.channel.history()[-1])
    assert shown[1]["description"] == f"Ein Film einer Partie Papyrus, {boards} Bretter."


async def test_a_film_of_a_running_match_is_private_and_equal_to_the_public_one(
    club: Club,
) -> None:
    """PAP-02: it shows the public view."""
    await club.started(club.ben)
    told = said(await club.ann.slash(club.channel, "match past replay", film=True))
    assert told == "There are no events for a film yet."
    await club.ann.slash(club.channel, "papyrus preset", squad="balanced")
    assert said(await club.ann.slash(club.channel, "match past replay", film=True)) == told, (
        "that was a secret"
    )
    for member in (club.ann, club.ben):
        if member is club.ben:
            await member.slash(club.channel, "papyrus preset", squad="balanced")
        await member.slash(club.channel, "papyrus ready")
    posts = len(club.channel.history())
    info = await club.here()
    public = await club.service.history.steps(info.id, None)
    for member in (club.ann, club.eve):
        shown = await member.slash(club.channel, "match past replay", film=True)
        assert await frames_of(shown.response.attachments) == 1 + len(public)
    assert len(club.channel.history()) == posts
    await play_quickly(club, 22, until=lambda match_view: match_view.view.round >= 2)
    contents = set()
    for member in (club.ann, club.ben, club.eve):
        shown = await member.slash(club.channel, "match past replay", film=True)
        (file,) = shown.response.attachments
        contents.add(await file.read())
    assert len(contents) == 1


async def test_without_the_result_post_the_asker_gets_the_film(club: Club) -> None:
    await played(club)
    result = club.channel.history()[-1]
    shown = await click(club.ann, result, "Replay")
    await result.delete()
    info = await club.here()
    again = await club.ann.click(shown.response, label="Film")
    assert await frames_of(again.response.attachments) > 1  # type: ignore[union-attr]
    assert not await club.bot.get_cog("Publisher").results.attach_film(  # type: ignore[union-attr]
        info.id, film_file(info.id, Film(b"GIF89a", 1, 1, 1), "a film")
    )


class Held:
    """Lets a film be drawn up to a board, and holds it there."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, board: int) -> None:
        self.reached = asyncio.Event()
        self.let_go = asyncio.Event()
        drawn = projection().ProgressReply.report

        async def report(working: Any, done: int, total: int) -> None:
            await drawn(working, done, total)
            if done == board:
                self.reached.set()
                await self.let_go.wait()

        monkeypatch.setattr(projection().ProgressReply, "report", report)

    async def reached_by(self, film: asyncio.Task[Any]) -> None:
        """Wait until the film is drawn up to there. Raises the error of the drawing."""
        reached = asyncio.ensure_future(self.reached.wait())
        await asyncio.wait({film, reached}, return_when=asyncio.FIRST_COMPLETED)
        if not reached.done():
            reached.cancel()
            raise AssertionError(f"the film ended before: {await film}")


class Answered:
    """Simulates a deferred interaction; stores the answers to it."""

    def __init__(self, who: MemberActor) -> None:
        self.id, self.client = who.id, None
        self.user = SimpleNamespace(id=who.id)
        self.extras: dict[str, Any] = {}
        self.words: list[str] = []

    async def edit_original_response(self, *, view: Any, **_rest: Any) -> None:
        self.words += [child.content for child in view.walk_children() if hasattr(child, "content")]


async def test_a_second_asker_sees_the_progress_and_waiting_ones_learn_that_the_bot_stopped(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    info = await played(club)
    held = Held(monkeypatch, 2)
    maker: Any = club.bot.get_cog("Films")
    waiting = Answered(club.ann)
    task = asyncio.create_task(maker._film(waiting, info.id, ENGLISH))
    await held.reached_by(task)
    told = said(await club.eve.slash(club.channel, "match past replay", film=True))
    assert told.startswith("A film of this match is being drawn just now: 2 of ")
    await club.bot.remove_cog("Films")  # the first thing that closing the bot does
    assert await task is None
    assert waiting.words[-1] == MESSAGES.stopped
    held.let_go.set()
    await club.restart()
    shown = await club.eve.slash(club.channel, "match past replay", film=True)
    assert await frames_of(shown.response.attachments) > 2  # type: ignore[union-attr]


@pytest.mark.parametrize("count", [1, 2, 5, 119, 120, 121, 500, 5000])
def test_the_boards_of_a_long_film_are_evenly_spaced(count: int) -> None:
    chosen = evenly(range(count), 120)
    assert (chosen[0], chosen[-1]) == (0, count - 1)
    assert len(chosen) == len(set(chosen)) == min(count, 120)
    gaps = {later - earlier for earlier, later in itertools.pairwise(chosen)}
    assert max(gaps, default=0) - min(gaps, default=0) <= 1
