"""`/learn`: a first match against the computer, with a word at each step, that can be left at any time."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from bot.engine.language import gettext, speaking
from bot.engine.lessons import Lesson
from bot.languages.catalogues import language
from bot.matches.model import MatchTerms, Stage
from bot.players import COMPUTERS
from bot.registry import GAMES
from bot.simulation import Series
from tests.cogs.club import Club
from tests.cogs.players import (
    any_offer,
    control,
    labels_of,
    moves_offered,
    panel_under_board,
    press,
    said,
    words_of,
)
from tests.cogs.players import panel_in_dm as dm_of

MATCHES = 60
"""Random matches, at most, in which every step of a lesson comes up."""
TIPS = [key for key, game in GAMES.items() if isinstance(game.lesson, Lesson)]
"""The games whose lesson is an ordinary match with tips; the others are in `test_guided_lessons`."""
HAT = "🎓"
PRESSES, ALL = 30, 2000
"""Presses of a button or a menu in the suite, and in a long run to the end."""


@pytest.mark.parametrize("key", TIPS)
def test_each_step_of_a_lesson_comes_up_and_whoever_is_to_act_is_told_something(key: str) -> None:
    game = GAMES[key]
    lesson, rules = game.lesson, game.rules
    assert lesson is not None
    options = rules.normalize(msgspec.convert(lesson.options, rules.Options, strict=False), 2)
    said_: set[int] = set()

    def watch(state: Any, _events: Any) -> None:
        awaited = 0 in rules.to_act(state)
        view = rules.view(state, 0)
        if view.outcome is not None:
            assert lesson.words(view, awaited=False, chosen=False) == lesson.over_text
            return
        for chosen in (False, True):
            step = lesson.step_for(view, awaited=awaited, chosen=chosen)
            assert step is not None or not awaited, (view.phase, chosen)
            if step is not None:
                said_.add(lesson.step.index(step))

    for number in range(MATCHES):
        players = (COMPUTERS["random"],) * 2
        series = Series(
            rules=rules, options=options, seats=2, players=players, games=1, seed=str(number), views=False
        )
        series.play(0, watch)
        if len(said_) == len(lesson.step):
            break
    assert said_ == set(range(len(lesson.step)))


@pytest.mark.parametrize("key", TIPS)
def test_a_lesson_is_told_in_german(key: str) -> None:
    lesson = GAMES[key].lesson
    assert lesson is not None
    with speaking(language("de")):
        assert all(
            gettext(words) != words for words in (lesson.over_text, *(each.text for each in lesson.step))
        )


def test_nothing_is_kept_of_a_lesson_in_other_matches() -> None:
    assert b"lesson" not in msgspec.json.encode(MatchTerms())
    taught = MatchTerms(lesson=True)
    assert msgspec.json.decode(msgspec.json.encode(taught), type=MatchTerms) == taught


@pytest.mark.parametrize(
    ("key", "presses"),
    [*[(key, PRESSES) for key in TIPS], *[pytest.param(key, ALL, marks=pytest.mark.soak) for key in TIPS]],
)
async def test_a_first_match_is_played_in_the_dm_with_a_word_at_each_step(
    club: Club, key: str, presses: int
) -> None:
    begun = said(await club.ann.slash(club.channel, "learn", game=key))
    assert f"Your first match of {GAMES[key].title} has begun in" in begun
    info = await club.here()
    assert info.match_terms.lesson is True
    assert info.seats[1].computer
    assert not info.match_terms.rated
    panel = dm_of(club.ann.user)
    assert HAT in words_of(panel)
    assert "Leave the lesson" in labels_of(panel)
    assert all(HAT not in words_of(post) for post in club.channel.history())
    if await play(club, random.Random(5), presses):
        assert "That was a whole match." in words_of(club.channel.history()[-1])
        assert "Leave the lesson" not in labels_of(club.ann.user.dm_channel.history()[-1])
    else:
        assert presses < ALL


async def play(club: Club, rng: random.Random, presses: int) -> bool:
    """Press what Ann is offered in her DM or under the board, or Back where a screen offers nothing; return
    whether the match has come to its end. Whatever asks her something has a word on it."""
    for _ in range(presses):
        if (await club.match_view(None)).match.stage.ended:
            return True
        member: Any = club.ann.user
        panel: Any = club.ann.user.dm_channel.history()[-1]
        if not labels_of(panel):  # the computer has played, and the next DM is not here yet
            member, panel = club.ann, await panel_under_board(club, club.ann)
        assert HAT in words_of(panel) or "This cannot be taken back" in words_of(panel)
        if moves_offered(panel):
            await press(member, panel, any_offer(panel, rng))
        else:
            await member.click(panel, custom_id=control(panel, "Back"))
    return False


async def test_a_lesson_is_found_in_the_help_and_left_at_any_time(club: Club) -> None:
    shown = (await club.ann.slash(club.channel, "help")).response
    await club.ann.click(shown, custom_id=control(shown, "Learn a game"))
    assert labels_of(shown) == [*(game.title for game in GAMES.values()), "Back"]
    await club.ann.click(shown, custom_id=control(shown, "Papyrus"))
    asked = (await club.ann.slash(club.channel, "learn")).response
    assert labels_of(asked) == labels_of(shown)
    refused = said(await club.ann.slash(club.channel, "learn", game="chess"))
    assert refused.startswith("There is no such game. The games are: papyrus,")
    panel, match = dm_of(club.ann.user), (await club.here()).id
    left = await club.ann.user.click(panel, custom_id=control(panel, "Leave the lesson"))
    assert "End the match for everybody, without a result?" in said(left)
    await club.ann.user.click(left.response, custom_id=control(left.response, "Yes, end it"))
    assert (await club.service.info(match)).stage is Stage.ABANDONED
