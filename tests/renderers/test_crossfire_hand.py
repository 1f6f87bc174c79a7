"""The hand of Crossfire as a picture: only its owner's cards, large and sorted."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.games.crossfire.rules.cards import JOKER, name
from bot.games.crossfire.wording.wording import CrossfireWording
from renderers.contract import Picture
from renderers.crossfire import CrossfireRenderer
from renderers.crossfire.hand import in_order
from tests.renderers.crossfire_positions import NAMES, RULES, cards, holding, match

RENDERER = CrossfireRenderer(CrossfireWording())


def draw(view: Any, **how: Any) -> Picture:
    picture = RENDERER.hand(view, names=NAMES[: view.seats], **how)
    assert picture is not None
    return picture


def test_the_alt_text_names_the_hand_in_order_of_suits_or_ranks() -> None:
    view = holding("6h Td Kc Jo 2h")
    by_suit = "King of clubs, 10 of diamonds, 2 of hearts, 6 of hearts, Joker"
    by_rank = "2 of hearts, 6 of hearts, 10 of diamonds, King of clubs, Joker"
    assert draw(view).alt == draw(view, sort="suit").alt == f"Ann’s hand: {by_suit}."
    assert draw(view, sort="rank").alt == f"Ann’s hand: {by_rank}."
    assert draw(view).png != draw(view, sort="rank").png


@given(st.lists(st.integers(0, JOKER), max_size=9), st.sampled_from(("suit", "rank")))
def test_sorting_keeps_every_card(hand: list[int], sort: Any) -> None:
    assert sorted(in_order(hand, sort)) == sorted(hand)
    assert in_order(list(reversed(hand)), sort) == in_order(hand, sort)


def test_a_hand_depends_only_on_the_viewer_s_cards() -> None:
    """CRF-26: cards of another seat, also of a partner, change nothing."""
    state, _ = match("four", 2, 60)[-1]
    before = draw(RULES.view(state, 0)).png
    swapped = RULES.clone(state)
    swapped.hands = (state.hands[0], state.hands[3], state.hands[1], state.hands[2])
    assert draw(RULES.view(swapped, 0)).png == before
    assert draw(RULES.view(state, 2)).png != before


def test_publicly_known_cards_are_marked() -> None:
    """CRF-13."""
    secret, known = holding("6h Td", shown=((), ())), holding("6h Td", shown=(cards(0, "6h"), ()))
    assert draw(secret).png != draw(known).png


def test_of_two_equal_cards_only_the_known_one_is_marked() -> None:
    """CRF-25: Ultimate has two copies of each card."""
    views = [holding("6h 6h", shown=(cards(0, text), ())) for text in ("", "6h", "6h 6h")]
    assert len({draw(view).png for view in views}) == 3


@pytest.mark.parametrize("face", range(JOKER + 1))
def test_each_card_of_a_pack_is_drawn_and_named(face: int) -> None:
    view = msgspec.structs.replace(holding(""), hand=(face,))
    assert draw(view).alt == f"Ann’s hand: {name(face)}."
