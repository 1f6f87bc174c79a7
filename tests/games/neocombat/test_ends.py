"""The ends of a match, and resignations (NEO-16 to NEO-16c)."""

import pytest

from bot.engine.contract import Resign, changed_at
from bot.games.neocombat.rules import actions, facts
from bot.games.neocombat.rules.options import Options
from bot.games.neocombat.rules.view import GONE
from tests.games.neocombat.table import RULES, Table
from tests.games.random_play import fresh_randomness


def killing(*teams, hand="Burst", **options):
    """Return a match in which the first seat can kill 2.1, which has one health left."""
    table = Table(*teams, **options)
    for seat in range(2, len(teams) + 1):
        table.hold(seat, "Parry")
    return table.hold(1, hand)


def kill(table):
    """Let 1.1 kill 2.1 and all pass."""
    table.play(1, "Burst", "2.1", "1.1").passes(2)
    while table.state.phase == "combat":
        table.passes(*table.awaited)
    return table.state.outcome


def three(hand, *teams):
    """Return a match of three: the first seat has these cards, the others an answer each."""
    return Table(*teams).hold(1, hand).hold(2, "Dodge").hold(3, "Parry")


def test_with_two_seats_the_last_kill_ends_it_at_once():
    """NEO-16: at most one seat has varans."""
    table = killing("A1", "*B1/5")
    table.play(1, "Burst", "2.1", "1.1").passes(2)
    outcome = table.state.outcome
    assert (outcome.winners, outcome.scores) == ((0,), (1, 0))
    assert outcome.why == "Only one player has varans: most kills win"
    assert table.awaited == set()
    assert RULES.legal(table.state, 0) == ()


def test_first_ends_after_combat_before_repair():
    """NEO-16: one seat has none left; most kills win, including seats without varans."""
    table = killing("A1", "*B1/5", "C1")
    table.state.kills = (0, 3, 0)
    table.play(1, "Burst", "2.1", "1.1").passes(2)
    assert table.told(facts.Dropped) == [facts.Dropped(1)]
    assert table.hand(2) == []
    assert table.state.outcome is None
    table.passes(3)
    assert table.state.outcome.winners == (1,)
    assert table.state.outcome.why == "A player has no varans left: most kills win"


def test_second_needs_two_seats_without_varans():
    """NEO-16: with 4 or more seats."""
    assert kill(killing("A1", "*B1/5", "C1", "C2", end="second")) is None
    table = killing("A1 A3", "*B1/5 *B2/5", "C1 C3", "C2 C4", end="second", hand="Burst, Burst")
    table.state.out = ("", "", "dropped", "")
    table.state.hands = (table.state.hands[0], table.state.hands[1], (), table.state.hands[3])
    table.play(1, "Burst", "2.1", "1.1").passes(2, 2, 4)
    table.play(1, "Burst", "2.2", "1.2").passes(2, 4)
    assert table.state.outcome.why == "Two players have no varans left: most kills win"


def test_a_number_of_kills_ends_it_after_combat():
    """NEO-16: one seat has the agreed kills, and all have varans left."""
    table = killing("A1 A3", "*B1/5 B2", end="score", kills=2)
    table.state.kills = (1, 1)
    table.play(1, "Burst", "2.1", "1.1").passes(2)
    assert table.state.outcome is None
    table.passes(*table.awaited)
    assert table.state.outcome.winners == (0,)
    assert table.state.outcome.why == "The kills that end it are made: most kills win"


def test_last_wins_regardless_of_kills():
    """NEO-16: the last seat with varans."""
    table = killing("A1", "*B1/5", end="last")
    table.state.kills = (0, 5)
    assert kill(table).winners == (0,)
    assert kill(killing("A1", "*B1/5", "C1", end="last")) is None


@pytest.mark.parametrize(
    ("kills", "dealt", "winners"),
    [((2, 1, 0), (0, 0, 0), (0,)), ((1, 1, 0), (0, 9, 0), (0,)), ((1, 1, 1), (5, 0, 5), (0, 2))],
)
def test_ties_are_broken_by_varans_alive_then_damage_or_shared(kills, dealt, winners):
    """NEO-16: seat 2 has fewer varans left than the others."""
    table = Table("A1 A3", "*B1/5 B2", "C1 C2", turns=8).hold(1, "Burst").hold(2, "Parry").hold(3, "Parry")
    table.state.turn = 8
    table.play(1, "Burst", "2.1", "1.1").passes(2)
    table.state.kills, table.state.dealt = kills, dealt
    while table.state.phase == "combat":
        table.passes(*table.awaited)
    assert table.state.outcome.winners == winners


def test_equal_seats_draw():
    """NEO-16: shared by all."""
    table = Table("A1", "B1", turns=8).hold(1, "Parry").hold(2, "Parry")
    table.state.turn, table.state.quiet = 8, 0
    table.passes(1, 2)
    assert table.state.outcome.drawn
    assert table.state.outcome.why == "The last turn is over: most kills win"


def test_three_turns_without_damage_end_it():
    """NEO-16a: counted from turn 1; damage dealt restarts the count; kills count with `last`."""
    table = Table("A1", "B1", end="last").hold(1, "Parry").hold(2, "Parry")
    table.state.kills, table.state.quiet = (1, 0), 2
    table.passes(1, 2)
    assert table.state.outcome.winners == (0,)
    for stopped in (False, True):
        table = Table("A1", "*C1").hold(1, "Burst").hold(2, "Armour, Parry")
        table.state.quiet = 2
        table.play(1, "Burst", "2.1", "1.1")
        (table.defend(2, "Armour") if stopped else table.passes(2)).passes(2)
        if stopped:
            assert table.state.outcome.why == "Three turns without damage: most kills win"
        else:
            assert table.state.outcome is None
            table.do(1, actions.Ready()).do(2, actions.Ready())
            assert table.state.quiet == 0


def test_with_two_seats_the_other_wins_when_one_resigns():
    """NEO-16b: regardless of kills; no further action is possible."""
    table = Table("A1", "B1")
    table.state.kills = (4, 0)
    table.resign(1)
    assert table.state.outcome.winners == (1,)
    assert table.state.outcome.why == "Everybody else has left"
    assert table.refusal(2, actions.Pass()) == "The match is over."


def test_a_resigned_seat_is_revealed_and_leaves():
    """NEO-16c: varans are shown, the hand is discarded; it does not count for `first`, nor do its kills."""
    table = Table("A1 A2", "B1 B2", "C1 C2").hold(1, "Burst").hold(2, "Dodge").hold(3, "Parry")
    table.state.kills = (0, 7, 0)
    table.resign(2)
    assert table.told(facts.Resigned)[0].varans == table.state.varans[2:4]
    assert table.known("2.1") == ["B1"]
    assert not table.at("2.1").here
    assert table.hand(2) == []
    assert table.state.outcome is None
    table.passes(1, 3)
    assert table.state.phase == "repair"
    assert table.awaited == {1, 3}
    assert "You are out of this match" in table.refusal(2, actions.Ready())
    table.state.phase, table.state.current, table.state.turn = "combat", 0, 20
    table.passes(1, 3)
    assert table.state.outcome.winners == (0, 2), "those who tie share the win, as somebody has resigned"


def test_the_remaining_seat_wins_unless_one_without_varans_has_more_kills():
    """NEO-16c: if kills decide, seat 2 without varans has three of them; `last` ignores kills."""
    for end, kills, winners in (("second", 3, (1,)), ("second", 0, (0,)), ("last", 3, (0,))):
        table = Table("A1", "B1", "C1", "C2", end=end).hold(1, "Burst").hold(3, "Parry").hold(4, "Parry")
        table.state.out = ("", "dropped", "", "")
        table.state.tokens = changed_at(table.state.tokens, 1, sector=GONE)
        table.state.kills = (0, kills, 0, 0)
        table.resign(3).resign(4)
        assert table.state.outcome.winners == winners, (end, kills)


def test_an_attack_on_or_by_a_resigning_seat_is_cancelled():
    """NEO-16c: the card is spent, the user sideways except for a sensor, a second attack lapses."""
    teams = "A2 A1", "*B1 B2", "C1 *C2"
    table = three("Burst, Burst", *teams).play(1, "Burst", "2.1", "1.1", again=True).resign(2)
    assert table.state.fight is None
    assert (table.at("1.1").sideways, table.awaited, table.hand(1)) == (True, {3}, ["Burst"])
    table = three("Burst, Burst", *teams).play(1, "Burst", "2.1", "1.1").resign(1)
    assert table.state.fight is None
    assert (table.damage("2.1"), table.awaited) == (0, {2})
    table = three("Detect, Burst", "A3 A1", "B1 B2", "C1 C2").play(1, "Detect", "2.1", "1.1", claim=True)
    table.resign(2)
    assert (table.at("1.1").sideways, table.awaited) == (False, {3})


def test_a_second_attack_lapses_when_its_seat_or_its_only_targets_leave():
    """NEO-16c, NEO-07a."""
    for leaving, awaited in ((2, {3}), (1, {2})):
        table = three("Burst, Burst", "A2 A1", "*B1 B2", "C1 C2")
        table.play(1, "Burst", "2.1", "1.1", again=True).passes(2)
        assert table.awaited == {1}
        table.resign(leaving)
        assert (table.state.second, table.awaited) == (None, awaited)
        assert leaving == 1 or table.at("1.1").sideways


def test_a_secret_hand_off_of_a_resigning_seat_is_void():
    """NEO-16c: and the others continue without it."""
    table = Table("*A1 A2", "B1 B2", "C1 C2").hold(1, "Burst").repair()
    table.do(1, actions.Discard(3)).do(1, actions.Ready()).do(2, actions.Ready())
    table.resign(1)
    assert table.awaited == {3}
    table.do(3, actions.Ready())
    assert table.state.turn == 2
    assert table.told(facts.Discarded) == []


def test_the_marker_of_a_resigned_seat_stays_and_moves_on_as_usual():
    """NEO-16c: rounds begin with the first living seat from it."""
    table = Table("A1 A2", "B1 B2", "C1 C2", first=1).hold(1, "Burst").hold(3, "Parry").hold(2, "Dodge")
    table.state.current = 1
    table.resign(2)
    assert table.state.first == 1
    assert table.awaited == {3}
    table.passes(3, 1)
    table.do(1, actions.Ready()).do(3, actions.Ready())
    assert table.state.first == 2


def test_a_seat_that_resigns_in_the_draft_leaves_it():
    """NEO-16c: the cards dealt to it are shown, and it has no varans."""

    rng = fresh_randomness(3)
    state = RULES.setup(Options(team=2, deal="draft"), 3, rng)
    offer = state.offers[1]
    events = RULES.apply(state, 1, Resign(), rng)
    assert events[0].public.varans == offer
    for seat in (0, 2):
        RULES.apply(state, seat, actions.ByLot(), rng)
    assert state.phase == "movement"
    assert not any(token.here for token in state.tokens[2:4])
    assert RULES.outcome(state) is None
