"""Lessons: three simulated users play each; all of them do what is taught and reach the end."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bot.base.language import gettext, speaking
from bot.base.languages.catalogues import language
from bot.engine.guided import MOST_STEPS, GuidedLesson
from bot.engine.sentences import SEAT_MARKS
from bot.games.catalogue import CatalogueError, lesson_file, lessons
from bot.games.game import Game
from bot.games.registry import GAMES
from bot.host.cli import check
from bot.matches.model import MatchTerms, Stage
from cogs.play.screens import menu_of
from tests.cogs.club import Club
from tests.cogs.lesson_thumbs import Thumb, tip_of, walk
from tests.cogs.players import click, labels_of, panel_in_dm, pictures_of, said, words_of

LESSONS = {
    (key, number): lesson
    for key, game in GAMES.items()
    for number, lesson in enumerate(game.lessons, start=1)
}
IDS = [f"{key}-{number}" for key, number in LESSONS]
MOST_TAPS = 30


TAUGHT = {
    ("papyrus", 1): {"Moved", "Shot"},
    ("papyrus", 2): {"Moved", "Shot", "Healed"},
    ("crossfire", 1): {"Supported", "Laid", "Attacked", "Answered", "Seized", "KeptOne"},
    ("crossfire", 2): {"Towered", "Probed", "Seized", "Replaced", "Attacked"},
    ("arclash", 1): {"Advanced", "Played", "Passed", "Beaten"},
    ("neo-combat", 1): {"Revealed", "Played", "Defended", "Fended", "CloakedAgain", "Moved", "Killed"},
    ("free-table", 1): {
        "Unveiled",
        "Moved",
        "Looked",
        "Dealt",
        "Revealed",
        "Flipped",
        "Collected",
        "Counted",
    },
    ("overcross", 1): {"Deployed", "Moved", "Aimed", "SaveRolled", "Harmed", "Died"},
}
"""The events of each lesson, by the names of the facts."""


@pytest.mark.parametrize("key", LESSONS, ids=IDS)
def test_a_lesson_is_translated_into_german(key: tuple[str, int]) -> None:
    lesson = LESSONS[key]
    texts = (lesson.title, lesson.description, lesson.over_text, *(each.text for each in lesson.step))
    with speaking(language("de")):
        untold = [text for text in texts if gettext(text) == text]
    assert not untold


@pytest.mark.parametrize(
    ("thumb", "spoken"),
    [("follows", "de"), ("random", "en"), pytest.param("first", "en", marks=pytest.mark.soak)],
)
@pytest.mark.parametrize("key", LESSONS, ids=IDS)
async def test_each_simulated_user_reaches_the_end_of_a_lesson(
    club: Club, key: tuple[str, int], thumb: Thumb, spoken: str
) -> None:
    club.speaks(club.ann, "en-US" if spoken == "en" else spoken)
    await club.ann.slash(club.channel, "learn", game=key[0], lesson=key[1])
    match = (await club.here()).id
    walked = await walk(club, thumb, partial(check_ways, club, GAMES[key[0]]))
    info = await club.service.info(match)
    assert info.stage is Stage.FINISHED
    assert info.outcome.winners in ((), (0,))
    with speaking(language(spoken)):
        assert gettext(LESSONS[key].over_text)[:40] in words_of(club.ann.user.dm_channel.history()[-1])
        going_on = gettext("You played it in {place}: there, *Next* opens a real match.", place="…").split(
            "…"
        )[1]
        told = words_of(club.ann.user.dm_channel.history()[-1])
        assert (going_on in told) == bool(GAMES[key[0]].computers)
        why = gettext(info.outcome.why).rstrip(".")
        everything = "\n".join(words_of(post) for post in club.ann.user.dm_channel.history())
        assert everything.count(f"\n{why}.\n") == everything.count(why) == 1, "the outcome is told once"
    assert words_of(club.channel.history()[-1]).count(info.outcome.why.rstrip(".")) == 1
    prepared = info.match_terms.prepared
    assert prepared.done == (len(prepared.steps), len(prepared.answers))
    assert TAUGHT[key] <= {type(fact).__name__ for fact in await club.service.history.public_facts(match)}
    assert len(walked.told) <= MOST_STEPS
    assert walked.told == [f"{at}/{len(prepared.steps)}" for at in range(1, len(prepared.steps) + 1)]
    assert walked.named == walked.told
    assert walked.taps <= MOST_TAPS or thumb != "follows"
    start = (await club.service.history.match_view(match, None, 0)).view
    summary = GAMES[key[0]].wording.summary((), start, ("", ""), start)
    if summary is None:  # nothing of a free table is counted
        return
    course = summary.chart.curves
    ends = [item["description"] for item in pictures_of(club.channel.history()[-1])][1]
    for curve in course:
        assert f"{SEAT_MARKS[curve.seats[0]]} {curve.values[0]} → " in ends, "the charts begin at the start"


async def check_ways(club: Club, game: Game, panel: Any) -> None:
    """Check that no choice of a lesson's first screen leads nowhere, and that it is the tip's if one is."""
    match_view = await club.match_view(club.ann)
    if match_view.idle:
        return
    first = menu_of(game, match_view, ())
    choices = [each for group in first.groups for each in group.choices]
    ways = [each for each in choices if not each.actions]
    assert not [each.label for each in ways if menu_of(game, match_view, (each.key,)) == first]
    labels = [each.label.replace("\ufe0e", "") for each in ways]
    assert set(labels) <= tip_of(panel) or not set(labels) & tip_of(panel)


def test_cloaked_enemies_of_the_lesson_of_neo_combat_are_unknown() -> None:
    rules, lesson = GAMES["neo-combat"].rules, LESSONS["neo-combat", 1]
    view = rules.view(rules.position(lesson.position), 0)
    enemies = list(enumerate(view.tokens[view.options.team :]))
    assert [view.knowledge[1].name_of(token) for token, each in enemies if not each.revealed] == [-1, -1]


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (("move SMG-1 to D3", "move SMG-1 to J1"), 'step 1, "move SMG-1 to J1":'),
        (("options: rounds=2", "options: rounds=3"), "has not ended after the last step"),
        (("options: rounds=2", "options: round=2"), "position: line"),
    ],
)
def test_a_fault_of_a_lesson_is_reported_with_its_place(change: tuple[str, str], fault: str) -> None:
    game, written = GAMES["papyrus"], msgspec.json.encode(LESSONS["papyrus", 1]).decode()
    lesson = msgspec.json.decode(written.replace(*change), type=GuidedLesson)
    with pytest.raises(ValueError, match=fault):
        lesson.prepared(game.rules, game.wording)


def test_other_matches_store_nothing_of_lessons() -> None:
    assert b"lesson" not in msgspec.json.encode(MatchTerms())


async def test_a_lesson_is_opened_from_the_help_and_can_be_left(club: Club) -> None:
    shown = (await club.ann.slash(club.channel, "help")).response
    await click(club.ann, shown, "Learn a game")
    assert labels_of(shown) == [*(game.title for game in GAMES.values()), "Back"]
    await click(club.ann, shown, "Papyrus")
    asked = (await club.ann.slash(club.channel, "learn")).response
    assert labels_of(shown) == []
    assert labels_of(asked) == [*(game.title for game in GAMES.values()), "Back"]
    refused = said(await club.ann.slash(club.channel, "learn", game="chess"))
    assert refused.startswith('There is no game "chess". The games are: papyrus,')
    panel, match = panel_in_dm(club.ann.user), (await club.here()).id
    left = await click(club.ann.user, panel, "Leave the lesson")
    assert "End the match for everybody, without a result?" in said(left)
    await click(club.ann.user, left.response, "Yes, end it")
    assert (await club.service.info(match)).stage is Stage.ABANDONED


async def test_one_lesson_leads_to_the_next_and_then_to_a_real_match(club: Club) -> None:
    """A lesson has fixed steps, no draws and no proof, and is marked as done afterwards."""
    begun = said(await club.ann.slash(club.channel, "learn", game="papyrus"))
    assert "Your first match of Papyrus has begun in" in begun
    assert "its cards and dice chosen beforehand" in begun
    assert "step by step" in said(await club.ann.slash(club.channel, "papyrus end-turn"))
    for what in ("draw", "undo"):
        told = said(await club.ann.slash(club.channel, f"match ask {what}"))
        assert "A lesson ends with its last step" in told
    await walk(club, "follows")
    assert "nothing to prove" in said(await club.ann.slash(club.channel, "match past verify"))
    asked = (await club.ann.slash(club.channel, "learn")).response
    offered = (await click(club.ann, asked, "Papyrus")).response
    first, second = [lesson.title for lesson in GAMES["papyrus"].lessons]
    assert labels_of(offered) == [f"1. {first} ✓", f"2. {second}"]
    result = club.channel.history()[-1]
    assert "Fair dice" not in labels_of(result)
    assert labels_of(result)[:2] == ["Next: a real match against the easy player", f"Next lesson: {second}"]
    begun = said(await click(club.ann, result, labels_of(result)[1]))
    assert f"**{second}**" in begun
    await walk(club, "follows")
    last = club.channel.history()[-1]
    assert not [label for label in labels_of(last) if label.startswith("Next lesson")]
    asked = (await club.ann.slash(club.channel, "learn")).response
    offered = (await click(club.ann, asked, "Papyrus")).response
    assert labels_of(offered) == [f"1. {first} ✓", f"2. {second} ✓"]
    assert "1. " in said(await club.ann.slash(club.channel, "learn", game="papyrus", lesson=3))
    profile = said(await club.ann.slash(club.channel, "profile"))
    assert "Ann has not finished a match yet." in profile, "a lesson is no match that one has won"
    real = said(await click(club.ann, last, labels_of(last)[0]))
    assert "against Recruit has begun in" in real


def test_numbered_lessons_are_read_and_faults_name_their_file(tmp_path: Path) -> None:
    folder = tmp_path / "papyrus"
    folder.mkdir()
    first = lesson_file("papyrus", 1).read_text(encoding="utf-8")
    (folder / "lesson.toml").write_text(first, encoding="utf-8")
    (folder / "lesson-3.toml").write_text(first, encoding="utf-8")
    with pytest.raises(CatalogueError, match=r"lesson-2\.toml: this file is missing"):
        lessons("papyrus", tmp_path)
    (folder / "lesson-3.toml").rename(folder / "lesson-2.toml")
    with pytest.raises(CatalogueError, match=r"lesson-2\.toml:\d+: a lesson before it has the same position"):
        lessons("papyrus", tmp_path)


def test_the_check_plays_all_lessons(monkeypatch: pytest.MonkeyPatch) -> None:
    game = GAMES["papyrus"]
    unfinished = msgspec.structs.replace(game.lessons[1], step=game.lessons[1].step[:1])
    broken = msgspec.structs.replace(game, lessons=(game.lessons[0], unfinished))
    monkeypatch.setattr("bot.games.registry.GAMES", {"papyrus": broken})
    told = check._data()
    assert "lesson-2.toml: the match has not ended after the last step" in str(told)
