"""Drawings from `data/art`: outlines as text, so that artists need no Python.

A drawing follows its name in brackets, one part a line, from back to front: a tone, a shape with its numbers
and points, and transformations, as in `m smooth -0.5,0.3 0,0.4 0.5,0.3 turn 38 both`. Without a shape the
points are corners of a polygon. A disc, an oval, a band and a star are drawn around each of their points.
Words after a name transform the whole drawing. An indented line continues the part above; # begins a comment.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from bot.engine.spelling import nearest
from renderers.kit.outlines import (
    Drawing,
    Outline,
    Part,
    Point,
    band,
    disc,
    mirrored,
    moved,
    oval,
    smooth,
    star,
    taper,
    turned,
)

FOLDER = Path(__file__).resolve().parents[2] / "data" / "art"

_Numbers: TypeAlias = Sequence[float]


class ArtError(Exception):
    """A file of drawings cannot be read; the sentence names the file and the line."""


class _Word(NamedTuple):
    """A word of a line with what follows it."""

    word: str
    numbers: list[float]
    points: list[Point]


class _Shape(NamedTuple):
    """How a shape is drawn: how many numbers and, at least, points it takes, and its outlines."""

    numbers: tuple[int, ...]
    points: int
    outlines: Callable[[_Numbers, Outline], list[Outline]]


_CORNERS = _Shape((0,), 3, lambda _, points: [points])
_SHAPES: Mapping[str, _Shape] = {
    "smooth": _Shape((0, 1), 3, lambda n, points: [smooth(points, *map(int, n))]),
    "taper": _Shape((2, 3), 2, lambda n, points: [taper(points, n[0], n[1], *map(int, n[2:]))]),
    "disc": _Shape((1,), 1, lambda n, points: [disc(x, y, *n) for x, y in points]),
    "oval": _Shape((2, 3), 1, lambda n, points: [oval(x, y, *n) for x, y in points]),
    "band": _Shape((2, 4), 1, lambda n, points: [band(x, y, *n) for x, y in points]),
    "star": _Shape((3, 4), 1, lambda n, points: [moved(star(int(n[0]), *n[1:]), x, y) for x, y in points]),
}
"""The numbers of `smooth` are the steps from point to point; of `taper` the half widths of its ends, then
steps; of `oval` both radii and its turn; of `band` both radii and its ends in degrees; of `star` how many
points it has, both radii and its turn."""
_CHANGES: Mapping[str, tuple[int, int, Callable[[Outline, _Numbers, Outline], list[Outline]]]] = {
    "turn": (1, 0, lambda outline, n, _: [turned(outline, n[0])]),
    "move": (0, 1, lambda outline, _, points: [moved(outline, *points[0])]),
    "stretch": (0, 1, lambda outline, _, points: [_stretched(outline, *points[0])]),
    "both": (0, 0, lambda outline, _, __: [outline, mirrored(outline)]),
    "flip": (0, 0, lambda outline, _, __: [_stretched(outline, 1, -1)]),
    "right": (0, 0, lambda outline, _, __: [[(x, y) for x, y in outline if x >= 0]]),
}
"""How many numbers and points each takes; `both` adds the mirror image, `right` keeps the right half."""


def _stretched(points: Outline, wide: float, high: float) -> Outline:
    return [(x * wide, y * high) for x, y in points]


@lru_cache(maxsize=16)
def drawings(file: str) -> Mapping[str, Drawing]:
    """Return the drawings of a file of `data/art` by name. Raises `ArtError`."""
    return read_drawings(FOLDER / f"{file}.txt")


def read_drawings(path: Path) -> Mapping[str, Drawing]:
    """Return the drawings of a file by name. Raises `ArtError`."""
    drawings: dict[str, Drawing] = {}
    tones = ""
    name, changes = "", list[_Word]()
    for number, line in _lines(path):
        try:
            if line.startswith("tones "):
                tones = "".join(line.split()[1:])
            elif line.startswith("["):
                name, changes = _heading(line, drawings)
                drawings[name] = ()
            else:
                drawings[name] += _changed(_parts(_words(line), tones), changes)
        except KeyError:
            raise ArtError(
                f"{path.name}, line {number}: write the name of the drawing above it, as [name]"
            ) from None
        except ValueError as fault:
            raise ArtError(f"{path.name}, line {number}: {fault}") from None
    if empty := next((name for name, drawing in drawings.items() if not drawing), ""):
        raise ArtError(f"{path.name}: [{empty}] has no parts")
    return MappingProxyType(drawings)


def _lines(path: Path) -> Iterator[tuple[int, str]]:
    """Yield each line that says something, with its number and with the indented lines below it."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as fault:
        raise ArtError(f"{path.name} cannot be read: {fault}") from None
    begun: tuple[int, str] | None = None
    for number, line in enumerate(text.splitlines(), 1):
        said = line.split("#", 1)[0].rstrip()
        if said.startswith(" ") and begun is not None:
            begun = (begun[0], begun[1] + said)
        elif said:
            if begun is not None:
                yield begun
            begun = (number, said)
    if begun is not None:
        yield begun


def _heading(line: str, found: Mapping[str, Drawing]) -> tuple[str, list[_Word]]:
    name, end, rest = line[1:].partition("]")
    if not end or not name:
        raise ValueError("write the name of a drawing as [name]")
    if name in found:
        raise ValueError(f"there is a drawing {name} above")
    return name, _words(rest)


def _words(line: str) -> list[_Word]:
    """Return the words of a line, each with the numbers and points that follow it."""
    words = list[_Word]()
    for token in line.split():
        if token.isidentifier():
            words.append(_Word(token, [], []))
            continue
        try:
            value = tuple(map(float, token.split(",")))
        except ValueError:
            value = ()
        if not words or not 1 <= len(value) <= 2:
            raise ValueError(f"{token} is no number, no point such as 0.5,-0.3 and no word")
        if len(value) == 2:
            words[-1].points.append((value[0], value[1]))
        else:
            words[-1].numbers.append(value[0])
    return words


def _parts(words: list[_Word], tones: str) -> Drawing:
    tone, *rest = words
    if len(tone.word) > 1 or tone.word not in tones:
        raise ValueError(f"there is no tone {tone.word}; the tones are {' '.join(tones)}")
    shape, drawn = _CORNERS, tone
    if not tone.points:
        if not rest:
            raise ValueError("write points, or a shape with its points")
        drawn, *rest = rest
        shape = _SHAPES[_known(drawn.word, _SHAPES)]
    if len(drawn.numbers) not in shape.numbers or len(drawn.points) < shape.points:
        numbers = " or ".join(map(str, shape.numbers))
        raise ValueError(f"{drawn.word} takes numbers: {numbers}, and points: at least {shape.points}")
    return _changed(
        tuple([Part(tone.word, each) for each in shape.outlines(drawn.numbers, drawn.points)]), rest
    )


def _changed(drawing: Drawing, changes: list[_Word]) -> Drawing:
    for word, numbers, points in changes:
        takes_numbers, takes_points, change = _CHANGES[_known(word, _CHANGES)]
        if (len(numbers), len(points)) != (takes_numbers, takes_points):
            raise ValueError(f"{word} takes numbers: {takes_numbers}, and points: {takes_points}")
        drawing = tuple([Part(tone, new) for tone, old in drawing for new in change(old, numbers, points)])
    return drawing


def _known(word: str, known: Mapping[str, object]) -> str:
    if word in known:
        return word
    meant = nearest(word, known)
    raise ValueError(f"there is no {word}" + (f"; was {meant} meant?" if meant else ""))
