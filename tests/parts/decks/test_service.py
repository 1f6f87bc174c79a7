"""The decks of players: owners, names, limits."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from bot.parts.decks.lists import DeckRefused, clean_deck_name
from bot.parts.decks.service import MOST_DECKS, DeckService
from tests.parts.decks.conftest import Meanwhile

ANN, BEN = 101, 102
LARGEST = 60
HARMFUL = (
    "**bold**",
    "@everyone",
    "<@123>",
    "`code`",
    "tide\u202edeck",
    "tide\x00",
    "z" + "\u0301" * 9,
    "https://x.example",
)


async def test_a_deck_is_found_by_its_name_regardless_of_case_and_blanks(decks: DeckService) -> None:
    made = await decks.create(ANN, "arclash", "  The   Long Tide ", (("TID-01", 2),))
    assert made.name == "The Long Tide"
    for word in ("the long  tide", "ＴＨＥ long tide", made.id):
        assert await decks.find(ANN, word) == made
    assert await decks.deck(ANN, made.id) == made


async def test_nobody_can_access_a_deck_of_another(decks: DeckService) -> None:
    made = await decks.create(ANN, "arclash", "Secret", (("TID-01", 2),))
    for wish in (
        decks.deck(BEN, made.id),
        decks.rename(BEN, made.id, "Mine"),
        decks.put(BEN, made.id, "TID-02", 1, largest=LARGEST),
        decks.delete(BEN, made.id),
    ):
        with pytest.raises(DeckRefused, match="no longer exists"):
            await wish
    with pytest.raises(DeckRefused, match="You have no decks yet"):
        await decks.find(BEN, "Secret")
    assert await decks.store.decks(BEN) == []
    assert await decks.store.decks(ANN) == [made]


async def test_names_of_decks_are_unique_for_each_owner(decks: DeckService) -> None:
    await decks.create(ANN, "arclash", "Tide")
    with pytest.raises(DeckRefused, match='You have a deck called "TIDE" already'):
        await decks.create(ANN, "arclash", "TIDE")
    await decks.create(BEN, "arclash", "Tide")
    with pytest.raises(DeckRefused, match="already"):
        await decks.create(ANN, "overcross", "Tide")
    other = await decks.create(ANN, "arclash", "Ebb")
    with pytest.raises(DeckRefused, match="already"):
        await decks.rename(ANN, other.id, "tide")
    assert (await decks.rename(ANN, other.id, "EBB")).name == "EBB"


async def test_a_player_has_at_most_fifty_decks(decks: DeckService) -> None:
    for number in range(MOST_DECKS):
        await decks.create(ANN, "arclash", f"Deck {number}")
    with pytest.raises(DeckRefused, match="You have 50 decks, which is the most"):
        await decks.create(ANN, "arclash", "One more")
    await decks.create(BEN, "arclash", "One more")


async def test_copies_are_set_not_added_so_that_a_repeated_press_is_harmless(
    decks: DeckService,
) -> None:
    deck = await decks.create(ANN, "arclash", "Tide")
    for _ in range(2):
        deck = await decks.put(ANN, deck.id, "TID-01", 2, largest=LARGEST)
    assert deck.entries == (("TID-01", 2),)
    assert deck.revision == 2
    assert (await decks.put(ANN, deck.id, "TID-01", 0, largest=LARGEST)).entries == ()


async def test_the_cards_of_a_draft_are_limited(decks: DeckService) -> None:
    deck = await decks.create(ANN, "arclash", "Heap", (("TID-01", LARGEST),))
    with pytest.raises(DeckRefused, match="at most 60 cards"):
        await decks.put(ANN, deck.id, "TID-02", 1, largest=LARGEST)
    assert (await decks.put(ANN, deck.id, "TID-01", 59, largest=LARGEST)).entries == (("TID-01", 59),)


async def test_two_simultaneous_changes_are_both_kept(decks: DeckService, meanwhile: Meanwhile) -> None:
    deck = await decks.create(ANN, "arclash", "Tide")
    meanwhile(replace(deck, entries=(("TID-09", 1),), revision=deck.revision + 1))
    changed = await decks.put(ANN, deck.id, "TID-01", 2, largest=LARGEST)
    assert changed.entries == (("TID-01", 2), ("TID-09", 1))
    await decks.delete(ANN, deck.id)
    with pytest.raises(DeckRefused, match="no longer exists"):
        await decks.put(ANN, deck.id, "TID-01", 1, largest=LARGEST)


@pytest.mark.parametrize("name", ["Tide", "O'Hara's 2nd deck (fast!)", "Märchen & Söhne", "潮の歌", "7"])
def test_usual_names_are_stored_unchanged(name: str) -> None:
    assert clean_deck_name(name) == name


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("", "Give the deck a name"),
        ("   ", "Give the deck a name"),
        ("x" * 41, "at most 40 characters, and this one has 41"),
        *[(harmful, "may not have") for harmful in HARMFUL],
        ("!!!", "needs a letter or a digit"),
    ],
)
def test_a_harmful_name_is_refused_in_a_sentence(name: str, fault: str) -> None:
    with pytest.raises(DeckRefused, match=fault):
        clean_deck_name(name)
