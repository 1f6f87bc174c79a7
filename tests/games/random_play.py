"""What holds for every game after each action of a random match: the checks that all games share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

import msgspec
import pytest

from bot.engine.contract import Event, Rules, Seat, Viewer
from bot.engine.errors import IllegalAction
from bot.engine.fair import Stream


class Turning(NamedTuple):
    """One action of a match: the state before it and after it, and what happened."""

    before: Any
    seat: Seat
    action: Any
    events: list[Event]
    after: Any


def viewers(state: Any) -> Sequence[Viewer]:
    """Everybody who can look at a match: the public and each seat."""
    return (None, *range(state.seats))


def fresh_randomness(number: int) -> Stream:
    """The randomness of match `number`, from its beginning."""
    return Stream(f"match {number}", number.to_bytes(32, "big"))


def numbers(quick: int, soak: int) -> list[Any]:
    """Numbers of matches to play: so many each time, and so many more in a long run."""
    return [*range(quick), *[pytest.param(n, marks=pytest.mark.soak) for n in range(quick, quick + soak)]]


def check_who_acts(rules: Rules[Any, Any, Any, Any], state: Any) -> None:
    """Only who may act has anything to do, and always has; somebody is awaited until the match is over."""
    awaited, able = rules.to_act(state), rules.may_act(state)
    assert bool(awaited) == (rules.outcome(state) is None)
    assert awaited <= able
    for seat in range(state.seats):
        assert bool(rules.legal(state, seat)) == (seat in able)


def check_facts_tell_the_change(
    rules: Rules[Any, Any, Any, Any], fold: Callable[[Any, Any], Any], turning: Turning
) -> None:
    """Folding the facts a viewer sees over its old view gives its new view."""
    for viewer in viewers(turning.before):
        view = rules.view(turning.before, viewer)
        for event in turning.events:
            fact = event.seen_by(viewer)
            if fact is not None:
                view = fold(view, fact)
        assert view == rules.view(turning.after, viewer)


def check_json(value: Any, kind: Any) -> None:
    """A value read back from JSON is the same."""
    assert msgspec.json.decode(msgspec.json.encode(value), type=kind) == value


def check_events_survive_json(rules: Rules[Any, Any, Any, Any], events: Iterable[Event]) -> None:
    """Every form of every event is a fact of the game, also when it is read back from JSON."""
    for event in events:
        assert event.public is not None or event.private
        for fact in (event.public, *event.private.values()):
            if fact is not None:
                check_json(fact, rules.Fact)


def twin_of(rules: Rules[Any, Any, Any, Any], state: Any) -> Any:
    """A state read back from JSON."""
    return msgspec.json.decode(msgspec.json.encode(state), type=rules.State)


def check_twin(rules: Rules[Any, Any, Any, Any], turning: Turning, rng: Stream) -> None:
    """A state read back from JSON offers the same, and goes on to the same."""
    twin = twin_of(rules, turning.before)
    assert twin == turning.before
    assert list(rules.legal(twin, turning.seat)) == list(rules.legal(turning.before, turning.seat))
    assert rules.apply(twin, turning.seat, turning.action, rng) == turning.events
    assert twin == turning.after


def check_views_survive_json(rules: Rules[Any, Any, Any, Any], state: Any) -> None:
    """Every view is the same when it is read back from JSON."""
    for viewer in viewers(state):
        check_json(rules.view(state, viewer), rules.View)


def refusal_of(
    rules: Rules[Any, Any, Any, Any], state: Any, seat: Seat, action: Any, rng: Stream
) -> str | None:
    """Apply an action in place; return the sentence that refuses it, or None."""
    try:
        rules.apply(state, seat, action, rng)
    except IllegalAction as refused:
        return refused.sentence
    return None


def check_legal_or_refused(
    rules: Rules[Any, Any, Any, Any], state: Any, seat: Seat, actions: Iterable[Any], number: int
) -> None:
    """Exactly the actions listed as legal are carried out; a refusal changes nothing and draws nothing."""
    legal = rules.legal(state, seat)
    listed = set(legal)
    assert len(listed) == len(legal)
    for action in (*listed, *actions):
        after, rng = rules.clone(state), fresh_randomness(number)
        sentence = refusal_of(rules, after, seat, action, rng)
        assert (sentence is None) == (action in listed) == (action in legal), (action, sentence)
        if sentence is not None:
            assert after == state
            assert rng.draws == []
            assert sentence.endswith(".")
            assert "None" not in sentence
