"""A test of each action card (NEO-17), and of the deck, whose numbers are tuned (docs/BALANCE.md)."""

import pytest

from bot.games.neocombat.rules import actions, facts
from tests.games.neocombat.table import KINDS, POOL, RULES, Table

COPIES = {
    "Detect": 4, "Spot!": 8, "Spot! or Snapshot": 4, "Burst": 5, "Aimed Shot": 6, "Heavy Burst": 3,
    "Sniper Shot": 4, "Flamer": 3, "Slash": 5, "Combination": 4, "Killing Blow": 3, "Armour": 6, "Dodge": 4,
    "Cover": 4, "Parry": 3, "Jammer": 3, "Stun": 3, "Field Dressing": 4, "Resupply": 2, "Emergency Cloak": 2,
}  # fmt: skip
LEAVING = {"Armour", "Dodge", "Cover", "Jammer", "Emergency Cloak"}


def test_the_deck_has_the_cards_of_the_ruling():
    """80 cards, NC-01 to NC-20 in the order of the table."""
    assert len(POOL.deck) == 80
    assert {card.name: card.copies for card in POOL.actions} == COPIES
    assert [card.number for card in POOL.actions] == [f"NC-{number:02}" for number in range(1, 21)]
    assert {card.name for card in POOL.actions if card.leaves} == LEAVING


def shooting(card, user="A1", target="*B1", answers="Slash"):
    return Table(f"{user}@2 A3", f"{target} B2").hold(1, f"{card}, Burst, Slash").hold(2, answers)


@pytest.mark.parametrize(("card", "teams"), [("Detect", ("A4", "B1")), ("Spot!", ("A4@2", "B1"))])
def test_detect_reveals_in_any_sector_and_spot_where_one_has_a_varan(card, teams):
    table = Table(*teams).hold(1, card).hold(2, "Slash")
    table.play(1, card, "2.1", "1.1", claim=True).passes(2)
    assert table.known("2.1") == ["B1"]
    assert table.at("2.1").revealed
    assert len(table.hand(1)) == 1


def test_spot_or_snapshot_is_either():
    """As Spot! without an extra card, or a shot of 1, which may be a second shot too."""
    table = Table("A2@2 A1", "B1 *B2").hold(1, "Spot! or Snapshot, Burst, Spot! or Snapshot").hold(2, "Slash")
    assert "no extra card" in table.refuses(1, "Spot! or Snapshot", "2.1", "1.1", claim=True)
    table.play(1, "Spot! or Snapshot", "2.1").passes(2)
    assert table.at("2.1").revealed
    table.passes(2).play(1, "Burst", "2.1", "1.1", again=True).passes(2)
    assert "2.2 is revealed already" not in table.refuses(1, "Spot! or Snapshot", "2.2")
    table.play(1, "Spot! or Snapshot", "2.2", "1.1", way=1).passes(2)
    assert (table.damage("2.1"), table.damage("2.2")) == (2, 1)


@pytest.mark.parametrize(
    ("card", "damage"), [("Burst", 2), ("Aimed Shot", 2), ("Heavy Burst", 3), ("Sniper Shot", 3)]
)
def test_the_damage_of_shots(card, damage):
    table = shooting(card).play(1, card, "2.1", "1.1").passes(2)
    assert table.damage("2.1") == damage
    assert table.known("1.1") == ["A1"]


@pytest.mark.parametrize(
    ("card", "user", "attribute"), [("Aimed Shot", "C2", "accurate"), ("Combination", "B6", "fighter")]
)
def test_aimed_shot_draws_for_accurate_varans_and_combination_for_fighters(card, user, attribute):
    table = shooting(card, user).play(1, card, "2.1", "1.1", claim=True)
    assert len(table.hand(1)) == 3
    assert table.told(facts.Claimed)[0].attribute == attribute


def test_a_sniper_is_not_revealed_by_a_sniper_shot():
    """This shows only that it is a sniper (NEO-18b)."""
    table = shooting("Sniper Shot", "B1", "*C1").play(1, "Sniper Shot", "2.1", "1.1").passes(2)
    assert not table.at("1.1").revealed
    assert table.known("1.1") == ["?sniper1"]
    assert table.at("1.1").sideways
    assert table.at("1.1").used == ()


def test_only_flamers_flame_in_their_sector_and_only_dodge_answers():
    table = shooting("Flamer", "B5", answers="Armour, Cover, Dodge")
    assert "1.2 has no flamer" in table.refuses(1, "Flamer", "2.1", "1.2")
    elsewhere = Table("B5 A3", "*B1 B2").hold(1, "Flamer")
    assert "2.1 is not in the sector of 1.1" in elsewhere.refuses(1, "Flamer", "2.1", "1.1")
    table.play(1, "Flamer", "2.1", "1.1", again=True)
    assert RULES.legal(table.state, 1) == [actions.Defend(KINDS["Dodge"]), actions.Pass()]
    assert "Armour does not answer a flame" in table.refusal(2, actions.Defend(KINDS["Armour"]))
    table.passes(2)
    assert table.damage("2.1") == 3
    table.play(1, "Burst", "2.1", "1.1").passes(2)
    assert table.damage("2.1") == 5


@pytest.mark.parametrize(("card", "damage"), [("Slash", 3), ("Combination", 2), ("Killing Blow", 4)])
def test_the_damage_of_strikes(card, damage):
    table = shooting(card).play(1, card, "2.1", "1.1").passes(2)
    assert table.damage("2.1") == damage
    assert not table.at("1.1").revealed


def test_armour_prevents_two_damage():
    table = shooting("Heavy Burst", answers="Armour").play(1, "Heavy Burst", "2.1", "1.1").defend(2, "Armour")
    assert table.damage("2.1") == 1
    table = shooting("Burst", answers="Armour").play(1, "Burst", "2.1", "1.1").defend(2, "Armour")
    assert table.told(facts.Hit) == [facts.Hit(2, 0, 0)]
    assert not table.state.hurt


@pytest.mark.parametrize(
    ("answer", "attacks"),
    [("Dodge", ("Burst", "Slash", "Flamer")), ("Cover", ("Burst",)), ("Parry", ("Slash",))],
)
def test_which_cards_stop_which_attacks(answer, attacks):
    """Dodge any attack, Cover a shot but no flame, Parry a strike."""
    for attack in ("Burst", "Slash", "Flamer"):
        table = shooting(attack, "B5", answers=answer).play(1, attack, "2.1", "1.1")
        if attack in attacks:
            table.defend(2, answer)
            assert table.damage("2.1") == 0
        else:
            assert "does not answer" in table.refusal(2, actions.Defend(KINDS[answer]))


def test_jammer_stops_a_sensor():
    table = Table("A4", "B1").hold(1, "Detect").hold(2, "Jammer, Dodge")
    table.play(1, "Detect", "2.1")
    assert RULES.legal(table.state, 1) == [actions.Defend(KINDS["Jammer"]), actions.Pass()]
    table.defend(2, "Jammer")
    assert not table.at("2.1").revealed
    assert table.known("2.1") == ["?1"]


def test_stun_turns_an_enemy_sideways():
    """In combat it may not shoot or strike; no window opens (NEO-10b)."""
    table = Table("A1 A3", "*B1 B2").hold(1, "Stun, Stun").hold(2, "Burst, Burst")
    table.play(1, "Stun", "2.1")
    assert RULES.window(table.state) is None
    assert "2.1 is sideways" in table.refuses(2, "Burst", "1.1", "2.1")
    table.passes(2)
    assert "2.1 is sideways already" in table.refuses(1, "Stun", "2.1")


def test_field_dressing_heals_three():
    """In Repair, on a revealed and damaged varan."""
    table = Table("*A1/4 *A3 A4/2", "B1 B2 B3").hold(1, "Field Dressing, Burst").repair()
    card = KINDS["Field Dressing"]
    assert "1.2 has no damage" in table.refusal(1, actions.Dress(card, 1))
    assert "1.3 is cloaked" in table.refusal(1, actions.Dress(card, 2))
    assert "Burst is not used in Repair" in table.refusal(1, actions.Dress(KINDS["Burst"], 0))
    table.do(1, actions.Dress(card, 0)).do(1, actions.Ready()).do(2, actions.Ready())
    assert table.damage("1.1") == 1
    assert table.told(facts.Mended) == [facts.Mended(0, 1)]


def test_resupply_draws_two():
    table = Table("A1", "B1").hold(1, "Resupply").on_top("Dodge, Burst")
    table.play(1, "Resupply")
    assert sorted(table.hand(1)) == ["Burst", "Dodge"]
    assert table.told(facts.Drew) == [facts.Drew(0, 2, "card")]


def test_emergency_cloak_cloaks():
    """An own revealed varan that is not sideways and not in the Centre; public knowledge stays (NEO-18a)."""
    table = Table("*A1/2 *A3@0", "*B1 B2").hold(1, "Emergency Cloak, Burst").hold(2, "Burst")
    assert "1.2 is in the Centre" in table.refuses(1, "Emergency Cloak", "1.2")
    assert "2.1 is not yours" in table.refuses(1, "Emergency Cloak", "2.1")
    table.play(1, "Emergency Cloak", "1.1")
    assert not table.at("1.1").revealed
    assert table.known("1.1") == ["A1"]
    assert table.damage("1.1") == 2
    assert table.state.removed == (KINDS["Emergency Cloak"],)
