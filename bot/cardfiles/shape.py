"""Holds the tables of a file against the types of the card language: every key, type, word, number, length.

The types tell everything (`msgspec.inspect`), so that a new word of the language is known here by itself. In
the end `msgspec.convert` makes the value; where this module has no fault to find, that cannot fail.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from msgspec import NODEFAULT, inspect

from bot.cardfiles.collecting import Findings
from bot.cardfiles.finding import quoted
from bot.cardfiles.places import Place
from bot.cardfiles.spelling import meant, meant_or_listed, nearest

_FAMILIES = {"do": "effect", "test": "condition", "amount": "amount", "pay": "cost"}
"""What the words of a tag are."""
_PATTERNS = {
    "[A-Z]{2,5}-[0-9]{2,3}": "a set number is 2 to 5 capitals, a hyphen and 2 or 3 digits, as in TID-07",
    "[a-z][a-z0-9-]{0,19}": "use up to 20 of a-z, 0-9 and -, a letter first",
}


def hold_against(value: Any, type_: Any, findings: Findings) -> None:
    """Note everything in which the tables of a file differ from what this type wants."""
    _Holding(findings).hold(value, _described(type_), ())


@cache
def _described(type_: Any) -> inspect.Type:
    return inspect.type_info(type_)


class _Holding:
    def __init__(self, findings: Findings) -> None:
        self._add = findings.add

    def hold(self, value: Any, wanted: inspect.Type, place: Place) -> None:
        wanted = wanted.type if isinstance(wanted, inspect.Metadata) else wanted
        if isinstance(wanted, inspect.UnionType):
            self._one_of(value, wanted.types, place)
        elif not _fits(value, wanted):
            self._add("E103", place, f"{_a(value)} stands where {_wanted(wanted)} belongs.")
        elif isinstance(wanted, inspect.StructType):
            self._struct(value, wanted, place)
        elif isinstance(wanted, inspect.DictType):
            for key, each in value.items():
                self.hold(key, wanted.key_type, (*place, key))
                self.hold(each, wanted.value_type, (*place, key))
        elif isinstance(wanted, inspect.VarTupleType):
            self._list(value, wanted, place)
        elif isinstance(wanted, inspect.LiteralType):
            self._literal(value, wanted, place)
        elif isinstance(wanted, inspect.StrType):
            self._text(value, wanted, place)
        elif isinstance(wanted, inspect.IntType):
            self._number(value, wanted, place)

    def _one_of(self, value: Any, types: Sequence[inspect.Type], place: Place) -> None:
        structs = [each for each in types if isinstance(each, inspect.StructType)]
        if isinstance(value, dict) and structs:
            self._tagged(value, structs, place)
            return
        for each in types:
            if not isinstance(each, inspect.StructType) and _fits(value, each):
                self.hold(value, each, place)
                return
        wanted = " or ".join(dict.fromkeys(_wanted(each) for each in types if _wanted(each)))
        self._add("E103", place, f"{_a(value)} stands where {wanted} belongs.")

    def _tagged(self, value: Mapping[str, Any], structs: Sequence[inspect.StructType], place: Place) -> None:
        """Find out by its tag which of several kinds of node a table is."""
        key = structs[0].tag_field or ""
        words = {str(each.tag): each for each in structs}
        if key not in value:
            self._add("E102", place, f'the key "{key}" is missing, which says what {_family(key)} this is.')
        elif not isinstance(value[key], str):
            self._add("E103", (*place, key), f"{_a(value[key])} stands where a text belongs.")
        elif value[key] not in words:
            hint = meant_or_listed(value[key], words)
            self._add("E104", (*place, key), f'there is no {_family(key)} "{quoted(value[key])}"{hint}.')
        else:
            self._struct(value, words[value[key]], place)

    def _struct(self, value: Mapping[str, Any], wanted: inspect.StructType, place: Place) -> None:
        fields = {field.encode_name: field for field in wanted.fields}
        misspelt = set()
        for key, each in value.items():
            if key in fields:
                self.hold(each, fields[key].type, (*place, key))
            elif key != wanted.tag_field:
                misspelt.add(nearest(key, fields))
                sentence = f'{_noun(wanted)} has no key "{quoted(key)}"{meant_or_listed(key, fields)}.'
                self._add("E101", place, sentence, key)
        for name, field in fields.items():
            needed = field.default is NODEFAULT and field.default_factory is NODEFAULT
            if needed and name not in value and name not in misspelt:
                self._add("E102", place, f'{_noun(wanted)} needs the key "{name}".')

    def _list(self, value: Sequence[Any], wanted: inspect.VarTupleType, place: Place) -> None:
        least, most = wanted.min_length or 0, wanted.max_length
        if not least <= len(value) <= (len(value) if most is None else most):
            some = f"{least} at least" if len(value) < least else f"{most} at most"
            self._add("E108", place, f"there are {len(value)} here: {some}.")
            return
        for number, each in enumerate(value):
            self.hold(each, wanted.item_type, (*place, number))

    def _literal(self, value: Any, wanted: inspect.LiteralType, place: Place) -> None:
        if value in wanted.values:
            return
        key = next((step for step in reversed(place) if isinstance(step, str)), "")
        words = [str(each) for each in wanted.values]
        hint = meant(value, words) or f": it could be {', '.join(word for word in words if word)}"
        self._add("E104", place, f'"{quoted(value)}" is no word for "{key}"{hint}.')

    def _text(self, value: str, wanted: inspect.StrType, place: Place) -> None:
        if len(value) < (wanted.min_length or 0):
            self._add("E106", place, "this must not be empty.")
        elif wanted.max_length is not None and len(value) > wanted.max_length:
            sentence = f"this has {len(value)} characters; {wanted.max_length} at most."
            self._add("E106", place, sentence)
        elif wanted.pattern and not re.fullmatch(wanted.pattern, value):
            rule = _PATTERNS.get(wanted.pattern.strip("^$"), f"it must be like {wanted.pattern}")
            self._add("E107", place, f'"{quoted(value)}" cannot stand here: {rule}.')

    def _number(self, value: int, wanted: inspect.IntType, place: Place) -> None:
        if wanted.ge is not None and value < wanted.ge:
            self._add("E105", place, f"{_figure(value)} is too little; {wanted.ge} at least.")
        elif wanted.le is not None and value > wanted.le:
            self._add("E105", place, f"{_figure(value)} is too much; {wanted.le} at most.")


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
    inspect.StructType: "a table",
    inspect.DictType: "a table",
    inspect.VarTupleType: "a list",
    inspect.LiteralType: "a word",
    inspect.StrType: "a text",
    inspect.IntType: "a whole number",
    inspect.BoolType: "true or false",
}


def _fits(value: Any, wanted: inspect.Type) -> bool:
    inner = wanted.type if isinstance(wanted, inspect.Metadata) else wanted
    if isinstance(value, bool) and not isinstance(inner, inspect.BoolType):
        return False
    return isinstance(value, _PYTHON.get(type(inner), ()))


def _wanted(wanted: inspect.Type) -> str:
    inner = wanted.type if isinstance(wanted, inspect.Metadata) else wanted
    return _WORDS.get(type(inner), "")


def _a(value: Any) -> str:
    """Return what a value is, in words."""
    names = {bool: "true or false", int: "a whole number", float: "a number with a fraction", str: "a text"}
    names |= {list: "a list", dict: "a table"}
    return names.get(type(value), "a date or time")


def _figure(number: int) -> str:
    return str(number) if abs(number) < 10**9 else "this number"


def _family(tag: str) -> str:
    return _FAMILIES.get(tag, tag)


def _noun(wanted: inspect.StructType) -> str:
    if wanted.tag_field:
        return f'the {_family(wanted.tag_field)} "{wanted.tag}"'
    name = wanted.cls.__name__
    spaced = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name)
    return f"a {spaced}" if name in ("Character", "Support") else f"the {spaced.lower()}"
