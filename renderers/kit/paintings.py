"""Pictures painted over those before them.

From one move to the next most of a table stays as it is. So the latest pictures are kept as they were
painted, and one that is much like one of them is painted where they differ. The bytes are those of a picture
painted whole.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from threading import Lock
from typing import Final, NamedTuple

from PIL import Image

from renderers.kit import cache
from renderers.kit.outlines import Box
from renderers.kit.png import Palette, Sheet


class Painter(NamedTuple):
    """How a layer is painted."""

    box: Box
    """The pixels that it may touch."""
    paint: Callable[[Image.Image, int, int], object]
    """Paints it on an image whose upper left corner is this point of the picture."""


class Layer(NamedTuple):
    """Something that is laid on a picture."""

    key: Hashable
    """Everything that determines its look and its position."""
    load: Callable[[], Painter]
    """Draws what is not kept of it."""


class Painting:
    """A picture as it was painted, with the layers it was painted of."""

    def __init__(self, sheet: Sheet, layers: Sequence[Layer]) -> None:
        self.sheet = sheet
        boxes: list[Box] = []
        for layer in layers:
            box, paint = layer.load()
            paint(sheet.image, 0, 0)
            boxes.append(box)
        self._note(layers, boxes)

    @property
    def cost(self) -> int:
        """Bytes that it takes, about."""
        return self.sheet.cost + 500 * len(self._places)

    def has(self, keys: Iterable[Hashable]) -> int:
        """Return how many of these layers it has."""
        return sum([key in self._places for key in keys])

    def become(self, high: int, layers: Sequence[Layer]) -> None:
        """Paint the picture of other layers, which is so many pixels high, over this one.

        A layer is in its place if those below it that were kept are in the same order.
        """
        kept, last = dict[int, int](), -1
        for number, layer in enumerate(layers):
            place = self._places.get(layer.key, -1)
            if place > last:
                kept[number] = last = place
        staying = set(kept.values())
        changed = [box for place, box in enumerate(self._boxes) if place not in staying]
        if high != self.sheet.high:
            changed.append((0, min(high, self.sheet.high), self.sheet.wide, high))
            self.sheet.become(high)
        loaded = {number: layer.load() for number, layer in enumerate(layers) if number not in kept}
        changed += [painter.box for painter in loaded.values()]
        boxes = [self._boxes[kept[n]] if n in kept else loaded[n].box for n in range(len(layers))]
        for area in joined(changed, self.sheet.image.size):
            part = self.sheet.cleared(area)
            for number, box in enumerate(boxes):
                if _overlap(box, area):
                    if number not in loaded:
                        loaded[number] = layers[number].load()
                    loaded[number].paint(part, *area[:2])
        self._note(layers, boxes)

    def _note(self, layers: Sequence[Layer], boxes: Sequence[Box]) -> None:
        self._places, self._boxes = {layer.key: place for place, layer in enumerate(layers)}, boxes


def joined(boxes: Iterable[Box], size: tuple[int, int]) -> list[Box]:
    """Return boxes that contain these as far as they are in a picture, no two of which overlap."""
    apart: list[Box] = []
    for left, top, right, bottom in boxes:
        box = max(0, left), max(0, top), min(size[0], right), min(size[1], bottom)
        if box[0] >= box[2] or box[1] >= box[3]:
            continue
        while meeting := [each for each in apart if _overlap(each, box)]:
            apart = [each for each in apart if each not in meeting]
            lefts, tops, rights, bottoms = zip(box, *meeting, strict=True)
            box = min(lefts), min(tops), max(rights), max(bottoms)
        apart.append(box)
    return apart


def _overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


class Paintings:
    """The latest paintings of a process. Safe to use from several threads: each has its own."""

    def __init__(self) -> None:
        self._lock = Lock()
        self.kept: list[Painting] = []
        """The one used last is the last."""

    def png(
        self, size: tuple[int, int], palette: Palette, colour: int, layers: Sequence[Layer], large: int
    ) -> bytes:
        """Return a picture as PNG, on a ground in the colour of this number; see `Sheet.packed`."""
        painting = self._take(size[0], palette, [layer.key for layer in layers])
        if painting is None:
            painting = Painting(Sheet(size, palette, colour), layers)
        else:
            painting.become(size[1], layers)
        png = painting.sheet.packed(large)
        with self._lock:
            self.kept.append(painting)
            while sum([each.cost for each in self.kept]) > cache.BUDGET.for_paintings:
                del self.kept[0]
        return png

    def clear(self) -> None:
        """Drop all."""
        with self._lock:
            self.kept.clear()

    def _take(self, wide: int, palette: Palette, keys: Sequence[Hashable]) -> Painting | None:
        """Take the painting out that has most of the layers, at least half of them."""
        with self._lock:
            fitting = [
                (painting.has(keys), painting)
                for painting in self.kept
                if painting.sheet.wide == wide and painting.sheet.palette is palette
            ]
            most, best = max(fitting, key=lambda each: each[0], default=(0, None))
            if best is None or 2 * most < len(keys):
                return None
            self.kept.remove(best)
            return best


PAINTINGS: Final = Paintings()
"""The paintings of this process."""
cache.clears(PAINTINGS.clear)
