"""A name that no font draws stands in the message, beside the sign that is its player's in the picture."""

from __future__ import annotations

from msgspec.structs import replace

from cogs.kit.sentences import aim_in_words
from tests.cogs.club import Club


async def test_who_has_a_name_of_emoji_is_told_beside_the_picture(club: Club) -> None:
    await club.started(club.ben)
    match_view = await club.match_view(None)
    first, second = match_view.match.seats
    seats = (replace(first, name="🦊🦊"), second)
    named = replace(match_view, match=replace(match_view.match, seats=seats))
    game = club.bot.game_of(named.match)
    assert "-# ● is 🦊🦊." in aim_in_words(game, named)
    assert " is " not in aim_in_words(game, match_view)
