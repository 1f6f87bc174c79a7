"""Who may do what with a match: rights are those of its own channel, and no player decides alone.

Each right is a story, with its sentences in English and in German.
"""

from __future__ import annotations

from tests.cogs.club import Club
from tests.cogs.league import moderator_of
from tests.cogs.players import control, said, words_of


async def test_a_moderator_of_another_channel_takes_no_match_over(club: Club) -> None:
    info = await club.started(club.ben)
    max_ = moderator_of(club, club.other, club.fay)
    refused = said(await max_.slash(club.other, "match move", match=info.id))
    assert "Only its players can move a match, and moderators of both its channel and this one." in refused
    assert "Only the host" in said(await max_.slash(club.channel, "match end"))
    club.speaks(max_, "de")
    refused = said(await max_.slash(club.other, "match move", match=info.id))
    assert "Nur ihre Spieler können eine Partie verlegen" in refused
    assert (await club.here()).id == info.id
    moderator_of(club, club.channel, max_)
    assert "geht in" in said(await max_.slash(club.other, "match move", match=info.id))
    assert "A moderator has moved the match" in words_of(club.other.history()[-1])


async def test_a_player_moves_no_match_to_where_they_would_be_its_moderator(club: Club) -> None:
    info = await club.started(club.ben)
    moderator_of(club, club.other, club.ben)
    refused = said(await club.ben.slash(club.other, "match move", match=info.id))
    assert "the move would make you a moderator of a match that you play in" in refused
    club.speaks(club.ben, "de")
    refused = said(await club.ben.slash(club.other, "match move", match=info.id))
    assert "durch das Verlegen würdest du Moderator einer Partie, in der du selbst spielst" in refused
    await club.ann.slash(club.other, "match move", match=info.id)
    assert (await club.service.in_channel(club.other.id)).id == info.id


async def test_a_control_asks_for_the_rights_of_the_matchs_channel_not_of_its_own_place(club: Club) -> None:
    """The question whether to end it was answered after the match had been moved."""
    info = await club.started(club.ben)
    max_ = moderator_of(club, club.channel, club.fay)
    asked = (await max_.slash(club.channel, "match end")).response
    assert asked is not None
    await club.ann.slash(club.other, "match move", match=info.id)
    refused = said(await max_.click(asked, custom_id=control(asked, "Yes, end it")))
    assert "moderator" in refused
    assert not (await club.service.info(info.id)).stage.ended
