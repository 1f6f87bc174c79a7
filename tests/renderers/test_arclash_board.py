"""The table of Arclash: properties of every picture, its content, and what it hides."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from bot.games.arclash.cards.cards import Library, Pool
from bot.games.arclash.rules import facts
from bot.games.arclash.rules.facts import Chose, Decided, PaymentChosen, Prepared, Withdrew
from bot.games.arclash.rules.options import Options
from bot.games.arclash.rules.view import ArclashView, Guard, Shown
from bot.games.arclash.wording.wording import ArclashWording
from renderers.arclash.cards import signs
from renderers.arclash.layout import Layout, layout
from renderers.arclash.panels import status_of
from renderers.contract import Picture
from renderers.kit.lines import latest_lines
from renderers.kit.palette import SEATS
from renderers.kit.titles import MARGIN, WIDTH
from tests.renderers.arclash_positions import (
    NAMES,
    RENDERER,
    STAGES,
    advancing,
    asked,
    bare,
    ended,
    fighting,
    library,
    number,
    opening,
    place,
    pool,
    renderer_of,
    resigned,
    shown,
    stack,
    table,
)
from tests.renderers.pixels import opened


def draw(view: ArclashView, **how: Any) -> Picture:
    return RENDERER.board(view, names=NAMES[: view.seats], **how)


def panel(view: ArclashView, seat: int, recent: Any = (), **how: Any) -> bytes:
    """Return the picture of one seat's panel."""
    places = layout(view, len(lines(view, recent)))
    return opened(draw(view, recent=recent, **how)).crop(places.seats[seat]).tobytes()


def lines(view: ArclashView, recent: Any) -> list[Any]:
    """Return the lines of the latest facts on a picture."""
    return latest_lines(ArclashWording(library()), view, recent, signs(pool()))


def with_place(view: ArclashView, seat: int, **changes: Any) -> ArclashView:
    places = list(view.places)
    places[seat] = msgspec.structs.replace(places[seat], **changes)
    return msgspec.structs.replace(view, places=tuple(places))


# ---- properties of every picture


@pytest.mark.parametrize("told_lines", [0, 1, 4, 30])
@pytest.mark.parametrize("stage", STAGES)
def test_panels_do_not_overlap_and_are_inside_the_picture(stage: str, told_lines: int) -> None:
    """ARC-04: two to six seats."""
    view = STAGES[stage]
    places = layout(view, told_lines)
    assert len(places.seats) == len(places.sizes) == view.seats
    assert (places.news is not None) == bool(told_lines)
    assert_apart(places)


def assert_apart(places: Layout) -> None:
    boxes = [*places.seats, *filter(None, [places.news])]
    for at, first in enumerate(boxes):
        assert first[0] >= MARGIN
        assert first[2] <= WIDTH - MARGIN
        assert 0 < first[1] < first[3] <= places.height
        for second in boxes[at + 1 :]:
            assert (
                first[2] <= second[0]
                or second[2] <= first[0]
                or first[3] <= second[1]
                or second[3] <= first[1]
            )


def test_another_pool_with_the_same_numbers_is_not_drawn_from_the_cache() -> None:
    """ARC-01: a match pins its cards by their hash."""
    first = draw(fighting(2)).png
    renamed = [msgspec.structs.replace(one, name=f"{one.name} II") for one in pool().sets[0].characters]
    other = Pool([msgspec.structs.replace(pool().sets[0], characters=tuple(renamed))])
    cards = library()
    cards.add(other)
    view = msgspec.structs.replace(fighting(2), options=Options(score=10, cards=other.hash))
    assert renderer_of(cards).board(view, names=NAMES[:2]).png != first
    assert draw(fighting(2)).png == first
    with pytest.raises(KeyError):
        renderer_of(Library(Pool(()))).board(fighting(2), names=NAMES[:2])


# ---- content


@pytest.mark.parametrize(
    "changes",
    [
        {"score": 8},
        {"hand": 7},
        {"deck": 3},
        {"discard": shown("HAR-01")},
        {"power": 935},
        {"supports": shown("AID-01")},
        {"supports": shown("AID-02")},
        {"stack": stack(0, 3)},
        {"stack": (*stack(0, 3), Shown(7, "CLO-04"))},
        {"stack": (Shown(5, "EMB-01"), *stack(0, 4)[1:])},
        {"guards": (Guard("AID-02", ("discard",), "turn"),)},
        {"last": "won"},
        {"ready": True},
        {"done": True},
        {"out": True},
    ],
)
def test_a_change_of_a_seat_changes_only_its_panel(changes: dict[str, Any]) -> None:
    view = table(
        place(0, 4, ("AID-01", 50)), place(1, 3, ("AID-02", -25), power=999, supports=shown("AID-04"))
    )
    view = with_place(view, 1, stack=stack(1, 4), parts=(*view.places[1].parts, *view.places[0].parts))
    other = with_place(view, 0, **changes)
    assert panel(view, 0) != panel(other, 0)
    assert layout(view, 0) == layout(other, 0)
    assert panel(view, 1) == panel(other, 1)


def test_parts_of_the_power_have_their_source_and_a_stack_shows_the_cards_below() -> None:
    """ARC-08, ARC-10, ARC-11: the same power is drawn differently when another seat has more."""
    views = [
        table(place(0, 1, ("AID-01", 50), ("AID-02", -25)), place(1)),
        table(place(0, 1, ("AID-01", 50), ("AID-03", -25)), place(1)),
        table(place(0, 1, ("AID-01", 25), ("AID-02", 0)), place(1)),
        table(place(0, 1, ("AID-01", 50), ("AID-02", -25), ("AID-04", 0)), place(1)),
        table(place(0, 1, ("AID-01", 50), ("AID-02", -25)), place(1, 1, power=900)),
    ]
    below = [
        stack(0, 4),
        (Shown(9, "CLO-01"), *stack(0, 4)[1:]),
        (*stack(0, 2), Shown(9, "MOS-03"), stack(0, 4)[3]),
    ]
    views += [with_place(table(place(0, 4), place(1, 4)), 0, stack=one) for one in below]
    assert len({panel(view, 0) for view in views}) == len(views)


def test_the_order_of_the_supports_and_whose_turn_it_is_are_shown() -> None:
    """ARC-10."""
    views = [
        fighting(3),
        fighting(3, order=(2, 1, 0)),
        fighting(3, current=0),
        with_place(fighting(3), 0, done=True),
    ]
    headers = {opened(draw(view)).crop((0, 0, WIDTH, 88)).tobytes() for view in views}
    assert len(headers) == 4


@pytest.mark.parametrize("phase", ["decks", "openers", "advance", "renew"])
def test_only_readiness_is_shown(phase: Any) -> None:
    """ARC-15."""
    made = (bare(), bare()) if phase in ("decks", "openers") else (place(0), place(1))
    waiting = table(*made, phase=phase)
    ready = with_place(waiting, 0, ready=True)
    assert [status_of(ready, seat) for seat in (0, 1)] == [("tick", "ready"), ("sand", "choosing")]
    assert panel(waiting, 0) != panel(ready, 0)
    assert panel(waiting, 1) == panel(ready, 1)


def test_each_seat_has_a_word_for_its_state() -> None:
    assert [status_of(fighting(3), seat)[1] for seat in range(3)] == ["", "passed", "to play"]
    assert [status_of(asked(), seat)[1] for seat in range(3)] == ["", "to choose", ""]
    assert status_of(advancing(4), 3) == ("tick", "stands")
    assert status_of(resigned(), 2) == ("", "resigned")
    assert status_of(ended(), 0) == ("tick", "won")
    assert status_of(STAGES["start"], 0) == ("", "")


def test_each_seat_has_a_shape_as_well_as_a_colour() -> None:
    """Panels with the same content differ in greyscale too."""
    same = with_place(table(place(0), place(1), place(2), place(3)), 0)
    view = msgspec.structs.replace(same, places=(same.places[0],) * 4)
    image, places = opened(RENDERER.board(view, names=["Ann"] * 4)).convert("L"), layout(view, 0)
    marks = []
    for left, top, _, _ in places.seats:
        mark = image.crop((left + 18, top + 12, left + 64, top + 58))
        marks.append(mark.point(lambda value: 255 if value > 105 else 0).tobytes())
    assert len(set(marks)) == 4


def test_stacks_and_supports_of_any_number_have_room() -> None:
    deep = (*stack(0, 4), *shown("CLO-04", "OWL-04", "MOS-04", first=70))
    many = shown(*["AID-01", "AID-02", "AID-03"] * 8, first=200)
    for seats in (2, 6):
        view = with_place(fighting(seats), 0, stack=deep, supports=many)
        assert_apart(layout(view, 4))
        assert draw(view).height <= 1700


# ---- latest events


def test_dice_are_drawn_with_their_results() -> None:
    """ARC-11: ties are decided by public dice."""
    views = {
        draw(fighting(2), recent=(facts.TieRolled("battle", (0, 1), rolls, 0),)).png
        for rolls in (((3, 2),), ((4, 2),), ((3, 1),), ((3, 3), (6, 1)))
    }
    assert len(views) == 4


def test_without_room_for_all_the_newest_facts_are_shown() -> None:
    many = tuple([facts.Forbidden(at % 2, number(0, 1)) for at in range(40)])
    last = (facts.Played(0, Shown(1, "AID-01")),)
    assert draw(fighting(2), recent=many + last).png != draw(fighting(2), recent=last + many).png
    assert draw(fighting(2), recent=last + many).png == draw(fighting(2), recent=many).png


# ---- hidden information


def test_the_only_private_card_on_the_table_is_the_viewer_s_face_down_one() -> None:
    """ARC-15: the only private data shown to a seat is its own face-down card, in its own panel."""
    public = advancing(3)
    private = msgspec.structs.replace(
        public,
        viewer=1,
        hand=shown("HAR-01", "AID-04", first=300),
        deck=("HAR-01",) * 30,
        looking=shown("OWL-03", first=400),
        paying=shown("AID-04", first=500),
        owed=1,
    )
    assert draw(private) == draw(public)
    placed = msgspec.structs.replace(private, placed=Shown(44, number(1, 3)))
    changed = [panel(placed, seat) != panel(private, seat) for seat in (0, 1, 2)]
    assert changed == [False, True, False]
    assert "Baker" not in draw(placed).alt
    spectator = msgspec.structs.replace(placed, viewer=None)
    assert draw(spectator).png == draw(public).png
    assert draw(placed, part="seat-0") == draw(public, part="seat-0"), "a closer look is the same for all"


def test_private_facts_are_never_shown() -> None:
    """ARC-15: neither its choice, nor its payment, nor its draw."""
    card = Shown(3, "OWL-04")
    own = (
        Chose(0, "advance", True, card),
        Prepared(0, card, 2),
        PaymentChosen(0, card, 1),
        Withdrew(0, "advance"),
        Chose(0, "deck", True, None, "The Night Owls"),
        Decided(0, "AID-01", "card", None, card),
    )
    view = advancing(2, 0)
    assert lines(view, own) == []
    looked = facts.Looked(0, "AID-02", 1, "hand", 2)
    assert lines(view, (msgspec.structs.replace(looked, cards=(card, card)),)) == lines(view, (looked,))


# ---- close-ups


def test_each_seat_with_a_stack_has_a_close_up() -> None:
    view = fighting(6)
    offered = RENDERER.parts(view)
    assert list(offered) == [f"seat-{seat}" for seat in range(6)]
    assert list(offered.values()) == [style.called.capitalize() for style in SEATS]
    pictures = [draw(view, part=part) for part in offered]
    assert len({picture.png for picture in pictures}) == 6
    assert RENDERER.parts(opening(4)) == {}


@pytest.mark.parametrize(
    "changes",
    [
        {"stack": stack(0, 3)},
        {"supports": ()},
        {"power": 1},
        {"score": 1},
        {"discard": ()},
        {"guards": (Guard("AID-02", ("discard",), "next-turn"),)},
        {"parts": ()},
    ],
)
def test_a_close_up_shows_everything_of_the_seat(changes: dict[str, Any]) -> None:
    view = fighting(2)
    assert draw(view, part="seat-0").png != draw(with_place(view, 0, **changes), part="seat-0").png
