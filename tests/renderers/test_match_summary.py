"""The summary of an ended match: its curves end with the result, and its words are translated."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from bot.base.language import gettext, speaking
from bot.base.languages.catalogues import codes, language
from bot.engine.fair import Stream
from bot.engine.position_editor import at_moment
from bot.engine.positions import read_state
from bot.engine.sentences import SEAT_MARKS
from bot.engine.summary import Chart, Curve, Figure, Summary, longest_run, luck_figure, unbroken_run
from bot.games.computers import COMPUTERS
from bot.games.crossfire.rules.table import team_of
from bot.games.overcross.rules.view import SEAT_CARDS
from bot.games.papyrus.rules.state import hp_left
from bot.games.registry import GAMES
from bot.games.simulation import Series
from bot.processes.pictures import SUMMARY, draw
from bot.processes.workers import Workers
from renderers.contract import ALT_TEXT_LIMIT
from renderers.kit import match_summary
from renderers.kit.match_summary import draw_summary
from tests.languages.marked import MARKED, unmarked
from tests.renderers.written import all_shortened

NAMES = ("Ann", "Ben", "Cleo", "Dora")
BYTES = 120_000
"""The size limit in bytes of the picture of a match."""


@cache
def ended(key: str, seats: int = 2) -> tuple[Any, list[Any]]:
    """Return the public's last view of a random match, and all public facts."""
    rules, facts, last = GAMES[key].rules, list[Any](), list[Any]()

    def watch(state: Any, events: Any) -> None:
        facts.extend([event.public for event in events if event.public is not None])
        last[:] = [state]

    options = rules.normalize(rules.Options(), seats)
    players = (COMPUTERS["random"],) * seats
    Series(
        rules=rules, options=options, seats=seats, players=players, games=1, seed="story", views=False
    ).play(0, watch)
    return rules.view(last[0], None), facts


def piles(view: Any) -> list[int]:
    owners = [pile.owner for pile in view.board if pile is not None and pile.owner >= 0]
    return [sum(team_of(owner) == team for owner in owners) for team in range(2)]


def varans(view: Any) -> list[int]:
    team = view.options.team
    here = [token.here for token in view.tokens]
    return [sum(here[seat * team : seat * team + team]) for seat in range(view.seats)]


def counters_of_leaders(view: Any) -> list[int]:
    """Return the counters on each Leader, whose card follows the deck's list; 6 on a dead one (OVC-43)."""
    counters = {piece.card: piece.counters for piece in view.pieces}
    return [counters.get(seat * SEAT_CARDS + len(view.lists[seat]), 6) for seat in range(view.seats)]


ENDS: Mapping[str, Callable[[Any], list[int]]] = {
    "papyrus": lambda view: list(hp_left(view.units, view.seats)),
    "crossfire": piles,
    "arclash": lambda view: [place.score for place in view.places],
    "neo-combat": varans,
    "overcross": counters_of_leaders,
}


@pytest.mark.parametrize("key", ENDS)
@pytest.mark.parametrize("seats", [2, 4])
def test_the_curves_end_with_the_result_and_there_are_three_figures(key: str, seats: int) -> None:
    view, facts = ended(key, seats)
    summary = GAMES[key].wording.summary(facts, view, NAMES)
    assert summary is not None
    assert [curve.values[-1] for curve in summary.chart.curves] == ENDS[key](view)
    assert len({len(curve.values) for curve in summary.chart.curves}) == 1
    assert sorted(seat for curve in summary.chart.curves for seat in curve.seats) == list(range(seats))
    assert 1 <= len(summary.figures) <= 3
    rolled = any(figure.caption.startswith("luck of ") for figure in summary.figures)
    assert rolled == (key in {"papyrus", "overcross"})


REASONS = {
    "papyrus": ("turns",),
    "crossfire": ("scoring", "turns"),
    "arclash": ("turns", "table"),
    "neo-combat": ("match_end",),
    "overcross": ("objectives",),
}
"""The modules of the rules that say why a match ended."""


@pytest.mark.parametrize("code", codes())
@pytest.mark.parametrize("key", REASONS)
def test_the_board_says_why_the_match_ended_without_cutting_it(key: str, code: str) -> None:
    game, (view, _) = GAMES[key], ended(key)
    rules = Path(inspect.getfile(type(game.rules))).parent
    why = [
        each for name in REASONS[key] for each in _NOTED.findall((rules / f"{name}.py").read_text("utf-8"))
    ]
    assert view.outcome.why in why
    with speaking(language(code)):
        for each in why:
            over = replace(view, outcome=replace(view.outcome, why=each))
            with all_shortened() as shortened:
                game.renderer.board(over, names=NAMES[:2])
            assert not [words for words in shortened if words in gettext(each)], each


_NOTED = re.compile(r'N_\("(.+?)"\)')


def points_or_kills(view: Any) -> list[int]:
    return [side.points if view.options.has_points else side.kills for side in view.sides]


def values(key: str, view: Any) -> list[int]:
    """Return the values that the curves of a position show."""
    if key == "overcross" and view.options.objective != "assassination":
        return points_or_kills(view)
    return ENDS[key](view)


def prepared(key: str) -> list[tuple[str, Any]]:
    """Return the first position of each lesson, each example of the rules, and each moment of the test
    table.
    """
    game = GAMES[key]
    texts = [(lesson.title, lesson.position, None) for lesson in game.lessons]
    texts += [(page.title, page.scene, None) for page in game.rulebook if page.scene]
    if game.cards is not None and game.cards.editor is not None:
        editor, pool = game.cards.editor, game.cards.library.standard
        for moment in editor.moments:
            texts.append((moment.title, at_moment(editor.start(pool), editor, moment, 0), pool.hash))
    return [(title, read_state(text, game.rules, game.wording, cards)[0]) for title, text, cards in texts]


@pytest.mark.parametrize("key", ENDS)
def test_a_prepared_match_begins_its_curves_with_its_position(key: str) -> None:
    rules, random = GAMES[key].rules, Random(51)
    for title, state in prepared(key):
        start, stream, facts = rules.view(rules.clone(state), None), Stream(title, bytes(32)), list[Any]()
        for _ in range(60):
            awaited = sorted(rules.to_act(state))
            if not awaited:
                break
            action = random.choice(rules.legal(state, awaited[0]))
            events = rules.apply(state, awaited[0], action, stream)
            facts += [event.public for event in events if event.public is not None]
        view = rules.view(state, None)
        told = GAMES[key].wording.summary(facts, view, NAMES, start)
        if not facts:  # a page of the rules shows a match that is over
            continue
        assert told is not None, title
        ends = [[curve.values[at] for curve in told.chart.curves] for at in (0, -1)]
        assert ends == [values(key, start), values(key, view)], title
        captions = [told.streak, *[figure.caption for figure in told.figures]]
        assert not [each for each in captions if re.search(r"(round|turn) 0\b", each)], title
        assert not [each for each in captions if re.search("luck of|times in a row", each)], "prepared dice"


@pytest.mark.parametrize("key", ENDS)
def test_all_words_are_messages_and_the_picture_is_small(key: str) -> None:
    view, facts = ended(key)
    game, winners = GAMES[key], ended(key)[0].outcome.winners
    with speaking(MARKED):
        summary = game.wording.summary(facts, view, NAMES)
        assert summary is not None
        chart = summary.chart
        words = [chart.title, chart.first, chart.last, summary.streak]
        words += [figure.caption for figure in summary.figures]
        assert unmarked("\n".join(words), NAMES) == []
    with speaking(language("de")):
        summary = game.wording.summary(facts, view, NAMES)
        assert summary is not None
        picture = draw_summary(summary, winners, NAMES)
    assert len(picture.png) < BYTES
    assert len(picture.alt) <= ALT_TEXT_LIMIT
    assert summary.figures[0].value in picture.alt


async def test_it_is_drawn_by_the_workers_and_only_for_a_played_match() -> None:
    view, facts = ended("papyrus")
    workers = Workers(0)
    try:
        drawn = await draw(workers, GAMES["papyrus"], SUMMARY, facts, view, names=NAMES)
        assert drawn is not None
        assert await draw(workers, GAMES["papyrus"], SUMMARY, facts[:2], view, names=NAMES) is None
    finally:
        await workers.close()


def test_a_streak_counts_own_attempts_without_others_between() -> None:
    assert longest_run([(0, True), (1, False), (0, True), (0, False), (0, True)]) == (0, 2)
    assert longest_run([(1, False)]) == (0, 0)
    assert unbroken_run([0, 1, 1, 0, 1]) == (1, 2)
    assert unbroken_run([]) == (0, 0)


def test_luck_compares_results_with_expectations() -> None:
    tries = {0: [0.5, 0.5], 1: [0.5] * 4}
    assert luck_figure({0: 1, 1: 0}, tries, NAMES) == [
        Figure("−2.0", "luck of ■ Ben: 0 hits of 4, 2.0 expected")
    ]
    assert luck_figure({}, {}, NAMES) == []


def test_six_curves_of_long_names_and_numbers_are_drawn() -> None:
    curves = tuple([Curve((seat,), (0, 1000 + seat)) for seat in range(6)])
    figures = (Figure("1" * 30, "w " * 80), Figure(f"{SEAT_MARKS[5]}3", "x" * 60))
    summary = Summary(Chart("t" * 60, curves, "start", "end"), figures, "s" * 90)
    picture = draw_summary(summary, (0, 5), ["N" * 32] * 6)
    assert (picture.width, len(picture.alt)) == (1280, ALT_TEXT_LIMIT)


def test_no_word_of_a_long_caption_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[str] = []
    drawn = match_summary.write

    def watched(board: Any, x: int, y: int, words: str, **how: Any) -> int:
        written.extend(words.split())
        return drawn(board, x, y, words, **how)

    monkeypatch.setattr(match_summary, "write", watched)
    caption = "luck of a player with a very long name indeed: 12 hits of 40 shots, where 14.5 were expected"
    curves = (Curve((0,), (0, 3)), Curve((1,), (0, 2)))
    figures = tuple([Figure("−2.5", f"{caption} {number}") for number in range(3)])
    draw_summary(Summary(Chart("points", curves, "start", "end"), figures, ""), (0,), NAMES)
    assert all(written.count(word) >= 3 for word in caption.split())
    assert "…" not in written
