"""A turn at a free table is planned with what its seat sees, as long as nothing of that has changed."""

from __future__ import annotations

from typing import Any

from bot.base.language import speaking
from bot.base.languages.catalogues import language
from bot.engine.fair import Stream
from bot.engine.positions import read_command
from bot.games.freetable.rules import actions
from bot.games.freetable.rules.options import Options
from bot.games.freetable.rules.state import FreeState
from bot.matches.plans import Foreseen, Plan, begun, conditions, foreseen
from tests.games.freetable.chance import RULES, WORDING

NAMES = ["Ann", "Ben"]


def played(*commands: str, table: str = "cards") -> FreeState:
    """Return a match after actions, each with its seat: "1 pass"."""
    rng = Stream("plans", bytes(32))
    state: FreeState = RULES.setup(RULES.normalize(Options(table), 2), 2, rng)
    return go_on(state, *commands)


def go_on(state: FreeState, *commands: str) -> FreeState:
    rng = Stream("on", bytes(32))
    for command in commands:
        seat, _, words = command.partition(" ")
        action = read_command(RULES, WORDING, RULES.view(state, int(seat) - 1), int(seat) - 1, words)
        RULES.apply(state, int(seat) - 1, action, rng)
    return state


def plan(state: FreeState, *planned: Any) -> tuple[Plan, Foreseen]:
    """Return a plan of the second seat on all conditions, and what is foreseen of it."""
    view, made = RULES.view(state, 1), Plan()
    for action in planned:
        made = made.before(RULES, action, view)
    found = foreseen(RULES, view, 1, made)
    assert found is not None
    return made, found


def test_a_turn_of_cards_is_planned_with_a_draw_whose_card_nobody_foresees() -> None:
    state = played("1 deal deck: deck number: 5")
    table = actions.slot(3, 0)
    made, found = plan(state, actions.Move(actions.slot(1, 0), table), actions.Draw(2, 2), actions.Pass())
    assert len(found.view.zones[1]) == 4
    assert all(thing.kind < 0 for thing in found.view.zones[2])
    assert not found.legal
    RULES.apply(state, 0, actions.Pass(), Stream("x", bytes(32)))
    after, dropped = begun(RULES, state, 1, made)
    assert (after is not None and after.begun, dropped) == (True, "")


def test_what_is_not_seen_now_cannot_be_planned() -> None:
    state = played("1 deal deck: deck number: 5", "1 move what: 9 of hearts to: table face: down")
    _, found = plan(state)
    for action in (
        actions.Look(actions.slot(2, 0)),
        actions.Move(actions.slot(2, 0), actions.slot(3, 0)),
        actions.Flip(actions.slot(3, 0)),
        actions.Deal(2, 1),
    ):
        assert action not in found.legal
        assert action not in list(found.legal)
    assert actions.Draw(2, 1) in found.legal
    assert {type(each) for each in found.legal} >= {actions.Move, actions.Draw, actions.Pass}


def test_a_plan_is_dropped_when_what_it_handles_has_changed() -> None:
    state = played("1 deal deck: deck number: 5", "1 move what: top of deck to: table")
    made, _ = plan(state, actions.Move(actions.slot(3, 0), actions.slot(5, 0)))
    view = RULES.view(state, 1)
    assert list(conditions(RULES, view, ())) == []
    assert WORDING.condition(view, "things", NAMES) == "What I handle lies where it lies now"
    same = go_on(RULES.clone(state), "1 pass")
    assert begun(RULES, same, 1, made)[1] == ""
    go_on(state, "1 collect zone: table deck: deck", "1 shuffle zone: deck")
    go_on(state, "1 move what: top of deck to: table", "1 pass")
    assert RULES.view(state, 1).zones[3][0] != view.zones[3][0]
    assert begun(RULES, state, 1, made)[1] == "condition"


def test_a_square_that_was_free_may_be_asked_for() -> None:
    state = played("1 move what: white pawn E2 to: E4", table="chess")
    view = RULES.view(state, 1)
    at = next(place for place, each in enumerate(view.zones[0]) if each.at == 51)
    made, _ = plan(state, actions.Move(actions.slot(0, at), actions.slot(0, 35)))
    assert [key for key, _ in made.conditions] == ["things", "squares"]
    with speaking(language("de")):
        assert WORDING.condition(view, "squares", NAMES).endswith("wie jetzt")
    kept = go_on(RULES.clone(state), "1 pass")
    assert begun(RULES, kept, 1, made)[1] == ""
    gone = go_on(RULES.clone(state), "1 move what: white pawn E4 to: D5", "1 pass")
    assert begun(RULES, gone, 1, made)[1] == "condition"


def test_nothing_is_planned_where_all_may_act_or_choose() -> None:
    state = played(table="night-market")
    assert foreseen(RULES, RULES.view(state, 1), 1, Plan()) is None
