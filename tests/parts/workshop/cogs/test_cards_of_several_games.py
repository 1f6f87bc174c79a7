"""Cards and decks of several games on one server: the choice of the game, decks (OVC-05, NEO-17)."""

from __future__ import annotations

from typing import Any

from simcord import MemberActor

from bot.parts.workshop.sets.service import CardSets
from tests.cogs.club import Club
from tests.cogs.players import click, controls_of, said
from tests.parts.decks.cogs.test_decks import built, choose, kept
from tests.parts.workshop.cogs.server_sets import add
from tests.parts.workshop.sets.uploads import CLAWS, HERONS

MOTHS = b"""\
key = "reed"
title = "Moths"

[[events]]
number = "MOT-01"
name = "Porch Light"
side = "Moths"
deck = 3
play = 1
abilities = [{ on = "played", then = [{ do = "heal", to = { pieces = "friend" }, by = 3 }] }]
"""
"""A set of Overcross, with the key of a set of Arclash."""
EVERYTHING = "3 CST-01\n30 CST-02"


async def test_a_file_and_a_card_belong_to_the_game_that_has_them(club: Club, max_: MemberActor) -> None:
    """A card of several games leads to a question, unless a match here decides it."""

    async def told(command: str, **options: str) -> str:
        return said(await club.ann.slash(club.channel, f"cards {command}", **options))

    async def checked(content: bytes) -> str:
        return said(await max_.slash(club.channel, "cards check", file=("set.toml", content)))

    assert "Lurker" in await told("show", card="CST-03")
    assert "Level 1 Character" in await told("show", card="TID-01")
    assert "which is meant" in await told("list")
    assert "Crossfire has no cards to look at." in await told("list", game="crossfire")
    known = "Those with cards to look at are: arclash, neo-combat, overcross."
    assert known in await told("list", game="chess")
    assert "which is meant: Arclash, Neo-Combat or Overcross" in await checked(b'key = "x"')
    broken = await checked(MOTHS.replace(b"play = 1", b"play = 99"))
    assert "set.toml:9: E105" in broken
    assert "play: 99 is too much" in broken
    await add(club, max_, CLAWS.replace(b"Great Volley", b"Lurker"))
    (kept_set,) = await club.bot.services.of(CardSets).sets(club.guild.id)
    source = await club.bot.services.of(CardSets).source(kept_set)
    assert source is not None
    assert {"CLW-01", "A1"} <= source.pool.cards.keys(), "the same roster"
    assert "NC-01" not in source.pool.cards, "another deck than the shared one"
    asked = "Say with the option game which is meant: Neo-Combat or Overcross."
    assert asked in await told("show", card="Lurker")
    assert "8 in the deck" in await told("show", card="Lurker", game="neo-combat")
    await club.lobby(club.ben, game="overcross", options="")
    assert "Online Character" in await told("show", card="Lurker")


async def test_a_key_of_two_games_leads_to_a_question(club: Club, max_: MemberActor) -> None:
    for content in (MOTHS, HERONS, CLAWS):
        await add(club, max_, content)
    told = said(await club.ann.slash(club.channel, "cards sets"))
    for game in ("Arclash", "Neo-Combat", "Overcross"):
        assert f"Card sets of this server for {game} (1 of 10)" in told
    assert "`/neo-combat new cards:` and its key" in told
    assert "Arclash or Overcross" in said(await club.ann.slash(club.channel, "cards list", set="reed"))
    shown = await club.ann.slash(club.channel, "cards list", set="reed", game="overcross")
    assert "Porch Light" in said(shown)
    sets: Any = (await max_.slash(club.channel, "cards sets")).response
    menus = [part for part in controls_of(sets) if part.get("options")]
    values = [menu["options"][0]["value"] for menu in menus]
    assert values == ["reed", "neo-combat~claws", "overcross~reed"]
    await max_.select(sets, ["overcross~reed"], custom_id=menus[2]["custom_id"])
    await click(max_, sets, "Remove")
    await click(max_, sets, "Yes, remove it")
    assert {each.game for each in await club.bot.services.of(CardSets).sets(club.guild.id)} == {
        "arclash",
        "neo-combat",
    }


async def test_a_deck_is_built_for_the_points_of_the_match_here(club: Club) -> None:
    shown, message = await built(club, "Fleet", game="overcross")
    assert "0 of 100 points · not legal" in said(shown)
    await choose(club.ann, message, "Add cards from", "Character")
    assert "0 of 100 points so far" in said(shown)
    await choose(club.ann, message, "Choose a card", "Lurker")
    assert "3 points" in said(shown)
    for _ in range(3):
        await click(club.ann, message, "+")
    assert "3 of 3" in said(shown).replace("*", "")
    assert "9 of 100 points" in said(shown)
    await club.lobby(club.ben, game="overcross", options="points=50")
    await click(club.ann, message, "Back to the deck")
    assert "9 of 50 points" in said(shown)
    assert await kept(club, club.ann, "Fleet") == {"CST-03": 3}


async def test_the_card_numbers_of_a_list_determine_its_game(club: Club) -> None:
    """Given with the command, or pasted into its form."""

    async def told(name: str, **options: str) -> str:
        return said(await club.ann.slash(club.channel, "deck import", name=name, **options))

    async def pasted(name: str, listed: str, **options: str) -> str:
        form = await club.ann.slash(club.channel, "deck import", name=name, **options)
        return said(await club.ann.submit_modal(form, {"name": name, "list": listed}))

    assert "Overcross · 108 of 100 points · not legal yet" in await told("Piers", list=EVERYTHING)
    assert "Arclash · 2 of 30 cards" in await told("Tides", list="2 TID-01")
    assert "1 to 300" in await told("None", list="301 CST-02", game="overcross")
    assert 'There is no game "chess". Those with decks are:' in await told("None", game="chess")
    assert "Overcross · 108 of 100 points" in await pasted("More", EVERYTHING)
    assert "Overcross · " in await pasted("Lurker", "1 Lurker", game="overcross")
    for answered in (await told("None", list="Rowing boat"), await pasted("None", "Rowing boat")):
        assert "which the deck is for: Arclash or Overcross" in answered


async def test_a_new_deck_asks_for_its_game_and_an_old_one_stores_it(club: Club) -> None:
    asked = await club.ann.slash(club.channel, "deck build", name="Fleet")
    assert "which the deck is for: Arclash or Overcross" in said(asked)
    refused = await club.ann.slash(club.channel, "deck build", name="Fleet", game="neo-combat")
    assert "no decks of your own" in said(refused)
    await built(club, "Fleet", game="overcross", start="union-rules")
    shown, _ = await built(club, "fleet")
    assert "100 of 100 points · legal" in said(shown)
    told = said(await club.ann.slash(club.channel, "deck list"))
    assert "Overcross, 100 of 100 points, legal" in told


async def test_the_help_names_every_game_with_custom_cards(club: Club) -> None:
    shown = await club.ann.slash(club.channel, "help")
    opened: Any = shown.response
    (topics,) = [part for part in controls_of(opened) if part.get("options")]
    await club.ann.select(opened, ["decks"], custom_id=topics["custom_id"])
    commands = "`/arclash new cards:`, `/neo-combat new cards:` or `/overcross new cards:`"
    assert f"Then {commands} plays with it." in said(shown)
