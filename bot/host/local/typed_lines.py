"""A whole command line, typed or pasted into the field of the local page: `/roll 2d6`.

Discord's clients fill in a form for each command and send what is typed past it as chat. The local page reads
the line instead. Options are given by name (`game:papyrus`), in order (`/learn papyrus 2`), and in quotation
marks where a value has blanks. Words without quotation marks beyond the options that are needed belong to the
last of these, so that `/roll 4d6 drop lowest` is one roll. All words of a command with one option are its
value: `/act move unit:SMG-3 to:C7`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from simcord.interactions import command_leaves
from simcord.preview._commands import entry_for_leaf

from bot.base.language import gettext
from bot.engine.errors import Refusal
from bot.engine.spelling import did_you_mean, nearest, typed

_YES, _NO = {"true", "yes", "ja", "wahr", "1"}, {"false", "no", "nein", "falsch", "0"}
_PEOPLE = {"user", "mentionable"}


class _Word(NamedTuple):
    text: str
    quoted: bool = False


class TypedLine(NamedTuple):
    """A command that was read: which it is in SimCord's catalogue, and the values of its options."""

    entry: Mapping[str, Any]
    options: dict[str, Any]

    @property
    def action(self) -> dict[str, Any]:
        """The fields of the page's action that runs it."""
        entry = self.entry
        return {
            "kind": "run_command",
            "command_id": entry["commandId"],
            "path": entry["path"],
            "schema_fingerprint": entry["schemaFingerprint"],
            "options": {  # SimCord reads numbers as they are typed
                name: value if isinstance(value, bool) else str(value) for name, value in self.options.items()
            },
        }


def read_line(line: str, commands: Iterable[Mapping[str, Any]], people: Mapping[str, int]) -> TypedLine:
    """Return the command of a line that begins with a slash.

    `commands` are the commands that the person may use there, in Discord's form; `people` are the ids of the
    people by name. Raises `Refusal` with a sentence that says what is wrong, and names the nearest.
    """
    entries = {
        " ".join(path): entry_for_leaf(command, path, leaf)
        for command in map(dict, commands)
        for path, leaf in command_leaves(command)
    }
    said = typed(line).strip().removeprefix("/")
    words = said.split()
    for length in range(len(words), 0, -1):
        entry = entries.get(" ".join(words[:length]).lower())
        if entry is not None:
            rest = said.split(None, length)[length:]
            return TypedLine(entry, _values(entry, rest[0] if rest else "", people))
    raise _unknown(words, list(entries))


def _unknown(words: Sequence[str], known: Sequence[str]) -> Refusal:
    """Return the refusal of a line whose first words name no command."""
    begun = words[0].lower() if words else ""
    group = [name for name in known if name.split()[0] == begun]
    if group:
        given, near = " ".join(words[:2]), nearest(" ".join(words[:2]), group)
        if near and len(words) > 1:
            return Refusal.translated(
                "There is no command /{given}. Did you mean /{near}?", given=given, near=near
            )
        return Refusal.translated(
            "/{group} needs one more word: {words}.",
            group=begun,
            words=", ".join(name.split(None, 1)[1] for name in group),
        )
    lengths = {2: " ".join(words[:2]), 1: begun}
    for length, given in lengths.items():
        if near := nearest(given, [name for name in known if len(name.split()) == length]):
            return Refusal.translated(
                "There is no command /{given}. Did you mean /{near}?", given=given, near=near
            )
    if near := nearest(begun, {name.split()[0] for name in known}):
        return Refusal.translated(
            "There is no command /{given}. Did you mean /{near}?", given=begun, near=near
        )
    return Refusal.translated("There is no command /{given}. /help tells the commands.", given=begun)


def _values(entry: Mapping[str, Any], rest: str, people: Mapping[str, int]) -> dict[str, Any]:
    """Return the values of a command's options from the text after its name. Raises `Refusal`."""
    options: list[Mapping[str, Any]] = entry["options"]
    declared = {option["name"]: option for option in options}
    named, in_order = _parted(rest)
    if len(options) == 1 and options[0]["type"] == "string" and in_order and not in_order[0].quoted:
        named, in_order = [], [_Word(rest.strip())]
    values: dict[str, str] = {}
    for name, value in named:
        if name not in declared:
            sentence = gettext("/{command} has no option {option}.", command=entry["invocation"], option=name)
            raise Refusal(did_you_mean(sentence, name, declared, _listed(declared)))
        if name in values:
            raise Refusal.translated("The option {option} is there twice. Write it once.", option=name)
        values[name] = value
    open_options = [option for option in options if option["name"] not in values]
    needed = [option for option in open_options if option["required"]]
    if needed and needed[-1]["type"] == "string" and not any(word.quoted for word in in_order):
        beyond = len(needed) - 1
        if len(in_order) > len(needed):
            in_order = [*in_order[:beyond], _Word(" ".join(word.text for word in in_order[beyond:]))]
    ordered = [*needed, *(option for option in open_options if not option["required"])]
    if len(in_order) > len(ordered):
        raise Refusal.translated(
            '"{word}" is one word too many for /{command}. {options} Put a value with blanks into quotation'
            " marks.",
            word=in_order[len(ordered)].text,
            command=entry["invocation"],
            options=_listed(declared),
        )
    values |= {option["name"]: word.text for option, word in zip(ordered, in_order, strict=False)}
    missing = [option["name"] for option in needed if option["name"] not in values]
    if missing:
        raise Refusal.translated(
            "/{command} needs {options}: write /{command} {example}.",
            command=entry["invocation"],
            options=", ".join(missing),
            example=" ".join(f"{name}:…" for name in missing),
        )
    return {name: _value(declared[name], value, people) for name, value in values.items()}


def _listed(options: Iterable[str]) -> str:
    names = ", ".join(options)
    return gettext("Its options are: {options}.", options=names) if names else gettext("It has no options.")


def _parted(rest: str) -> tuple[list[tuple[str, str]], list[_Word]]:
    """Return the values given by name, and those in order before the first name.

    A value by name reaches to the next name: letters and a colon after a blank, outside of quotation marks.
    So neither `12:30` nor `https://` is a name, and a misspelt name is not taken for a value.
    """
    named, in_order = list[tuple[str, str]](), list[_Word]()
    parts = re.split(r'(?:^|(?<=\s))([A-Za-z][\w-]*):(?!//)(?=(?:[^"]*"[^"]*")*[^"]*$)', rest)
    for word in re.finditer(r'"([^"]*)"(?=\s|$)|(\S+)', parts[0]):
        quoted = word[1] is not None
        in_order.append(_Word(word[1] if quoted else word[2], quoted))
    for name, value in zip(parts[1::2], parts[2::2], strict=True):
        value = value.strip()
        if len(value) > 1 and value[0] == value[-1] == '"' and value.count('"') == 2:
            value = value[1:-1]
        if not value:
            raise Refusal.translated("The option {option} has no value.", option=name.lower())
        named.append((name.lower(), value))
    return named, in_order


def _value(option: Mapping[str, Any], given: str, people: Mapping[str, int]) -> Any:
    """Return a value in the form of its option. Raises `Refusal`."""
    kind, name = option["type"], option["name"]
    if option["choices"]:
        by_name = {str(choice["name"]).casefold(): choice["value"] for choice in option["choices"]}
        by_name |= {str(choice["value"]).casefold(): choice["value"] for choice in option["choices"]}
        if given.casefold() in by_name:
            return by_name[given.casefold()]
        known = [str(choice["name"]) for choice in option["choices"]]
        sentence = gettext('{option} cannot be "{value}".', option=name, value=given)
        there_are = gettext("It can be: {values}.", values=", ".join(known))
        raise Refusal(did_you_mean(sentence, given, known, there_are))
    readers: Mapping[str, Callable[[str], Any]] = {"integer": int, "number": float}
    if kind in readers:
        try:
            return readers[kind](given)
        except ValueError:
            raise Refusal.translated(
                '{option} is a number, not "{value}".', option=name, value=given
            ) from None
    if kind == "boolean":
        if given.casefold() in _YES | _NO:
            return given.casefold() in _YES
        raise Refusal.translated('{option} is true or false, not "{value}".', option=name, value=given)
    if kind in _PEOPLE:
        by_person = {who.casefold(): str(number) for who, number in people.items()}
        who = given.strip("<@!>").casefold()
        if who in by_person or who in by_person.values():
            return by_person.get(who, who)
        sentence = gettext('Nobody called "{value}" is here.', value=given)
        there_are = gettext("Here are: {values}.", values=", ".join(people))
        raise Refusal(did_you_mean(sentence, given, people, there_are))
    if kind != "string":
        raise Refusal.translated(
            "{option} cannot be typed: choose it in the field, from the list.", option=name
        )
    return given
