"""The combat: sensors, shots, strikes, windows, claims, second attacks, kills (NEO-07 to NEO-13)."""

import pytest

from bot.games.neocombat.rules import actions, facts
from tests.games.neocombat.table import RULES, Table, named


def test_seats_play_a_card_or_pass_until_all_pass_in_succession():
    """NEO-07: clockwise from the First player; a pass is not final.

    An empty hand passes by itself, since hand counts are public; a hand without a playable card is awaited.
    """
    table = Table("A1 A2", "*B1 B2", first=1).hold(1, "Burst, Slash").hold(2, "Slash, Dodge")
    table.state.current = 1
    table.passes(2)
    table.play(1, "Burst", "2.1", "1.1")
    table.passes(2)
    assert table.awaited == {2}
    table.passes(2)
    assert table.state.phase == "combat"
    table.passes(1)
    assert table.state.phase == "repair"
    table = Table("A1", "B1").hold(1, "Parry").hold(2, "")
    assert table.awaited == {1}
    table.passes(1)
    assert table.told(facts.Passed) == [facts.Passed(0), facts.Passed(1, empty=True)]
    assert table.state.phase == "repair"


def test_an_attacker_is_sideways_and_needs_the_attribute_for_a_second_attack():
    """NEO-07: each varan shoots once or strikes once; firepower for shots, berserk for strikes."""
    table = Table("A2 A5@2", "*B1 B2").hold(1, "Burst, Burst, Slash, Heavy Burst").hold(2, "Slash")
    assert "1.2 has no firepower" in table.refuses(1, "Burst", "2.1", "1.2", again=True)
    table.play(1, "Burst", "2.1", "1.1", again=True).passes(2)
    assert "no third" in table.refuses(1, "Burst", "2.1", "1.1", again=True)
    assert "never a second shot" in table.refuses(1, "Heavy Burst", "2.1", "1.1")
    table.play(1, "Burst", "2.1", "1.1").passes(2, 2)
    assert table.at("1.1").sideways
    assert "1.1 is sideways" in table.refuses(1, "Heavy Burst", "2.1", "1.1")
    table.play(1, "Heavy Burst", "2.1", "1.2")


def test_firepower_gives_a_second_shot_at_once():
    """NEO-07, NEO-07a: announced with the first, with its own window; sideways only after the last."""
    table = Table("A2 A3", "*B1 *C1").hold(1, "Heavy Burst, Burst, Slash").hold(2, "Slash, Slash")
    table.play(1, "Heavy Burst", "2.1", "1.1", again=True)
    assert table.known("1.1") == ["A2"]
    table.passes(2)
    assert table.damage("2.1") == 3
    assert table.awaited == {1}
    assert not table.at("1.1").sideways
    assert "no shot" in table.refuses(1, "Slash", "2.1", "1.1")
    assert "not the one that attacks a second time" in table.refuses(1, "Burst", "2.2", "1.2")
    table.play(1, "Burst", "2.2", "1.1")
    assert RULES.window(table.state).number == 2
    table.passes(2)
    assert table.damage("2.2") == 2
    assert table.at("1.1").sideways
    assert table.awaited == {2}


def test_a_second_attack_may_be_declined_and_lapses_without_a_target_or_a_card():
    """NEO-07a: the only revealed enemy is killed; or the hand is empty, as all can see."""
    table = Table("A2", "*B1").hold(1, "Burst, Slash").hold(2, "Slash")
    table.play(1, "Burst", "2.1", "1.1", again=True).passes(2)
    assert table.awaited == {1}
    table.passes(1)
    assert (table.at("1.1").sideways, table.awaited) == (True, {2})
    for teams, held in ((("A2 A3", "*B1/5 B2"), "Burst, Burst"), (("A2", "*B1"), "Burst")):
        table = Table(*teams).hold(1, held).hold(2, "Slash")
        table.play(1, "Burst", "2.1", "1.1", again=True).passes(2)
        assert table.told(facts.SecondLapsed)
        assert table.at("1.1").sideways


def test_berserk_gives_a_second_strike_of_a_cloaked_striker():
    """NEO-07, NEO-09: announcing shows the attribute, striking does not reveal."""
    table = Table("A5@2 A1", "*B1 *B2").hold(1, "Slash, Combination").hold(2, "Burst")
    table.play(1, "Slash", "2.1", "1.1", again=True).passes(2)
    assert not table.at("1.1").revealed
    assert table.known("1.1") == ["?berserk1"]
    table.play(1, "Combination", "2.2", "1.1").passes(2)
    assert (table.damage("2.1"), table.damage("2.2")) == (3, 2)


def test_a_sensor_reveals_a_cloaked_enemy_unless_it_is_answered():
    """NEO-08: an any-sector sensor needs no spotter, others any own varan there; nobody turns sideways."""
    table = Table("A1 A3@2", "B1 B2@0").hold(1, "Detect, Detect, Spot!").hold(2, "Burst, Burst")
    table.play(1, "Detect", "2.1")
    assert table.awaited == {2}
    table.passes(2)
    assert table.known("2.1") == ["B1"]
    table.passes(2)
    assert "2.1 is revealed already" in table.refuses(1, "Detect", "2.1")
    assert "You have no varan in the sector of 2.2" in table.refuses(1, "Spot!", "2.2")
    table.state.tokens = Table("A1 A3@2", "B1 B2@2").state.tokens
    table.play(1, "Spot!", "2.2").passes(2)
    assert table.at("2.2").revealed


def test_the_spotter_is_named_only_to_claim_sensors():
    """NEO-08, NEO-11: it must meet the card's range; the extra card is drawn before the window."""
    table = Table("A3@2 A6 A1@2", "B1 B2").hold(1, "Spot!, Detect").hold(2, "Burst").on_top("Dodge")
    assert "leave it out, or claim" in table.refuses(1, "Spot!", "2.1", "1.1")
    assert "not in the sector of 1.2" in table.refuses(1, "Spot!", "2.1", "1.2", claim=True)
    assert "1.3 has no sensors" in table.refuses(1, "Spot!", "2.1", "1.3", claim=True)
    assert "Name the varan" in table.refuses(1, "Spot!", "2.1", claim=True)
    table.play(1, "Spot!", "2.1", "1.1", claim=True)
    assert table.hand(1) == ["Detect", "Dodge"]
    assert table.known("1.1") == ["?sensors1"]
    assert not table.at("1.1").sideways


def test_a_shot_reveals_the_shooter_even_if_answered():
    """NEO-09, NEO-10b: at any revealed enemy in any sector."""
    table = Table("A1", "*B1@5").hold(1, "Burst, Burst").hold(2, "Dodge")
    table.play(1, "Burst", "2.1", "1.1")
    assert table.at("1.1").revealed
    assert [type(event.public) for event in table.events] == [
        facts.Played, facts.Revealed, facts.WindowOpened,
    ]  # fmt: skip
    table.defend(2, "Dodge")
    assert table.told(facts.Fended)
    assert table.damage("2.1") == 0
    assert table.at("1.1").revealed
    assert table.at("1.1").sideways


def test_a_strike_hits_an_enemy_in_the_same_sector_and_does_not_reveal():
    """NEO-09."""
    table = Table("A1 A3@2", "*B1 B2").hold(1, "Slash, Slash, Burst").hold(2, "Burst")
    assert "2.1 is not in the sector of 1.1" in table.refuses(1, "Slash", "2.1", "1.1")
    assert "1.2 is yours" in table.refuses(1, "Slash", "1.2", "1.1")
    assert "2.2 is cloaked" in table.refuses(1, "Burst", "2.2", "1.1")
    table.play(1, "Slash", "2.1", "1.2").passes(2)
    assert not table.at("1.2").revealed
    assert table.known("1.2") == ["?1"]


def test_a_window_opens_unless_the_hand_is_empty():
    """NEO-10: one card answers, only from the owner."""
    table = Table("A1", "*B1", hours=3).hold(1, "Burst, Burst").hold(2, "Slash")
    table.play(1, "Burst", "2.1", "1.1")
    window = RULES.window(table.state)
    assert (window.seat, window.number, window.seconds) == (1, 1, 3 * 3600)
    assert RULES.legal(table.state, 1) == [actions.Pass()]
    assert "seat 2 may answer" in table.refusal(1, actions.Pass())
    assert "Slash does not answer a shot" in table.refusal(2, actions.Defend(8))
    assert "now an attack or a sensor can be answered" in table.refuses(2, "Slash", "1.1", "2.1")
    table.passes(2)
    assert table.told(facts.Undefended) == [facts.Undefended(1)]
    assert RULES.window(table.state) is None
    table = Table("A1 A3", "*B1 B2").hold(1, "Burst, Burst").hold(2, "")
    table.play(1, "Burst", "2.1", "1.1")
    assert (RULES.window(table.state), table.damage("2.1"), table.state.windows) == (None, 2, 0)


def test_an_extra_card_is_drawn_once_a_turn_by_each_attribute():
    """NEO-11: each varan uses the attribute once a turn."""
    table = Table("A2", "*C1").hold(1, "Aimed Shot, Aimed Shot").hold(2, "Slash")
    table.play(1, "Aimed Shot", "2.1", "1.1", claim=True, again=True).passes(2)
    assert table.at("1.1").used == ("firepower", "accurate")
    assert len(table.hand(1)) == 2
    assert "has claimed accurate in this turn already" in table.refuses(
        1, "Aimed Shot", "2.1", "1.1", claim=True
    )
    table.play(1, "Aimed Shot", "2.1", "1.1")


def test_a_defended_fighter_claims_with_a_parry():
    """NEO-11: the defended target; the refusal of a claim has the reason."""
    table = Table("A5@2 A1", "*B3 *B1").hold(1, "Slash, Slash").hold(2, "Parry, Parry")
    table.play(1, "Slash", "2.1", "1.1")
    assert actions.Defend(14, claim=True) in RULES.legal(table.state, 1)
    table.defend(2, "Parry", claim=True)
    assert len(table.hand(2)) == 2
    assert table.at("2.1").used == ("fighter",)
    table = Table("A5@2 A1", "*B3 *B1").hold(1, "Slash").hold(2, "Parry")
    table.play(1, "Slash", "2.2", "1.1")
    assert "2.2 has no fighter" in table.refusal(2, actions.Defend(14, claim=True))


def test_damage_adds_up_and_kills_at_health():
    """NEO-12: the seat of the last damage scores; damage is capped at the remaining health."""
    table = Table("A1 A3", "*B1/3 B2").hold(1, "Killing Blow, Burst, Burst").hold(2, "Slash")
    table.state.tokens = (table.state.tokens[0], *Table("A1 A3@2", "*B1 B2").state.tokens[1:])
    table.play(1, "Killing Blow", "2.1", "1.2").passes(2)
    assert table.told(facts.Killed) == [facts.Killed(2, 0)]
    assert not table.at("2.1").here
    assert table.state.kills == (1, 0)
    assert table.state.dealt == (3, 0)
    table.passes(2)
    assert "2.1 has left the game" in table.refuses(1, "Burst", "2.1", "1.1")


def test_played_cards_leave_the_game_except_a_tough_varans_first_armour_each_turn():
    """NEO-13."""
    table = Table("A1", "*C2").hold(1, "Burst").hold(2, "Armour, Dodge")
    table.play(1, "Burst", "2.1", "1.1").defend(2, "Armour")
    assert named(table.state.removed) == ["Armour"]
    table.passes(2)
    table.do(2, actions.Discard(12))
    table.do(1, actions.Ready()).do(2, actions.Ready())
    assert 12 in table.state.deck.discard
    tough = Table("A2 A1", "*C1 B2").hold(1, "Burst, Burst").hold(2, "Armour, Armour")
    tough.play(1, "Burst", "2.1", "1.1", again=True).defend(2, "Armour")
    assert (11 in tough.state.deck.discard, tough.state.removed) == (True, ())
    tough.play(1, "Burst", "2.1", "1.1").defend(2, "Armour")
    assert tough.state.removed == (11,)


def test_a_card_at_the_wrong_time_is_refused_with_the_right_time():
    """NEO-07: the sentences name the alternative."""
    table = Table("A1", "*B1").hold(1, "Burst, Dodge, Field Dressing")
    assert "answers an attack or a sensor" in table.refuses(1, "Dodge", "2.1")
    assert "is played in Repair, not now" in table.refuses(1, "Field Dressing", "1.1")
    assert table.refuses(1, "Burst", "2.1") == "Name the varan of yours that uses Burst."
    assert table.refuses(1, "Burst", "", "1.1") == "Name the varan that Burst is meant for."
    assert "You do not hold Slash" in table.refuses(1, "Slash", "2.1", "1.1")
    assert "There is no such card" in table.refusal(1, actions.Play(99))
    assert "There is no such varan" in table.refusal(1, actions.Play(3, 77, 0))
    assert "Burst has 1 use only" in table.refuses(1, "Burst", "2.1", "1.1", way=1)
    assert "no extra card" in table.refuses(1, "Burst", "2.1", "1.1", claim=True)
    assert "It is not your turn: wait for seat 1" in table.refuses(2, "Burst", "1.1", "2.1")
    assert "now is the combat" in table.refusal(1, actions.Move(0, 0))


@pytest.mark.parametrize("target", ["B1", "B6", "C1", "A7"])
def test_a_refusal_reveals_nothing_of_a_cloaked_target(target):
    """NEO-18: "2.1 cannot be a target" is the same for every varan that 2.1 may be."""
    table = Table("A1", f"{target}").hold(1, "Burst, Slash, Sniper Shot, Stun, Spot!")
    said = [table.refuses(1, card, "2.1", "1.1") for card in ("Burst", "Sniper Shot", "Slash")]
    said += [table.refuses(1, "Stun", "2.1"), table.refuses(1, "Spot!", "2.1")]
    assert said == [
        "2.1 is cloaked: Burst is meant for a revealed varan.",
        "2.1 is cloaked: Sniper Shot is meant for a revealed varan.",
        "2.1 is cloaked: Slash is meant for a revealed varan.",
        "2.1 is cloaked: Stun is meant for a revealed varan.",
        "You have no varan in the sector of 2.1: Spot! takes one there.",
    ]
