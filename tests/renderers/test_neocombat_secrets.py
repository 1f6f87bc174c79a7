"""Public and hidden data of varans on pictures of Neo-Combat (NEO-18)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from bot.games.neocombat.rules import facts
from bot.games.neocombat.rules.view import NeoView, Plan, Token
from renderers.contract import Picture
from renderers.neocombat.sights import Sight, said_of, sight
from renderers.neocombat.tokens import may_be
from tests.games.neocombat.table import POOL, cards, varan
from tests.renderers.neocombat_positions import NAMES, RENDERER, crowd, mingled, seen, skirmish


def draw(view: NeoView, **how: Any) -> Picture:
    return RENDERER.board(view, names=NAMES[: view.seats], **how)


def all_pictures(view: NeoView) -> list[Picture | None]:
    """Return the table, every close-up and the hand."""
    closer = [draw(view, part=part) for part in RENDERER.parts(view)]
    return [draw(view), *closer, RENDERER.hand(view, names=NAMES)]


def look(view: NeoView, name: str) -> Sight:
    """Return a viewer's data of a token: "2.3"."""
    seat, place = name.split(".")
    return sight(view, (int(seat) - 1) * view.options.team + int(place) - 1, POOL)


# ---- hidden data


def test_all_cloaked_varans_look_the_same() -> None:
    """NEO-18: no hidden data changes the bytes, the words or the size."""
    table, other = skirmish(), skirmish()
    a9, b2 = table.state.varans[3], table.state.varans[6]
    swapped = list(other.state.varans)
    swapped[3], swapped[6] = varan("C3"), varan("B9")
    other.state.varans = tuple(swapped)
    other.state.hands = (cards("Slash"), other.state.hands[1])
    assert (a9, b2) != (swapped[3], swapped[6])
    for viewer in (None, 1):
        hidden = seen(other, viewer, hands=seen(table).hands)
        if viewer == 1:
            hidden = replace(hidden, varans=seen(table, 1).varans)
        assert draw(hidden) == draw(seen(table, viewer))


def test_own_cloaked_varans_are_visible_only_to_their_owner() -> None:
    own, public = seen(skirmish(), 0), seen(skirmish())
    assert look(own, "1.3").varan == POOL.roster[varan("C1")]
    assert look(own, "1.3").secret
    assert look(public, "1.3").varan is None
    assert look(own, "2.3").varan is None
    assert draw(own).png != draw(public).png
    assert "C1" in draw(own, part="seat-0").alt
    assert "C1" not in draw(public, part="seat-0").alt
    assert all("B2" not in picture.alt for picture in all_pictures(own) if picture)


def test_the_table_shows_no_repair_choices_or_hands_and_the_same_events_for_all() -> None:
    """NEO-14: secret until all are ready; an own cloaked varan is named by its number."""
    view = seen(skirmish().repair(), 0)
    planned = replace(view, plan=Plan(cloak=(0,), discard=view.hand[:2]), hand=view.hand[2:])
    assert draw(planned) == draw(view)
    moved = (facts.Moved(3, 1, 3),)
    own = replace(seen(skirmish(), 0), varans=())
    assert draw(own, recent=moved).png == draw(seen(skirmish()), recent=moved).png


# ---- public data of a token


def test_all_public_data_of_a_varan_is_shown() -> None:
    view = seen(skirmish())
    scout = look(view, "1.1")
    assert (scout.number, scout.revealed, scout.moved, scout.sideways) == ("1.1", True, True, False)
    assert scout.varan is not None
    assert (scout.varan.id, scout.speed, scout.left, scout.varan.health) == ("A3", 3, (3, 3), 5)
    assert (scout.attributes, scout.used) == (("fighter", "sensors", "sniper"), ("sensors",))
    assert look(view, "1.2").sideways
    assert look(view, "2.1").used == ("tough",), "spared a card in this turn (NEO-13)"


def test_known_facts_of_a_cloaked_varan_are_shown() -> None:
    """NEO-18c: attributes it has claimed, and its minimum speed."""
    view = seen(skirmish())
    assert look(view, "1.3").attributes == ("tough",)
    assert (look(view, "1.4").varan, look(view, "1.4").speed) == (None, 2)
    a7 = look(view, "2.4")
    assert a7.varan is not None
    assert not a7.revealed
    assert (a7.varan.id, a7.left) == ("A7", (4, 4)), "known, though it is cloaked again"


def test_the_possible_varans_of_shuffled_tokens_are_shown() -> None:
    """NEO-18c: "A3 or B6"."""
    view = seen(mingled())
    assert [said_of(look(view, name)) for name in ("1.1", "1.2", "1.3")] == ["A3, B6 or ?"] * 3
    assert look(view, "1.1").attributes == ()
    assert look(view, "1.1").left == (0, 0), "one of them nobody has seen"
    own = look(seen(mingled(), 0), "1.1")
    assert own.varan is not None
    assert (own.varan.id, own.secret, said_of(own)) == ("A3", True, "A3, B6 or ?")
    assert "1.1 one of A3, B6, unknown: " in draw(view, part="seat-0").alt


def test_the_possible_varans_of_a_token_are_shortened_without_room() -> None:
    token = look(seen(mingled()), "1.1")._replace(maybe=("A3", "B6", "C2", "C5"), others=True)
    assert may_be(token, 570) == "A3, B6, C2, C5 or ?"
    assert may_be(token, 290) == "A3/B6/C2/C5/?"
    assert may_be(token, 180) == "A3/B6 +3"
    assert may_be(token, 110) == "A3 +4"


def test_the_health_of_several_possible_varans_is_a_range() -> None:
    table = mingled()
    table.state.wounds = tuple([2 if each == varan("A3") else 0 for each in range(len(POOL.roster))])
    view = seen(table)
    tokens = tuple([replace(each, maybe=(0, 1)) for each in view.knowledge[0].tokens])
    both = replace(view.knowledge[0], tokens=tokens)
    known = replace(view, knowledge=(both, view.knowledge[1]))
    assert look(known, "1.1").left == (3, 5)
    assert look(known, "1.1").attributes == ("fighter", "sensors"), "what both have"
    assert draw(known).png != draw(view).png


@pytest.mark.parametrize(
    "changes",
    [
        {"hands": (1, 0)},
        {"kills": (1, 0)},
        {"deck": 3},
        {"discard": (0,)},
        {"removed": (0,)},
        {"first": 1},
        {"turn": 2},
        {"current": 1},
        {"passed": (1,)},
        {"wounds": tuple([1 if each == varan("A1") else 0 for each in range(len(POOL.roster))])},
        {"revealed": False},
        {"sideways": True},
        {"moved": True},
        {"used": ("flamer",)},
        {"spared": True},
        {"sector": 7},
    ],
)
def test_every_count_on_the_table_and_every_state_of_a_token_is_shown(changes: dict[str, Any]) -> None:
    view = seen(mingled())
    if set(changes) <= set(Token.__struct_fields__):
        changes = {"tokens": (*view.tokens[:4], replace(view.tokens[4], **changes), *view.tokens[5:])}
    assert draw(replace(view, **changes)).png != draw(view).png


def test_each_varan_of_the_roster_looks_different() -> None:
    """NEO-02: distinguished by kind and attributes; those with the same attributes by id and skin."""
    pictures = {RENDERER.single_card(each.id).png for each in POOL.roster}  # type: ignore[union-attr]
    assert len(pictures) == len(POOL.roster) == 24


def test_seats_that_have_left_are_listed_below() -> None:
    view = crowd(2, 4)
    fewer = replace(view, tokens=(replace(view.tokens[0], sector=-1), *view.tokens[1:]))
    more = replace(fewer, tokens=(*fewer.tokens[:7], replace(fewer.tokens[7], sector=-1)))
    assert len({draw(each).png for each in (view, fewer, more)}) == 3


# ---- close-ups


def test_seats_have_close_ups_and_varans_too_if_they_are_few() -> None:
    view = seen(skirmish())
    parts = RENDERER.parts(view)
    assert list(parts)[:3] == ["seat-0", "seat-1", "varan-0"]
    assert (parts["seat-1"], parts["varan-4"]) == ("Orange square", "2.1")
    pictures = [draw(view, part=part) for part in parts]
    assert len({picture.png for picture in pictures}) == len(parts) == 10
    alts = {part: draw(view, part=part).alt for part in parts}
    assert alts["varan-0"].startswith(
        "Ann. 1.1 A3 Scout: Centre, revealed, damage 2 of 5, speed 3, fighter, "
    )
    assert "speed 2 or more" in alts["varan-3"]
    assert list(RENDERER.parts(crowd(6, 4))) == [f"seat-{seat}" for seat in range(6)]
    view = crowd(2, 1)
    left = replace(view, tokens=(replace(view.tokens[0], sector=-1), view.tokens[1]))
    assert list(RENDERER.parts(left)) == ["seat-1", "varan-1"], "who has no varans has no closer look"
