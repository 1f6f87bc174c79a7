"""The table of Arclash: what every picture keeps to, what it shows, and what it keeps to itself."""

from __future__ import annotations

import io
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageFont

from bot.engine.contract import Resign
from bot.engine.fair import Stream
from bot.engine.wording import Focus
from bot.games.arclash.cards.cards import Library, Pool
from bot.games.arclash.rules import facts
from bot.games.arclash.rules.facts import Chose, Decided, PaymentChosen, Prepared, Withdrew
from bot.games.arclash.rules.options import Options
from bot.games.arclash.rules.rules import ArclashRules
from bot.games.arclash.rules.view import ArclashView, Guard, Shown
from bot.games.arclash.wording.wording import ArclashWording
from renderers.arclash import ArclashRenderer
from renderers.arclash.latest import signs
from renderers.arclash.layout import Layout, layout
from renderers.arclash.panels import status_of
from renderers.contract import ALT_TEXT_LIMIT, Picture
from renderers.kit import fonts, text
from renderers.kit.cache import forget
from renderers.kit.lines import latest_lines
from renderers.kit.palette import SEATS, TABLE
from renderers.kit.titles import MARGIN, WIDTH
from tests.games.arclash.shipped import arclash_pool
from tests.renderers.arclash_positions import (
    NAMES,
    advancing,
    asked,
    bare,
    ended,
    every_fact,
    fighting,
    fought,
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

RENDERER = renderer_of(library())
LARGEST = 250_000
SEAT_COUNTS = (2, 3, 4, 5, 6)


def draw(view: ArclashView, **how: Any) -> Picture:
    return RENDERER.board(view, names=NAMES[: view.seats], **how)


def opened(picture: Picture) -> Image.Image:
    return Image.open(io.BytesIO(picture.png)).convert("RGB")


def panel(view: ArclashView, seat: int, recent: Any = (), **how: Any) -> bytes:
    """The picture of one seat's panel."""
    places = layout(view, len(lines(view, recent)))
    return opened(draw(view, recent=recent, **how)).crop(places.seats[seat]).tobytes()


def lines(view: ArclashView, recent: Any) -> list[Any]:
    """What a picture tells of the latest facts."""
    return latest_lines(ArclashWording(library()), view, recent, signs(pool()))


def with_place(view: ArclashView, seat: int, **changes: Any) -> ArclashView:
    places = list(view.places)
    places[seat] = msgspec.structs.replace(places[seat], **changes)
    return msgspec.structs.replace(view, places=tuple(places))


STAGES = {
    **{f"fighting {seats}": fighting(seats) for seats in SEAT_COUNTS},
    **{f"advancing {seats}": advancing(seats) for seats in SEAT_COUNTS},
    "decks": opening(2, "decks"),
    "openers": opening(5),
    "renew": table(place(0, 2, ready=True), place(1, 1), phase="renew"),
    "start": table(place(0, 2), place(1, 1), phase="start"),
    "asked": asked(),
    "won": ended(3),
    "drawn": ended(2, ()),
    "shared": ended(4, (1, 3)),
    "resigned": resigned(),
}


# --- what every picture keeps to --------------------------------------------------------------------------


@pytest.mark.parametrize("stage", STAGES)
def test_a_picture_is_a_palette_png_of_1280_pixels(stage: str) -> None:
    picture = draw(STAGES[stage], recent=every_fact())
    image = Image.open(io.BytesIO(picture.png))
    assert (image.format, image.mode) == ("PNG", "P")
    assert image.size == (picture.width, picture.height)
    assert picture.width == WIDTH == 1280
    assert picture.height <= 1700
    assert len(picture.png) <= LARGEST
    assert 0 < len(picture.alt) <= ALT_TEXT_LIMIT


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_whole_matches_are_drawn_within_the_limits(seats: int) -> None:
    """ARC-04 to ARC-15: nothing that can happen makes drawing fail, or a picture too large."""
    rules, stream, chance = ArclashRules(Library(arclash_pool())), Stream("match", bytes(32)), Random(seats)
    renderer, names = renderer_of(rules.library), NAMES[:seats]
    state = rules.setup(Options(score=6), seats, stream)
    for play in range(400):
        if rules.outcome(state) is not None:
            break
        seat = min(rules.to_act(state))
        legal = [action for action in rules.legal(state, seat) if not isinstance(action, Resign)]
        events = rules.apply(state, seat, chance.choice(legal), stream)
        if play % 5 == 0:
            viewer = seat if play % 2 else None
            draw_all(renderer, rules.view(state, viewer), names, [event.seen_by(viewer) for event in events])
    assert rules.outcome(state) is not None
    draw_all(renderer, rules.view(state, None), names, [])


def draw_all(renderer: ArclashRenderer, view: ArclashView, names: Any, seen: list[Any]) -> None:
    """Draw the table, a closer look and the hand, and hold them to their limits."""
    recent = [fact for fact in seen if fact is not None]
    pictures = [renderer.board(view, names=names, recent=recent), renderer.hand(view, names=names)]
    pictures += [renderer.board(view, names=names, part=part) for part in list(renderer.parts(view))[:1]]
    for picture in filter(None, pictures):
        assert len(picture.png) <= LARGEST
        assert picture.width == WIDTH
        assert 0 < len(picture.alt) <= ALT_TEXT_LIMIT


@pytest.mark.parametrize("told_lines", [0, 1, 4, 30])
@pytest.mark.parametrize("stage", STAGES)
def test_panels_stand_apart_and_on_the_picture(stage: str, told_lines: int) -> None:
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


@pytest.mark.parametrize("stage", STAGES)
def test_the_same_view_gives_the_same_bytes_warm_and_cold(stage: str) -> None:
    view = STAGES[stage]
    first = draw(view, recent=every_fact())
    assert draw(view, recent=every_fact()) == first
    forget()
    assert draw(view, recent=every_fact()) == first


def test_threads_draw_the_same_bytes_as_one_alone() -> None:
    views = list(STAGES.values())[:6]
    alone = [draw(view, recent=fought()) for view in views]
    forget()
    with ThreadPoolExecutor(4) as threads:
        together = list(threads.map(lambda view: draw(view, recent=fought()), views * 2))
    assert together == alone * 2


def test_another_pool_with_the_same_numbers_is_not_drawn_from_what_was_kept() -> None:
    """ARC-01: a match pins its cards by their hash."""
    first = draw(fighting(2)).png
    renamed = [msgspec.structs.replace(one, name=f"{one.name} II") for one in pool().sets[0].characters]
    other = Pool([msgspec.structs.replace(pool().sets[0], characters=tuple(renamed))])
    cards = library()
    cards.add(other)
    view = msgspec.structs.replace(fighting(2), options=Options(score=10, cards=other.hash))
    assert renderer_of(cards).board(view, names=NAMES[:2]).png != first
    assert draw(fighting(2)).png == first


def test_cards_that_are_not_there_are_not_drawn() -> None:
    with pytest.raises(KeyError):
        renderer_of(Library(Pool(()))).board(fighting(2), names=NAMES[:2])


def test_every_text_is_large_enough_to_be_read_at_half_size(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes: set[int] = set()
    made = ImageFont.truetype

    def watched(file: str, size: int, **how: Any) -> Any:
        sizes.add(size)
        return made(file, size, **how)

    monkeypatch.setattr(ImageFont, "truetype", watched)
    fonts.face.cache_clear()
    forget()
    for view in STAGES.values():
        draw(view, recent=every_fact())
    draw(fighting(2), part="seat-0")
    assert sizes
    assert min(sizes) >= 26


def test_no_text_leaves_its_panel(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each panel, title and line is a picture of its own; text past its edge would be cut off."""
    beyond: list[str] = []
    write = text.write

    def watched(board: Image.Image, x: int, y: int, words: str, **how: Any) -> int:
        wide, half = write(board, x, y, words, **how), text.capitals(how["size"]) // 2
        left = x - {"left": 0, "middle": wide // 2, "right": wide}[how.get("anchor", "left")]
        if left < 0 or left + wide > board.width - 4 or y - half < 2 or y + half > board.height - 2:
            beyond.append(words)
        return wide

    monkeypatch.setattr(text, "write", watched)
    forget()
    long = "W" * 40
    for view in STAGES.values():
        RENDERER.board(view, names=[long] * view.seats, recent=every_fact())
        RENDERER.board(view, names=NAMES[: view.seats], recent=every_fact(), part="seat-1")
    rich = table(
        place(0, 4, score=50, hand=30, deck=30), place(1), options=Options(score=50, cards=pool().hash)
    )
    draw(rich)
    assert beyond == []


def test_our_own_words_are_in_the_font() -> None:
    words = "’s hand · Turn 3 first to 10/10 +50 −25 printed 4 more … × resigned ready choosing"
    assert all(letter == " " or fonts.has_glyph(letter, "extrabold") for letter in words)
    assert all(letter == " " or fonts.has_glyph(letter, "semibold") for letter in words)


# --- what is shown ----------------------------------------------------------------------------------------


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
def test_what_changes_at_a_seat_changes_its_panel_alone(changes: dict[str, Any]) -> None:
    view = table(
        place(0, 4, ("AID-01", 50)), place(1, 3, ("AID-02", -25), power=999, supports=shown("AID-04"))
    )
    view = with_place(view, 1, stack=stack(1, 4), parts=(*view.places[1].parts, *view.places[0].parts))
    other = with_place(view, 0, **changes)
    assert panel(view, 0) != panel(other, 0)
    assert layout(view, 0) == layout(other, 0)
    assert panel(view, 1) == panel(other, 1)


def test_what_makes_the_power_is_shown_by_its_source() -> None:
    """ARC-08, ARC-10."""
    plain = table(place(0, 1, ("AID-01", 50), ("AID-02", -25)), place(1))
    views = [
        plain,
        table(place(0, 1, ("AID-01", 50), ("AID-03", -25)), place(1)),
        table(place(0, 1, ("AID-01", 25), ("AID-02", 0)), place(1)),
        table(place(0, 1, ("AID-01", 50), ("AID-02", -25), ("AID-04", 0)), place(1)),
    ]
    assert len({draw(view).png for view in views}) == 4


def test_the_highest_power_stands_out() -> None:
    """ARC-11: the same power looks otherwise when somebody has more."""
    low, high = table(place(0, 2), place(1, 1)), table(place(0, 2), place(1, 1, power=900))
    assert panel(low, 0) != panel(high, 0)


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
def test_who_is_ready_is_shown_and_nothing_else(phase: Any) -> None:
    """ARC-15."""
    made = (bare(), bare()) if phase in ("decks", "openers") else (place(0), place(1))
    waiting = table(*made, phase=phase)
    ready = with_place(waiting, 0, ready=True)
    assert [status_of(ready, seat) for seat in (0, 1)] == [("tick", "ready"), ("sand", "choosing")]
    assert panel(waiting, 0) != panel(ready, 0)
    assert panel(waiting, 1) == panel(ready, 1)


def test_each_seat_s_part_in_the_match_is_told_in_a_word() -> None:
    assert [status_of(fighting(3), seat)[1] for seat in range(3)] == ["", "passed", "to play"]
    assert [status_of(asked(), seat)[1] for seat in range(3)] == ["", "to choose", ""]
    assert status_of(advancing(4), 3) == ("tick", "stands")
    assert status_of(resigned(), 2) == ("", "resigned")
    assert status_of(ended(), 0) == ("tick", "won")
    assert status_of(STAGES["start"], 0) == ("", "")


def test_each_seat_has_a_shape_as_well_as_a_colour() -> None:
    """In grey too, panels of the same content are told apart."""
    same = with_place(table(place(0), place(1), place(2), place(3)), 0)
    view = msgspec.structs.replace(same, places=(same.places[0],) * 4)
    image, places = opened(RENDERER.board(view, names=["Ann"] * 4)).convert("L"), layout(view, 0)
    marks = []
    for left, top, _, _ in places.seats:
        mark = image.crop((left + 18, top + 12, left + 64, top + 58))
        marks.append(mark.point(lambda value: 255 if value > 105 else 0).tobytes())
    assert len(set(marks)) == 4


def test_a_stack_shows_the_cards_below() -> None:
    """ARC-08: the abilities of all levels stay in force."""
    below = [
        stack(0, 4),
        (Shown(9, "CLO-01"), *stack(0, 4)[1:]),
        (*stack(0, 2), Shown(9, "MOS-03"), stack(0, 4)[3]),
    ]
    views = [with_place(table(place(0, 4), place(1, 4)), 0, stack=one) for one in below]
    assert len({panel(view, 0) for view in views}) == 3


def test_stacks_and_supports_of_any_number_find_their_place() -> None:
    deep = (*stack(0, 4), *shown("CLO-04", "OWL-04", "MOS-04", first=70))
    many = shown(*["AID-01", "AID-02", "AID-03"] * 8, first=200)
    for seats in (2, 6):
        view = with_place(fighting(seats), 0, stack=deep, supports=many)
        assert_apart(layout(view, 4))
        assert draw(view).height <= 1700


def test_winners_have_their_banner() -> None:
    """ARC-14."""
    fills = [opened(draw(ended(2, winners))).getpixel((640, 14)) for winners in ((0,), (1,), ())]
    assert fills[:2] == [SEATS[0].colour, SEATS[1].colour]
    assert len(set(fills)) == 3


def test_focus_points_out_seats_to_who_asked() -> None:
    """The places that a menu names are seats."""
    view = fighting(4)
    assert draw(view, focus=Focus()).png == draw(view).png
    pointed = {
        "chosen": draw(view, focus=Focus(chosen=3)).png,
        "target": draw(view, focus=Focus(targets={3: "−50"})).png,
        "reach": draw(view, focus=Focus(reach=frozenset({3}))).png,
        "none": draw(view).png,
    }
    assert len(set(pointed.values())) == 4
    assert draw(view, focus=Focus(chosen=99, targets={-4: "x"})).png == draw(view).png


# --- what happened last -----------------------------------------------------------------------------------


def test_every_kind_of_fact_is_told_or_left_out_on_purpose() -> None:
    quiet = {facts.Chose, facts.Prepared, facts.PaymentChosen, facts.Withdrew, facts.TurnBegan}
    quiet |= {facts.Recovered, facts.MatchOver, facts.WayAsked}
    known = set(facts.ArclashFact.__args__)
    quiet |= {facts.SupportStage, facts.Revealed, facts.Passed, facts.Drew, facts.Refilled}
    assert {type(fact) for fact in every_fact() if lines(fighting(2), (fact,))} == known - quiet


@pytest.mark.parametrize("at", range(len(every_fact())))
def test_each_fact_is_drawn(at: int) -> None:
    fact = every_fact()[at]
    view = fighting(2)
    assert (draw(view, recent=(fact,)).png != draw(view).png) == bool(lines(view, (fact,)))


def test_dice_are_drawn_as_they_fell() -> None:
    """ARC-11: ties are settled by dice that all can see."""
    views = {
        draw(fighting(2), recent=(facts.TieRolled("battle", (0, 1), rolls, 0),)).png
        for rolls in (((3, 2),), ((4, 2),), ((3, 1),), ((3, 3), (6, 1)))
    }
    assert len(views) == 4


def test_the_newest_facts_are_kept_when_there_is_no_room_for_all() -> None:
    many = tuple([facts.Forbidden(at % 2, number(0, 1)) for at in range(40)])
    last = (facts.Played(0, Shown(1, "AID-01")),)
    assert draw(fighting(2), recent=many + last).png != draw(fighting(2), recent=last + many).png
    assert draw(fighting(2), recent=last + many).png == draw(fighting(2), recent=many).png


# --- hidden information -----------------------------------------------------------------------------------


def test_nothing_of_the_viewer_s_own_is_on_the_table_but_what_it_put_down() -> None:
    """ARC-15: what is shown to one seat in private is its own face-down card, in its own panel."""
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
    assert draw(private).png == draw(public).png
    assert draw(private).alt == draw(public).alt
    placed = msgspec.structs.replace(private, placed=Shown(44, number(1, 3)))
    assert panel(placed, 1) != panel(private, 1)
    others = [panel(placed, seat) == panel(private, seat) for seat in (0, 2)]
    assert others == [True, True]
    assert "Baker" not in draw(placed).alt


def test_a_spectator_s_table_has_no_face_down_card() -> None:
    view = msgspec.structs.replace(advancing(3), placed=Shown(44, number(1, 3)))
    assert draw(view).png == draw(msgspec.structs.replace(view, placed=None)).png


def test_facts_for_one_seat_alone_are_never_told() -> None:
    """ARC-15: neither what it chose, nor what it pays, nor what it drew."""
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


# --- closer looks -----------------------------------------------------------------------------------------


def test_each_seat_with_a_stack_can_be_looked_at_closely() -> None:
    view = fighting(6)
    offered = RENDERER.parts(view)
    assert list(offered) == [f"seat-{seat}" for seat in range(6)]
    assert offered["seat-2"] == "Mint triangle"
    pictures = [draw(view, part=part) for part in offered]
    assert len({picture.png for picture in pictures}) == 6
    for picture in pictures:
        assert picture.width == 1280
        assert len(picture.png) <= LARGEST
        assert 0 < len(picture.alt) <= ALT_TEXT_LIMIT
    assert RENDERER.parts(opening(4)) == {}


def test_an_unknown_part_is_the_whole_table() -> None:
    for part in ("seat-9", "seat-x", "north", ""):
        assert draw(fighting(2), part=part).png == draw(fighting(2)).png


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
def test_a_closer_look_shows_everything_of_the_seat(changes: dict[str, Any]) -> None:
    view = fighting(2)
    assert draw(view, part="seat-0").png != draw(with_place(view, 0, **changes), part="seat-0").png


def test_a_closer_look_is_the_same_for_every_viewer() -> None:
    view = fighting(2)
    own = msgspec.structs.replace(view, viewer=0, hand=shown("OWL-01"), placed=Shown(3, "HAR-02"))
    assert draw(own, part="seat-0") == draw(view, part="seat-0")


# --- in words ---------------------------------------------------------------------------------------------


# --- anything at all --------------------------------------------------------------------------------------

_NUMBERS = st.sampled_from(sorted(pool().cards))
_PLACES = st.builds(
    lambda seat, level, supports, score, power, guards, out: place(
        seat,
        level,
        *[(one, 25) for one in supports],
        supports=shown(*supports),
        score=score,
        power=power,
        guards=guards,
        out=out,
    ),
    st.integers(0, 5),
    st.integers(1, 4),
    st.lists(_NUMBERS, max_size=9),
    st.integers(0, 99),
    st.integers(0, 9999),
    st.lists(st.just(Guard("AID-02", ("debuff", "level-down", "discard"), "stack")), max_size=3).map(tuple),
    st.booleans(),
)


@settings(max_examples=30)
@given(
    st.lists(_PLACES, min_size=2, max_size=6),
    st.text(max_size=45),
    st.sampled_from(("start", "advance", "battle", "support", "end", "renew")),
    st.lists(st.sampled_from(every_fact()), max_size=12),
    st.integers(1, 50),
)
def test_no_table_and_no_name_makes_drawing_fail(
    places: list[Any], called: str, phase: Any, recent: list[Any], target: int
) -> None:
    view = table(*places, phase=phase, options=Options(score=target, cards=pool().hash))
    picture = RENDERER.board(view, names=[called] * len(places), recent=recent)
    assert 0 < len(picture.alt) <= ALT_TEXT_LIMIT
    assert len(picture.png) <= LARGEST
    assert picture.height <= 1700
    assert opened(picture).getpixel((1, 1)) == TABLE
