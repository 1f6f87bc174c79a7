"""A card set as a spreadsheet: a CSV with a row for each card, and back to TOML, without loss.

The first row names the columns. The first column says of which table a row is, such as "characters"; the row
of the set itself says "set". A cell holds plain text, or a value as TOML writes it within a line: 250, true,
["Heron", "Patient"], [{ on = "played", then = [{ do = "draw" }] }]. Text that reads as such a value, or that
a spreadsheet would calculate, stands in double quotes. An empty cell is a field that is not there. Comments
are not kept. The words of a set in another language are a row each, of the table "words.de", for instance:
the text is its name, and what it is in that language is in the column "word".
"""

from __future__ import annotations

import csv
import io
import json
import re
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from bot.cardfiles.finding import quoted
from bot.cardfiles.tokens import UPLOADED, Trespass, tokens, within
from bot.engine.language import gettext, grouped

TABLE: Final = "table"
SET: Final = "set"
_WORDS: Final = "words."
_BARE_KEY: Final = re.compile(r"[A-Za-z0-9_-]+")
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")
"""How a cell begins that a spreadsheet would calculate."""
_SEPARATORS: Final = (",", ";", "\t")
MOST_COLUMNS: Final = 200
_REASON: Final = 80
"""The maximum number of characters of the parser's error about a cell."""

Document = Mapping[str, Any]


class BadSheet(ValueError):  # noqa: N818 - the sentence names the error
    """A spreadsheet that is no card set; the sentence names the row and the column."""


def card_file_of(content: bytes) -> bytes:
    """Return the card file that a CSV holds. Raises `BadSheet`, and `UnicodeDecodeError`."""
    return to_toml(from_csv(content.decode(), UPLOADED.size)).encode()


def to_csv(document: Document) -> str:
    """Return a set, as TOML reads it, as the text of a CSV."""
    rows = list(_rows(document))
    columns = list(dict.fromkeys([TABLE, "number", "name", *[key for row in rows for key in row]]))
    file = io.StringIO()
    writer = csv.DictWriter(file, columns, lineterminator="\n")
    writer.writeheader()
    writer.writerows([{key: _cell(value) for key, value in row.items()} for row in rows])
    return file.getvalue()


def _rows(document: Document) -> Iterator[dict[str, Any]]:
    words = document.get("words", {})
    listed = words if _are_words(words) else {}
    own = {key: value for key, value in document.items() if not _is_table(value)}
    yield {TABLE: SET, **{key: value for key, value in own.items() if key != "words" or not listed}}
    for language, translations in listed.items():
        for text, word in translations.items():
            yield {TABLE: f"{_WORDS}{language}", "name": text, "word": word}
    for key, value in document.items():
        if _is_table(value):
            for card in value:
                yield {TABLE: key, **card}


def _are_words(value: object) -> bool:
    """Whether a value is a catalogue with a word at least in each of its languages."""
    return (
        isinstance(value, Mapping)
        and bool(value)
        and all(
            _BARE_KEY.fullmatch(language) and isinstance(words, Mapping) and words
            for language, words in value.items()
        )
        and all(isinstance(word, str) for words in value.values() for word in words.values())
    )


def _is_table(value: object) -> bool:
    """Whether a value is a list of cards, such as `[[characters]]`."""
    return isinstance(value, list) and bool(value) and all(isinstance(each, dict) for each in value)


def _is_group(value: object) -> bool:
    """Whether a value is tables by name, such as `[decks.tide]`."""
    return isinstance(value, Mapping) and bool(value) and all(isinstance(v, Mapping) for v in value.values())


def from_csv(text: str, most: int | None = None) -> dict[str, Any]:
    """Return the set of a CSV as TOML would read it. Raises `BadSheet`.

    The columns may be separated by commas, semicolons or tabs. It takes time in proportion to the text. Rows
    of more than `most` characters with the names of their columns are refused at once: in a card file each
    row repeats those names.
    """
    text = text.removeprefix("\ufeff")
    first = text.partition("\n")[0]
    begins = tuple([(each, f"{TABLE}{each}", f'"{TABLE}"{each}') for each in _SEPARATORS])
    separator = next((each for each, *ways in begins if first.startswith(tuple(ways))), "")
    if not separator:
        raise BadSheet(
            gettext('The first row has to name the columns, and the first of them has to be "table".')
        )
    reader = csv.DictReader(io.StringIO(text), delimiter=separator)
    document: dict[str, Any] = {}
    try:
        _check_columns(reader.fieldnames or ())
        size = 0
        for number, row in enumerate(reader, start=2):
            size += sum([len(key) + len(cell) for key, cell in row.items() if key and cell])
            if most is not None and size > most:
                raise BadSheet(
                    gettext(
                        "As a card file this spreadsheet has more than {most} bytes, which is too large.",
                        most=grouped(most),
                    )
                )
            _take_row(document, row, number)
    except csv.Error as fault:
        raise BadSheet(gettext("This is no CSV: {reason}.", reason=quoted(fault, _REASON))) from None
    return document


def _check_columns(columns: Sequence[str]) -> None:
    """Raise `BadSheet` where there are too many columns, or two of one name."""
    if len(columns) > MOST_COLUMNS:
        raise BadSheet(
            gettext("There are {number} columns; {most} at most.", number=len(columns), most=MOST_COLUMNS)
        )
    twice = next((each for each, number in Counter(columns).items() if number > 1), None)
    if twice is not None:
        raise BadSheet(gettext('Two columns are called "{name}".', name=quoted(twice)))


def _take_row(document: dict[str, Any], row: dict[Any, Any], number: int) -> None:
    if None in row:
        raise BadSheet(
            gettext("Row {number} has more cells than the first row names columns.", number=number)
        )
    filled = {key: value for key, value in row.items() if value not in (None, "")}
    if not filled:
        return
    table = filled.pop(TABLE, "")
    language = table.removeprefix(_WORDS) if table.startswith(_WORDS) else ""
    if not _BARE_KEY.fullmatch(language or table) or not isinstance(document.get(table, []), list):
        sentence = gettext(
            'Row {number}: "table" has to be "set", or what the card is, such as "characters".', number=number
        )
        raise BadSheet(sentence)
    values = {key: _value_at(cell, number, key) for key, cell in filled.items()}
    if language:
        _take_word(document.setdefault("words", {}).setdefault(language, {}), values, number)
    elif table == SET:
        document.update(values)
    else:
        document.setdefault(table, []).append(values)


def _take_word(words: dict[str, Any], values: Mapping[str, Any], number: int) -> None:
    text = values.get("name")
    if set(values) != {"name", "word"} or not isinstance(text, str):
        sentence = gettext(
            'Row {number}: a word needs the text in "name" and the word in "word", and no more.',
            number=number,
        )
        raise BadSheet(sentence)
    if text in words:
        sentence = gettext(
            'Row {number}: "{text}" has a word in this language already.', number=number, text=quoted(text)
        )
        raise BadSheet(sentence)
    words[text] = values["word"]


def _value_at(cell: str, number: int, key: str) -> Any:
    """Return the value of the cell in a row and column. Raises `BadSheet`."""
    try:
        return _value(cell)
    except (ValueError, Trespass) as fault:  # tomllib lets numbers out of all range fail as Python does
        reason = quoted(fault, _REASON)
        sentence = gettext(
            'Row {number}, column "{key}": {reason}', number=number, key=quoted(key), reason=reason
        )
        raise BadSheet(sentence) from None


def _cell(value: object) -> str:
    if not isinstance(value, str):
        return inline(value)
    plain = value and value == value.strip() and not value.startswith(_FORMULA)
    return value if plain and not _is_value(value) else inline(value)


def _value(cell: str) -> Any:
    """Return the value of a cell. Raises `ValueError` or `Trespass` for a value that cannot be read."""
    text = cell.strip()
    if text in ("TRUE", "FALSE"):  # as spreadsheets write them
        return text == "TRUE"
    if _is_value(text) or text.startswith(("[", "{", '"')):
        for _ in within(tokens(text), UPLOADED):  # how deep it is, before it is parsed
            pass
        return tomllib.loads(f"value = {text}")["value"]
    return cell


def _is_value(text: str) -> bool:
    """Whether text reads as a value of TOML."""
    if "\n" in text or text in ("TRUE", "FALSE"):
        return text in ("TRUE", "FALSE")
    if text.startswith(("[", "{", '"')):
        return True
    try:
        return set(tomllib.loads(f"value = {text}")) == {"value"}
    except tomllib.TOMLDecodeError:
        return False
    except (ValueError, OverflowError):  # a number or date out of all range
        return True


def to_toml(document: Document) -> str:
    """Return a set as the text of a TOML file: its own fields, its tables, then its cards."""
    plain = {k: v for k, v in document.items() if not _is_table(v) and not _is_group(v)}
    parts = [_lines(plain)]
    for key, value in document.items():
        if _is_group(value):
            parts += [f"[{_key(key)}.{_key(name)}]\n{_lines(fields)}" for name, fields in value.items()]
    for key, value in document.items():
        if _is_table(value):
            parts += [f"[[{_key(key)}]]\n{_lines(card)}" for card in value]
    return "\n\n".join([part for part in parts if part]) + "\n"


def _lines(fields: Mapping[str, Any]) -> str:
    return "\n".join([f"{_key(key)} = {_told(value)}" for key, value in fields.items()])


def _told(value: object) -> str:
    """Return a value of a file: a list of tables with one of them on each line."""
    if _is_table(value):
        assert isinstance(value, Sequence), "a table is a list"
        return "\n".join(["[", *[f"  {inline(each)}," for each in value], "]"])
    return inline(value)


def inline(value: object) -> str:
    """Return a value as TOML writes it within a line."""
    if isinstance(value, Mapping):
        fields = ", ".join([f"{_key(key)} = {inline(each)}" for key, each in value.items()])
        return f"{{ {fields} }}" if fields else "{}"
    if isinstance(value, list | tuple):
        return f"[{', '.join([inline(each) for each in value])}]"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    return str(value).lower() if isinstance(value, bool) else str(value)


def _key(key: str) -> str:
    return key if _BARE_KEY.fullmatch(key) else inline(key)
