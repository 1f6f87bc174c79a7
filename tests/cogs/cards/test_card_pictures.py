"""A set with German words and pictures of its own: who sees what in which language, and on which server."""

from __future__ import annotations

from typing import Any

from bot.registry import ARCLASH_CARDS
from tests.cardsets.uploads import HERONS
from tests.cogs.club import Club
from tests.cogs.league import keeper
from tests.cogs.players import control, said
from tests.renderers.uploaded import GREEN, HOSTILE, RED_AND_BLUE

GERMAN_HERONS = (
    HERONS
    + """
[words.de]
"The Reed Bank" = "Das Schilfufer"
"Heron Chick" = "Reiherküken"
Heron = "Reiher"
"All neck." = "Nur Hals."
"Standing Still" = "Stillstehen"
""".encode()
)


async def shown(club: Club, guild: int | None) -> Any:
    """The pictures that are shown on a server with the newest set."""
    hash_ = next(key for key in reversed(ARCLASH_CARDS._pools) if key != ARCLASH_CARDS.standard.hash)
    return await club.bot.card_pictures.of_pool(guild, "arclash", hash_)


async def test_a_set_with_german_words_and_two_pictures_is_played_in_two_languages(club: Club) -> None:
    max_ = keeper(club)
    added = await max_.slash(club.channel, "cards add", file=("reed.toml", GERMAN_HERONS))
    assert "The Reed Bank** is added" in said(added)
    for number, content in (("REE-01", RED_AND_BLUE), ("REE-11", GREEN)):
        told = said(
            await max_.slash(club.channel, "cards picture", card=number, file=("my cat.png", content))
        )
        assert "So the card looks now" in told
    found = await shown(club, club.guild.id)
    assert set(found.digests) == {"REE-01", "REE-11"}
    files = await club.bot.card_pictures.files(found)
    assert all(content.startswith(b"\x89PNG") for content in files.values())

    club.speaks(club.ben, "de")
    assert "### Reiherküken" in said(await club.ben.slash(club.channel, "cards show", card="Reiherküken"))
    assert "*Nur Hals.*" in said(await club.ben.slash(club.channel, "cards show", card="heron chick"))
    assert "### Heron Chick" in said(await club.ann.slash(club.channel, "cards show", card="REE-01"))
    offers = await club.ben.autocomplete(club.channel, "cards list", "set", "schilf")
    assert [(offer["name"], offer["value"]) for offer in offers] == [("Das Schilfufer (reed)", "reed")]
    assert "**Das Schilfufer**" in said(await club.ben.slash(club.channel, "cards sets"))

    await club.ann.slash(club.channel, "arclash new", seats=2, cards="reed")
    await club.ben.slash(club.channel, "match join")
    await club.ann.slash(club.channel, "match start")
    await club.ann.slash(club.channel, "arclash deck", deck="Standing Still")
    assert "REE-01" in (await club.match_view(club.ann)).view.deck
    await club.ben.slash(club.channel, "arclash deck", deck="Stillstehen")
    assert "REE-01" in (await club.match_view(club.ben)).view.deck

    assert await shown(club, club.guild.id + 1) is None
    assert await shown(club, None) is None

    taken = said(await max_.slash(club.channel, "cards picture", card="REE-11"))
    assert "The picture is taken away" in taken
    assert "REE-11 has no picture." in said(await max_.slash(club.channel, "cards picture", card="REE-11"))
    asked: Any = (await max_.slash(club.channel, "cards remove", set="reed")).response
    await max_.click(asked, custom_id=control(asked, "Yes, remove it"))
    assert await shown(club, club.guild.id) is None


async def test_pictures_are_refused_in_the_language_of_who_sends_them(club: Club) -> None:
    max_ = keeper(club)
    await max_.slash(club.channel, "cards add", file=("reed.toml", GERMAN_HERONS))
    file = ("a.png", HOSTILE["animated"][0])
    assert "This PNG is animated" in said(
        await max_.slash(club.channel, "cards picture", card="REE-01", file=file)
    )
    assert "TID-01 comes with the bot" in said(
        await max_.slash(club.channel, "cards picture", card="TID-01", file=("a.png", GREEN))
    )
    assert "Only those who may manage" in said(
        await club.ann.slash(club.channel, "cards picture", card="REE-01", file=("a.png", GREEN))
    )
    club.speaks(max_, "de")
    assert "Dieses PNG ist animiert" in said(
        await max_.slash(club.channel, "cards picture", card="REE-01", file=file)
    )
    assert await shown(club, club.guild.id) is None
