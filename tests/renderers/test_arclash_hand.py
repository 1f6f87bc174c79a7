"""The hand of Arclash as a picture: only the owner's cards, with their whole texts."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.base.language import speaking
from bot.base.languages.catalogues import codes, language
from bot.games.arclash.cards.cards import Library
from bot.games.arclash.rules.options import Options
from bot.games.arclash.rules.view import Shown
from renderers.arclash import in_order
from renderers.arclash.cards import printed
from renderers.contract import ALT_TEXT_LIMIT, Picture
from renderers.kit.cards.tiles import Tile, needed
from tests.games.arclash.shipped import arclash_pool
from tests.renderers.arclash_positions import (
    NAMES,
    full_hand,
    holding,
    library,
    opening,
    pool,
    renderer_of,
    shown,
)
from tests.renderers.written import all_beyond

RENDERER = renderer_of(library())
LARGEST = 400_000


def draw(view: Any, **how: Any) -> Picture:
    picture = RENDERER.hand(view, names=NAMES[: view.seats], **how)
    assert picture is not None
    return picture


@pytest.mark.parametrize("count", [1, 2, 8, 13, 20, 28])
def test_hands_of_any_size_are_drawn_within_the_limit(count: int) -> None:
    """ARC-12: a hand of more than 8 is possible; a hand of 8 is completely visible on a phone."""
    numbers = (sorted(pool().cards) * 2)[:count] if count != 8 else full_hand()
    picture = draw(holding(*numbers))
    assert len(picture.png) <= LARGEST
    assert 0 < len(picture.alt) <= ALT_TEXT_LIMIT
    assert count > 8 or picture.height <= 2 * picture.width


def test_the_longest_hand_of_shipped_cards_and_a_whole_deck_stay_within_the_limit() -> None:
    """ARC-18: a search may show the whole deck."""
    cards = arclash_pool()
    longest = sorted(cards.cards, key=lambda number: -needed(Tile(printed(cards.cards[number], cards))))[:20]
    view = holding(*longest, options=Options(score=10, cards=cards.hash))
    hand = renderer_of(Library(cards)).hand(view, names=NAMES[:2])
    searching = draw(holding(*full_hand(), looking=shown(*sorted(pool().cards), first=500)))
    assert searching.alt.startswith("Ann’s hand:")
    for picture in (hand, searching):
        assert picture is not None
        assert len(picture.png) <= LARGEST


def test_the_hand_is_sorted_by_lineage_or_by_level() -> None:
    view = holding("OWL-01", "AID-01", "HAR-03", "EMB-01", "HAR-01")
    by_lineage = "Crumb Apprentice, Lamp Keeper, Harbour Mistress, Fledgling, Fair Wind"
    by_level = "Lamp Keeper, Crumb Apprentice, Fledgling, Harbour Mistress, Fair Wind"
    assert draw(view).alt == draw(view, sort="suit").alt == f"Ann’s hand: {by_lineage}."
    assert draw(view, sort="rank").alt == f"Ann’s hand: {by_level}."
    assert draw(view).png != draw(view, sort="rank").png


@given(st.lists(st.sampled_from(sorted(pool().cards)), max_size=30), st.sampled_from(("suit", "rank")))
def test_sorting_keeps_every_card(numbers: list[str], sort: Any) -> None:
    hand = shown(*numbers)
    assert sorted(one.card for one in in_order(hand, sort, pool())) == [one.card for one in hand]
    assert in_order(reversed(hand), sort, pool()) == in_order(hand, sort, pool())


def test_a_hand_depends_only_on_the_viewer_s_cards() -> None:
    """ARC-15: hands, tables and choices of others change nothing."""
    view = holding(*full_hand())
    other = msgspec.structs.replace(view.places[1], hand=1, deck=2, ready=True, supports=shown("AID-05"))
    changed = msgspec.structs.replace(view, places=(view.places[0], other))
    assert draw(changed) == draw(view)


def test_face_down_cards_and_discards_are_marked() -> None:
    """ARC-07: it can be changed until the reveal, and only its owner sees it."""
    view = holding(*full_hand())
    placed = msgspec.structs.replace(view, placed=view.hand[1])
    paying = msgspec.structs.replace(placed, paying=(view.hand[2],), owed=1)
    assert len({draw(one).png for one in (view, placed, paying)}) == 3
    view = holding("HAR-01", "AID-01")
    left = msgspec.structs.replace(view, hand=view.hand[1:], placed=view.hand[0])
    kept = msgspec.structs.replace(view, placed=view.hand[0])
    assert draw(left).height == draw(kept).height, "also when it has left the hand"


def test_in_the_opening_the_possible_level_1s_are_shown() -> None:
    """ARC-05."""
    view = opening(2, viewer=0)
    offered = msgspec.structs.replace(view, openers=shown("HAR-01", "HAR-01", "OWL-01"))
    chosen = msgspec.structs.replace(offered, placed=Shown(0, "HAR-01"))
    assert len({draw(one).png for one in (view, offered, chosen)}) == 3
    assert draw(view).alt == "Ann’s hand is empty."


def test_offered_copies_are_shown_once_with_their_number() -> None:
    once = holding(looking=shown("HAR-01", "OWL-01"))
    twice = holding(looking=shown("HAR-01", "HAR-01", "OWL-01"))
    assert draw(once).height == draw(twice).height
    assert draw(once).png != draw(twice).png


@pytest.mark.parametrize("code", codes())
def test_no_text_of_a_shipped_card_leaves_its_tile(code: str) -> None:
    cards = arclash_pool()
    renderer = renderer_of(Library(cards))
    with speaking(language(code)), all_beyond(4) as beyond:
        for first in range(0, len(cards.cards), 12):
            numbers = sorted(cards.cards)[first : first + 12]
            view = holding(*numbers, options=Options(score=10, cards=cards.hash))
            assert renderer.hand(view, names=NAMES[:2]) is not None
    assert beyond == []
