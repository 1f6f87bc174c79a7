"""The words of a TOML file, and the bounds it has to keep before anybody parses it.

Parsing TOML can take seconds on a file made for that (long dotted keys, deep nesting), so size, lines, depth
and counts are looked at first, by one pass that takes time in proportion to the size.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator

import msgspec

from bot.base.language import gettext, grouped
from bot.engine.sentences import hidden
from bot.engine.spelling import keyboard_signs


class Bounds(msgspec.Struct, frozen=True):
    """How large a card file may be."""

    size: int = 64 * 1024
    """Bytes."""
    line: int = 2000
    """Characters of a line."""
    depth: int = 12
    """Brackets and braces within each other."""
    key: int = 4
    """Parts of a dotted key."""
    tables: int = 600
    """Headers, as in [decks.tide] and [[characters]]."""
    cards: int = 300
    decks: int = 20
    findings: int = 100
    """Findings listed of one file, at most; a last line says that there are more."""


UPLOADED = Bounds()
"""What people upload."""
SHIPPED = Bounds(size=256 * 1024)
"""The bounds of the bot's own files."""


class Token(msgspec.Struct, frozen=True, gc=False):
    """A word, a string, a bracket, a comma, an equals sign, a full stop or the end of a line."""

    kind: str
    """`word`, `string`, `newline`, or the character itself."""
    text: str
    line: int


class Trespass(Exception):  # noqa: N818 - it reads as a sentence
    """A file goes beyond the bounds: its code, line and sentence."""

    def __init__(self, code: str, line: int, sentence: str) -> None:
        super().__init__(sentence)
        self.code, self.line, self.sentence = code, line, sentence


_TOKEN = re.compile(
    r"""(?P<space>[ \t\r]+|\#[^\n]*)
    |(?P<newline>\n)
    |(?P<string>\"{3}(?:[^\"\\]|\\.|\"(?!\"\"))*(?:\"{3,5}|\Z)|'{3}(?:[^']|'(?!''))*(?:'{3,5}|\Z)
        |\"(?:[^\"\\\n]|\\[^\n])*\"?|'[^'\n]*'?)
    |(?P<word>[^\s\"'\#\[\]{}=,.]+)
    |(?P<mark>.)""",
    re.VERBOSE | re.DOTALL,
)


def tokens(text: str) -> Iterator[Token]:
    """Yield the tokens of a TOML text; a comment is none. Never fails, whatever the text is."""
    line = 1
    for match in _TOKEN.finditer(text):
        kind, word = match.lastgroup or "", match.group()
        if kind != "space":
            yield Token(word if kind == "mark" else kind, word, line)
        if kind in ("newline", "string"):
            line += word.count("\n")


def readable(content: bytes | str, bounds: Bounds) -> tuple[str, list[Token]]:
    """Return the text of a file that keeps the bounds, and its tokens. Raises `Trespass`."""
    raw = check_size(content, bounds)
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        sentence = gettext(
            "this is not text in UTF-8: it may be a picture, an archive or an old editor's file."
        )
        raise Trespass("E002", line, sentence) from None
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    _check_lines(text, bounds)
    text = text if text.isascii() else _TYPED.sub(_typed_token, text)
    return text, list(within(tokens(text), bounds))


def check_size(content: bytes | str, bounds: Bounds) -> bytes:
    """Return the bytes of a file that is not too large. Raises `Trespass`."""
    raw = content if isinstance(content, bytes) else content.encode("utf-8", "surrogatepass")
    if len(raw) > bounds.size:
        sentence = gettext("the file has more than {most} bytes, the most here.", most=grouped(bounds.size))
        raise Trespass("E001", 0, sentence)
    return raw


_TYPED = re.compile(rf"[“„”](?P<quoted>[^“„”\"\n]*)[“”]|{_TOKEN.pattern}", re.VERBOSE | re.DOTALL)
"""A token, or a string between the quotation marks of a word processor."""
_NUMBER = re.compile(r"[\"'][A-Z]{2,5}-[0-9]{2,3}[\"']")
"""A string that is a set number."""


def _typed_token(match: re.Match[str]) -> str:
    written = match[0] if match["quoted"] is None else f'"{match["quoted"]}"'
    signs = keyboard_signs(written)
    return written if written[0] in "\"'#" and not _NUMBER.fullmatch(signs) else signs


def _check_lines(text: str, bounds: Bounds) -> None:
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > bounds.line:
            sentence = gettext(
                "this line has {number} characters; {most} is the most.",
                number=grouped(len(line)),
                most=grouped(bounds.line),
            )
            raise Trespass("E004", number, sentence)
        plain = line.isascii() and line.isprintable()
        for character in () if plain else {each for each in set(line) - {"\t"} if hidden(each)}:
            sentence = gettext("this line holds {character}: take it out.", character=named(character))
            raise Trespass("E003", number, sentence)


def named(character: str) -> str:
    """Return a character that cannot be shown by its number and, where it has one, its name."""
    name = unicodedata.name(character, "")
    code = f"U+{ord(character):04X}"
    if not name:
        return gettext("the hidden character {code}", code=code)
    return gettext("the hidden character {code} ({name})", code=code, name=name.lower())


def within(found: Iterable[Token], bounds: Bounds) -> Iterator[Token]:
    """Yield tokens as long as they keep the bounds. Raises `Trespass`."""
    depth = tables = parts = 0
    previous = "newline"
    for token in found:
        kind = token.kind
        if kind in "[{":
            depth += 1
            tables += kind == "[" and previous == "newline" and depth == 1
        elif kind in "]}":
            depth = max(0, depth - 1)
        if kind in ("word", "string"):
            parts = parts + 1 if previous == "." else 1
        if depth > bounds.depth:
            sentence = gettext(
                "brackets are nested more than {most} deep here; break this up.", most=bounds.depth
            )
            raise Trespass("E005", token.line, sentence)
        if parts > bounds.key:
            sentence = gettext("this dotted key has more than {most} parts.", most=bounds.key)
            raise Trespass("E006", token.line, sentence)
        if tables > bounds.tables:
            sentence = gettext(
                "there are more than {most} [tables] in the file; split it into several sets.",
                most=bounds.tables,
            )
            raise Trespass("E007", token.line, sentence)
        previous = kind
        yield token
