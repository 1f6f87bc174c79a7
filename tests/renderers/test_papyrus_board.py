"""The board of Papyrus: what every picture keeps to, and what it shows."""

from __future__ import annotations

import io
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageFont

from bot.engine.contract import Outcome
from bot.engine.grid import column_name, square_name
from bot.engine.wording import Focus
from bot.games.papyrus.rules.facts import Hurt, Moved, Resigned, Shot
from bot.games.papyrus.rules.options import Kind, Kinds, Options
from bot.games.papyrus.rules.view import PapyrusView, Unit
from bot.games.papyrus.wording.wording import PapyrusWording
from renderers.contract import ALT_TEXT_LIMIT, Picture
from renderers.kit import fonts
from renderers.kit.cache import forget
from renderers.kit.palette import SEATS
from renderers.kit.titles import WIDTH
from renderers.papyrus import PapyrusRenderer
from renderers.papyrus.labels import Labels
from renderers.papyrus.layout import MAX_HEIGHT, layout
from renderers.papyrus.units import _short_name
from renderers.papyrus.window import window
from tests.renderers.positions import NAMES, fight, picking, position, shot

RENDERER = PapyrusRenderer(PapyrusWording())
LARGEST, LARGEST_OF_1200_SQUARES = 122_000, 137_000


def draw(view: PapyrusView, **how: Any) -> Picture:
    return RENDERER.board(view, names=NAMES[: view.seats], **how)


def opened(picture: Picture) -> Image.Image:
    return Image.open(io.BytesIO(picture.png))


def ended(view: PapyrusView, winners: tuple[int, ...]) -> PapyrusView:
    outcome = Outcome(winners, (10,) * view.seats, "The last squad standing")
    return msgspec.structs.replace(view, phase="over", turn=-1, pool=0, outcome=outcome)


STAGES = {
    "moving": position(phase="moving"),
    "attacking": position(),
    "picking": picking(),
    "picking, seen by all": picking(viewer=None, squad=()),
    "placing": position(phase="placing", turn=-1, round=0, pool=0),
    "won": ended(position(), (1,)),
    "drawn": ended(position(), ()),
}


@pytest.mark.parametrize("stage", STAGES)
def test_a_picture_is_a_palette_png_of_1280_pixels(stage: str) -> None:
    picture = draw(STAGES[stage])
    image = opened(picture)
    assert (image.format, image.mode) == ("PNG", "P")
    assert image.size == (picture.width, picture.height)
    assert picture.width == WIDTH == 1280
    assert len(picture.png) <= LARGEST
    assert 0 < len(picture.alt) <= ALT_TEXT_LIMIT


@pytest.mark.parametrize(
    ("width", "height", "seats", "squad"),
    [
        (8, 6, 2, 1),
        (8, 6, 4, 6),
        (40, 30, 4, 30),
        (8, 30, 2, 10),
        (40, 6, 2, 30),
        (16, 12, 2, 10),
        (24, 18, 3, 20),
    ],
)
def test_extremes_stay_within_size_and_bytes(width: int, height: int, seats: int, squad: int) -> None:
    view = position(width, height, seats, squad)
    facts = fight(view, seat=1, shots=30) + fight(view, seat=0, moves=30, shots=30)
    picture = draw(view, recent=facts)
    assert picture.width == WIDTH
    assert picture.height <= MAX_HEIGHT
    assert len(picture.png) <= (LARGEST if width * height < 1200 else LARGEST_OF_1200_SQUARES)


def test_every_field_from_8_by_6_to_40_by_30_finds_its_place() -> None:
    for columns in range(8, 41):
        for rows in range(6, 31):
            places = layout(columns, rows)
            assert places.left >= 40
            assert places.right <= WIDTH - 40
            assert places.height <= MAX_HEIGHT
            assert places.cell >= 29


def test_the_same_view_gives_the_same_bytes_warm_and_cold() -> None:
    view = position()
    facts = fight(view)
    first = draw(view, recent=facts)
    assert draw(view, recent=facts) == first
    forget()
    assert draw(view, recent=facts) == first


def test_threads_draw_the_same_bytes_as_one_alone() -> None:
    views = [position(seed=seed) for seed in range(6)]
    alone = [draw(view, recent=fight(view)) for view in views]
    forget()
    with ThreadPoolExecutor(4) as threads:
        together = list(threads.map(lambda view: draw(view, recent=fight(view)), views * 3))
    assert together == alone * 3


def test_the_order_in_which_matches_are_drawn_changes_nothing() -> None:
    first, second = position(seed=7), position(20, 14, 3, 12, seed=8)
    before = draw(first)
    draw(second)
    assert draw(first) == before


def test_the_viewer_alone_changes_nothing_after_deployment() -> None:
    """PAP-24: nothing is hidden then, so all see the same picture."""
    view = position()
    others = [msgspec.structs.replace(view, viewer=viewer) for viewer in (0, 1, None)]
    assert len({draw(other).png for other in others}) == 1


def test_every_text_is_large_enough_to_be_read_at_half_size(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes: set[int] = set()
    made = ImageFont.truetype

    def watched(file: str, size: int, **how: Any) -> Any:
        sizes.add(size)
        return made(file, size, **how)

    monkeypatch.setattr(ImageFont, "truetype", watched)
    fonts.face.cache_clear()
    for view in (*STAGES.values(), position(40, 30, 4, 30, seed=11), position(8, 6, 2, 4, seed=12)):
        draw(view, recent=fight(view) if view.units else ())
    assert sizes
    assert min(sizes) >= 26


def test_our_own_words_are_in_the_font() -> None:
    words = (
        "’s turn to move attacking Papyrus · Round of choosing… ready × To place: − crit nick miss healed 4/6"
    )
    assert all(character == " " or fonts.has_glyph(character, "extrabold") for character in words)
    assert all(character == " " or fonts.has_glyph(character, "semibold") for character in words)


@pytest.mark.parametrize(
    "change",
    [
        {"turn": 1},
        {"pool": 6, "phase": "moving"},
        {"round": 5},
        {"barriers": (100,)},
        {"out": (False, True)},
        {"outcome": Outcome((0,), (1, 0), "The last squad standing"), "phase": "over", "turn": -1},
    ],
)
def test_what_changes_in_the_match_changes_the_picture(change: dict[str, Any]) -> None:
    view = position()
    assert draw(msgspec.structs.replace(view, **change)).png != draw(view).png


@pytest.mark.parametrize(
    "change", [{"hp": 7}, {"square": 5}, {"kind": Kind.RPG}, {"number": 9}, {"acted": True}]
)
def test_what_changes_in_a_unit_changes_the_picture(change: dict[str, Any]) -> None:
    view = position()
    units = (*view.units[:1], msgspec.structs.replace(view.units[1], **change), *view.units[2:])
    assert draw(msgspec.structs.replace(view, units=units)).png != draw(view).png


def test_hit_miss_critical_and_nick_look_different() -> None:
    view = position()
    pictures = {
        draw(view, recent=(shot(view, 0, 12, grade, damage),)).png
        for grade, damage in (("hit", 2), ("hit", 5), ("miss", 0), ("critical", 2), ("nick", 2))
    }
    assert len(pictures) == 5


def test_two_moves_of_a_unit_in_one_turn_are_drawn_as_one_way() -> None:
    view = position()
    whole = Moved(1, (40, 41, 42, 58))
    legs = (Moved(1, (40, 41)), Moved(1, (41, 42, 58)))
    assert draw(view, recent=legs).png == draw(view, recent=(whole,)).png


def test_a_unit_that_fell_to_splash_is_marked_where_it_stood() -> None:
    """PAP-18, PAP-20: it has left the board, but the fact tells its square."""
    view = position()
    rpg = next(number for number, unit in enumerate(view.units) if unit.kind is Kind.RPG and unit.seat == 0)
    units = list(view.units)
    units[11] = msgspec.structs.replace(units[11], square=-1, hp=0)
    after = msgspec.structs.replace(view, units=tuple(units))

    def blast(square: int) -> Shot:
        hurt = (Hurt(12, 8, 2, after.units[12].square), Hurt(11, 5, 0, square))
        return Shot(rpg, 12, after.units[rpg].square, after.units[12].square, 4, 5, "hit", 8, hurt)

    places = layout(view.width, view.height)
    fallen_at = view.units[11].square
    with_mark = opened(draw(after, recent=(blast(fallen_at),))).convert("RGB")
    without = opened(draw(after, recent=(blast(-1),))).convert("RGB")
    assert with_mark.getpixel(places.centre(fallen_at)) != without.getpixel(places.centre(fallen_at))


def test_focus_is_drawn_for_who_asked_and_left_out_for_others() -> None:
    view = position(phase="moving")
    reach = frozenset({17, 18, 19} - {unit.square for unit in view.units} - set(view.barriers))
    pointed = Focus(view.units[0].square, reach, {view.units[12].square: "4/6"})
    plain = draw(view)
    assert draw(view, focus=pointed).png != plain.png
    assert draw(view, focus=Focus()).png == plain.png


def test_focus_on_squares_off_the_map_is_passed_over() -> None:
    view = position()
    assert draw(view, focus=Focus(9999, frozenset({-4, 5000}), {7777: "4/6"})).png == draw(view).png


def test_while_squads_are_picked_only_the_viewer_s_own_is_shown() -> None:
    """PAP-02: the picture follows the view and nothing else."""
    assert draw(picking((Kind.SMG,))).png != draw(picking((Kind.RPG,))).png
    assert draw(picking(ready=(False, True))).png != draw(picking()).png


@pytest.mark.parametrize("kinds", Kinds)
def test_each_choice_of_kinds_can_be_picked_from(kinds: Kinds) -> None:
    view = picking((Kind.SMG,), options=Options(kinds=kinds))
    assert len(draw(view).png) <= LARGEST


def test_the_alt_text_tells_how_the_match_ended() -> None:
    view = position(seats=3)
    assert draw(ended(view, (1,))).alt.startswith("Papyrus. Ben wins.")
    assert draw(ended(view, (0, 2))).alt.startswith("Papyrus. Ann and Cleo win.")
    assert draw(ended(view, ())).alt.startswith("Papyrus. A draw.")


def test_the_alt_text_tells_the_turn_the_last_shot_and_what_is_left() -> None:
    view = position()
    alt = draw(view, recent=(Moved(1, (3, 4)), shot(view, 0, 12, "critical", 4))).alt
    target = square_name(view.units[12].square, view.width)
    assert alt.startswith("Papyrus. Round 4: Ann to play, moves are over, attacks go on. ●SMG-1 (")
    assert f"hits critically ■Sniper-1 ({target}): " in alt
    assert "blast" not in alt
    assert "Ann 10 units, " in alt
    assert alt.endswith(" HP.")


def test_the_alt_text_tells_a_resignation_and_who_is_out() -> None:
    gone = msgspec.structs.replace(position(), out=(False, True))
    told = draw(gone, recent=(Resigned(1),)).alt
    assert "Ben resigns; the squad leaves the board. " in told
    assert "Ben out." in told


def test_the_alt_text_while_picking_tells_who_is_waited_for() -> None:
    alt = draw(picking(ready=(False, True))).alt
    assert alt.endswith("are picked in secret. 1 of 2 has chosen. Waiting for Ann.")


def test_columns_are_lettered_past_z() -> None:
    """PAP-01."""
    assert [column_name(column) for column in (0, 25, 26, 39)] == ["A", "Z", "AA", "AN"]
    assert square_name(6 * 16 + 2, 16) == "C7"


@settings(max_examples=25)
@given(
    names=st.lists(st.text(max_size=45), min_size=0, max_size=4),
    seats=st.integers(2, 4),
    stage=st.sampled_from(("moving", "attacking", "picking", "placing", "over")),
    seed=st.integers(0, 5),
)
def test_no_name_and_no_stage_makes_drawing_fail(names: list[str], seats: int, stage: str, seed: int) -> None:
    view = position(10, 8, seats, 5, seed, phase=stage)
    if stage in ("picking", "placing"):
        view = msgspec.structs.replace(view, turn=-1, round=0, pool=0)
    if stage == "over":
        view = ended(view, (seed % seats,))
    picture = RENDERER.board(view, names=names, recent=fight(view))
    assert len(picture.alt) <= ALT_TEXT_LIMIT
    assert picture.alt
    assert len(picture.png) <= LARGEST


def test_units_of_each_seat_are_drawn_in_its_colours_and_no_other_seat_s() -> None:
    view = position(seats=4)
    image = opened(draw(view)).convert("RGB")
    places = layout(view.width, view.height)
    for unit in view.units:
        if unit.acted:
            continue
        left, top = places.corner(unit.square)
        cell = image.crop((left, top, left + places.cell, top + places.cell))
        pixels = list(cell.get_flattened_data())
        shares = [sum(pixels.count(tone) for tone in style.tones[1:8]) for style in SEATS[:4]]
        assert shares[unit.seat] > len(pixels) // 8
        assert shares.index(max(shares)) == unit.seat


def gathered(view: PapyrusView, left: int, top: int, columns: int) -> PapyrusView:
    """All units in rows side by side, on a field without a hill."""
    units = [
        msgspec.structs.replace(unit, square=(top + at // columns) * view.width + left + at % columns)
        for at, unit in enumerate(view.units)
    ]
    options = msgspec.structs.replace(view.options, hill=False)
    return msgspec.structs.replace(view, units=tuple(units), options=options, barriers=())


def test_labels_cover_no_unit_and_no_other_label(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two sides in a block, where each shot's own line is full of units, and on the largest field."""
    drawn: list[Labels] = []
    made = Labels.__init__

    def watched(labels: Labels, *given: Any) -> None:
        made(labels, *given)
        drawn.append(labels)

    monkeypatch.setattr(Labels, "__init__", watched)
    for view in (gathered(position(), 5, 4, 5), position(40, 30, 4, 30), position(8, 6, 4, 6)):
        draw(view, recent=fight(view, moves=0, shots=10))
    assert [len(labels.boxes) >= 5 for labels in drawn] == [True] * 3
    for labels in drawn:
        for number, box in enumerate(labels.boxes):
            assert labels._occupied.isdisjoint(labels._covered(box))
            for left, top, right, bottom in labels.boxes[:number]:
                assert box[2] <= left or box[0] >= right or box[3] <= top or box[1] >= bottom


def test_ground_far_from_everything_is_cut_off_and_units_grow() -> None:
    view = gathered(position(), 5, 4, 5)
    shown = window(view, (), None)
    assert shown is not None
    whole, cut = layout(view.width, view.height), layout(view.width, view.height, shown)
    assert all(cut.shows(unit.square) for unit in view.units)
    assert cut.cell > 1.5 * whole.cell
    assert draw(view).height == cut.height


def test_what_is_told_and_pointed_out_is_never_cut_off() -> None:
    view = gathered(position(), 5, 4, 5)
    far = view.width * view.height - 1
    for recent, focus in (((Moved(1, (far, far - 1)),), None), ((), Focus(None, frozenset({far}), {}))):
        shown = window(view, recent, focus)
        assert shown is None or layout(view.width, view.height, shown).shows(far)
    assert window(msgspec.structs.replace(view, phase="placing"), (), None) is None


def test_a_film_shows_the_whole_field_in_all_its_boards() -> None:
    view = gathered(position(), 5, 4, 5)
    whole = layout(view.width, view.height, legend=True)
    assert draw(view, part=RENDERER.film_part).height == whole.height != draw(view).height


def test_where_ground_is_cut_off_the_whole_field_can_be_asked_for() -> None:
    view = gathered(position(), 5, 4, 5)
    assert RENDERER.parts(view) == {RENDERER.film_part: "Whole field"}
    assert RENDERER.parts(msgspec.structs.replace(view, phase="placing")) == {}


@pytest.mark.parametrize(("cell", "name"), [(150, "Medic-3"), (120, "Med-3"), (75, "M3")])
def test_a_unit_bears_its_number_in_its_name(cell: int, name: str) -> None:
    assert _short_name(Unit(0, Kind.MEDIC, 3, 0), cell) == name
