"""An action that may be undone without consent has shown its seat nothing: in every game and position."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from itertools import islice
from random import Random
from typing import Any, TypeAlias

import msgspec
import pytest

from bot.engine.contract import Resign
from bot.games.registry import GAMES
from bot.matches import revelation
from bot.matches.loaded_match import Last, LoadedMatch
from bot.matches.model import Codec, MatchInfo, SeatHolder, Stage
from bot.matches.ports import ActionRow, DrawRow, Record
from bot.matches.undo import Records, plan, shows_nothing
from tests.games.arclash import chance as arclash
from tests.games.arclash.cards_for_tests import POOL
from tests.games.crossfire import chance as crossfire
from tests.games.freetable import chance as freetable
from tests.games.neocombat import chance as neocombat
from tests.games.overcross import chance as overcross
from tests.games.papyrus import chance as papyrus
from tests.games.random_play import Turning, fresh_randomness, playthrough_of
from tests.matches.test_peeking import PEEKS, beginning_at, text_of
from tests.two_worlds import Leak, Observable, TwoWorlds

NOW = datetime(2026, 5, 1, tzinfo=UTC)
NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Fay")
FRESH = 2
"""The number of worlds drawn for each action that may be undone freely."""
Play: TypeAlias = Callable[[int], Iterator[Turning]]
PLAYS: dict[str, tuple[Any, Play, int]] = {
    "papyrus": (papyrus.RULES, papyrus.playthrough, 2),
    "crossfire": (crossfire.RULES, crossfire.playthrough, 3),
    "arclash": (arclash.RULES, arclash.playthrough, 4),
    "neo-combat": (neocombat.RULES, neocombat.playthrough, 4),
    "overcross": (overcross.RULES, overcross.playthrough, 3),
    "free-table": (freetable.RULES, freetable.playthrough, 4),
}
"""By game: its rules, random matches, and how many of them the suite plays."""
ACTIONS = 80
"""Actions of each match."""
SOON = 8
"""The number of actions of a match that begins shortly before a card looks at a hand."""


def matches_before_a_look(game: str) -> tuple[Any, Play]:
    """Return rules and random matches that begin shortly before a card looks at a hand."""
    rules = beginning_at(GAMES[game].rules, text_of(game))

    def choose(random: Random, state: Any) -> tuple[int, Any]:
        seat = min(rules.to_act(state))
        legal = rules.legal(state, seat)
        return seat, legal[random.randrange(len(legal))]

    def play(number: int) -> Iterator[Turning]:
        options = rules.normalize(rules.Options(), 3)
        return playthrough_of(rules, options, 3, number, choose)

    return rules, play


def position_of(rules: Any, turning: Turning) -> LoadedMatch:
    """Return the position of a match just after an action."""
    state = turning.after
    info = MatchInfo(
        id="abcdefghijkl",
        game=rules.key,
        rules=rules.version,
        cards=None,
        guild=1,
        channel=2,
        host=101,
        stage=Stage.PLAYING if rules.outcome(state) is None else Stage.FINISHED,
        version=7,
        options=state.options,
        wanted=state.seats,
        seats=tuple(SeatHolder(user=101 + each, name=NAMES[each]) for each in range(state.seats)),
        commitment="c" * 64,
        outcome=None,
        opened_at=NOW,
        ended_at=None,
    )
    same_turn = rules.turn_of(turning.before) == rules.turn_of(state)
    record = Record(info, seed=bytes(32), seq=1, turn_from=1 if same_turn else 2)
    codec = Codec(rules)
    row = ActionRow(1, turning.seat, codec.encode(turning.action), NOW)
    return LoadedMatch(record, codec, info, state, last=Last(row, (), turning.before))


def is_free(rules: Any, turning: Turning) -> bool:
    """Whether a seat may undo the action without consent."""
    position, rng = position_of(rules, turning), fresh_randomness(1)
    assert position.last is not None, "it has just been done"
    rules.apply(rules.clone(turning.before), turning.seat, turning.action, rng)
    records = Records(
        [position.last.row],
        [DrawRow(1, draw) for draw in rng.draws],
        [(1, event) for event in turning.events],
    )
    planned = plan(position, records, turning.seat)
    return planned.free and shows_nothing(position, records, planned)


def observables(rules: Any) -> dict[str, Observable]:
    """Return what a seat reads of a view: its menu, and the board as text."""
    wording = GAMES[rules.key].wording
    if rules.key == "arclash":
        GAMES["arclash"].rules.learn_cards(POOL.encoded)  # the test cards

    def menu(view: Any, legal: Any) -> bytes:
        return msgspec.json.encode(wording.menu(view, legal, (), NAMES))

    def words(view: Any, _legal: Any) -> bytes:
        return str(wording.board_text(view, NAMES)).encode()

    return {"the menu": menu, "the board in words": words}


def check_free_undos(
    rules: Any, matches: Iterable[Iterator[Turning]], actions: int = ACTIONS
) -> Counter[type]:
    """Check all actions of these matches that may be undone freely; return their types. Raises `Leak`."""
    worlds, found = TwoWorlds(rules, lambda view: (), observables=observables(rules)), Counter[type]()
    for playthrough in matches:
        for turning in islice(playthrough, actions):
            if not isinstance(turning.action, Resign) and is_free(rules, turning):
                found[type(turning.action)] += 1
                for seed in range(FRESH):
                    worlds.check_shows_doer_nothing(turning.before, turning.seat, turning.action, seed)
    return found


@pytest.mark.parametrize("game", GAMES)
def test_a_free_undo_has_shown_the_seat_nothing(game: str) -> None:
    rules, play, matches = PLAYS[game]
    assert len(check_free_undos(rules, map(play, range(matches)))) > 1


@pytest.mark.soak
@pytest.mark.parametrize("game", GAMES)
def test_free_undos_of_longer_matches(game: str) -> None:
    rules, play, _ = PLAYS[game]
    check_free_undos(rules, map(play, range(10, 100)), 10 * ACTIONS)


@pytest.mark.parametrize("game", PEEKS)
def test_free_undos_where_cards_look_at_hands(game: str) -> None:
    rules, play = matches_before_a_look(game)
    check_free_undos(rules, map(play, range(8)), SOON)


@pytest.mark.parametrize("game", PEEKS)
def test_a_decision_by_facts_alone_is_detected_as_a_leak(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a former version, only the list of revealing facts decides; then the leak is detected."""
    monkeypatch.setattr(revelation, "shows_nothing", lambda undone, rng: True)
    rules, play = matches_before_a_look(game)
    with pytest.raises(Leak):
        check_free_undos(rules, map(play, range(8)), SOON)
