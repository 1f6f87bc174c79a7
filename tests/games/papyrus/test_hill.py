"""The hill in the middle, limits on the kinds of a squad, and what is no change of HP (PAP-25, 26, 28)."""

import msgspec
import pytest

from bot.engine.contract import Outcome, Resign
from bot.engine.errors import BadOptions, IllegalAction
from bot.engine.positions import ScriptedStream
from bot.games.papyrus.rules.actions import Dismiss, Preset, Ready, Recruit
from bot.games.papyrus.rules.field import middle_squares
from bot.games.papyrus.rules.squads import allowed_kinds
from bot.games.registry import GAMES
from bot.matches.options import offered_options
from renderers.kit.alt_text import table_text
from tests.games.papyrus.table import RULES, Kind, Options, Table

NAMES = ("Ann", "Ben", "Cleo")
ROUNDS = "The round limit is reached: "
QUIET = "10 rounds went by without a change of HP: "


def over(table: Table, turns: int) -> Outcome:
    """Return the outcome after everybody has ended this number of turns."""
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


ENDS = {
    "more units on the hill win before HP": (
        "smg H6:1, smg H7:2 | smg I6, smg P1, smg P2",
        {"hill": True},
        (0,),
        (3, 30),
        "units on the hill win.",
    ),
    "as many on the hill leave it to HP": (
        "smg H6:9 | smg I7:4, smg P1",
        {"hill": True},
        (1,),
        (9, 14),
        "HP wins.",
    ),
    "nobody on the hill leaves it to HP": ("smg A1 | smg P1", {"hill": True}, (), (10, 10), "HP is shared."),
    "without a hill HP count wherever units stand": (
        "smg H6:9, smg H7:9 | smg P1, smg P2",
        {},
        (1,),
        (18, 20),
        "HP wins.",
    ),
    "two best of three on the hill leave it to the HP of all": (
        "smg H6:5 | smg I7:6 | smg P1",
        {"hill": True},
        (2,),
        (5, 6, 10),
        "HP wins.",
    ),
    "three level on the hill leave it to the HP of all (DECISIONS 21)": (
        "smg H6:5 | smg I7:6, smg P1:3 | smg H7:7",
        {"hill": True},
        (1,),
        (5, 9, 7),
        "HP wins.",
    ),
    "two best of three draw for all (PAP-28)": (
        "smg A1:9 | smg P12 | smg P1",
        {},
        (),
        (9, 10, 10),
        "HP is shared.",
    ),
}


@pytest.mark.parametrize(("squads", "options", "winners", "scores", "why"), ENDS.values(), ids=ENDS)
def test_the_winner_at_the_round_limit_pap_25(squads, options, winners, scores, why):
    table = Table(squads, rounds=1, **options)
    assert over(table, len(scores)) == Outcome(winners, scores, f"{ROUNDS}the most {why}")


@pytest.mark.parametrize(("squads", "options", "winners"), [end[:3] for end in ENDS.values()], ids=ENDS)
def test_a_match_is_adjudicated_as_it_would_end_pap_25(squads, options, winners):
    """Also with two best of three on the hill: these do not go before the third, whose HP would win."""
    standing = RULES.adjudicate(Table(squads, rounds=1, **options).state)
    best = tuple([seat for seat, each in enumerate(standing) if each == max(standing)])
    assert (best if len(best) == 1 else ()) == winners


def test_more_units_on_the_hill_win_after_ten_quiet_rounds_pap_25():
    table = Table("smg H6:1 | smg P1, smg P2", hill=True)
    assert over(table, 20) == Outcome((0,), (1, 20), f"{QUIET}the most units on the hill win.")


def test_barriers_remove_squares_of_the_hill_and_four_remove_it_pap_25():
    table = Table("smg A1 | smg P1", barriers="H6 I7", hill=True)
    assert {table.grid.name(square) for square in table.view().hill} == {"I6", "H7"}
    table = Table("smg A1 | smg P1", barriers="H6 I6 H7 I7", hill=False)
    assert not table.view().hill


def test_a_hill_of_walls_is_refused_with_the_name_of_the_map_pap_29():
    rules = GAMES["papyrus"].rules
    walled = [key for key in rules.maps if not offered_options(rules, {"map": key, "squad": 5}, 2).hill]
    assert walled == ["mountain-crease", "envelope"]
    for key in walled:
        with pytest.raises(BadOptions, match=f'The map "{key}" has no hill: its middle squares are walls'):
            offered_options(rules, {"map": key, "hill": True}, 2)
        assert offered_options(rules, {"map": key, "hill": False}, 2).hill is False
    with pytest.raises(BadOptions, match="Your map has no hill"):
        offered_options(rules, {"grid": rules.maps["envelope"].grid, "hill": True}, 2)
    assert offered_options(rules, {}, 2).hill is True


def test_the_hill_is_in_views_and_sentences_pap_25():
    table = Table("smg H6, smg A1 | smg I7, smg P1, smg P2", turn=2, rounds=3, hill=True)
    wording, view = table.wording, table.view()
    assert "On the hill: ● **Ann** 1, ■ **Ben** 1." in wording.status(view, NAMES[:2])
    assert "On the hill: Ann 1, Ben 1." in table_text("Papyrus", wording, view, NAMES[:2], [])
    text = wording.board_text(view, NAMES[:2])
    assert " ^" in text
    assert "^ is free ground on the hill." in text.replace("\n", " ")
    assert wording.aim(view.options, 2).endswith("after 3 rounds the most units on the hill")


# ---- the kinds of a squad (PAP-26)


def opened(**options):
    rng = ScriptedStream([])
    return RULES.setup(Options(**options), 2, rng), rng


def refused(state, action) -> str:
    with pytest.raises(IllegalAction) as caught:
        RULES.apply(state, 0, action, ScriptedStream([]))
    return str(caught.value)


def test_each_kind_but_the_smg_is_limited_pap_26():
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


@pytest.mark.parametrize("written", ["smg+rpg", "SMG and RPG only", "rpgs, smgs", "RPG SMG"])
def test_any_kinds_can_be_chosen_and_all_equal_the_default_pap_26(written):
    state, _ = opened(squad=3, only=written)
    assert state.options.only == "smg+rpg"
    assert allowed_kinds(state.options) == (Kind.SMG, Kind.RPG)
    assert refused(state, Recruit(Kind.MEDIC)) == ("This match is played with SMG, RPG only, without Medic.")
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
def test_an_invalid_choice_of_kinds_is_refused_pap_26(options, sentence):
    with pytest.raises(BadOptions, match=sentence):
        RULES.normalize(msgspec.convert(options, Options), 2)


# ---- no change of HP (PAP-28), and the former rules


def test_resigning_is_no_change_of_hp_and_removes_the_units_pap_28():
    table = Table("smg C7, smg C8 | smg P1 | smg P2")
    for _ in range(6):
        table.do("end-turn")
    assert table.state.quiet == 3
    table.do(Resign(), seat=3)
    assert table.state.quiet == 3
    assert table.unit("3 SMG-1").square == -1
    assert table.state.out == (False, False, True)


def test_quiet_rounds_are_whole_rounds_pap_28():
    table = Table("smg C7 | smg C9")
    table.do("attack SMG-1 2:SMG-1", 6)
    assert over(table, 2 + 20).why.startswith(QUIET)
    assert table.state.round == 11
