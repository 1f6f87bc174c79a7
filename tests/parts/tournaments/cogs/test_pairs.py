"""Pairs at Crossfire's four seats, as people see them: requested, agreed, played, won."""

from __future__ import annotations

import pytest
from simcord import MemberActor

from tests.cogs.club import Club
from tests.cogs.players import click, labels_of, said, words_of
from tests.parts.tournaments.cogs.hall import Hall


@pytest.fixture
def hall(club: Club) -> Hall:
    return Hall(club, people=8)


async def opened(hall: Hall, kind: str = "cup", **options: object) -> None:
    assert "It is open" in await hall.opened(kind, game="crossfire", players=4, **options)


async def enter(hall: Hall, one: MemberActor, other: MemberActor) -> None:
    """Let one ask by the command, and the other agree by the button."""
    told = said(await one.slash(hall.club.channel, "tournament join", tournament=hall.id, partner=other))
    assert "is asked in the channel" in told, told
    asked = next(
        post for post in reversed(hall.club.channel.history()) if "Enter together" in labels_of(post)
    )
    assert f"<@{other.id}>" in words_of(asked)
    shown = await click(other, asked, "Enter together")
    assert shown.modal is not None, said(shown)
    assert "You have entered" in said(await other.submit_modal(shown, {"word": "clover"}))


async def test_a_cup_of_four_pairs_from_the_form_to_the_titles(hall: Hall) -> None:
    club, people = hall.club, hall.people
    await opened(hall, size=4)
    assert "two pairs at a table" in await hall.standings()
    await club.ann.slash(club.channel, "tournament join", tournament=hall.id, partner=club.ben)
    assert "**Asked** Ann & Ben" in await hall.standings()
    await club.ben.slash(club.channel, "tournament join", tournament=hall.id, partner=club.ann)
    assert "**Entered** Ann & Ben" in await hall.standings()
    for one, other in ((people[2], people[3]), (people[4], people[5]), (people[6], people[7])):
        await enter(hall, one, other)
    await hall.step()
    found = await hall.now()
    assert (found.stage, len(found.games)) == ("playing", 6)
    assert any("Ann & Ben" in name and "Cleo & Dan" in name for name in hall.threads())
    order = [people[number].id for number in (0, 2, 4, 6)]
    for game in found.games:
        seats = [found.entrant(each).user for each in game.seats]
        loser = max((user for user in seats if user in order), key=order.index)
        await club.service.play.resign(game.match, loser, request=f"gives-up-{game.number}")
        await club.bot.publish_pending(game.match)
    await hall.step()
    assert (await hall.now()).stage == "ended"
    assert sum("**Ann & Ben have won.**" in post for post in hall.posts()) == 1
    assert "1. **Ann & Ben** · 3 points" in await hall.standings()
    for each in (club.ann, club.ben):
        assert "won Cup 1 (Crossfire)" in said(await each.slash(club.channel, "profile"))
    log = said(await club.fay.slash(club.channel, "tournament log", tournament=hall.id))
    assert "Ben: entered with Ann" in log


async def test_a_partner_is_asked_declines_or_agrees_and_is_told_of_a_withdrawal(hall: Hall) -> None:
    """Ann may not name everybody; Ben, chosen in the form, declines; Cleo agrees, and withdraws."""
    club = hall.club
    await opened(hall)

    async def told(partner: object = None) -> str:
        named = {} if partner is None else {"partner": partner}
        return said(await club.ann.slash(club.channel, "tournament join", tournament=hall.id, **named))

    assert "This tournament is for pairs" in await told()
    assert "your own partner" in await told(club.ann)
    await club.bot.blocks.block(club.dan.id, club.ann.id)
    assert "takes no invitations" in await told(club.dan)
    assert "is not on this server" in await told(club.env.create_user("Zoe"))
    assert not (await hall.now()).entrants

    standings = (await hall.now()).post
    post = next(each for each in club.channel.history() if each.id == standings)
    shown = await click(club.ann, post, "Enter")
    sent = await club.ann.submit_modal(shown, {"partner": [club.ben], "word": "oak"})
    assert "Ben is asked in the channel" in said(sent)
    assert [each.word for each in (await hall.now()).entrants] == ["oak", ""]
    asked = next(each for each in club.channel.history() if "No, thanks" in labels_of(each))

    async def answered(who: MemberActor, label: str = "No, thanks") -> str:
        return said(await click(who, asked, label))

    assert "no longer asked this" in await answered(club.cleo)
    assert "You do not enter with Ann" in await answered(club.ben)
    assert "Ann & Ben" not in await hall.standings()
    for label in ("No, thanks", "Enter together"):
        assert "no longer asked this" in await answered(club.ben, label)

    await enter(hall, club.ann, club.cleo)
    await club.cleo.slash(club.channel, "tournament leave", tournament=hall.id)
    left = next(words for words in hall.posts() if "have withdrawn" in words)
    assert "Ann & Cleo have withdrawn." in left
    assert f"<@{club.ann.id}>" in left


async def test_pairs_of_computers_take_the_free_places(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    club = hall.club

    async def think_long(_match: str) -> bool:
        return False

    monkeypatch.setattr(club.service.play, "step_computer", think_long)  # their matches are tested elsewhere
    await opened(hall, size=4, rated=False)
    await enter(hall, club.ann, club.ben)
    told = said(await club.ann.slash(club.channel, "tournament fill", tournament=hall.id, computer="easy"))
    assert "free places" in told
    found = await hall.now()
    assert len(found.entered) == 4
    assert all(found.members(each.number)[0].computer for each in found.entered[1:])
