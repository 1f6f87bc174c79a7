"""The largest screens of decks and cards keep to Discord's limits; `message_of` refuses larger ones."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from bot.engine.cards.deckbuilding import DeckBuilding, Entries
from bot.engine.cards.files.finding import Finding
from bot.engine.cards.files.reading import ReadResult
from bot.games.arclash.cardgame import ArclashCards
from bot.games.arclash.cards.cards import CardSet, DeckList, Library, Lineage, Support
from bot.games.arclash.game import CARDS as ARCLASH_CARDS
from bot.games.arclash.rules.deckbuilding import ArclashDecks
from bot.games.registry import GAMES
from bot.parts.decks.ports import KeptDeck
from bot.parts.decks.service import MOST_DECKS
from bot.parts.workshop.sets.ports import ServerSet
from bot.parts.workshop.sets.service import MOST_SETS, Source
from cogs.decks.posts import (
    Bench,
    Shelf,
    compose_card,
    compose_choice,
    compose_deck,
    compose_decks,
    compose_faults,
    compose_group,
    compose_list,
    compose_shown,
)
from cogs.kit.controls import ComponentId
from cogs.kit.forms import Typed, compose_refused
from cogs.kit.layout import OutgoingMessage, components_of
from cogs.workshop.card_posts import (
    Shown,
    compose_card_list,
    compose_report,
    compose_set,
    compose_sets,
    report_of,
)
from tests.matches.table import TestClock

NOW = TestClock().now
WIDE = "W_" * 20
"""A name of the maximum length, of which every second character is escaped."""
LIBRARY = Library(ARCLASH_CARDS.standard)
CARDS = ArclashCards(LIBRARY)
LARGE = CardSet(
    key="k" * 20,
    title=WIDE,
    description="d_" * 70,
    lineages={f"{'l' * 18}{number:02}": Lineage(WIDE, "leaf", 100) for number in range(30)},
    supports=tuple(
        [
            Support(number=f"WWWWW-{number:03}", name=WIDE, lineage=f"{'l' * 18}{number % 30:02}")
            for number in range(300)
        ]
    ),
    decks={f"deck-{number}": DeckList(WIDE, {}) for number in range(20)},
)
POOL = LIBRARY.add(LIBRARY.standard.with_sets([LARGE]))
SOURCES = [Source(CARDS, "standard", "The usual cards", LIBRARY.standard)] + [
    replace(Source(CARDS, f"{'k' * 18}{number:02}", WIDE, POOL, LARGE)) for number in range(MOST_SETS)
]
SHELVES = tuple(
    [
        Shelf(
            source.key,
            source.title,
            source.pool.hash,
            frozenset([card.number for card in source.cards]) if source.own else None,
        )
        for source in SOURCES
    ]
)
BUILDING: DeckBuilding = ArclashDecks(LIBRARY)
GAME = replace(GAMES["arclash"], cards=CARDS, decks=BUILDING)
SIXTY: Entries = tuple([(f"WWWWW-{number:03}", 1) for number in range(60)])


def bench(entries: Entries = SIXTY, number: int = 0) -> Bench:
    deck = KeptDeck(f"{number:012}", 101, "arclash", "W" * 36 + f" {number:03}", entries, NOW)
    return Bench(GAME, BUILDING, deck, POOL.hash, SHELVES)


def buttons_of(page: OutgoingMessage) -> list[dict[str, Any]]:
    (container,) = components_of(page.view)
    rows = [part for part in container["components"] if part["type"] == 1]
    return [control for row in rows for control in row["components"]]


def test_a_draft_of_sixty_cards_with_the_longest_names_keeps_to_the_limits() -> None:
    laid = bench()
    for page in (compose_deck(laid), compose_shown(laid), compose_list(laid), compose_faults(laid, "all")):
        assert components_of(page.view)
    options = [option for control in buttons_of(compose_deck(laid)) for option in control.get("options", ())]
    assert {f"WWWWW-{number:03}" for number in range(60)} <= {option["value"] for option in options}


def test_a_deck_of_unknown_cards_can_be_shown_and_emptied() -> None:
    laid = replace(bench(), pool=None, shelves=SHELVES[:1])
    assert components_of(compose_deck(laid).view)
    less, more, _ = buttons_of(compose_card(laid, None, "~", "WWWWW-001", None))
    assert less["label"] == "−"
    assert less["custom_id"].endswith(".0:-")
    assert more["disabled"]


def test_a_choice_of_three_hundred_cards_has_pages() -> None:
    laid = bench()
    seen: set[str] = set()
    for number in range(12):
        for control in buttons_of(compose_group(laid, SHELVES[1], "0", number)):
            seen |= {option["value"] for option in control.get("options", ())}
    assert len(seen) == 300


def test_fifty_decks_keep_to_the_limits_in_the_list_and_in_the_choice_for_a_match() -> None:
    ready = BUILDING.ready(None)["three-cups"].entries
    legal = [replace(bench(ready, number), pool=None) for number in range(MOST_DECKS)]
    drafts = [bench((), number) for number in range(MOST_DECKS)]
    for benches in (legal, drafts, legal[:25] + drafts[:25]):
        assert components_of(compose_decks(benches).view)
        assert components_of(compose_choice(GAME, "m" * 12, 10**6, benches).view)
    offered = [
        option
        for control in buttons_of(compose_choice(GAME, "m" * 12, 1, legal))
        for option in control.get("options", ())
    ]
    assert len(offered) == MOST_DECKS


def test_a_list_with_many_bad_lines_keeps_to_the_limits() -> None:
    typed = Typed(ComponentId("deckimport"), faults=["*" * 300 + "."] * 11)
    assert components_of(compose_refused("No deck", typed).view)


@pytest.mark.parametrize("kind", ["-", "0", "4"])
def test_lists_of_cards_keep_to_the_limits_with_thirty_lineages_and_eleven_sources(kind: str) -> None:
    for source in SOURCES[:2]:
        for page in (0, 7, 99):
            assert components_of(compose_card_list(SOURCES, Shown(source.key, ("-", kind), page)).view)
    lineage = next(iter(LARGE.lineages))
    assert components_of(compose_card_list(SOURCES, Shown(SOURCES[1].key, (lineage, kind))).view)


def test_the_sets_of_a_server_keep_to_the_limits() -> None:
    kept = [ServerSet(7, "arclash", source.key, WIDE, "ab" * 32, NOW) for source in SOURCES[1:]]
    assert components_of(
        compose_sets({"arclash": list(zip(kept, SOURCES[1:], strict=True))}, {"arclash": CARDS}).view
    )
    assert components_of(compose_sets({"arclash": [(each, None) for each in kept]}, {"arclash": CARDS}).view)
    assert components_of(compose_set(CARDS, kept[0], SOURCES[1], b"x", manages=True).view)
    assert components_of(compose_set(CARDS, kept[0], None, b"x", manages=False).view)


def test_a_report_of_a_hundred_long_findings_keeps_to_the_limits() -> None:
    finding = Finding("n_" * 100, 1, "E101", "WWWWW-001", "the key *" + "x_" * 400)
    reading = ReadResult(None, tuple([replace(finding, line=line) for line in range(1, 102)]))
    report = report_of(reading, CARDS)
    for page in (-1, 0, 5, 99):
        shown = compose_report(report, page, note="A set with errors cannot be added.")
        assert shown.attachments[0].data == report.encode()
