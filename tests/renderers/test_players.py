"""Names of players in pictures and alt texts."""

from __future__ import annotations

from renderers.kit.alt_text import alt_player, short_name
from renderers.kit.text import is_drawn
from renderers.kit.titles import drawn_player, winning


def test_a_player_without_a_readable_name_has_the_name_of_the_seat() -> None:
    assert [drawn_player(["Ann", "\u200b"], seat) for seat in range(3)] == ["Ann", "Player 2", "Player 3"]
    assert [alt_player(["Ann", "\u200b"], seat) for seat in range(3)] == ["Ann", "Player 2", "Player 3"]


def test_a_name_of_emoji_is_drawn_as_the_sign_of_its_seat() -> None:
    assert [drawn_player(["🦊🦊", "!!!"], seat) for seat in range(2)] == ["Blue circle", "Orange square"]
    assert alt_player(["🦊🦊"], 0) == "🦊🦊"
    assert [is_drawn(name) for name in ("Ann", "", "🦊🦊")] == [True, True, False]


def test_a_long_name_is_cut_in_an_alt_text() -> None:
    assert short_name("Bartholomew the Third") == "Bartholomew the T…"


def test_one_winner_and_two_winners() -> None:
    assert winning(["Ann"]) == "Ann wins"
    assert winning(["Ann", "Cleo"]) == "Ann and Cleo win"
