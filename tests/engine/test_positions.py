"""Example positions as text: the parts that all games share, tested with Papyrus and Crossfire."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from bot.engine.contract import Action, Rules
from bot.engine.positions import ScriptedStream, notated, read_command
from bot.games.crossfire.rules.actions import KeepOne, Tower
from bot.games.papyrus.rules.actions import EndTurn
from tests.games.crossfire.table import Table as CrossfireTable
from tests.games.papyrus.table import Table
from tests.games.table import page_scene

FIELD = """names: Ann
field: 12x6
seat 1: SMG C2, SMG E5
seat 2: Sniper H2:4
"""


def scene(*lines: str):
    return page_scene("papyrus", FIELD + "\n".join(lines))


def fault(*lines: str) -> str:
    with pytest.raises(ValueError, match=r".") as raised:
        scene(*lines)
    return str(raised.value)


def test_a_player_without_a_name_is_called_by_the_seat():
    assert scene().names == ("Ann", "Seat 2")


def test_signs_of_other_programs_are_read_and_names_stay_as_they_were_typed():
    told = page_scene(
        "papyrus",
        "\ufeffnames: O’Neil – Ann\nfield: 12x6\nseat １: SMG C2, SMG E5\nseat 2:\u00a0Sniper H2:4\n"
        "dice: ６\n1: attack SMG‑1 at H2",
    )
    assert told.names == ("O’Neil – Ann", "Seat 2")
    assert [shot.roll for shot in told.recent] == [6]
    assert fault("names: Ann") == "line 5: names stands here twice."


def test_the_viewer_is_the_public_unless_a_seat_is_given():
    assert scene().view.viewer is None
    assert scene("seen by: public").view.viewer is None
    assert scene("seen by: seat 2").view.viewer == 1


def test_dice_have_the_given_results_and_none_is_left_over():
    told = scene("dice: 6", "1: attack SMG-1 at H2", "dice: 1", "1: attack SMG-2 at H2")
    assert [shot.roll for shot in told.recent] == [6, 1]
    assert "nobody told what the dice show" in fault("1: attack SMG-1 at H2")
    assert "a die of 6 sides shows 1 to 6." in fault("dice: 7", "1: attack SMG-1 at H2")
    assert fault("dice: 3") == "dice or lots are told that nothing was done with."
    assert fault("dice: three") == 'line 5: "three" should be numbers with blanks between them.'


def test_picks_have_the_given_results_and_are_recorded_as_draws():
    rng = ScriptedStream()
    rng.lots = [3]
    assert rng.pick("deck", "abc") == "c"
    assert rng.draws[-1].result == (2,)
    rng.lots = [4]
    with pytest.raises(ValueError, match="among 1 to 3"):
        rng.pick("deck", "abc")


def test_other_draws_are_the_same_each_time():
    rolls = [ScriptedStream((2,), then_by_chance=True).roll("d", 6, 5) for _ in range(2)]
    assert rolls[0] == rolls[1]
    assert rolls[0][0] == 2
    assert ScriptedStream().shuffle("deck", "abcdef") == ScriptedStream().shuffle("deck", "abcdef")


def test_highlights_of_a_menu_are_found_by_its_keys():
    focus = scene("seen by: seat 1", "focus: u0", "mark: A1 here").focus
    assert focus.reach
    assert focus.targets == {19: "2/6", 0: "here"}
    assert scene("seen by: seat 1", "focus: u0, reach").focus.targets == {}
    assert scene("seen by: seat 1", "focus: u0, targets").focus.reach == frozenset()
    assert scene("mark: A1 here").focus.targets == {0: "here"}


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        (("seen by: seat 3",), "line 5: there is no seat 3 here."),
        (("1: end-turn", "turn: seat 1"), "line 6: the position stands before the first step: move it up."),
        (("1: dance",), 'line 5: "dance" is not a command: recruit, dismiss'),
        (("2: end-turn",), "line 5: It is not your turn: seat 1 is playing."),
        (("3: end-turn",), "line 5: there is no seat 3 here."),
        (("focus: u0",), "line 5: the public has no menu: say who sees it, seen by: seat 1."),
        (("seen by: seat 1", "focus: u9"), 'line 6: "u9" leads to no menu here: u0, u1, change.'),
        (("seen by: seat 1", "focus: end"), 'line 6: "end" leads to no menu here'),
        (("seen by: seat 1", "focus: u0, all"), 'line 6: "all" cannot be pointed out'),
        (("seen by: seat 1", "focus:"), 'line 6: "" leads to no menu here'),
        (("mark: Z9 here",), 'line 5: "Z9" is not a square here'),
        (("mark:",), 'line 5: "" is not a square here'),
        (("names: Ben, Cleo",), "line 5: names stands here twice."),
        (("1: end-turn now",), 'line 5: nothing stands behind this command, so "now" means nothing.'),
        (
            ("1: attack quickly unit:SMG-1 target:H2",),
            'line 5: "quickly unit:SMG-1 target:H2" has more words than fields.',
        ),
        (
            ("1: attack unit:SMG-1 unit:SMG-2 target:H2",),
            'line 5: "unit:SMG-1 unit:SMG-2 target:H2" names a field twice.',
        ),
    ],
)
def test_an_impossible_action_or_highlight_is_an_error_of_its_line(lines, words):
    assert fault(*lines).startswith(words)


def test_a_command_has_the_syntax_of_players():
    table = CrossfireTable("b2:10 b3:4 c3:10+K+10@2+9@2", "c8:10", hand="7h 10s Kd Jo")
    view, square = table.view(1), table.square("c3")

    def read(command: str) -> Action:
        return read_command(table.rules, table.wording, view, 0, command)

    pile = table.at("c3")
    assert pile is not None
    ten, king, other_ten, nine = pile.cards
    assert read("keep-one c3 9") == KeepOne(square, nine)
    assert read("keep-one c3 10 of seat 2") == KeepOne(square, other_ten)
    assert read("tower at c3 K 2:10") == read("tower c3 K 2:10") == Tower(square, king, other_ten)
    assert read("tower at:c3 royal:king of hearts ten:10 of seat 1") == Tower(square, king, ten)
    assert read("tower c3 king of hearts ten:10 of seat 1") == Tower(square, king, ten)
    assert read_command(Table.rules, Table.wording, None, 0, "end-turn") == EndTurn()


def test_a_game_without_secrets_needs_no_resample():
    class Open(msgspec.Struct):
        squares: tuple[int, ...] = ()
        viewer: int | None = None

    plain: Any = SimpleNamespace(key="plain", State=Open, View=Open, clone=lambda state: Open(state.squares))
    state = Open((1, 2))
    again = Rules.resample(plain, state, ScriptedStream())
    assert again == state
    assert again is not state
    with pytest.raises(NotImplementedError, match="plain hides something"):
        Rules.resample(plain, object(), ScriptedStream())
    assert Rules.view(plain, state, 1) == Open((1, 2), viewer=1)
    assert Rules.resample(plain, Open((1, 2), viewer=1), ScriptedStream()) == state
    with pytest.raises(NotImplementedError, match="plain hides something"):
        Rules.view(plain, object(), 1)
    with pytest.raises(ValueError, match="plain has no notation"):
        notated(SimpleNamespace(key="plain", notated=None))
