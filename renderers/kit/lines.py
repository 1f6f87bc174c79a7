"""Lines of runs: words, seats' marks, dice, coins and other signs, one after the other within a width."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import partial
from string import Formatter
from typing import Any, NamedTuple, Protocol, TypeAlias

from PIL import Image

from bot.engine.sentences import Printer, unmarked
from bot.engine.wording import AnyWording
from renderers.kit import text
from renderers.kit.fonts import ON_A_PHONE, READABLE
from renderers.kit.mosaic import Mosaic, PieceCache
from renderers.kit.outlines import Box
from renderers.kit.palette import GOLD, INK, MUTED, PAPER, TABLE
from renderers.kit.shapes import seat_mark
from renderers.kit.signs import arrow, change_colour, coin, die, plate
from renderers.kit.sprites import Sprite

TEXT = 28
LINE = 1.42
"""From line to line of a list, in heights of its words."""
_LEAST = 30
"""Pixels: where less is left, a line ends."""
_PIECES = PieceCache()


class Run(Protocol):
    """A part of a line. Equal runs look alike.

    Runs of a class with `gives_way` are drawn narrower where the rest of the line does not fit.
    """

    def draw(self, image: Image.Image, x: int, y: int, room: int) -> int:
        """Draw from the left edge `x`, centred on the height `y`. Return the width, at most `room` pixels."""


class Quiet(NamedTuple):
    """Words of less weight."""

    words: str

    def draw(self, image: Image.Image, x: int, y: int, room: int) -> int:
        """Draw it; see `Run.draw`."""
        return text.write(image, x, y, self.words, size=TEXT, colour=MUTED, room=room)


class Mark(NamedTuple):
    """The mark of a seat."""

    seat: int

    def draw(self, image: Image.Image, x: int, y: int, _: int) -> int:
        """Draw it; see `Run.draw`."""
        seat_mark(self.seat, 32).centre(image, x + 16, y)
        return 32


class Die(NamedTuple):
    """A die as it fell."""

    shown: int
    sides: int = 6
    size: int = READABLE
    """Pixels of its number, where it is written."""

    def draw(self, image: Image.Image, x: int, y: int, _: int) -> int:
        """Draw it; see `Run.draw`."""
        if self.sides == 6 and 1 <= self.shown <= 6:
            die(self.shown, self.size + 10).paste(image, x, y - self.size // 2 - 5)
            return self.size + 10
        words, half = str(self.shown), self.size // 2 + 5
        wide = max(2 * half, text.width(words, "extrabold", self.size) + 14)
        plate(image, (x, y - half, x + wide, y + half), 9, GOLD)
        text.centre(image, x + wide // 2, y, words, size=self.size, colour=INK, bold=True)
        return wide


class Coin(NamedTuple):
    """A coin as it fell."""

    heads: bool

    def draw(self, image: Image.Image, x: int, y: int, _: int) -> int:
        """Draw it; see `Run.draw`."""
        coin(self.heads, 36).paste(image, x, y - 18)
        return 36


class Stamp(NamedTuple):
    """A small picture."""

    picture: Callable[..., Sprite]
    of: tuple[object, ...]
    """The values from which the picture is drawn."""
    wide: int
    high: int

    def draw(self, image: Image.Image, x: int, y: int, _: int) -> int:
        """Draw it; see `Run.draw`."""
        self.picture(*self.of).paste(image, x, y - self.high // 2)
        return self.wide


class SignedNumber(NamedTuple):
    """Something gained or lost, in green or red."""

    by: int
    size: int = 30
    """Pixels of type."""

    def draw(self, image: Image.Image, x: int, y: int, _: int) -> int:
        """Draw it; see `Run.draw`."""
        return text.write_bold(image, x, y, signed(self.by), size=self.size, colour=change_colour(self.by))


class Arrow(NamedTuple):
    """An arrow to the next thing."""

    def draw(self, image: Image.Image, x: int, y: int, _: int) -> int:
        """Draw it; see `Run.draw`."""
        arrow(20).paste(image, x, y - 10)
        return 20


Word: TypeAlias = str | Run
"""Words as they are, or another run."""
Line: TypeAlias = tuple[Word, ...]


def signed(number: int) -> str:
    """Return a number with its sign, a true minus."""
    return f"{number:+}".replace("-", "−")


class Written(str):
    """A value that is written as text, such as a number."""

    __slots__ = ()


Value: TypeAlias = Word | list[Word] | Written | int
"""A value of a message: runs, or words that are written as text."""


def quiet_line(message: str, /, **values: Value) -> Line:
    """Return a translated message as a line with lighter words, except those in **bold**; its values stand
    where it names them.
    """
    loud = False
    words: list[Word] = []
    written = {name: value for name, value in values.items() if isinstance(value, Written | int)}
    runs: dict[str, list[Any]] = {
        name: value if isinstance(value, list) else [value]
        for name, value in values.items()
        if name not in written
    }
    places = {name: f"{{{name}}}" for name in runs}
    for before, name, _, _ in Formatter().parse(message.format_map({**places, **written})):
        for at, part in enumerate(before.split("**")):
            loud = loud != bool(at)
            if part.strip():
                words.append(part.strip() if loud else Quiet(part.strip()))
        words += runs[name] if name is not None else []
    return tuple(words)


_FIRST_SIGN = 0xE000
"""The first of the private characters that stand for signs in a sentence, one for each."""
_PARTS = re.compile("([\ue000-\uf8ff]|\\*\\*)")
Sign: TypeAlias = Callable[[Any, str], Word | list[Word]]
"""Draws a thing that a sentence names, given its value and its words. Dice are several runs."""


class SignPrinter(Printer):
    """Prints a sentence as a line of runs: marks for players, signs for other things, muted words.

    Words in **bold** are not muted.
    """

    brief = True

    def __init__(self, signs: Mapping[str, Sign]) -> None:
        """`signs` draws each kind of thing. Things without a sign are written as text."""
        self._signs = signs
        self._named: list[list[Word]] = []

    def player(self, seat: int, names: Sequence[str]) -> str:  # noqa: ARG002 - a mark says who
        """Return the mark of a player."""
        return self._placed(Mark(seat))

    def thing(self, kind: str, value: Hashable, words: str) -> str:
        """Return the sign of a thing."""
        return self._placed(self._signs[kind](value, words)) if kind in self._signs else words

    def _placed(self, sign: Word | list[Word]) -> str:
        self._named.append(sign if isinstance(sign, list) else [sign])
        return chr(_FIRST_SIGN + len(self._named) - 1)

    def line(self, sentence: str) -> Line:
        """Return a sentence that was printed by this printer, without its full stop."""
        words: list[Word] = []
        loud = False
        for part in _PARTS.split(sentence.removesuffix(".")):
            if part == "**":
                loud = not loud
            elif part[:1] >= chr(_FIRST_SIGN):
                words += [word for sign in self._named[ord(part) - _FIRST_SIGN :][:1] for word in sign]
            elif written := unmarked(part.strip()):
                words.append(written if loud else Quiet(written))
        return tuple(words)


def latest_lines(
    wording: AnyWording, view: Any, recent: Iterable[Any], signs: Mapping[str, Sign]
) -> list[Line]:
    """Return a line for each fact that is not routine, the oldest first, in the words of the channel."""
    lines = []
    for fact in recent:
        if wording.is_news(fact, view):
            printer = SignPrinter(signs)
            lines.append(printer.line(wording.describe(fact, view, [""] * view.seats, printer)))
    return [line for line in lines if line]


def draw_line(
    image: Image.Image, line: Line, x: int, y: int, right: int, *, gap: int = 10, size: int = TEXT
) -> None:
    """Draw a line centred on the height `y`, from `x` to at most `right`, `gap` pixels between its runs.

    Its words are `size` pixels high, quiet ones as well.
    """
    for at, word in enumerate(line):
        x -= gap if leans(word) else 0
        room = right - x
        if room < _LEAST:
            return
        if getattr(word, "gives_way", False):
            # What the further words take, with a gap before each but those that lean.
            after = [_wide(each, image.size, size) + (0 if leans(each) else gap) for each in line[at + 1 :]]
            room = max(room - sum(after), _LEAST)
        x += draw_word(image, word, x, y, room, size) + gap


def _wide(word: Word, room: tuple[int, int], size: int) -> int:
    """Return the full width of a word in pixels."""
    if isinstance(word, str | Quiet):
        return text.width(word if isinstance(word, str) else word.words, "semibold", size)
    wide, high = room
    return word.draw(Image.new("RGB", room), 0, high // 2, wide)


def draw_word(image: Image.Image, word: Word, x: int, y: int, room: int, size: int) -> int:
    """Draw a word of a line, as `Run.draw` does; words are `size` pixels high."""
    if isinstance(word, str):
        return text.write(image, x, y, word, size=size, colour=PAPER, room=room)
    if isinstance(word, Quiet):
        return text.write(image, x, y, word.words, size=size, colour=MUTED, room=room)
    return word.draw(image, x, y, room)


def leans(word: Word) -> bool:
    """Whether no space precedes a word: it begins with a punctuation mark."""
    words = word.words if isinstance(word, Quiet) else word if isinstance(word, str) else ""
    return words.startswith((",", ".", ":", ";", ")", "!"))


def draw_list(board: Mosaic, box: Box, lines: Sequence[Line]) -> None:
    """Draw as many lines as fit. The newest, which are the last, are kept."""
    left, top, right, bottom = box
    wide, high = right - left, round(ON_A_PHONE * LINE)
    room = max(0, (bottom - top) // high)
    for at, line in enumerate(lines[max(0, len(lines) - room) :]):
        board.lay_kept(_PIECES, (line, wide), partial(_draw_item, line, wide, high), left, top + at * high)


def _draw_item(line: Line, wide: int, high: int) -> Image.Image:
    image = Image.new("RGB", (wide, high), TABLE)
    draw_line(image, line, 2, high // 2, wide, gap=9, size=ON_A_PHONE)
    return image
