"""`/profile` as people see it: only public results, of the asker and of others."""

from __future__ import annotations

from tests.cogs.club import Club
from tests.cogs.league import beaten, many_beaten, person, resigned, shown
from tests.cogs.players import click, pictures_of, said, words_of

ELSEWHERE = 8


async def test_a_profile_has_ratings_records_favourites_streaks_and_the_head_to_head(club: Club) -> None:
    """Only from ended matches: squads are secret until the reveal (PAP-24)."""
    nobody = "Eve has not finished a match yet."
    assert nobody in said(await club.eve.slash(club.channel, "profile"))
    await beaten(club, club.ann, club.ben)
    assert nobody in said(await club.ann.slash(club.channel, "profile", player=club.eve))
    ann, ben, cleo = (person(each) for each in (club.ann, club.ben, club.cleo))
    await many_beaten(club, (ann, ben), (ben, ann), (ann, cleo), (ann, cleo))
    message = await shown(club, club.ben, "profile", player=club.ann)
    told = words_of(message).replace("**", "")
    assert told.startswith("### Ann\nAll games 1")
    assert "place 1 of 3 · won the last 2 · best row 2 won" in told
    assert "Papyrus 1" in told
    assert "· 5 matches: 4 won, 1 lost" in told
    assert "Favourites: SMG (1), Shotgun (1)" in told
    assert "Head to head Ann 2, Ben 1" in told
    (picture,) = pictures_of(message)
    assert picture["description"].startswith(
        "Ann · All games in The Club: from 1000 at the start over 5 matches"
    )
    own = words_of(await shown(club, club.ben, "profile"))
    assert own.startswith("### Ben")
    assert "Head to head" not in own
    await club.started(club.ben)
    await club.ann.slash(club.channel, "papyrus preset", squad="balanced")
    assert words_of(await shown(club, club.ben, "profile", player=club.ann)) == words_of(message)


async def test_the_curve_of_another_game_and_of_all_servers_is_one_press_away(club: Club) -> None:
    ann, ben = person(club.ann), person(club.ben)
    await many_beaten(club, (ann, ben))
    await many_beaten(club, (ben, ann), (ben, ann), guild=ELSEWHERE)
    message = await shown(club, club.ben, "profile", player=club.ann)
    await club.restart()
    await click(club.ben, message, "Everywhere")
    assert "3 matches: 1 won, 2 lost" in words_of(message)
    assert "lost the last 2" in words_of(message)
    await club.ben.select(message, ["papyrus"])
    (picture,) = pictures_of(message)
    assert picture["description"].startswith("Ann · Papyrus everywhere")
    await click(club.ben, message, "This server")
    assert "1 match: 1 won, 0 lost" in words_of(message)
    await club.ben.select(message, ["crossfire"])
    assert pictures_of(message) == [], "no curve of a game that was not played"


async def test_an_unrevealed_squad_is_no_favourite(club: Club) -> None:
    """PAP-24: a match that ends while squads are picked shows none of them."""
    await club.started(club.ben)
    await club.ann.slash(club.channel, "papyrus preset", squad="balanced")
    await resigned(club, club.ben)
    told = words_of(await shown(club, club.ann, "profile"))
    assert "1 match: 1 won" in told
    assert "Favourites" not in told
