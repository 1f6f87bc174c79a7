"""Standing orders on the panel and by command: looked at and taken back at any time, in secret."""

from __future__ import annotations

from bot.games.papyrus.rules.orders import Orders
from tests.cogs.calls import on_turn
from tests.cogs.club import Club
from tests.cogs.people.test_me import page
from tests.cogs.play.test_panel import begun
from tests.cogs.players import board_post, control, labels_of, said, words_of


async def test_orders_are_set_looked_at_and_taken_back_out_of_turn(club: Club) -> None:
    """In German: the player's words are in the player's language."""
    await begun(club)
    _, waits = await on_turn(club)
    club.speaks(waits, "de")
    before = len(club.channel.history())
    assert "endet von selbst" in said(await waits.slash(club.channel, "papyrus orders", end=True))
    assert (await club.match_view(waits)).orders == Orders(end=True)
    await club.restart()
    shown = page(await waits.click(board_post(club), custom_id=control(board_post(club), "Play")))
    assert "Daueranweisungen" in labels_of(shown)
    await waits.click(shown, custom_id=control(shown, "Daueranweisungen"))
    assert "endet von selbst" in words_of(shown)
    await waits.click(shown, custom_id=control(shown, "Mich alles fragen"))
    assert (await club.match_view(waits)).orders is None
    assert len(club.channel.history()) == before, "nobody else learns of it"
