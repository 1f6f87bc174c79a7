"""Words that all games use."""

from __future__ import annotations

from bot.engine.sentences import alternatives, either, listed, retried


def test_lists_have_commas_and_a_word_before_the_last() -> None:
    assert listed(["Ann", "Ben", "Cleo"]) == "Ann, Ben and Cleo"
    assert either(["move", "shoot", "rest"]) == "move, shoot or rest"
    assert (listed(["Ann"]), listed([])) == ("Ann", "")


def test_words_to_type_are_listed_without_commas() -> None:
    assert alternatives(["Ks", "Kh", "Kd"]) == "Ks or Kh or Kd"
    assert alternatives([]) == ""


def test_rolls_for_a_tie_are_listed_in_sequence() -> None:
    assert retried(["4 and 4", "2 and 2", "1 and 5"]) == "4 and 4; again 2 and 2; again 1 and 5"
    assert retried(["4 and 5"]) == "4 and 5"
