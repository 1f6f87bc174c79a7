"""A fair start: the first turn of the first seat, and the winner with equal HP (PAP-27)."""

import pytest

from bot.engine.errors import BadOptions
from bot.engine.positions import ScriptedStream
from bot.games.papyrus.players.battlefield import Battlefield
from bot.games.papyrus.rules.actions import EndTurn, Formation, Preset, Ready
from bot.games.papyrus.rules.facts import FirstPlayer
from bot.matches.options import offered_options
from tests.games.papyrus.table import RULES, Options, Table

NAMES = ("Ann", "Ben")


def deployed(seats: int = 2, **options):
    """Return a match of squads of 4 whose last seat begins, and the events of the deployment."""
    rng = ScriptedStream([*range(1, seats + 1)])
    state = RULES.setup(RULES.normalize(Options(squad=4, **options), seats), seats, rng)
    for actions in ((Preset("balanced"), Ready()), (Formation(), Ready())):
        for seat in range(seats):
            for action in actions:
                events = RULES.apply(state, seat, action, rng)
    return state, [event.public for event in events]


@pytest.mark.parametrize(
    ("start", "pools", "told"),
    [
        ("all", [8, 8, 8], "begins."),
        ("half", [4, 8, 8], "begins, with half the spaces in this turn."),
        ("none", [0, 8, 8], "begins, without moving in this turn."),
    ],
)
def test_the_first_seat_may_have_fewer_spaces_in_its_first_turn_pap_27(start, pools, told):
    state, facts = deployed(start=start)
    found = []
    for _ in pools:
        found.append(state.pool)
        RULES.apply(state, state.turn, EndTurn(), ScriptedStream([]))
    assert found == pools
    (first,) = [fact for fact in facts if isinstance(fact, FirstPlayer)]
    table = Table("smg A1 | smg P1", start=start)
    assert table.wording.describe(first, table.view(), NAMES).endswith(f"■ **Ben** {told}")


def offered(seats=2, **said):
    """Return the options of a match that people open with these."""
    return offered_options(RULES, said, seats)


def test_by_default_the_first_seat_has_all_spaces_pap_27():
    assert [offered(seats).first_spaces for seats in (2, 3, 4)] == [2, 2, 2]
    assert (offered(start="none").first_spaces, RULES.normalize(Options(), 2).most) == (0, 0)
    with pytest.raises(BadOptions, match='The option start must be all, half or none, not "most"'):
        RULES.normalize(Options(start="most"), 2)


@pytest.mark.parametrize(
    ("options", "most"),
    [
        ({}, 4),
        ({"squad": 11}, 5),
        ({"squad": 4}, 0),
        ({"kinds": "basic"}, 0),
        ({"only": "sniper"}, 0),
        ({"only": "smg+sniper"}, 4),
        ({"most": 0}, 0),
        ({"most": 6}, 6),
    ],
)
def test_by_default_a_squad_has_at_most_two_of_five_of_a_kind_pap_27(options, most):
    assert offered(**options).most == most


@pytest.mark.parametrize(("ties", "winner"), [("first-mover", 0), ("last-mover", 1)])
@pytest.mark.parametrize(("limit", "turns"), [({"rounds": 1}, 2), ({}, 20)])
def test_equal_hp_at_a_limit_may_be_won_by_the_first_or_last_seat_of_a_round_pap_27(
    ties, winner, limit, turns
):
    table = Table("smg A1 | smg P1", ties=ties, **limit)
    assert Battlefield(table.view(winner + 1), winner).standing() == 1
    assert Battlefield(table.view(2 - winner), 1 - winner).standing() == -1
    for _ in range(turns):
        table.do("end-turn")
    outcome = table.state.outcome
    assert (outcome.winners, outcome.scores) == ((winner,), (10, 10))
    assert outcome.why.endswith(f"who moves {ties.removesuffix('-mover')} in a round wins.")


def test_of_three_only_those_with_the_most_hp_are_equal_pap_27():
    table = Table("smg A1:9 | smg P1 | smg P2", ties="first-mover", rounds=1)
    for _ in range(3):
        table.do("end-turn")
    assert table.state.outcome.winners == (1,)
