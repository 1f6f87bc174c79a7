"""A set with German words and custom pictures: shown by language and by server."""

from __future__ import annotations

from typing import Any

from simcord import MemberActor

from bot.games.arclash.game import CARDS as ARCLASH_CARDS
from bot.parts.workshop.sets.pictures import CardPictures
from tests.cogs.club import Club
from tests.cogs.players import said
from tests.parts.workshop.cogs.server_sets import add, begun_with_reed, removed
from tests.parts.workshop.sets.uploads import HERONS
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
    """Return the pictures that a server shows with the newest set."""
    hash_ = next(key for key in reversed(ARCLASH_CARDS._known) if key != ARCLASH_CARDS.standard.hash)
    return await club.bot.services.of(CardPictures).of_pool(guild, "arclash", hash_)


async def test_a_set_with_german_words_and_two_pictures_is_played_in_two_languages(
    club: Club, max_: MemberActor
) -> None:
    assert "The Reed Bank** is added" in said(await add(club, max_, GERMAN_HERONS))
    await pictures_are_refused(club, max_)
    assert await shown(club, club.guild.id) is None
    for number, content in (("REE-01", RED_AND_BLUE), ("REE-11", GREEN)):
        words = {"card": number, "file": ("my cat.png", content)}
        told = said(await max_.slash(club.channel, "cards picture", **words))
        assert "So the card looks now" in told
    found = await shown(club, club.guild.id)
    assert set(found.digests) == {"REE-01", "REE-11"}
    files = await club.bot.services.of(CardPictures).files(found)
    assert all(content.startswith(b"\x89PNG") for content in files.values())

    club.speaks(club.ben, "de")
    assert "### Reiherküken" in said(await club.ben.slash(club.channel, "cards show", card="Reiherküken"))
    assert "*Nur Hals.*" in said(await club.ben.slash(club.channel, "cards show", card="heron chick"))
    assert "### Heron Chick" in said(await club.ann.slash(club.channel, "cards show", card="REE-01"))
    offers = await club.ben.autocomplete(club.channel, "cards list", "set", "schilf")
    assert [(offer["name"], offer["value"]) for offer in offers] == [("Das Schilfufer (reed)", "reed")]
    assert "**Das Schilfufer**" in said(await club.ben.slash(club.channel, "cards sets"))

    await begun_with_reed(club)
    for member, deck in ((club.ann, "Standing Still"), (club.ben, "Stillstehen")):
        await member.slash(club.channel, "arclash deck", deck=deck)
    assert (await club.match_view(None)).view.phase == "openers"

    assert await shown(club, club.guild.id + 1) is None
    assert await shown(club, None) is None

    taken = said(await max_.slash(club.channel, "cards picture", card="REE-11"))
    assert "The picture is taken away" in taken
    assert "REE-11 has no picture." in said(await max_.slash(club.channel, "cards picture", card="REE-11"))
    await removed(club, max_)
    assert await shown(club, club.guild.id) is None


async def pictures_are_refused(club: Club, max_: MemberActor) -> None:
    """Send invalid pictures, in two languages."""

    async def told(who: MemberActor, content: bytes, card: str = "REE-01") -> str:
        return said(await who.slash(club.channel, "cards picture", card=card, file=("a.png", content)))

    animated = HOSTILE["animated"][0]
    assert "This PNG is animated" in await told(max_, animated)
    assert "TID-01 comes with the bot" in await told(max_, GREEN, "TID-01")
    assert "Only server managers" in await told(club.ann, GREEN)
    club.speaks(max_, "de")
    assert "Dieses PNG ist animiert" in await told(max_, animated)
    club.speaks(max_, "en-US")
