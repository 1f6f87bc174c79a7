"""The hill in the middle, limits on the kinds of a squad, and what is no change of HP (PAP-25, 26, 28)."""

import msgspec
import pytest

from bot.engine.contract import Outcome, Resign
from bot.engine.errors import BadOptions, IllegalAction
from bot.engine.positions import ScriptedStream
from bot.games.papyrus.rules.actions import Dismiss, Preset, Ready, Recruit
from bot.games.papyrus.rules.squads import allowed_kinds
from bot.games.papyrus.rules.zones import middle_squares
from renderers.kit.alt_text import table_text
from tests.games.papyrus.table import RULES, Kind, Options, Table

NAMES = ("Ann", "Ben", "Cleo")
ROUNDS = "The round limit is reached: "
QUIET = "10 rounds went by without a change of HP: "


def over(table: Table, turns: int) -> Outcome:
    """How the match ends when everybody ends the turn so often."""
    for _ in range(turns):
        assert table.state.outcome is None
        table.do("end-turn")
    return table.state.outcome


@pytest.mark.parametrize(
    ("size", "hill"),
    [
        ((16, 12), {"H6", "I6", "H7", "I7"}),
        ((9, 12), {"E6", "E7"}),
        ((16, 7), {"H4", "I4"}),
        ((9, 7), {"E4"}),
    ],
)
def test_the_hill_is_the_middle_of_the_field_pap_25(size, hill):
    table = Table("smg A1 | smg B6", width=size[0], height=size[1], hill=True)
    assert {table.grid.name(square) for square in table.view().hill} == hill
    assert len(middle_squares(*size)) == len(hill)


def test_more_units_on_the_hill_win_before_hp_at_the_round_limit_pap_25():
    table = Table("smg H6:1, smg H7:2 | smg I6, smg P1, smg P2", rounds=1, hill=True)
    assert over(table, 2) == Outcome((0,), (3, 30), f"{ROUNDS}the most units on the hill win.")


def test_more_units_on_the_hill_win_after_ten_quiet_rounds_pap_25():
    table = Table("smg H6:1 | smg P1, smg P2", hill=True)
    assert over(table, 20) == Outcome((0,), (1, 20), f"{QUIET}the most units on the hill win.")


def test_as_many_on_the_hill_leave_it_to_hp_pap_25():
    table = Table("smg H6:9 | smg I7:4, smg P1", rounds=1, hill=True)
    assert over(table, 2) == Outcome((1,), (9, 14), f"{ROUNDS}the most HP wins.")
    table = Table("smg A1 | smg P1", rounds=1, hill=True)
    assert over(table, 2) == Outcome((), (10, 10), f"{ROUNDS}the most HP is shared.")


def test_without_a_hill_hp_count_wherever_units_stand_pap_25():
    table = Table("smg H6:9, smg H7:9 | smg P1, smg P2", rounds=1, hill=False)
    assert over(table, 2).winners == (1,)


def test_two_best_of_three_on_the_hill_leave_it_to_hp_of_all_pap_25():
    table = Table("smg H6:5 | smg I7:6 | smg P1", rounds=1, hill=True)
    assert over(table, 3) == Outcome((2,), (5, 6, 10), f"{ROUNDS}the most HP wins.")


def test_two_best_of_three_draw_for_all_pap_28():
    table = Table("smg A1:9 | smg P12 | smg P1", rounds=1)
    assert over(table, 3) == Outcome((), (9, 10, 10), f"{ROUNDS}the most HP is shared.")


def test_barriers_take_squares_from_the_hill_and_all_four_take_the_hill_pap_25():
    table = Table("smg A1 | smg P1", barriers="H6 I7", hill=True)
    assert {table.grid.name(square) for square in table.view().hill} == {"I6", "H7"}
    table = Table("smg A1 | smg P1", barriers="H6 I6 H7 I7", hill=True)
    assert table.state.options.hill is False


def test_the_hill_is_seen_and_told_pap_25():
    table = Table("smg H6, smg A1 | smg I7, smg P1, smg P2", turn=2, rounds=3, hill=True)
    wording, view = table.wording, table.view()
    assert "On the hill: ● **Ann** 1, ■ **Ben** 1." in wording.status(view, NAMES[:2])
    assert "On the hill: Ann 1, Ben 1." in table_text("Papyrus", wording, view, NAMES[:2], [])
    text = wording.board_text(view, NAMES[:2])
    assert " ^" in text
    assert "^ is free ground on the hill." in text.replace("\n", " ")
    assert wording.aim(view).endswith("after 3 rounds the most units on the hill")


# The kinds of a squad (PAP-26)


def opened(**options):
    rng = ScriptedStream([])
    return RULES.setup(Options(**options), 2, rng), rng


def refused(state, action) -> str:
    with pytest.raises(IllegalAction) as caught:
        RULES.apply(state, 0, action, ScriptedStream([]))
    return str(caught.value)


def test_at_most_so_many_of_each_kind_but_the_smg_pap_26():
    state, rng = opened(squad=6, most=2)
    for kind in (Kind.SNIPER, Kind.SNIPER, Kind.SMG, Kind.SMG, Kind.SMG):
        RULES.apply(state, 0, Recruit(kind), rng)
    assert Recruit(Kind.SNIPER) not in RULES.legal(state, 0)
    assert refused(state, Recruit(Kind.SNIPER)) == (
        "Your squad has 2 Sniper already, the most that this match allows: add another kind."
    )
    RULES.apply(state, 0, Dismiss(Kind.SNIPER), rng)
    assert Recruit(Kind.SNIPER) in RULES.legal(state, 0)
    for kind in (Kind.SMG, Kind.SMG):
        RULES.apply(state, 0, Recruit(kind), rng)
    RULES.apply(state, 0, Ready(), rng)


def test_a_ready_made_squad_keeps_to_the_most_of_a_kind_pap_26():
    state, rng = opened(squad=10, most=1)
    RULES.apply(state, 0, Preset("rockets"), rng)
    assert [state.squads[0].count(kind) for kind in Kind] == [8, 0, 0, 1, 1]
    assert len(state.squads[0]) == 10


def test_no_limit_is_zero_pap_26():
    state, rng = opened(squad=5, most=0)
    for _ in range(5):
        RULES.apply(state, 0, Recruit(Kind.RPG), rng)
    assert Ready() in RULES.legal(state, 0)


@pytest.mark.parametrize("written", ["smg+rpg", "SMG and RPG only", "rpgs, smgs", "RPG SMG"])
def test_kinds_are_chosen_freely_pap_26(written):
    state, _ = opened(squad=3, only=written)
    assert state.options.only == "smg+rpg"
    assert allowed_kinds(state.options) == (Kind.SMG, Kind.RPG)
    assert refused(state, Recruit(Kind.MEDIC)) == ("This match is played with SMG, RPG only, without Medic.")


def test_all_kinds_are_no_choice_pap_26():
    assert RULES.normalize(Options(only="smg shotgun sniper medic rpg"), 2).only == ""


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"only": "smg, snipper"}, 'There is no kind of unit "snipper"'),
        ({"only": "only"}, "The option only names kinds of units"),
        (
            {"only": "smg rpg", "kinds": "basic"},
            "The option only has RPG, which is not among the kinds of basic",
        ),
        ({"only": "rpg sniper", "most": 2, "squad": 5}, "with at most 2 of each kind there are 4 units"),
    ],
)
def test_a_choice_of_kinds_that_cannot_be_is_refused_pap_26(options, sentence):
    with pytest.raises(BadOptions, match=sentence):
        RULES.normalize(msgspec.convert(options, Options), 2)


# What is no change of HP (PAP-28), and the rules before


def test_resigning_is_no_change_of_hp_and_takes_the_units_away_pap_28():
    table = Table("smg C7, smg C8 | smg P1 | smg P2")
    for _ in range(6):
        table.do("end-turn")
    assert table.state.quiet == 3
    table.do(Resign(), seat=3)
    assert table.state.quiet == 3
    assert table.unit("3 SMG-1").square == -1
    assert table.state.out == (False, False, True)


def test_a_nick_of_no_damage_is_no_change_of_hp_pap_28():
    table = Table("medic C7 | smg C9", critical=True)
    for _ in range(4):
        table.do("end-turn")
    (shot,) = table.do("attack Medic-1 2:SMG-1", 2)
    assert (shot.grade, shot.hurt, table.state.quiet) == ("nick", (), 3)


def test_quiet_rounds_are_whole_rounds_pap_28():
    table = Table("smg C7 | smg C9")
    table.do("attack SMG-1 2:SMG-1", 6)
    assert over(table, 2 + 20).why.startswith(QUIET)
    assert table.state.round == 11
