"""The draw and the movement (NEO-04 to NEO-06)."""

import pytest

from bot.engine.contract import changed_at
from bot.games.neocombat.game import FirstRules
from bot.games.neocombat.rules import actions, facts
from bot.games.neocombat.rules.actions import NEW
from bot.games.neocombat.rules.rules import NeoCombatRules
from bot.games.neocombat.rules.view import GONE
from tests.games.neocombat.table import Table, named, varan


def next_turn(table):
    """End the combat and let all do nothing in Repair."""
    while table.state.phase == "combat":
        table.passes(*table.awaited)
    for seat in sorted(table.awaited):
        table.do(seat, actions.Ready())
    return table


def test_one_card_for_each_varan_and_one_for_the_centre():
    """NEO-04: one more for the player, for any number of varans in the Centre; several may be there."""
    table = next_turn(Table("A1@0 A2@0 A3", "B1 B2 B3"))
    assert [len(table.hand(seat)) for seat in (1, 2)] == [4, 3]
    assert [fact.cards for fact in table.told(facts.Drew)] == [(), ()]
    assert [len(fact.cards) for fact in table.told(facts.Drew, 1)] == [0, 4]
    table = next_turn(Table("A1@0 A2", "B1@0 B2"))
    assert [len(table.hand(seat)) for seat in (1, 2)] == [3, 3]


@pytest.mark.parametrize(
    ("draw", "drawn"),
    [("alive", [1, 2, 3]), ("catch-up", [2, 2, 3]), ("even", [3, 3, 3]), ("comeback", [7, 5, 3])],
)
def test_a_seat_that_is_behind_draws_by_the_option(draw, drawn):
    """NEO-04a, NEO-04c: of three teams of three one has lost two varans, and one has lost one."""
    table = Table("A1 A2 A3", "B1 B2 B3", "C1 C2 C3", draw=draw)
    for name in ("1.1", "1.2", "2.1"):
        table.state.tokens = changed_at(table.state.tokens, table.token(name), sector=GONE)
    next_turn(table)
    assert [len(table.hand(seat)) for seat in (1, 2, 3)] == drawn


def test_cards_are_drawn_in_rounds_from_the_first_player():
    """NEO-04: one at a time, so that the remaining cards are shared; then the draw stops."""
    table = Table("A1 A2 A3", "B1 B2 B3", first=1).hold(1, "").hold(2, "")
    table.empty_deck("Burst, Burst, Burst")
    next_turn(table)
    assert table.state.first == 0
    assert [len(table.hand(seat)) for seat in (1, 2)] == [2, 1]
    assert table.told(facts.Refilled) == [facts.Refilled(3)]


def test_an_empty_deck_is_refilled_from_the_discard_pile_only():
    """NEO-04: never with cards that have left the game."""
    table = Table("A1", "B1").empty_deck("Burst")
    next_turn(table)
    assert sorted([*table.hand(1), *table.hand(2)]) == ["Burst"]
    assert len(table.state.removed) == 79


def test_a_claim_without_a_card_to_draw_is_used():
    """NEO-04: the card that claims is discarded afterwards, so it is not drawn, also in a window."""
    table = Table("A2", "*B1").hold(1, "Aimed Shot, Aimed Shot").hold(2, "")
    table.empty_deck()
    table.play(1, "Aimed Shot", "2.1", "1.1", claim=True)
    assert table.at("1.1").used == ("accurate",)
    assert table.hand(1) == named(table.state.deck.discard) == ["Aimed Shot"]
    table = Table("A1@0", "*B6@0").hold(1, "Slash").hold(2, "Parry")
    table.empty_deck()
    table.play(1, "Slash", "2.1", "1.1").defend(2, "Parry", claim=True)
    assert (table.hand(2), named(table.state.deck.discard)) == (["Slash"], ["Parry"])


def test_a_resupply_does_not_draw_itself_back():
    """NEO-04b: it is discarded when it is settled; with nothing else to draw it draws nothing."""
    table = Table("A1", "B1").hold(1, "Resupply").empty_deck()
    table.play(1, "Resupply")
    assert (table.hand(1), named(table.state.deck.discard)) == ([], ["Resupply"])
    assert not table.told(facts.Refilled)
    table = Table("A1", "B1").hold(1, "Resupply").empty_deck("Burst, Resupply")
    table.play(1, "Resupply")
    assert table.told(facts.Refilled) == [facts.Refilled(2)], "the other Resupply is shuffled and drawn"
    assert sorted(table.hand(1)) == ["Burst", "Resupply"]
    assert named(table.state.deck.discard) == ["Resupply"]


def test_under_version_1_a_resupply_draws_itself_back(monkeypatch):
    """A match opened before NEO-04b is replayed as it was played."""
    monkeypatch.setattr(NeoCombatRules, "table", FirstRules.table)
    table = Table("A1", "B1").hold(1, "Resupply").empty_deck()
    table.play(1, "Resupply")
    assert (table.hand(1), named(table.state.deck.discard)) == (["Resupply"], [])


def moving(*teams, **options):
    """Return a match at the start of its movement."""
    table = Table(*teams, **options)
    from bot.games.neocombat.rules import movement
    from bot.games.neocombat.rules.table import Table as Changing
    from tests.games.neocombat.table import POOL

    changing = Changing(table.state, POOL, table.rng)
    movement.begin_specials(changing)
    table.events = changing.events
    return table


def place(table):
    state = table.state
    return state.phase, state.cloaked, state.step, state.current + 1


def test_revealed_varans_move_first_the_slowest_first():
    """NEO-05: steps by speed; in each clockwise from the First player; then the cloaked likewise."""
    table = moving("*A2 A3", "*C2 B1", first=1)
    assert place(table) == ("movement", False, 1, 2)
    table.passes(2)
    assert place(table) == ("movement", False, 1, 1)
    table.move(1, "1.1", 2)
    assert place(table) == ("movement", False, 2, 2)
    table.passes(2)
    assert place(table) == ("movement", False, 3, 2)
    table.move(2, "2.1", 0)
    assert place(table) == ("movement", True, 1, 2)


def test_a_sideways_varan_does_not_move():
    """NEO-05, NEO-05a: its seat is not awaited for it either."""
    table = moving("*A3 A4", "*B1 B2").hold(1, "Stun").hold(2, "Stun")
    table.state.phase, table.state.current = "specials", 0
    table.play(1, "Stun", "2.1")
    assert table.at("2.1").sideways
    table.passes(2)
    assert place(table) == ("movement", False, 1, 1)
    table.passes(1)
    assert place(table) == ("movement", False, 2, 1)


def test_specials_before_the_movement_are_one_round():
    """NEO-05a: from the First player; one each; a seat without a revealed enemy is not awaited."""
    table = Table("*A1 A2", "B1 B2", "C1 C2", first=1)
    for seat in (1, 2, 3):
        table.hold(seat, "Stun")
    table.state.phase = "repair"
    for seat in (1, 2, 3):
        table.do(seat, actions.Ready())
    assert table.state.phase == "specials"
    assert table.awaited == {3}
    table.passes(3)
    assert table.awaited == {2}
    table.play(2, "Stun", "1.1")
    assert table.state.phase == "movement"


def test_a_seat_without_revealed_enemies_is_not_awaited_and_without_any_the_round_is_skipped():
    """NEO-05a: seat 1 is on turn when seat 2, whose varan was the only revealed one, resigns."""
    table = Table("A1 A2", "*B1 B2", "C1 C2").repair()
    for seat in (1, 2, 3):
        table.hold(seat, "Stun")
    table.state.first = 2
    for seat in (1, 2, 3):
        table.do(seat, actions.Ready())
    assert (table.state.phase, table.awaited) == ("specials", {1})
    table.resign(2)
    assert table.state.phase == "movement"
    table = Table("A1", "B1").hold(1, "Stun").hold(2, "Stun").repair()
    table.do(1, actions.Ready()).do(2, actions.Ready())
    assert table.state.phase == "movement"


def test_a_cloaked_step_waits_for_any_speeds():
    """NEO-05b: it is never skipped by speed; A2 has speed 1 and still step 3 waits for it."""
    table = moving("A2", "B1").hold(1, "Burst")
    for step in (1, 2, 3):
        assert place(table) == ("movement", True, step, 1)
        table.passes(1)
        assert place(table) == ("movement", True, step, 2)
        table.passes(2)
    assert table.state.phase == "combat"


def test_a_revealed_step_without_a_varan_is_skipped():
    """NEO-05b: speeds of revealed varans are public."""
    table = moving("*A3", "B1")
    assert place(table) == ("movement", False, 1, 1)
    table = moving("*A2", "B1")
    table.passes(1)
    assert place(table) == ("movement", True, 1, 2)


def test_no_more_moves_is_final():
    """NEO-05b: public, for the phase."""
    table = moving("A3 A4", "B1 B2")
    table.do(1, actions.Stop())
    assert table.told(facts.Stopped) == [facts.Stopped(0)]
    table.passes(2)
    assert place(table) == ("movement", True, 2, 2)


def test_a_freed_number_is_not_reused_in_the_turn():
    """NEO-06: an empty sector is removed; its number is free from the next turn on."""
    table = moving("A3", "C2")
    table.move(1, "1.1", 0)
    assert "no such sector" in table.refusal(2, actions.Move(table.token("2.1"), 1))
    table.move(2, "2.1", NEW)
    assert table.at("2.1").sector == 3
    next_turn(table)
    table.move(2, "2.1", NEW)
    assert table.at("2.1").sector == 1


def test_a_new_sector_has_the_smallest_free_number():
    """NEO-06: from any to any other sector, or a new one; two share one if the second names the first's."""
    table = moving("A3 A6", "B1 B2")
    assert "1.1 is in sector 1 already" in table.refusal(1, actions.Move(0, 1))
    table.move(1, "1.1", NEW)
    assert table.at("1.1").sector == 3
    table.move(1, "1.2", 3)
    assert table.at("1.2").sector == 3
    assert table.told(facts.Moved) == [facts.Moved(1, 1, 3)]


def test_a_varan_may_move_before_its_step_never_after_and_once():
    """NEO-05: speed 3 may move in step 1; speed 1 not in step 2; no others, no revealed ones."""
    table = moving("A2 A3 *A7", "B1 B2 B3")
    table.passes(1)
    table.move(1, "1.2", 0)
    assert "has moved in this turn" in table.refusal(1, actions.Move(table.token("1.2"), 2))
    assert "2.1 is not yours" in table.refusal(1, actions.Move(table.token("2.1"), 0))
    assert "1.3 is revealed, and now cloaked varans move" in table.refusal(
        1, actions.Move(table.token("1.3"), 0)
    )
    table.passes(1, 2)
    assert place(table) == ("movement", True, 2, 1)
    assert "1.1 has speed 1, and this step takes speed 2" in table.refusal(
        1, actions.Move(table.token("1.1"), 0)
    )


def test_moving_while_cloaked_reveals_only_the_step():
    """NEO-18c: in step 2 "speed at least 2"; a known varan that is slower is ruled out."""
    table = moving("A3 A2", "B1 B2")
    table.passes(1, 2)
    table.move(1, "1.1", 0)
    assert table.known("1.1") == ["?2"]
    assert table.known("1.2") == ["?1"]
    assert varan("A3") not in [record.varan for record in table.state.knowledge[0].records]
