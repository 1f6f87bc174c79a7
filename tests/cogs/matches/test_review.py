"""`/match past review` and its button: the chances as a curve, and the decisive actions."""

from __future__ import annotations

import re
from unittest.mock import patch

import pytest

from bot.base.limits import Buckets
from bot.engine.positions import read_command
from bot.games.registry import GAMES
from bot.parts.analysis import service
from bot.parts.analysis.review import Effort
from bot.parts.analysis.service import Reviews
from bot.processes.workers import Workers
from cogs.analysis.review import MatchReviews, as_pressed
from tests.cogs.club import Club
from tests.cogs.league import ended
from tests.cogs.players import click, pictures_of, said
from tests.cogs.quickly import play_quickly

QUICK = Effort(points=6, worlds=2, ahead=2, decisions=2, first=2, closer=2)


@pytest.fixture(autouse=True)
def in_a_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    """A small search in a thread; the separate process is tested with the lab."""
    monkeypatch.setattr(Reviews, "open_workers", lambda _reviews: Workers(0))
    monkeypatch.setattr(service, "effort_for", lambda _game: QUICK)


async def test_a_match_is_reviewed_once_and_shown_to_every_asker(club: Club) -> None:
    await club.started(club.ben)
    assert "This match has not ended" in said(await club.eve.slash(club.channel, "match past review"))
    info = await play_quickly(club, 2)
    result = club.channel.history()[-1]
    first = await click(club.eve, result, "Review")
    told = said(first)
    review = await club.bot.services.of(Reviews).kept(info)
    assert all(sum(point.chances) == pytest.approx(1) for point in review.points)
    assert review.points[-1].chances == tuple([float(seat in info.outcome.winners) for seat in (0, 1)])
    assert 1 <= len(review.moments) <= 3
    assert len(pictures_of(first.response)) == 1 + len(review.moments)
    assert "Papyrus: how the chances went" in told
    assert f"Estimated from {review.steps} actions that computers tried" in told
    chances = re.findall(r"\d+% → \d+%", told)
    assert len(chances) == len(review.moments)
    assert "`/papyrus" not in told, "a move is named as the panel names it"

    with patch.object(Reviews, "make", side_effect=AssertionError("it is kept")):
        assert said(await club.ann.slash(club.channel, "match past review")) == told
        club.speaks(club.ben, "de")
        german = said(await club.ben.slash(club.channel, "match past review", match=info.id))
    assert "wie sich die Aussichten entwickelten" in german
    assert german.count("→") == told.count("→")


@pytest.mark.parametrize(
    ("key", "typed", "pressed"),
    [
        ("papyrus", "attack SMG-1 at SMG-1", "Attack at once, the best first: SMG-1 → ■SMG-1"),
        ("crossfire", "support 4h at b2", "Support b2 with 4♥"),
        ("arclash", "advance STO-04", "Advance to: Bailiff of Basalt"),
        ("neo-combat", "play card:Detect target:2.1", "Detect → ■2.1 → Play"),
        ("overcross", "play CST-19 at E1", "Escape-Pod Pilot → Deploy on: E1"),
        ("overcross", "end", "End turn"),
    ],
)
def test_an_action_has_its_name_on_the_panel(key: str, typed: str, pressed: str) -> None:
    game, lesson = GAMES[key], GAMES[key].lessons[0]
    view = game.rules.view(game.rules.position(lesson.position), 0)
    action = read_command(game.rules, game.wording, view, 0, typed)
    assert as_pressed(game, view, action, ("Ann", "Ben")).replace("\ufe0e", "") == pressed


async def test_a_match_that_cannot_be_reviewed_is_refused_in_a_sentence(club: Club) -> None:
    await club.started(club.ben)
    await ended(club)
    assert "ended without a result" in said(await club.ann.slash(club.channel, "match past review"))
    soon = await club.started(club.ben)
    await club.service.play.resign(soon.id, club.ann.id, request="at once")
    assert "over too soon" in said(await club.ann.slash(club.channel, "match past review", match=soon.id))

    await club.started(club.ben, options="squad=2 width=8 height=6")
    until = lambda match_view: match_view.view.round == 2  # noqa: E731
    info = await play_quickly(club, 3, until=until)
    await club.service.play.resign(info.id, club.ann.id, request="in time")
    reviews = club.bot.cog(MatchReviews)
    reviews.jobs.asked = Buckets(club.bot.clock, 1)
    with patch.object(club.bot.services.of(Reviews), "most", 0):
        assert "has turned reviews off" in said(
            await club.ann.slash(club.channel, "match past review", match=info.id)
        )
    reviewed = said(await club.ann.slash(club.channel, "match past review", match=info.id))
    assert "how the chances went" in reviewed
    review = await club.bot.services.of(Reviews).kept(info)
    assert review.points[-1].chances == (0.0, 1.0)
    assert all(moment.after != (0.0, 1.0) for moment in review.moments), "resigning is no turn of the match"
    with patch.object(club.bot.services.of(Reviews), "kept", return_value=None):
        assert "very many reviews lately" in said(
            await club.ann.slash(club.channel, "match past review", match=info.id)
        )
