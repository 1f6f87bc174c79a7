"""Cards and decks of several games on one server: which is meant, and decks of points (OVC-05, NEO-17)."""

from __future__ import annotations

from typing import Any

import pytest
from simcord import MemberActor

from bot.cli import wiring
from tests.cardgames import patrol
from tests.cardgames.playing import with_test_games
from tests.cardsets.uploads import HERONS
from tests.cogs.cards.server_sets import add
from tests.cogs.cards.test_decks import built, choose, kept
from tests.cogs.club import Club
from tests.cogs.players import click, controls_of, said

OTHER_DECK = patrol.OTHER_DECK.encode()
NORTHERN = b"""\
key = "north"
title = "Northern Waters"

[[ships]]
number = "NOR-01"
name = "Icebreaker"
side = "North"
cost = 20
"""
EVERYTHING = "3 DOC-01\n20 DOC-11"


@pytest.fixture
def games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the bot have two more games with cards than are registered."""
    monkeypatch.setattr(wiring, "GAMES", with_test_games())


@pytest.fixture
async def club(games: None, club: Club) -> Club:
    return club


async def harbour_lobby(club: Club, points: int) -> None:
    await club.lobby(club.ben, game="harbour", options=f"points={points}")


# Which game


async def test_a_card_says_by_its_number_of_which_game_it_is_and_else_it_is_asked(club: Club) -> None:
    """Unless a match here says it."""

    async def told(command: str, **options: str) -> str:
        return said(await club.ann.slash(club.channel, f"cards {command}", **options))

    assert "Old Ferry" in await told("show", card="DOC-02")
    assert "Level 1 Character" in await told("show", card="TID-01")
    assert "Speed 3" in await told("show", card="runner")
    assert "This can be of Harbour and Patrol. Say of which with the option `game`." in await told(
        "show", card="Tug"
    )
    assert "4 in the deck" in await told("show", card="Tug", game="patrol")
    assert "Say of which" in await told("list")
    assert "3 cards, page 1 of 1" in await told("list", game="patrol")
    assert "Crossfire has no cards to look at." in await told("list", game="crossfire")
    known = "Those with cards to look at are: arclash, harbour, patrol."
    assert known in await told("list", game="chess")
    await harbour_lobby(club, 50)
    assert "North" in await told("show", card="Tug")


# Sets of a server


async def test_a_file_says_by_its_tables_of_which_game_it_is(club: Club, max_: MemberActor) -> None:
    for content in (NORTHERN, OTHER_DECK, HERONS):
        await add(club, max_, content)
    told = said(await club.ann.slash(club.channel, "cards sets"))
    assert "Card sets of this server for Arclash (1 of 10)" in told
    assert "Card sets of this server for Harbour (1 of 10)" in told
    assert "`/patrol new cards:` and its key" in told
    (kept,) = [each for each in await club.bot.card_sets.sets(club.guild.id) if each.game == "patrol"]
    source = await club.bot.card_sets.source(kept)
    assert sorted(source.pool.cards) == ["QU-01", "R-01"], "another deck than the shared one, the same roster"
    told = said(await max_.slash(club.channel, "cards check", file=("set.toml", b'key = "x"')))
    assert "This can be of Arclash, Harbour and Patrol" in told
    broken = NORTHERN.replace(b"cost = 20", b"cost = 99")
    told = said(await max_.slash(club.channel, "cards check", file=("set.toml", broken)))
    assert "set.toml:8: E105" in told
    assert "cost: 99 is too much; 20 at most" in told


async def test_a_key_that_two_games_have_is_asked_for(club: Club, max_: MemberActor) -> None:
    same = OTHER_DECK.replace(b'"quiet"', b'"north"')
    for content in (NORTHERN, same):
        await add(club, max_, content)
    assert "Harbour and Patrol" in said(await club.ann.slash(club.channel, "cards list", set="north"))
    shown = await club.ann.slash(club.channel, "cards list", set="north", game="patrol")
    assert "QU-01" in said(shown)
    sets: Any = (await max_.slash(club.channel, "cards sets")).response
    menus = [part for part in controls_of(sets) if part.get("options")]
    assert [menu["options"][0]["value"] for menu in menus] == ["harbour~north", "patrol~north"]
    await max_.select(sets, ["patrol~north"], custom_id=menus[1]["custom_id"])
    await click(max_, sets, "Remove")
    await click(max_, sets, "Yes, remove it")
    assert [kept.game for kept in await club.bot.card_sets.sets(club.guild.id)] == ["harbour"]


# Decks of points


async def test_a_deck_is_built_for_the_points_of_the_match_here(club: Club) -> None:
    shown, message = await built(club, "Fleet", game="harbour")
    assert "0 of 100 points · legal" in said(shown)
    await choose(club.ann, message, "Add cards from", "Ships")
    assert "0 of 100 points so far" in said(shown)
    assert "Admiral" not in str(controls_of(message)), "a flagship is set aside"
    await choose(club.ann, message, "Choose a card", "Tug")
    assert "7 points" in said(shown)
    for _ in range(3):
        await click(club.ann, message, "+")
    assert "3 of 3" in said(shown).replace("*", "")
    assert "21 of 100 points" in said(shown)
    await harbour_lobby(club, 30)
    await click(club.ann, message, "Back to the deck")
    assert "21 of 30 points · legal" in said(shown)
    assert await kept(club, club.ann, "Fleet") == {"DOC-01": 3}


async def test_a_list_says_by_its_numbers_of_which_game_it_is(club: Club) -> None:
    """Given with the command, or pasted into its form."""

    async def told(name: str, **options: str) -> str:
        return said(await club.ann.slash(club.channel, "deck import", name=name, **options))

    async def pasted(name: str, listed: str, **options: str) -> str:
        form = await club.ann.slash(club.channel, "deck import", name=name, **options)
        return said(await club.ann.submit_modal(form, {"name": name, "list": listed}))

    piers = await told("Piers", list=EVERYTHING)
    assert "Harbour · 61 of 100 points · not legal yet" in piers
    assert "At most a third of the cards are piers, not 20 of 23." in piers
    assert "Arclash · 2 of 30 cards" in await told("Tides", list="2 TID-01")
    assert "1 to 300" in await told("None", list="301 DOC-11", game="harbour")
    assert "There is no such game. Those with decks are:" in await told("None", game="chess")
    assert "Harbour · 61 of 100 points" in await pasted("More", EVERYTHING)
    assert "Harbour · " in await pasted("Tug", "1 Tug", game="harbour")
    for answered in (await told("None", list="Rowing boat"), await pasted("None", "Rowing boat")):
        assert "Decks are built for Arclash and Harbour" in answered


async def test_which_game_a_new_deck_is_for_is_asked_and_an_old_one_knows_it(club: Club) -> None:
    asked = await club.ann.slash(club.channel, "deck build", name="Fleet")
    assert "Decks are built for Arclash and Harbour" in said(asked)
    refused = await club.ann.slash(club.channel, "deck build", name="Fleet", game="patrol")
    assert "without decks" in said(refused)
    await built(club, "Fleet", game="harbour", start="tugs")
    shown, _ = await built(club, "fleet")
    assert "23 of 100 points · legal" in said(shown)
    told = said(await club.ann.slash(club.channel, "deck list"))
    assert "Harbour, 23 of 100 points, legal" in told


async def test_help_names_every_game_to_play_with_cards_of_ones_own(club: Club) -> None:
    shown = await club.ann.slash(club.channel, "help")
    opened: Any = shown.response
    (topics,) = [part for part in controls_of(opened) if part.get("options")]
    await club.ann.select(opened, ["decks"], custom_id=topics["custom_id"])
    commands = "`/arclash new cards:`, `/harbour new cards:` or `/patrol new cards:`"
    assert f"Then {commands} plays with it." in said(shown)
