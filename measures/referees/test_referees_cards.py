"""Overcross and Arclash agree with their referees in a few matches, and a planted fault is found."""

from __future__ import annotations

import pytest

from bot.games.arclash.rules.table import ArclashTable
from bot.games.overcross.rules import attacks
from measures.referees import play_all


@pytest.mark.parametrize(("game", "matches"), [("overcross", (1, 51)), ("arclash", range(8))])
def test_product_and_rulings_agree(game: str, matches) -> None:
    report = play_all(game, matches, "1")
    assert report.differences == []
    assert report.ended == report.matches == len(matches)
    assert report.positions > 200
    assert report.refused > 200


def _die_of_five(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(attacks, "SIDES", 5)


def _acts_off_its_stack(monkeypatch: pytest.MonkeyPatch) -> None:
    """ARC-06a broken."""
    monkeypatch.setattr(ArclashTable, "lapsed", lambda *_: False)


def _no_shields(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ArclashTable, "shielded", lambda *_: False)


@pytest.mark.parametrize(
    ("game", "matches", "fault"),
    [
        ("overcross", (6,), _die_of_five),
        ("arclash", (5, 11), _no_shields),
        ("arclash", (24,), _acts_off_its_stack),
    ],
)
def test_planted_faults_are_found(monkeypatch: pytest.MonkeyPatch, game: str, matches, fault) -> None:
    fault(monkeypatch)
    assert play_all(game, matches, "1", lambda _: None).differences
