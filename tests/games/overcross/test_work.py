"""A card set made to be slow stays within the budget of work in a match, the same on every machine."""

from __future__ import annotations

import msgspec

from bot.engine.cards import bounds
from bot.engine.cards.bounds import Work
from bot.engine.cards.files.reading import read_card_set
from bot.engine.fair import Stream
from bot.games.overcross.cardgame import FORMAT
from bot.games.overcross.cards.checks import FORMAT as UNPLAYED
from bot.games.overcross.game import CARDS as OVERCROSS_CARDS
from bot.games.overcross.rules import facts, worst_case
from bot.games.overcross.rules.aim import Aim
from bot.games.overcross.rules.field import Memory
from bot.games.overcross.rules.rules import go_on
from bot.games.overcross.rules.standing import Sources, gathered
from bot.games.overcross.rules.table import Table

STANDARD = OVERCROSS_CARDS.standard
MOST_OVER = 4 * 12 * 12
"""The number of units by which one effect may exceed the budget: it is carried out to its end."""


def slow_text(on: str, effects: list[str], abilities: int) -> bytes:
    """Return a set of twelve Characters with this number of abilities each."""
    doing = ",\n".join(effects)
    ability = f'{{ on = "{on}", then = [\n{doing}\n] }},\n'
    card = (
        '\n[[characters]]\nnumber = "NAS-{0:02}"\nname = "Slug {0}"\ndeck = 3\nplay = 1\nspeed = 3\n'
        'attacks = [{{ reach = "fist", acc = 4, dmg = 2 }}]\nabilities = [\n{1}]\n'
    )
    cards = [card.format(number, ability * abilities) for number in range(1, 13)]
    return ('key = "nasty"\ntitle = "The Slow Swamp"\n' + "".join(cards)).encode()


STANDING = slow_text("always", ['{ do = "change", to = { how = "all" }, acc = 1 }'] * 6, 4)
SPREADING = slow_text(
    "damaged", [f'{{ do = "{do}", to = {{ how = "all" }}, by = 1 }}' for do in ("damage", "heal")] * 3, 1
)


def slow_table(text: bytes, memory: Memory | None = None) -> Table:
    """Return a grid full of such Characters, one of which has just been hurt."""
    reading = read_card_set(text, "nasty.toml", UNPLAYED, STANDARD)
    assert reading.set is not None, [str(each) for each in reading.errors]
    play = worst_case._WorstPlay(reading.set, STANDARD.sets)
    first = play.pool.cards["NAS-01"]
    made = play._table(("damaged", "always"), first)
    table = Table(made.state, play.pool, Stream("work", bytes(32)), memory)
    due = worst_case._dues(table, "damaged", first)
    table.state.program = worst_case.machine.begin_all(table.state.program, due)
    return table


def test_the_checker_refuses_a_set_with_card_and_figure():
    for text, told in (
        (STANDING, "E421 NAS-01: on a grid full of such cards this takes 50,036 units of work, and 5,000"),
        (SPREADING, "E421 NAS-01: on a grid full of such cards this takes more than 10,000 units of work"),
    ):
        reading = read_card_set(text, "nasty.toml", FORMAT, STANDARD)
        assert reading.set is None
        assert told in " ".join([str(each) for each in reading.errors])


def test_the_shipped_cards_are_far_below_the_budget(monkeypatch):
    monkeypatch.setattr(bounds, "STEP", bounds.STEP // 8)
    monkeypatch.setattr(bounds, "STANDING", bounds.STANDING // 8)
    assert list(worst_case.worst_case(STANDARD.sets[0], STANDARD.sets)) == []


def test_a_match_that_already_pinned_such_a_set_continues_within_the_budget_of_a_step():
    table = slow_table(SPREADING)
    go_on(table)
    assert bounds.STEP <= table.work.spent < bounds.STEP + MOST_OVER
    assert any(isinstance(event.public, facts.CutShort) for event in table.events)
    assert table.state.program.idle


def test_the_work_does_not_depend_on_caches():
    first, memory = slow_table(SPREADING), Memory()
    go_on(first)
    for _ in range(2):
        again = slow_table(SPREADING, memory)
        go_on(again)
        assert again.work.spent == first.work.spent
        assert msgspec.json.encode(again.state) == msgspec.json.encode(first.state)


def test_permanent_abilities_beyond_their_budget_apply_to_nobody():
    table = slow_table(STANDING)
    in_force = Aim(table.state, table.pool).in_force
    assert bounds.STANDING <= in_force.work < bounds.STANDING + MOST_OVER
    everything = Work(100 * bounds.STANDING)
    assert len(gathered(table, Sources(table), everything)) > 5 * len(in_force.all)
