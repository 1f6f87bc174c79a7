"""Card sets written as TOML in one fixed way, to be read again."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

import msgspec

from bot.games.arclash.cards.cards import CardSet


def write_card_set(card_set: CardSet) -> str:
    """The file of a set: every value of a card on its own line, every node an inline table."""
    return write_tables(msgspec.to_builtins(card_set))


def write_tables(tables: dict[str, Any]) -> str:
    """The file of tables like those of a set, whatever is wrong with them."""
    lines, below = [], []
    for key, each in tables.items():
        if isinstance(each, dict) and _has_tables(each.values()):
            below += [line for name, table in each.items() for line in _table(f"[{key}.{name}]", table)]
        elif isinstance(each, list | tuple) and _has_tables(each):
            below += [line for table in each for line in _table(f"[[{key}]]", table)]
        else:
            lines.append(_pair(key, each))
    return "\n".join([*lines, *below]) + "\n"


def _has_tables(values: Iterable[Any]) -> bool:
    return any(isinstance(value, dict) for value in values)


def _table(header: str, table: Any) -> list[str]:
    if not isinstance(table, dict):
        return ["", header, _pair("instead", table)]
    return ["", header, *[_pair(key, each) for key, each in table.items()]]


def _pair(key: str, value: Any) -> str:
    return f"{key} = {_value(value)}"


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, dict):
        return "{ " + ", ".join([_pair(key, each) for key, each in value.items()]) + " }"
    if isinstance(value, list | tuple):
        return "[" + ", ".join([_value(each) for each in value]) + "]"
    return str(value)
