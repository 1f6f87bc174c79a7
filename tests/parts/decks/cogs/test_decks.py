"""Decks: building, storing, sharing and playing them (ARC-01)."""

from __future__ import annotations

from typing import Any

import pytest
from simcord import InteractionResult, MemberActor, ResponseMessage
from sqlalchemy import text

from bot.database.engine import opened
from bot.games.registry import GAMES
from bot.parts.decks.service import DeckService
from bot.parts.workshop.sets.service import CardSets
from tests.cogs.club import Club
from tests.cogs.players import (
    board_post,
    click,
    control,
    controls_of,
    labels_of,
    panel_in_dm,
    panel_under_board,
    pictures_of,
    said,
    words_of,
)
from tests.parts.workshop.sets.uploads import HERONS

BUILDING = GAMES["arclash"].decks
CARDS = BUILDING.cards(None)
READY = BUILDING.ready(None)
TITLE = READY["three-cups"].title


def menu(message: Any, prompt: str) -> dict[str, Any]:
    """Return the select menu with this prompt."""
    return next(part for part in controls_of(message) if (part.get("placeholder") or "").startswith(prompt))


async def choose(member: MemberActor, message: Any, prompt: str, label: str) -> None:
    """Choose the option of a menu that has these words in its label."""
    part = menu(message, prompt)
    value = next(option["value"] for option in part["options"] if label in option["label"])
    await member.select(message, [value], custom_id=part["custom_id"])


async def built(club: Club, name: str = "Tides", **options: str) -> tuple[InteractionResult, ResponseMessage]:
    """Let Ann build a deck; return the result, and the message with its screen."""
    shown = await club.ann.slash(club.channel, "deck build", **{"game": "arclash", "name": name, **options})
    return shown, shown.response


async def kept(club: Club, member: MemberActor, name: str) -> dict[str, int]:
    return dict((await club.bot.services.of(DeckService).find(member.id, name)).entries)


async def arclash(club: Club, **options: str) -> None:
    """Let Ann and Ben begin a match of Arclash."""
    await club.ann.slash(club.channel, "arclash new", seats=2, **options)
    await club.ben.slash(club.channel, "match join")
    await club.ann.slash(club.channel, "match start")


# ---- building


async def test_a_deck_is_built_with_buttons_and_menus(club: Club) -> None:
    shown, message = await built(club)
    assert "0 of 30 cards · not legal yet" in said(shown)
    await choose(club.ann, message, "Add cards from", "Lantern Deep")
    assert "Choose a card" in said(shown)
    await choose(club.ann, message, "Choose a card", CARDS["TID-01"].name)
    assert CARDS["TID-01"].name in said(shown)
    assert len(pictures_of(message)) == 1
    assert "0 of 2 in Tides" in said(shown).replace("*", "")
    for copies in (1, 2):
        await click(club.ann, message, "+")
        assert await kept(club, club.ann, "Tides") == {"TID-01": copies}
    assert "+" not in labels_of(message), "two copies are the most (ARC-01)"
    await click(club.ann, message, "−")
    assert await kept(club, club.ann, "Tides") == {"TID-01": 1}
    await club.restart()
    await click(club.ann, message, "More cards")
    await choose(club.ann, message, "Choose a card", CARDS["TID-02"].name)
    await click(club.ann, message, "+")
    await click(club.ann, message, "Back to the deck")
    told = said(shown)
    assert "2 of 30 cards" in told
    assert f"1 {CARDS['TID-01'].name} · TID-01" in told
    assert "Level 1  2 █" in told
    assert "28 too few" in told
    await choose(club.ann, message, "Look at a card of the deck", CARDS["TID-02"].name)
    await click(club.ann, message, "−")
    assert await kept(club, club.ann, "Tides") == {"TID-01": 1}


async def test_a_deck_begins_from_a_ready_made_or_a_custom_one(club: Club) -> None:
    shown, _ = await built(club, "Foxes", start=TITLE)
    assert "30 of 30 cards · legal" in said(shown)
    await built(club, "More foxes", start="foxes")
    assert await kept(club, club.ann, "More foxes") == dict(READY["three-cups"].entries)
    shown, _ = await built(club, "FOXES")
    assert "30 of 30 cards" in said(shown), "the name of a deck goes on with it"
    offers = await club.ann.autocomplete(club.channel, "deck build", "start", "three")
    assert TITLE in [offer["value"] for offer in offers]
    shown, _ = await built(club, "Nothing", start="no such deck")
    assert "The ready decks are:" in said(shown)


async def test_two_presses_of_one_button_add_one_card_and_forged_ones_none(club: Club) -> None:
    _, message = await built(club)
    deck = (await club.bot.services.of(DeckService).find(club.ann.id, "Tides")).id
    forged = [f"tp:deck::0:{deck}.n.standard~tide.{rest}" for rest in ("TID-01.3", "ZZZ-99.1", "TID-01.x")]
    forged += ["tp:deck::0", f"tp:deck::0:{deck}.g.nowhere~x", f"tp:deck::0:{deck}.c.~.NOT-01", "tp:mydecks"]
    for custom_id in forged:
        results = await club.clicks_at_once((club.ann, message, custom_id))
        assert len(results) == 1
    assert await kept(club, club.ann, "Tides") == {}
    _, message = await built(club)
    await choose(club.ann, message, "Add cards from", "Lantern Deep")
    await choose(club.ann, message, "Choose a card", CARDS["TID-01"].name)
    plus = control(message, "+")
    await club.clicks_at_once((club.ann, message, plus), (club.ann, message, plus))
    assert await kept(club, club.ann, "Tides") == {"TID-01": 1}


# ---- storing


async def test_decks_are_listed_renamed_and_deleted(club: Club) -> None:
    assert "You keep no decks yet" in said(await club.ann.slash(club.channel, "deck list"))
    await built(club, "Tides")
    await built(club, "Foxes", start=TITLE)
    listed = await club.ann.slash(club.channel, "deck list")
    assert "Your decks (2)" in said(listed)
    await choose(club.ann, listed.response, "Look at a deck", "Foxes")
    assert "30 of 30 cards" in said(listed)
    renamed = said(await club.ann.slash(club.channel, "deck rename", deck="foxes", name="Night Market"))
    assert "is called **Night Market** now" in renamed
    taken = await club.ann.slash(club.channel, "deck rename", deck="Night Market", name="TIDES")
    assert "already" in said(taken)
    bold = await club.ann.slash(club.channel, "deck rename", deck="Night Market", name="**@everyone**")
    assert "name" in said(bold)
    assert "@everyone" not in said(bold)
    asked = await club.ann.slash(club.channel, "deck delete", deck="Tides")
    await club.restart()
    await click(club.ann, asked.response, "Yes, delete it")
    assert "Your decks (1)" in said(asked)
    assert "no deck" in said(await club.ann.slash(club.channel, "deck show", deck="Tides"))


async def test_decks_survive_a_restart_and_are_private(club: Club) -> None:
    """Others have no access by name or forged press until the owner shows one; its name stays private."""
    _, message = await built(club, "Secret Tides", start=TITLE)
    await club.restart()
    assert await kept(club, club.ann, "Secret Tides") == dict(READY["three-cups"].entries)
    assert "Secret" not in said(await club.ben.slash(club.channel, "deck list"))
    told = said(await club.ben.slash(club.channel, "deck show", deck="Secret Tides"))
    assert "You have no decks yet" in told
    offers = [
        await member.autocomplete(club.channel, f"deck {command}", option, "sec")
        for member in (club.ben, club.ann)
        for command, option in (("show", "deck"), ("play", "deck"), ("build", "name"))
    ]
    assert offers[:3] == [[], [], []]
    assert all(offers[3:])
    for label in ("Check", "Copy as text", "Delete"):
        (result,) = await club.clicks_at_once((club.ben, message, control(message, label)))
        heard = " ".join(words_of(each) for each in result.followups)
        assert "no longer exists" in heard
        assert "Secret" not in heard
    async with opened(club.url) as database:
        row = await database.read(lambda connection: connection.execute(text("SELECT * FROM decks")).one())
    assert row._mapping["user"] == club.ann.id
    assert "Ann" not in str(row)

    await club.ann.slash(club.channel, "deck show", deck="Secret Tides")
    assert club.channel.history() == []
    await club.ann.slash(club.channel, "deck show", deck="Secret Tides", public=True)
    (post,) = club.channel.history()
    assert "30 of 30 cards" in words_of(post)
    assert controls_of(post) == []


# ---- text


async def test_a_list_is_pasted_into_a_form_that_survives_a_restart(club: Club) -> None:
    """Each unreadable line gets its sentence; nothing is stored, and the list is corrected in the form."""
    form = await club.ann.slash(club.channel, "deck import", game="arclash", name="Pasted")
    await club.restart()
    bad = "2 TID-01\n2 @everyone\n1 **TID-99**\n500 TID-02\n```js\n<@123> x\x07"
    refused = await club.ann.submit_modal(form, {"name": "Pasted", "list": bad})
    for line in (2, 3, 4, 6):
        assert f"Line {line}:" in said(refused)
    assert "@everyone" not in said(refused)
    assert "No deck was made from this list" in said(refused)
    assert await club.bot.services.of(DeckService).store.decks(club.ann.id) == []
    form = await click(club.ann, refused.response, "Try again")
    assert form.modal is not None
    assert "500 TID-02" in str(form.modal)
    assert "Pasted" in str(form.modal)
    listed = "# mine\n2 TID-01\n1 " + CARDS["TID-02"].name
    assert "3 of 30 cards" in said(await club.ann.submit_modal(form, {"name": "Pasted", "list": listed}))
    assert await kept(club, club.ann, "Pasted") == {"TID-01": 2, "TID-02": 1}


async def test_a_list_of_whole_names_is_recognised_without_its_game(club: Club) -> None:
    for game in ("arclash", "overcross"):
        decks = GAMES[game].decks
        names = [card.name for card in decks.cards(None).values()][:3]
        await club.ann.slash(club.channel, "deck import", name=game, list="\n".join(names))
        deck = await club.bot.services.of(DeckService).find(club.ann.id, game)
        assert (deck.game, len(deck.entries)) == (game, 3)


async def test_a_list_of_another_tool_is_read_and_its_sideboard_said_to_be_left_out(club: Club) -> None:
    listed = "Deck\nCard;Quantity\nTID‑13;2\n“Wick, Smallest of the School”;1\n\nSideboard\n3 TID-02"
    made = await club.ann.slash(club.channel, "deck import", game="arclash", name="Pasted", list=listed)
    assert "Decks have no sideboard here: 1 line of it was left out." in said(made)
    assert await kept(club, club.ann, "Pasted") == {"TID-01": 1, "TID-13": 2}


# ---- checking and playing


async def test_a_deck_is_chosen_by_command_in_secret(club: Club) -> None:
    await built(club, "Foxes", start=TITLE)
    told = said(await club.ann.slash(club.channel, "deck play", deck="Foxes"))
    assert "No match of Arclash is played in this channel" in told
    await arclash(club)
    before = len(club.channel.history())
    await club.ann.slash(club.channel, "deck play", deck="Foxes")
    match_view = await club.match_view(club.ann)
    assert match_view.awaited == {1}
    assert sorted(set(match_view.view.deck)) == [number for number, _ in READY["three-cups"].entries]
    assert (await club.match_view(club.ben)).view.deck == ()
    assert len(club.channel.history()) <= before + 1
    assert "Foxes" not in "".join(words_of(post) for post in club.channel.history())
    await club.eve.slash(club.channel, "deck build", game="arclash", name="Hers", start=TITLE)
    assert "no seat" in said(await club.eve.slash(club.channel, "deck play", deck="Hers"))


async def test_another_deck_can_be_chosen_until_all_have_chosen(club: Club) -> None:
    """Faults of a deck are listed; an old button of the panel is refused in a sentence."""
    await club.ann.slash(club.channel, "deck import", game="arclash", name="Heap", list="3 TID-05")
    await built(club, "Foxes", start=TITLE)
    await built(club, "Tides", start=READY["four-seasons"].title)
    await arclash(club)
    panel = await panel_under_board(club, club.ann)
    await click(club.ann, panel, "My decks")
    part = menu(panel, "Play which deck?")
    for deck in ("Foxes", "Tides"):
        await club.ann.slash(club.channel, "deck play", deck=deck)
    assert sorted(set((await club.match_view(club.ann)).view.deck)) == [
        n for n, _ in READY["four-seasons"].entries
    ]
    for command in ("play", "check"):
        faults = said(await club.ann.slash(club.channel, f"deck {command}", deck="Heap"))
        assert ("27 too few" in faults, "at most 2 copies" in faults) == (True, True)
    await club.ben.slash(club.channel, "arclash deck", deck=TITLE)
    assert (await club.match_view(None)).view.phase == "openers"
    late = said(await club.ann.slash(club.channel, "deck play", deck="Foxes"))
    assert "Decks are chosen before the match begins" in late
    await club.ann.select(panel, [part["options"][0]["value"]], custom_id=part["custom_id"])
    assert "That turn is over" in words_of(panel)


@pytest.mark.parametrize("in_dm", [False, True])
async def test_the_panel_offers_the_player_s_decks(club: Club, in_dm: bool) -> None:
    await built(club, "Foxes", start=TITLE)
    await built(club, "Draft")
    await arclash(club)
    await club.restart()
    actor: Any = club.ann.user if in_dm else club.ann
    panel: Any = panel_in_dm(club.ann.user) if in_dm else await panel_under_board(club, club.ann)
    await click(actor, panel, "My decks")
    panel = panel_in_dm_or(panel, club, in_dm)
    assert "Draft" in words_of(panel)
    part = menu(panel, "Play which deck?")
    assert [option["label"] for option in part["options"]] == ["Foxes"]
    await actor.select(panel, [part["options"][0]["value"]], custom_id=part["custom_id"])
    assert (await club.match_view(club.ann)).awaited == {1}
    panel = panel_in_dm_or(panel, club, in_dm)
    assert in_dm or "My decks" in labels_of(panel), "until all have chosen another can be brought"
    await club.ben.slash(club.channel, "arclash deck", deck=TITLE)
    board = board_post(club)
    later = await click(club.ann, board, "Play")
    assert "My decks" not in labels_of(later.response)


def panel_in_dm_or(panel: Any, club: Club, in_dm: bool) -> Any:
    """Return the current panel: a DM is read again."""
    return club.ann.user.dm_channel.history()[-1] if in_dm else panel


async def test_a_deck_with_cards_of_a_server_is_built_there_and_faulty_elsewhere(club: Club) -> None:
    reading = await club.bot.services.of(CardSets).check("arclash", HERONS, "reed.toml")
    assert reading.set is not None
    await club.bot.services.of(CardSets).add(club.guild.id, "arclash", HERONS, reading.set)
    _, message = await built(club, "Herons", start=TITLE)
    await choose(club.ann, message, "Add cards from", "The Reed Bank")
    await choose(club.ann, message, "Choose a card", "Heron Chick")
    await click(club.ann, message, "+")
    assert (await kept(club, club.ann, "Herons"))["REE-01"] == 1
    await arclash(club)
    told = said(await club.ann.slash(club.channel, "deck check", deck="Herons"))
    assert "There is no card" in told
    assert "REE-01" in told
