"""Alt texts are what the channel says, printed plainly: noughts and crosses, and games of the house."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from bot.engine.contract import Outcome
from bot.engine.facts import MatchOver
from bot.engine.fair import Stream
from bot.engine.printing import PLAIN, unmarked
from bot.matches.options import read_options
from bot.registry import GAMES
from renderers.contract import ALT_TEXT_LIMIT
from renderers.kit.alt_text import table_text
from tests.noughts import WORDING
from tests.noughts.rules import Marked, NoughtsState


def told(view: NoughtsState, *recent: object, names: tuple[str, str] = ("Ann", "Ben")) -> str:
    return table_text("Noughts and crosses", WORDING, view, names, recent)


def test_it_tells_whose_turn_it_is_and_what_was_done_last() -> None:
    after = NoughtsState(squares="·O·······", turn=1)
    assert told(after) == "Noughts and crosses. Waiting for Ben."
    assert told(after, Marked(1, 8), Marked(0, 1)) == ("Noughts and crosses. Waiting for Ben. Ann marks B1.")


def test_it_tells_how_the_match_ended_once() -> None:
    over = Outcome((0,), (1, 0), "Three in a row")
    assert told(NoughtsState(outcome=over), Marked(0, 2), MatchOver(over)) == (
        "Noughts and crosses. Ann wins. Ann marks C1. Three in a row."
    )


@pytest.mark.parametrize("name", ["A*b*_c_", r"\o/", "**", "~B~ [x](y)", "★ Luna ■"])
def test_a_name_is_as_its_owner_writes_it(name: str) -> None:
    assert told(NoughtsState(), names=(name, "Ben")).endswith(f"Waiting for {name}.")


def test_a_name_with_a_full_stop_is_not_taken_apart() -> None:
    after = NoughtsState(squares="·O·······", turn=1)
    assert told(after, Marked(0, 1), names=("Ann", "Dr. No")).startswith(
        "Noughts and crosses. Waiting for Dr. No. Ann marks"
    )


def test_what_there_is_no_room_for_is_left_out_whole() -> None:
    long = "A" * 40
    told_of = told(replace(NoughtsState(), turn=1), *[Marked(0, 1)] * 3, names=(long, long))
    assert len(told_of) <= ALT_TEXT_LIMIT
    assert told_of.endswith(".")


@pytest.mark.parametrize("key", ["papyrus", "neo-combat", "arclash"])
def test_of_random_play_it_is_a_few_plain_sentences(key: str) -> None:
    game, luck = GAMES[key], random.Random(5)
    rules, seats, names = game.rules, 2, ("Ann", "Ben")
    state = rules.setup(read_options(rules, {}, seats), seats, Stream("alt", bytes(32)))
    recent: list[object] = []
    for _ in range(120):
        if rules.outcome(state) is not None:
            break
        seat = min(rules.to_act(state))
        action = luck.choice(rules.legal(state, seat)) if state.phase != "picking" else None
        action = action or rules.timeout_action(state, seat)
        events = rules.apply(state, seat, action, Stream("alt", bytes(32)))
        recent = [*recent, *[event.public for event in events if event.public is not None]][-6:]
        view = rules.view(state, None)
        alt = table_text(game.title, game.wording, view, names, recent)
        first = unmarked(game.wording.status(view, names, PLAIN)).split(". ")[0].split("\n")[0]
        assert alt.startswith(f"{game.title}. {first}")
        assert len(alt) <= ALT_TEXT_LIMIT
        assert not {"*", "\n", "\\"} & set(alt)
