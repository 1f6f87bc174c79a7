"""The lab plays what it is given: sets with sides, points and objectives of their own, and decks of none."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from bot.engine.cards.files.reading import read_card_set
from bot.games.registry import GAMES
from bot.parts.workshop.lab.contests import Contest
from bot.parts.workshop.lab.own_cards import NothingToPlay, setting_for
from bot.parts.workshop.lab.plans import plan_for
from bot.parts.workshop.lab.study import Plan, study
from bot.parts.workshop.lab.wording import setting_lines
from tests.parts.workshop.lab.own_sides import HARM, SWEEP, Card, own_side
from tests.parts.workshop.lab.test_lab import play

CARDS = GAMES["overcross"].cards


def pool_of(content: bytes) -> Any:
    assert CARDS is not None
    reading = read_card_set(content, "tea.toml", CARDS.format, CARDS.library.standard)
    assert reading.set is not None, [str(found) for found in reading.findings]
    return CARDS.library.add(CARDS.library.standard.with_sets([reading.set]))


def own_of(pool: Any) -> frozenset[str]:
    return frozenset([number for number in pool.cards if number.startswith("TEA")])


def plan_of(content: bytes, most: int = 600) -> Plan:
    pool = pool_of(content)
    return plan_for("overcross", pool.hash, own_of(pool), most)


def first_line(plan: Plan) -> str:
    contest = plan.contest
    options = msgspec.to_builtins(contest.options)
    return " ".join(setting_lines(contest.game, contest.pool, options, tuple(plan.given), plan.left_out))


TEN: list[tuple[dict[str, Any], str]] = [
    ({"points": 30}, "Played with points=30 and objective=flag, for which these cards are made."),
    ({"points": 60}, "Played with points=60 and objective=flag, for which these cards are made."),
    ({"points": 60, "leader": True}, "Played with points=60, for which these cards are made."),
    ({"points": 100}, "Played with objective=flag, for which these cards are made."),
    ({"points": 100, "leader": True}, ""),
    ({"points": 150}, "Played with points=150 and objective=flag, for which these cards are made."),
    ({"points": 60, "objectives": ("invasion",)},
     "Played with points=60 and objective=invasion, for which these cards are made."),
    ({"points": 60, "objectives": ("deathmatch",), "leader": True},
     "Played with points=60 and objective=deathmatch, for which these cards are made."),
    ({"deck": False}, "Played with objective=flag, for which these cards are made."),
    ({"deck": False, "leader": True}, ""),
]  # fmt: skip
"""Sets of a side of their own, and the first line of their report."""


@pytest.mark.parametrize(("written", "line"), TEN)
def test_each_match_has_a_deck_of_the_set_against_legal_decks(written: dict[str, Any], line: str) -> None:
    plan = plan_of(own_side(**written))
    contest = plan.contest
    assert first_line(plan) == line
    building = GAMES["overcross"].decks
    assert building is not None
    brought = contest.loadouts()
    own = {number for number in contest.known_cards if number.startswith("TEA")}
    held: set[str] = set()
    for line_up in contest.line_ups:
        mine = [key for key in line_up if own & dict(brought[key].entries).keys()]
        assert mine, line_up
        held |= {number for key in mine for number in dict(brought[key].entries)}
        for key in line_up:
            assert building.faults(brought[key].entries, contest.pool, contest.options) == ()
    assert own <= held, "every card of the set is in a deck that plays"


def test_decks_of_two_sizes_are_played_in_one_and_the_other_is_said_to_be_left_out() -> None:
    content = own_side(points=60).decode()
    other = content[content.index("[decks.house-blend]") :].split("\n\n")[0]
    other = (
        other.replace("house-blend", "small-cup")
        .replace("House Blend", "Small Cup")
        .replace("points = 60", "points = 70")
    )
    plan = plan_of(content.replace("[[characters]]", f"{other}\n\n[[characters]]", 1).encode())
    assert plan.left_out == ("small-cup",)
    assert first_line(plan).endswith("Not played: Small Cup is made for 70 points.")


def test_options_that_the_designer_gives_stay() -> None:
    pool = pool_of(own_side(points=60))
    setting = setting_for("overcross", pool.hash, own_of(pool), 2, {"points": 100, "objective": "invasion"})
    assert (setting.options.points, setting.options.objective) == (100, "invasion")
    assert setting.left_out == ("house-blend",)
    assert any(key.startswith("made-") for key in setting.holders)


def test_a_set_of_which_no_deck_can_be_made_is_refused_with_the_reason() -> None:
    assert CARDS is not None
    content = own_side(deck=False, planted=None).decode()
    few = content.split("[[characters]]")[:3]
    pool = pool_of("[[characters]]".join(few).encode())
    with pytest.raises(NothingToPlay, match=r"No deck that can be played holds Guest 1 \(TEA-01\)"):
        plan_for("overcross", pool.hash, own_of(pool), 600)


def test_a_named_card_that_cannot_be_tested_is_said_to_be_untested() -> None:
    plan = plan_of(own_side(points=30, leader=True), 8)
    contest: Contest = msgspec.structs.replace(plan.contest, games=1, only=plan.contest.line_ups[:1])
    found = study(Plan(contest=contest, named=("CST-30",), pairs=1), play)
    assert found.untested == ("CST-30",)
    assert "CST-30" not in found.worth


@pytest.mark.slow
@pytest.mark.parametrize("planted", [SWEEP, HARM])
@pytest.mark.parametrize(("written", "line"), TEN)
def test_what_the_lab_says_is_about_the_planted_card_or_its_deck(
    written: dict[str, Any], line: str, planted: Card
) -> None:
    plan = plan_of(own_side(**written, planted=planted), 60)
    found = study(plan, play)
    mine = {key for key in plan.contest.entrants if key.startswith(("house-blend", "made-"))}
    abouts = {each.about for each in found.findings if each.kind not in ("seat", "begins", "draws")}
    assert found.worth.keys() <= set(plan.among)
    assert abouts <= {"TEA-40", *mine, *plan.among}
