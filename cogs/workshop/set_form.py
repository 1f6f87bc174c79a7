"""A form with the text of a refused card file, to correct it without another upload."""

from __future__ import annotations

from bot.base.language import gettext
from cogs.kit.controls import ComponentId
from cogs.kit.form_fields import LONGEST, upload, written
from cogs.kit.forms import PARTS, Asked, Typed, typed_words

SET = "setform"
"""The verb of the form; its path is the action, and the key of the named game, if any."""
SET_FILE, FILE = "setfile", "file"
"""The verb of the form that takes a set as a file, and the key of its field."""
PATH = 40
"""The most characters of a path that the bot writes."""
CHECK, ADD = "check", "add"


def typed_set(doing: str, game: str, content: bytes, faults: list[str]) -> Typed | None:
    """Return the form with the text of a file; None for a file that is not text, or too long."""
    try:
        pieces = _pieces(content.decode())
    except UnicodeDecodeError:
        return None
    if len(pieces) > PARTS - 1 or any(len(piece) > LONGEST for piece in pieces):
        return None
    words = {str(number): piece for number, piece in enumerate(pieces)}
    return typed_words(ComponentId(SET, path=(doing, game)), words, faults)


def content_of(typed: Typed) -> bytes:
    """Return the file in the text of a form."""
    return "\n".join(typed.one(key) for key in sorted(typed.values)).encode()


def asked_of_set(typed: Typed) -> Asked:
    """Return the form for a file, in as many fields as it needs."""
    fields, line = [], 1
    for key in sorted(typed.values) or ["0"]:
        last = line + typed.one(key).count("\n")
        label = gettext("Lines {first} to {last}", first=line, last=last)
        fields.append(written(key, label, typed.one(key), LONGEST, lines=True))
        line = last + 1
    return Asked(gettext("A card file"), fields)


def asked_of_file() -> Asked:
    """Return the form for uploading a set."""
    about = gettext("TOML or CSV of at most 64 KB, as /cards check reads it")
    file = upload(FILE, gettext("The card file"), about, required=True)
    return Asked(gettext("A card set for this server"), [file])


def _pieces(words: str) -> list[str]:
    """Return a text in pieces of whole lines, as few as fit into the fields."""
    pieces: list[str] = []
    for line in words.splitlines():
        if pieces and len(pieces[-1]) + 1 + len(line) <= LONGEST:
            pieces[-1] += f"\n{line}"
        else:
            pieces.append(line)
    return pieces
