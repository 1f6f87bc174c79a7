"""Cached pieces of pictures never change a picture."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from itertools import combinations, product
from pathlib import Path
from typing import Any

import msgspec
import pytest
from PIL import Image

import renderers
from bot.engine.wording import Focus
from bot.games.arclash.cards.cards import Pool
from bot.games.arclash.rules.options import Options
from bot.games.papyrus.wording.wording import PapyrusWording
from bot.games.registry import GAMES
from bot.host.settings import Settings
from renderers.arclash import panels
from renderers.contract import Picture
from renderers.crossfire import panels as numbers
from renderers.crossfire import squares
from renderers.kit.cache import BUDGET, Budget, Cache, Sized, forget
from renderers.kit.cards import tiles
from renderers.kit.mosaic import Mosaic
from renderers.kit.outlines import Box
from renderers.kit.palette import GOLD, LIT_PANEL, TABLE
from renderers.kit.shapes import seat_mark
from renderers.kit.signs import Frame, framed, lay_framed
from renderers.kit.titles import WIDTH
from renderers.neocombat import ground
from renderers.papyrus import PapyrusRenderer
from renderers.papyrus.board import ACROSS, DOWN, Board, Layer
from renderers.papyrus.field import Ground
from renderers.papyrus.layout import layout
from tests.renderers.arclash_positions import fighting, full_hand, holding, library, pool, renderer_of, shown
from tests.renderers.crossfire_positions import FORMS, crowded, table
from tests.renderers.positions import NAMES, fight, picking, position


def boards_of_papyrus() -> Iterator[Picture]:
    """Draw one field with changing units, wounds, arrows, labels, and highlighted squares."""
    renderer, first = PapyrusRenderer(PapyrusWording()), position()
    yield renderer.board(picking(), names=NAMES[:2])
    yield renderer.board(picking(viewer=None, squad=()), names=NAMES[:2])
    yield renderer.board(position(phase="placing", turn=-1, round=0, pool=0), names=NAMES[:2])
    for seed in range(3):
        view = position(seed=seed, barriers=first.barriers, turn=seed % 2)
        reach = frozenset(set(range(192)) - {unit.square for unit in view.units} - set(view.barriers))
        focus = Focus(view.units[0].square, reach, {view.units[12].square: "4/6"})
        recent = fight(view, seat=1) + fight(view, seat=0)
        yield renderer.board(view, names=NAMES[:2], recent=recent)
        yield renderer.board(view, names=NAMES[:2], recent=recent[: len(recent) // 2], focus=focus)


def tables_of_crossfire() -> Iterator[Picture]:
    """Draw tables and hands of a random match."""
    renderer = GAMES["crossfire"].renderer
    for plays in range(10, 42, 8):
        view, facts = table(plays=plays)
        yield renderer.board(view, names=NAMES[:2], recent=facts)
        hand = renderer.hand(view, names=NAMES[:2])
        assert hand is not None
        yield hand


Drawn = Callable[[], Iterator[Picture]]


@pytest.mark.parametrize("pictures", [boards_of_papyrus, tables_of_crossfire])
def test_a_picture_does_not_depend_on_earlier_ones(pictures: Drawn) -> None:
    forget()
    along = list(pictures())
    alone = []
    drawn = pictures()
    for _ in along:
        forget()
        alone.append(next(drawn))
    assert [each.png for each in along] == [each.png for each in alone]


def test_a_layer_paints_only_its_box(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise it would be cut off where the next tile is cached."""
    wrong: list[Layer] = []
    made = Board.picture

    def watched(self: Board, alt: str) -> Picture:
        for layer in self._layers:
            image = Image.new("RGB", self._size)
            layer.paint(image)
            image.paste(0, cut(layer.box, self._size))
            wrong.extend([layer] * (image.getbbox() is not None))
        return made(self, alt)

    monkeypatch.setattr(Board, "picture", watched)
    assert list(boards_of_papyrus())
    assert wrong == []


def cut(box: Box, size: tuple[int, int]) -> Box:
    """Return the part of a box inside a picture."""
    return max(0, box[0]), max(0, box[1]), min(size[0], box[2]), min(size[1], box[3])


def test_only_changed_tiles_are_painted(monkeypatch: pytest.MonkeyPatch) -> None:
    """The mark covers one tile, or all four where they meet."""
    painted: list[list[tuple[int, int]]] = []
    paint = Board._painted

    def watched(self: Board, tiles: Sequence[tuple[Box, Sequence[int]]]) -> Image.Image:
        painted.append([box[:2] for box, _ in tiles])
        return paint(self, tiles)

    monkeypatch.setattr(Board, "_painted", watched)
    places = layout(16, 12)
    mark = seat_mark(1, 20)

    def picture(x: int, y: int) -> bytes:
        board = Board(Ground(places, (), (), ()))
        board.stamp(mark, x, y)
        return board.picture("").png

    forget()
    first = picture(ACROSS + 5, DOWN + 5)
    assert len(painted.pop()) == -(-WIDTH // ACROSS) * -(-places.height // DOWN)
    second = picture(2 * ACROSS - 10, 2 * DOWN - 10)
    assert painted.pop() == [(x * ACROSS, y * DOWN) for y in (1, 2) for x in (1, 2)]
    assert picture(ACROSS + 5, DOWN + 5) == first != second
    assert painted.pop() == []
    forget()
    assert picture(2 * ACROSS - 10, 2 * DOWN - 10) == second


def counted(monkeypatch: pytest.MonkeyPatch, module: object, name: str) -> list[object]:
    """Return a list of the first argument of each call of a function."""
    calls: list[object] = []
    call = getattr(module, name)

    def watched(*given: object) -> object:
        calls.append(given[0])
        return call(*given)

    monkeypatch.setattr(module, name, watched)
    return calls


def test_a_hand_with_another_title_uses_the_same_tiles(monkeypatch: pytest.MonkeyPatch) -> None:
    renderer, cards = renderer_of(library()), full_hand()
    drawn = counted(monkeypatch, tiles, "_draw_tile")
    forget()
    renderer.hand(holding(*cards), names=NAMES[:2])
    assert len(drawn) == len(cards)
    drawn.clear()
    assert renderer.hand(holding(*cards), names=NAMES[2:4]) is not None
    assert drawn == []


def test_only_changed_squares_of_a_table_are_drawn_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    drawn = counted(monkeypatch, squares, "_drawn")
    renderer = GAMES["crossfire"].renderer
    forget()
    first, facts = table(plays=30)
    renderer.board(first, names=NAMES[:2], recent=facts)
    whole = len(drawn)
    drawn.clear()
    then, facts = table(plays=31)
    renderer.board(then, names=NAMES[:2], recent=facts)
    assert len(drawn) <= whole / 3


def test_only_changed_parts_of_a_panel_are_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """A row, or the line with the score: not the panel."""
    drawn = counted(monkeypatch, panels._Part, "drawn")
    view, renderer = fighting(), renderer_of(library())
    first = view.places[0]
    more = [
        msgspec.structs.replace(first, hand=first.hand + 1),
        msgspec.structs.replace(first, power=first.power + 5),
        msgspec.structs.replace(first, supports=(shown("AID-05", first=950)[0], *first.supports[1:])),
    ]
    forget()
    renderer.board(view, names=NAMES[:2])
    assert len(drawn) > 15
    for place in more:
        drawn.clear()
        renderer.board(msgspec.structs.replace(view, places=(place, view.places[1])), names=NAMES[:2])
        assert len(drawn) == 1


@pytest.mark.parametrize("named", ["Ben", "Åland (Çg)", "ก็ที่นี่ ผู้ใหญ่"])
def test_rows_of_a_panel_look_the_same_drawn_together(named: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are where letters reach beyond a row."""
    together, made = counted(monkeypatch, panels, "_draw_rows"), pool().sets[0]
    renamed = [msgspec.structs.replace(one, name=f"{named} {one.level}") for one in made.characters]
    other = Pool([msgspec.structs.replace(made, characters=tuple(renamed))])
    cards, options = library(), Options(score=10, cards=other.hash)
    cards.add(other)
    for seats in (2, 4, 6):
        forget()
        together.clear()
        view = msgspec.structs.replace(fighting(seats), options=options)
        usual = renderer_of(cards).board(view, names=NAMES[:seats])
        assert (len(together) > seats) == (named == "Ben")
        forget()
        with monkeypatch.context() as patched:
            patched.setattr(panels, "_are_within", lambda *_: False)
            assert renderer_of(cards).board(view, names=NAMES[:seats]) == usual


def test_a_laid_frame_is_the_drawn_one() -> None:
    frame, size = Frame(16, LIT_PANEL, GOLD, 5), (300, 200)
    laid, whole = Mosaic(*size), Mosaic(*size)
    lay_framed(laid, (10, 20, 290, 190), frame)
    image = Image.new("RGB", size, TABLE)
    framed(image, (10, 20, 290, 190), *frame)
    whole.lay(image, 0, 0)
    assert laid.painted().tobytes() == whole.painted().tobytes()


def test_only_changed_numbers_of_a_panel_are_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn, whole = counted(monkeypatch, numbers, "_drawn"), counted(monkeypatch, numbers, "_draw_panel")
    view, renderer = crowded(), GAMES["crossfire"].renderer
    forget()
    renderer.board(view, names=NAMES[:2])
    assert (len(drawn) >= 6, len(whole)) == (True, 2)
    for changes in ({"packs": (view.packs[0] - 1, *view.packs[1:])}, {"hands": (9, *view.hands[1:])}):
        drawn.clear()
        whole.clear()
        renderer.board(msgspec.structs.replace(view, **changes), names=NAMES[:2])
        assert (len(drawn), whole) == (1, [])


@pytest.mark.parametrize("form", FORMS)
def test_a_panel_looks_the_same_drawn_whole(form: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is where a part reaches the rim, or a name that has a line of its own the parts below it."""
    renderer, long = GAMES["crossfire"].renderer, ("Ann the long name: going on", "B", "C", "D")
    for plays, named in product((20, 40, 90), (NAMES, long)):
        view, _ = table(form, plays=plays)
        forget()
        usual = renderer.board(view, names=named[: view.seats])
        forget()
        with monkeypatch.context() as patched:
            patched.setattr(numbers, "_are_apart", lambda *_: False)
            assert renderer.board(view, names=named[: view.seats]) == usual


def test_craters_do_not_overlap() -> None:
    """Each is kept with the ground around it."""
    boxes = list[Box]()

    class Watched(Mosaic):
        def lay_kept(self, pieces: Any, key: Any, draw: Any, x: int, y: int) -> None:
            image = draw()
            boxes.append((x, y, x + image.width, y + image.height))

    ground.lay_ground(Watched(WIDTH, 1700), 50, 1650)
    assert len(boxes) == 20
    for one, other in combinations(boxes, 2):
        assert one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
    assert max((box[2] - box[0]) * (box[3] - box[1]) for box in boxes) < 40_000, "small enough to stay ready"


def test_no_module_has_two_caches_of_one_name() -> None:
    """The second would replace the first, which caches nothing then."""
    for file in Path(*renderers.__path__).rglob("*.py"):
        assigned = [node for node in ast.parse(file.read_text()).body if isinstance(node, ast.Assign)]
        names = Counter([ast.unparse(target) for node in assigned for target in node.targets])
        assert [name for name, times in names.items() if times > 1] == [], file


def test_a_small_budget_changes_no_picture() -> None:
    usual = BUDGET.bytes // 2**20
    forget()
    along = [each.png for each in (*boards_of_papyrus(), *tables_of_crossfire())]
    BUDGET.set(0)
    try:
        assert [each.png for each in (*boards_of_papyrus(), *tables_of_crossfire())] == along
        BUDGET.set(1)
        assert [each.png for each in (*boards_of_papyrus(), *tables_of_crossfire())] == along
        assert BUDGET.held <= BUDGET.bytes
    finally:
        BUDGET.set(usual)


def test_the_budget_is_enough_for_the_tables_of_many_matches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else each board draws all its pieces anew, because those of other matches came between."""
    renderer, keep, made = renderer_of(library()), Budget.keep, list[int]()

    def watched(self: Budget, cache: Cache[Any], key: Hashable, piece: Sized) -> None:
        if cache.packs:
            made.append(piece.cost)
        keep(self, cache, key, piece)

    monkeypatch.setattr(Budget, "keep", watched)
    view = fighting(6)

    def draw_all() -> int:
        made.clear()
        for match in range(200):
            renderer.board(view, names=[f"{name} {match}" for name in NAMES])
        return sum(made)

    forget()
    assert draw_all() > BUDGET.bytes, "unpacked they would not fit"
    assert draw_all() > 0, "what is dropped is packed from its second time on"
    assert draw_all() == 0


def test_the_budget_fits_twice_into_the_memory_of_a_worker() -> None:
    """Otherwise a worker would be replaced repeatedly, and cache nothing; and it is what the settings say."""
    usual = Settings()
    assert usual.picture_cache * 2 <= usual.worker_memory
    assert usual.picture_cache * 2**20 == BUDGET.bytes
