"""Checks translations: missing ones, and those that do not fit their messages."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import partial
from string import Formatter

import msgspec
from babel.messages.catalog import Catalog, Message

from bot.base.languages.catalogues import COMMANDS, LONGEST, forms

NUMBER = "number"
"""The value that a plural form can leave out: "one space" for "{number} spaces"."""

_LITERAL = re.compile(r"```.*?```|`[^`]+`", re.DOTALL)
"""Code and commands, which are not translated."""
_FIGURES = re.compile(r"\d+")
"""The digits, which stay the same in a table."""
_COMMAND = re.compile(r"(?<![\w/<`])/[a-z]+")
_MARKUP = re.compile(r"\*\*|~~|^#+ |^-# ", re.MULTILINE)
_ARMOURED = re.compile(r"^'[=+\-@]")
"""What a sheet puts before a text that a spreadsheet would take for a formula."""


class Fault(msgspec.Struct, frozen=True):
    """A fault in one message of a catalogue."""

    part: str
    message: str
    what: str

    def __str__(self) -> str:
        """Return the fault as a line."""
        return f"{self.part}: {self.message!r}: {self.what}"


def faults(part: str, template: Catalog, catalogue: Catalog) -> Iterator[Fault]:
    """Yield the faults of a part's catalogue, compared with the present messages of the part."""
    for wanted in template:
        if wanted.id:
            translated = catalogue.get(wanted.id, wanted.context)
            yield from (Fault(part, _key(wanted), what) for what in _wrong_with(translated, part))
    for message in catalogue:
        if message.id and template.get(message.id, message.context) is None:
            yield Fault(part, _key(message), "is said nowhere any more; run `python -m bot language update`")


def _wrong_with(message: Message | None, part: str) -> Iterator[str]:
    if message is None:
        yield "is not in the catalogue; run `python -m bot language update`"
        return
    if not all(forms(message)):
        yield "has no translation"
        return
    for form in forms(message):
        yield from _misfits(message, form)
    if part == COMMANDS and len(str(message.string)) > LONGEST:
        yield f"has more than {LONGEST} characters, which Discord does not take"
    if message.fuzzy:
        yield "is marked as uncertain (fuzzy)"


def disagreements(catalogues: Iterable[tuple[str, Catalog]]) -> Iterator[Fault]:
    """Yield the messages that two parts translate differently; one of the translations would be unused."""
    known: dict[tuple[object, str | None], tuple[str, object]] = {}
    for part, catalogue in catalogues:
        for message in catalogue:
            if not message.id:
                continue
            first, said = known.setdefault((_key(message), message.context), (part, message.string))
            if said != message.string:
                yield Fault(part, _key(message), f"is {said!r} in {first}; use one, or `pgettext` for two")


def _misfits(message: Message, form: str) -> Iterator[str]:
    english: str = message.id[-1] if isinstance(message.id, tuple | list) else message.id
    wanted, given = _values(english), _values(form)
    if wanted - {NUMBER} != given - {NUMBER} or (
        NUMBER in given and not isinstance(message.id, tuple | list) and NUMBER not in wanted
    ):
        yield f"needs the values {_braced(wanted)}, and has {_braced(given)}"
    for what, found in (("`...`", _literals), ("commands", partial(_all, _COMMAND))):
        if found(english) != found(form):
            yield f"needs the same {what}: {found(english)}, not {found(form)}"
    if _all(_MARKUP, english) != _all(_MARKUP, form):
        yield "needs the same markup (bold, struck, headings, small)"
    if _ends(english) != _ends(form):
        yield "needs the same spaces and line breaks at its ends"
    if english.count("\\") != form.count("\\"):
        yield "needs the same backslashes; a way through a sheet doubles them"
    if _ARMOURED.match(form) and not _ARMOURED.match(english):
        yield "begins with an apostrophe, which a sheet puts before =, +, - and @"


def _values(text: str) -> set[str]:
    """Return the names in braces; empty for a text that is not a format string."""
    try:
        return {name for _, name, _, _ in Formatter().parse(text) if name is not None}
    except ValueError:
        return set()


def _braced(names: Iterable[str]) -> str:
    return ", ".join(f"{{{name}}}" for name in sorted(names)) or "none"


def _literals(text: str) -> list[str]:
    """Return all code in order; of a table only the digits, because its words are translated."""
    literals = [
        " ".join(_FIGURES.findall(code)) if code.startswith("```") else code
        for code in _LITERAL.findall(text)
    ]
    return sorted(literals)


def _all(pattern: re.Pattern[str], text: str) -> list[str]:
    return sorted(pattern.findall(text))


def _ends(text: str) -> tuple[str, str]:
    return text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]


def _key(message: Message) -> str:
    return message.id[0] if isinstance(message.id, tuple | list) else message.id
