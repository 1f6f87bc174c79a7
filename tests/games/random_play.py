"""Checks that hold for every game after each action of a random match."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from random import Random
from typing import Any, NamedTuple

import msgspec
import pytest

from bot.engine.contract import AnyRules, Event, Seat, Viewer
from bot.engine.errors import IllegalAction, Refusal
from bot.engine.fair import Stream

SELDOM = 10
"""Views, which are many, are only checked after one in this number of actions."""


class Turning(NamedTuple):
    """One action of a match: the state before and after it, and the events."""

    before: Any
    seat: Seat
    action: Any
    events: list[Event]
    after: Any


_CHOSEN: dict[tuple[AnyRules, str, str, int, int], list[tuple[Seat, Any]]] = {}
"""The actions of complete matches; choosing them takes most of the time."""


def playthrough_of(
    rules: AnyRules,
    options: Any,
    seats: int,
    number: int,
    choose: Callable[[Random, Any], tuple[Seat, Any]],
) -> Iterator[Turning]:
    """Play a match to its end, each action on a clone; `choose` returns the seat and the action."""
    random, rng = Random(number), fresh_randomness(number)
    key = rules, choose.__module__, repr(options), seats, number
    known, chosen = _CHOSEN.get(key), list[tuple[Seat, Any]]()
    state = rules.setup(options, seats, rng)
    while rules.outcome(state) is None:
        seat, action = known[len(chosen)] if known else choose(random, state)
        chosen.append((seat, action))
        after = rules.clone(state)
        events = rules.apply(after, seat, action, rng)
        before, state = (
            state,
            rules.clone(after),
        )  # tests may change what is yielded
        yield Turning(before, seat, action, events, after)
    _CHOSEN[key] = chosen


def positions_of(playthrough: Iterable[Turning], number: int, kept: float) -> Iterator[Any]:
    """Return some positions of match `number`."""
    random = Random(number)
    for turning in playthrough:
        if random.random() < kept:
            yield turning.after


def viewers(state: Any) -> Sequence[Viewer]:
    """Return all viewers of a match: the public and each seat."""
    return (None, *range(state.seats))


def fresh_randomness(number: int) -> Stream:
    """Return the randomness of match `number`, from its start."""
    return Stream(f"match {number}", number.to_bytes(32, "big"))


def numbers(quick: int, soak: int) -> list[Any]:
    """Return the numbers of the matches to play: some in each run, and more in a long run."""
    return [*range(quick), *[pytest.param(n, marks=pytest.mark.soak) for n in range(quick, quick + soak)]]


def check_who_acts(rules: AnyRules, state: Any) -> None:
    """Exactly the seats that may act have legal actions; some seat is awaited until the match is over."""
    awaited, able = rules.to_act(state), rules.may_act(state)
    assert bool(awaited) == (rules.outcome(state) is None)
    assert awaited <= able
    for seat in range(state.seats):
        assert bool(rules.legal(state, seat)) == (seat in able)


def check_changes_are_told(rules: AnyRules, turning: Turning) -> None:
    """A viewer who sees a change gets a fact: facts let every viewer follow the match."""
    for viewer in viewers(turning.before):
        if rules.view(turning.before, viewer) != rules.view(turning.after, viewer):
            assert [event for event in turning.events if event.seen_by(viewer) is not None], viewer


def check_json(value: Any, kind: Any) -> None:
    """A value is read back from JSON unchanged."""
    assert msgspec.json.decode(msgspec.json.encode(value), type=kind) == value


def check_events_survive_json(rules: AnyRules, events: Iterable[Event]) -> None:
    """Every form of every event is a fact of the game, also after it is read back from JSON."""
    for event in events:
        assert event.public is not None or event.private
        for fact in (event.public, *event.private.values()):
            if fact is not None:
                check_json(fact, rules.Fact)


def twin_of(rules: AnyRules, state: Any) -> Any:
    """Return a state read back from JSON."""
    return msgspec.json.decode(msgspec.json.encode(state), type=rules.State)


def check_twin(rules: AnyRules, turning: Turning, rng: Stream) -> None:
    """A state read back from JSON has the same legal actions and the same successor."""
    twin = twin_of(rules, turning.before)
    assert twin == turning.before
    assert list(rules.legal(twin, turning.seat)) == list(rules.legal(turning.before, turning.seat))
    assert rules.apply(twin, turning.seat, turning.action, rng) == turning.events
    assert twin == turning.after


def check_views_survive_json(rules: AnyRules, state: Any) -> None:
    """Every view is read back from JSON unchanged."""
    for viewer in viewers(state):
        check_json(rules.view(state, viewer), rules.View)


def check_written(rules: AnyRules, states: Iterable[Any]) -> None:
    """Written positions are read as the same positions, with the same successors."""
    written = 0
    for state in states:
        if rules.outcome(state) is not None:
            continue
        text = rules.notation(state)
        read = rules.position(text)
        assert read == state, text
        assert rules.notation(read) == text
        assert msgspec.json.encode(read) == msgspec.json.encode(state)  # equal ones may have different types
        for viewer in viewers(state):
            assert rules.view(read, viewer) == rules.view(state, viewer), text
        check_goes_on_alike(rules, state, read, Random(text))
        written += 1
    assert written > 20


def check_goes_on_alike(rules: AnyRules, state: Any, read: Any, random: Random) -> None:
    """Two states have the same legal actions for all seats, and one action has the same result in both."""
    for seat in range(state.seats):
        assert list(rules.legal(read, seat)) == list(rules.legal(state, seat))
    seat = random.choice(sorted(rules.to_act(state)))
    action = random.choice(list(rules.legal(state, seat)))
    one, other = rules.clone(state), rules.clone(read)
    rng, same = fresh_randomness(7), fresh_randomness(7)
    assert rules.apply(one, seat, action, rng) == rules.apply(other, seat, action, same)
    assert one == other


def check_garbled(rules: AnyRules, states: Iterable[Any], number: int) -> None:
    """A position with changed words is read, or refused in a sentence."""
    random = Random(number)
    for state in states:
        if rules.outcome(state) is not None:
            continue
        words = re.split(r"(\s+)", rules.notation(state))
        for _ in range(6):
            changed = list(words)
            for _ in range(random.randint(1, 3)):
                changed[random.randrange(len(changed))] = random.choice([*words, "", "7", "-1", "x"])
            with suppress(ValueError, Refusal):
                rules.position("".join(changed))


def play_and_check(
    rules: AnyRules,
    playthrough: Iterable[Turning],
    number: int,
    check_position: Callable[[Any], None],
    longest: int,
) -> int:
    """Play match `number` to its end with all these checks after each action; return the number of actions.

    `check_position` has the checks of the game. A match of `longest` actions would never end.
    """
    rng, count = fresh_randomness(number), 0
    for turning in playthrough:
        if not count:
            assert rules.setup(turning.before.options, turning.before.seats, rng) == turning.before
        check_twin(rules, turning, rng)
        check_position(turning.after)
        check_who_acts(rules, turning.after)
        check_changes_are_told(rules, turning)
        check_json(turning.action, rules.Action)
        check_events_survive_json(rules, turning.events)
        if count % SELDOM == 0 or rules.outcome(turning.after) is not None:
            check_views_survive_json(rules, turning.after)
        count += 1
        assert count < longest
    return count


def kinds_told(turning: Turning) -> set[type]:
    """Return the types of the facts of an action, including private ones."""
    forms = [event.public or next(iter(event.private.values())) for event in turning.events]
    return {type(fact) for fact in forms}


def refusal_of(rules: AnyRules, state: Any, seat: Seat, action: Any, rng: Stream) -> str | None:
    """Apply an action in place; return the sentence that refuses it, or None."""
    try:
        rules.apply(state, seat, action, rng)
    except IllegalAction as refused:
        return refused.sentence
    return None


def check_legal_or_refused(
    rules: AnyRules, state: Any, seat: Seat, actions: Iterable[Any], number: int
) -> None:
    """Exactly the legal actions are accepted; a refusal changes nothing and draws nothing."""
    legal = rules.legal(state, seat)
    listed = set(legal)
    assert len(listed) == len(legal)
    assert [legal[place] for place in range(len(legal))] == list(legal)
    for action in (*listed, *actions):
        after, rng = rules.clone(state), fresh_randomness(number)
        sentence = refusal_of(rules, after, seat, action, rng)
        assert (sentence is None) == (action in listed) == (action in legal), (action, sentence)
        if sentence is not None:
            assert after == state
            assert rng.draws == []
            assert sentence.endswith(".")
            assert "None" not in sentence
