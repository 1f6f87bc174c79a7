"""Sentences for facts: values from a fact, given values, plural forms, sentences of all games."""

from __future__ import annotations

import pytest

from bot.base.language import N_, NN_
from bot.engine.contract import Outcome, shared
from bot.engine.facts import Resigned, SeatOut, SeatReady
from bot.engine.sentences import (
    BASE_DESCRIBERS,
    Sentences,
    Talk,
    escaped,
    outcome_words,
    over_words,
    unmarked,
    waiting_for,
)

TALK = Talk(view=None, names=("Ann", "Ben", "Cleo"))
SENTENCES = Sentences(
    {
        "player": lambda fact, talk: talk.who(fact.seat),
        "why": lambda fact, _: fact.outcome.why,  # no fact below has one: it must not be read
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
def test_facts_of_all_games_have_the_same_sentences(fact, sentence):
    assert BASE_DESCRIBERS[type(fact)](fact, TALK) == sentence


def test_only_the_values_that_a_message_names_are_computed_and_given_ones_override_them():
    assert SENTENCES.plain(N_("{player} left."))(Resigned(1), TALK) == "■ **Ben** left."
    assert SENTENCES.plain(N_("Somebody left."))(Resigned(1), TALK) == "Somebody left."
    told = SENTENCES.say(N_("{player}: {what}."), Resigned(1), TALK, player="Team", what="gone")
    assert told == "Team: gone."


def test_a_message_is_chosen_by_a_field_of_the_fact():
    teller = SENTENCES.by("seat", {0: N_("{player} begins."), 1: N_("{player} follows.")})
    assert teller(SeatReady(1), TALK) == "■ **Ben** follows."


def test_the_plural_form_depends_on_a_number_of_the_fact():
    teller = SENTENCES.counted(
        NN_("{player} holds {number} card.", "{player} holds {number} cards."), lambda fact: fact.seat
    )
    assert teller(SeatReady(1), TALK) == "■ **Ben** holds 1 card."
    assert teller(SeatReady(2), TALK) == "▲ **Cleo** holds 2 cards."


def test_an_outcome_names_winners_and_reason_with_one_full_stop():
    for why in ("Most points", "Most points."):
        assert outcome_words(TALK, Outcome((0, 2), (), why)) == "● **Ann** and ▲ **Cleo** win. Most points."
        assert over_words(Outcome((1,), (), why), TALK.names) == "Over: Ben won. Most points."
        assert outcome_words(TALK, Outcome((), (), why)) == "A draw. Most points."
        assert over_words(Outcome((), (), why), TALK.names) == "Over: a draw. Most points."


def test_rolls_are_listed_until_decided_and_awaited_players_by_name():
    assert TALK.rolls([[(0, 4), (1, 4)], [(0, 2), (1, 5)]]) == (
        "● **Ann** 4, ■ **Ben** 4; again ● **Ann** 2, ■ **Ben** 5"
    )
    assert waiting_for(TALK, [0, 1]) == "Waiting for ● **Ann** and ■ **Ben**."


def test_only_the_named_fields_of_a_state_are_copied_to_a_view():
    assert shared(Outcome((1,), (3, 4), "Secret"), ("winners", "scores")) == {
        "winners": (1,),
        "scores": (3, 4),
    }


@pytest.mark.parametrize(
    "words",
    [
        "2*3 = 6",
        "cave_map.toml",
        "-# small print",
        "1. one",
        "12. Ann",
        "[the rules](https://example.org/rules)",
    ],
)
def test_a_text_board_has_each_name_as_it_was_typed(words):
    """discord.py's own `remove_markdown` makes 23 of 2*3 and nothing of a link (2.7.1)."""
    assert unmarked(f"**{escaped(words)}** wins.") == f"{words} wins."
