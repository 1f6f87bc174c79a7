"""Random play until every branch of every card has been executed (NEO-17)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bot.games.neocombat.rules import actions, facts
from bot.games.neocombat.rules.play_faults import class_of
from tests.games.neocombat.chance import playthrough
from tests.games.neocombat.table import POOL
from tests.games.random_play import Turning

MOST = 300
"""The maximum number of matches."""


def branches() -> set[tuple[Any, ...]]:
    """Return all effects of the cards of the pool, one entry each."""
    return {(card.name, *each) for card in POOL.actions for each in _branches_of(card)}


def _branches_of(card: Any) -> Iterator[tuple[Any, ...]]:
    for number, way in enumerate(card.ways):
        yield from [("played", number, phase) for phase in way.phases]
        if way.extra:
            yield ("claimed", number)
        if way.user is not None:
            yield from (("kills", number), ("announces", number), ("stopped", number), ("hits", number))
            if way.second:
                yield ("second", number)
            if way.user.hides:
                yield from (("hidden", number), ("revealing", number))
        elif way.threat == "sensor":
            yield from (("reveals", number), ("stopped", number))
    for way in card.answers:
        yield from [("answers", kind) for kind in way.to]
        if way.extra:
            yield ("claimed answer",)
    if card.answers:
        yield ("gone",) if card.leaves else ("stays",)
    if card.spared:
        yield ("spared",)
    yield ("discarded",)


def fired(turning: Turning) -> Iterator[tuple[Any, ...]]:
    """Return the effects of cards in one action."""
    before, action = turning.before, turning.action
    told = [event.public for event in turning.events]
    for fact in told:
        if isinstance(fact, facts.Discarded):
            yield from [(POOL.actions[card].name, "discarded") for card in fact.cards]
        if isinstance(fact, facts.Played):
            way = POOL.ways[fact.card][fact.way]
            now = {"specials": "movement"}.get(before.phase, before.phase)
            assert now in way.phases
            yield (POOL.actions[fact.card].name, "played", fact.way, now)
    if isinstance(action, actions.Play):
        yield from _of_play(turning, action, told)
    if before.fight is not None and isinstance(action, actions.Defend):
        yield from _of_answer(turning, action)
    if before.fight is not None and not isinstance(action, actions.Defend | actions.Pass):
        return
    fight = before.fight or (isinstance(action, actions.Play) and _unanswered(action, told))
    if fight:
        name = POOL.actions[fight.card].name
        number = fight.way if isinstance(fight, actions.Play) else _way_of(fight)
        kinds = {facts.Hit: "hits", facts.Killed: "kills", facts.Fended: "stopped"}
        if POOL.ways[fight.card][number].threat == "sensor":
            kinds[facts.Revealed] = "reveals"
        yield from [(name, kinds[type(fact)], number) for fact in told if type(fact) in kinds]


def _unanswered(action: actions.Play, told: list[Any]) -> actions.Play | None:
    return action if any(isinstance(fact, facts.Undefended) for fact in told) else None


def _way_of(fight: Any) -> int:
    return next(number for number, way in enumerate(POOL.ways[fight.card]) if way.threat == fight.kind)


def _of_play(turning: Turning, action: actions.Play, told: list[Any]) -> Iterator[tuple[Any, ...]]:
    name, way = POOL.actions[action.card].name, POOL.ways[action.card][action.way]
    if action.claim:
        assert any(isinstance(fact, facts.Claimed) and fact.attribute == way.extra for fact in told)
        yield (name, "claimed", action.way)
    if action.again:
        yield (name, "announces", action.way)
    if turning.before.second is not None:
        assert class_of(way.threat) == turning.before.second.kind
        yield (name, "second", action.way)
    if way.user is not None and way.user.hides and not turning.before.tokens[action.user].revealed:
        shown = any(isinstance(fact, facts.Revealed) and fact.token == action.user for fact in told)
        yield (name, "revealing" if shown else "hidden", action.way)


def _of_answer(turning: Turning, action: actions.Defend) -> Iterator[tuple[Any, ...]]:
    name, fight = POOL.actions[action.card].name, turning.before.fight
    yield (name, "answers", fight.kind)
    if action.claim:
        yield (name, "claimed answer")
    removed = len(turning.after.removed) > len(turning.before.removed)
    if turning.after.tokens[fight.target].spared and not turning.before.tokens[fight.target].spared:
        assert not removed
        yield (name, "spared")
    else:
        yield (name, "gone" if removed else "stays")


def test_every_branch_of_every_card_is_executed():
    left, unknown = branches(), set()
    for number in range(1, MOST):
        for turning in playthrough(number):
            found = set(fired(turning))
            unknown |= found - branches()
            left -= found
        if not left:
            break
    assert not unknown
    assert not left, f"never seen: {sorted(left, key=str)}"
