"""The hand of Neo-Combat, its action cards and its varans as pictures."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from bot.games.neocombat.cardgame import first_use
from bot.games.neocombat.rules.view import Plan
from bot.games.neocombat.wording.wording import NeoCombatWording
from renderers.contract import Picture
from renderers.neocombat import NeoCombatRenderer
from renderers.neocombat.cards import USES, emblem_of, printed
from tests.games.neocombat.table import POOL, cards
from tests.renderers.neocombat_positions import HAND, NAMES, drafting, large_pool, library, seen, skirmish
from tests.renderers.written import card_is_whole, tile_is_whole

RENDERER = NeoCombatRenderer(library(), NeoCombatWording(library()))
FACES = [POOL.actions[kind] for kind in sorted(set(POOL.deck))]


def hand(names: str = HAND, sort: Any = "suit", **changes: Any) -> Picture:
    view = seen(skirmish().hold(1, names), 0, **changes)
    picture = RENDERER.hand(view, names=NAMES, sort=sort)
    assert picture is not None
    return picture


def test_a_hand_is_sorted_by_use_or_by_number_with_copies_together() -> None:
    by_use = "Detect, Burst ×2, Heavy Burst, Flamer, Slash, Armour, Stun, Field Dressing"
    assert hand().alt == f"Ann’s hand: {by_use}."
    mixed = "Slash, Armour, Flamer, Burst"
    assert hand(mixed).alt == "Ann’s hand: Burst, Flamer, Slash, Armour."
    assert hand(mixed, "rank").alt == "Ann’s hand: Burst, Flamer, Slash, Armour."
    assert hand("Stun, Armour", "suit").alt == "Ann’s hand: Armour, Stun."
    assert hand("Stun, Armour", "rank").alt == "Ann’s hand: Armour, Stun."


def test_choices_for_repair_are_marked() -> None:
    """NEO-14, NEO-15."""
    burst, dressing = cards("Burst")[0], cards("Field Dressing")[0]
    plans = [Plan(), Plan(discard=(burst,)), Plan(discard=(burst, burst)), Plan(dress=((dressing, 0),))]
    assert len({hand(plan=plan).png for plan in plans}) == 4


def test_every_action_card_is_drawn_with_its_whole_text() -> None:
    """NEO-17: NC-01 to NC-20."""
    pictures = [RENDERER.single_card(card.number) for card in FACES]
    assert len({picture.png for picture in pictures if picture}) == len(FACES) == 20
    for card, picture in zip(FACES, pictures, strict=True):
        assert picture is not None
        assert len(picture.png) <= 100_000
        assert picture.alt.startswith(f"{card.name} ({card.number}). ")
        assert card_is_whole(printed(card))
        assert tile_is_whole(printed(card))


def test_cards_of_one_use_have_the_same_motif_and_hue() -> None:
    looks = {first_use(card): (emblem_of(card).motif, emblem_of(card).step) for card in FACES}
    assert set(looks) == set(USES)
    assert len(set(looks.values())) == len(looks)


def test_varans_are_drawn_by_their_ids() -> None:
    picture = RENDERER.single_card("B5")
    assert picture is not None
    assert picture.alt == "B5 Blaster: speed 2, health 5, tough, accurate, firepower, flamer."
    assert RENDERER.single_card("F5", large_pool().hash) is not None
    with pytest.raises(KeyError):
        RENDERER.single_card("F5")
    with pytest.raises(KeyError):
        RENDERER.single_card("NC-99")
    with pytest.raises(KeyError):
        RENDERER.single_card("NC-01", "no such pool")


def test_the_draft_shows_the_own_offer_and_the_kept_varans() -> None:
    """NEO-01a."""
    own, watched = drafting(0), drafting()
    picture = RENDERER.board(own, names=NAMES[:3])
    assert picture.png != RENDERER.board(replace(own, kept=()), names=NAMES[:3]).png
    assert picture.png != RENDERER.board(watched, names=NAMES[:3]).png
    assert RENDERER.parts(own) == {}
