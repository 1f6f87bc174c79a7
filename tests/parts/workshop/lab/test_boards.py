"""The lab with custom maps, layouts and squads: uneven ones are found, even ones are not reported."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from bot.base.language import speaking
from bot.base.languages.catalogues import language
from bot.engine.errors import BadOptions
from bot.engine.lab import Board
from bot.games.papyrus.rules.squads import own_squads
from bot.games.registry import GAMES
from bot.parts.workshop.lab.board_report import (
    DRAWS,
    BoardReport,
    Plain,
    PlainDifference,
    board_findings,
    measured_board,
    sides,
)
from bot.parts.workshop.lab.board_wording import board_sentences
from bot.parts.workshop.lab.boards import affordable, board_of, plan_on, shipped_board, shipped_boards
from bot.parts.workshop.lab.contests import Bout
from bot.parts.workshop.lab.plans import squads_plan
from bot.parts.workshop.lab.report import report_of
from bot.parts.workshop.lab.study import NothingEnded, study
from bot.parts.workshop.lab.tallies import Count, Tally
from bot.parts.workshop.lab.wording import squad_line
from bot.parts.workshop.maps.reading import read_map_file
from tests.parts.workshop.cogs.test_maps import RATS, SHORT, SWAMP

FORMATS = tuple([each for game in GAMES.values() for each in game.map_formats])
CLOG = b"""
key = "clog"
title = "The Clog"
largest_squad = 4
grid = \"\"\"
............
.........#..
........#...
.......#.#..
........#...
.........#..
........#...
.........#..
\"\"\"
"""
"""A map on which seat 2 begins in a maze: chance alone does not make it as uneven as it is."""


def play(bouts: Iterator[Bout]) -> Iterator[Count]:
    return (bout.play() for bout in bouts)


def board(content: bytes) -> Board:
    reading = read_map_file(content, "file", FORMATS)
    found = board_of(reading.format, reading.value)
    assert found is not None
    return found


@pytest.fixture(scope="module")
def clog() -> BoardReport:
    """Return the results of 42 matches on the planted map, and as many on an open field."""
    return measured_board(plan_on(board(CLOG), 1, seed="planted"), play)


def test_a_map_that_shuts_in_one_seat_is_found(clog: BoardReport) -> None:
    assert [(each.kind, each.about) for each in clog.findings][:1] == [("seat", "1")]
    assert clog.sides["1"].rate > 0.6
    told = board_sentences(clog)
    assert told[0].startswith("Seat 1 wins "), "what is wrong comes first"
    assert "more than its share" in told[0]
    assert clog.plain is not None
    assert clog.plain.turns.sure
    assert told[-1].startswith("It makes a difference, by comparison with 42 matches on an open field")
    with speaking(language("de")):
        assert board_sentences(clog)[0].startswith("Platz 1 gewinnt ")
    assert sum([rate.rate for rate in clog.sides.values()]) == pytest.approx(1, abs=0.001)
    assert clog.begins.matches == clog.matches == 42
    assert clog.turns.low <= clog.turns.mean <= clog.turns.high


def test_a_layout_is_compared_with_the_usual_one() -> None:
    short = measured_board(plan_on(board(SHORT), 2), play)
    assert (short.matches, short.squads) == (2, {})
    assert short.plain is not None
    assert short.plain.matches == 2
    assert measured_board(plan_on(board(SHORT), 2), play) == short, "all comes from the seed"
    assert "on the usual layout" in board_sentences(short)[-1]
    usual = shipped_board("layout~two")
    assert usual is not None
    plan = plan_on(usual, 2)
    assert plan.plain is None
    assert plan.matches == 2


@pytest.mark.parametrize(
    ("turns", "usual"), [([], (0, 0)), ([7], (7, 7)), ([2, 9], (2.7, 8.3)), ([1, 2, 3], (1.2, 2.8))]
)
def test_the_usual_length_lies_within_the_shortest_and_the_longest(
    turns: list[int], usual: tuple[float, float]
) -> None:
    """Two matches of 2 and 9 turns do not last -3 to 14 turns (`findings/below-the-lowest.sh`)."""
    assert Count(turns=turns).usual_turns() == pytest.approx(usual)


def test_a_seat_that_hardly_ever_wins_is_named_with_those_that_win_instead() -> None:
    """Of three seats one may win 1 %: that the other two win too much does not say which."""
    leaves = shipped_board("loose-leaves")
    assert leaves is not None
    count = counted(3, {0: 0.5, 1: 0.49, 2: 0.01}, begins=1 / 3)
    found = board_findings(plan_on(leaves, 3, 3).contest, count)
    assert [(each.kind, each.about) for each in found][:3] == [
        ("seat", "1"),
        ("seat", "2"),
        ("seat-low", "3"),
    ]


def counted(seats: int, won: dict[int, float], begins: float, draws: int = 0) -> Count:
    """Return the counts of 1,000 matches."""
    return Count(
        matches=1000,
        draws=draws,
        turns=[10] * 1000,
        seats={seat: Tally(1000, 1000 * won[seat]) for seat in range(seats)},
        begins=Tally(1000, 1000 * begins),
    )


def test_teams_first_turns_and_draws_are_judged_with_their_margins() -> None:
    four = shipped_board("four")
    assert four is not None
    contest = plan_on(four, 8).contest
    uneven = counted(4, {0: 0.3, 1: 0.2, 2: 0.3, 3: 0.2}, 0.5)
    assert {side: tally.rate for side, tally in sides(contest, uneven).items()} == {"1 3": 0.6, "2 4": 0.4}
    (found,) = board_findings(contest, uneven)
    assert (found.kind, found.about, found.figure) == ("seat", "1 3", 0.6)
    even = {0: 0.255, 1: 0.245, 2: 0.255, 3: 0.245}
    assert board_findings(contest, counted(4, even, 0.53)) == [], "51 and 53 % may be chance"
    found, second = board_findings(contest, counted(4, even, 0.62, draws=150))
    assert (found.kind, second.kind) == ("begins", "draws")
    assert second.figure == 0.15 > DRAWS


def test_an_unplayable_board_is_refused_in_a_sentence() -> None:
    two = shipped_board("two")
    assert two is not None
    with pytest.raises(BadOptions, match="is for 2 seats, not 4"):
        plan_on(two, 10, 4)
    with pytest.raises(BadOptions, match="deploy zone of seat 3"):
        plan_on(board(CLOG), 10, 4)
    with pytest.raises(BadOptions, match="is played with 2, 3 or 4 seats, not 5"):
        plan_on(board(SWAMP), 10, 5)


def test_matches_that_never_end_make_no_report() -> None:
    plan = plan_on(board(SHORT), 2)

    def never(bouts: Iterator[Bout]) -> Iterator[Count]:
        return (Count(matches=len(bout.numbers), given_up=len(bout.numbers)) for bout in bouts)

    with pytest.raises(NothingEnded):
        measured_board(plan, never)


def test_larger_boards_have_fewer_matches_in_a_report() -> None:
    assert shipped_board("nothing") is None
    played = {each.key: affordable(each, 1200) for each in shipped_boards()}
    assert played["loose-leaves"] == 1200
    assert (played["two"], played["four"], played["ultimate"]) == (600, 150, 48)
    large = Board("map", "papyrus", "x", "X", {"map": "open", "width": 40, "height": 30}, (2,), own=True)
    assert affordable(large, 1200) == 192
    assert affordable(large, 1200, 4) == 96


def test_every_shipped_board_can_be_measured() -> None:
    for each in shipped_boards():
        for seats in each.seats:
            assert plan_on(each, 1, seats).contest.games == seats


def test_reports_are_cached_by_all_their_inputs() -> None:
    """The same squares under another name have the same report; other squares, seats or squads do not."""
    swamp = board(SWAMP)
    seeds = [
        plan_on(each, 10, seats).contest.seed
        for each, seats in (
            (swamp, None),
            (replace(swamp, key="mud", title="Mud"), 2),
            (replace(swamp, options={**swamp.options, "squad": 4}), 2),
            (board(CLOG), 2),
        )
    ]
    assert seeds[0] == seeds[1]
    assert len(set(seeds)) == 3
    plans = [squads_plan("papyrus", {"squads": squads}, 2) for squads in ("rats:3smg", "rats:4smg")]
    assert len({plan.contest.seed for plan in plans}) == 2


def test_custom_squads_meet_the_ready_made_ones_and_each_other() -> None:
    plan = squads_plan("papyrus", {"squads": "rats:3smg+2sniper/wolves:1smg+1shotgun"}, 30, "1")
    contest = plan.contest
    assert set(contest.entrants) == {*GAMES["papyrus"].rules.squads, *own_squads(contest.options.squads)}
    assert all({"rats", "wolves"} & set(line_up) for line_up in contest.line_ups)
    small = {"squad": 3, "most": 0, "map": "open", "grid": "", "hill": False, "width": 10, "height": 6}
    quick = replace(plan, contest=replace(contest, options=replace(contest.options, **small)))
    report = report_of(study(quick, play))
    assert report.decks["rats"].matches == 2 * 8
    assert "Rats wins" in squad_line("rats", report)
    assert {each.about for each in report.findings} <= {"rats", "wolves", "1", "2"}, (
        "ready ones are not judged"
    )
    with speaking(language("de")):
        assert squad_line("rats", report).startswith("Rats gewinnt ")


def test_a_random_difference_is_not_reported(clog: BoardReport) -> None:
    even = PlainDifference(0.02, 0.1)
    same: BoardReport = replace(
        clog, plain=Plain(matches=42, turns=PlainDifference(0.5, 2.0), draws=even, squads={"nest": even})
    )
    assert board_sentences(same)[-1].startswith("No difference from 42 matches on an open field")
    other: BoardReport = replace(
        clog,
        plain=Plain(
            matches=42,
            turns=PlainDifference(-3.0, 2.0),
            draws=PlainDifference(0.2, 0.1),
            squads={"nest": PlainDifference(-0.3, 0.1)},
        ),
    )
    told = board_sentences(other)[-1]
    assert "matches last 3.0 turns less (± 2.0)" in told
    assert "20% more end without a winner" in told
    assert "Crane's Nest wins 30% less (± 10%)" in told


def test_rats_are_a_squad_and_no_board() -> None:
    reading = read_map_file(RATS, "file", FORMATS)
    assert board_of(reading.format, reading.value) is None
