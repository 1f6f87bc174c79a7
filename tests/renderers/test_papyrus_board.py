"""The board of Papyrus: properties of every picture, and its content."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from bot.base.language import speaking
from bot.base.languages.catalogues import language
from bot.engine.contract import Outcome
from bot.engine.grid import square_name
from bot.engine.wording import Focus
from bot.games.papyrus.rules.facts import Healed, Hurt, Moved, Resigned, Shot
from bot.games.papyrus.rules.options import Kind, Kinds, Options
from bot.games.papyrus.rules.view import PapyrusView, Unit
from renderers.contract import Picture
from renderers.kit.palette import SEATS
from renderers.kit.titles import WIDTH
from renderers.papyrus import window
from renderers.papyrus.labels import Labels
from renderers.papyrus.layout import MAX_HEIGHT, layout
from renderers.papyrus.units import _short_name
from tests.renderers.pixels import opened
from tests.renderers.positions import NAMES, RENDERER, fight, picking, position, shot

LARGEST, LARGEST_OF_1200_SQUARES = 122_000, 137_000


def draw(view: PapyrusView, **how: Any) -> Picture:
    return RENDERER.board(view, names=NAMES[: view.seats], **how)


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


def test_every_field_from_8_by_6_to_40_by_30_has_room() -> None:
    for columns in range(8, 41):
        for rows in range(6, 31):
            places = layout(columns, rows)
            assert places.left >= 40
            assert places.right <= WIDTH - 40
            assert places.height <= MAX_HEIGHT
            assert places.cell >= 29


def test_after_deployment_the_picture_does_not_depend_on_the_viewer() -> None:
    """PAP-24: nothing is hidden then, so all see the same picture."""
    view = position()
    others = [msgspec.structs.replace(view, viewer=viewer) for viewer in (0, 1, None)]
    assert len({draw(other).png for other in others}) == 1


UNIT = position().units[1]


@pytest.mark.parametrize(
    "change",
    [
        {"turn": 1},
        {"pool": 6, "phase": "moving"},
        {"round": 5},
        {"barriers": (100,)},
        {"out": (False, True)},
        {"outcome": Outcome((0,), (1, 0), "The last squad standing"), "phase": "over", "turn": -1},
        *[
            {"units": (position().units[0], msgspec.structs.replace(UNIT, **unit), *position().units[2:])}
            for unit in ({"hp": 7}, {"square": 5}, {"kind": Kind.RPG}, {"number": 9}, {"acted": True})
        ],
    ],
)
def test_changes_of_the_match_or_a_unit_change_the_picture(change: dict[str, Any]) -> None:
    view = position()
    assert draw(msgspec.structs.replace(view, **change)).png != draw(view).png


def test_hit_miss_critical_and_nick_look_different() -> None:
    view = position()
    pictures = {
        draw(view, recent=(shot(view, 0, 12, grade, damage),)).png
        for grade, damage in (("hit", 2), ("hit", 5), ("miss", 0), ("critical", 2), ("nick", 2))
    }
    assert len(pictures) == 5


def test_two_moves_of_a_unit_in_one_turn_are_drawn_as_one_path() -> None:
    view = position()
    whole = Moved(1, (40, 41, 42, 58))
    legs = (Moved(1, (40, 41)), Moved(1, (41, 42, 58)))
    assert draw(view, recent=legs).png == draw(view, recent=(whole,)).png


def test_a_unit_killed_by_splash_is_marked_on_its_former_square() -> None:
    """PAP-18, PAP-20: it has left the board, but the fact has its square."""
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
    with_mark = opened(draw(after, recent=(blast(fallen_at),)))
    without = opened(draw(after, recent=(blast(-1),)))
    assert with_mark.getpixel(places.centre(fallen_at)) != without.getpixel(places.centre(fallen_at))


def test_while_squads_are_picked_only_the_viewer_s_squad_is_shown() -> None:
    """PAP-02: the picture depends only on the view."""
    assert draw(picking((Kind.SMG,))).png != draw(picking((Kind.RPG,))).png
    assert draw(picking(ready=(False, True))).png != draw(picking()).png


@pytest.mark.parametrize("kinds", Kinds)
def test_each_choice_of_kinds_is_drawn(kinds: Kinds) -> None:
    view = picking((Kind.SMG,), options=Options(kinds=kinds))
    assert len(draw(view).png) <= LARGEST


def test_the_alt_text_has_the_turn_the_last_shot_and_the_strength() -> None:
    view = position()
    alt = draw(view, recent=(Moved(1, (3, 4)), shot(view, 0, 12, "critical", 4))).alt
    target = square_name(view.units[12].square, view.width)
    assert alt.startswith("Papyrus. Round 4: Ann to play, moves are over, attacks go on. ●SMG-1 (")
    assert f"hits critically ■Sniper-1 ({target}): " in alt
    assert "blast" not in alt
    assert "Ann 10 units, " in alt
    assert alt.endswith(" HP.")


def test_the_alt_text_has_resignations_and_awaited_seats() -> None:
    gone = msgspec.structs.replace(position(), out=(False, True))
    told = draw(gone, recent=(Resigned(1),)).alt
    assert "Ben resigns; the squad leaves the board. " in told
    assert "Ben out." in told
    alt = draw(picking(ready=(False, True))).alt
    assert alt.endswith("are picked in secret. 1 of 2 has chosen. Waiting for Ann.")


def test_the_german_alt_text_has_plural_forms() -> None:
    view, fought = position(each=1, phase="moving", pool=1), position()
    with speaking(language("de")):
        assert draw(view).alt == (
            "Papyrus. Runde 4: Ann ist am Zug, noch 1 Feld zum Ziehen. "
            f"Ann 1 Einheit, {view.units[0].hp} HP. Ben 1 Einheit, {view.units[1].hp} HP."
        )
        assert "●Medic-1 heilt ●Shotgun-1, jetzt 9 HP." in draw(fought, recent=(Healed(3, 1, 9),)).alt


def test_units_are_drawn_only_in_the_colours_of_their_seat() -> None:
    view = position(seats=4)
    image = opened(draw(view))
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
    """Return all units in adjacent rows, on a field without a hill."""
    units = [
        msgspec.structs.replace(unit, square=(top + at // columns) * view.width + left + at % columns)
        for at, unit in enumerate(view.units)
    ]
    options = msgspec.structs.replace(view.options, hill=False)
    return msgspec.structs.replace(view, units=tuple(units), options=options, barriers=())


def test_labels_cover_no_unit_and_no_other_label(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two sides in a block, where the line of each shot is full of units, and on the largest field."""
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


def test_unused_ground_is_cut_off_and_units_are_larger() -> None:
    view = gathered(position(), 5, 4, 5)
    shown = window(view, (), None)
    assert shown is not None
    whole, cut = layout(view.width, view.height), layout(view.width, view.height, shown)
    assert all(cut.shows(unit.square) for unit in view.units)
    assert cut.cell > 1.5 * whole.cell
    assert draw(view).height == cut.height


def test_events_and_highlights_are_never_cut_off() -> None:
    view = gathered(position(), 5, 4, 5)
    far = view.width * view.height - 1
    for recent, focus in (((Moved(1, (far, far - 1)),), None), ((), Focus(None, frozenset({far}), {}))):
        shown = window(view, recent, focus)
        assert shown is None or layout(view.width, view.height, shown).shows(far)
    assert window(msgspec.structs.replace(view, phase="placing"), (), None) is None


def test_if_ground_is_cut_off_the_whole_field_is_offered_and_in_films() -> None:
    view = gathered(position(), 5, 4, 5)
    assert RENDERER.parts(view) == {RENDERER.film_part: "Whole field"}
    assert RENDERER.parts(msgspec.structs.replace(view, phase="placing")) == {}
    whole = layout(view.width, view.height, legend=True)
    assert draw(view, part=RENDERER.film_part).height == whole.height != draw(view).height


@pytest.mark.parametrize(("cell", "name"), [(150, "Medic-3"), (120, "Med-3"), (75, "M3")])
def test_a_unit_shows_the_number_of_its_name(cell: int, name: str) -> None:
    assert _short_name(Unit(0, Kind.MEDIC, 3, 0), cell) == name
