"""A turn is summarized in three lines: the most important facts, in order, similar ones joined."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import islice
from random import Random
from typing import Any, get_args

import pytest
from msgspec.structs import replace

from bot.base.language import speaking
from bot.base.languages.catalogues import language
from bot.engine.contract import Outcome, Resign
from bot.engine.facts import MatchOver, SeatReady
from bot.engine.menus import Reason
from bot.engine.sentences import cut
from bot.engine.wording import Weight
from bot.games.crossfire.wording.contests import more_contests, some
from bot.games.overcross.rules import facts as overcross
from bot.games.registry import GAMES
from bot.matches import notices
from bot.matches.model import Stage
from cogs.kit.sentences import (
    LINES,
    Line,
    _in_short,
    describe_facts,
    has_more,
    in_short,
    outcome_in_words,
    weighed_lines,
)
from cogs.play.screens import in_brief
from tests.cogs.test_two_worlds_of_payloads import view_for
from tests.games.random_play import Turning, playthrough_of
from tests.languages.marked import MARKED, unmarked
from tests.renderers.overcross_positions import card_at, duel, seen, square

SOME_ACTIONS = 250
"""The number of actions of a random match."""
A_TURN = 25
"""The number of actions whose facts are summarized together."""


def choose(random: Random, rules: Any, state: Any) -> tuple[int, Any]:
    """Return an awaited seat and one of its legal actions, whose type is drawn first."""
    seat = random.choice(sorted(rules.to_act(state)))
    legal = [action for action in islice(rules.legal(state, seat), 400) if not isinstance(action, Resign)]
    kind = random.choice(sorted({type(action) for action in legal}, key=lambda each: each.__name__))
    return seat, random.choice([action for action in legal if type(action) is kind])


@cache
def stretches(key: str) -> list[tuple[Any, list[Any]]]:
    """Return the public view after each part of a random match, and the facts of that part."""
    rules, found, facts = GAMES[key].rules, list[tuple[Any, list[Any]]](), list[Any]()
    options = rules.normalize(rules.Options(), 2)
    match = playthrough_of(rules, options, 2, 3, lambda random, state: choose(random, rules, state))
    turning: Turning
    for number, turning in enumerate(islice(match, SOME_ACTIONS), 1):
        facts += [event.public for event in turning.events if event.public is not None]
        if number % A_TURN == 0 or rules.outcome(turning.after) is not None:
            found.append((rules.view(turning.after, None), facts))
            facts = []
    return found


@pytest.mark.parametrize("key", GAMES)
def test_each_fact_of_a_game_has_a_weight(key: str) -> None:
    game = GAMES[key]
    parts = game.wording.parts
    kinds = set(get_args(game.rules.Fact))
    assert kinds <= set(parts.weights)
    assert set(parts.joined) <= kinds


@pytest.mark.parametrize("key", GAMES)
def test_the_facts_with_most_weight_are_listed_in_order_and_the_rest_is_counted(key: str) -> None:
    game, joined = GAMES[key], 0
    for view, facts in stretches(key):
        match_view = view_for(game, view, ())
        facts = [fact for fact in facts if not isinstance(fact, SeatReady)]  # they are in the status
        lines = weighed_lines(game, facts, match_view, outcome=True)
        said = describe_facts(game, facts, match_view)
        assert sum(line.number for line in lines) == len(said)
        joined += sum(line.number > 1 for line in lines)
        told = in_short(lines).splitlines()
        shown = [line for line in lines if line.words in told]
        assert [line.words for line in shown] == told[: len(shown)]
        assert len(shown) == len(cut(lines, LINES)[0])
        left = [line for line in lines if line not in shown]
        assert min(line.weight for line in shown) >= max([line.weight for line in left], default=Weight.FRAME)
        counted = sum(line.number for line in lines) - sum(line.number for line in shown)
        assert (told[len(shown) :] == [f"-# … and {counted} more"]) == bool(left)
        assert has_more(lines) or len(lines) == len(said) <= LINES + 1
    assert joined


@pytest.mark.parametrize("key", GAMES)
def test_joined_lines_are_messages_in_german_too(key: str) -> None:
    game = GAMES[key]
    for view, facts in stretches(key):
        match_view = view_for(game, view, ())
        english = [line for line in weighed_lines(game, facts, match_view) if line.number > 1]
        with speaking(language("de")):
            german = [line for line in weighed_lines(game, facts, match_view) if line.number > 1]
        assert Counter(line.number for line in english) == Counter(line.number for line in german)
        assert all(one.words != other.words for one, other in zip(english, german, strict=True))
        with speaking(MARKED):
            names = match_view.match.names
            for line in weighed_lines(game, facts, match_view):
                assert line.number == 1 or unmarked(line.words, names) == [], line


COUNTED = {
    "papyrus": ("HP left: ● **you** 3, ■ **Ben** 1.", "Übrige HP: ● **du** 3, ■ **Ben** 1."),
    "crossfire": ("", ""),
    "arclash": ("Points: ● **you** 3, ■ **Ben** 1.", "Punkte: ● **du** 3, ■ **Ben** 1."),
    "neo-combat": ("Kills: ● **you** 3, ■ **Ben** 1.", "Abschüsse: ● **du** 3, ■ **Ben** 1."),
    "overcross": ("", ""),
    "free-table": ("", ""),
}
"""What a seat reads of what was counted; nothing where a base, a Leader or the players decided."""


@pytest.mark.parametrize("key", GAMES)
def test_a_post_tells_what_was_counted_in_the_unit_of_the_game_and_the_outcome_once(key: str) -> None:
    game = GAMES[key]
    outcome = Outcome((0,), (3, 1), "The others have resigned")
    match_view = view_for(game, stretches(key)[0][0], ())
    ended = replace(
        match_view,
        match=replace(match_view.match, outcome=outcome, stage=Stage.FINISHED),
        view=replace(match_view.view, outcome=outcome),
    )
    for spoken, counted in zip(("en", "de"), COUNTED[key], strict=True):
        with speaking(language(spoken)):
            told = outcome_in_words(game, ended.match, 0, ended).splitlines()
            assert "\n".join(told[2:]) == counted
            assert weighed_lines(game, [MatchOver(outcome)], ended) == []
            assert len(weighed_lines(game, [MatchOver(outcome)], ended, outcome=True)) == 1
    draw = replace(match_view.match, outcome=Outcome((), (0, 0), "The players agreed on a draw"))
    assert len(outcome_in_words(game, draw, 0, match_view).splitlines()) == 2, "nothing was counted"


def test_a_kill_is_listed_whatever_came_after_it() -> None:
    lines = [Line("killed", Weight.LOSS), *[Line(f"move {n}", Weight.MOVE) for n in range(9)]]
    assert in_short(lines) == "killed\nmove 7\nmove 8\n-# … and 7 more"


def test_a_killing_blow_and_its_save_are_one_line() -> None:
    """OVC-18 to OVC-20: not a line that says who died, after lines of misses."""
    state, game = duel(), GAMES["overcross"]
    ogre, intern, goblin, lurker = (card_at(state, at) for at in ("G6", "G7", "D8", "D9"))
    miss = overcross.Aimed(goblin, lurker, square(state, "D9"), "fist", 3, 5, False)
    told = (
        overcross.Aimed(ogre, intern, square(state, "G7"), "fist", 4, 2, True),
        overcross.SaveRolled(intern, 4, 5, False),
        overcross.Harmed(intern, 4, 6, ogre),
        overcross.Died(intern, ogre, 0, 3),
        *[miss] * 6,
    )
    lines = weighed_lines(game, told, view_for(game, seen(state), ()))
    assert [(line.weight, line.number) for line in lines] == [(Weight.LOSS, 4), (Weight.ACT, 6)]
    assert "does not save" in lines[0].words
    assert "dies" in lines[0].words


def test_facts_that_harmed_the_reader_are_never_folded() -> None:
    hits = [Line(f"■SMG-1 hits ●Medic-{n}", Weight.HARM) for n in range(5)]
    others = [Line(f"■SMG-1 hits ▲SMG-{n}", Weight.LOSS) for n in range(3)]
    told = in_short([*hits, *others, Line("●Medic-9 moves", Weight.MOVE)], ("Ann", "●"))
    assert told == "\n".join([*[line.words for line in hits], "-# … and 4 more"])


def test_of_equal_weight_facts_about_the_reader_come_first_then_the_newest() -> None:
    lines = [Line("Ann is hit", Weight.HARM), *[Line(f"hit {n}", Weight.HARM) for n in range(4)]]
    assert in_short(lines, ("Ann",)) == "Ann is hit\nhit 2\nhit 3\n-# … and 2 more"
    lines[3] = Line("killed", Weight.LOSS)
    assert in_short(lines, ("Ann",)) == "Ann is hit\nkilled\nhit 3\n-# … and 2 more"


def test_several_facts_in_one_line_are_counted_and_add_the_button() -> None:
    assert not has_more([Line("one"), Line("two"), Line("three")])
    assert has_more([Line("moves A1, A2, A3", Weight.MOVE, 3)])
    lines = [Line("moves A1, A2, A3", Weight.MOVE, 3), *[Line("hits", Weight.HARM)] * 4]
    assert in_short(lines) == "hits\nhits\nhits\n-# … and 4 more"


def test_a_single_line_is_never_hidden() -> None:
    lines = [Line("moves A1, A2, A3", Weight.MOVE, 3), *[Line("hits", Weight.HARM)] * 3]
    assert in_short(lines) == "moves A1, A2, A3\nhits\nhits\nhits"
    assert not has_more([Line(words) for words in "abcd"])


def test_the_count_of_further_lines_is_never_one() -> None:
    for most in (1, 3, 6):
        lines = [f"Line {number}." for number in range(most + 1)]
        assert cut(lines, most) == (lines, 0)
        assert some(lines, most, more_contests) == lines
        assert len(some([*lines, "Last."], most, more_contests)) == most + 1
    told = in_brief([Reason((f"Wall {number}",), "It has no room.") for number in range(7)])
    assert ("Wall 6" in told, " more" in told) == (True, False)
    long = ["x" * 300, "y" * 300]
    assert "and 1 more" not in _in_short(long)
    assert "and 2 more" in _in_short([*long, "z" * 300])


def test_notices_are_listed_among_the_facts_of_the_game() -> None:
    game = GAMES["papyrus"]
    view, facts = stretches("papyrus")[-1]
    match_view = view_for(game, view, ())
    lines = weighed_lines(game, [facts[0], notices.Paused(0), *facts[1:]], match_view)
    assert "The match is paused" in "\n".join(line.words for line in lines)
