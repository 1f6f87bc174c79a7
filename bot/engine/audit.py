"""The audit file of a match: everything needed to repeat its deals, rolls and actions (docs/FAIRNESS.md).

An `Audit` is written by `encode` and read by `decode`, which is strict: unknown, missing and repeated keys,
wrong types and values out of range are refused.
"""

from __future__ import annotations

import gzip
import json
import re
import zlib
from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import UNSET, Meta, UnsetType

from bot.base.language import gettext, grouped
from bot.engine.contract import Outcome
from bot.engine.errors import TranslatedError
from bot.engine.fair import LARGEST_BOUND, WORD_LENGTH, Draw, is_purpose
from bot.engine.sentences import hidden

FORMAT: Literal["tablepost-audit/1"] = "tablepost-audit/1"
LARGEST_FILE = 16 * 2**20
"""The largest audit file in bytes."""
PACKED = ".gz"
"""The file name suffix of a compressed audit file."""
_LEVEL = 6
"""The compression level: 9 takes 15 times as long for many dice, and saves less than 1 %."""

Digest: TypeAlias = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
"""32 bytes in lower-case hexadecimal."""
Label: TypeAlias = Annotated[str, Meta(min_length=1, max_length=64)]
Number: TypeAlias = Annotated[int, Meta(ge=0, le=2**63 - 1)]
Word: TypeAlias = Annotated[str, Meta(max_length=WORD_LENGTH)]

_SIZES: Mapping[str, frozenset[str]] = {
    "roll": frozenset(("sides", "count")),
    "shuffle": frozenset(("size",)),
    "pick": frozenset(("size",)),
}
"""For each kind of draw, the keys that state its size."""


class BadAudit(TranslatedError):  # noqa: N818 - its text is read as a sentence
    """The file is not a readable audit file; the message names the error."""


class AuditDraw(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One draw in the file's format, with the keys of its kind only."""

    n: Number
    purpose: str
    kind: Literal["roll", "shuffle", "pick"]
    sides: Annotated[int, Meta(ge=1)] | UnsetType = UNSET
    """Sides of each die (roll)."""
    count: Number | UnsetType = UNSET
    """Number of dice (roll)."""
    size: Number | UnsetType = UNSET
    """Number of items (shuffle, pick)."""
    result: tuple[Annotated[int, Meta(ge=0)], ...]
    void: bool = False
    """Whether its action was undone by consent."""

    def __post_init__(self) -> None:
        if not is_purpose(self.purpose):
            raise ValueError('A purpose is 1 to 64 printable ASCII characters without "|"')
        given = {key for key in ("sides", "count", "size") if getattr(self, key) is not UNSET}
        if given != _SIZES[self.kind]:
            wanted = " and ".join(sorted(_SIZES[self.kind], reverse=True))
            raise ValueError(f"A {self.kind} has {wanted}, and no other size")
        if self.sides is not UNSET and self.sides > LARGEST_BOUND:
            raise ValueError("A die has at most 2**64 sides")
        wanted_results = {"roll": self.count, "shuffle": self.size, "pick": 1}[self.kind]
        if len(self.result) != wanted_results:
            raise ValueError(
                f"This {self.kind} has {wanted_results} results, and {len(self.result)} are listed"
            )

    @classmethod
    def of(cls, draw: Draw) -> AuditDraw:
        """Return a draw of a `Stream` in the file's format."""
        names = ("n", "purpose", "kind", "result", "void", *_SIZES[draw.kind])
        return cls(**{name: getattr(draw, name) for name in names})


class AuditAction(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One action in the file's format; actions undone by consent are left out."""

    seq: Annotated[int, Meta(ge=1)]
    """1, 2, 3, ... in the order they were carried out."""
    seat: Number
    action: dict[str, Any]
    """The action of the game, encoded, with its tag `do`."""


class Audit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An audit file. The order of the fields is the order in which they are written."""

    format: Literal["tablepost-audit/1"]
    match: Label
    game: Label
    rules: Label
    """The version of the rules that the match is pinned to."""
    cards: Digest | None
    """The SHA-256 of the card set in use, or None for a game without one."""
    options: dict[str, Any]
    """All normalized options, encoded."""
    seats: Annotated[int, Meta(ge=0, le=1000)]
    commitment: Digest
    seed: Digest
    words: tuple[Word, ...]
    draws: tuple[AuditDraw, ...]
    actions: tuple[AuditAction, ...]
    outcome: Outcome | None
    """How the match ended; None when it was abandoned."""

    def __post_init__(self) -> None:
        if len(self.words) != self.seats:
            raise ValueError(f"There is one word a seat, so {self.seats}, and {len(self.words)} are listed")

    @property
    def file_name(self) -> str:
        """The name of the file when it is sent."""
        return f"tablepost-{self.match}.json"


def encode(audit: Audit) -> bytes:
    """Return the file's content, compact JSON. Raises `BadAudit` if it is too long to be read again."""
    content = msgspec.json.encode(audit)
    _check_length(content)
    return content


def pack(content: bytes) -> bytes:
    """Compress a file's content; the same content always gives the same bytes."""
    return gzip.compress(content, _LEVEL, mtime=0)


def unpack(content: bytes) -> bytes:
    """Return the uncompressed content of a file, cut shortly after the largest allowed size.

    Raises `BadAudit` if the compressed data is invalid.
    """
    if not content.startswith(b"\x1f\x8b"):
        return content
    reader = zlib.decompressobj(wbits=zlib.MAX_WBITS | 16)
    try:
        unpacked = reader.decompress(content, LARGEST_FILE + 1)
    except zlib.error:
        raise BadAudit.translated("It is compressed, and cannot be unpacked.") from None
    if not reader.eof and len(unpacked) <= LARGEST_FILE:
        raise BadAudit.translated("It is compressed, and its end is missing.")
    return unpacked


def decode(content: bytes) -> Audit:
    """Read a file's content. Raises `BadAudit` with a sentence."""
    _check_length(content)
    try:
        audit = _DECODER.decode(content)
        check_twins(content)
    except msgspec.ValidationError as fault:
        raise BadAudit(_sentence(str(fault))) from None
    except RecursionError:
        raise BadAudit.translated("It is no audit file: it is nested too deeply.") from None
    except (msgspec.DecodeError, ValueError) as fault:
        raise BadAudit.translated(
            "It is no JSON that can be read: {fault}.", fault=_printable(str(fault))
        ) from None
    return audit


_DECODER = msgspec.json.Decoder(Audit)
_PLACE = re.compile(r"(.*) - at `\$?\.?(.*)`", re.DOTALL)


def check_twins(content: bytes) -> None:
    """Raise `ValueError` with a sentence if a key is twice in one object of a JSON text.

    Most readers take the last one, a person who reads it perhaps the first.
    """
    json.loads(content, object_pairs_hook=_without_twins)


def _without_twins(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    values = dict(pairs)
    if len(values) != len(pairs):
        keys = [key for key, _ in pairs]
        twin = next(key for key in keys if keys.count(key) > 1)
        raise ValueError(gettext('the key "{key}" is twice in one object', key=twin))
    return values


def _check_length(content: bytes) -> None:
    if len(content) > LARGEST_FILE:
        raise BadAudit.translated(
            "An audit file has at most {bytes} bytes; this one has more.", bytes=grouped(LARGEST_FILE)
        )


def same_json(one: Any, other: Any) -> bool:
    """Whether two values are the same JSON value; 1, 1.0 and true differ, order of keys does not matter."""
    first, second = (msgspec.json.encode(value, order="sorted") for value in (one, other))
    return first == second


def _sentence(fault: str) -> str:
    """Turn an error of msgspec into a sentence for the sender of the file."""
    if "required field `seed`" in fault:
        return gettext("There is no seed in it: a match shows its seed only when it has ended.")
    match = _PLACE.fullmatch(fault)
    what, where = (match[1], match[2]) if match else (fault, "")
    place = f"{_printable(where)}: " if where else ""
    return gettext(
        "It is no audit file as docs/FAIRNESS.md describes it: {fault}.", fault=place + _printable(what)
    )


def _printable(text: str) -> str:
    """Return external text made safe to print on one line."""
    clean = "".join(["?" if hidden(letter) else letter for letter in text[:160]])
    return clean.rstrip(".")
