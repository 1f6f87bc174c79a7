"""The sentence of each fact in each of its forms, and the status in two lines."""

from __future__ import annotations

import re
import typing

import pytest

from bot.base.language import speaking
from bot.engine.contract import Outcome
from bot.engine.facts import MatchOver, SeatOut, SeatReady
from bot.games.arclash.rules import facts
from bot.games.arclash.rules.view import Shown
from bot.games.arclash.wording.sentences import DESCRIBERS
from tests.games.arclash.screens import NAMES, RULES, WORDING, own_view, playthrough
from tests.games.table import page_scene
from tests.languages.marked import MARKED, unmarked

TABLE = """
phase: support, turn 4
options: score=15
order: 2 1 3, now 1
seat 1: 2 points, lost
stack: TID-01 TID-04
plays: reading-light
hand: TID-12 TID-13 TID-08
seat 2: 4 points, passed, won
stack: STO-01 STO-05
seat 3: 1 point, lost
stack: FOX-02 FOX-05
"""
VIEW = own_view(TABLE)
PUBLIC = page_scene("arclash", TABLE).view


def told(fact, view=PUBLIC):
    """Return the sentence of a fact; all of it must be in the catalogues."""
    with speaking(MARKED):
        assert unmarked(WORDING.describe(fact, view, NAMES), NAMES) == []
    return WORDING.describe(fact, view, NAMES)


def shown(number):
    return Shown(0, number)


@pytest.mark.parametrize("what", ["deck", "opener", "advance", "renew"])
def test_others_learn_only_that_a_seat_has_chosen_arc_15(what):
    assert told(facts.Chose(1, what)) == "■ **Ben** has chosen."


@pytest.mark.parametrize(
    ("fact", "sentence"),
    [
        (
            facts.Chose(0, "deck", own=True, deck="The Long Reading Light"),
            "You play the deck The Long Reading Light.",
        ),
        (facts.Chose(0, "deck", own=True, deck="own"), "You play a deck of your own."),
        (
            facts.Chose(0, "opener", own=True, shown=shown("TID-01")),
            "You put *Wick, Smallest of the School* face down, until all have chosen.",
        ),
        (facts.Chose(0, "advance", own=True), "You stand."),
        (facts.Chose(0, "renew", own=True), "You keep your stack."),
        (
            facts.Prepared(0, shown("TID-10"), 2),
            "You put *Whale Who Keeps Appointments* face down; choose 2 cards to discard for it.",
        ),
        (facts.PaymentChosen(0, shown("TID-13"), 1), "You will discard *Full Net*; 1 card to go."),
        (facts.PaymentChosen(0, shown("TID-13"), 0), "You will discard *Full Net*."),
        (
            facts.Decided(0, "TID-01", "card", shown=shown("TID-08")),
            "You choose *Professor of the Seventh Trench* for *Wick, Smallest of the School*.",
        ),
        (facts.Withdrew(0, "advance"), "You took your choice back."),
        (
            facts.Drew(0, 3, (shown("TID-13"), shown("TID-12"), shown("TID-13"))),
            "You draw *Full Net* twice and *Read by Your Own Light*.",
        ),
        (facts.Drew(0, 6, (shown("TID-13"),) * 6), "You draw 6 cards."),
        (facts.Drew(0, 1, (shown("TID-13"),), "COM-01"), "You draw *Full Net* for *Packed Lunch*."),
    ],
)
def test_the_seat_itself_sees_its_choice_arc_15(fact, sentence):
    assert told(fact, VIEW) == sentence


@pytest.mark.parametrize(
    ("fact", "sentence"),
    [
        (
            facts.Opened((shown("TID-01"), None, shown("FOX-02"))),
            ("All begin: ● **Ann** *Wick, Smallest of the School* and ▲ **Cleo** *Cub in a Paper "
         "Mask*."),
        ),
        (facts.Withdrew(1, "renew"), "■ **Ben** is choosing again."),
        (facts.TurnBegan(5), "**Turn 5** begins."),
        (
            facts.TieRolled("support", (0, 2), ((3, 3), (5, 2)), 0),
            ("● **Ann** has the first Support: ● **Ann** 3, ▲ **Cleo** 3; again ● **Ann** 5, ▲ "
         "**Cleo** 2. Equal powers roll for it."),
        ),
        (
            facts.TieRolled("battle", (0, 1, 2), ((6, 6, 1), (2, 4, 0)), 1),
            ("■ **Ben** wins the tie: ● **Ann** 6, ■ **Ben** 6, ▲ **Cleo** 1; again ● **Ann** 2, ■ "
         "**Ben** 4. Equal powers roll for it."),
        ),
        (facts.Revealed("advance", (None, None, None)), "No player advances any further."),
        (facts.Revealed("renew", (None, None, None)), "Everybody keeps their stack."),
        (
            facts.Revealed("advance", (shown("TID-08"), None, None)),
            "All have chosen: ■ **Ben** and ▲ **Cleo** stand.",
        ),
        (
            facts.Revealed("renew", (shown("TID-01"), shown("STO-01"), None)),
            "All have chosen: ▲ **Cleo** keeps the stack.",
        ),
        (facts.AdvanceFailed(1, shown("STO-10")),
         "■ **Ben** can no longer advance to *Mountain, Presiding*. It is discarded instead."),
        (facts.SupportStage((1, 0, 2)),
         "Supports are played in this order: ■ **Ben**, ● **Ann**, ▲ **Cleo**."),
        (facts.Played(0, shown("COM-02")), "● **Ann** plays ***Deep Breath***."),
        (facts.Passed(1), "■ **Ben** passes: no more Supports in this battle."),
        (facts.Rolled(0, "COM-05", (3,), 6), "● **Ann** rolls for *Lucky Button*: **3**."),
        (facts.Rolled(0, "COM-05", (3, 4), 10, again=True),
         "● **Ann** rolls again for *Lucky Button*: 3 + 4 = **7** on dice of 10."),
        (facts.Tossed(0, "RNG-12", heads=True),
         "● **Ann** tosses a coin for *A Polite Throw*: **heads**."),
        (facts.PowerChanged(0, "COM-02", 0, 50, "turn", 475),
         "*Deep Breath*: +50 for ● **Ann**, power 475."),
        (facts.PowerChanged(0, "COM-03", 1, -50, "next-turn", 375),
         ("*Cold Stare*: -50 for ■ **Ben**, power 375. It lasts until the end of the next turn.")),
        (facts.Prevented("COM-03", 1, "debuff"),
         "*Cold Stare* takes no power from ■ **Ben**. A guard keeps it off."),
        (facts.Drew(1, 2, card="COM-01"), "■ **Ben** draws 2 cards for *Packed Lunch*."),
        (facts.Drew(1, 2), ""),
        (facts.Refilled(1, 12), "■ **Ben** shuffles the discard pile of 12 cards into a new deck."),
        (facts.Took(0, "TID-01", "deck", (), "hand"),
         ("● **Ann** takes nothing from the deck. *Wick, Smallest of the School* asked for the "
          "search.")),
        (facts.Took(0, "COM-08", "discard", (shown("COM-02"), shown("COM-03")), "deck"),
         ("● **Ann** shuffles *Deep Breath* and *Cold Stare* into the deck. From the discard pile, "
         "by *Tidying the Attic*.")),
        (facts.Discarded(1, "MOT-12", (shown("STO-12"),)),
         "■ **Ben** discards *Objection!*. *Lost in the Post* asks for it."),
        (facts.Discarded(0, "COM-01", (shown("TID-13"),), cost=True),
         "● **Ann** discards *Full Net*. It is the price for *Packed Lunch*."),
        (facts.Milled(0, "TID-14", (shown("TID-13"), shown("TID-04"))),
         ("● **Ann** discards *Full Net* and *Glowing Lecturer* from the deck. *Let It Drift* asks "
          "for it.")),
        (facts.LevelledDown(1, shown("STO-05"), "battle"),
         "■ **Ben** goes down from *Stenographer in Moss*. It is discarded."),
        (facts.LevelledDown(1, shown("STO-05"), "card", "RNG-12"),
         "*A Polite Throw* brings ■ **Ben** down from *Stenographer in Moss*. It is discarded."),
        (facts.LevelledDown(1, shown("STO-11"), "level-4"),
         "■ **Ben** goes down from *The Verdict*. The battle is over, and so is its time."),
        (facts.Guessed(2, "FOX-05", 1, 2, 6, None),
         ("■ **Ben** guesses card 3 of 6: wrong. The cards are the hand of ▲ **Cleo**; *Three-Cup "
          "Fox* asks for it.")),
        (facts.Guessed(2, "FOX-05", 1, 2, 6, shown("FOX-03")),
         ("■ **Ben** guesses card 3 of 6: right, *The Honest Fox*! The cards are the hand of ▲ "
         "**Cleo**; *Three-Cup Fox* asks for it.")),
        (facts.Shielded(1, "STO-12", ("debuff", "level-down"), "turn"),
         ("*Objection!* guards ■ **Ben**. It keeps ■ **Ben** from losing power or going down a "
          "level.")),
        (facts.Decided(0, "MOT-10", "seat", 1), "● **Ann** chooses ■ **Ben** for *The Whole Dawn Shift*."),
        (facts.Decided(1, "FOX-13", "option", 0),
         "■ **Ben** takes the first option of *Free Sample*."),
        (facts.Decided(0, "COM-01", "may", 1), "● **Ann** makes use of *Packed Lunch*."),
        (facts.Decided(0, "COM-01", "may", 0), "● **Ann** does without *Packed Lunch*."),
        (facts.Decided(0, "CHO-07", "reroll", 0),
         "● **Ann** keeps the roll, asked by *Weathercock, Conducting*."),
        (facts.Decided(1, "LIB-09", "card"),
         "■ **Ben** has chosen for *Head of the Overdue Department*."),
        (facts.CutShort("COM-01"),
         "Too much at once: *Packed Lunch* is cut short. What it sets off from here on is dropped."),
        (facts.Recovered(4), "All Supports are discarded, 4 of them."),
        (facts.Recovered(1), "The Support played is discarded."),
        (facts.Recovered(0), ""),
        (facts.Resigned(2), "▲ **Cleo** resigns."),
        (facts.MatchOver(Outcome((1,), (2, 15, 4), "The winning score is reached")),
         "■ **Ben** wins. The winning score is reached. Points: ● 2, ■ 15, ▲ 4."),
        (facts.MatchOver(Outcome((), (9, 9, 4), "All turns are played: a tie")),
         "A draw. All turns are played: a tie. Points: ● 9, ■ 9, ▲ 4."),
    ],
)  # fmt: skip
def test_sentences_of_public_facts(fact, sentence):
    assert told(fact) == sentence


def test_an_advance_shows_level_power_and_costs_arc_07():
    whale = WORDING.library.standard.cards["TID-10"]
    fact = facts.Advanced(0, shown("TID-10"), (shown("TID-13"), shown("TID-12")), (shown("TID-04"),))
    assert told(fact) == (
        f"● **Ann** **advances** to *Whale Who Keeps Appointments* (level 3, power {whale.power}). "
        "Discarded for it: *Full Net* and *Read by Your Own Light*. "
        "Discarded for it from the top of the deck: *Glowing Lecturer*."
    )


def test_the_battle_shows_powers_winner_points_and_the_winning_score_arc_11():
    assert told(facts.Beaten(0, (650, 450, 300), (3, 2, 1), 3, 5)) == (
        "**Battle!** ● **Ann** (power 650) scores **3 points**: 5 of 15. Levels beaten: 2 of ■ **Ben** "
        "(power 450) and 1 of ▲ **Cleo** (power 300)."
    )
    assert told(facts.Beaten(1, (650, 650, 0), (3, 3, 0), 3, 15)) == (
        "**Battle!** ■ **Ben** (power 650) scores **3 points**: 15 of 15. Levels beaten: 3 of ● **Ann** "
        "(power 650); the die decided between equal powers."
    )
    assert "scores **3 points**: 17, more than the 15 needed." in told(
        facts.Beaten(1, (450, 650, 0), (3, 3, 0), 3, 17)
    )


def test_every_kind_of_fact_has_a_sentence():
    assert {*DESCRIBERS, MatchOver} - {SeatOut, SeatReady} == set(typing.get_args(facts.ArclashFact))


@pytest.mark.parametrize("number", range(3))
def test_no_sentence_of_a_random_match_has_a_card_number(number):
    for turning in playthrough(number):
        view = RULES.view(turning.after, 0)
        for event in turning.events:
            fact = event.seen_by(0)
            sentence = WORDING.describe(fact, view, NAMES) if fact is not None else ""
            assert len(sentence) <= 350, "a post cuts longer lines"
            assert not re.search(r"[A-Z]{2,5}-\d\d|None|Shown", sentence)


def test_the_status_has_the_phase_awaited_seats_points_and_powers_arc_15():
    assert WORDING.status(PUBLIC, NAMES) == (
        "**Turn 4 · Battle, Supports**: ● **Ann** is to play a Support or to pass. Passed: ■.\n"
        f"Points of 15: ● 2, ■ 4, ▲ 1 · Power: ● {PUBLIC.places[0].power}, ■ {PUBLIC.places[1].power}, "
        f"▲ {PUBLIC.places[2].power}"
    )
    text = "phase: advance, turn 2\nseat 1: stands\nstack: TID-01\nseat 2: ready\nstack: STO-01\nseat 3:\n"
    first = WORDING.status(page_scene("arclash", text + "stack: FOX-01").view, NAMES).splitlines()[0]
    assert first == "**Turn 2 · Advance**: 1 of 2 has chosen. Waiting for ▲ **Cleo**. Standing: ●."
    text = TABLE.replace("phase: support, turn 4", "phase: renew, turn 3").replace(", passed", "")
    text = text.replace("order: 2 1 3, now 1\n", "").replace("TID-08\n", "TID-08\ndeck: TID-09 TID-12\n")
    assert WORDING.status(own_view(text + "1: stay\n2: stay\n3: stay"), NAMES).startswith(
        "**Turn 4 · Start**: ● **Ann** has to choose for *Wick, Smallest of the School*.\n"
    )
