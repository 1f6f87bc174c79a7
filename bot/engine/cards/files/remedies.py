"""What is wrong with text that is no TOML, in words for its author: a parser's words never reach people."""

from __future__ import annotations

import re
from typing import Final

from bot.base.language import N_, gettext
from bot.engine.cards.files.finding import quoted

CURLY: Final = "“”„‟«»"
STRAIGHT: Final = str.maketrans(dict.fromkeys(CURLY, '"'))
"""Word processors put these in place of double quotes."""
DOUBLE: Final = N_("each card begins with its table in double brackets: [[{table}]].")
_STRING: Final = re.compile(r'"(?:\\.|[^"\\])*"')
_BARE: Final = re.compile(r'"(?:\\.|[^"\\])*"|\'[^\']*\'|#.*')
"""Strings and comments of a line."""
_HEADER: Final = re.compile(r"\s*\[\[?([A-Za-z0-9_-]+)\]\]?\s*(?:#.*)?")
_PAIR: Final = re.compile(r"\s*([A-Za-z0-9_-]+)\s*=\s*(.*?)\s*")


def why_no_toml(text: str, line: int) -> str:
    """Return a sentence on the line, counted from 1, that cannot be read; 0 for the whole text."""
    lines = text.split("\n")
    here = lines[line - 1] if 0 < line <= len(lines) else ""
    bare = _BARE.sub("", here)
    if header := single_brackets(text, line):
        return gettext(DOUBLE, table=header)
    for each in (here, lines[line - 2] if 1 < line <= len(lines) else ""):
        rest = _BARE.sub("", each)
        if rest.count('"') % 2:
            return gettext("a double quote is missing: a text begins and ends with one, on the same line.")
    if "=" not in bare and bare.strip() and not bare.strip().startswith(("[", "]", "{", "}")):
        return gettext("an equals sign is missing after the key, as in power = 300.")
    value = found[2] if (found := _PAIR.fullmatch(_without_comment(here))) else ""
    if re.fullmatch(r"[+-]?\d+,\d+", value):
        return gettext("a number has a full stop, no comma: {number}.", number=value.replace(",", "."))
    if value.endswith(",") and value.count("[") == value.count("]"):
        return gettext("a comma ends this line: leave it out.")
    if re.fullmatch(r"[+-]?0\d+", value):
        return gettext(
            "a number does not begin with 0: write {number}.",
            number=re.sub(r"^([+-]?)0+(?=\d)", r"\1", value),
        )
    if re.fullmatch(r"[^\W\d_].*", value) and value not in ("true", "false"):
        if value.casefold() in ("true", "false", "yes", "no"):
            return gettext("write true or false, in small letters.")
        return gettext('a text needs double quotes: "{text}".', text=quoted(value))
    for opening, closing in ("[]", "{}"):
        if text.count(opening) > text.count(closing):
            return gettext("a {opening} is not closed here by a {closing}.", opening=opening, closing=closing)
    if bare.count("]") > bare.count("["):
        return gettext("a {closing} closes nothing here.", closing="]")
    return why_unreadable(value or here)


def single_brackets(text: str, line: int) -> str:
    """Return the table whose head is on this line, and in single brackets here or before it; else ""."""
    lines = text.split("\n")
    here = _HEADER.fullmatch(lines[line - 1]) if 0 < line <= len(lines) else None
    if here is None or text.count(f"[{here[1]}]") < 2:
        return ""
    heads = [found for each in lines[:line] if (found := _HEADER.fullmatch(each)) and found[1] == here[1]]
    return here[1] if any("[[" not in found[0] for found in heads) else ""


def _without_comment(line: str) -> str:
    return line if "#" not in _STRING.sub("", line) else line.partition("#")[0]


def why_unreadable(text: str) -> str:
    """Return a sentence on a value that TOML does not read."""
    bare = _STRING.sub("", text)
    if '"' in bare:
        return gettext('a double quote is not closed here, or stands within a text: write \\" there.')
    for opening, closing in ("[]", "{}"):
        if bare.count(opening) > bare.count(closing):
            return gettext("a {opening} is not closed here by a {closing}.", opening=opening, closing=closing)
        if bare.count(opening) < bare.count(closing):
            return gettext("a {closing} closes nothing here.", closing=closing)
    if any(each in bare for each in CURLY):
        return gettext('these double quotes are curly: write " around texts.')
    return gettext(
        "this value cannot be read: words stand in double quotes, commas between them, as in"
        ' ["Heron", "Patient"], and an equals sign after each key, as in { do = "draw" }.'
    )
