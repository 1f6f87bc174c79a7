"""A language made for tests: each message in ⟦brackets⟧, so that untranslated text is outside of them.

with speaking(MARKED):
    assert unmarked(wording.status(view, names), names) == []
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from bot.base.language import Language
from bot.base.languages.catalogues import FOLDER, read_catalogue
from bot.base.languages.sources import PARTS, messages

_INNERMOST = re.compile(r"⟦[^⟦⟧]*⟧")
_CUT_SHORT = re.compile(r"⟦[^⟦⟧]*…")
"""A message whose end was cut off before an ellipsis, and the messages around it."""
_CUT_OFF = re.compile(r"⟦[^⟦⟧]*$", re.MULTILINE)
"""A message whose end was cut off for lack of room."""
_NO_WORDS = re.compile(r"`[^`]*`|<[@#/:t][^>]*>|https?://\S+|/[a-z]+(?: [a-z]+)?\b")
"""Code, mentions, timestamps, links and commands."""
_VALUE = re.compile(r"(\{\w+\})")
_WORD = re.compile(r"[^\W\d_]{3,}")


class Marked(Language):
    """Marks each message, and refuses one that no catalogue can have: it was assembled, or not marked."""

    code = "eo"
    """Esperanto's code, which the bot does not have: cached pictures need a code, and it has a name."""

    def gettext(self, message: str) -> str:
        return self._marked(message, None) if message else ""

    def ngettext(self, one: str, many: str, number: int) -> str:
        assert one in known()[None], f"not in the catalogues: {one!r}"
        return f"⟦{one if number == 1 else many}⟧"

    def pgettext(self, context: str, message: str) -> str:
        return self._marked(message, context) if message else ""

    def npgettext(self, context: str, one: str, many: str, number: int) -> str:
        assert one in known().get(context, ()), f"not in the catalogues: {one!r} ({context})"
        return f"⟦{one if number == 1 else many}⟧"

    def _marked(self, message: str, context: str | None) -> str:
        assert context == "card" or message in known().get(context, ()), f"not in the catalogues: {message!r}"
        return f"⟦{message}⟧"


MARKED = Marked()


class Strict(Marked):
    """Marks only a message's own words: inserted values are outside, and need their own marks.

    Not for messages without values that have braces in them.
    """

    code = "ia"

    def ngettext(self, one: str, many: str, number: int) -> str:
        super().ngettext(one, many, number)
        return _piecewise(one if number == 1 else many)

    def npgettext(self, context: str, one: str, many: str, number: int) -> str:
        super().npgettext(context, one, many, number)
        return _piecewise(one if number == 1 else many)

    def _marked(self, message: str, context: str | None) -> str:
        super()._marked(message, context)
        return _piecewise(message)


STRICT = Strict()


def _piecewise(message: str) -> str:
    words_and_values = enumerate(_VALUE.split(message))
    return "".join([piece if at % 2 or not piece else f"⟦{piece}⟧" for at, piece in words_and_values])


@cache
def known() -> dict[str | None, set[str]]:
    """Return all extracted messages, by context."""
    found: dict[str | None, set[str]] = {None: set()}
    for part in PARTS:
        for message, context, _ in messages(part):
            words = message[0] if isinstance(message, tuple) else message
            found.setdefault(context, set()).add(words)
    found[None].update(_of_commands())
    return found


def _of_commands() -> set[str]:
    """Return the words of the commands, which are in every language's catalogue, and not in the sources."""
    return {str(message.id) for message in read_catalogue(FOLDER / "de" / "commands.po") if message.id}


def unmarked(text: str, names: Iterable[str] = ()) -> list[str]:
    """Return the words of three letters and more outside of messages, without the known `names`.

    Shorter ones are squares, ranks and keys.
    """
    for name in sorted(names, key=len, reverse=True):
        text = text.replace(name, "")
    while (shorter := _INNERMOST.sub("", text)) != text:
        text = shorter
    while (shorter := _CUT_SHORT.sub("…", text)) != text:
        text = shorter
    text = _NO_WORDS.sub("", _CUT_OFF.sub("", text))
    return _WORD.findall(text)
