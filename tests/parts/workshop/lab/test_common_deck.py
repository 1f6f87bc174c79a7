"""The lab for a common deck (Neo-Combat): new cards among the usual ones, judged by who draws them."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.games.neocombat.game import ActionDeck
from bot.games.registry import GAMES
from bot.host.cli.files import learn_card_files
from bot.parts.workshop.lab.contests import Contest
from bot.parts.workshop.lab.entrants import traced_cards
from bot.parts.workshop.lab.plans import measured_pool, plan_for
from bot.parts.workshop.lab.report import report_of
from bot.parts.workshop.lab.study import study
from bot.parts.workshop.lab.tallies import Count
from bot.parts.workshop.lab.worth import DrawnTrial, judging
from tests.parts.workshop.lab.test_lab import play
from tests.parts.workshop.sets.uploads import CLAWS

NEO = GAMES["neo-combat"]
OWN = ("CLW-01", "CLW-02")


@pytest.fixture
def claws(tmp_path: Path) -> str:
    """Return the hash of the card pool of a match with this set."""
    file = tmp_path / "claws.toml"
    file.write_bytes(CLAWS)
    assert NEO.cards is not None
    return learn_card_files([file], NEO.cards).hash


def planned(claws: str) -> Contest:
    contest = plan_for("neo-combat", claws, OWN, 60).contest
    return replace(contest, player="random", games=6)


def test_a_set_is_dealt_among_the_usual_cards_and_listed_first(claws: str) -> None:
    deck = NEO.lab.common_deck
    assert deck is not None
    usual = NEO.cards.library.standard
    alone, mixed = NEO.cards.library.at(claws), NEO.cards.library.at(measured_pool("neo-combat", claws))
    assert [card.number for card in alone.actions] == list(OWN)
    assert {card.number for card in mixed.actions} == {*OWN, *[card.number for card in usual.actions]}
    assert mixed.roster == usual.roster
    core = usual.with_card(replace(usual.cards["NC-01"], copies=9))
    edited = core.among(usual)
    assert edited.cards["NC-01"].copies == 9
    assert len(edited.actions) == len(usual.actions)
    assert measured_pool("neo-combat", usual.hash) == usual.hash
    assert measured_pool("arclash", "any") == "any"
    assert GAMES["arclash"].lab.common_deck is None
    assert traced_cards(GAMES["crossfire"]) is None


def test_a_report_counts_the_cards_of_all_seats(claws: str) -> None:
    plan = replace(plan_for("neo-combat", claws, OWN, 60), contest=planned(claws), tested=0)
    report = report_of(study(plan, play))
    deck = traced_cards(NEO)
    assert isinstance(deck, ActionDeck)
    assert set(report.played) == set(deck.cards(report.cards))
    for line in report.played.values():
        assert line.held == 2 * report.matches
        assert line.played <= line.drawn <= line.held
        assert line.playable <= line.drawn
    volley = report.played["CLW-01"]
    assert 0 < volley.played <= volley.held
    assert any(line.played for number, line in report.played.items() if number.startswith("NC"))


def test_a_card_is_judged_by_the_seat_that_draws_its_one_copy(claws: str) -> None:
    contest = planned(claws)
    trial = judging(contest, "CLW-01", 12)
    assert isinstance(trial, DrawnTrial)
    ways = {way.instead[1] for way in trial.contests if way.instead is not None}
    cards = NEO.lab.common_deck.cards(contest.pool)
    assert {cards[other].rank for other in ways} == {cards["CLW-01"].rank}
    for way in trial.contests:
        pool = NEO.cards.library.at(way.played_with.cards)
        assert pool.cards["CLW-01"].copies == 1
        assert pool.cards["CLW-01"].name == "Great Volley"
        assert pool.cards["CLW-01"].abilities == pool.cards[way.instead[1]].abilities
    matches = []
    worth = trial.measured(Count(), play, matches.append)
    assert 0 < worth.pairs <= 12
    assert sum(matches) == sum(way.games for way in trial.contests) + worth.pairs


def test_an_answer_is_compared_with_answers_to_the_same() -> None:
    core = NEO.cards.library.standard.cards
    assert NEO.cards.doing_as(core["NC-13"], core["NC-16"]) is None
    assert NEO.cards.doing_as(core["NC-13"], core["NC-15"]) is not None
    assert NEO.cards.doing_as(core["NC-13"], core["NC-04"]) is None


def test_a_card_without_an_effect_of_its_own_has_no_worth(claws: str) -> None:
    """Both variants are then the same match, up to the last action."""
    trial = judging(planned(claws), "CLW-01", 12)
    assert isinstance(trial, DrawnTrial)
    same = replace(trial, contests=(replace(trial.contests[0], games=4, instead=("CLW-01", "CLW-01")),))
    worth = same.measured(Count(), play)
    assert worth.pairs > 0
    assert (worth.total, worth.squares) == (0, 0)
