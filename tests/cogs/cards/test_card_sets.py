"""The card sets that servers add: who may, what becomes of matches, and playing with them (ARC-19)."""

from __future__ import annotations

from typing import Any

import pytest
from simcord import InteractionResult, MemberActor

from bot.registry import ARCLASH_CARDS
from tests.cardsets.uploads import ADVISED, BROKEN, HERONS, HOSTILE, OTHER_HERONS
from tests.cogs.club import Club
from tests.cogs.league import keeper
from tests.cogs.players import control, controls_of, labels_of, pictures_of, said, words_of


@pytest.fixture
def max_(club: Club) -> MemberActor:
    """One who may manage the server."""
    return keeper(club)


async def add(club: Club, member: MemberActor, content: bytes = HERONS) -> InteractionResult:
    return await member.slash(club.channel, "cards add", file=("reed.toml", content))


async def text_of(club: Club, key: str) -> bytes:
    (kept,) = await club.bot.card_sets.find(club.guild.id, key)
    return await club.bot.card_sets.text(kept)


async def keys(club: Club) -> list[str]:
    return [kept.key for kept in await club.bot.card_sets.sets(club.guild.id)]


async def test_a_set_is_added_by_who_manages_the_server(club: Club, max_: MemberActor) -> None:
    told = said(await add(club, max_))
    assert "The Reed Bank** is added. Play with it: `/arclash new cards:reed`" in told
    assert await keys(club) == ["reed"]
    await club.restart()
    told = said(await club.ann.slash(club.channel, "cards sets"))
    assert "`reed` **The Reed Bank** · 5 cards" in told


async def test_nobody_else_adds_or_removes_one(club: Club, max_: MemberActor) -> None:
    assert "Only those who may manage this server" in said(await add(club, club.ann))
    assert await keys(club) == []
    await add(club, max_)
    told = said(await club.ann.slash(club.channel, "cards remove", set="reed"))
    assert "Only those who may manage this server" in told
    asked: Any = (await max_.slash(club.channel, "cards remove", set="reed")).response
    result = (await club.clicks_at_once((club.ann, asked, control(asked, "Yes, remove it"))))[0]
    assert "Only those who may manage this server" in said(result)
    assert await keys(club) == ["reed"]


async def test_advice_is_told_and_does_no_harm(club: Club, max_: MemberActor) -> None:
    told = said(await add(club, max_, ADVISED))
    assert "no error, 1 advice" in told
    assert "There is advice" in told
    assert await keys(club) == ["reed"]


async def test_a_file_with_errors_is_never_added(club: Club, max_: MemberActor) -> None:
    assert "nothing was changed" in said(await add(club, max_, BROKEN))
    assert "Nothing was read" in said(await add(club, max_, HOSTILE["huge"]))
    assert await keys(club) == []


async def test_a_set_of_the_same_key_is_replaced_after_a_question(club: Club, max_: MemberActor) -> None:
    """Also after a restart, and not where the answer is no."""
    await add(club, max_)
    kept: Any = (await add(club, max_, OTHER_HERONS)).response
    await max_.click(kept, custom_id=control(kept, "No, keep the old one"))
    assert "Nothing was changed" in words_of(kept)
    asked = await add(club, max_, OTHER_HERONS)
    assert "Shall **The Dry Reed Bank** take its place?" in said(asked)
    assert await text_of(club, "reed") == HERONS
    await club.restart()
    message: Any = asked.response
    await max_.click(message, custom_id=control(message, "Yes, replace it"))
    assert "The Dry Reed Bank** is replaced" in said(asked)
    assert await text_of(club, "reed") == OTHER_HERONS


async def test_a_set_is_looked_at_with_its_file_and_removed(club: Club, max_: MemberActor) -> None:
    await add(club, max_)
    shown = await max_.slash(club.channel, "cards sets")
    message: Any = shown.response
    await max_.select(message, ["reed"])
    assert "Lineages: The Reed Bank" in said(shown)
    (file,) = message.attachments
    assert (file.filename, await file.read()) == ("reed.toml", HERONS)
    await max_.click(message, custom_id=control(message, "Cards"))
    assert "REE-01" in labels_of(message)
    await max_.click(message, custom_id=control(message, "REE-01"))
    assert "Heron Chick" in said(shown)
    assert len(pictures_of(message)) == 1
    await max_.slash(club.channel, "cards sets")
    asked: Any = (await max_.slash(club.channel, "cards remove", set="The Reed Bank")).response
    await max_.click(asked, custom_id=control(asked, "Yes, remove it"))
    assert await keys(club) == []
    await max_.click(message, custom_id=control(message, "Back to the list"))
    assert "REE-01" not in labels_of(message)


async def test_who_does_not_manage_the_server_is_offered_no_removal(club: Club, max_: MemberActor) -> None:
    await add(club, max_)
    message: Any = (await club.ann.slash(club.channel, "cards sets")).response
    await club.ann.select(message, ["reed"])
    assert labels_of(message) == ["Cards", "All sets", "Print or export", "Versions", "Matches"]


async def test_cards_of_a_set_are_found_by_autocomplete_on_their_server(
    club: Club, max_: MemberActor
) -> None:
    await add(club, max_)
    offers = await club.ann.autocomplete(club.channel, "cards show", "card", "heron chi")
    assert offers[0]["name"] == "Heron Chick (REE-01) · The Reed Bank"
    shown = await club.ann.slash(club.channel, "cards show", card=offers[0]["value"])
    assert "Heron Chick" in said(shown)
    assert "set The Reed Bank" in said(shown)
    assert "Ripple" in said(await club.ann.slash(club.channel, "cards show", card="ree-11"))
    for command in ("cards list", "cards remove"):
        offers = await club.ann.autocomplete(club.channel, command, "set", "reed")
        assert [offer["value"] for offer in offers] == ["reed"]


# Playing with one


async def begin(club: Club) -> None:
    await club.ben.slash(club.channel, "match join")
    await club.ann.slash(club.channel, "match start")


async def test_a_match_is_opened_with_the_cards_of_a_set(club: Club, max_: MemberActor) -> None:
    await add(club, max_)
    offers = await club.ann.autocomplete(club.channel, "arclash new", "cards", "")
    assert [offer["value"] for offer in offers] == ["standard", "reed"]
    offers = await club.ann.autocomplete(
        club.channel, "match new", "options", "score=5 cards=r", game="arclash"
    )
    assert [offer["value"] for offer in offers] == ["score=5 cards=reed"]
    await club.ann.slash(club.channel, "arclash new", seats=2, cards="reed")
    info = await club.here()
    assert info.cards == info.options.cards != ARCLASH_CARDS.standard.hash
    lobby = words_of(club.channel.history()[-1])
    assert "cards: the usual ones and The Reed Bank" in lobby
    await begin(club)
    await club.ann.slash(club.channel, "arclash deck", deck="Standing Still")
    assert "REE-01" in (await club.match_view(club.ann)).view.deck


async def test_a_running_match_keeps_its_cards_when_the_set_is_replaced_or_removed(
    club: Club, max_: MemberActor
) -> None:
    await add(club, max_)
    await club.ann.slash(club.channel, "match new", game="arclash", seats=2, options="cards=REED")
    await begin(club)
    pinned = (await club.here()).cards
    asked: Any = (await add(club, max_, OTHER_HERONS)).response
    await max_.click(asked, custom_id=control(asked, "Yes, replace it"))
    await club.restart()
    await club.ann.slash(club.channel, "arclash deck", deck="Standing Still")
    await club.ben.slash(club.channel, "arclash deck", deck="Standing Still")
    match_view = await club.match_view(club.ann)
    assert match_view.view.phase == "openers"
    assert match_view.match.cards == pinned
    assert await club.bot.card_sets.pinned(club.guild.id, "arclash", "reed") != pinned


async def test_cards_that_are_not_there_are_refused_with_those_that_are(
    club: Club, max_: MemberActor, subtests: pytest.Subtests
) -> None:
    await add(club, max_)
    for word in ["pond", "**@everyone**", "a" * 64]:
        with subtests.test(word):
            told = said(await club.ann.slash(club.channel, "arclash new", seats=2, cards=word))
            assert "Choose standard or reed." in told
            assert "@everyone" not in told
            assert club.channel.history() == []


async def test_the_usual_cards_are_meant_without_a_word(club: Club, max_: MemberActor) -> None:
    await add(club, max_)
    await club.ann.slash(club.channel, "arclash new", seats=2, cards="Standard")
    assert (await club.here()).cards == ARCLASH_CARDS.standard.hash
    assert "The Reed Bank" not in words_of(club.channel.history()[-1])
    assert controls_of(club.channel.history()[-1])
