"""The computer players: the properties of all of them, in each game that they play."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from statistics import median
from time import process_time
from types import MappingProxyType
from typing import Any, NamedTuple

import pytest

from bot.engine.contract import Resign, Seat
from bot.engine.fair import Stream
from bot.engine.players.opponent import Opponent, RandomPlayer
from bot.games.computers import COMPUTERS
from bot.games.registry import GAMES
from bot.games.simulation import Series
from tests.audited import SMALL
from tests.games.arclash import chance as arclash
from tests.games.crossfire import chance as crossfire
from tests.games.neocombat import chance as neocombat
from tests.games.overcross import chance as overcross
from tests.games.papyrus import chance as papyrus
from tests.games.players.crossfire_greedy import CrossfireGreedy
from tests.games.players.greedy import Greedy
from tests.games.players.overcross_greedy import OvercrossGreedy
from tests.games.random_play import positions_of

EASY, NORMAL = (
    {next(iter(player.games)): player for player in COMPUTERS.values() if player.level == level}
    for level in ("easy", "normal")
)
HOUSE = GAMES["arclash"].rules


def test_each_is_seated_under_its_own_key_and_can_be_listed():
    for key, computer in COMPUTERS.items():
        assert computer.key == key
        assert 0 < len(computer.title) <= 32
        assert 0 < len(computer.description) <= 100
        assert any(computer.plays(game) for game in GAMES)


def test_every_game_has_an_easy_and_a_normal_one():
    assert set(EASY) == set(NORMAL) == {key for key, game in GAMES.items() if game.computers}


@pytest.mark.parametrize("key", COMPUTERS)
def test_in_another_game_it_takes_any_legal_action(key):
    assert COMPUTERS[key].choose(HOUSE, object(), "abc", random.Random(1)) in "abc"


# ---- single decisions, in random positions


class Played(NamedTuple):
    """Random positions of a game, in which its computers decide."""

    game: str
    rules: Any
    positions: Callable[[], Iterable[Any]]
    asked: str
    """The kinds of decisions: phases, kinds of questions, windows."""
    seconds: float
    """The limit of CPU seconds for a median decision of the normal player."""
    most: int = 4
    """The number of positions of each kind, except of rare ones."""


PLAYED = {
    "papyrus": Played(
        "papyrus",
        papyrus.RULES,
        lambda: chain.from_iterable([positions_of(papyrus.playthrough(at), at, 0.1) for at in range(6)]),
        "picking placing moving attacking",
        0.02,
    ),
    **{
        f"crossfire, {form}": Played(
            "crossfire",
            crossfire.RULES,
            partial(crossfire.positions, range(1, 3), form, 0.1),
            "turn",
            0.1,
            most,
        )
        for form, most in {"two": 12, "four": 16, "ultimate": 4}.items()
    },
    "arclash": Played(
        "arclash",
        HOUSE,
        lambda: arclash.positions(range(100), 0.3, HOUSE),
        "decks openers start advance battle support end renew seat card option may guess reroll",
        0.02,
    ),
    "arclash with cards that it has never seen": Played(
        "arclash", arclash.RULES, lambda: arclash.positions(range(12), 0.3), "advance support card seat", 0.02
    ),
    "neo-combat": Played(
        "neo-combat",
        neocombat.RULES,
        lambda: neocombat.positions(range(24), 0.3),
        "draft specials movement combat fight second repair",
        0.05,
    ),
    "overcross": Played(
        "overcross",
        overcross.RULES,
        lambda: overcross.positions(range(12), 0.3),
        "decks hands cards minor major discard card square piece",
        0.1,
    ),
}


def moments(played: Played) -> Iterator[tuple[Any, Seat, set[str]]]:
    """Return positions with an awaited seat and the kind of decision: some of each kind."""
    found, missing = Counter[str](), Counter(dict.fromkeys(played.asked.split(), played.most))
    for state in played.positions():
        asked = asked_in(state)
        for seat in sorted(played.rules.to_act(state)):
            if found[kind := " ".join(asked)] < played.most:
                found[kind] += 1
                yield state, seat, set(asked)
                missing -= Counter(asked)
        if not missing:
            return


def asked_in(state: Any) -> list[str]:
    question = getattr(getattr(state, "program", None), "question", None)
    open_ones = [word for word in ("fight", "second", "attack") if getattr(state, word, None) is not None]
    return [state.phase, *open_ones, *([question.kind] if question is not None else [])]


def chosen(played: Played, player: Opponent, state: Any, seat: Seat, mood: int) -> Any:
    view, legal = played.rules.view(state, seat), played.rules.legal(state, seat)
    action = player.choose(played.rules, view, legal, random.Random(mood))
    assert action in legal
    assert not isinstance(action, Resign)
    return action


@pytest.mark.parametrize("played", PLAYED.values(), ids=PLAYED)
def test_each_choice_is_legal_fast_and_the_same_in_worlds_with_the_same_view(played: Played) -> None:
    """PAP-02, CRF-26, ARC-15, NEO-18, OVC-29. The easy player misses some of what the normal one sees."""
    rng, seen, seconds = Stream("other", bytes(32)), set[str](), list[float]()
    easy, normal, different, alike = EASY[played.game], NORMAL[played.game], 0, set[bool]()
    for mood, (state, seat, asked) in enumerate(moments(played)):
        twin = played.rules.resample(played.rules.view(state, seat), rng)
        began = process_time()
        action = chosen(played, normal, state, seat, mood)
        seconds.append(process_time() - began)
        missed = chosen(played, easy, state, seat, mood)
        assert chosen(played, normal, twin, seat, mood) == action
        assert chosen(played, easy, twin, seat, mood) == missed
        different += twin != state
        alike.add(action == missed)
        seen |= asked
    assert seen >= set(played.asked.split())
    assert different > len(seconds) / 4
    assert median(seconds) < played.seconds
    assert alike == {True, False}


# ---- whole matches


def series(game: str, players: Sequence[Opponent], seed: str = "tests", **options: Any) -> Series:
    rules = GAMES[game].rules
    return Series(
        rules=rules,
        options=rules.normalize(rules.Options(**options), len(players)),
        seats=len(players),
        players=tuple(players),
        games=1,
        seed=seed,
        views=False,
    )


TABLES: Sequence[tuple[str, int, dict[str, Any]]] = (
    ("papyrus", 2, {}),
    ("papyrus", 2, {"critical": True}),
    ("papyrus", 2, {"kinds": "basic"}),
    ("papyrus", 3, {"kinds": "intermediate", "squad": 3}),
    ("papyrus", 4, {"map": "pinwheel", "squad": 4}),
    ("crossfire", 2, {"end": "points", "jokers": 3}),
    ("crossfire", 2, {"grid": "bbb/222/.../ooo/.../ooo/111/aaa"}),
    ("arclash", 2, {}),
    ("arclash", 4, {}),
    ("arclash", 6, {"score": 5}),
    ("neo-combat", 2, {"deal": "draft"}),
    ("neo-combat", 2, {"team": 8, "deal": "random"}),
    ("neo-combat", 3, {"end": "last"}),
    ("neo-combat", 4, {"team": 1}),
    ("neo-combat", 4, {"end": "second", "team": 3, "deal": "draft"}),
    ("neo-combat", 5, {}),
    ("neo-combat", 6, {"end": "last"}),
    ("overcross", 3, {"objective": "assassination", "victims": "both", "width": 9, "height": 9}),
    ("overcross", 4, {"objective": "summoning", "width": 9, "height": 9}),
    ("overcross", 4, {"objective": "flag", "width": 13, "height": 13}),
    ("overcross", 3, {"objective": "invasion", "score": 5}),
    ("overcross", 4, {"objective": "deathmatch", "width": 9, "height": 9, "points": 50}),
    ("overcross", 2, {"objective": "assassination", "victims": "champion", "points": 30, "width": 7}),
)  # fmt: skip
UNDECIDED = re.compile("ran out|are over|limit|rounds|without")
"""Words of an outcome without a decision: no progress."""


@pytest.mark.parametrize(("game", "seats", "options"), TABLES)
def test_it_plays_matches_of_all_seats_and_options_to_a_decision(game, seats, options):
    """PAP-23, NEO-16a: no player waits for the others."""
    outcome = series(game, [NORMAL[game]] * seats, **options).play(0).outcome
    assert outcome.winners
    assert not UNDECIDED.search(outcome.why)


class Duel(NamedTuple):
    """Matches against a weaker player, and the required wins: of a few, and of many in a long run."""

    game: str
    rival: Opponent
    few: tuple[int, int]
    many: tuple[int, int] = (0, 0)
    options: Mapping[str, Any] = MappingProxyType({})
    seats: int = 2


LOTS = RandomPlayer()
DUELS = [
    Duel("papyrus", LOTS, (10, 9), (200, 190), SMALL),
    Duel("crossfire", LOTS, (4, 3), (40, 30)),
    Duel("crossfire", CrossfireGreedy(), (4, 3), (40, 24)),
    Duel("arclash", LOTS, (10, 9), (200, 170)),
    Duel("neo-combat", LOTS, (12, 11), (200, 190)),
    Duel("neo-combat", LOTS, (4, 3), (40, 30), seats=6),
    Duel("neo-combat", Greedy(), (20, 12), (400, 240)),
    *[
        Duel("overcross", rival, few, many, {"objective": objective})
        for rival, few, many in ((LOTS, (2, 2), (60, 57)), (OvercrossGreedy(), (2, 1), (100, 60)))
        for objective in overcross.OBJECTIVES
    ],
]


def won(duel: Duel, player: Opponent, number: int) -> int:
    """Return the player's wins in this number of matches; it has the first or the last seats or teams."""
    found, teams = 0, GAMES[duel.game].rules.teams(duel.seats)
    for match in range(number):
        team = teams[-(match % 2)]
        players = [player if seat in team else duel.rival for seat in range(duel.seats)]
        outcome = series(duel.game, players, "duel", **duel.options).play(match).outcome
        found += set(outcome.winners) == set(team)
    return found


@pytest.mark.parametrize("duel", DUELS, ids=lambda duel: f"{duel.game}, {duel.rival.title}")
def test_the_normal_player_beats_weaker_ones(duel: Duel) -> None:
    number, least = duel.few
    assert won(duel, NORMAL[duel.game], number) >= least


IN_TEAMS = [
    Duel("crossfire", rival, (0, 0), (40, least), seats=4)
    for rival, least in ((LOTS, 30), (CrossfireGreedy(), 24))
]
"""These take long; test_sapper.py in the suite checks that the Sapper scores in a team."""


@pytest.mark.soak
@pytest.mark.parametrize("duel", [*DUELS, *IN_TEAMS], ids=lambda duel: f"{duel.game}, {duel.rival.title}")
def test_the_normal_player_beats_weaker_ones_in_many_matches(duel: Duel) -> None:
    number, least = duel.many
    assert won(duel, NORMAL[duel.game], number) >= least


@pytest.mark.parametrize("duel", {duel.game: duel for duel in DUELS[::-1] if duel.rival is LOTS}.values())
def test_the_easy_player_beats_the_random_one(duel: Duel) -> None:
    assert won(duel, EASY[duel.game], 4) >= 3


@pytest.mark.soak
@pytest.mark.parametrize("game", EASY)
def test_the_easy_player_wins_some_matches_against_the_normal_one_and_fewer_than_half(game):
    assert 3 <= won(Duel(game, NORMAL[game], (0, 0)), EASY[game], 80) <= 36
