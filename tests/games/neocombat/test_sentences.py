"""The sentences of a match: every fact, the status, the text board."""

from __future__ import annotations

import pytest

from bot.engine.contract import Outcome
from bot.engine.facts import MatchOver
from bot.games.neocombat.rules import facts
from bot.games.neocombat.rules.actions import ByLot, Cloak, Ready, Shuffle
from bot.games.neocombat.rules.view import Plan
from tests.games.neocombat.screens import NAMES, WORDING
from tests.games.neocombat.table import KINDS, RULES, Table, varan


def a_view(seat=0):
    return RULES.view(Table("*A3@1 B5@1", "*C6@1/3 B6@0").state, seat)


BURST, SPOT = KINDS["Burst"], KINDS["Spot!"]
TOLD = [
    (facts.Kept(0, varan("B6")), "You keep B6 Fighter."),
    (facts.TeamDealt(1), "The varans of ■ **Ben** are on the table, cloaked."),
    (facts.TeamDealt(0, (varan("A3"), varan("B5"))), "Your varans: ●1.1 A3 Scout, ●1.2 B5 Blaster."),
    (facts.Drew(1, 1, "turn"), "■ **Ben** draws 1 card."),
    (facts.Drew(1, 5, "deal"), "■ **Ben** is dealt 5 cards."),
    (facts.Drew(1, 1, "claim"), "■ **Ben** draws 1 extra card."),
    (facts.Drew(0, 2, "card", (BURST, BURST)), "You draw *Burst* twice."),
    (facts.Drew(0, 1, "claim", (SPOT,)), "Your extra card is *Spot!*."),
    (facts.Refilled(12), "The deck is empty: the discard pile is shuffled into a new one of 12 cards."),
    (facts.TurnBegan(3, 1), "**Turn 3** begins. First player: ■ **Ben**."),
    (facts.StepBegan(False, 2), "Movement: revealed varans of speed 2 or more."),
    (facts.StepBegan(True, 2), "Movement: cloaked varans, step 2 of 3."),
    (facts.Moved(2, 1, 0), "■2.1 leaves sector 1 for the Centre."),
    (facts.Moved(2, 0, 4), "■2.1 leaves the Centre for sector 4."),
    (facts.Moved(2, 3, 4), "■2.1 leaves sector 3 for sector 4."),
    (facts.Stopped(1), "■ **Ben** makes no more moves in this turn."),
    (facts.CombatBegan(), "The combat begins."),
    (facts.Passed(1), "■ **Ben** passes."),
    (facts.Passed(1, True), "■ **Ben** has no card in hand and passes."),
    (facts.Played(0, BURST, 0, 2, 0), "●1.1 of ● **Ann** uses *Burst* on ■2.1."),
    (facts.Played(0, SPOT, -1, 3, 0), "● **Ann** plays *Spot!* on ■2.2."),
    (facts.Played(0, KINDS["Resupply"], -1, -1, 0), "● **Ann** plays *Resupply*."),
    (facts.Claimed(0, "sniper"), "●1.1 shows: sniper."),
    (
        facts.Revealed(3, varan("B6")),
        "■2.2 is revealed: **B6 Fighter** (speed 2, health 5, sensors, fighter, berserk).",
    ),
    (facts.WindowOpened(1, 4), "■ **Ben** may answer."),
    (facts.Defended(1, KINDS["Dodge"]), "■ **Ben** answers with *Dodge*."),
    (facts.Undefended(1), "■ **Ben** does not answer."),
    (facts.Fended(2), "Nothing happens to ■2.1."),
    (facts.Hit(2, 2, 5), "■2.1 takes **2 damage**, 5 in all."),
    (facts.Hit(2, 0, 3), "■2.1 takes no damage."),
    (facts.Killed(2, 0), "■2.1 **is killed**: a kill for ● **Ann**."),
    (facts.Turned(0), "●1.1 is turned sideways."),
    (facts.SecondFollows(0, 1), "●1.2 of ● **Ann** may attack a second time."),
    (facts.SecondLapsed(1), "A second attack of ●1.2 is no longer possible."),
    (facts.RepairBegan(), "Repair: all choose in secret."),
    (facts.Planned(0, Plan()), "You have chosen: nothing."),
    (
        facts.Planned(0, Plan(((KINDS["Field Dressing"], 0),), (0,), (0, 1), (BURST,))),
        "You have chosen: *Field Dressing* for ●1.1; cloak ●1.1; shuffle ●1.1 and ●1.2; discard *Burst*.",
    ),
    (facts.HandedOff(1), "■ **Ben** is ready."),
    (facts.AllReady(), "All are ready: their choices are shown."),
    (facts.Mended(0, 1), "●1.1 is repaired: 1 damage left."),
    (facts.CloakedAgain(0), "●1.1 is cloaked."),
    (facts.Shuffled((2, 3)), "■2.1 and ■2.2 are shuffled."),
    (
        facts.Shuffled((0, 1), (varan("B5"), varan("A3"))),
        "●1.1 and ●1.2 are shuffled. Now they are ●1.1 B5 Blaster, ●1.2 A3 Scout.",
    ),
    (facts.Discarded(1, (BURST, SPOT)), "■ **Ben** discards *Burst* and *Spot!*."),
    (
        facts.DrewEnough(1),
        "■ **Ben** draws no more by action cards in this turn: 20 cards are the most.",
    ),
    (facts.LostCards(1, (BURST,)), "■ **Ben** discards at random: *Burst*."),
    (facts.Rolled(0, BURST, (5,), 6), "● **Ann** rolls for *Burst*: **5**."),
    (facts.Tossed(0, BURST, True), "● **Ann** tosses a coin for *Burst*: heads."),
    (facts.TurnedBack((0,)), "●1.1 is turned back."),
    (facts.TurnedBack((0, 2)), "●1.1 and ■2.1 are turned back."),
    (facts.Dropped(1), "■ **Ben** has no varans left and is out."),
    (facts.Resigned(1, ()), "■ **Ben** resigns."),
    (
        facts.Resigned(1, (varan("C6"), varan("B6"))),
        "■ **Ben** resigns. ■ **Ben** shows C6 Hunter and B6 Fighter.",
    ),
    (
        MatchOver(Outcome((0,), (3, 1), "Everybody else has left")),
        "● **Ann** wins. Everybody else has left. Kills: ● 3, ■ 1.",
    ),
]


@pytest.mark.parametrize(("fact", "sentence"), TOLD, ids=[type(fact).__name__ for fact, _ in TOLD])
def test_each_fact_is_one_sentence(fact, sentence):
    assert WORDING.describe(fact, a_view(), NAMES) == sentence


def test_every_kind_of_fact_has_its_sentence():
    assert {type(fact) for fact, _ in TOLD} == set(RULES.Fact.__args__)


def test_the_board_shows_public_knowledge_and_the_own_tokens_neo_18c():
    table = Table("*A3@1/2 B5@1", "*C6@1/3 B6@0").hold(1, "Burst, Burst").hold(2, "Dodge")
    text = WORDING.board_text(RULES.view(table.state, 0), NAMES)
    assert "Centre: ■2.2." in text
    assert "Sector 1: ●1.1, ●1.2, ■2.1." in text
    assert "1.1 A3 Scout: Sector 1, revealed, damage 2 of 5, speed 3," in text
    assert "2.2 unknown: Centre, cloaked" in text
    assert "Your 1.2 is B5 Blaster: damage 0 of 5, speed 2, tough," in text
    assert "Your hand: Burst x2." in text
    public = WORDING.board_text(RULES.view(table.state, None), NAMES)
    assert "B5" not in public
    assert "Your" not in public
    assert "2 cards in hand" in public


def test_shuffled_varans_are_one_of_a_set_neo_18c():
    table = Table("*A3@1 *B5@1", "C6 B6").repair()
    for action in (Cloak(0), Cloak(1), Shuffle(0), Shuffle(1), Ready()):
        table.do(1, action)
    table.do(2, ByLot())
    text = WORDING.board_text(RULES.view(table.state, 1), NAMES)
    assert "1.1 one of A3, B5: Sector 1, cloaked" in text
    assert "1.2 one of A3, B5: Sector 1, cloaked" in text
    own = WORDING.board_text(RULES.view(table.state, 0), NAMES)
    assert "Your 1.1 is" in own


def test_the_status_has_the_window_and_the_standings_neo_10():
    table = Table("*A3@1 B5@1", "*C6@1/3 B6@0").hold(1, "Burst, Slash").hold(2, "Dodge")
    assert WORDING.status(RULES.view(table.state, None), NAMES) == (
        "**Turn 1 · Combat**: Waiting for ● **Ann**.\nKills: ● 0, ■ 0 · Varans: ● 2, ■ 2 · Cards: ● 2, ■ 1"
    )
    table.play(1, "Burst", "2.1", "1.1")
    assert WORDING.status(RULES.view(table.state, None), NAMES).startswith(
        "**Turn 1 · Combat**: ■ **Ben** may answer *Burst* by ●1.1 of ● **Ann** on ■2.1: 2 damage."
    )
