"""Card sets added by servers: permissions, effects on matches, and playing with them (ARC-19)."""

from __future__ import annotations

from typing import Any

from simcord import MemberActor

from bot.games.arclash.game import CARDS as ARCLASH_CARDS
from bot.parts.workshop.sets.service import CardSets
from tests.cogs.club import Club
from tests.cogs.players import click, control, controls_of, labels_of, pictures_of, said, words_of
from tests.parts.workshop.cogs.server_sets import add, begun_with_reed, removed, stranger_of
from tests.parts.workshop.sets.uploads import ADVISED, BROKEN, HERONS, HOSTILE, OTHER_HERONS


async def text_of(club: Club, key: str) -> bytes:
    (kept,) = await club.bot.services.of(CardSets).find(club.guild.id, key)
    return await club.bot.services.of(CardSets).text(kept)


async def keys(club: Club) -> list[str]:
    return [kept.key for kept in await club.bot.services.of(CardSets).sets(club.guild.id)]


async def test_only_managers_of_the_server_add_and_remove_a_set(club: Club, max_: MemberActor) -> None:
    """Others cannot, not even by a button of a manager; a file with errors is never added."""
    only = "Only server managers"
    assert only in said(await add(club, club.ann))
    assert "nothing was changed" in said(await add(club, max_, BROKEN))
    assert "Nothing was read" in said(await add(club, max_, HOSTILE["huge"]))
    assert await keys(club) == []
    told = said(await add(club, max_))
    assert "The Reed Bank** is added. Play with it: `/arclash new cards:reed`" in told
    await club.restart()
    told = said(await club.ann.slash(club.channel, "cards sets"))
    assert "`reed` **The Reed Bank** · 5 cards" in told
    assert only in said(await club.ann.slash(club.channel, "cards remove", set="reed"))
    asked: Any = (await max_.slash(club.channel, "cards remove", set="reed")).response
    result = (await club.clicks_at_once((club.ann, asked, control(asked, "Yes, remove it"))))[0]
    assert only in said(result)
    assert await keys(club) == ["reed"]
    await click(max_, asked, "Yes, remove it")
    told = said(await add(club, max_, ADVISED))
    assert "no error, 1 advice" in told
    assert "There is advice" in told
    assert await keys(club) == ["reed"]


async def test_a_set_of_the_same_key_is_replaced_after_a_confirmation(club: Club, max_: MemberActor) -> None:
    """Also after a restart, and not after a No."""
    await add(club, max_)
    kept: Any = (await add(club, max_, OTHER_HERONS)).response
    await click(max_, kept, "No, keep the old one")
    assert "Nothing was changed" in words_of(kept)
    asked = await add(club, max_, OTHER_HERONS)
    assert "Shall **The Dry Reed Bank** take its place?" in said(asked)
    assert await text_of(club, "reed") == HERONS
    await club.restart()
    message: Any = asked.response
    await click(max_, message, "Yes, replace it")
    assert "The Dry Reed Bank** is replaced" in said(asked)
    assert await text_of(club, "reed") == OTHER_HERONS


async def test_a_set_is_shown_with_its_file_and_removed(club: Club, max_: MemberActor) -> None:
    await add(club, max_)
    seen: Any = (await club.ann.slash(club.channel, "cards sets")).response
    await club.ann.select(seen, ["reed"])
    assert labels_of(seen) == ["Cards", "All sets", "Print or export", "Versions", "Matches"], "no removal"
    shown = await max_.slash(club.channel, "cards sets")
    message: Any = shown.response
    await max_.select(message, ["reed"])
    assert "Lineages: The Reed Bank" in said(shown)
    (file,) = message.attachments
    assert (file.filename, await file.read()) == ("reed.toml", HERONS)
    await click(max_, message, "Cards")
    assert "REE-01" in labels_of(message)
    await click(max_, message, "REE-01")
    assert "Heron Chick" in said(shown)
    assert len(pictures_of(message)) == 1
    await removed(club, max_, "The Reed Bank")
    assert await keys(club) == []
    await click(max_, message, "Back to the list")
    assert "REE-01" not in labels_of(message)


# ---- playing with a set


async def test_the_cards_of_a_set_are_found_and_a_match_is_opened_with_them(
    club: Club, max_: MemberActor
) -> None:
    await add(club, max_)
    offers = await club.ann.autocomplete(club.channel, "cards show", "card", "heron chi")
    assert offers[0]["name"] == "Heron Chick (REE-01) · The Reed Bank"
    shown = said(await club.ann.slash(club.channel, "cards show", card=offers[0]["value"]))
    assert "Heron Chick" in shown
    assert "set The Reed Bank" in shown
    for command in ("cards list", "cards remove"):
        offers = await club.ann.autocomplete(club.channel, command, "set", "reed")
        assert [offer["value"] for offer in offers] == ["reed"]
    offers = await club.ann.autocomplete(club.channel, "arclash new", "cards", "")
    assert [offer["value"] for offer in offers] == ["standard", "reed"]
    offers = await club.ann.autocomplete(
        club.channel, "match new", "options", "score=5 cards=r", game="arclash"
    )
    assert [offer["value"] for offer in offers] == ["score=5 cards=reed"]
    stranger, room = stranger_of(club)
    assert "There is no card" in said(await stranger.slash(room, "cards show", card="REE-01"))
    assert await stranger.autocomplete(room, "cards list", "set", "reed") == []
    await begun_with_reed(club)
    info = await club.here()
    assert info.cards == info.options.cards != ARCLASH_CARDS.standard.hash
    lobby = words_of(club.channel.history()[0])
    assert "cards: the usual ones and The Reed Bank" in lobby
    await club.ann.slash(club.channel, "arclash deck", deck="Standing Still")
    assert "REE-01" in (await club.match_view(club.ann)).view.deck


async def test_unknown_cards_are_refused_and_the_usual_ones_are_the_default(
    club: Club, max_: MemberActor
) -> None:
    await add(club, max_)
    for word in ["pond", "**@everyone**", "a" * 64]:
        told = said(await club.ann.slash(club.channel, "arclash new", seats=2, cards=word))
        assert "Choose standard or reed." in told
        assert "@everyone" not in told
        assert club.channel.history() == []
    await club.ann.slash(club.channel, "arclash new", seats=2, cards="Standard")
    assert (await club.here()).cards == ARCLASH_CARDS.standard.hash
    assert "The Reed Bank" not in words_of(club.channel.history()[-1])
    assert controls_of(club.channel.history()[-1])
