"""A card set made to be slow stays within the budget of work in a match, the same on every machine."""

from __future__ import annotations

import msgspec
import pytest

from bot.engine.cards import bounds
from bot.engine.cards.bounds import Work
from bot.engine.cards.files.reading import read_card_set
from bot.engine.fair import Stream
from bot.games.arclash.cardgame import FORMAT
from bot.games.arclash.cards.cards import Library
from bot.games.arclash.game import CARDS as ARCLASH_CARDS
from bot.games.arclash.rules import actions, facts
from bot.games.arclash.rules.power import standing
from bot.games.arclash.rules.queries import ArclashQueries, Memory
from bot.games.arclash.rules.rules import ArclashRules, go_on
from bot.games.arclash.rules.table import ArclashTable
from bot.games.arclash.rules.worst_case import worst_case
from tests.games.arclash.nasty import full_table, nasty_pool, nasty_text

STANDARD = ARCLASH_CARDS.standard
POOL = nasty_pool(STANDARD)
LIBRARY = Library(STANDARD)
LIBRARY.add(POOL)
MOST_OVER = 64 * 6 * 30
"""The number of units by which one effect may exceed the budget: it is carried out to its end."""


def damage(seats, memory=None):
    """Return a full table at the end of the battle, with the following facts and the work used."""
    state = full_table(POOL, seats)
    state.sides = (msgspec.structs.replace(state.sides[0], done=True), *state.sides[1:])
    state.acted = True
    table = ArclashTable(state, POOL, Stream("work", bytes(32)), memory)
    go_on(table)
    return [event.public for event in table.events], table.work.spent, state


@pytest.mark.parametrize("seats", [2, 6])
def test_the_slowest_cards_take_no_more_than_the_budget_of_a_step(seats):
    told, spent, _ = damage(seats)
    assert bounds.STEP <= spent < bounds.STEP + bounds.STANDING + MOST_OVER
    assert any(isinstance(fact, facts.CutShort) for fact in told)


def test_the_work_does_not_depend_on_caches():
    first = damage(6)
    memory = Memory()
    for seats in (2, 6, 6):
        again = damage(seats, memory)
    assert again[:2] == first[:2]
    assert msgspec.json.encode(again[2]) == msgspec.json.encode(first[2])


def test_permanent_abilities_beyond_their_budget_apply_to_nobody():
    queries = ArclashQueries(full_table(POOL, 6), POOL)
    found = standing(queries)
    assert bounds.STANDING <= found.work < bounds.STANDING + MOST_OVER
    assert standing(queries, Work(100 * bounds.STANDING)).work > 50_000


def test_each_permanent_ability_is_evaluated_once_a_change_of_the_cards(monkeypatch):
    counted = []

    def watched(queries, card, seat, budget=None):
        counted.append((card, seat))
        return iter(())

    monkeypatch.setattr("bot.games.arclash.rules.power.always", watched)
    state = full_table(POOL, 2)
    table = ArclashTable(state, POOL, Stream("work", bytes(32)))
    for by in range(40):
        table.change_power(1, 0, by + 1, "turn")
    assert len(counted) == len(set(counted)) == 2 * 7
    table.change(0, score=3)
    assert table.power(0) > 0
    assert len(counted) == 2 * 2 * 7


def test_the_checker_refuses_the_slow_set_with_card_and_figure():
    reading = read_card_set(nasty_text(), "nasty.toml", FORMAT, STANDARD)
    assert reading.set is None
    assert [each.code for each in reading.errors] == ["E421", "E421"]
    first, second = [str(each) for each in reading.errors]
    assert first.startswith(
        "nasty.toml:41: E421 NAS-01: with all tables full of such cards this takes 50,226"
    )
    assert second.startswith(
        "nasty.toml:377: E421 NAS-08: with all tables full of such cards this takes more"
    )


def test_the_shipped_cards_are_far_below_the_budget(monkeypatch):
    monkeypatch.setattr(bounds, "STEP", bounds.STEP // 8)
    monkeypatch.setattr(bounds, "STANDING", bounds.STANDING // 8)
    for own in STANDARD.sets:
        assert list(worst_case(own, STANDARD.sets)) == []


def test_a_match_that_already_pinned_the_set_continues():
    rules = ArclashRules(LIBRARY)
    state = full_table(POOL, 2)
    told = rules.apply(state, 0, actions.Pass(), Stream("work", bytes(32)))
    assert any(isinstance(event.public, facts.CutShort) for event in told)
    assert rules.view(state, None).phase == "renew"
    assert list(rules.legal(state, 1))
