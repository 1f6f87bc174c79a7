"""The hand and the cards of Overcross, in both languages."""

from __future__ import annotations

import pytest

from bot.base.language import ENGLISH, Language, speaking
from bot.base.languages.catalogues import language
from bot.games.overcross.wording.wording import OvercrossWording
from renderers.contract import ALT_TEXT_LIMIT
from renderers.overcross import OvercrossRenderer
from renderers.overcross.cards import emblem_of, printed
from tests.games.overcross.chance import POOL
from tests.languages.marked import MARKED, unmarked
from tests.renderers.overcross_positions import LIBRARY, NAMES, duel, seen
from tests.renderers.written import all_written, card_is_whole, tile_is_whole

RENDERER = OvercrossRenderer(LIBRARY, OvercrossWording(LIBRARY))
GERMAN = language("de")


def test_a_hand_is_sorted_by_kind_or_by_play_cost_with_copies_together() -> None:
    view = seen(duel(), 0)
    by_kind, by_cost = (RENDERER.hand(view, names=NAMES, sort=sort) for sort in ("suit", "rank"))
    assert by_kind is not None
    assert by_cost is not None
    assert by_kind.alt == (
        "Ann’s hand: Thread Necromancer, Spoiler Ghost, Bigger Speech Bubble, Writer's Block, "
        "I AM OUTRAGED!, Flame War ×2, Lava."
    )
    assert by_cost.alt != by_kind.alt


@pytest.mark.parametrize("spoken", [ENGLISH, GERMAN], ids=["en", "de"])
def test_every_card_has_room_for_its_whole_text(spoken: Language) -> None:
    """OVC-30: all cards, large and in a hand."""
    with speaking(spoken):
        cards = [printed(card) for card in POOL.cards.values()]
    assert len(cards) >= 71
    assert [card.number for card in cards if not (card_is_whole(card) and tile_is_whole(card))] == []


def test_every_word_that_is_printed_on_a_card_is_in_the_catalogues() -> None:
    """OVC-30: all texts that are printed on cards."""
    given = {*POOL.cards, *[card.side for card in POOL.cards.values()]}
    with all_written(), speaking(MARKED):
        for card in POOL.cards.values():
            face = printed(card)
            said = [face.name, face.badge, face.level, face.traits, *face.rules, face.flavour, face.credit]
            assert unmarked(" ".join(said), given) == [], card.number


def test_every_card_has_a_unique_picture() -> None:
    emblems = {emblem_of(card) for card in POOL.cards.values()}
    assert len(emblems) == len(POOL.cards)
    for number in ("CST-15", "CST-14", "CST-33", "CST-50", "CST-60"):
        picture = RENDERER.single_card(number)
        assert picture is not None
        assert len(picture.png) <= 100_000
        assert len(picture.alt) <= ALT_TEXT_LIMIT
        assert picture.alt.startswith(f"{POOL.cards[number].name} ({number}). ")
    with pytest.raises(KeyError):
        RENDERER.single_card("CST-99")
    with pytest.raises(KeyError):
        RENDERER.single_card("CST-15", "no such pool")


def test_cards_of_one_genre_have_the_same_hue_and_marked_characters_richer_pictures() -> None:
    """OVC-01, OVC-02."""
    hues = {(card.genre, emblem_of(card).step) for card in POOL.cards.values()}
    assert len(hues) == len({genre for genre, _ in hues}) == len({hue for _, hue in hues}) == 5
    levels = {card.mark: emblem_of(card).level for card in POOL.cards.values() if card.kind == "character"}
    assert levels == {"": 1, "champion": 2, "leader": 3, "legend": 4}
