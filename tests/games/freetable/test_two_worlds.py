"""A viewer cannot tell the true match from one in which all that it does not see is dealt again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from bot.engine.contract import Event
from bot.games.freetable.rules import actions, facts, legal, rules, state
from bot.games.freetable.rules.table import Zone
from bot.matches.revelation import UndoneAction, shows_nothing
from tests.games.freetable.chance import RULES, WORDING, playthrough, positions
from tests.games.freetable.test_random_play import all_things
from tests.games.random_play import fresh_randomness, viewers
from tests.two_worlds import Leak, TwoWorlds

NAMES = ("Ann", "Ben", "Cleo", "Dan")
OPENED = (
    facts.Moved,
    facts.Dealt,
    facts.Flipped,
    facts.Looked,
    facts.Revealed,
    facts.Unveiled,
    facts.Rolled,
)


def reveals_to(viewer: Any, layout: Any) -> tuple[type, ...]:
    """Return the types of facts that may reveal something to this viewer: never what others alone learn."""

    def lawful(fact: Any) -> bool:
        if isinstance(fact, facts.Dealt):
            return viewer in fact.to
        if isinstance(fact, facts.Looked):
            return fact.seat == viewer
        if isinstance(fact, facts.Moved):
            source, target = [layout.zones[each // actions.SLOTS] for each in (fact.source, fact.target)]
            own = viewer is not None and viewer in (source.owner, target.owner)
            return own or (target.public and not fact.down) or (source.public and fact.kind >= 0)
        return isinstance(fact, facts.Flipped | facts.Revealed | facts.Unveiled | facts.Rolled)

    class Told(type):
        def __instancecheck__(cls, fact: Any) -> bool:
            return lawful(fact)

    return (Told("Lawful", (), {}),)


def battery(view: Any) -> Iterator[Any]:
    """Yield actions to try, mostly illegal ones."""
    for zone in range(len(view.zones)):
        for kind in (actions.Flip, actions.Look, actions.Reveal, actions.Turn):
            yield kind(actions.slot(zone, 0))
        yield actions.Move(actions.slot(zone, 1), actions.slot(0, 0))
        yield actions.Move(actions.slot(zone, 0), actions.slot(2, 0), "down")
        yield actions.Roll(zone)
        yield actions.Shuffle(zone)
        yield actions.Draw(zone, 2)


def menu(view: Any, able: Any) -> bytes:
    return msgspec.json.encode(WORDING.menu(view, able, (), NAMES))


def words(view: Any, _able: Any) -> bytes:
    return f"{WORDING.status(view, NAMES)}{WORDING.board_text(view, NAMES)}".encode()


def check_all(numbers: range, kept: float = 0.06) -> None:
    for at, each in enumerate(positions(numbers, kept=kept)):
        for viewer in viewers(each):
            reveals = reveals_to(viewer, each.layout)
            worlds = TwoWorlds(RULES, battery, reveals, {"menu": menu, "words": words}, steps=3)
            worlds.check(each, viewer, seed=at)


def test_two_worlds_at_random_tables() -> None:
    check_all(range(3), kept=0.04)


@pytest.mark.soak
def test_two_worlds_at_many_random_tables() -> None:
    check_all(range(3, 200), kept=0.2)


def test_what_is_dealt_again_is_all_there_and_looks_the_same() -> None:
    for at, each in enumerate(positions(range(3), kept=0.06)):
        for viewer in viewers(each):
            view = RULES.view(each, viewer)
            twin = RULES.resample(view, fresh_randomness(at))
            assert all_things(twin) == all_things(each)
            assert RULES.view(twin, viewer) == view


# ---- undo


@pytest.mark.slow
def test_what_can_be_undone_freely_has_shown_nothing_and_what_showed_cannot() -> None:
    """Moving what lies open is free; drawing, looking, playing from a hand and turning up are not."""
    free, bound = set(), set()
    for number in range(4):
        for turning in islice(playthrough(number), 45):
            doing, rng = turning.action, fresh_randomness(3)
            if isinstance(doing, rules.Resign | actions.Say) or turning.after.outcome is not None:
                continue
            RULES.apply(RULES.clone(turning.before), turning.seat, doing, rng)
            if rng.draws:
                continue
            undone = UndoneAction(RULES, turning.before, turning.before.seats, turning.seat, doing)
            (free if shows_nothing(undone, fresh_randomness(4)) else bound).add(type(doing))
    assert free >= {actions.Count, actions.Pass, actions.Turn, actions.Move, actions.Collect}
    assert bound >= {actions.Draw, actions.Look, actions.Move}


@pytest.mark.slow
def test_dice_in_a_secret_row_are_told_to_their_owner_alone() -> None:
    """Both worlds have the same dice, so that they cannot tell."""
    told = 0
    for turning in (each for number in range(14) for each in playthrough(number)):
        for event in turning.events:
            if isinstance(event.public, facts.Rolled):
                zone = turning.before.layout.zones[event.public.zone]
                hidden = zone.kind == "secret row" and not event.public.faces
                told += hidden
                assert set(event.private) <= {zone.owner}
                assert (zone.kind == "secret row") or event.public.faces
    assert told


# ---- planted leaks


def _seeing(change: Callable[[Zone, Any, Any, Any], bool]) -> Callable[[Any], None]:
    def plant(patch: Any) -> None:
        honest = Zone.seen_by
        patch.setattr(
            Zone,
            "seen_by",
            lambda self, viewer, thing, kind: (
                honest(self, viewer, thing, kind) or change(self, viewer, thing, kind)
            ),
        )

    return plant


def _view(change: Callable[[Any, Any], Any]) -> Callable[[Any], None]:
    def plant(patch: Any) -> None:
        honest = state.view_of
        patch.setattr(rules, "view_of", lambda true, viewer: change(true, honest(true, viewer)))

    return plant


def _order(function: str, place: int = 0) -> Callable[[Any], None]:
    """Let the list of legal actions depend on what lies hidden."""

    def plant(patch: Any) -> None:
        honest = legal.legal

        def leaking(true: Any, seat: int) -> Any:
            able = honest(true, seat)
            top = next(
                (
                    things[place].kind
                    for zone, things in zip(true.layout.zones, true.zones, strict=True)
                    if zone.kind == function and zone.owner != seat and things
                ),
                -1,
            )
            return (
                list(able)[: len(able) - 1]
                if able and isinstance(true, state.FreeState) and top % 2
                else able
            )

        patch.setattr(rules, "legal", leaking)

    return plant


def _fact(kind: type, change: Callable[[Any, Any], Any]) -> Callable[[Any], None]:
    """Tell the public what only some should know."""

    def plant(patch: Any) -> None:
        for action, honest in list(rules._DOING.items()):

            def doing(true: Any, seat: int, given: Any, rng: Any, honest: Any = honest) -> list[Event]:
                before = RULES.clone(true)
                events = honest(true, seat, given, rng)
                return [
                    replace(each, public=change(before, each))
                    if isinstance(each.public, kind) and each.private
                    else each
                    for each in events
                ]

            patch.setitem(rules._DOING, action, doing)

    return plant


def _refusing(change: Callable[[Any, Any], str]) -> Callable[[Any], None]:
    def plant(patch: Any) -> None:
        honest = legal.refusal

        def leaking(true: Any, seat: int, action: Any) -> str:
            fault = honest(true, seat, action)
            return (
                f"{fault[:-1]} {change(true, action)}."
                if fault and isinstance(true, state.FreeState)
                else fault
            )

        patch.setattr(rules, "refusal", leaking)

    return plant


def _of(kind: str) -> Callable[[Any], Any]:
    """Return a function of a match: what lies in the zones of a kind."""

    def found(true: Any) -> Any:
        return [
            things for zone, things in zip(true.layout.zones, true.zones, strict=True) if zone.kind == kind
        ]

    return found


LEAKS: dict[str, Callable[[Any], None]] = {
    **{
        f"all see {kind}s{also}": _seeing(
            lambda zone, viewer, thing, each, kind=kind, test=test: (
                zone.kind == kind and test(viewer, thing, each, zone)
            )
        )
        for kind in ("hand", "deck", "secret row", "row")
        for also, test in {
            "": lambda *_: True,
            " of seat 1": lambda _viewer, _thing, _each, zone: zone.owner <= 0,
            ", but strangers not": lambda viewer, *_: viewer is not None,
            ", cards of the first set": lambda _viewer, _thing, each, _zone: each.group == 0,
            ", the first cards": lambda _viewer, thing, *_: 0 <= thing.kind < 20,
            ", the usual cards": lambda _viewer, _thing, each, _zone: each.shape != "card",
            ", of some kinds": lambda _viewer, thing, *_: thing.kind % 3 == 0,
        }.items()
    },
    **{
        f"the view has {what} in {field}": _view(
            lambda true, view, kind=kind, turn=turn, field=field: replace(
                view, **{field: turn(true, view, _of(kind)(true))}
            )
        )
        for kind in ("hand", "deck", "secret row")
        for what, field, turn in (
            (
                f"the first of {kind}",
                "round",
                lambda true, _view, found: (
                    true.round + sum(each.kind for things in found for each in things[:1])
                ),
            ),
            (
                f"the last of {kind}",
                "round",
                lambda true, _view, found: (
                    true.round + 7 * any(each.kind % 2 for things in found for each in things[-1:])
                ),
            ),
            (
                f"the sum of {kind}",
                "touched",
                lambda _true, view, found: (
                    *view.touched,
                    sum(each.kind * (at + 1) for things in found for at, each in enumerate(things)),
                ),
            ),
            (
                f"the highest of {kind}",
                "round",
                lambda true, _view, found: (
                    true.round + max([each.kind for things in found for each in things], default=0)
                ),
            ),
            (
                f"the cards of {kind} in order",
                "counters",
                lambda _true, view, found: (
                    *view.counters,
                    *[each.kind for things in found for each in things],
                ),
            ),
        )
    },
    "the chosen card is seen": _view(lambda true, view: replace(view, chosen=true.chosen)),
    "a die of others is seen": _view(
        lambda true, view: replace(
            view,
            zones=tuple(
                [
                    tuple([replace(seen, value=each.value) for seen, each in zip(a, b, strict=True)])
                    for a, b in zip(view.zones, true.zones, strict=True)
                ]
            ),
        )
    ),
    **{f"what can be done depends on a {kind}": _order(kind) for kind in ("hand", "deck", "secret row")},
    **{
        f"what can be done depends on the last of a {kind}": _order(kind, -1)
        for kind in ("hand", "secret row")
    },
    "a deal tells the cards": _fact(facts.Dealt, lambda _before, event: next(iter(event.private.values()))),
    "a move tells the card": _fact(facts.Moved, lambda _before, event: next(iter(event.private.values()))),
    "a look tells the card": _fact(facts.Looked, lambda _before, event: next(iter(event.private.values()))),
    "a turn tells the card": _fact(facts.Turned, lambda _before, event: next(iter(event.private.values()))),
    "the view tells the chosen card": _view(
        lambda true, view: replace(view, round=true.round + sum([each.kind for each in true.chosen if each]))
    ),
    "a deal tells whether it is high": _fact(
        facts.Dealt,
        lambda _before, event: replace(
            event.public, number=event.public.number + sum(next(iter(event.private.values())).kinds) % 2
        ),
    ),
    **{
        f"a refusal tells of a {kind}": _refusing(
            lambda true, _action, kind=kind, part=part: str(
                [each.kind for things in _of(kind)(true) for each in things[part]]
            )
        )
        for kind in ("hand", "deck", "secret row")
        for part in (slice(0, 1), slice(-1, None), slice(None))
    },
    "a refusal tells the chosen card": _refusing(
        lambda true, _action: str([each and each.kind for each in true.chosen])
    ),
}


RARE = ("the chosen card is seen", "a turn tells the card", "the view tells the chosen card")
"""The leaks for which more positions are needed: what they leak happens seldom."""


def found(plant: Callable[[Any], None], *, rare: bool = False) -> bool:
    """Whether a leak is found in some of the matches."""
    with pytest.MonkeyPatch.context() as patch:
        most, kept = (900, 0.3) if rare else (60, 0.05)
        chosen = list(islice(positions(range(40 if rare else 12), kept=kept), most))
        plant(patch)
        try:
            for at, each in enumerate(chosen):
                for viewer in viewers(each):
                    reveals = reveals_to(viewer, each.layout)
                    looks = {"menu": menu, "words": words}
                    TwoWorlds(RULES, battery, reveals, looks, steps=3).check(each, viewer, seed=at)
        except Leak:
            return True
    return False


def test_without_a_plant_nothing_leaks() -> None:
    assert not found(lambda _patch: None)


def test_there_are_sixty_kinds_of_leaks() -> None:
    assert len(LEAKS) >= 60


@pytest.mark.parametrize(
    "name",
    [name if at % 12 == 0 else pytest.param(name, marks=pytest.mark.soak) for at, name in enumerate(LEAKS)],
)
def test_a_planted_leak_is_found(name: str) -> None:
    assert found(LEAKS[name], rare=name in RARE), name
