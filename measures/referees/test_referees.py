"""The product agrees with the referees in a few matches, and a planted fault is found."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from bot.games.crossfire.rules import opening
from bot.games.neocombat.rules import match_end
from bot.games.papyrus.rules.options import Kind
from bot.games.papyrus.rules.weapons import Arsenal
from bot.games.registry import GAMES
from measures.referees import Dice, DifferenceError, play_all
from measures.referees.__main__ import main


@pytest.mark.parametrize(("game", "matches"), [("papyrus", 3), ("crossfire", 4), ("neo-combat", 8)])
def test_product_and_rulings_agree(game: str, matches: int) -> None:
    report = play_all(game, range(matches), "test")
    assert report.differences == []
    assert report.ended == report.matches == matches
    assert report.positions > 200
    assert report.refused > 200


def _stronger_pistol(monkeypatch: pytest.MonkeyPatch) -> None:
    damage = Arsenal.damage

    def planted(self, kind, distance, result):
        return damage(self, kind, distance, result) + (kind is Kind.SMG and result == "hit")

    monkeypatch.setattr(Arsenal, "damage", planted)


def _larger_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "FIRST_HAND", 4)


def _impatience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(match_end, "QUIET_TURNS", 1)


@pytest.mark.parametrize(
    ("game", "fault", "told"),
    [
        ("papyrus", _stronger_pistol, "units: by the rulings"),
        ("crossfire", _larger_hand, "hands: by the rulings"),
        ("neo-combat", _impatience, "phase: by the rulings repair, in the product over"),
    ],
)
def test_planted_faults_are_found(monkeypatch: pytest.MonkeyPatch, game, fault, told) -> None:
    fault(monkeypatch)
    report = play_all(game, range(3), "planted", lambda _: None)
    assert any(told in difference for difference in report.differences)


def test_a_planted_leak_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = type(GAMES["crossfire"].rules)
    view = rules.view

    def leaking(self, state, viewer):
        return replace(view(self, state, viewer), hand=state.hands[0])

    monkeypatch.setattr(rules, "view", leaking)
    (difference,) = play_all("crossfire", [0], "leak", lambda _: None).differences
    assert "hand as seat None sees it: by the rulings []" in difference


def test_a_difference_is_told_with_the_command_that_repeats_it(monkeypatch, capsys) -> None:
    _larger_hand(monkeypatch)
    monkeypatch.setattr("sys.argv", ["referees", "crossfire", "--seed", "s", "--only", "2"])
    assert main() == 1
    assert "(--seed s --only 2)" in capsys.readouterr().out


def test_dice_are_compared() -> None:
    dice = Dice([])
    with pytest.raises(DifferenceError, match="did not draw 2 dice of 6 sides"):
        dice.roll(2)
