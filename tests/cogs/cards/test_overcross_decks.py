"""Decks of Overcross by points, as people share and play them (OVC-05, OVC-06)."""

from __future__ import annotations

from simcord import MemberActor

from bot.registry import GAMES
from tests.cogs.cards.test_decks import kept, menu
from tests.cogs.club import Club
from tests.cogs.players import control, panel_in_dm, said, words_of

BUILDING = GAMES["overcross"].decks
assert BUILDING is not None
READY = BUILDING.ready(None)


async def test_a_deck_is_shared_as_text_imported_and_chosen_for_a_match_of_its_points(club: Club) -> None:
    for name, key in (("Union", "union-rules"), ("Rush", "first-posts")):
        built = {"game": "overcross", "name": name, "start": READY[key].title}
        assert "points · legal" in said(await club.ann.slash(club.channel, "deck build", **built))
    await club.ann.slash(club.channel, "deck show", deck="Rush", public=True)
    assert "50 of 100 points" in words_of(club.channel.history()[-1])
    lists = [
        said(await club.ann.slash(club.channel, "deck copy", deck=name)).split("```")[1].strip()
        for name in ("Union", "Rush")
    ]
    for name, listed in zip(("Hers", "Hers, small"), lists, strict=True):
        taken = {"game": "overcross", "name": name, "list": listed.replace("\n", " ")}
        assert "points · legal" in said(await club.ben.slash(club.channel, "deck import", **taken))
    assert await kept(club, club.ben, "Hers, small") == dict(READY["first-posts"].entries)

    await club.started(club.ben, game="overcross", options="objective=invasion points=50")
    refused = said(await club.ben.slash(club.channel, "deck play", deck="Hers"))
    assert "costs 100 points, and 50 is the limit: take out 50 points" in refused
    await play_from_the_panel(club, club.ben)
    assert (await club.match_view(None)).awaited == {await seat_of(club, club.ann)}
    await club.ann.slash(club.channel, "deck play", deck="Rush")
    match_view = await club.match_view(club.ben)
    assert match_view.view.phase != "decks"
    assert sorted(set(match_view.view.lists[await seat_of(club, club.ben)])) == [
        number for number, _ in READY["first-posts"].entries
    ]
    assert "Hers" not in "".join(words_of(post) for post in club.channel.history())


async def play_from_the_panel(club: Club, member: MemberActor) -> None:
    """Choose the one deck that fits the match from "My decks" of the panel, which tells why others do not."""
    panel = panel_in_dm(member.user)
    await member.user.click(panel, custom_id=control(panel, "My decks"))
    panel = member.user.dm_channel.history()[-1]
    assert "50 is the limit" in words_of(panel)
    part = menu(panel, "Play which deck?")
    assert [option["label"] for option in part["options"]] == ["Hers, small"]
    await member.user.select(panel, [part["options"][0]["value"]], custom_id=part["custom_id"])


async def seat_of(club: Club, member: MemberActor) -> int:
    """The seat of a player, from 0."""
    info = await club.here()
    return next(seat for seat, each in club.members(info).items() if each.id == member.id)
