"""Random play over random tables: things are conserved, states are written and read, nobody can get stuck."""

from collections import Counter
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import UNSET
from msgspec.structs import replace

from bot.engine.contract import Viewer
from bot.engine.facts import MatchOver
from bot.games.freetable.rules import actions, facts
from bot.games.freetable.rules.files import PieceFile, TableFile, ZoneFile
from bot.games.freetable.rules.options import Options
from bot.games.freetable.rules.state import FreeState
from bot.games.freetable.rules.table import Zone
from bot.games.freetable.tablefiles import use
from tests.games.freetable.chance import (
    LONGEST,
    RULES,
    WORDING,
    choose,
    faults_of,
    playthrough,
    positions,
    random_table,
    table_of,
)
from tests.games.random_play import (
    check_garbled,
    check_written,
    fresh_randomness,
    kinds_told,
    numbers,
    play_and_check,
    viewers,
)


def all_things(state: FreeState) -> Counter[int]:
    """Return how often each kind of thing is there."""
    lying = [each.kind for things in state.zones for each in things]
    return Counter([*lying, *[each.kind for each in state.chosen if each is not None]])


def check_position(state: FreeState) -> None:
    """Each thing is in one place, on a square that there is; counters keep their bounds."""
    layout = state.layout
    assert all_things(state) == Counter({at: kind.count for at, kind in enumerate(layout.kinds)})
    for zone, things in zip(layout.zones, state.zones, strict=True):
        for each in things:
            kind = layout.kinds[each.kind]
            assert 0 <= each.at < max(1, zone.squares)
            assert (1 <= each.value <= kind.sides) if kind.sides else each.value in (0, 1)
            assert each.up <= (zone.public or zone.kind == "secret row")
    for counter, value in zip(layout.counters, state.counters, strict=True):
        assert counter.least <= value <= counter.most
    if state.outcome is None:
        assert RULES.to_act(state)


@pytest.mark.parametrize("number", range(60))
def test_random_tables_have_no_faults(number: int) -> None:
    assert faults_of(random_table(number)) == []


@pytest.mark.parametrize("number", numbers(4, 300))
def test_random_matches_keep_the_invariants(number: int) -> None:
    assert play_and_check(RULES, playthrough(number), number, check_position, LONGEST)


@pytest.mark.parametrize("key", ["cards", "night-market", "draughts"])
def test_matches_at_shipped_tables_keep_the_invariants(key: str) -> None:
    assert play_and_check(RULES, playthrough(1, key), 1, check_position, LONGEST)


@pytest.mark.slow
def test_every_kind_of_action_and_fact_comes_up() -> None:
    done, told = set(), set()
    for number in range(14):
        for turning in playthrough(number):
            done.add(type(turning.action))
            told |= kinds_told(turning)
    assert done >= {kind for kind in RULES.Action.__args__ if kind not in (actions.Resign,)}
    assert told >= {facts.Unveiled, facts.RoundBegan, facts.Rolled, facts.Looked, facts.Said, MatchOver}


@pytest.mark.parametrize("number", range(3))
def test_what_is_legal_is_done_and_what_is_not_is_refused(number: int) -> None:
    """The list is a part of what is legal; every action is in `legal` exactly if it is accepted."""
    for state in list(positions(range(number, number + 1), kept=0.1))[:6]:
        for seat in RULES.may_act(state):
            legal = RULES.legal(state, seat)
            assert len(set(legal)) == len(legal)
            wild = [
                actions.Move(what, to, face)
                for what in (0, 4096, 8193, 20480, 999_999, -1)
                for to in (0, 4097, 12288, 24577, 999_999, -1)
                for face in (UNSET, "down")
            ]
            wild += [
                kind(what)
                for kind in (actions.Flip, actions.Look, actions.Reveal, actions.Turn, actions.Choose)
                for what in (-5, 0, 8192, 999_999)
            ]
            wild += [actions.Draw(at, 3) for at in range(-1, 9)] + [
                actions.Count(at, 4) for at in range(-1, 9)
            ]
            wild += [actions.Collect(at, to) for at in range(-1, 9) for to in range(-1, 9)]
            wild += [actions.End((1, 1, 7)), actions.Agree(), actions.Say(" "), actions.Say("x")]
            some = [legal[at] for at in range(0, len(legal), max(1, len(legal) // 60))]
            check_each(state, seat, legal, [*some, *wild])


def check_each(state, seat, legal, tried) -> None:
    from tests.games.random_play import fresh_randomness, refusal_of

    for action in tried:
        after, rng = RULES.clone(state), fresh_randomness(1)
        sentence = refusal_of(RULES, after, seat, action, rng)
        assert (sentence is None) == (action in legal), (action, sentence)
        if sentence is not None:
            assert after == state
            assert rng.draws == []
            assert sentence.endswith(".")


@settings(max_examples=12)
@given(st.randoms(use_true_random=False), st.integers(2, 4))
def test_any_table_keeps_its_things_its_secrets_and_its_undo(random: Random, seats: int) -> None:
    """Any file, every kind of action: things are conserved; a secret swapped with another is seen by nobody
    who may not know it; the actions before an action give the state before it again."""
    file = table_of(random, "tany", pictured=random.random() < 0.3)
    assert faults_of(file) == []
    options = RULES.normalize(Options(file.key, use(file)), seats)
    state, done = RULES.setup(options, seats, fresh_randomness(1)), list[tuple[int, Any]]()
    rng, kept = fresh_randomness(2), list[bytes]()
    for _ in range(25):
        if RULES.outcome(state) is not None:
            break
        seat, action = choose(random, state)
        before = msgspec.json.encode(state)
        after = RULES.clone(state)
        RULES.apply(after, seat, action, rng)
        assert msgspec.json.encode(state) == before
        kept.append(before)
        done.append((seat, action))
        check_position(after)
        for viewer in viewers(after):
            swapped = with_a_secret_swapped(random, after, viewer)
            if swapped is not None:
                assert shown(swapped, viewer) == shown(after, viewer)
        state = after
    again, rng = RULES.setup(options, seats, fresh_randomness(1)), fresh_randomness(2)
    for (seat, action), before in zip(done, kept, strict=True):
        assert msgspec.json.encode(again) == before
        RULES.apply(again, seat, action, rng)
    assert again == state


def with_a_secret_swapped(random: Random, state: FreeState, viewer: Viewer) -> FreeState | None:
    """Return a state in which two things of one back that the viewer does not see have changed places."""
    layout, places = state.layout, list[tuple[int, int]]()
    for at, (zone, things) in enumerate(zip(layout.zones, state.zones, strict=True)):
        for place, each in enumerate(things):
            kind = layout.kinds[each.kind]
            if not zone.seen_by(viewer, each, kind) and not kind.sides:
                places.append((at, place))
    if not places:
        return None
    at, place = random.choice(places)
    thing = state.zones[at][place]
    others = [
        (to, there)
        for to, there in places
        if state.zones[to][there].kind != thing.kind
        and layout.kinds[state.zones[to][there].kind].group == layout.kinds[thing.kind].group
    ]
    if not others:
        return None
    to, there = random.choice(others)
    other = state.zones[to][there]
    zones = [list(things) for things in state.zones]
    zones[at][place], zones[to][there] = replace(thing, kind=other.kind), replace(other, kind=thing.kind)
    return replace(state, zones=tuple(map(tuple, zones)))


def shown(state: FreeState, viewer: Viewer) -> bytes:
    """Return all that a viewer is shown of a state: the view, the menu, the table as text, what is legal."""
    view, names = RULES.view(state, viewer), ["Ann", "Ben", "Cy", "Dee"][: state.seats]
    legal = RULES.legal(state, viewer) if viewer is not None else []
    menu = WORDING.menu(view, legal, (), names) if legal else None
    return msgspec.json.encode((view, menu, WORDING.board_text(view, names), list(legal)))


def test_the_swap_finds_a_planted_leak(monkeypatch: pytest.MonkeyPatch) -> None:
    """With decks that all see, swapped secrets are seen; without, they are not."""
    state = next(iter(positions(range(1), kept=1)))
    random = Random(1)
    found = [with_a_secret_swapped(random, state, None) for _ in range(40)]
    swapped = [each for each in found if each is not None]
    assert all(all_things(each) == all_things(state) and each.zones != state.zones for each in swapped)
    assert {shown(each, None) for each in swapped} == {shown(state, None)}
    monkeypatch.setattr(Zone, "seen_by", lambda zone, *_: zone.kind == "deck")
    assert {shown(each, None) for each in swapped} != {shown(state, None)}


def test_positions_are_written_and_read() -> None:
    states = list(positions(range(4), kept=0.15))
    check_written(RULES, states)
    check_garbled(RULES, states[:10], 1)


def test_alike_pieces_of_a_secret_row_are_told_apart_where_one_is_face_up() -> None:
    zones = (ZoneFile("hand", "hand"), ZoneFile("veil", "secret row"), ZoneFile("row", "row"))
    file = TableFile("veiled", "Veiled", zones, piece=(PieceFile("stone", "row", count=2),))
    rng = fresh_randomness(1)
    state = RULES.setup(RULES.normalize(Options(file.key, use(file)), 2), 2, rng)
    for _ in range(2):
        RULES.apply(state, 0, actions.Move(actions.slot(4, 0), actions.slot(2, 0)), rng)
    RULES.apply(state, 0, actions.Flip(actions.slot(2, 1)), rng)
    view = RULES.view(state, 0)
    words = [WORDING.format(view, actions.Turn(actions.slot(2, place))) for place in range(2)]
    assert [each["what"] for each in words] == ["stone in veil", "stone face up in veil"]
    for place, said in enumerate(words):
        assert WORDING.parse(view, 0, actions.Turn, said) == actions.Turn(actions.slot(2, place))
