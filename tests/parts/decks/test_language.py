"""Decks in the owner's language: lists are read with English names and with names of that language."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Any

import pytest
from msgspec.structs import replace

from bot.base.language import ENGLISH, Language, pgettext, speaking
from bot.base.languages.catalogues import language
from bot.engine.cards.deckbuilding import Entries
from bot.engine.cards.decklists import Cards, Unread, read_entry
from bot.engine.errors import Refusal, UnreadableAction
from bot.games.arclash.cards.cards import Library, Pool, Support
from bot.games.arclash.game import CARDS as ARCLASH_CARDS
from bot.games.arclash.rules.deckbuilding import ArclashDecks
from bot.games.arclash.wording.names import Lexicon
from bot.games.arclash.wording.typed import DECK_TEXT
from bot.games.registry import GAMES
from bot.parts.decks.lists import BadList, clean_deck_name, read_lines, write_lines
from bot.parts.decks.service import MOST_DECKS, DeckService
from tests.languages.heard import Heard, written
from tests.languages.marked import MARKED, unmarked
from tests.parts.decks.conftest import Meanwhile

ANN = 101
GERMAN = language("de")
STANDARD = ARCLASH_CARDS.standard
BUILDING = ArclashDecks(ARCLASH_CARDS)
CARDS = BUILDING.cards(None)
READY = BUILDING.ready(None)

TWINS = Pool(
    [
        replace(
            STANDARD.sets[0],
            supports=tuple([Support(number=f"TWN-{number:02}", name="Twin") for number in range(1, 4)]),
        )
    ]
)
TWIN_DECKS = ArclashDecks(Library(TWINS))
IN_POINTS: Any = GAMES["overcross"].decks

WICK = "Wick, Smallest of the School"

LISTS = (
    "",
    "x" * 4001,
    "TID-01\n" * 121,
    "60 TID-01\n1 TID-02",
    "x" * 200,
    "0 TID-01",
    "2 TID-99",
    "2 TID-99 1 TID-98",
    "1 total nonsense",
    "1 Night Porter of the Reff",
    "2 TID-01 3",
    "TID-01 2 TID-02",
    "TID-01 Old Name 2",
    f"2 TID-13 {WICK}",
    "Sideboard\n2 TID-01",
    "Sideboard\n2 TID-01\nTID-02",
    *["\n".join(["2 BAD-01"] * lines) for lines in (11, 30)],
)
"""Lists that cannot be read."""
TYPED = (
    "",
    "x" * 4001,
    "60 TID-01, 1 TID-02",
    "x" * 101,
    "99 TID-01",
    "nonsense",
    "Night Porter of the Reff",
)
"""Lists for a command that cannot be read."""
NAMES = ("", "x" * 41, "@everyone", "!!!")
FOURS = [number for number, card in STANDARD.cards.items() if card.level == 4]
DECKS = (
    (),
    ("TID-01",) * 31,
    ("TID-99",) * 30,
    tuple([f"BAD-{number:02}" for number in range(30)]),
    tuple(FOURS[:2]),
    ("TID-01", "TID-01", "TID-01"),
    tuple([card.number for card in STANDARD.cards.values() if card.level == 2 for _ in range(3)]),
)
"""Decks that are not legal."""


def german(english: str) -> str:
    """Return a card's name in German."""
    with speaking(GERMAN):
        return pgettext("card", english)


def lines_of(text: str, building: ArclashDecks = BUILDING) -> tuple[str, ...]:
    with pytest.raises(BadList) as refused:
        read_lines(text, building, None)
    return refused.value.lines


def sentence_of(text: str, pool: Pool = STANDARD) -> str:
    with pytest.raises(UnreadableAction) as refused:
        DECK_TEXT.read(text, Lexicon(pool))
    return refused.value.sentence


async def refusals(decks: DeckService, meanwhile: Meanwhile) -> list[str]:
    """Yield everything that the deck service refuses, and every invalid name of a deck."""
    told = [await refusal(decks.find(ANN, "Tide")), await refusal(decks.deck(ANN, "gone"))]
    deck = await decks.create(ANN, "arclash", "Tide", (("TID-01", 60),))
    told.append(await refusal(decks.find(ANN, "Ebb")))
    told.append(await refusal(decks.create(ANN, "arclash", "tide")))
    told.append(await refusal(decks.put(ANN, deck.id, "TID-02", 1, largest=60)))
    meanwhile(*[replace(deck, revision=number) for number in range(2, 20)])
    told.append(await refusal(decks.put(ANN, deck.id, "TID-01", 5, largest=60)))
    for number in range(MOST_DECKS - 1):
        await decks.create(ANN, "arclash", f"Deck {number}")
    told.append(await refusal(decks.create(ANN, "arclash", "One more")))
    for name in NAMES:
        with pytest.raises(Refusal) as refused:
            clean_deck_name(name)
        told.append(refused.value.sentence)
    return told


async def refusal(wish: Awaitable[object]) -> str:
    with pytest.raises(Refusal) as refused:
        await wish
    return refused.value.sentence


def sentences() -> list[str]:
    """Return every sentence about lists and their decks, including those that depend on names."""
    told = [line for text in LISTS for line in lines_of(text)]
    told += lines_of("1 Twin", TWIN_DECKS)
    told += lines_of("300 CST-02\n1 CST-03", IN_POINTS)
    told += lines_of("CST-16", IN_POINTS)
    told += [sentence_of(text) for text in TYPED]
    told.append(sentence_of("Twin", TWINS))
    with pytest.raises(Unread) as two_ways:
        read_entry("2 Twin", Cards({"twin": ["AB-01"], "2 twin": ["AB-02"]}, 60, str))
    told.append(str(two_ways.value))
    return told + [fault for deck in DECKS for fault in BUILDING.faults(counted(deck), None)]


def counted(cards: tuple[str, ...]) -> Entries:
    return tuple([(number, cards.count(number)) for number in dict.fromkeys(cards)])


async def test_every_sentence_about_decks_is_in_the_catalogues(
    decks: DeckService, meanwhile: Meanwhile
) -> None:
    heard = Heard()
    with speaking(heard):
        told = [*sentences(), *await refusals(decks, meanwhile)]
    assert {text: found for text in told if (found := unmarked(text, ("TID", "BAD", "CST")))} == {}
    left = written("decks", "bot/") - heard.said
    assert left == set(BUILDING.ranks) - heard.said, "the ranks are said where they are shown"


@pytest.mark.parametrize("key", READY)
@pytest.mark.parametrize("spoken", [GERMAN, MARKED], ids=["german", "marked"])
def test_a_ready_made_deck_is_read_back_from_its_text_in_any_language(key: str, spoken: Language) -> None:
    entries = READY[key].entries
    with speaking(spoken):
        text = write_lines(entries, CARDS)
        assert read_lines(text, BUILDING, None) == entries
    assert read_lines(text, BUILDING, None) == entries, "the numbers are read by everybody"
    if spoken is MARKED:
        assert unmarked(text, CARDS) == []
    assert text != write_lines(entries, CARDS)


def test_names_are_read_in_english_and_in_the_user_s_language() -> None:
    for number, card in CARDS.items():
        with speaking(GERMAN):
            for name in (card.name, german(card.name), german(card.name).upper()):
                assert read_lines(f"2x {name}", BUILDING, None) == ((number, 2),), name


def test_german_names_are_not_read_in_english() -> None:
    assert "is no card" in lines_of(german("Three-Cup Fox"))[0]


@pytest.mark.parametrize("write", ["2 {}", "{} x2"])
def test_a_command_reads_names_in_both_languages(write: str) -> None:
    lexicon = Lexicon(STANDARD)
    with speaking(GERMAN):
        for name in ("Three-Cup Fox", german("Three-Cup Fox"), german(WICK)):
            number = "TID-01" if "," in name else "FOX-05"
            assert DECK_TEXT.read(write.format(name), lexicon) == (number, number)


def test_a_misspelt_name_is_corrected_in_its_language() -> None:
    called = german("Three-Cup Fox")
    with speaking(GERMAN):
        for word in ("Three-Cup Foxx", f"{called}z"):
            assert lines_of(word) == (f"Zeile 1: „{word}“ ist keine Karte: Meintest du {called} (FOX-05)?",)


def test_stored_decks_do_not_depend_on_the_language() -> None:
    with speaking(MARKED):
        others = BUILDING.cards(None), BUILDING.ready(None), tuple(BUILDING.ranks)
    assert others == (CARDS, READY, tuple(BUILDING.ranks))
    assert all(ENGLISH.gettext(card.rank) == card.rank for card in CARDS.values())
