"""Sentences for facts: words told of a fact, values given, forms for numbers, what games say alike."""

from __future__ import annotations

import pytest

from bot.engine.contract import Outcome
from bot.engine.facts import Resigned, SeatOut, SeatReady
from bot.engine.language import N_, NN_
from bot.engine.sentences import BASE_DESCRIBERS, Sentences, Talk, outcome_words, over_words, waiting_for
from bot.engine.standardrules import shared

TALK = Talk(view=None, names=("Ann", "Ben", "Cleo"))
SENTENCES = Sentences(
    {
        "player": lambda fact, talk: talk.who(fact.seat),
        "why": lambda fact, _: fact.outcome.why,  # no fact below has one: it must not be asked for
    }
)


@pytest.mark.parametrize(
    ("fact", "sentence"),
    [
        (SeatReady(0), "● **Ann** is ready."),
        (SeatOut(1), "■ **Ben** is out."),
        (Resigned(2), "▲ **Cleo** resigns."),
    ],
)
def test_what_happens_in_every_game_is_told_alike(fact, sentence):
    assert BASE_DESCRIBERS[type(fact)](fact, TALK) == sentence


def test_only_the_words_that_a_message_names_are_told_of_a_fact_and_a_value_takes_their_place():
    assert SENTENCES.plain(N_("{player} left."))(Resigned(1), TALK) == "■ **Ben** left."
    assert SENTENCES.plain(N_("Somebody left."))(Resigned(1), TALK) == "Somebody left."
    told = SENTENCES.say(N_("{player}: {what}."), Resigned(1), TALK, player="Team", what="gone")
    assert told == "Team: gone."


def test_a_message_is_chosen_by_a_field_of_the_fact():
    teller = SENTENCES.by("seat", {0: N_("{player} begins."), 1: N_("{player} follows.")})
    assert teller(SeatReady(1), TALK) == "■ **Ben** follows."


def test_the_form_of_a_message_goes_with_a_number_of_the_fact():
    teller = SENTENCES.counted(
        NN_("{player} holds {number} card.", "{player} holds {number} cards."), lambda fact: fact.seat
    )
    assert teller(SeatReady(1), TALK) == "■ **Ben** holds 1 card."
    assert teller(SeatReady(2), TALK) == "▲ **Cleo** holds 2 cards."


def test_an_outcome_says_who_has_won_and_why_with_one_full_stop():
    for why in ("Most points", "Most points."):
        assert outcome_words(TALK, Outcome((0, 2), (), why)) == "● **Ann** and ▲ **Cleo** win. Most points."
        assert over_words(Outcome((1,), (), why), TALK.names) == "Over: Ben won. Most points."
        assert outcome_words(TALK, Outcome((), (), why)) == "A draw. Most points."
        assert over_words(Outcome((), (), why), TALK.names) == "Over: a draw. Most points."


def test_rolls_are_told_until_one_settled_it_and_who_is_awaited_by_name():
    assert TALK.rolls([[(0, 4), (1, 4)], [(0, 2), (1, 5)]]) == (
        "● **Ann** 4, ■ **Ben** 4; again ● **Ann** 2, ■ **Ben** 5"
    )
    assert waiting_for(TALK, [0, 1]) == "Waiting for ● **Ann** and ■ **Ben**."


def test_of_a_state_only_the_fields_named_are_copied_to_a_view():
    assert shared(Outcome((1,), (3, 4), "Secret"), ("winners", "scores")) == {
        "winners": (1,),
        "scores": (3, 4),
    }
