"""Prepared lessons: three thumbs walk each of them, and all of them do what is taught and reach the end."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from bot.engine.guided import MOST_STEPS, GuidedLesson, Prepared
from bot.engine.language import gettext, speaking
from bot.languages.catalogues import language
from bot.matches.model import Stage
from bot.registry import GAMES
from cogs.kit.controls import ComponentId
from tests.cogs.club import Club
from tests.cogs.players import control, controls_of, labels_of, said, words_of

GUIDED = {key: game.lesson for key, game in GAMES.items() if isinstance(game.lesson, GuidedLesson)}
HAT = "🎓"
MOST_TAPS = 30


def kinds_done(key: str, lesson: Prepared) -> list[str]:
    """Return what kinds of actions the steps of a lesson are."""
    kind = GAMES[key].rules.Action
    return [type(msgspec.json.decode(each, type=kind)).__name__ for step in lesson.steps for each in step[0]]


TAUGHT = {
    "papyrus": {"Move", "Attack", "EndTurn"},
    "neo-combat": {"Play", "Defend", "Cloak", "Move"},
}
"""The kinds of actions that a learner does in each lesson."""


@pytest.mark.parametrize("key", GUIDED)
def test_a_lesson_is_short_and_teaches_what_it_should(key: str) -> None:
    prepared = GUIDED[key].prepared(GAMES[key].rules, GAMES[key].wording)
    assert len(prepared.steps) <= MOST_STEPS
    assert set(kinds_done(key, prepared)) >= TAUGHT[key]


@pytest.mark.parametrize("key", GUIDED)
def test_a_lesson_is_told_in_german(key: str) -> None:
    lesson = GUIDED[key]
    with speaking(language("de")):
        untold = [
            text for text in (lesson.over_text, *(each.text for each in lesson.step)) if gettext(text) == text
        ]
    assert not untold


@pytest.mark.parametrize("thumb", ["follows", "first", "random"])
@pytest.mark.parametrize("key", GUIDED)
async def test_each_thumb_reaches_the_end_of_a_lesson(club: Club, key: str, thumb: str) -> None:
    begun = said(await club.ann.slash(club.channel, "learn", game=key))
    assert f"Your first match of {GAMES[key].title} has begun in" in begun
    match = (await club.here()).id
    told: list[str] = []
    taps = await walk(club, thumb, told)
    info = await club.service.info(match)
    assert info.stage is Stage.FINISHED
    assert info.outcome is not None
    assert info.outcome.winners in ((), (0,))
    prepared = info.match_terms.prepared
    assert prepared is not None
    assert prepared.done == (len(prepared.steps), len(prepared.answers))
    assert told == [f"{at}/{len(prepared.steps)}" for at in range(1, len(prepared.steps) + 1)]
    result = club.channel.history()[-1]
    assert labels_of(result)[0] == "Next: a real match against the easy player"
    if thumb == "follows":
        assert taps <= MOST_TAPS, taps
    assert "Fair dice" not in labels_of(result)
    asked = await club.ann.click(
        result, custom_id=control(result, "Next: a real match against the easy player")
    )
    assert "has begun in" in said(asked)


async def walk(club: Club, thumb: str, told: list[str]) -> int:
    """Press until the match is over; note which steps were told, and return the taps that were needed."""
    rng, taps = random.Random(thumb), 0
    for _ in range(400):
        if (await club.match_view(None)).match.stage.ended:
            return taps
        panel: Any = club.ann.user.dm_channel.history()[-1]
        step = words_of(panel).partition(f"{HAT} ")[2].partition(" ")[0]
        if step and step not in told:
            told.append(step)
        taps += await tap(club, panel, thumb, rng)
    raise AssertionError(f"no end after {taps} taps: {words_of(club.ann.user.dm_channel.history()[-1])}")


async def tap(club: Club, panel: Any, thumb: str, rng: random.Random) -> int:
    """Press one control; return what it costs, an option of a select two."""
    offered = [each for each in controls_of(panel) if each.get("options") or each.get("label")]
    usual = [each for each in offered if ComponentId.decode(each["custom_id"]).verb in ("pick", "sure")]
    if thumb == "random":
        chosen = rng.choice([each for each in offered if each.get("label") != "Leave the lesson"])
    elif thumb == "first":
        chosen = offered[0]
    else:
        chosen = (usual or [each for each in offered if each.get("label") == "Back"])[0]
    if chosen.get("options"):
        value = (rng.choice(chosen["options"]) if thumb == "random" else chosen["options"][0])["value"]
        await club.ann.user.select(panel, [value], custom_id=chosen["custom_id"])
        return 2
    await club.ann.user.click(panel, custom_id=chosen["custom_id"])
    return 1


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (("move SMG-1 to D3", "move SMG-1 to J1"), 'step 1, "move SMG-1 to J1":'),
        (("options: rounds=2", "options: rounds=3"), "has not ended after the last step"),
        (("options: rounds=2", "options: round=2"), "position: line"),
    ],
)
def test_a_fault_of_a_lesson_is_told_with_its_place(change: tuple[str, str], fault: str) -> None:
    game, written = GAMES["papyrus"], msgspec.json.encode(GUIDED["papyrus"]).decode()
    lesson = msgspec.json.decode(written.replace(*change), type=GuidedLesson)
    with pytest.raises(ValueError, match=fault):
        lesson.prepared(game.rules, game.wording)


async def test_a_lesson_keeps_to_its_steps_and_has_neither_draw_nor_proof(club: Club) -> None:
    begun = said(await club.ann.slash(club.channel, "learn", game="papyrus"))
    assert "dice chosen beforehand" in begun
    assert "step by step" in said(await club.ann.slash(club.channel, "papyrus end-turn"))
    assert "A lesson ends with its last step" in said(await club.ann.slash(club.channel, "match ask draw"))
    assert "A lesson ends with its last step" in said(await club.ann.slash(club.channel, "match ask undo"))
    await walk(club, "follows", [])
    assert "nothing to prove" in said(await club.ann.slash(club.channel, "match past verify"))
