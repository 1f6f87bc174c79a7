"""Holds the tables of a file against the types of the card language: every key, type, word, number, length.

The types tell everything (`msgspec.inspect`), so that each word of the game is known here by itself; a new
pattern needs words of its own. In the end `msgspec.convert` makes the value; where this
module has no fault to find, that cannot fail.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence, Sized
from typing import Any, Final, Protocol

import msgspec
from msgspec import NODEFAULT, inspect

from bot.base.language import N_, gettext, messages
from bot.engine.cards.files.finding import Findings, could_be, meant, meant_or_listed, quoted
from bot.engine.cards.nodes import NodePath
from bot.engine.options import type_info
from bot.engine.sentences import either
from bot.engine.spelling import nearest

# What is wrong with text that is no TOML, in words for its author: a parser's words never reach people.


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
    for above in (here, lines[line - 2] if 1 < line <= len(lines) else ""):
        rest = _BARE.sub("", above)
        if rest.count('"') % 2:
            return gettext("a double quote is missing: a text begins and ends with one, on the same line.")
    if "=" not in bare and bare.strip() and not bare.strip().startswith(("[", "]", "{", "}")):
        return gettext("an equals sign is missing after the key, as in power = 300.")
    without_comment = here if "#" not in _STRING.sub("", here) else here.partition("#")[0]
    value = pair[2] if (pair := _PAIR.fullmatch(without_comment)) else ""
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
    heads = [header for each in lines[:line] if (header := _HEADER.fullmatch(each)) and header[1] == here[1]]
    return here[1] if any("[[" not in header[0] for header in heads) else ""


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


_FAMILIES = messages("card-files", "families", dict[str, dict[str, str]])
"""How the nodes of each tag are described: one of them, an unknown one, and one without the tag."""
_PATTERNS = messages("card-files", "patterns", dict[str, str])


class Shaped(Protocol):
    """A format of files, of cards or of something else, as far as the check of the shape needs it."""

    @property
    def file(self) -> type[msgspec.Struct]:
        """The type of a whole file."""

    @property
    def tables(self) -> Mapping[str, str]:
        """How its tables begin a sentence, by the names of their types."""


def hold_against(value: Any, format_: Shaped, findings: Findings) -> None:
    """Note each difference between the tables of a file and its format."""
    _Holding(findings, format_.tables).hold(value, type_info(format_.file), ())


class _Holding:
    def __init__(self, findings: Findings, tables: Mapping[str, str]) -> None:
        self._add = findings.add
        self._tables = tables

    def hold(self, value: Any, wanted: inspect.Type, place: NodePath) -> None:
        wanted = _bare(wanted)
        if isinstance(wanted, inspect.UnionType):
            self._one_of(value, list(_flat(wanted)), place)
        elif isinstance(wanted, inspect.VarTupleType) and isinstance(value, dict) and len(place) == 1:
            self._add("E103", place, gettext(DOUBLE, table=place[0]))
        elif isinstance(wanted, inspect.VarTupleType) and type(value) in (int, str):
            example = msgspec.json.encode([value]).decode() if len(str(value)) < 30 else "[ … ]"
            sentence = gettext(
                "{found} stands where a list belongs: write {example}.", found=_a(value), example=example
            )
            self._add("E103", place, sentence)
        elif not _fits(value, wanted):
            self._wrong_type(value, _wanted(wanted), place)
        elif isinstance(wanted, inspect.StructType):
            self._struct(value, wanted, place)
        elif isinstance(wanted, inspect.DictType):
            self._length(value, wanted, place)
            for key, each in value.items():
                self.hold(key, wanted.key_type, (*place, key))
                self.hold(each, wanted.value_type, (*place, key))
        elif isinstance(wanted, inspect.VarTupleType):
            if self._length(value, wanted, place):
                for number, each in enumerate(value):
                    self.hold(each, wanted.item_type, (*place, number))
        elif isinstance(wanted, inspect.LiteralType):
            self._literal(value, wanted, place)
        elif isinstance(wanted, inspect.StrType):
            self._text(value, wanted, place)
        elif isinstance(wanted, inspect.IntType):
            self._number(value, wanted, place)

    def _one_of(self, value: Any, types: Sequence[inspect.Type], place: NodePath) -> None:
        structs = [each for each in types if isinstance(each, inspect.StructType)]
        if isinstance(value, dict) and structs:
            self._tagged(value, structs, place)
            return
        for kind in types:
            if not isinstance(kind, inspect.StructType) and _fits(value, kind):
                self.hold(value, kind, place)
                return
        wanted = dict.fromkeys([words for each in types if (words := _wanted(each))])
        self._wrong_type(value, either(list(wanted)), place)

    def _wrong_type(self, value: Any, wanted: str, place: NodePath) -> None:
        sentence = gettext(
            "{found} stands where {wanted} belongs.",
            found=_a(value),
            wanted=wanted,
        )
        self._add("E103", place, sentence)

    def _tagged(
        self, value: Mapping[str, Any], structs: Sequence[inspect.StructType], place: NodePath
    ) -> None:
        """Find out by its tag which of several kinds of node a table is."""
        key = structs[0].tag_field or ""
        if not key:
            self._struct(value, structs[0], place)
            return
        words = {str(each.tag): each for each in structs}
        if key not in value:
            self._add("E102", place, gettext(_FAMILIES[key]["untold"]))
        elif not isinstance(value[key], str):
            self._wrong_type(value[key], gettext("a text"), (*place, key))
        elif value[key] not in words:
            hint = meant(value[key], words) or could_be(words)
            sentence = gettext(_FAMILIES[key]["unknown"], word=quoted(value[key]), hint=hint)
            self._add("E104", (*place, key), sentence)
        else:
            self._struct(value, words[value[key]], place)

    def _struct(self, value: Mapping[str, Any], wanted: inspect.StructType, place: NodePath) -> None:
        fields = {field.encode_name: field for field in wanted.fields}
        misspelt = set()
        for key, entry in value.items():
            if key in fields:
                self.hold(entry, fields[key].type, (*place, key))
            elif key != wanted.tag_field:
                misspelt.add(nearest(key, fields))
                sentence = gettext(
                    '{table} has no key "{key}"{hint}.',
                    table=self._noun(wanted),
                    key=quoted(key),
                    hint=meant_or_listed(key, fields),
                )
                self._add("E101", place, sentence, key)
        for name, field in fields.items():
            needed = field.default is NODEFAULT and field.default_factory is NODEFAULT
            if needed and name not in value and name not in misspelt:
                sentence = gettext('{table} needs the key "{key}".', table=self._noun(wanted), key=name)
                self._add("E102", place, sentence)

    def _noun(self, wanted: inspect.StructType) -> str:
        if wanted.tag_field:
            return gettext(_FAMILIES[wanted.tag_field]["one"], word=wanted.tag)
        return gettext(self._tables[getattr(wanted.cls, "__origin__", wanted.cls).__name__])

    def _length(self, value: Sized, wanted: inspect.VarTupleType | inspect.DictType, place: NodePath) -> bool:
        """Whether there are as many things in a list or a table as there may be."""
        least, most = wanted.min_length or 0, wanted.max_length
        if len(value) < least:
            sentence = gettext("there are {number} here: {least} at least.", number=len(value), least=least)
            self._add("E108", place, sentence)
        elif most is not None and len(value) > most:
            sentence = gettext("there are {number} here: {most} at most.", number=len(value), most=most)
            self._add("E108", place, sentence)
        else:
            return True
        return False

    def _literal(self, value: Any, wanted: inspect.LiteralType, place: NodePath) -> None:
        if value in wanted.values:
            return
        key = next((step for step in reversed(place) if isinstance(step, str)), "")
        words = [str(each) for each in wanted.values]
        hint = meant(value, words) or could_be([word for word in words if word])
        sentence = gettext('"{word}" is no word for "{key}"{hint}.', word=quoted(value), key=key, hint=hint)
        self._add("E104", place, sentence)

    def _text(self, value: str, wanted: inspect.StrType, place: NodePath) -> None:
        if len(value) < (wanted.min_length or 0):
            self._add("E106", place, gettext("this must not be empty."))
        elif wanted.max_length is not None and len(value) > wanted.max_length:
            sentence = gettext(
                "this has {number} characters; {most} at most.", number=len(value), most=wanted.max_length
            )
            self._add("E106", place, sentence)
        elif wanted.pattern and not re.fullmatch(wanted.pattern, value):
            self._add("E107", place, gettext(_PATTERNS[wanted.pattern.strip("^$")], word=quoted(value)))

    def _number(self, value: int, wanted: inspect.IntType, place: NodePath) -> None:
        if wanted.ge is not None and value < wanted.ge:
            sentence = gettext(
                "{number} is too little; {least} at least.", number=_figure(value), least=wanted.ge
            )
            self._add("E105", place, sentence)
        elif wanted.le is not None and value > wanted.le:
            sentence = gettext("{number} is too much; {most} at most.", number=_figure(value), most=wanted.le)
            self._add("E105", place, sentence)


_PYTHON: Mapping[type, tuple[type, ...]] = {
    inspect.StructType: (dict,),
    inspect.DictType: (dict,),
    inspect.VarTupleType: (list,),
    inspect.LiteralType: (str,),
    inspect.StrType: (str,),
    inspect.IntType: (int,),
    inspect.BoolType: (bool,),
}
"""What TOML gives for each type. TOML has no null, so that nothing fits `NoneType`."""
_WORDS = {
    inspect.StructType: N_("a table"),
    inspect.DictType: N_("a table"),
    inspect.VarTupleType: N_("a list"),
    inspect.LiteralType: N_("a word"),
    inspect.StrType: N_("a text"),
    inspect.IntType: N_("a whole number"),
    inspect.BoolType: N_("true or false"),
}
"""The expected types in words."""
_VALUES = {
    bool: N_("true or false"),
    int: N_("a whole number"),
    float: N_("a number with a fraction"),
    str: N_("a text"),
    list: N_("a list"),
    dict: N_("a table"),
}
"""The found types in words."""


def _flat(union: inspect.UnionType) -> Iterator[inspect.Type]:
    """Yield the types of a union, nested unions included: the words of a game are a union."""
    for member in union.types:
        if isinstance(member, inspect.UnionType):
            yield from _flat(member)
        else:
            yield member


def _bare(wanted: inspect.Type) -> inspect.Type:
    """Return a type without its metadata."""
    return wanted.type if isinstance(wanted, inspect.Metadata) else wanted


def _fits(value: Any, wanted: inspect.Type) -> bool:
    inner = _bare(wanted)
    if isinstance(value, bool) and not isinstance(inner, inspect.BoolType):
        return False
    return isinstance(value, _PYTHON.get(type(inner), ()))


def _wanted(wanted: inspect.Type) -> str:
    return gettext(_WORDS.get(type(_bare(wanted)), ""))


def _a(value: Any) -> str:
    """Return the type of a value in words."""
    return gettext(_VALUES.get(type(value), N_("a date or time")))


def _figure(number: int) -> str:
    return str(number) if abs(number) < 10**9 else gettext("this number")
