"""The first steps of each long run find nothing; `python -m measures.soak` does the whole runs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from bot.engine.cards.words.dice import Reroll
from bot.engine.cards.words.logic import Choose
from bot.engine.contract import Seat
from bot.games.arclash.rules.actions import Pass
from bot.games.arclash.rules.rules import ArclashRules
from bot.games.arclash.rules.state import ArclashState
from bot.matches import plans as matches_plans
from bot.matches import play
from measures.soak import cards, diary, forged, generated, lab, plans, two_worlds, uploads
from measures.soak.forged import Attack
from tests.two_worlds import Leak, TwoWorlds


def test_the_first_of_each_run_find_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert two_worlds.run(6, 60, 1, ["papyrus", "overcross"]) == []
    assert forged.run(12, 60, 1, []) == []
    assert cards.run(1, 60, 1, []) == []
    assert plans.run(2 * len(plans.PLANNING), 60, 1, []) == []
    assert diary.run(1, 3, 1, ["papyrus"]) == []
    assert uploads.run(20, 60, 1, []) == []
    told = capsys.readouterr().out
    assert "papyrus: 6 pairs" in told
    assert "weeks 1   papyrus 1" in told
    assert "12 forged interactions" in told
    assert "20 uploads: " in told
    assert told.count("made 2") == len(plans.PLANNING)
    assert all(f"{game}: 1 accepted card sets played to the end" in told for game in cards.CARD_GAMES)


def test_the_lab_finds_a_planted_fault_and_nothing_in_a_sound_set(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """With few matches of the random player; the long run plays all cases completely."""
    (fault,) = [case for case in lab.FAULTS if case.fault == ("unpayable", "FOX-04")]
    quick = {"player": "random", "games": 24}
    monkeypatch.setattr(lab, "FAULTS", (replace(fault, **quick),))
    monkeypatch.setattr(lab, "SOUND", (replace(lab.SOUND[1], **quick, pairs=12),))
    assert lab.run(2, 60, 1, []) == []
    assert "2 studies, 0 wrong" in capsys.readouterr().out
    monkeypatch.setattr(lab, "FAULTS", ())
    monkeypatch.setattr(lab, "SOUND", (replace(fault, **quick, fault=None),))
    assert "unpayable FOX-04" in lab.run(1, 60, 1, [])[0], "what is found in a set held to be sound is told"


def test_a_word_with_inner_words_is_tried_and_one_always_refused_is_reported(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The type of `choose` differs between the games: it is found by the word."""
    monkeypatch.setattr(generated, "HOPELESS", 30)
    sets = cards.Sets("arclash", 1)
    tried = sets.generator
    tried._tried = {(Choose, "played"): 0, (Reroll, "played"): 0}
    for number in range(1, 60, 2):
        sets.set(number)
    assert (Choose, "played") in tried.seen
    assert list(tried._hopeless) == [(Reroll, "played")], "only a roll is rolled again"
    assert "1 more are always refused" in tried.covered()
    assert any(each.startswith("always refused") and "reroll in played" in each for each in tried.uncovered())


class Deserted(ArclashRules):
    """Rules that await no seat."""

    def to_act(self, state: ArclashState) -> frozenset[Seat]:
        return frozenset()


class Promising(ArclashRules):
    """Rules that list actions that they refuse."""

    def legal(self, state: ArclashState, seat: Seat) -> Sequence[Any]:
        return [Pass()] if super().legal(state, seat) else []


@pytest.mark.parametrize(
    ("rules", "told"),
    [(Deserted, "awaits somebody"), (Promising, "IllegalAction"), (ArclashRules, "has not ended after 3")],
)
def test_a_match_that_does_not_end_is_reported(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], rules: Any, told: str
) -> None:
    """And the run of a game with many faults stops."""
    kind = cards.CARD_GAMES["arclash"]._replace(rules=rules)
    monkeypatch.setattr(cards, "CARD_GAMES", {"arclash": kind})
    monkeypatch.setattr(cards, "ACTIONS", 3)
    monkeypatch.setattr(cards, "ENOUGH", 2)
    found = cards.run(1, 60, 1, [])
    assert len(found) == 2
    assert all(told in each for each in found)
    assert capsys.readouterr().out.count("WRONG: arclash") == 2


def test_leaks_and_failures_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    def leaks(_worlds: TwoWorlds, _state: object, _viewer: object, seed: int) -> None:
        raise Leak(f"{seed}")

    async def fails(_interaction: object, _press: object) -> None:
        raise RuntimeError("nobody has thought of this")

    begin = Attack.begin

    async def broken(attack: Attack) -> None:
        await begin(attack)
        attack.club.bot.handlers.update(dict.fromkeys(attack.club.bot.handlers, fails))

    monkeypatch.setattr(TwoWorlds, "check", leaks)
    assert len(two_worlds.run(3, 60, 1, ["papyrus"])) == 3
    monkeypatch.setattr(Attack, "begin", broken)
    assert any("nobody has thought of this" in each for each in forged.run(12, 60, 1, []))


def test_a_leaking_plan_and_one_that_ignores_its_condition_are_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    begun, unseen = matches_plans.begun, play.unseen
    with monkeypatch.context() as planted:
        planted.setattr(play, "unseen", lambda *asked: replace(unseen(*asked), visible_to=None))
        assert "others can tell" in plans.run(1, 60, 1, ["papyrus"])[0]
    monkeypatch.setattr(
        matches_plans, "begun", lambda *asked: begun(*asked[:-1], replace(asked[-1], conditions=()))
    )
    assert any("though a condition fails" in each for each in plans.run(30, 60, 1, ["overcross"]))
